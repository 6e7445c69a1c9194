/* SPDX-License-Identifier: MIT */
/* Part of tests/calls/test_slices.c: the calls that go on, each with its query. */
#ifndef TESTS_SCENE_SLICES_H
#define TESTS_SCENE_SLICES_H

#include "tests/calls/slices_queries.h"
#include "tests/sweep/slices.h"

static oct9_scene_cast_t scene_cast;
static oct9_scene_hit_t scene_hits[4];
static oct9_scene_output_t scene_output;
static const oct9_scene_cast_input_t scene_cast_input = {
    .motion = { .from = from, .to = to, .radius_q6 = 90 }, .capacity = 4, .hits = scene_hits
};
static void begin_oct9_scene_cast_run(void)
{
    make_scene();
    CHECK_EQ(oct9_scene_cast_begin(&scene_cast, &scene, &scene_cast_input), OCT9_OK);
}
static int slice_oct9_scene_cast_run(void)
{
    return oct9_scene_cast_run(&scene_cast, 1, &scene_output);
}
QUERY(oct9_scene_cast_run, scene_edits);

static oct9_scene_find_t scene_find;
static uint8_t scene_seen[(BALLS + 7) / 8];
static void begin_oct9_scene_find_next(void)
{
    make_scene();
    CHECK_EQ(oct9_scene_find_begin(&scene_find, &scene, &ball_around, 0, scene_seen), OCT9_OK);
}
static int slice_oct9_scene_find_next(void)
{
    uint16_t index;
    return go_on(oct9_scene_find_next(&scene_find, 1, &index));
}
QUERY(oct9_scene_find_next, scene_edits);

static oct9_scene_nearest_t scene_nearest;
static oct9_scene_near_t scene_near[4];
static const oct9_scene_nearest_input_t scene_nearest_input = {
    .point = from, .range_q6 = 9000, .capacity = 4, .found = scene_near
};
static void begin_oct9_scene_nearest_run(void)
{
    make_scene();
    CHECK_EQ(oct9_scene_nearest_begin(&scene_nearest, &scene, &scene_nearest_input), OCT9_OK);
}
static int slice_oct9_scene_nearest_run(void)
{
    return oct9_scene_nearest_run(&scene_nearest, 1, &scene_output);
}
QUERY(oct9_scene_nearest_run, scene_edits);

/* A scene is a map to the checks. */
static const oct9_sphere_input_t scene_sphere = {
    .motion = { .from = from, .to = to, .radius_q6 = 30 }, .rules = { .unknown = OCT9_PASSES }
};
static void begin_scene_as_map(void)
{
    make_scene();
    map = oct9_map_of_tree(&scene.tree);
    CHECK_EQ(oct9_sweep_sphere_begin(&sweep, &map, &scene_sphere), OCT9_OK);
}
static const query_t query_scene_as_map = { scene_edits, begin_scene_as_map, slice_oct9_sweep_run };

#define query_oct9_scene_build_run constant

#endif
