/* SPDX-License-Identifier: MIT */
/* Random boxes and frusta, with faces and planes where those of the leaves are. */
#ifndef OCT9_TEST_VISIT_SHAPES_HPP
#define OCT9_TEST_VISIT_SHAPES_HPP

#include "tests/shared/search_cases.hpp"

#include "oct9/visit.h"

namespace oracle {

/* ---- Boxes, lo and hi included. ---- */

struct Box {
    oct9_point_t lo, hi;
};

/* A leaf's face or a sub-cell beside it, an end of what a point can say, or anything. */
inline int random_face(Random &random, const Scene &scene, size_t axis)
{
    static const int ends[] = { INT16_MIN,         OCT9_LOW_Q6 - 64, OCT9_LOW_Q6 - 1,
                                OCT9_LOW_Q6,       OCT9_LOW_Q6 + 1,  OCT9_HIGH_Q6 - 65,
                                OCT9_HIGH_Q6 - 64, OCT9_HIGH_Q6 - 1, OCT9_HIGH_Q6,
                                OCT9_HIGH_Q6 + 63, INT16_MAX };
    const ListedLeaf &leaf = scene.any_leaf(random);
    const int face = (random.chance(50) ? leaf.lo[axis] : leaf.hi[axis]) + random.between(-1, 1);

    switch (random.below(6)) {
    case 0: return random.between(INT16_MIN, INT16_MAX);
    case 1: return ends[random.below(11)];
    default: return std::clamp(face, INT16_MIN, INT16_MAX);
    }
}

inline Box random_box(Random &random, const Scene &scene)
{
    const bool point = random.chance(20);
    Point lo = {}, hi = {};

    for (size_t axis = 0; axis < 3; axis++) {
        lo[axis] = random_face(random, scene, axis);
        hi[axis] = point ? lo[axis] : random_face(random, scene, axis);
        if (lo[axis] > hi[axis])
            std::swap(lo[axis], hi[axis]);
    }
    return { narrow(lo), narrow(hi) };
}

inline std::string text_of(const Box &box)
{
    return "box " + text_of(box.lo) + " to " + text_of(box.hi);
}

/* ---- Frusta. ---- */

/* The plane through a point, so many units of the normal further in. */
inline oct9_plane_t plane_through(const Point &normal, const Point &point, int64_t further)
{
    oct9_plane_t plane = {};
    int64_t offset = further;

    for (size_t axis = 0; axis < 3; axis++) {
        plane.normal[axis] = static_cast<int16_t>(normal[axis]);
        offset += normal[axis] * point[axis];
    }
    plane.offset = static_cast<int32_t>(std::clamp<int64_t>(offset, INT32_MIN, INT32_MAX));
    return plane;
}

inline Point random_normal(Random &random, int most)
{
    static const int lengths[] = { 1, -1, 2, 3, 8192, -8192, 16383, -16384, 16384 };
    Point normal = {};

    for (int64_t &n : normal)
        switch (random.below(4)) {
        case 0: n = 0; break;
        case 1: n = std::clamp(lengths[random.below(9)], -most, most); break;
        default: n = random.between(-most, most);
        }
    if (normal == Point{})
        normal[random.below(3)] = random.chance(50) ? most : -most;
    return normal;
}

/* A leaf's corner, or a point anywhere. */
inline Point random_anchor(Random &random, const Scene &scene)
{
    const ListedLeaf &leaf = scene.any_leaf(random);
    Point corner = {};

    if (random.chance(30))
        return wide(random_point(random, scene));
    for (size_t axis = 0; axis < 3; axis++)
        corner[axis] = random.chance(50) ? leaf.lo[axis] : leaf.hi[axis];
    return corner;
}

inline oct9_plane_t random_plane(Random &random, const Scene &scene)
{
    static const int32_t limits[] = {
        INT32_MIN, INT32_MIN + 1, -1610612736, -805306368, -1,         0,        1,
        805306367, 805306368,     805306369,   1610612735, 1610612736, INT32_MAX
    };
    const Point anchor = random_anchor(random, scene);
    Point normal = random_normal(random, OCT9_ONE_Q14);
    const int64_t further = random.between(-1, 1);

    switch (random.below(8)) {
    case 0: { /* flush with cell faces */
        const size_t axis = random.below(3);
        const int64_t length = normal[axis] != 0 ? normal[axis] : 1;
        normal = {};
        normal[axis] = length;
        return plane_through(normal, anchor, further);
    }
    case 1: { /* any offset at all */
        oct9_plane_t plane = plane_through(normal, {}, 0);
        plane.offset = random.chance(50) ? limits[random.below(13)]
                                         : static_cast<int32_t>(random.u32());
        return plane;
    }
    case 2: { /* through a corner of the cube */
        Point corner = {};
        for (size_t axis = 0; axis < 3; axis++) {
            normal[axis] = random.chance(50) ? OCT9_ONE_Q14 : -OCT9_ONE_Q14;
            corner[axis] = random.chance(50) ? OCT9_LOW_Q6 : OCT9_HIGH_Q6;
        }
        return plane_through(normal, corner, further);
    }
    default: return plane_through(normal, anchor, further);
    }
}

/* What a camera sees: four planes through its place, one near and one far. */
inline oct9_frustum_t random_view(Random &random, const Scene &scene)
{
    const Point place = random_anchor(random, scene);
    const Point forward = random_normal(random, 8192), right = random_normal(random, 8192);
    const Point up = random_normal(random, 8192);
    const int64_t length2 = forward[0] * forward[0] + forward[1] * forward[1] +
                            forward[2] * forward[2];
    const int64_t near = random.below(100), far = near + random.below(40000);
    oct9_frustum_t frustum;
    size_t filled = 0;

    for (const Point &side : { right, up })
        for (int sign : { -1, 1 }) {
            Point normal = forward;
            for (size_t axis = 0; axis < 3; axis++)
                normal[axis] += sign * side[axis];
            if (normal == Point{})
                normal = forward;
            frustum.plane[filled++] = plane_through(normal, place, 0);
        }
    frustum.plane[4] = plane_through(forward, place, near * length2 / 8192);
    frustum.plane[5] = plane_through({ -forward[0], -forward[1], -forward[2] }, place,
                                     -(far * length2 / 8192));
    return frustum;
}

/* Planes that leave nothing out. */
inline oct9_frustum_t everything_seen(void)
{
    oct9_frustum_t frustum;

    for (oct9_plane_t &plane : frustum.plane)
        plane = { { 0, 1, 0 }, INT32_MIN };
    return frustum;
}

/* Planes one by one, some of them so that they leave nothing out. */
inline oct9_frustum_t random_frustum(Random &random, const Scene &scene)
{
    const unsigned real = random.below(7);
    oct9_frustum_t frustum;

    if (random.chance(40))
        return random_view(random, scene);
    for (unsigned i = 0; i < 6; i++) {
        frustum.plane[i] = random_plane(random, scene);
        if (i >= real)
            frustum.plane[i].offset = INT32_MIN;
    }
    std::swap(frustum.plane[0], frustum.plane[random.below(6)]);
    return frustum;
}

inline std::string text_of(const oct9_frustum_t &frustum)
{
    std::string text = "frustum";

    for (const oct9_plane_t &plane : frustum.plane) {
        for (int n : plane.normal)
            text += " " + std::to_string(n);
        text += " >= " + std::to_string(plane.offset) + ";";
    }
    return text;
}

} // namespace oracle

#endif
