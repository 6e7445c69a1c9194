/* SPDX-License-Identifier: MIT */
/* Part of tests/calls/test_slices.c: the calls that go on, each with its query. */
#ifndef TESTS_NEAREST_SLICES_H
#define TESTS_NEAREST_SLICES_H

#include "tests/calls/slices_queries.h"

static oct9_nearest_t nearest;
static oct9_near_t near[4];
static oct9_nearest_output_t nearest_output;
static const oct9_nearest_input_t nearest_input = { .point = from,
                                                    .range_q6 = 3000,
                                                    .capacity = 4,
                                                    .found = near,
                                                    .rules = { .unknown = OCT9_PASSES } };
static void begin_oct9_nearest_run(void)
{
    make_map();
    CHECK_EQ(oct9_nearest_begin(&nearest, &map, &nearest_input), OCT9_OK);
}
static int slice_oct9_nearest_run(void)
{
    return oct9_nearest_run(&nearest, 1, &nearest_output);
}
QUERY(oct9_nearest_run, map_edits);

#endif
