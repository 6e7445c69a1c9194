/* SPDX-License-Identifier: MIT */
/* How far the nearest thing is in each sector, in floating point: each box is clipped with the
 * wedge of each sector, as a polygon, and the distance of the robot from what is left is taken. No
 * table of angles, no tree and no order of nodes. */
#ifndef OCT9_TEST_SECTORS_TRUTH_HPP
#define OCT9_TEST_SECTORS_TRUTH_HPP

#include "tests/shared/model.hpp"

#include "oct9/sectors.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <vector>

namespace oracle {

constexpr double never = std::numeric_limits<double>::infinity();
constexpr double turn = 2 * 3.14159265358979323846;

struct Flat {
    double x, y;
};

inline double cross(const Flat &a, const Flat &b)
{
    return a.x * b.y - a.y * b.x;
}

inline double length(const Flat &a)
{
    return std::sqrt(a.x * a.x + a.y * a.y);
}

/* Between two directions, of at most a quarter of a turn: convex. */
struct Wedge {
    Flat from, to;
    Flat right; /* of the middle: all of it is to the left */
};

/* From one angle to another. */
inline std::vector<Wedge> wedges_of(double from, double to)
{
    const int pieces = static_cast<int>(std::ceil((to - from) / (turn / 4) - 1e-12));
    std::vector<Wedge> out;
    for (int i = 0; i < std::max(pieces, 1); i++) {
        const double step = (to - from) / std::max(pieces, 1), at = from + i * step;
        const double middle = at + step / 2;
        out.push_back({ { std::cos(at), std::sin(at) },
                        { std::cos(at + step), std::sin(at + step) },
                        { std::sin(middle), -std::cos(middle) } });
    }
    return out;
}

/* A convex polygon of a few corners; or a segment, a point, or nothing. */
struct Polygon {
    std::array<Flat, 12> corner;
    size_t count = 0;

    void add(const Flat &p) { corner[count++] = p; }
};

/* What of it is where cross(a, p) has the sign, or is 0, within all that rounding does. */
inline Polygon half_of(const Polygon &whole, const Flat &a, double sign)
{
    constexpr double rounding = 1e-9;
    Polygon half;
    for (size_t i = 0; i < whole.count; i++) {
        const Flat &p = whole.corner[i], &q = whole.corner[(i + 1) % whole.count];
        const double at_p = sign * cross(a, p) + rounding, at_q = sign * cross(a, q) + rounding;
        if (at_p >= 0)
            half.add(p);
        if ((at_p < 0) != (at_q < 0)) {
            const double t = at_p / (at_p - at_q);
            half.add({ p.x + t * (q.x - p.x), p.y + t * (q.y - p.y) });
        }
    }
    return half;
}

/* How far the nearest and the farthest point are from (0, 0). */
struct Span {
    double near = never, far = 0;

    void join(const Span &other)
    {
        near = std::min(near, other.near);
        far = std::max(far, other.far);
    }
};

inline double to_edge(const Flat &p, const Flat &q)
{
    const Flat by = { q.x - p.x, q.y - p.y };
    const double square = by.x * by.x + by.y * by.y;
    const double t = square > 0 ? std::clamp(-(p.x * by.x + p.y * by.y) / square, 0.0, 1.0) : 0;
    return length({ p.x + t * by.x, p.y + t * by.y });
}

struct Rectangle {
    Flat lo, hi;

