/* SPDX-License-Identifier: MIT */
/* Part of tests/calls/test_slices.c: the calls that go on, each with its query. */
#ifndef TESTS_STORE_SLICES_H
#define TESTS_STORE_SLICES_H

#include "tests/calls/slices_queries.h"

static void begin_oct9_store_run(void)
{
    make_map();
    memset(flash, 0xFF, FLASH);
    CHECK_EQ(oct9_store_open(&store, &store_config), OCT9_OK);
    CHECK_EQ(oct9_store_save(&store, &occupancy.tree, NULL), OCT9_OK);
}
static int slice_oct9_store_run(void)
{
    return oct9_store_run(&store, 1);
}
QUERY(oct9_store_run, map_edits);

#endif
