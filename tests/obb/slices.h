/* SPDX-License-Identifier: MIT */
/* Part of tests/calls/test_slices.c: the calls that go on, each with its query. */
#ifndef TESTS_OBB_SLICES_H
#define TESTS_OBB_SLICES_H

#include "tests/calls/slices_queries.h"

static oct9_obb_t obb;
static oct9_obb_output_t obb_output;
static const oct9_obb_input_t obb_input = { .from = { from, OCT9_ROTATION_NONE },
                                            .to = { to, { 16383, 181, 0, 0 } },
                                            .half_q6 = { 60, 50, 40 },
                                            .rules = all_pass };
static void begin_oct9_obb_run(void)
{
    make_map();
    CHECK_EQ(oct9_obb_begin(&obb, &map, &obb_input), OCT9_OK);
}
static int slice_oct9_obb_run(void)
{
    return oct9_obb_run(&obb, 1, &obb_output);
}
QUERY(oct9_obb_run, map_edits);

#endif