    bool holds_middle() const { return lo.x <= 0 && lo.y <= 0 && hi.x >= 0 && hi.y >= 0; }
    double near() const
    {
        return length({ std::max({ lo.x, 0.0, -hi.x }), std::max({ lo.y, 0.0, -hi.y }) });
    }
};

/* Of what of a rectangle is in one of the wedges. */
inline Span span_in(const Rectangle &box, const std::vector<Wedge> &wedges)
{
    Span span;
    for (const Wedge &wedge : wedges) {
        Polygon part;
        part.add(box.lo);
        part.add({ box.hi.x, box.lo.y });
        part.add(box.hi);
        part.add({ box.lo.x, box.hi.y });
        part = half_of(part, wedge.right, 1);
        part = half_of(half_of(part, wedge.from, 1), wedge.to, -1);
        for (size_t i = 0; i < part.count; i++) {
            const Flat &p = part.corner[i];
            span.join({ to_edge(p, part.corner[(i + 1) % part.count]), length(p) });
        }
        if (box.holds_middle())
            span.near = 0;
    }
    return span;
}

/* A box of the cube, or of what is outside, with its faces; in sub-cells. */
struct Wall {
    std::array<double, 3> lo, hi;
    bool obstacle; /* else it is not known */
    double size;   /* of the leaf */
};

inline Wall relative(const Wall &wall, const oct9_point_t &point)
{
    const std::array<double, 3> at = { double(point.x), double(point.y), double(point.z) };
    Wall out = wall;
    for (size_t a = 0; a < 3; a++) {
        out.lo[a] -= at[a];
        out.hi[a] -= at[a];
    }
    return out;
}

/* What one answer must be: the distance is not above `most`, and with what rounding and the header
 * allow not below `least`. They are from the robot's middle. */
struct Bounds {
    double most = never, least = never;
};

/* The directions of a question. */
class Ring {
public:
    explicit Ring(const oct9_sectors_input_t &input) : input_(input)
    {
        const double room = 0.02 / 360 * turn;
        for (unsigned s = 0; s < input.sectors; s++) {
            const double from = angle(s), to = angle(s + 1);
            exact_.push_back(wedges_of(from, to));
            wide_.push_back(wedges_of(from - room, to + room));
        }
        for (unsigned l = 0; l < input.layers && by_pitch(); l++) {
            const double low = input.borders[l] * turn / 65536;
            const double high = input.borders[l + 1] * turn / 65536;
            exact_up_.push_back(wedges_of(low, high));
            wide_up_.push_back(wedges_of(low - room, high + room));
        }
    }

    /* Of all walls, which are where the map has them; by layers and sectors. */
    std::vector<Bounds> bounds(const std::vector<Wall> &walls, bool obstacles_only) const
    {
        std::vector<Bounds> out(size_t{ input_.layers } * input_.sectors);
        for (unsigned layer = 0; layer < (by_pitch() ? 1u : input_.layers); layer++) {
            std::vector<Near> heap = walls_of(walls, obstacles_only, layer);
            Bounds *const from = &out[size_t{ layer } * input_.sectors];
            Bounds *const end = by_pitch() ? &out[0] + out.size() : from + input_.sectors;
            while (!heap.empty() && heap.front().near <= worst(from, end)) {
                std::pop_heap(heap.begin(), heap.end());
                lower(relative(*heap.back().wall, input_.point), heap.back().near, layer, out);
                heap.pop_back();
            }
        }
        return out;
    }

private:
    struct Near {
        double near;
        const Wall *wall;
        bool operator<(const Near &other) const { return near > other.near; }
    };

    const oct9_sectors_input_t &input_;
    std::vector<std::vector<Wedge>> exact_, wide_, exact_up_, wide_up_;

    bool by_pitch() const { return input_.kind == OCT9_SECTORS_PITCH; }
    double angle(unsigned sector) const
    {
        return turn * (input_.from / 65536.0 + double(sector) / input_.sectors);
    }
    static double worst(const Bounds *from, const Bounds *end)
    {
        double most = 0;
        for (; from != end; from++)
            most = std::max(most, from->most);
        return most;
    }
    static Rectangle flat(const Wall &wall)
    {
        return { { wall.lo[0], wall.lo[1] }, { wall.hi[0], wall.hi[1] } };
    }

