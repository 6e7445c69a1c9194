/* SPDX-License-Identifier: MIT */
/* Part of tests/calls/test_slices.c: the calls that go on, each with its query. */
#ifndef TESTS_WALK_SLICES_H
#define TESTS_WALK_SLICES_H

#include "tests/calls/slices_queries.h"

static oct9_walk_t walk;
static void begin_oct9_walk_next(void)
{
    make_map();
    CHECK(oct9_walk_begin(&walk, &map, &from, &to));
}
static int slice_oct9_walk_next(void)
{
    return go_on(oct9_walk_next(&walk));
}
QUERY(oct9_walk_next, map_edits);

static oct9_planes_t planes;
static void begin_oct9_planes_next(void)
{
    make_map();
    CHECK(oct9_planes_begin(&planes, &map, &from, &to));
}
static int slice_oct9_planes_next(void)
{
    return go_on(oct9_planes_next(&planes));
}
QUERY(oct9_planes_next, map_edits);

#endif
