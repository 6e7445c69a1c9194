/* SPDX-License-Identifier: MIT */
/* What the header says of rounded polylines, judged from the pieces alone: in exact integers at
 * many times of each piece, and in extended precision between them. */
#ifndef OCT9_TEST_CURVE_JUDGE_HPP
#define OCT9_TEST_CURVE_JUDGE_HPP

#include "tests/shared/search_scene.hpp"

#include "oct9/route.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

namespace oracle {

__extension__ typedef __int128 wide_t;

constexpr int64_t times = 2000; /* at which a piece is looked at, besides 0 */

/* The space that blocks. */
struct Blocking {
    std::vector<ListedLeaf> leaves;
    bool outside = false;
};

inline Blocking blocking_of(const Scene &scene, const oct9_rules_t &rules)
{
    Blocking out;

    for (const ListedLeaf &leaf : scene.leaves)
        if (blocks(rules, leaf.leaf))
            out.leaves.push_back(leaf);
    out.outside = outside_blocks(rules);
    return out;
}

inline oct9_route_piece_t straight_piece(const oct9_point_t &from, const oct9_point_t &to)
{
    return { from, from, to, 65535, false };
}

inline bool is_straight(const oct9_route_piece_t &piece)
{
    return wide(piece.from) == wide(piece.control);
}

/* One coordinate at the time i / times, times its square. */
inline int64_t at_time(const oct9_route_piece_t &piece, size_t axis, int64_t i)
{
    const int64_t j = times - i;

    return j * j * wide(piece.from)[axis] + 2 * i * j * wide(piece.control)[axis] +
           i * i * wide(piece.to)[axis];
}

inline long double at_time(const oct9_route_piece_t &piece, size_t axis, long double t)
{
    const long double s = 1 - t;

    return s * s * wide(piece.from)[axis] + 2 * s * t * wide(piece.control)[axis] +
           t * t * wide(piece.to)[axis];
}

/* The square of the distance, times the fourth power of `times`: below 3 * 2^78. */
inline wide_t exact_distance2(const oct9_route_piece_t &piece, const ListedLeaf &leaf, int64_t i)
{
    wide_t sum = 0;

    for (size_t axis = 0; axis < 3; axis++) {
        const int64_t at = at_time(piece, axis, i), scale = times * times;
        const int64_t gap = std::max(
            { leaf.lo[axis] * scale - at, int64_t{ 0 }, at - leaf.hi[axis] * scale });
        sum += static_cast<wide_t>(gap) * gap;
    }
    return sum;
}

inline long double distance_at(const oct9_route_piece_t &piece, const ListedLeaf &leaf,
                               long double t)
{
    long double sum = 0;

    for (size_t axis = 0; axis < 3; axis++) {
        const long double at = at_time(piece, axis, t);
        const long double gap = std::max(
            { leaf.lo[axis] - at, 0.0L, at - static_cast<long double>(leaf.hi[axis]) });
        sum += gap * gap;
    }
    return std::sqrt(sum);
}

/* The least distance between the times (i - 1) / all and (i + 1) / all. */
inline long double refined(const oct9_route_piece_t &piece, const ListedLeaf &leaf, int64_t i,
                           int64_t all)
{
    long double lo = std::max<long double>(0, (i - 1.0L) / all);
    long double hi = std::min<long double>(1, (i + 1.0L) / all);

    for (int round = 0; round < 60; round++) {
        const long double a = lo + (hi - lo) / 3, b = hi - (hi - lo) / 3;
        if (distance_at(piece, leaf, a) < distance_at(piece, leaf, b))
            hi = b;
        else
            lo = a;
    }
    return distance_at(piece, leaf, (lo + hi) / 2);
}

/* False if the leaf is farther than `reach` from all that lies between the piece's points. */
inline bool near(const oct9_route_piece_t &piece, const ListedLeaf &leaf, int64_t reach)
{
    for (size_t axis = 0; axis < 3; axis++) {
        const auto ends = std::minmax(
            { wide(piece.from)[axis], wide(piece.control)[axis], wide(piece.to)[axis] });
        if (ends.first - reach > leaf.hi[axis] || ends.second + reach < leaf.lo[axis])
            return false;
    }
    return true;
}

/* How far a piece is from a leaf: the time at which it is nearest, and whether the sphere touches
 * it at one of the times. A straight piece is looked at less often: along it the distance is a
 * convex function. */
struct Nearest {
    int64_t time = 0, apart;
    bool touches = false;
};

inline Nearest nearest_time(const oct9_route_piece_t &piece, const ListedLeaf &leaf, int64_t radius)
{
    Nearest out;
    wide_t least = exact_distance2(piece, leaf, 0);

    out.apart = is_straight(piece) ? 100 : 1;
    for (int64_t i = out.apart; i <= times; i += out.apart) {
        const wide_t square = exact_distance2(piece, leaf, i);
        if (square < least) {
            least = square;
            out.time = i;
        }
    }
    const wide_t scaled = static_cast<wide_t>(radius) * times * times;
    out.touches = least <= scaled * scaled;
    return out;
}

/* The least distance of a piece from a leaf, roughly if the piece is no straight one. */
inline long double rough_distance(const oct9_route_piece_t &piece, const ListedLeaf &leaf)
{
    const int64_t all = 64;
    int64_t best = 0;

    for (int64_t i = 1; i <= all; i++)
        if (distance_at(piece, leaf, static_cast<long double>(i) / all) <
            distance_at(piece, leaf, static_cast<long double>(best) / all))
            best = i;
    return refined(piece, leaf, best, all);
}

/* The least distance of a piece from what blocks; at most `reach`. */
inline long double clearance(const oct9_route_piece_t &piece, const Blocking &blocking,
                             int64_t reach)
{
    long double least = reach;

    for (const ListedLeaf &leaf : blocking.leaves)
        if (near(piece, leaf, static_cast<int64_t>(least) + 1))
            least = std::min(least, rough_distance(piece, leaf));
    for (int64_t i = 0; blocking.outside && i <= times; i++)
        for (size_t axis = 0; axis < 3; axis++) {
            const long double at = at_time(piece, axis, static_cast<long double>(i) / times);
            least = std::min({ least, at - OCT9_LOW_Q6, OCT9_HIGH_Q6 - at });
        }
    return std::max(least, 0.0L);
}

inline bool meets_outside(const oct9_route_piece_t &piece, int64_t radius)
{
    const int64_t scale = times * times;

    for (int64_t i = 0; i <= times; i++)
        for (size_t axis = 0; axis < 3; axis++) {
            const int64_t at = at_time(piece, axis, i);
            if (at <= (OCT9_LOW_Q6 + radius) * scale || at >= (OCT9_HIGH_Q6 - radius) * scale)
                return true;
        }
    return false;
}

/* The sphere never touches what blocks. With `leaves` it may touch what it touches at the piece's
 * start, if it does not come nearer to it. */
inline std::string not_clear(const oct9_route_piece_t &piece, const Blocking &blocking,
                             int64_t radius, bool leaves)
{
    for (const ListedLeaf &leaf : blocking.leaves) {
        if (!near(piece, leaf, radius))
            continue;
        const long double start = distance_at(piece, leaf, 0);
        const Nearest nearest = nearest_time(piece, leaf, radius);
        const long double least = refined(piece, leaf, nearest.time / nearest.apart,
                                          times / nearest.apart);
        if (leaves && start <= radius && start > 0 && least >= start - 1e-9L)
            continue;
        if (nearest.touches || least <= radius)
            return "a false clear: at " + std::to_string(nearest.time) + " of " +
                   std::to_string(times) + ", " + std::to_string(least) + " from a leaf";
    }
    return blocking.outside && meets_outside(piece, radius) ? "it meets the outside" : "";
}

/* ---- The shape of a curve. ---- */

using Real = std::array<long double, 3>;

inline Real minus(const Point &a, const Point &b)
{
    return { static_cast<long double>(a[0] - b[0]), static_cast<long double>(a[1] - b[1]),
             static_cast<long double>(a[2] - b[2]) };
}

inline long double dot(const Real &a, const Real &b)
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

inline Real cross(const Real &a, const Real &b)
{
    return { a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0] };
}