    /* Those within reach, and within a layer of heights; the nearest is at the front. */
    std::vector<Near> walls_of(const std::vector<Wall> &walls, bool obstacles_only,
                               unsigned layer) const
    {
        const double reach = input_.radius_q6 + input_.range_q6 + 4.0;
        std::vector<Near> heap;
        for (const Wall &place : walls) {
            if (obstacles_only && !place.obstacle)
                continue;
            const Wall wall = relative(place, input_.point);
            double near = flat(wall).near();
            if (by_pitch())
                near = length({ near, std::max({ wall.lo[2], 0.0, -wall.hi[2] }) });
            else if (wall.lo[2] > input_.borders[layer + 1] || wall.hi[2] < input_.borders[layer])
                continue;
            if (near <= reach)
                heap.push_back({ near, &place });
        }
        std::make_heap(heap.begin(), heap.end());
        return heap;
    }

    /* The sectors in which it is seen, and one more on each side: the first, and how many. */
    void seen_in(const Wall &wall, unsigned *first, unsigned *count) const
    {
        *first = 0;
        *count = input_.sectors;
        if (flat(wall).holds_middle() || input_.sectors < 4)
            return;
        const Flat middle = { wall.lo[0] + wall.hi[0], wall.lo[1] + wall.hi[1] };
        double least = 0, most = 0;
        for (int i = 0; i < 4; i++) {
            const Flat corner = { i & 1 ? wall.hi[0] : wall.lo[0],
                                  i & 2 ? wall.hi[1] : wall.lo[1] };
            const double by = std::atan2(cross(middle, corner),
                                         middle.x * corner.x + middle.y * corner.y);
            least = std::min(least, by);
            most = std::max(most, by);
        }
        const double at = std::atan2(middle.y, middle.x) - angle(0);
        const double step = turn / input_.sectors;
        const int low = static_cast<int>(std::floor((at + least) / step)) - 1;
        const int high = static_cast<int>(std::floor((at + most) / step)) + 1;
        const int all = input_.sectors;
        *first = static_cast<unsigned>((low % all + all) % all);
        *count = static_cast<unsigned>(std::min(high - low + 1, all));
    }

    void lower(const Wall &wall, double near, unsigned layer, std::vector<Bounds> &out) const
    {
        unsigned first, count;
        seen_in(wall, &first, &count);
        for (unsigned i = 0; i < count; i++) {
            const unsigned s = (first + i) % input_.sectors;
            if (by_pitch()) {
                lower_up(wall, near, s, out);
                continue;
            }
            Bounds &at = out[size_t{ layer } * input_.sectors + s];
            if (at.most <= near)
                continue;
            at.least = std::min(at.least, span_in(flat(wall), wide_[s]).near);
            at.most = std::min(at.most, span_in(flat(wall), exact_[s]).near);
        }
    }

    /* With layers of pitch: what is in the sector is a rectangle of distances and heights. */
    void lower_up(const Wall &wall, double near, unsigned s, std::vector<Bounds> &out) const
    {
        const Span exact = span_in(flat(wall), exact_[s]), wide = span_in(flat(wall), wide_[s]);
        for (unsigned layer = 0; layer < input_.layers && wide.near < never; layer++) {
            Bounds &at = out[size_t{ layer } * input_.sectors + s];
            if (at.most <= near)
                continue;
            const Rectangle most = { { exact.near, wall.lo[2] }, { exact.far, wall.hi[2] } };
            const Rectangle least = { { wide.near, wall.lo[2] }, { wide.far, wall.hi[2] } };
            if (exact.near < never)
                at.most = std::min(at.most, span_in(most, exact_up_[layer]).near);
            at.least = std::min(at.least, loose(least, wall.size, layer));
        }
    }

    /* A leaf may count as 2 sub-cells nearer across, and for a layer from which it is at most the
     * diagonal of its square away. */
    double loose(Rectangle seen, double size, unsigned layer) const
    {
        seen.lo.x = std::max(seen.lo.x - 2, 0.0);
        const double there = span_in(seen, wide_up_[layer]).near;
        const double away = std::sqrt(2.0) * size;
        const Rectangle grown = { { std::max(seen.lo.x - away, 0.0), seen.lo.y - away },
                                  { seen.hi.x + away, seen.hi.y + away } };
        return there < never || size == 0                   ? there
             : span_in(grown, wide_up_[layer]).near < never ? seen.near()
                                                            : never;
    }
};

} // namespace oracle

#endif
