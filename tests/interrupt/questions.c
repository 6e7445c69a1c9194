/* SPDX-License-Identifier: MIT */
#include "tests/interrupt/questions.h"

#include "oct9/cast.h"
#include "oct9/visit.h"
#include "oct9/nearest.h"
#include "oct9/obb.h"
#include "oct9/sweep.h"
#include "tests/golden/query.h"

enum { LEAVES_MAX = 4096, NEAR = 2 };

static const oct9_rules_t rules = { .unknown = OCT9_PASSES, .outside = OCT9_FREE };

static uint32_t add_sweep(uint32_t digest, const oct9_sweep_output_t *o)
{
    digest = digest_add(digest_add(digest, o->hit), o->leaves);
    digest = query_add_point(digest, &o->at);
    return o->hit == OCT9_HIT_LEAF ? query_add_leaf(digest, &o->leaf) : digest;
}

static uint32_t ask_cast(const oct9_map_t *map, uint32_t digest)
{
    const oct9_cast_input_t in = { .from = POINT(520, 1060, 1055),
                                   .to = POINT(3000, 1001, 1100),
                                   .rules = rules };
    oct9_cast_output_t o;
    (void)oct9_cast_ray(map, &in, &o);
    digest = digest_add(digest_add(digest, o.hit), o.leaves);
    digest = query_add_point(digest, &o.point);
    return o.hit == OCT9_HIT_LEAF ? query_add_leaf(digest, &o.leaf) : digest;
}

static uint32_t ask_sphere(const oct9_map_t *map, uint32_t digest)
{
    const oct9_sphere_input_t in = { .motion = { .from = POINT(1840, 1040, 1040),
                                                 .to = POINT(1940, 1060, 1050),
                                                 .radius_q6 = 9 },
                                     .rules = rules };
    oct9_sweep_output_t o;
    (void)oct9_sweep_sphere(map, &in, &o);
    return add_sweep(digest, &o);
}

static uint32_t ask_box(const oct9_map_t *map, uint32_t digest)
{
    const oct9_box_input_t in = { .lo = POINT(1800, 1030, 1030),
                                  .hi = POINT(1810, 1040, 1050),
                                  .to = POINT(2100, 1035, 1040),
                                  .rules = rules };
    oct9_sweep_output_t o;
    (void)oct9_sweep_box(map, &in, &o);
    return add_sweep(digest, &o);
}

static uint32_t ask_obb(const oct9_map_t *map, uint32_t digest)
{
    const oct9_obb_input_t in = { .from = { POINT(1950, 1050, 1050), { 15137, 0, 0, 6270 } },
                                  .to = { POINT(1960, 1050, 1050), { 15137, 0, 0, 6270 } },
                                  .half_q6 = { 50, 30, 20 },
                                  .rules = rules };
    oct9_obb_output_t o;
    (void)oct9_obb_sweep(map, &in, &o);
    return digest_add(digest_add(digest, o.hit), o.leaves);
}

static uint32_t ask_nearest(const oct9_map_t *map, uint32_t digest)
{
    oct9_near_t found[NEAR];
    const oct9_nearest_input_t in = { .point = POINT(2060, 1050, 1050),
                                      .range_q6 = 100,
                                      .capacity = NEAR,
                                      .found = found,
                                      .rules = rules };
    oct9_nearest_output_t o;
    (void)oct9_nearest_find(map, &in, &o);
    digest = digest_add(digest, o.count);
    for (unsigned i = 0; i < o.count && i < NEAR; i++)
        digest = query_add_leaf(digest_add(digest, found[i].distance2_q12), &found[i].leaf);
    return digest;
}

static uint32_t ask_visit(const oct9_map_t *map, uint32_t digest)
{
    static oct9_visit_t visit;
    const oct9_box_t box = { { 30, 16, 16 }, { 32, 17, 17 } };
    const oct9_region_t region = oct9_region_of_box(&box);
    oct9_leaf_t leaf;
    uint32_t leaves = 0;
    (void)oct9_visit_begin(&visit, map, &region, OCT9_STATES_ALL);
    while (oct9_visit_next(&visit, UINT32_MAX, &leaf) > 0) {
        digest = query_add_leaf(digest, &leaf);
        if (++leaves > LEAVES_MAX)
            return 0;
    }
    return digest;
}

static uint32_t ask_frontier(const oct9_map_t *map, uint32_t digest)
{
    static oct9_frontier_t frontier;
    const oct9_box_t box = { { 30, 16, 16 }, { 31, 17, 17 } };
    const oct9_region_t region = oct9_region_of_box(&box);
    oct9_leaf_t leaf;
    uint32_t leaves = 0;
    (void)oct9_visit_frontier_begin(&frontier, map, &region);
    while (oct9_visit_frontier_next(&frontier, UINT32_MAX, &leaf) > 0) {
        digest = query_add_leaf(digest, &leaf);
        if (++leaves > LEAVES_MAX)
            return 0;
    }
    return digest;
}

static uint32_t ask_locate(const oct9_map_t *map, uint32_t digest)
{
    static const oct9_cell_t cells[] = { { 30, 16, 16 }, { 40, 15, 16 }, { 168, 16, 16 } };
    for (unsigned i = 0; i < sizeof cells / sizeof cells[0]; i++) {
        oct9_leaf_t leaf;
        (void)oct9_map_locate(map, cells[i], &leaf);
        digest = query_add_leaf(digest, &leaf);
    }
    return digest;
}

uint32_t ask(const oct9_map_t *map)
{
    uint32_t digest = ask_locate(map, DIGEST_BEGIN);
    digest = ask_cast(map, digest);
    digest = ask_sphere(map, digest);
    digest = ask_box(map, digest);
    digest = ask_obb(map, digest);
    digest = ask_nearest(map, digest);
    const uint32_t visited = ask_visit(map, digest);
    const uint32_t touched = ask_frontier(map, digest);
    return visited != 0 && touched != 0 ? digest_add(visited, touched) : 0;
}