inline long double size(const Real &a)
{
    return std::sqrt(dot(a, a));
}

/* The radius of curvature at a time. */
inline long double radius_at(const oct9_route_piece_t &piece, long double t)
{
    const Real a = minus(wide(piece.control), wide(piece.from));
    const Real b = minus(wide(piece.to), wide(piece.control));
    Real d, e;

    for (size_t axis = 0; axis < 3; axis++) {
        d[axis] = 2 * ((1 - t) * a[axis] + t * b[axis]);
        e[axis] = 2 * (b[axis] - a[axis]);
    }
    const long double area = size(cross(d, e));
    return area == 0 ? 1e9L : size(d) * size(d) * size(d) / area;
}

/* What the radius is at its least, in whole numbers and rounded down. */
inline int64_t least_radius(const oct9_route_piece_t &piece)
{
    const Point v = wide(piece.control);
    const Real p = minus(wide(piece.from), v), q = minus(wide(piece.to), v);
    const Real c = { p[0] + q[0], p[1] + q[1], p[2] + q[2] }, area = cross(p, q);
    const wide_t twice = 2 * static_cast<wide_t>(dot(area, area));
    const wide_t bulge = static_cast<wide_t>(std::ceil(size(c)));

    if (bulge == 0)
        return 65535;
    return static_cast<int64_t>(std::min<wide_t>(twice / (bulge * bulge * bulge), 65535));
}

