/* SPDX-License-Identifier: MIT */
/* Random scenes and random motions through them, with the awkward ones on purpose: a few sub-cells
 * in which all touch, flat and pointed primitives, equal ones, the cube's rim, leaves' faces;
 * motions that graze at a whole distance, along edges, through corners, of no length, from
 * outside. */
#ifndef OCT9_TEST_SCENE_CASES_HPP
#define OCT9_TEST_SCENE_CASES_HPP

#include "tests/shared/motion.hpp"
#include "tests/shared/random.hpp"
#include "scene_exact.hpp"

#include "oct9/scene.h"

#include <algorithm>

namespace scenes {

using oracle::Random;

constexpr int64_t LOW = OCT9_LOW_Q6;      /* the cube's lowest sub-cell */
constexpr int64_t TOP = OCT9_HIGH_Q6 - 1; /* its highest one */
constexpr int64_t REACH_MAX = INT16_MAX;  /* of what a question may reach */

inline oct9_point_t narrow(const Vec &p)
{
    const auto clamp = [](int64_t c) {
        return static_cast<int16_t>(std::clamp<int64_t>(c, INT16_MIN, INT16_MAX));
    };

    return { clamp(p[0]), clamp(p[1]), clamp(p[2]) };
}

/* A place by its distances from the low faces of the cube. */
inline Vec above_low(const Vec &p)
{
    return { LOW + p[0], LOW + p[1], LOW + p[2] };
}

/* The low corner of a cell. */
inline Vec corner_of(const oct9_cell_t &cell)
{
    return above_low(OCT9_CELL_Q6 * Vec{ cell.x, cell.y, cell.z });
}

/* ---- Where a scene lies. ---- */

struct Region {
    Vec base;
    int size;

    /* In it, in the cube. */
    Vec inside(Random &random) const
    {
        Vec out;

        for (size_t a = 0; a < 3; a++)
            out[a] = base[a] + random.between(0, size);
        return out;
    }

