/* SPDX-License-Identifier: MIT */
/* Part of tests/calls/test_extremes.c: the numbers' limits at these calls. */
#ifndef TESTS_EXPORT_EXTREMES_H
#define TESTS_EXPORT_EXTREMES_H

#include "oct9/export.h"
#include "oct9/mm.h"
#include "tests/calls/extreme_numbers.h"

enum { GRID_ROOM = 64 };

static int32_t some_cell(void)
{
    static const int32_t ends[] = { INT32_MIN, -32769, -32768, -1,    0,        1,
                                    511,       512,    32766,  32767, INT32_MAX };
    return one_in(8) ? (int32_t)random_below(&r, 520) : PICK(ends);
}

/* One above it, or a few, or any. */
static int32_t cell_above(int32_t cell)
{
    return one_in(6) || cell > 32760 ? some_cell() : cell + 1 + (int32_t)random_below(&r, 5);
}

static bool is_far_cell(const oct9_offset_t *at)
{
    return at->x < -32768 || at->x > 32767 || at->y < -32768 || at->y > 32767 || at->z < -32768 ||
           at->z > 32767;
}

/* By its columns: unknown outside of the cube, else what a cell of them is at least. */
static void check_columns(const oct9_map_t *map, const oct9_export_grid_input_t *input)
{
    const int8_t *next = input->data;
    for (int32_t y = input->lo.y; y < input->hi.y; y++)
        for (int32_t x = input->lo.x; x < input->hi.x; x++, next++) {
            const oct9_cell_t low = { (uint16_t)x, (uint16_t)y, (uint16_t)input->lo.z };
            oct9_leaf_t leaf;
            CHECK(*next == -1 || *next == 0 || *next == 100);
            if (oct9_map_locate(map, low, &leaf) != OCT9_OK)
                CHECK(*next != 0);
            else if (leaf.state != OCT9_FREE)
                CHECK(*next == 100 || (*next == -1 && leaf.state == OCT9_UNKNOWN));
        }
}

static void try_export_grid(const oct9_map_t *map)
{
    static int8_t data[GRID_ROOM];
    oct9_export_grid_t grid;
    oct9_export_grid_input_t input = { .lo = { some_cell(), some_cell(), some_cell() },
                                       .data = data,
                                       .room = one_in(16) ? 0 : GRID_ROOM };
    input.hi.x = cell_above(input.lo.x);
    input.hi.y = cell_above(input.lo.y);
    input.hi.z = cell_above(input.lo.z);
    const bool is_far = is_far_cell(&input.lo) || is_far_cell(&input.hi);
    const bool empty = input.hi.x <= input.lo.x || input.hi.y <= input.lo.y ||
                       input.hi.z <= input.lo.z;
    const bool full = (int64_t)((int64_t)input.hi.x - input.lo.x) *
                          ((int64_t)input.hi.y - input.lo.y) >
                      input.room;
    const uint64_t bad = is_far ? when(true, OCT9_ERR_RANGE)
                                : when(empty || full, OCT9_ERR_ARGUMENT);
    if (!good(oct9_export_grid_begin(&grid, map, &input), bad, NULL, 0))
        return;
    CHECK_EQ(oct9_export_grid_run(&grid, UINT32_MAX), OCT9_OK);
    check_columns(map, &input);
}

static int32_t some_mm(void)
{
    return one_in(2) ? (int32_t)random_below(&r, 65536) - 32768 : offset();
}

/* The cell nearest to a position has a key, and so has the cube that begins there. */
static bool has_keys(int32_t mm, uint32_t cell_um)
{
    const int64_t cell = cell_um, um = (int64_t)mm * 1000;
    return 2 * um + cell >= -2 * 32768 * cell && 2 * um + cell < 2 * 32257 * cell;
}

static void try_export_bt(const oct9_map_t *map)
{
    static const uint32_t cells[] = { 1, 2, 3, 999, 1000, 65535, OCT9_CELL_UM_MAX };
    const oct9_mm_t at = { some_mm(), some_mm(), some_mm() };
    const uint32_t cell_um = PICK(cells);
    oct9_export_bt_t bt;
    oct9_frame_t frame;
    int32_t shift_um[3];
    CHECK_EQ(oct9_mm_frame(&frame, &at, cell_um), OCT9_OK);
    query_paint(shift_um, sizeof shift_um);
    const bool no_key = !has_keys(at.x, cell_um) || !has_keys(at.y, cell_um) ||
                        !has_keys(at.z, cell_um);
    if (!good(oct9_export_bt_begin(&bt, map, &frame, shift_um), when(no_key, OCT9_ERR_RANGE),
              shift_um, sizeof shift_um))
        return;
    for (unsigned a = 0; a < 3; a++)
        CHECK(2 * (int64_t)shift_um[a] <= cell_um && 2 * (int64_t)shift_um[a] > -(int64_t)cell_um);
    for (unsigned i = 0; i < 20; i++) {
        uint8_t bytes[7];
        size_t written;
        const oct9_status_t status = oct9_export_bt_run(&bt, 50, bytes, sizeof bytes, &written);
        CHECK(status == OCT9_OK || status == OCT9_AGAIN);
        CHECK(written <= sizeof bytes);
    }
}

#endif
