/* SPDX-License-Identifier: MIT */
/* Part of tests/calls/test_slices.c: the calls that go on, each with its query. */
#ifndef TESTS_SECTORS_SLICES_H
#define TESTS_SECTORS_SLICES_H

#include "tests/calls/slices_queries.h"

static oct9_sectors_t sectors;
static uint16_t sectors_obstacle[24], sectors_free[24];
static const int16_t sectors_borders[3] = { -400, 0, 900 };
static const oct9_sectors_input_t sectors_input = { .point = from,
                                                    .radius_q6 = 30,
                                                    .range_q6 = 5000,
                                                    .sectors = 12,
                                                    .layers = 2,
                                                    .borders = sectors_borders,
                                                    .obstacle_q6 = sectors_obstacle,
                                                    .free_q6 = sectors_free };
static void begin_oct9_sectors_run(void)
{
    make_map();
    CHECK_EQ(oct9_sectors_begin(&sectors, &map, &sectors_input), OCT9_OK);
}
static int slice_oct9_sectors_run(void)
{
    return oct9_sectors_run(&sectors, 1);
}
QUERY(oct9_sectors_run, map_edits);

/* All three at once: an edit of any of them. */
static const oct9_obstacles_t sectors_obstacles = { &map, &scene, &objects };
static oct9_sectors_among_t sectors_among;
static uint8_t sectors_seen[(BALLS + 7) / 8];
static void begin_oct9_sectors_among_run(void)
{
    make_map();
    make_scene();
    make_objects();
    CHECK_EQ(oct9_sectors_among_begin(&sectors_among, &sectors_obstacles, 0, sectors_seen,
                                      &sectors_input),
             OCT9_OK);
}
static int slice_oct9_sectors_among_run(void)
{
    return oct9_sectors_among_run(&sectors_among, 1);
}
QUERY(oct9_sectors_among_run, map_edits);

static const query_t query_sectors_scene = { scene_edits, begin_oct9_sectors_among_run,
                                             slice_oct9_sectors_among_run };

static const query_t query_sectors_objects = { object_edits, begin_oct9_sectors_among_run,
                                               slice_oct9_sectors_among_run };

#endif
