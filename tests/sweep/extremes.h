/* SPDX-License-Identifier: MIT */
/* Part of tests/calls/test_extremes.c: the numbers' limits at these calls. */
#ifndef TESTS_SWEEP_EXTREMES_H
#define TESTS_SWEEP_EXTREMES_H

#include "oct9/sweep.h"
#include "tests/calls/extreme_numbers.h"

/* The place that is returned lies on each axis at most one sub-cell before that of the fraction,
 * and that one before the contact. */
static void check_sphere(const oct9_map_t *map, const oct9_sphere_input_t *in,
                         const oct9_sweep_output_t *out)
{
    const int64_t reach = in->motion.radius_q6 + 4;
    check_hit(map, &in->rules, out->hit, &out->leaf);
    check_motion(out->fraction.num, out->fraction.den, &out->at, &in->motion.from, &in->motion.to,
                 out->hit);
    if (out->hit != OCT9_HIT_LEAF)
        return;
    CHECK_EQ(out->fraction.den, 65535);
    check_nearest(&out->nearest, &out->at, &out->leaf);
    CHECK(apart2(&out->at, &out->leaf) <= reach * reach);
}

static void try_sphere(const oct9_map_t *map)
{
    oct9_sphere_input_t in = { .motion.from = point() };
    oct9_sweep_output_t out;
    in.motion.to = one_in(4) ? in.motion.from : point();
    in.motion.radius_q6 = length();
    in.rules = rules();
    query_paint(&out, sizeof out);
    if (good(oct9_sweep_sphere(map, &in, &out),
             bad_rules(map, &in.rules) | when(in.motion.radius_q6 > 32767, OCT9_ERR_ARGUMENT), &out,
             sizeof out))
        check_sphere(map, &in, &out);
}

/* The box's low face is at x, that of its start at lo; it comes as near to the leaf as 1. */
static bool reaches(int32_t x, int32_t lo, int32_t hi, uint16_t corner, uint8_t level)
{
    const int32_t low = CELL_LOW(corner), high = low + (64 << level);
    return x <= high + 1 && x + hi - lo >= low - 1;
}

static void try_box(const oct9_map_t *map)
{
    oct9_box_input_t in = { .lo = point() };
    oct9_sweep_output_t out;
    in.hi = point();
    in.to = one_in(4) ? in.lo : point();
    in.rules = rules();
    const oct9_point_t *lo = &in.lo, *hi = &in.hi;
    const bool empty = hi->x <= lo->x || hi->y <= lo->y || hi->z <= lo->z;
    query_paint(&out, sizeof out);
    if (!good(oct9_sweep_box(map, &in, &out),
              bad_rules(map, &in.rules) | when(empty, OCT9_ERR_ARGUMENT), &out, sizeof out))
        return;
    check_hit(map, &in.rules, out.hit, &out.leaf);
    check_motion(out.fraction.num, out.fraction.den, &out.at, &in.lo, &in.to, out.hit);
    if (out.hit != OCT9_HIT_LEAF)
        return;
    const oct9_leaf_t *leaf = &out.leaf;
    check_nearest(&out.nearest, &out.at, leaf);
    CHECK(reaches(out.at.x, lo->x, hi->x, leaf->corner.x, leaf->level));
    CHECK(reaches(out.at.y, lo->y, hi->y, leaf->corner.y, leaf->level));
    CHECK(reaches(out.at.z, lo->z, hi->z, leaf->corner.z, leaf->level));
}

static int64_t root(int64_t square)
{
    int64_t x = 0;
    for (int64_t bit = 1ll << 17; bit > 0; bit /= 2)
        if ((x + bit) * (x + bit) <= square)
            x += bit;
    return x;
}

static void try_path(const oct9_map_t *map)
{
    oct9_point_t points[POINTS];
    oct9_path_input_t in = { .points = points };
    oct9_path_output_t out;
    for (unsigned i = 0; i < POINTS; i++)
        points[i] = point();
    in.count = (uint16_t)(one_in(16) ? 0 : 1 + random_below(&r, POINTS));
    in.radius_q6 = length();
    in.rules = rules();
    query_paint(&out, sizeof out);
    if (!good(oct9_sweep_path(map, &in, &out),
              bad_rules(map, &in.rules) | when(in.radius_q6 > 32767, OCT9_ERR_ARGUMENT) |
                  when(in.count == 0, OCT9_ERR_ARGUMENT),
              &out, sizeof out))
        return;
    const unsigned segment = out.segment, segments = in.count > 1 ? in.count - 1u : 1u;
    CHECK(segment < segments);
    if (segment >= segments)
        return;
    CHECK(out.sweep.hit != OCT9_HIT_NONE || segment == segments - 1);
    const oct9_sphere_input_t sphere = {
        .motion = { points[segment], points[segment + (in.count > 1 ? 1u : 0u)], in.radius_q6 },
        .rules = in.rules
    };
    check_sphere(map, &sphere, &out.sweep);
    int64_t sum = root(distance2(&points[segment], &out.sweep.at));
    for (unsigned i = 0; i < segment; i++)
        sum += root(distance2(&points[i], &points[i + 1]));
    /* Each root here is less than 1 too short, each there at most 2. */
    CHECK((int64_t)out.clear_q6 <= sum + segment + 1);
    CHECK((int64_t)out.clear_q6 >= sum - 2 * (segment + 1));
}

#endif
