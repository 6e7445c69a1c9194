/* SPDX-License-Identifier: MIT */
/* Part of tests/calls/test_slices.c: the calls that go on, each with its query. */
#ifndef TESTS_SWEEP_SLICES_H
#define TESTS_SWEEP_SLICES_H

#include "tests/calls/slices_queries.h"

static oct9_sweep_t sweep;
static oct9_sweep_output_t sweep_output;
static const oct9_sphere_input_t sphere_input = {
    .motion = { .from = from, .to = to, .radius_q6 = 30 }, .rules = all_pass
};
static void begin_oct9_sweep_run(void)
{
    make_map();
    CHECK_EQ(oct9_sweep_sphere_begin(&sweep, &map, &sphere_input), OCT9_OK);
}
static int slice_oct9_sweep_run(void)
{
    return oct9_sweep_run(&sweep, 1, &sweep_output);
}
QUERY(oct9_sweep_run, map_edits);

/* Two groups of 32. */
static const oct9_sphere_t rest[64] = { [31] = { from, 90 }, [63] = { to, 90 } };
static const oct9_spheres_input_t spheres_input = { rest, 64, all_pass };
static oct9_spheres_t spheres;
static void begin_oct9_spheres_run(void)
{
    make_map();
    CHECK_EQ(oct9_spheres_begin(&spheres, &map, &spheres_input), OCT9_OK);
}
static int slice_oct9_spheres_run(void)
{
    static oct9_spheres_output_t output;
    return oct9_spheres_run(&spheres, 1, &output);
}
QUERY(oct9_spheres_run, map_edits);

static const oct9_point_t path_points[3] = { to, from, POINT_FROM_LOW(6400, 7000, 6700) };
static oct9_path_t path;
static oct9_path_output_t path_output;
static const oct9_path_input_t path_input = {
    .points = path_points, .count = 3, .radius_q6 = 30, .rules = all_pass
};
static void begin_oct9_sweep_path_run(void)
{
    make_map();
    CHECK_EQ(oct9_sweep_path_begin(&path, &map, &path_input), OCT9_OK);
}
static int slice_oct9_sweep_path_run(void)
{
    return oct9_sweep_path_run(&path, budget, &path_output);
}
QUERY(oct9_sweep_path_run, map_edits);

#endif
