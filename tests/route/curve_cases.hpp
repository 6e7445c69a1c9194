/* SPDX-License-Identifier: MIT */
/* Random polylines, and maps with leaves beside what they become when they are rounded. */
#ifndef OCT9_TEST_CURVE_CASES_HPP
#define OCT9_TEST_CURVE_CASES_HPP

#include "curve_judge.hpp"
#include "tests/shared/generate.hpp"

namespace oracle {

struct Case {
    std::vector<oct9_point_t> points;
    oct9_route_body_t body = {};
    oct9_heights_t heights = {};
    uint16_t bend = 0, cut = 0;
};

/* ---- Random polylines. ---- */

inline oct9_point_t moved(const oct9_point_t &from, const Point &by)
{
    return narrow({ from.x + by[0], from.y + by[1], from.z + by[2] });
}

inline Point random_step(Random &random)
{
    static const int sizes[] = { 3, 40, 100, 200, 400, 1000, 4000, 30000 };
    const int most = sizes[std::min(random.below(8), random.below(9))];
    Point by;

    for (int64_t &axis : by)
        axis = random.chance(20) ? 0 : random.between(-most, most);
    return by;
}

/* One that turns little, or goes straight, or back. */
inline Point step_after(Random &random, const Point &before)
{
    Point by = random_step(random);
    const int kind = random.between(0, 9);

    if (kind < 3)
        return by;
    for (size_t axis = 0; axis < 3; axis++)
        switch (kind) {
        case 3: by[axis] = before[axis]; break;
        case 4: by[axis] = -before[axis] + random.between(-1, 1) * random.between(0, 20); break;
        case 5: by[axis] = before[axis] / 2 + random.between(-2, 2); break;
        default: by[axis] = before[axis] * random.between(0, 12) / 8 + by[axis] / 2;
        }
    return by;
}

inline std::vector<oct9_point_t> random_polyline(Random &random)
{
    const int count = random.chance(5) ? random.between(1, 2) : random.between(3, 7);
    const int far = random.chance(90) ? 600 : 16000;
    std::vector<oct9_point_t> out = { narrow(
        { random.between(-far, far), random.between(-far, far), random.between(-far, far) }) };
    Point by = random_step(random);

    for (int i = 1; i < count; i++) {
        out.push_back(moved(out.back(), by));
        by = step_after(random, by);
        if (random.chance(2))
            by = { 0, 0, 0 };
    }
    return out;
}

inline uint16_t random_size(Random &random)
{
    static const int sizes[] = { 4, 30, 100, 300, 1000, 5000, 30000, 65536 };

    return static_cast<uint16_t>(
        random.below(static_cast<uint32_t>(sizes[std::min(random.below(8), random.below(8))])));
}

inline Case random_case(Random &random)
{
    Case c;

    c.points = random_polyline(random);
    c.bend = random.chance(20) ? uint16_t{ 0 } : random_size(random);
    c.cut = random.chance(10) ? uint16_t{ 65535 } : random_size(random);
    c.body.rules.unknown = random.chance(50) ? OCT9_BLOCKS : OCT9_PASSES;
    c.body.rules.outside = random.chance(70) ? OCT9_FREE : OCT9_UNKNOWN;
    return c;
}

/* ---- Random maps around them. ---- */

inline std::array<int, 3> cell_at(const oct9_point_t &at)
{
    std::array<int, 3> out;

    for (size_t axis = 0; axis < 3; axis++)
        out[axis] = static_cast<int>(
            std::clamp<int64_t>((wide(at)[axis] - OCT9_LOW_Q6) >> 6, 0, 511));
    return out;
}

/* Splits until the leaf that holds the cell has that size; its number. */
inline size_t refine(Model &model, const std::array<int, 3> &cell, int leaf_size)
{
    size_t i = 0;

    while (model.node(i).size > leaf_size || !model.node(i).is_leaf()) {
        if (model.node(i).is_leaf()) {
            const uint16_t payload = model.node(i).payload;
            model.split(i);
            for (size_t k = 0; k < 8; k++)
                model.set_payload(static_cast<size_t>(model.node(i).first_child) + k, payload);
        }
        const int half = model.node(i).size / 2;
        size_t child = static_cast<size_t>(model.node(i).first_child);
        for (size_t axis = 0; axis < 3; axis++)
            if (cell[axis] >= model.node(i).corner[axis] + half)
                child += size_t{ 1 } << axis;
        i = child;
    }
    return i;
}

/* A place near a piece. */
inline oct9_point_t beside(Random &random, const oct9_route_piece_t &piece)
{
    const long double t = random.below(1001) / 1000.0L;
    const int away = random.chance(70) ? 150 : 600;
    Point at;

    for (size_t axis = 0; axis < 3; axis++)
        at[axis] = std::llround(at_time(piece, axis, t)) + random.between(-away, away);
    return narrow(at);
}

/* Free space, with a few leaves beside the pieces. */
inline Model model_beside(Random &random, const std::vector<oct9_route_piece_t> &pieces)
{
    Model model;
    const int count = random.between(1, 12);

    model.thresholds = { 2, 2 };
    model.set_payload(0, 1);
    for (int i = 0; i < count && !pieces.empty(); i++) {
        const oct9_route_piece_t &piece =
            pieces[random.below(static_cast<uint32_t>(pieces.size()))];
        const int leaf_size = random.chance(80) ? 1 : 1 << random.below(4);
        const size_t leaf = refine(model, cell_at(beside(random, piece)), leaf_size);
        model.set_payload(leaf, random.chance(80) ? uint16_t{ 2 } : uint16_t{ 0 });
    }
    for (size_t i = 0; i < model.nodes().size(); i++)
        if (!model.node(i).is_leaf() && model.children_equal(i))
            model.set_payload(
                static_cast<size_t>(model.node(i).first_child),
                model.node(static_cast<size_t>(model.node(i).first_child)).payload == 1 ? 2 : 1);
    return model;
}

inline Real scaled(const Real &a, long double by)
{
    return { a[0] * by, a[1] * by, a[2] * by };
}

/* Two legs of one length, at right angles to `normal`. */
inline std::array<Real, 2> random_legs(Random &random, const Real &normal, long double length)
{
    const auto any = [&] { return random.between(-100, 100) + 0.5L; };
    std::array<Real, 2> out;

    for (Real &leg : out) {
        leg = cross(normal, { any(), any(), any() });
        leg = scaled(leg, length / size(leg));
    }
    return out;
}

/* One corner whose longest curve is below a corner of a cell in free space, at right angles to its
 * plane, and nearer to it than the polyline and the chords are. Sets the case. */
inline Model model_above(Random &random, Case &c)
{
    const Real normal = { random.between(1, 9) + 0.0L, random.between(1, 9) + 0.0L,
                          random.between(1, 9) + 0.0L };
    const auto legs = random_legs(random, normal, random.between(33, 33 << random.below(4)) + 0.5L);
    const Real up = scaled(normal, random.between(1, 60) / (5 * size(normal)));
    const long double t = random.below(101) / 100.0L, s = 1 - t;
    Point points[3];
    Model model;

    for (size_t axis = 0; axis < 3; axis++) {
        const long double corner = -up[axis] - s * s * legs[0][axis] - t * t * legs[1][axis];
        points[0][axis] = std::llround(corner + 2.01L * legs[0][axis]);
        points[1][axis] = std::llround(corner);
        points[2][axis] = std::llround(corner + 2.01L * legs[1][axis]);
    }
    c.points = { narrow(points[0]), narrow(points[1]), narrow(points[2]) };
    c.bend = 0;
    c.cut = 65535;
    model.thresholds = { 2, 2 };
    model.set_payload(0, 1);
    model.set_payload(refine(model, { 256, 256, 256 }, 1), 2);
    return model;
}

} // namespace oracle

#endif
