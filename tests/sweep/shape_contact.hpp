/* SPDX-License-Identifier: MIT */
/* When a moving sphere or box first meets a block or the space outside the cube, exactly, and by
 * another method than slabs or slopes: all times at which the case of an axis changes are listed
 * and sorted; between two neighbours a box's overlap is constant, and a sphere's squared distance
 * is one quadratic, whose smaller root is compared with fractions in 128 bits.
 *
 * Bounds: coordinates within +-2^17, steps within +-65535, so that the terms of a listed time
 * are at most 65535 and those of a midpoint below 2^34. */
#ifndef OCT9_TEST_SHAPE_CONTACT_HPP
#define OCT9_TEST_SHAPE_CONTACT_HPP

#include "tests/shared/oracle.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

namespace oracle {

using Wide = __int128;
using Triple = std::array<int64_t, 3>;

struct Block {
    Triple lo, hi; /* in sub-cells */
};

/* A point that goes straight: at the time t in [0, 1] it is at from + t * step. */
struct Move {
    Triple from, step;
};

inline Triple triple_of(const oct9_point_t &p)
{
    return { p.x, p.y, p.z };
}

inline Move move_between(const oct9_point_t &from, const oct9_point_t &to)
{
    return { triple_of(from), { to.x - from.x, to.y - from.y, to.z - from.z } };
}

/* The point on one axis at a time, times its denominator. */
inline int64_t scaled_at(const Move &move, size_t axis, const Time &t)
{
    return move.from[axis] * t.den + move.step[axis] * t.num;
}

/* ---- Times at which the motion crosses planes: ascending, each once, 0 and 1 with them. ---- */

class Times {
public:
    void add(const Move &move, size_t axis, int64_t plane)
    {
        int64_t num = plane - move.from[axis], den = move.step[axis];

        if (den < 0) {
            num = -num;
            den = -den;
        }
        if (num > 0 && num < den)
            insert({ num, den });
    }

    size_t count() const { return count_; }
    const Time &operator[](size_t i) const { return times_[i]; }
    Time middle(size_t i) const /* of times i and i + 1 */
    {
        const Time &a = times_[i], &b = times_[i + 1];

        return { a.num * b.den + b.num * a.den, 2 * a.den * b.den };
    }

private:
    void insert(const Time &t)
    {
        size_t i = count_;

        while (t < times_[i - 1]) /* times_[0] is 0, and below it */
            i--;
        if (times_[i - 1] == t)
            return;
        std::copy_backward(times_.begin() + static_cast<ptrdiff_t>(i),
                           times_.begin() + static_cast<ptrdiff_t>(count_),
                           times_.begin() + static_cast<ptrdiff_t>(count_ + 1));
        times_[i] = t;
        count_++;
    }

    std::array<Time, 8> times_ = { { { 0, 1 }, { 1, 1 } } };
    size_t count_ = 2;
};

/* The infimum of the times at which something holds that changes only at those listed. */
template <typename Holds> std::optional<Time> first_time(const Times &times, const Holds &holds)
{
    for (size_t i = 0; i < times.count(); i++)
        if (holds(times[i]) || (i + 1 < times.count() && holds(times.middle(i))))
            return times[i];
    return std::nullopt;
}

/* ---- A box [lo, lo + extent) that moves by its lo: half-open, as the block. ---- */

inline bool box_meets_at(const Move &move, const Triple &extent, const Block &block, const Time &t)
{
    for (size_t axis = 0; axis < 3; axis++) {
        const int64_t lo = scaled_at(move, axis, t), hi = lo + extent[axis] * t.den;
        if (lo >= block.hi[axis] * t.den || hi <= block.lo[axis] * t.den)
            return false;
    }
    return true;
}

inline std::optional<Time> box_contact(const Move &move, const Triple &extent, const Block &block)
{
    Times times;

    for (size_t axis = 0; axis < 3; axis++) {
        times.add(move, axis, block.hi[axis]);
        times.add(move, axis, block.lo[axis] - extent[axis]);
    }
    return first_time(times, [&](const Time &t) { return box_meets_at(move, extent, block, t); });
}

inline bool box_leaves_cube_at(const Move &move, const Triple &extent, const Time &t)
{
    for (size_t axis = 0; axis < 3; axis++) {
        const int64_t lo = scaled_at(move, axis, t);
        if (lo < OCT9_LOW_Q6 * t.den || lo + extent[axis] * t.den > OCT9_HIGH_Q6 * t.den)
            return true;
    }
    return false;
}

inline std::optional<Time> box_outside_contact(const Move &move, const Triple &extent)
{
    Times times;

    for (size_t axis = 0; axis < 3; axis++) {
        times.add(move, axis, OCT9_LOW_Q6);
        times.add(move, axis, OCT9_HIGH_Q6 - extent[axis]);
    }
    return first_time(times, [&](const Time &t) { return box_leaves_cube_at(move, extent, t); });
}

/* ---- A sphere that moves by its centre: closed, as the block. ---- */

/* A contact in [k, k + 1) 65535ths of the motion; `exact`: at k itself. */
struct Part {
    uint32_t k;
    bool exact;
    bool touches; /* the distance comes down to the radius, no further */
};

/* Within what is known of the two: an exact contact is the first of its 65535th. Of two at once
 * one that only touches comes last, so that it can be counted who depends on it. */
inline bool operator<(const Part &a, const Part &b)
{
    if (a.k != b.k || a.exact != b.exact)
        return a.k != b.k ? a.k < b.k : a.exact;
    return !a.touches && b.touches;
}

inline Part part_of(const Time &t)
{
    return { static_cast<uint32_t>(t.num * 65535 / t.den), t.num * 65535 % t.den == 0, false };
}

/* a t^2 + 2 b t + c, a >= 0. */
struct Quadratic {
    int64_t a, b, c;
};

/* The squared distance from the centre to the block, as it is around a time. */
inline Quadratic distance2_around(const Move &move, const Block &block, const Time &t)
{
    Quadratic q = { 0, 0, 0 };

    for (size_t axis = 0; axis < 3; axis++) {
        const int64_t at = scaled_at(move, axis, t), step = move.step[axis];
        const bool below = at<block.lo[axis] * t.den, above = at> block.hi[axis] * t.den;
        const int64_t gap = move.from[axis] - (below ? block.lo[axis] : block.hi[axis]);
        if (below || above) {
            q.a += step * step; /* each of them at most 2^32 */
            q.b += gap * step;
            q.c += gap * gap;
        }
    }
    return q;
}

/* The smaller root of a quadratic with a > 0: (-b - sqrt(d)) / a, if d >= 0; d < 2^71. */
class Root {
public:
    explicit Root(const Quadratic &q) : a_(q.a), b_(q.b), d_(b_ * b_ - a_ * q.c) {}

