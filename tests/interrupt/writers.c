/* SPDX-License-Identifier: MIT */
#include "tests/interrupt/writers.h"

#include "oct9/occupancy.h"
#include "oct9/scan.h"
#include "oct9/window.h"
#include "tests/golden/world.h"
#include "tests/interrupt/timer.h"
#include "tests/test.h"

#include <stddef.h>

enum { BEAMS = 4 };

oct9_occupancy_t writers_map;

static oct9_block_t *pool;
static oct9_scan_t scan;
static bool scanning;

static const oct9_cell_t cell = { 30, 16, 16 };
static const oct9_box_t lump = { { 30, 15, 16 }, { 32, 17, 18 } };
static const oct9_box_t wall = { { 40, 14, 14 }, { 42, 18, 18 } };

static void fill(const oct9_box_t *box, int log_odds)
{
    CHECK_EQ(oct9_tree_fill_box(&writers_map.tree, box, oct9_occupancy_payload(log_odds, 0)),
             OCT9_OK);
}

/* --- maps to begin with ----------------------------------------------------------------------- */

/* Free space with a wall in it, and unknown around. */
static void room(void)
{
    const oct9_box_t space = { { 0, 0, 0 }, { 64, 64, 64 } };
    fill(&space, -20);
    fill(&wall, 20);
    scanning = false;
}

static void room_with_cell(void)
{
    room();
    CHECK_EQ(oct9_tree_set_cell(&writers_map.tree, cell, oct9_occupancy_payload(20, 0)), OCT9_OK);
}

static void room_with_lump(void)
{
    room();
    fill(&lump, 20);
}

/* --- writers ---------------------------------------------------------------------------------- */

static bool split(void)
{
    return oct9_tree_set_cell(&writers_map.tree, cell, oct9_occupancy_payload(20, 0)) == OCT9_OK;
}

static bool merge(void)
{
    return oct9_tree_set_cell(&writers_map.tree, cell, oct9_occupancy_payload(-20, 0)) == OCT9_OK;
}

static bool fill_lump(void)
{
    return oct9_tree_fill_box(&writers_map.tree, &lump, oct9_occupancy_payload(20, 0)) == OCT9_OK;
}

static bool clear_wall(void)
{
    const oct9_box_t box = { { 39, 14, 16 }, { 42, 16, 18 } };
    return oct9_occupancy_clear_box(&writers_map, &box) == OCT9_OK;
}

static bool clear_sphere(void)
{
    const oct9_point_t centre = POINT(41 * 64, 16 * 64, 16 * 64);
    return oct9_occupancy_clear_sphere(&writers_map, &centre, 2 * 64) == OCT9_OK;
}

static bool observe(void)
{
    return oct9_occupancy_observe(&writers_map, cell, true) == OCT9_OK;
}

/* A tile at each call. */
static bool scan_tile(void)
{
    static const oct9_point_t origin = POINT(26 * 64 + 5, 16 * 64 + 9, 16 * 64 + 1);
    static oct9_beam_t beams[BEAMS] = {
        { .end = POINT(40 * 64 + 9, 16 * 64, 16 * 64), .met = OCT9_BEAM_HIT },
        { .end = POINT(34 * 64, 20 * 64, 18 * 64), .met = OCT9_BEAM_HIT },
        { .end = POINT(30 * 64, 17 * 64, 17 * 64), .met = OCT9_BEAM_HIT },
        { .end = POINT(22 * 64, 15 * 64, 12 * 64), .met = OCT9_BEAM_CLEAR }
    };
    if (!scanning)
        CHECK_EQ(oct9_scan_begin(&scan, &writers_map, &origin, beams, BEAMS), OCT9_OK);
    scanning = true;
    return oct9_scan_run(&scan, 1) == OCT9_OK;
}

static bool move_window(void)
{
    const oct9_offset_t by = { -1, 0, 0 };
    return oct9_window_move(&writers_map, &by, 7) == OCT9_OK;
}

/* A part of a round, in one call. */
static bool forget(void)
{
    return oct9_occupancy_forget(&writers_map, 60) >= OCT9_AGAIN;
}

const writer_t writers[] = {
    { "split to a cell", WRITERS_PLENTY, room, split, true },
    { "merge from a cell", WRITERS_PLENTY, room_with_cell, merge, true },
    { "fill a box", WRITERS_PLENTY, room, fill_lump, false },
    { "clear a box", WRITERS_PLENTY, room_with_lump, clear_wall, true },
    { "clear a sphere", WRITERS_PLENTY, room_with_lump, clear_sphere, false },
    { "observe a cell", WRITERS_PLENTY, room, observe, false },
    { "observe, coarsening", 20, room, observe, false },
    { "scan", WRITERS_PLENTY, room, scan_tile, true },
    { "scan, coarsening", 24, room_with_cell, scan_tile, false },
    { "move the window", WRITERS_PLENTY, room_with_cell, move_window, true },
    { "forget", WRITERS_PLENTY, room_with_lump, forget, true }
};

const unsigned writers_count = sizeof writers / sizeof writers[0];

/* --- again and again -------------------------------------------------------------------------- */

/* A map as a whole. */
typedef struct {
    oct9_occupancy_t map;
    oct9_block_t pool[TIMER_BLOCKS];
} image_t;

static image_t before, after;

static void keep(image_t *image)
{
    image->map = writers_map;
    for (unsigned i = 0; i < TIMER_BLOCKS; i++)
        image->pool[i] = pool[i];
}

static void restore(const image_t *image)
{
    writers_map = image->map;
    for (unsigned i = 0; i < TIMER_BLOCKS; i++)
        pool[i] = image->pool[i];
    scanning = false;
}

void writer_prepare(const writer_t *writer)
{
    static const oct9_model_t model = { 10, 4, -20, 30, -1, 1, 0, 25, OCT9_COARSEN };
    pool = timer_pool();
    CHECK_EQ(oct9_occupancy_init(&writers_map, pool, writer->blocks, &model, NULL), OCT9_OK);
    writer->prepare();
    keep(&before);
}

static uint32_t sum_of(const void *memory, size_t size, uint32_t sum)
{
    const uint8_t *const bytes = memory;
    for (size_t i = 0; i < size; i++)
        sum = (sum ^ bytes[i]) * 16777619u;
    return sum;
}

uint32_t writer_sum(void)
{
    const size_t blocks = writers_map.tree.capacity * sizeof pool[0];
    return sum_of(pool, blocks, sum_of(&writers_map, sizeof writers_map, 2166136261u));
}

void writer_restore(void)
{
    restore(&before);
}
void writer_keep(void)
{
    keep(&after);
}
void writer_repeat(void)
{
    restore(&after);
}
