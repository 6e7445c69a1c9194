/* SPDX-License-Identifier: MIT */
/* Exports: the map as OctoMap's .bt, in slices of at most 500 nodes and leaves and 64 bytes, the
 * first 200 of them; and grids of 2.6 x 2.6 m, 0.8 m high. */
#include "bench/calls.h"
#include "bench/calls_part.h"
#include "oct9/export.h"

enum { GRIDS = 16, SIDE = 32, SLICES = 200 };

static const oct9_map_t *map;
static union {
    oct9_export_bt_t bt;
    oct9_export_grid_t grid;
} scratch;
static uint8_t bytes[64];
static int8_t data[SIDE * SIDE];

static void bt_begin(void)
{
    const oct9_frame_t *const frame = &map->image->frame;
    for (unsigned i = 0; i < GRIDS; i++) {
        int32_t shift_um[3];
        oct9_status_t status;
        CALL(status = oct9_export_bt_begin(&scratch.bt, map, frame, shift_um));
        calls_answer((uint32_t)status);
    }
}

static void bt_run(void)
{
    int32_t shift_um[3];
    oct9_status_t status = oct9_export_bt_begin(&scratch.bt, map, &map->image->frame, shift_um);
    for (unsigned i = 0; i < SLICES && (status == OCT9_OK || status == OCT9_AGAIN); i++) {
        size_t written = 0;
        CALL(status = oct9_export_bt_run(&scratch.bt, 500, bytes, sizeof bytes, &written));
        calls_answer((uint32_t)status);
        for (size_t k = 0; k < written; k++)
            calls_answer(bytes[k]);
    }
}

/* About a free cell. */
static oct9_export_grid_input_t around(void)
{
    const oct9_cell_t cell = part_cell();
    const oct9_export_grid_input_t input = { .lo = { cell.x - SIDE / 2, cell.y - SIDE / 2, 2 },
                                             .hi = { cell.x + SIDE / 2, cell.y + SIDE / 2, 12 },
                                             .data = data,
                                             .room = sizeof data };
    return input;
}

static void grid_begin(void)
{
    for (unsigned i = 0; i < GRIDS; i++) {
        const oct9_export_grid_input_t input = around();
        oct9_status_t status;
        CALL(status = oct9_export_grid_begin(&scratch.grid, map, &input));
        calls_answer((uint32_t)status);
    }
}

static void grid_run(void)
{
    for (unsigned i = 0; i < GRIDS; i++) {
        const oct9_export_grid_input_t input = around();
        oct9_status_t status = oct9_export_grid_begin(&scratch.grid, map, &input);
        CALL(status = oct9_export_grid_run(&scratch.grid, UINT32_MAX));
        calls_answer((uint32_t)status);
        for (unsigned k = 0; k < sizeof data; k++)
            calls_answer((uint8_t)data[k]);
    }
}

static const call_t call[] = { { "export_bt_begin", bt_begin },
                               { "export_bt_run", bt_run },
                               { "export_grid_begin", grid_begin },
                               { "export_grid_run", grid_run } };

int main(void)
{
    map = part_map();
    return map != NULL ? calls_run(call, sizeof call / sizeof call[0]) : 1;
}