    /* In it or around it. */
    Vec around(Random &random) const
    {
        Vec out;

        for (size_t a = 0; a < 3; a++)
            out[a] = base[a] + random.between(-size - 1, 2 * size + 1);
        return out;
    }
};

inline Region random_region(Random &random)
{
    const uint32_t style = random.below(10);
    Region region = {};

    region.size = style < 3 ? random.between(1, 4)
                : style < 5 ? random.between(8, 60)
                : style < 8 ? random.between(100, 3000)
                            : static_cast<int>(TOP - LOW);
    for (size_t a = 0; a < 3; a++) {
        const int low = static_cast<int>(LOW), high = static_cast<int>(TOP) - region.size;
        region.base[a] = random.chance(20) ? low
                       : random.chance(25) ? high
                                           : random.between(low, high);
        if (random.chance(30)) /* a leaf's face in the midst of it */
            region.base[a] = std::clamp<int64_t>(region.base[a] / 512 * 512 - region.size / 2, low,
                                                 high);
    }
    return region;
}

/* ---- Primitives. ---- */

/* How much a ball around p can grow in the cube. */
inline int room_around(const Vec &p)
{
    int64_t room = TOP - LOW;

    for (size_t a = 0; a < 3; a++)
        room = std::min({ room, p[a] - LOW, TOP - p[a] });
    return static_cast<int>(room);
}

inline uint16_t random_prim_radius(Random &random, int room, int size)
{
    if (random.chance(10))
        return static_cast<uint16_t>(random.chance(50) ? room : 0);
    return static_cast<uint16_t>(random.between(0, std::min(room, size)));
}

/* A triangle's third corner: anywhere, or so that it is a needle, a segment or a point. */
inline Vec third_corner(Random &random, const Region &region, const Vec &a, const Vec &b)
{
    Vec c = region.inside(random);

    switch (random.below(10)) {
    case 0: return random.chance(50) ? a : b;
    case 1: /* in one line */
        for (size_t i = 0; i < 3; i++)
            c[i] = std::clamp<int64_t>(2 * b[i] - a[i], LOW, TOP);
        return c;
    case 2: /* a needle */
        for (size_t i = 0; i < 3; i++)
            c[i] = std::clamp<int64_t>(b[i] + random.between(-1, 1), LOW, TOP);
        return c;
    case 3: /* parallel to a face of the cube */ c[random.below(3)] = a[0]; return c;
    default: return c;
    }
}

inline oct9_primitive_t random_shape(Random &random, const Region &region)
{
    oct9_primitive_t p = {};
    Vec a = region.inside(random), b = random.chance(12) ? a : region.inside(random);

    p.kind = static_cast<uint16_t>(random.below(4));
    if (random.chance(25)) /* flat, or parallel to an axis */
        for (size_t i = random.below(3); i < 3; i++)
            b[i] = a[i];
    if (p.kind == OCT9_PRIMITIVE_BOX)
        for (size_t i = 0; i < 3; i++)
            if (b[i] < a[i])
                std::swap(a[i], b[i]);
    const int room = std::min(room_around(a),
                              p.kind == OCT9_PRIMITIVE_CAPSULE ? room_around(b) : room_around(a));
    p.a = narrow(a);
    p.b = narrow(b);
    p.c = narrow(third_corner(random, region, a, b));
    p.radius_q6 = random_prim_radius(random, room, region.size);
    return p;
}

/* What the kind does not name may hold anything. */
inline void paint_unused(Random &random, oct9_primitive_t &p)
{
    const auto any = [&random] {
        return oct9_point_t{ static_cast<int16_t>(random.u32()), static_cast<int16_t>(random.u32()),
                             static_cast<int16_t>(random.u32()) };
    };

    if (p.kind == OCT9_PRIMITIVE_SPHERE)
        p.b = any();
    if (p.kind != OCT9_PRIMITIVE_TRIANGLE)
        p.c = any();
    if (p.kind == OCT9_PRIMITIVE_BOX || p.kind == OCT9_PRIMITIVE_TRIANGLE)
        p.radius_q6 = static_cast<uint16_t>(random.u32());
}

inline std::vector<oct9_primitive_t> random_primitives(Random &random, const Region &region)
{
    std::vector<oct9_primitive_t> out(random.chance(85) ? random.below(14) : random.below(70));

    for (size_t i = 0; i < out.size(); i++) {
        if (i > 0 && random.chance(10))
            out[i] = out[random.below(static_cast<uint32_t>(i))];
        else
            out[i] = random_shape(random, region);
        if (random.chance(50))
            paint_unused(random, out[i]);
        out[i].id = static_cast<uint16_t>(random.u32());
        out[i].category = static_cast<uint16_t>(random.chance(20)   ? 0
                                                : random.chance(60) ? 1u << random.below(4)
                                                                    : random.u32());
    }
    return out;
}

/* ---- Scenes. ---- */

/* A scene, and the arrays that it lives in. */
struct World {
    Region region;
    std::vector<oct9_primitive_t> primitives;
    std::vector<Body> bodies;
    std::vector<oct9_block_t> blocks;
    std::vector<uint32_t> lists;
    std::vector<uint16_t> indices;
    oct9_scene_config_t config;
    oct9_scene_t scene;
    oct9_status_t status;

    explicit World(Random &random) : World(random_region(random), random) {}

    World(const Region &region_, Random &random)
        : World(region_, random_primitives(random, region_), random)
    {
    }

    World(const Region &region_, const std::vector<oct9_primitive_t> &primitives_, Random &random)
        : region(region_), primitives(primitives_), blocks(120), lists(600), indices(6000),
          config(), scene(), status()
    {
        for (const oct9_primitive_t &p : primitives)
            bodies.push_back(body_of(p));
        config.few = static_cast<uint8_t>(random.between(1, 5));
        config.least_level = static_cast<uint8_t>(region.size > 5000 ? random.between(6, 9)
                                                                     : random.between(0, 5));
        build();
    }
    World(const World &) = delete;
    World &operator=(const World &) = delete;

    uint32_t count() const { return static_cast<uint32_t>(primitives.size()); }

    const Body &any_body(Random &random) const { return bodies[random.below(count())]; }

private:
    static bool too_much(oct9_status_t status)
    {
        return status == OCT9_ERR_POOL_FULL || status == OCT9_ERR_LISTS_FULL ||
               status == OCT9_ERR_INDICES_FULL;
    }

