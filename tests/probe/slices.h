/* SPDX-License-Identifier: MIT */
/* Part of tests/calls/test_slices.c: the calls that go on, each with its query. */
#ifndef TESTS_PROBE_SLICES_H
#define TESTS_PROBE_SLICES_H

#include "tests/calls/slices_queries.h"

static oct9_probe_node_t below;
static oct9_probe_node_output_t below_output;
static const oct9_probe_node_input_t below_input = { .node = { { 96, 96, 96 }, 5 } };
static void begin_oct9_probe_node_run(void)
{
    make_map();
    CHECK_EQ(oct9_probe_node_begin(&below, &map, &below_input), OCT9_OK);
}
static int slice_oct9_probe_node_run(void)
{
    return oct9_probe_node_run(&below, 1, &below_output);
}
QUERY(oct9_probe_node_run, map_edits);

#endif
