/* SPDX-License-Identifier: MIT */
/* Part of tests/calls/test_slices.c: the calls that go on, each with its query. */
#ifndef TESTS_VISIT_SLICES_H
#define TESTS_VISIT_SLICES_H

#include "tests/calls/slices_queries.h"

static oct9_visit_t visit;
static void begin_oct9_visit_next(void)
{
    make_map();
    CHECK_EQ(oct9_visit_begin(&visit, &map, NULL, OCT9_STATES_OCCUPIED), OCT9_OK);
}
static int slice_oct9_visit_next(void)
{
    oct9_leaf_t leaf;
    return go_on(oct9_visit_next(&visit, 1, &leaf));
}
QUERY(oct9_visit_next, map_edits);

static oct9_frontier_t frontier;
static void begin_oct9_visit_frontier_next(void)
{
    make_map();
    CHECK_EQ(oct9_visit_frontier_begin(&frontier, &map, NULL), OCT9_OK);
}
static int slice_oct9_visit_frontier_next(void)
{
    oct9_leaf_t leaf;
    return go_on(oct9_visit_frontier_next(&frontier, 1, &leaf));
}
QUERY(oct9_visit_frontier_next, map_edits);

#endif