    bool is_real() const { return a_ > 0 && d_ >= 0; }
    bool is_double() const { return d_ == 0; }

    /* The sign of this less num / den, num and den at most 65535. With m = b den + a num, it is
     * that of -m - den sqrt(d): m^2 and den^2 d are below 2^104. */
    int against(int64_t num, int64_t den) const
    {
        const Wide m = b_ * den + a_ * num, root2 = d_ * den * den;

        if (m > 0)
            return -1;
        return m * m == root2 ? 0 : m * m < root2 ? -1 : 1;
    }

    int against(const Time &t) const { return against(t.num, t.den); }

    Part part() const /* of one in [0, 1] */
    {
        uint32_t k = 0, above = 65536;

        while (above - k > 1) {
            const uint32_t middle = (k + above) / 2;
            (against(middle, 65535) < 0 ? above : k) = middle;
        }
        return { k, against(k, 65535) == 0, is_double() };
    }

private:
    Wide a_, b_, d_;
};

inline int64_t distance2_at_start(const Move &move, const Block &block)
{
    return distance2_around(move, block, { 0, 1 }).c;
}

inline std::optional<Part> sphere_contact(const Move &move, int64_t radius, const Block &block)
{
    const int64_t start2 = distance2_at_start(move, block);
    Times times;

    if (start2 <= radius * radius)
        return Part{ 0, true, start2 == radius * radius };
    for (size_t axis = 0; axis < 3; axis++) {
        times.add(move, axis, block.lo[axis]);
        times.add(move, axis, block.hi[axis]);
    }
    for (size_t i = 0; i + 1 < times.count(); i++) {
        Quadratic q = distance2_around(move, block, times.middle(i));
        q.c -= radius * radius;
        const Root root(q);
        if (root.is_real() && root.against(times[i]) >= 0 && root.against(times[i + 1]) <= 0)
            return root.part();
    }
    return std::nullopt;
}

inline bool sphere_leaves_cube_at(const Move &move, int64_t radius, const Time &t)
{
    for (size_t axis = 0; axis < 3; axis++) {
        const int64_t at = scaled_at(move, axis, t);
        if (at <= (OCT9_LOW_Q6 + radius) * t.den || at >= (OCT9_HIGH_Q6 - radius) * t.den)
            return true;
    }
    return false;
}

inline std::optional<Part> sphere_outside_contact(const Move &move, int64_t radius)
{
    Times times;

    for (size_t axis = 0; axis < 3; axis++) {
        times.add(move, axis, OCT9_LOW_Q6 + radius);
        times.add(move, axis, OCT9_HIGH_Q6 - radius);
    }
    const std::optional<Time> t = first_time(
        times, [&](const Time &at) { return sphere_leaves_cube_at(move, radius, at); });
    return t ? std::optional<Part>(part_of(*t)) : std::nullopt;
}

/* ---- A bound, to leave out blocks that come later. ---- */

/* A ball around a shape: its centre at the start, and its radius. */
struct Ball {
    std::array<double, 3> centre;
    double radius;
};

/* No later than when the ball, moved along the step, first meets a ball around the block;
 * 2 if never. Both balls together are taken one sub-cell too large, which is far more than the
 * rounding of doubles: that of d is below a * 2^-15, and the sub-cell adds a to it at least. */
inline double earliest(const Ball &ball, const Triple &step, const Block &block)
{
    double a = 0, b = 0, c = 0, size2 = 0;

    for (size_t axis = 0; axis < 3; axis++) {
        const double lo = static_cast<double>(block.lo[axis]);
        const double hi = static_cast<double>(block.hi[axis]);
        const double gap = ball.centre[axis] - (lo + hi) / 2, d = static_cast<double>(step[axis]);
        a += d * d;
        b += gap * d;
        c += gap * gap;
        size2 += (hi - lo) * (hi - lo) / 4;
    }
    const double reach = ball.radius + std::sqrt(size2) + 1;
    c -= reach * reach;
    if (c <= 0)
        return 0;
    const double d = b * b - a * c;
    if (b >= 0 || d < 0)
        return 2;
    return (-b - std::sqrt(d)) / a;
}

} // namespace oracle

#endif
