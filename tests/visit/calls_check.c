/* SPDX-License-Identifier: MIT */
/* Other checks: a box of 0.6 x 0.4 x 0.3 m in any pose, at rest and going 0.2 m; the nearest 1 and
 * 4 obstacles within 2 m; leaves in spheres of 0.5 m; frontiers in boxes of 11 cells. */
#include "bench/calls.h"
#include "bench/calls_part.h"
#include "bench/calls_place.h"
#include "oct9/visit.h"
#include "oct9/nearest.h"
#include "oct9/obb.h"

enum { OBB_CASES = 16, LEAVES = 8, NEAREST = 4 };

static const oct9_rules_t rules = { .unknown = OCT9_PASSES, .outside = OCT9_FREE };
static const oct9_map_t *map;
static union {
    oct9_obb_t obb;
    oct9_nearest_t nearest;
    oct9_visit_t visit;
    oct9_frontier_t frontier;
} scratch;
static oct9_near_t found[NEAREST];

/* 0.6 x 0.4 x 0.3 m; goes 0.2 m, in every second case, and does not turn. */
static oct9_obb_input_t robot(unsigned i)
{
    oct9_obb_input_t input = { .half_q6 = { 240, 160, 120 }, .rules = rules };
    input.from.place = part_free();
    input.from.rotation = place_rotation();
    input.to = input.from;
    if (i % 2u)
        input.to.place = part_away(&input.from.place, 160);
    return input;
}

static void answer_obb(oct9_status_t status, const oct9_obb_output_t *output)
{
    calls_answer((uint32_t)status);
    calls_answer((uint32_t)output->hit);
    calls_answer(output->fraction.num);
    calls_answer(output->leaves);
}

static void obb(void)
{
    for (unsigned i = 0; i < OBB_CASES; i++) {
        const oct9_obb_input_t input = robot(i);
        oct9_obb_output_t output;
        oct9_status_t status;
        CALL(status = oct9_obb_sweep(map, &input, &output));
        answer_obb(status, &output);
    }
}

static void obb_begin(void)
{
    for (unsigned i = 0; i < OBB_CASES; i++) {
        const oct9_obb_input_t input = robot(i);
        oct9_status_t status;
        CALL(status = oct9_obb_begin(&scratch.obb, map, &input));
        calls_answer((uint32_t)status);
    }
}

static void obb_run(void)
{
    for (unsigned i = 0; i < OBB_CASES; i++) {
        const oct9_obb_input_t input = robot(i);
        oct9_obb_output_t output;
        oct9_status_t status = oct9_obb_begin(&scratch.obb, map, &input);
        CALL(status = oct9_obb_run(&scratch.obb, UINT32_MAX, &output));
        answer_obb(status, &output);
    }
}

/* The nearest one within 2 m in every second case, else 4 of them. */
static oct9_nearest_input_t question(unsigned i)
{
    const oct9_nearest_input_t input = { .point = part_free(),
                                         .range_q6 = PART_2_M,
                                         .capacity = i % 2u ? 1 : NEAREST,
                                         .found = found,
                                         .rules = rules };
    return input;
}

static void answer_nearest(oct9_status_t status, const oct9_nearest_output_t *output)
{
    calls_answer((uint32_t)status);
    calls_answer(output->leaves);
    for (unsigned i = 0; i < output->count; i++)
        calls_answer(found[i].distance2_q12);
}

static void nearest(void)
{
    for (unsigned i = 0; i < CALLS_CASES; i++) {
        const oct9_nearest_input_t input = question(i);
        oct9_nearest_output_t output;
        oct9_status_t status;
        CALL(status = oct9_nearest_find(map, &input, &output));
        answer_nearest(status, &output);
    }
}

static void nearest_begin(void)
{
    for (unsigned i = 0; i < CALLS_CASES; i++) {
        const oct9_nearest_input_t input = question(i);
        oct9_status_t status;
        CALL(status = oct9_nearest_begin(&scratch.nearest, map, &input));
        calls_answer((uint32_t)status);
    }
}

static void nearest_run(void)
{
    for (unsigned i = 0; i < CALLS_CASES; i++) {
        const oct9_nearest_input_t input = question(i);
        oct9_nearest_output_t output;
        oct9_status_t status = oct9_nearest_begin(&scratch.nearest, map, &input);
        CALL(status = oct9_nearest_run(&scratch.nearest, UINT32_MAX, &output));
        answer_nearest(status, &output);
    }
}

