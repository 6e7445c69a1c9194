/* SPDX-License-Identifier: MIT */
/* Random rules, spheres, boxes and paths, with the awkward ones among them on purpose: contacts
 * at exactly the radius of faces, edges and corners, flush boxes, grazing motions, the rim of the
 * cube, the numbers' limits. */
#ifndef OCT9_TEST_SHAPE_CASES_HPP
#define OCT9_TEST_SHAPE_CASES_HPP

#include "tests/shared/generate.hpp"
#include "shape_scene.hpp"

#include "oct9/sweep.h"

namespace oracle {

inline int64_t clamped(int64_t c)
{
    return std::clamp<int64_t>(c, -32768, 32767);
}

inline oct9_point_t point_at(const Triple &p)
{
    return { static_cast<int16_t>(clamped(p[0])), static_cast<int16_t>(clamped(p[1])),
             static_cast<int16_t>(clamped(p[2])) };
}

inline Triple plus(const Triple &a, const Triple &b, int64_t times = 1)
{
    return { a[0] + times * b[0], a[1] + times * b[1], a[2] + times * b[2] };
}

inline Triple random_triple(Random &random, int most)
{
    return { random.between(-most, most), random.between(-most, most),
             random.between(-most, most) };
}

/* A leaf of the map; one that may block, or else a free one, if there is any. */
inline const Piece &random_piece(Random &random, const Scene &scene, bool solid)
{
    const bool use_solid = scene.free.empty() || (solid && !scene.solid.empty());
    const std::vector<Piece> &pieces = use_solid ? scene.solid : scene.free;

    return pieces[random.below(static_cast<uint32_t>(pieces.size()))];
}

inline Triple random_place_in(Random &random, const Block &block)
{
    Triple p = {};

    for (size_t axis = 0; axis < 3; axis++)
        p[axis] = block.lo[axis] +
                  random.below(static_cast<uint32_t>(block.hi[axis] - block.lo[axis]));
    return p;
}

/* ---- Rules. ---- */

inline void random_filter(Random &random, const Scene &scene, oct9_rules_t &rules)
{
    static const uint16_t masks[] = { 1, 2, 3, 4, 0x10, 0x4000, 0x7FFF, 0xFFFF };
    const uint16_t payload = random_piece(random, scene, true).leaf.payload;

    rules.filter_mask = random.chance(50) ? masks[random.below(8)]
                                          : static_cast<uint16_t>(random.below(65536));
    rules.filter_value = payload & rules.filter_mask;
    if (!some_obstacle_matches(scene.model, scene.model.has_three_states(), rules.filter_mask,
                               rules.filter_value))
        rules.filter_mask = rules.filter_value = 0;
}

inline oct9_rules_t random_rules(Random &random, const Scene &scene)
{
    oct9_rules_t rules = {};

    rules.unknown = random.chance(60) ? OCT9_PASSES : OCT9_BLOCKS;
    rules.outside = random.chance(60) ? OCT9_FREE : static_cast<oct9_state_t>(random.below(3));
    rules.start_inside = random.chance(40) ? OCT9_PASSES : OCT9_BLOCKS;
    if (random.chance(25))
        random_filter(random, scene, rules);
    return rules;
}

/* ---- Motions. ---- */

/* Away from a place: parallel to an axis, diagonal, of a small rational slope, anywhere, short,
 * or of no length. */
inline Triple other_end(Random &random, const Scene &scene, const Triple &from)
{
    Triple to = from;

    switch (random.below(8)) {
    case 0:
    case 1: to[random.below(3)] += random.between(-1, 1) * random.between(0, 8000); return to;
    case 2: return plus(from, random_triple(random, 1), random.between(0, 8000));
    case 3: return plus(from, random_triple(random, 4), random.between(0, 4000));
    case 4: return plus(from, random_triple(random, random.chance(50) ? 200 : 3));
    case 5: return triple_of(random_ends(random, scene.model).to);
    case 6:
        return random.chance(50) ? from
                                 : random_place_in(random, random_piece(random, scene, true).block);
    default: return plus(from, random_triple(random, 6000));
    }
}

/* ---- Spheres. ---- */

inline uint16_t random_radius(Random &random)
{
    switch (random.below(8)) {
    case 0: return 0;
    case 1: return static_cast<uint16_t>(random.below(4));
    case 2: return static_cast<uint16_t>(64 * random.below(20));
    case 3:
    case 4:
    case 5: return static_cast<uint16_t>(random.below(400));
    case 6: return static_cast<uint16_t>(random.below(6000));
    default: return static_cast<uint16_t>(random.chance(30) ? 32767 : random.below(32768));
    }
}

/* The radius with which a sphere at rest would just touch what blocks, give or take one. */
inline uint16_t touching_radius(Random &random, const Scene &scene, const oct9_point_t &centre,
                                const oct9_rules_t &rules)
{
    const Move rest = move_between(centre, centre);
    int64_t least = 32767 * 32767;

    for (const Piece &piece : scene.solid)
        if (blocks(rules, piece.leaf))
            least = std::min(least, distance2_at_start(rest, piece.block));
    const int64_t root = static_cast<int64_t>(std::sqrt(static_cast<double>(least)));
    return static_cast<uint16_t>(std::clamp<int64_t>(root + random.between(-1, 1), 0, 32767));
}

/* Steps of whole length: the sum of the squares of the first three is the square of the last. */
struct WholeStep {
    Triple step;
    int length;
};

inline WholeStep random_whole_step(Random &random)
{
    static const WholeStep steps[] = {
        { { 1, 0, 0 }, 1 },   { { 3, 4, 0 }, 5 },   { { 5, 12, 0 }, 13 },  { { 8, 15, 0 }, 17 },
        { { 7, 24, 0 }, 25 }, { { 1, 2, 2 }, 3 },   { { 2, 3, 6 }, 7 },    { { 1, 4, 8 }, 9 },
        { { 4, 4, 7 }, 9 },   { { 2, 6, 9 }, 11 },  { { 6, 6, 7 }, 11 },   { { 3, 4, 12 }, 13 },
        { { 2, 5, 14 }, 15 }, { { 8, 9, 12 }, 17 }, { { 12, 15, 16 }, 25 }
    };
    WholeStep out = steps[random.below(15)];
    const int times = random.chance(50) ? 1 : 1 + static_cast<int>(random.below(200));

    std::swap(out.step[0], out.step[random.below(3)]);
    std::swap(out.step[1], out.step[1 + random.below(2)]);
    for (int64_t &c : out.step)
        c *= times;
    out.length *= times;
    return out;
}

/* From a leaf's face, edge or corner outward by a step: the radius is then its length. */
inline Triple place_beside(Random &random, const Block &block, const Triple &step)
{
    Triple p = random_place_in(random, block);

    for (size_t axis = 0; axis < 3; axis++)
        if (step[axis] != 0)
            p[axis] = random.chance(50) ? block.lo[axis] - step[axis] : block.hi[axis] + step[axis];
    return p;
}

inline oct9_sphere_input_t sphere_at(const Triple &from, const Triple &to, int64_t radius)
{
    oct9_sphere_input_t sphere = {};

    sphere.motion.from = point_at(from);
    sphere.motion.to = point_at(to);
    sphere.motion.radius_q6 = static_cast<uint16_t>(std::clamp<int64_t>(radius, 0, 32767));
    return sphere;
}

/* Now and then off by one, which must make the difference. */
inline int off_by_one(Random &random)
{
    return random.chance(60) ? 0 : random.between(-1, 1);
}

/* A sphere at rest that just touches a leaf. */
inline oct9_sphere_input_t touching_sphere(Random &random, const Scene &scene)
{
    const WholeStep away = random_whole_step(random);
    Triple p = place_beside(random, random_piece(random, scene, true).block, away.step);

    p[random.below(3)] += off_by_one(random);
    return sphere_at(p, p, away.length + off_by_one(random));
}

/* A sphere at rest that just touches the cube's rim. */
inline oct9_sphere_input_t sphere_at_rim(Random &random, const Scene &scene)
{
    const int64_t r = random_radius(random);
    Triple p = random_place_in(random, random_piece(random, scene, false).block);

    p[random.below(3)] = (random.chance(50) ? OCT9_LOW_Q6 + r : OCT9_HIGH_Q6 - r) +
                         off_by_one(random);
    return sphere_at(p, p, r);
}

inline oct9_sphere_input_t random_sphere_at_rest(Random &random, const Scene &scene)
{
    const Triple p = triple_of(random_ends(random, scene.model).from);
    const Triple q = random_place_in(random, random_piece(random, scene, false).block);

    switch (random.below(8)) {
    case 0:
    case 1:
    case 2: return touching_sphere(random, scene);
    case 3: return sphere_at_rim(random, scene);
    case 4:
    case 5: return sphere_at(p, p, random_radius(random));
    default: return sphere_at(q, q, random_radius(random));
    }
}

/* A motion that is nearest to a leaf's edge or corner at a whole distance, at a right angle: two
 * rows of a rotation with whole numbers. */
inline oct9_sphere_input_t grazing_sphere(Random &random, const Scene &scene)
{
    static const struct {
        Triple along, away;
        int length;
    } rows[] = { { { 4, -3, 0 }, { 3, 4, 0 }, 5 }, { { 2, -2, 1 }, { 1, 2, 2 }, 3 },
                 { { 2, 1, -2 }, { 1, 2, 2 }, 3 }, { { 3, -6, 2 }, { 2, 3, 6 }, 7 },
                 { { 6, 2, -3 }, { 2, 3, 6 }, 7 }, { { 0, 0, 1 }, { 3, 4, 0 }, 5 },
                 { { 0, 1, 0 }, { 1, 0, 0 }, 1 },  { { 4, 7, -4 }, { 1, 4, 8 }, 9 } };
    auto row = rows[random.below(8)];
    const size_t i = random.below(3), j = random.below(3);
    const int away = 1 + static_cast<int>(random.below(random.chance(50) ? 3 : 100));
    const int reach = 1 + static_cast<int>(random.below(800));
    const Block &block = random_piece(random, scene, true).block;
    Triple p = random_place_in(random, block);

    std::swap(row.along[i], row.along[j]);
    std::swap(row.away[i], row.away[j]);
    for (size_t axis = 0; axis < 3; axis++) {
        if (random.chance(50)) {
            row.along[axis] = -row.along[axis];
            row.away[axis] = -row.away[axis];
        }
        if (row.away[axis] != 0)
            p[axis] = (row.away[axis] < 0 ? block.lo : block.hi)[axis] + away * row.away[axis];
    }
    return sphere_at(plus(p, row.along, -reach), plus(p, row.along, random.between(0, reach)),
                     away * row.length + off_by_one(random));
}

/* One that starts or ends as one at rest might stand. */
inline oct9_sphere_input_t started_sphere(Random &random, const Scene &scene)
{
    oct9_sphere_input_t sphere = random_sphere_at_rest(random, scene);

    sphere.motion.to = point_at(other_end(random, scene, triple_of(sphere.motion.from)));
    if (random.chance(40))
        std::swap(sphere.motion.from, sphere.motion.to);
    return sphere;
}

/* A large one, from far to far: where sums and products are largest. */
inline oct9_sphere_input_t huge_sphere(Random &random)
{
    Triple from = {}, to = {};

    for (size_t axis = 0; axis < 3; axis++) {
        const int off = random.chance(50) ? 0 : random.between(0, 3000);
        from[axis] = random.chance(80) ? -32768 + off : 32767 - off;
        to[axis] = random.chance(80) ? 32767 - random.between(0, 3000) : random.between(-32768, 0);
    }
    if (random.chance(50))
        std::swap(from, to);
    return sphere_at(from, to, random.between(16384, 32767));
}

inline oct9_sphere_input_t random_swept_sphere(Random &random, const Scene &scene)
{
    const Ends ends = random_ends(random, scene.model);

    switch (random.below(8)) {
    case 0: return sphere_at(triple_of(ends.from), triple_of(ends.to), random_radius(random));
    case 1:
    case 2: return grazing_sphere(random, scene);
    case 3: return random.chance(20) ? huge_sphere(random) : started_sphere(random, scene);
    default: return started_sphere(random, scene);
    }
}

inline oct9_sphere_input_t random_sphere(Random &random, const Scene &scene, bool at_rest)
{
    oct9_sphere_input_t sphere = at_rest ? random_sphere_at_rest(random, scene)
                                         : random_swept_sphere(random, scene);

    sphere.rules = random_rules(random, scene);
    if (random.chance(25))
        sphere.motion.radius_q6 = touching_radius(random, scene, sphere.motion.from, sphere.rules);
    return sphere;
}

/* ---- Boxes. ---- */

inline oct9_box_input_t box_at(const Triple &lo, const Triple &extent)
{
    oct9_box_input_t box = {};
    Triple low = {};

    for (size_t axis = 0; axis < 3; axis++)
        low[axis] = std::min<int64_t>(clamped(lo[axis]), 32766);
    box.lo = box.to = point_at(low);
    box.hi = point_at(plus(low, extent));
    return box;
}

inline Triple random_extent(Random &random)
{
    static const int most[] = { 2, 64, 64, 300, 1000, 8000, 65535 };
    const uint32_t m = static_cast<uint32_t>(most[random.below(7)]);
    Triple e = {};

    for (int64_t &c : e)
        c = random.chance(20) ? 64 * (1 + random.below(20)) : 1 + random.below(m);
    return e;
}

/* A box flush with a leaf, or just into it, or just off it: on each axis beside it, above or
 * below, or along it. */
inline oct9_box_input_t flush_box(Random &random, const Scene &scene)
{
    const Block &block = random_piece(random, scene, true).block;
    Triple extent = random_extent(random), lo = random_place_in(random, block);

    for (size_t axis = 0; axis < 3; axis++)
        switch (random.below(4)) {
        case 0: lo[axis] = block.hi[axis] + off_by_one(random); break;
        case 1: lo[axis] = block.lo[axis] - extent[axis] + off_by_one(random); break;
        case 2:
            lo[axis] = block.lo[axis];
            extent[axis] = block.hi[axis] - block.lo[axis] + off_by_one(random);
            break;
        default: break;
        }
    return box_at(lo, extent);
}

/* One in a free leaf, flush with its faces or not. */
inline oct9_box_input_t free_box(Random &random, const Scene &scene)
{
    const Block &block = random_piece(random, scene, false).block;
    Triple lo = random_place_in(random, block), extent = {};

    for (size_t axis = 0; axis < 3; axis++) {
        if (random.chance(30))
            lo[axis] = block.lo[axis];
        const int64_t room = block.hi[axis] - lo[axis];
        extent[axis] = random.chance(50) ? room : 1 + random.below(static_cast<uint32_t>(room));
    }
    return box_at(lo, extent);
}

/* One whose faces lie on the rim of the cube or on the numbers' limits. */
inline oct9_box_input_t limit_box(Random &random, const Scene &scene)
{
    static const int lows[] = {
        -32768,           OCT9_LOW_Q6 - 1, OCT9_LOW_Q6, OCT9_LOW_Q6 + 1, OCT9_HIGH_Q6 - 64,
        OCT9_HIGH_Q6 - 1, OCT9_HIGH_Q6,    32766
    };
    static const int highs[] = { -32767,           OCT9_LOW_Q6,  OCT9_LOW_Q6 + 1,  OCT9_LOW_Q6 + 64,
                                 OCT9_HIGH_Q6 - 1, OCT9_HIGH_Q6, OCT9_HIGH_Q6 + 1, 32767 };
    oct9_box_input_t box = free_box(random, scene);
    Triple lo = triple_of(box.lo), hi = triple_of(box.hi);

    for (size_t axis = 0; axis < 3; axis++) {
        if (random.chance(40))
            lo[axis] = lows[random.below(8)];
        if (random.chance(40))
            hi[axis] = highs[random.below(8)];
        hi[axis] = std::max(hi[axis], lo[axis] + 1);
    }
    return box_at(lo, plus(hi, lo, -1));
}

inline oct9_box_input_t random_box_at_rest(Random &random, const Scene &scene)
{
    const Triple p = triple_of(random_ends(random, scene.model).from);

    switch (random.below(8)) {
    case 0:
    case 1:
    case 2: return flush_box(random, scene);
    case 3:
    case 4: return free_box(random, scene);
    case 5: return limit_box(random, scene);
    default: return box_at(p, random_extent(random));
    }
}

/* To the place of another flush box, so that it ends, passes or slides along a leaf there. */
inline Triple flush_end(Random &random, const Scene &scene, const oct9_box_input_t &box)
{
    const Block &block = random_piece(random, scene, true).block;
    Triple to = triple_of(random.chance(50) ? box.lo : flush_box(random, scene).lo);
    const Triple extent = plus(triple_of(box.hi), triple_of(box.lo), -1);
    const size_t axis = random.below(3);

    to[axis] = random.chance(50) ? block.hi[axis] : block.lo[axis] - extent[axis];
    return to;
}

inline oct9_box_input_t random_box(Random &random, const Scene &scene, bool at_rest)
{
    oct9_box_input_t box = random_box_at_rest(random, scene);

    if (!at_rest)
        box.to = point_at(random.chance(30) ? flush_end(random, scene, box)
                                            : other_end(random, scene, triple_of(box.lo)));
    box.rules = random_rules(random, scene);
    return box;
}

/* ---- Paths. ---- */

/* 1 to 12 points, most of them close to one another so that several segments are clear. */
inline std::vector<oct9_point_t> random_points(Random &random, const Scene &scene)
{
    const size_t count = 1 + random.below(12);
    const int most = random.chance(50) ? 200 : 2000;
    Triple p = random_place_in(random, random_piece(random, scene, false).block);
    std::vector<oct9_point_t> points = { point_at(p) };

    while (points.size() < count) {
        p = random.chance(10) ? other_end(random, scene, p) : plus(p, random_triple(random, most));
        points.push_back(point_at(p));
        p = triple_of(points.back());
    }
    return points;
}

} // namespace oracle

#endif
