/* SPDX-License-Identifier: MIT */
/* Part of tests/calls/test_slices.c: the calls that go on, each with its query. */
#ifndef TESTS_POINTS_SLICES_H
#define TESTS_POINTS_SLICES_H

#include "tests/calls/slices_queries.h"

static oct9_points_find_t points_find;
static void begin_oct9_points_find_next(void)
{
    make_points();
    CHECK_EQ(oct9_points_find_begin(&points_find, &points, &ball_around), OCT9_OK);
}
static int slice_oct9_points_find_next(void)
{
    oct9_entry_t found[3];
    return go_on(oct9_points_find_next(&points_find, 1, found, 3));
}
QUERY(oct9_points_find_next, point_edits);

#endif
