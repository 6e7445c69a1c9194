/* SPDX-License-Identifier: MIT */
/* A cone, its cap and boxes, in doubles: no line of this is the library's. Lengths are in
 * sub-cells. */
#ifndef OCT9_TEST_CONE_GEOMETRY_HPP
#define OCT9_TEST_CONE_GEOMETRY_HPP

#include "occupancy_tree.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace oracle {

using Vec = std::array<double, 3>;

inline double dot(const Vec &a, const Vec &b)
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}
inline Vec plus(const Vec &a, const Vec &b, double times)
{
    return { a[0] + times * b[0], a[1] + times * b[1], a[2] + times * b[2] };
}
inline Vec cross(const Vec &a, const Vec &b)
{
    return { a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0] };
}
inline double length(const Vec &a)
{
    return std::sqrt(dot(a, a));
}

struct Box {
    Vec lo, hi;

    Vec middle() const { return { (lo[0] + hi[0]) / 2, (lo[1] + hi[1]) / 2, (lo[2] + hi[2]) / 2 }; }
    Vec corner(int i) const
    {
        return { i & 1 ? hi[0] : lo[0], i & 2 ? hi[1] : lo[1], i & 4 ? hi[2] : lo[2] };
    }
    Vec nearest(const Vec &p) const
    {
        return { std::clamp(p[0], lo[0], hi[0]), std::clamp(p[1], lo[1], hi[1]),
                 std::clamp(p[2], lo[2], hi[2]) };
    }
};

/* The node at a Morton code, each side moved in. */
inline Box box_of(uint32_t code, unsigned level, double moved_in = 0)
{
    const oct9_cell_t cell = cell_of(code);
    const double size = 64.0 * (1u << level) - moved_in;
    const Vec low = { 64.0 * cell.x - 16384, 64.0 * cell.y - 16384, 64.0 * cell.z - 16384 };

    return { plus(low, { 1, 1, 1 }, moved_in), plus(low, { 1, 1, 1 }, size) };
}

class Cone {
public:
    Cone(const Vec &apex, const Vec &end, double tangent)
        : apex_(apex), axis_(plus(end, apex, -1)), tangent_(tangent), reach_(length(axis_))
    {
        for (double &a : axis_)
            a /= reach_;
        const Vec any = std::fabs(axis_[0]) < 0.6 ? Vec{ 1, 0, 0 } : Vec{ 0, 1, 0 };
        side_ = cross(axis_, any);
        const double size = length(side_);
        for (double &a : side_)
            a /= size;
        up_ = cross(axis_, side_);
    }

    double reach() const { return reach_; }
    double half_angle() const { return std::atan(tangent_); }

    /* A point of the cap: `off` from the axis and `around` it, in radians. */
    Vec on_cap(double off, double around) const
    {
        const Vec out = plus(plus(apex_, side_, reach_ * std::sin(off) * std::cos(around)), up_,
                             reach_ * std::sin(off) * std::sin(around));
        return plus(out, axis_, reach_ * std::cos(off));
    }

    /* How far a point is inside the cone's side, measured across its axis; below 0: outside. */
    double depth(const Vec &p) const
    {
        const Vec from = plus(p, apex_, -1);
        const double along = dot(from, axis_);
        return along * tangent_ - length(plus(from, axis_, -along));
    }

    /* The same of a box: of its corner that is least inside. */
    double depth(const Box &box) const
    {
        double least = 1e9;
        for (int i = 0; i < 8; i++)
            least = std::min(least, depth(box.corner(i)));
        return least;
    }

    double farthest(const Box &box) const
    {
        double most = 0;
        for (int i = 0; i < 8; i++)
            most = std::max(most, length(plus(box.corner(i), apex_, -1)));
        return most;
    }

    /* At least as far as the box is from the cap, and hardly more. */
    double apart(const Box &box) const
    {
        Vec p = box.middle(), q = p;
        for (int i = 0; i < 60; i++) {
            q = nearest_on_cap(p);
            p = box.nearest(q);
        }
        return length(plus(p, q, -1));
    }

private:
    Vec apex_, axis_, side_, up_;
    double tangent_, reach_;

    Vec nearest_on_cap(const Vec &p) const
    {
        const Vec from = plus(p, apex_, -1);
        const double x = dot(from, side_), y = dot(from, up_);
        const double off = std::atan2(std::hypot(x, y), dot(from, axis_));
        return on_cap(std::min(off, half_angle()), std::atan2(y, x));
    }
};

/* ---- Points and cells. ---- */

inline Vec vec_of(const oct9_point_t &p)
{
    return { double(p.x), double(p.y), double(p.z) };
}

inline Vec random_direction(Random &random)
{
    for (;;) {
        Vec v;
        for (double &a : v)
            a = random.chance(15) ? 0 : random.between(-1000, 1000);
        if (length(v) > 10)
            return plus({ 0, 0, 0 }, v, 1 / length(v));
    }
}

inline int16_t coordinate(double x)
{
    return static_cast<int16_t>(std::clamp(std::floor(x + 0.5), -32768.0, 32767.0));
}

inline oct9_point_t point_of(const Vec &v)
{
    return { coordinate(v[0]), coordinate(v[1]), coordinate(v[2]) };
}

inline bool in_cube(const Vec &p)
{
    return std::all_of(p.begin(), p.end(), [](double a) { return a >= -16384 && a < 16384; });
}

inline uint32_t code_at(const Vec &p)
{
    oct9_cell_t cell = {};
    cell.x = static_cast<uint16_t>(std::floor((p[0] + 16384) / 64));
    cell.y = static_cast<uint16_t>(std::floor((p[1] + 16384) / 64));
    cell.z = static_cast<uint16_t>(std::floor((p[2] + 16384) / 64));
    return morton_of(cell);
}

} // namespace oracle

#endif
