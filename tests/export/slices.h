/* SPDX-License-Identifier: MIT */
/* Part of tests/calls/test_slices.c: the calls that go on, each with its query. */
#ifndef TESTS_EXPORT_SLICES_H
#define TESTS_EXPORT_SLICES_H

#include "tests/calls/slices_queries.h"

static oct9_export_bt_t export_bt;
static void begin_oct9_export_bt_run(void)
{
    static const oct9_frame_t frame = OCT9_FRAME(0, 0, 0, 80000);
    int32_t shift_um[3];
    make_map();
    CHECK_EQ(oct9_export_bt_begin(&export_bt, &map, &frame, shift_um), OCT9_OK);
}
static int slice_oct9_export_bt_run(void)
{
    uint8_t bytes[9];
    size_t written;
    return oct9_export_bt_run(&export_bt, budget, bytes, sizeof bytes, &written);
}
QUERY(oct9_export_bt_run, map_edits);

static oct9_export_grid_t export_grid;
static void begin_oct9_export_grid_run(void)
{
    static int8_t data[20 * 20];
    static const oct9_export_grid_input_t input = {
        .lo = { 95, 95, 100 }, .hi = { 115, 115, 104 }, .data = data, .room = sizeof data
    };
    make_map();
    CHECK_EQ(oct9_export_grid_begin(&export_grid, &map, &input), OCT9_OK);
}
static int slice_oct9_export_grid_run(void)
{
    return oct9_export_grid_run(&export_grid, budget);
}
QUERY(oct9_export_grid_run, map_edits);

#endif
