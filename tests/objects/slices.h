/* SPDX-License-Identifier: MIT */
/* Part of tests/calls/test_slices.c: the calls that go on, each with its query. */
#ifndef TESTS_OBJECTS_SLICES_H
#define TESTS_OBJECTS_SLICES_H

#include "tests/calls/slices_queries.h"

static oct9_objects_find_t find;
static void begin_oct9_objects_find_next(void)
{
    make_objects();
    CHECK_EQ(oct9_objects_find_begin(&find, &objects, &ball_around, 0), OCT9_OK);
}
static int slice_oct9_objects_find_next(void)
{
    oct9_handle_t handle;
    return go_on(oct9_objects_find_next(&find, 1, &handle));
}
QUERY(oct9_objects_find_next, object_edits);

static oct9_objects_cast_t objects_cast;
static oct9_object_hit_t object_hits[4];
static oct9_objects_output_t objects_output;
static const oct9_objects_cast_input_t objects_cast_input = {
    .motion = { .from = from, .to = to, .radius_q6 = 90 }, .capacity = 4, .hits = object_hits
};
static void begin_oct9_objects_cast_run(void)
{
    make_objects();
    CHECK_EQ(oct9_objects_cast_begin(&objects_cast, &objects, &objects_cast_input), OCT9_OK);
}
static int slice_oct9_objects_cast_run(void)
{
    return oct9_objects_cast_run(&objects_cast, 1, &objects_output);
}
QUERY(oct9_objects_cast_run, object_edits);

static oct9_objects_nearest_t objects_nearest;
static oct9_object_near_t object_near[4];
static const oct9_objects_nearest_input_t objects_nearest_input = {
    .point = from, .range_q6 = 9000, .capacity = 4, .found = object_near
};
static void begin_oct9_objects_nearest_run(void)
{
    make_objects();
    CHECK_EQ(oct9_objects_nearest_begin(&objects_nearest, &objects, &objects_nearest_input),
             OCT9_OK);
}
static int slice_oct9_objects_nearest_run(void)
{
    return oct9_objects_nearest_run(&objects_nearest, 1, &objects_output);
}
QUERY(oct9_objects_nearest_run, object_edits);

static oct9_pairs_t pairs;
static void begin_oct9_objects_pairs_next(void)
{
    make_objects();
    CHECK_EQ(oct9_objects_pairs_begin(&pairs, &objects, OCT9_PAIRS_ALL, 0), OCT9_OK);
}
static int slice_oct9_objects_pairs_next(void)
{
    oct9_object_pair_t pair;
    return go_on(oct9_objects_pairs_next(&pairs, 1, &pair, 1));
}
QUERY(oct9_objects_pairs_next, object_edits);

#endif
