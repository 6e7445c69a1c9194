/* SPDX-License-Identifier: MIT */
/* Part of tests/calls/test_slices.c: the calls that go on, each with its query. */
#ifndef TESTS_OBSTACLES_SLICES_H
#define TESTS_OBSTACLES_SLICES_H

#include "tests/calls/slices_queries.h"

/* All three at once: an edit of any of them. */
static const oct9_obstacles_t obstacles = { &map, &scene, &objects };
static const oct9_obstacles_input_t obstacles_input = {
    .motion = { .from = from, .to = to, .radius_q6 = 90 }, .rules = all_pass
};
static oct9_obstacles_cast_t obstacles_cast;
static oct9_obstacles_output_t obstacles_output;
static void begin_oct9_obstacles_run(void)
{
    make_map();
    make_scene();
    make_objects();
    CHECK_EQ(oct9_obstacles_sphere_begin(&obstacles_cast, &obstacles, &obstacles_input), OCT9_OK);
}
static int slice_oct9_obstacles_run(void)
{
    return oct9_obstacles_run(&obstacles_cast, 1, &obstacles_output);
}
QUERY(oct9_obstacles_run, map_edits);

static const query_t query_obstacles_scene = { scene_edits, begin_oct9_obstacles_run,
                                               slice_oct9_obstacles_run };

static const query_t query_obstacles_objects = { object_edits, begin_oct9_obstacles_run,
                                                 slice_oct9_obstacles_run };

#endif
