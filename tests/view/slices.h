/* SPDX-License-Identifier: MIT */
/* Part of tests/calls/test_slices.c: the calls that go on, each with its query. */
#ifndef TESTS_VIEW_SLICES_H
#define TESTS_VIEW_SLICES_H

#include "tests/calls/slices_queries.h"

static const oct9_view_sensor_t sensor = { .tan_y_q14 = 9000,
                                           .tan_z_q14 = 9000,
                                           .range_q6 = 700,
                                           .differ_q6 = 65535,
                                           .grid = 2,
                                           .frames = 1,
                                           .fill_in = true,
                                           .rules = { .unknown = OCT9_PASSES } };
static oct9_view_t view;
static _Alignas(PAGE) oct9_view_pixel_t pixels[PAGE / sizeof(oct9_view_pixel_t)];
static oct9_view_entry_t view_table[TABLE];
static oct9_view_seen_t seen;

static void begin_frame(void)
{
    const oct9_pose_t pose = { POINT_FROM_LOW(6300, 6700, 6700), ahead };
    CHECK_EQ(oct9_view_begin(&view, &map, &pose), OCT9_OK);
}

static void begin_oct9_view_run(void)
{
    make_map();
    CHECK_EQ(oct9_view_init(&view, &sensor, pixels, view_table, TABLE), OCT9_OK);
    begin_frame();
}
static int slice_oct9_view_run(void)
{
    return oct9_view_run(&view, 1);
}
QUERY(oct9_view_run, map_edits);

static void edit_frame(void)
{
    begin_frame();
}
static void edit_view_run(void)
{
    begin_frame();
    (void)oct9_view_run(&view, 1);
}
static void edit_view_init(void)
{
    (void)oct9_view_init(&view, &sensor, pixels, view_table, TABLE);
}
static const edit_t seen_edits[] = { EDIT(frame),   EDIT(view_run), EDIT(view_init),
                                     EDIT(cell),    EDIT(box),      EDIT(tree_init),
                                     EDIT(observe), EDIT(window),   { NULL, NULL } };

static void begin_oct9_view_seen_next(void)
{
    begin_oct9_view_run();
    CHECK_EQ(oct9_view_run(&view, UINT32_MAX), OCT9_OK);
    oct9_view_seen_begin(&seen, &view);
}
static int slice_oct9_view_seen_next(void)
{
    oct9_view_leaf_t leaf;
    return go_on(oct9_view_seen_next(&seen, 1, &leaf));
}
QUERY(oct9_view_seen_next, seen_edits);

static void begin_look(void)
{
    const oct9_pose_t pose = { POINT_FROM_LOW(6300, 6700, 6700), ahead };
    CHECK_EQ(oct9_view_init(&view, &sensor, pixels, view_table, TABLE), OCT9_OK);
    CHECK_EQ(oct9_view_scene_begin(&view, &scene, 0, &pose), OCT9_OK);
}
static void begin_oct9_view_scene_run(void)
{
    make_scene();
    begin_look();
}
static int slice_oct9_view_scene_run(void)
{
    return oct9_view_scene_run(&view, 1);
}
QUERY(oct9_view_scene_run, scene_edits);

static void begin_seen_in_scene(void)
{
    begin_oct9_view_scene_run();
    CHECK_EQ(oct9_view_scene_run(&view, UINT32_MAX), OCT9_OK);
    oct9_view_seen_begin(&seen, &view);
}
static const query_t query_seen_in_scene = { scene_edits, begin_seen_in_scene,
                                             slice_oct9_view_seen_next };

#endif
