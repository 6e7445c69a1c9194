/* SPDX-License-Identifier: MIT */
/* Part of tests/calls/test_slices.c: the calls that go on, each with its query. */
#ifndef TESTS_CAST_SLICES_H
#define TESTS_CAST_SLICES_H

#include "tests/calls/slices_queries.h"

static const oct9_cast_input_t cast_input = { .from = from, .to = to, .rules = all_pass };
static oct9_cast_t cast;
static oct9_cast_output_t cast_output;
static void begin_oct9_cast_run(void)
{
    make_map();
    CHECK_EQ(oct9_cast_begin(&cast, &map, &cast_input), OCT9_OK);
}
static int slice_oct9_cast_run(void)
{
    const int status = oct9_cast_run(&cast, 1, &cast_output);
    return status;
}
QUERY(oct9_cast_run, map_edits);

#endif