/* 11 cells wide, about a free cell. */
static oct9_region_t around(void)
{
    const oct9_cell_t cell = part_cell();
    oct9_box_t box;
    box.lo.x = (uint16_t)(cell.x - 5u);
    box.lo.y = (uint16_t)(cell.y - 5u);
    box.lo.z = (uint16_t)(cell.z < 5 ? 0 : cell.z - 5u);
    box.hi.x = (uint16_t)(box.lo.x + 11);
    box.hi.y = (uint16_t)(box.lo.y + 11);
    box.hi.z = (uint16_t)(box.lo.z + 11);
    return oct9_region_of_box(&box);
}

/* A slab between two planes across x + y, as a frustum. */
static oct9_frustum_t slab(const oct9_point_t *at)
{
    const int32_t middle = (int32_t)at->x + at->y;
    oct9_frustum_t frustum;
    for (unsigned i = 0; i < 6; i++) {
        const int16_t sign = i % 2u ? -1 : 1;
        const oct9_plane_t plane = { { sign, sign, 0 }, sign * middle - 400 };
        frustum.plane[i] = plane;
    }
    return frustum;
}

static oct9_region_t sphere_500_mm(void)
{
    const oct9_region_t region = { .kind = OCT9_REGION_SPHERE,
                                   .centre = part_free(),
                                   .radius_q6 = PART_500_MM };
    return region;
}

/* Boxes, spheres and frusta in turn. */
static void visit_begin(void)
{
    for (unsigned i = 0; i < CALLS_CASES; i++) {
        oct9_region_t region = i % 3u == 0 ? around() : sphere_500_mm();
        const oct9_frustum_t frustum = slab(&region.centre);
        oct9_status_t status;
        if (i % 3u == 2) {
            region.kind = OCT9_REGION_FRUSTUM;
            region.frustum = &frustum;
        }
        CALL(status = oct9_visit_begin(&scratch.visit, map, &region, OCT9_STATES_OCCUPIED));
        calls_answer((uint32_t)status);
    }
}

static void visit_next(void)
{
    for (unsigned i = 0; i < CALLS_CASES; i++) {
        const oct9_region_t region = sphere_500_mm();
        oct9_leaf_t leaf = { .level = 0 };
        int got = 1;
        (void)oct9_visit_begin(&scratch.visit, map, &region, OCT9_STATES_OCCUPIED);
        for (unsigned n = 0; n < LEAVES && got > 0; n++) {
            CALL(got = oct9_visit_next(&scratch.visit, UINT32_MAX, &leaf));
            calls_answer((uint32_t)got + leaf.corner.x);
        }
    }
}

static void frontier_begin(void)
{
    for (unsigned i = 0; i < CALLS_CASES; i++) {
        const oct9_region_t region = around();
        oct9_status_t status;
        CALL(status = oct9_visit_frontier_begin(&scratch.frontier, map, &region));
        calls_answer((uint32_t)status);
    }
}

static void frontier_next(void)
{
    for (unsigned i = 0; i < CALLS_CASES; i++) {
        const oct9_region_t region = around();
        oct9_leaf_t leaf = { .level = 0 };
        int got = 1;
        (void)oct9_visit_frontier_begin(&scratch.frontier, map, &region);
        for (unsigned n = 0; n < LEAVES && got > 0; n++) {
            CALL(got = oct9_visit_frontier_next(&scratch.frontier, UINT32_MAX, &leaf));
            calls_answer((uint32_t)got + leaf.corner.x);
        }
    }
}

static const call_t call[] = { { "obb_sweep", obb },
                               { "obb_begin", obb_begin },
                               { "obb_run", obb_run },
                               { "nearest_find", nearest },
                               { "nearest_begin", nearest_begin },
                               { "nearest_run", nearest_run },
                               { "visit_begin", visit_begin },
                               { "visit_next", visit_next },
                               { "visit_frontier_begin", frontier_begin },
                               { "visit_frontier_next", frontier_next } };

int main(void)
{
    map = part_map();
    return map != NULL ? calls_run(call, sizeof call / sizeof call[0]) : 1;
}