    /* With larger leaves if there is no room for such small ones. */
    void build()
    {
        config.primitives = primitives.data();
        config.primitive_count = count();
        config.blocks = blocks.data();
        config.block_count = static_cast<uint32_t>(blocks.size());
        config.lists = lists.data();
        config.list_count = static_cast<uint32_t>(lists.size());
        config.indices = indices.data();
        config.index_count = static_cast<uint32_t>(indices.size());
        status = oct9_scene_build(&scene, &config);
        while (too_much(status) && config.least_level < 9) {
            config.least_level++;
            status = oct9_scene_build(&scene, &config);
        }
    }
};

/* ---- Points and distances. ---- */

/* A corner, or something near the body. */
inline Vec point_on(Random &random, const Body &body)
{
    Vec p = body.lo;

    if (!body.is_box)
        return body.corners[random.below(static_cast<uint32_t>(body.corners.size()))];
    for (size_t a = 0; a < 3; a++)
        p[a] = random.chance(70)
                 ? (random.chance(50) ? body.lo[a] : body.hi[a])
                 : random.between(static_cast<int>(body.lo[a]), static_cast<int>(body.hi[a]));
    return p;
}

/* A step with whole coordinates and a whole length. */
struct Step {
    Vec v;
    int64_t length;
};

inline Step random_step(Random &random, int size)
{
    static const int quadruples[][4] = { { 1, 0, 0, 1 },   { 1, 0, 0, 1 },   { 3, 4, 0, 5 },
                                         { 5, 12, 0, 13 }, { 1, 2, 2, 3 },   { 2, 3, 6, 7 },
                                         { 1, 4, 8, 9 },   { 6, 10, 15, 19 } };
    const int *q = quadruples[random.below(8)];
    const int scale = random.between(0, random.chance(60) ? 3 : size / q[3] + 1);
    const uint32_t turn = random.below(3);
    Step step = { {}, int64_t{ q[3] } * scale };

    for (size_t a = 0; a < 3; a++)
        step.v[a] = (random.chance(50) ? 1 : -1) * int64_t{ q[(a + turn) % 3] } * scale;
    return step;
}

inline Vec anywhere(Random &random)
{
    Vec p;

    for (size_t a = 0; a < 3; a++)
        p[a] = random.chance(10) ? (random.chance(50) ? INT16_MIN : INT16_MAX)
                                 : random.between(INT16_MIN, INT16_MAX);
    return p;
}

inline Vec random_place(Random &random, const World &world)
{
    const uint32_t style = random.below(10);

    if (world.count() > 0 && style < 3)
        return point_on(random, world.any_body(random)) + random_step(random, world.region.size).v;
    return style < 9 ? world.region.around(random) : anywhere(random);
}

/* 0..32767, often just what a primitive of the scene needs to be reached, or one less. */
inline uint16_t random_reach(Random &random, const World &world, const Vec &p)
{
    int64_t reach = 0;

    if (world.count() > 0 && random.chance(50)) {
        const int64_t d = distance_q14(p, world.any_body(random));
        reach = (d + 255) / 256 - random.between(0, 1);
    } else {
        reach = random.chance(10) ? random.between(0, static_cast<int>(REACH_MAX))
                                  : random.between(0, world.region.size);
    }
    return static_cast<uint16_t>(std::clamp<int64_t>(reach, 0, REACH_MAX));
}

inline uint16_t random_ignored(Random &random)
{
    return static_cast<uint16_t>(random.chance(60)   ? 0
                                 : random.chance(70) ? random.below(16)
                                                     : random.u32());
}

/* ---- Motions. ---- */

struct Line {
    Vec from, to;
};

/* Past a corner at a whole distance, at a right angle to the step to it; a sphere of `radius` only
 * just touches what is around the corner. */
inline Line grazing_line(Random &random, const World &world, int64_t &radius)
{
    const Body &body = world.any_body(random);
    const Vec corner = point_on(random, body);
    const Step step = random_step(random, world.region.size);
    Vec axis = {}, along = step.v;

    axis[random.below(3)] = 1;
    radius = step.length - body.radius;
    const WideVec right = cross(step.v, axis);
    for (size_t a = 0; a < 3; a++)
        along[a] = static_cast<int64_t>(right[a]);
    if (dot(along, along) == 0)
        along = axis;
    return { corner + step.v - random.between(0, 3) * along,
             corner + step.v + random.between(0, 5) * along };
}

/* Parallel to an axis; of a length that divides 65535, so that whole places are at whole parts. */
inline Line axis_line(Random &random, const World &world)
{
    static const int lengths[] = { 1,   3,   5,    15,   17,   51,    85,    255,
                                   257, 771, 1285, 3855, 4369, 13107, 21845, 65535 };
    const size_t a = random.below(3);
    Line line = { random_place(random, world), {} };

    line.to = line.from;
    line.to[a] += (random.chance(50) ? 1 : -1) * lengths[random.below(16)];
    if (random.chance(10)) {
        line.from[a] = INT16_MIN;
        line.to[a] = INT16_MAX;
    }
    return line;
}

/* Along an edge, beginning before, on or behind its end. */
inline Line edge_line(Random &random, const World &world)
{
    const Body &body = world.any_body(random);
    Vec from = point_on(random, body), along = point_on(random, body) - from;

    if (!body.edges.empty()) {
        const Edge &edge = body.edges[random.below(static_cast<uint32_t>(body.edges.size()))];
        from = edge.from;
        along = edge.along;
    }
    const Vec off = random.chance(60) ? Vec{} : random_step(random, world.region.size).v;
    return { from + off + random.between(-2, 1) * along,
             from + off + random.between(-1, 3) * along };
}

/* Through a corner. */
inline Line corner_line(Random &random, const World &world)
{
    const Vec corner = point_on(random, world.any_body(random));
    const Vec from = random_place(random, world), on = corner - from;

    return { from, from + random.between(1, 3) * on };
}

inline Motion random_sweep(Random &random, const World &world)
{
    int64_t radius = -1; /* that just touches, if above 0 */
    Line line = { random_place(random, world), random_place(random, world) };
    Motion motion = {};

    if (world.count() > 0) {
        const uint32_t style = random.below(10);
        line = style < 2 ? grazing_line(random, world, radius)
             : style < 3 ? edge_line(random, world)
             : style < 4 ? corner_line(random, world)
             : style < 6 ? axis_line(random, world)
                         : line;
    }
    if (random.chance(4))
        line.to = line.from;
    if (random.chance(50))
        std::swap(line.from, line.to);
    motion.from = narrow(line.from);
    motion.to = narrow(line.to);
    motion.radius_q6 = radius > 0 && radius <= REACH_MAX && random.chance(80)
                         ? static_cast<uint16_t>(radius - random.between(0, 3) / 3)
                         : random_reach(random, world,
                                        vec(random.chance(50) ? motion.from : motion.to));
    motion.ignored = random_ignored(random);
    return motion;
}

inline Motion random_line(Random &random, const World &world)
{
    Motion motion = random_sweep(random, world);

    motion.radius_q6 = 0;
    return motion;
}

inline Motion random_rest(Random &random, const World &world)
{
    Motion motion = random_sweep(random, world);

    motion.to = motion.from;
    return motion;
}

/* ---- Frusta. ---- */

/* A few planes around the region, the others through everything; some through a corner exactly. */
inline oct9_frustum_t random_frustum(Random &random, const World &world)
{
    oct9_frustum_t frustum = {};

    for (oct9_plane_t &plane : frustum.plane) {
        const int size = random.chance(50) ? 2 : OCT9_ONE_Q14;
        Vec normal = {};
        while (dot(normal, normal) == 0)
            for (size_t a = 0; a < 3; a++)
                normal[a] = random.between(-size, size);
        const Vec through = random_place(random, world);
        for (size_t a = 0; a < 3; a++)
            plane.normal[a] = static_cast<int16_t>(normal[a]);
        plane.offset = static_cast<int32_t>(dot(normal, vec(narrow(through)))) +
                       random.between(-1, 1);
        if (random.chance(50))
            plane.offset -= size * std::min(world.region.size, 20000);
    }
    return frustum;
}

} // namespace scenes

#endif