/* The distance from a place to the segment between two points. */
inline long double from_segment(const Real &at, const Point &a, const Point &b)
{
    const Real along = minus(b, a);
    const Real away = { at[0] - static_cast<long double>(a[0]),
                        at[1] - static_cast<long double>(a[1]),
                        at[2] - static_cast<long double>(a[2]) };
    const long double all = dot(along, along);
    const long double t = all == 0 ? 0 : std::clamp(dot(away, along) / all, 0.0L, 1.0L);
    return size({ away[0] - t * along[0], away[1] - t * along[1], away[2] - t * along[2] });
}

/* A curve turns no tighter than it says, and that is as much as was asked for. */
inline std::string bends_wrong(const oct9_route_piece_t &piece, int64_t bend)
{
    if (piece.bend_q6 < bend || piece.bend_q6 != least_radius(piece))
        return "the bend " + std::to_string(piece.bend_q6);
    for (int64_t i = 0; i <= times; i++)
        if (radius_at(piece, static_cast<long double>(i) / times) < piece.bend_q6 * (1 - 1e-12L))
            return "it turns tighter than it says at " + std::to_string(i);
    return "";
}

/* It is as near to the corner's sides as was asked for; these are where the polyline is, within
 * the rounding of their ends. */
inline std::string cuts_too_much(const oct9_route_piece_t &piece, const Point sides[3], int64_t cut)
{
    for (int64_t i = 0; i <= times; i += 20) {
        const long double t = static_cast<long double>(i) / times;
        const Real at = { at_time(piece, 0, t), at_time(piece, 1, t), at_time(piece, 2, t) };
        const Point v = wide(piece.control);
        if (std::min(from_segment(at, wide(piece.from), v), from_segment(at, v, wide(piece.to))) >
            cut + 1e-9L)
            return "farther than cut_q6 from its legs";
        if (std::min(from_segment(at, sides[0], v), from_segment(at, v, sides[2])) > cut + 0.8661L)
            return "farther than cut_q6 from the polyline";
    }
    return "";
}

/* The direction at the beginning or at the end of a piece. */
inline Real direction(const oct9_route_piece_t &piece, bool end)
{
    if (is_straight(piece))
        return minus(wide(piece.to), wide(piece.from));
    return end ? minus(wide(piece.to), wide(piece.control))
               : minus(wide(piece.control), wide(piece.from));
}

inline long double degrees_between(const Real &a, const Real &b)
{
    return std::atan2(size(cross(a, b)), dot(a, b)) * 57.29577951308232L;
}

} // namespace oracle

#endif
