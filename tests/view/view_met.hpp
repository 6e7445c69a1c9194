/* SPDX-License-Identifier: MIT */
/* The primitive that a ray meets first, by brute force: spheres and boxes, in whole numbers of 128
 * bits: the 65535th of the motion at which it touches, by bisection for a sphere, by its slabs for
 * a box. */
#ifndef OCT9_TEST_VIEW_MET_HPP
#define OCT9_TEST_VIEW_MET_HPP

#include "view_judge.hpp"

namespace oracle {

constexpr int64_t never = 65536, whole = 65535;

/* The square of 65535 times the distance from a centre, at k / 65535 of the motion, less that of as
 * many radii. */
inline Wide beyond(const Point &a, const Point &b, const Point &centre, int64_t radius, int64_t k)
{
    Wide sum = -Wide{ radius } * radius * whole * whole;

    for (size_t i = 0; i < 3; i++) {
        const Wide off = Wide{ a[i] - centre[i] } * whole + Wide{ b[i] - a[i] } * k;
        sum += off * off;
    }
    return sum;
}

/* The last 65535th before it touches, 0 if it touches at the start, `never`. The distance's square
 * is convex: it falls up to the time of its least, which is a fraction. */
inline int64_t sphere_num(const Point &a, const Point &b, const Point &centre, int64_t radius)
{
    Wide along = 0, square = 0, from = 0;

    if (beyond(a, b, centre, radius, 0) <= 0)
        return 0;
    for (size_t i = 0; i < 3; i++) {
        along += Wide{ centre[i] - a[i] } * (b[i] - a[i]);
        square += Wide{ b[i] - a[i] } * (b[i] - a[i]);
        from += Wide{ centre[i] - a[i] } * (centre[i] - a[i]);
    }
    if (along <= 0)
        return never;
    if (along >= square && beyond(a, b, centre, radius, whole) > 0)
        return never;
    if (along < square && from * square - along * along > Wide{ radius } * radius * square)
        return never;
    int64_t lo = 0, hi = along >= square ? whole : static_cast<int64_t>(along * whole / square) + 1;
    while (hi - lo > 1) { /* it does not touch at lo, and may at hi or before */
        const int64_t middle = (lo + hi) / 2;
        (beyond(a, b, centre, radius, middle) > 0 ? lo : hi) = middle;
    }
    return lo;
}

/* In a closed box: from the latest of the times at which an axis comes in to the earliest at which
 * one goes out, as fractions. */
inline int64_t box_num(const Point &a, const Point &b, const Point &lo, const Point &hi)
{
    Time in = { 0, 1 }, out = { 1, 1 };

    for (size_t i = 0; i < 3; i++) {
        const int64_t delta = b[i] - a[i];
        if (delta == 0 && (a[i] < lo[i] || a[i] > hi[i]))
            return never;
        if (delta == 0)
            continue;
        const Time enters = delta > 0 ? Time{ lo[i] - a[i], delta } : Time{ a[i] - hi[i], -delta };
        const Time leaves = delta > 0 ? Time{ hi[i] - a[i], delta } : Time{ a[i] - lo[i], -delta };
        in = std::max(in, enters);
        out = std::min(out, leaves);
    }
    if (out < in)
        return never;
    return in.num == 0 ? 0 : (in.num * whole + in.den - 1) / in.den - 1;
}

inline int64_t num_of(const oct9_primitive_t &p, const Point &a, const Point &b)
{
    return p.kind == OCT9_PRIMITIVE_SPHERE ? sphere_num(a, b, wide(p.a), p.radius_q6)
                                           : box_num(a, b, wide(p.a), wide(p.b));
}

struct Met {
    int index = -1; /* -1: none */
    int64_t num = never;
};

/* The first primitive that a ray meets: of several at one time the one of least index. */
inline Met first_met(const std::vector<oct9_primitive_t> &primitives, uint16_t ignored,
                     const Point &a, const Point &b)
{
    Met first;

    for (size_t i = 0; i < primitives.size(); i++) {
        const oct9_primitive_t &p = primitives[i];
        if (p.category != 0 && (p.category & ~ignored) == 0)
            continue;
        const int64_t num = num_of(p, a, b);
        if (num < first.num)
            first = { static_cast<int>(i), num };
    }
    return first;
}

} // namespace oracle

#endif
