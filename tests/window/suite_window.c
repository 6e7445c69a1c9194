/* SPDX-License-Identifier: MIT */
/* The rolling window: cells worked out by hand, and random moves against a map made anew from a
 * list of the world's cells. */
#include "oct9/window.h"

#include "tests/golden/query.h"
#include "tests/golden/robot.h"
#include "tests/golden/suites.h"
#include "tests/test.h"

enum { CELLS_KEPT = 30, MOVES = 15 };

static oct9_status_t move(int32_t x, int32_t y, int32_t z, unsigned level)
{
    const oct9_offset_t by = { x, y, z };
    return oct9_window_move(&robot_map, &by, level);
}

static void set(oct9_occupancy_t *map, unsigned x, unsigned y, unsigned z, int log_odds)
{
    const oct9_cell_t cell = { (uint16_t)x, (uint16_t)y, (uint16_t)z };
    CHECK_EQ(oct9_tree_set_cell(&map->tree, cell, oct9_occupancy_payload(log_odds, 0)), OCT9_OK);
}

/* --- by hand ---------------------------------------------------------------------------------- */

static void cells_keep_their_place(void)
{
    robot_reset(&robot_map, ROBOT_BLOCKS, OCT9_REFUSE);
    set(&robot_map, 100, 200, 300, 10);
    set(&robot_map, 5, 200, 300, -4);
    set(&robot_map, 511, 200, 300, 20);
    CHECK_EQ(move(1, 0, 0, 5), OCT9_OK); /* by 32 cells */
    CHECK_EQ(robot_map.window.x, 32);
    CHECK_EQ(robot_map.window.y, 0);
    CHECK_EQ(robot_log_odds(&robot_map, 68, 200, 300), 10);
    CHECK_EQ(robot_log_odds(&robot_map, 479, 200, 300), 20);
    CHECK_EQ(robot_log_odds(&robot_map, 100, 200, 300), 0);
    robot_check(&robot_map);
    CHECK_EQ(move(-1, 0, 0, 5), OCT9_OK); /* back: what had left is forgotten */
    CHECK_EQ(robot_log_odds(&robot_map, 100, 200, 300), 10);
    CHECK_EQ(robot_log_odds(&robot_map, 511, 200, 300), 20);
    CHECK_EQ(robot_leaf(&robot_map, 5, 200, 300).payload, 0);
    CHECK_EQ(move(0, -2, 3, 6), OCT9_OK); /* by -128 and 192 */
    CHECK_EQ(robot_map.window.x, 0);
    CHECK_EQ(robot_map.window.y, -128);
    CHECK_EQ(robot_map.window.z, 192);
    CHECK_EQ(robot_log_odds(&robot_map, 100, 328, 108), 10);
    CHECK_EQ(move(0, 0, 0, 9), OCT9_OK);
    CHECK_EQ(robot_log_odds(&robot_map, 100, 328, 108), 10);
    robot_check(&robot_map);
}

static void blocks_are_given_back(void)
{
    for (unsigned level = 5; level <= 9; level++) {
        const int nodes = 512 >> level;
        robot_reset(&robot_map, ROBOT_BLOCKS, OCT9_REFUSE);
        set(&robot_map, 100, 200, 300, 10);
        set(&robot_map, 411, 0, 511, -4);
        CHECK_EQ(move(nodes, 0, 0, level), OCT9_OK);
        CHECK_EQ(robot_map.tree.used, 0);
        CHECK_EQ(robot_map.tree.root, OCT9_SLOT_LEAF);
        CHECK_EQ(robot_map.window.x, 512);
        robot_check(&robot_map);
        set(&robot_map, 100, 200, 300, 10);
        CHECK_EQ(move(0, INT16_MAX, 0, level), OCT9_OK); /* far beyond all that is known */
        CHECK_EQ(robot_map.tree.used, 0);
        CHECK_EQ(robot_map.window.y, (int32_t)INT16_MAX << level);
    }
}

/* A whole map of one state stays whole except for the slab that enters. */
static void large_leaves(void)
{
    const oct9_box_t all = { { 0, 0, 0 }, { OCT9_CELLS, OCT9_CELLS, OCT9_CELLS } };
    robot_reset(&robot_map, ROBOT_BLOCKS, OCT9_REFUSE);
    robot_fill(&robot_map, &all, -4);
    CHECK_EQ(move(-2, 0, 0, 7), OCT9_OK);
    CHECK_EQ(robot_leaf(&robot_map, 0, 0, 0).level, 8);
    CHECK_EQ(robot_leaf(&robot_map, 255, 0, 0).payload, 0);
    CHECK_EQ(robot_log_odds(&robot_map, 256, 0, 0), -4);
    CHECK_EQ(robot_map.tree.used, 1);
    CHECK_EQ(move(1, 0, 0, 7), OCT9_OK);
    CHECK_EQ(robot_leaf(&robot_map, 127, 0, 0).payload, 0);
    CHECK_EQ(robot_log_odds(&robot_map, 128, 0, 0), -4);
    CHECK_EQ(robot_leaf(&robot_map, 384, 0, 0).payload, 0);
    robot_check(&robot_map);
}

static void robot_moves_along(void)
{
    robot_reset(&robot_map, ROBOT_BLOCKS, OCT9_REFUSE);
    robot_map.robot = (oct9_cell_t){ 256, 256, 256 };
    CHECK_EQ(move(1, -1, 2, 5), OCT9_OK);
    CHECK_EQ(robot_map.robot.x, 224);
    CHECK_EQ(robot_map.robot.y, 288);
    CHECK_EQ(robot_map.robot.z, 192);
    CHECK_EQ(move(1, -1, 1, 9), OCT9_OK); /* out of sight: it stays at the rim */
    CHECK_EQ(robot_map.robot.x, 0);
    CHECK_EQ(robot_map.robot.y, 511);
    CHECK_EQ(robot_map.robot.z, 0);
    CHECK_EQ(move(-1, 1, -1, 9), OCT9_OK);
    CHECK_EQ(robot_map.robot.x, 511);
    CHECK_EQ(robot_map.robot.y, 0);
    CHECK_EQ(robot_map.robot.z, 511);
}

/* --- at random -------------------------------------------------------------------------------- */

typedef struct {
    oct9_offset_t at; /* in the world */
    int log_odds;     /* 0: none */
} kept_t;

static kept_t kept[CELLS_KEPT];

static bool in_window(const kept_t *cell, oct9_cell_t *inside)
{
    const int32_t x = cell->at.x - robot_map.window.x, y = cell->at.y - robot_map.window.y;
    const int32_t z = cell->at.z - robot_map.window.z;
    inside->x = (uint16_t)x;
    inside->y = (uint16_t)y;
    inside->z = (uint16_t)z;
    return x >= 0 && x < OCT9_CELLS && y >= 0 && y < OCT9_CELLS && z >= 0 && z < OCT9_CELLS;
}

/* Gives a random cell log-odds, in the window as it lies, and notes it in the list. */
static void keep_one(random_t *random)
{
    kept_t *cell = &kept[random_below(random, CELLS_KEPT)];
    oct9_cell_t at;
    if (cell->log_odds != 0 && in_window(cell, &at))
        set(&robot_map, at.x, at.y, at.z, 0);
    at.x = (uint16_t)(random_below(random, OCT9_CELLS));
    at.y = (uint16_t)(random_below(random, OCT9_CELLS));
    at.z = (uint16_t)(random_below(random, OCT9_CELLS));
    if (robot_log_odds(&robot_map, at.x, at.y, at.z) != 0) {
        cell->log_odds = 0; /* there already, in another entry */
        return;
    }
    cell->log_odds = random_below(random, 2) ? 10 : -4;
    cell->at.x = robot_map.window.x + at.x;
    cell->at.y = robot_map.window.y + at.y;
    cell->at.z = robot_map.window.z + at.z;
    set(&robot_map, at.x, at.y, at.z, cell->log_odds);
}

/* A map made anew of what lies in the window; what does not is forgotten. */
static void make_anew(void)
{
    robot_reset(&robot_other, ROBOT_BLOCKS, OCT9_REFUSE);
    for (unsigned i = 0; i < CELLS_KEPT; i++) {
        oct9_cell_t at;
        if (!in_window(&kept[i], &at))
            kept[i].log_odds = 0;
        if (kept[i].log_odds != 0)
            set(&robot_other, at.x, at.y, at.z, kept[i].log_odds);
    }
}

static void random_moves(void)
{
    random_t random = { 231 };
    uint32_t digest = DIGEST_BEGIN;
    robot_reset(&robot_map, ROBOT_BLOCKS, OCT9_REFUSE);
    for (unsigned i = 0; i < CELLS_KEPT; i++)
        kept[i].log_odds = 0;
    for (int i = 0; i < MOVES; i++) {
        const unsigned level = 5u + (unsigned)random_below(&random, 5);
        const int reach = (512 >> level) / 4 + 1;
        const oct9_offset_t was = robot_map.window;
        int by[3];
        for (int k = 0; k < 5; k++)
            keep_one(&random);
        for (unsigned a = 0; a < 3; a++)
            by[a] = (int)random_below(&random, (uint32_t)(2 * reach + 1)) - reach;
        CHECK_EQ(move(by[0], by[1], by[2], level), OCT9_OK);
        CHECK_EQ(robot_map.window.x, was.x + by[0] * (1 << level));
        CHECK_EQ(robot_map.window.z, was.z + by[2] * (1 << level));
        make_anew();
        CHECK_EQ(robot_digest(&robot_map), robot_digest(&robot_other));
        CHECK_EQ(robot_map.tree.used, robot_other.tree.used);
        robot_check(&robot_map);
        digest = digest_add(digest, robot_digest(&robot_map));
    }
    TEST_DIGEST("windows", digest);
}

/* --- frame and errors ------------------------------------------------------------------------- */

static void window_frame(void)
{
    const oct9_frame_t base = OCT9_FRAME(1000, -2000, 5, 40000), odd = OCT9_FRAME(7, 7, 7, 12345);
    oct9_frame_t frame;
    robot_reset(&robot_map, ROBOT_BLOCKS, OCT9_REFUSE);
    CHECK_EQ(oct9_window_frame(&robot_map.window, &base, &frame), OCT9_OK);
    CHECK_EQ(frame.origin_mm.x, 1000);
    CHECK_EQ(frame.cell_um, 40000);
    CHECK_EQ(move(3, -1, 0, 6), OCT9_OK);
    CHECK_EQ(oct9_window_frame(&robot_map.window, &base, &frame), OCT9_OK);
    CHECK_EQ(frame.origin_mm.x, 1000 + 192 * 40);
    CHECK_EQ(frame.origin_mm.y, -2000 - 64 * 40);
    CHECK_EQ(frame.origin_mm.z, 5);
    CHECK_EQ(oct9_window_frame(&robot_map.window, &odd, &frame),
             OCT9_ERR_ARGUMENT); /* 2370.24 mm */
    CHECK_EQ(move(119, -123, 0, 5), OCT9_OK);
    CHECK_EQ(oct9_window_frame(&robot_map.window, &odd, &frame), OCT9_OK);
    CHECK_EQ(frame.origin_mm.x, 7 + 49380); /* 4000 cells */
    CHECK_EQ(frame.origin_mm.y, 7 - 49380);
}

static void window_frame_errors(void)
{
    const oct9_frame_t bad = OCT9_FRAME(0, 0, 0, 0);
    oct9_frame_t far = OCT9_FRAME(INT32_MAX, 0, 0, 64000), frame;
    robot_reset(&robot_map, ROBOT_BLOCKS, OCT9_REFUSE);
    query_paint(&frame, sizeof frame);
    CHECK_EQ(oct9_window_frame(&robot_map.window, &bad, &frame), OCT9_ERR_ARGUMENT);
    CHECK(query_painted(&frame, sizeof frame));
    CHECK_EQ(oct9_window_frame(&robot_map.window, &far, &frame), OCT9_OK);
    query_paint(&frame, sizeof frame);
    CHECK_EQ(move(1, 0, 0, 5), OCT9_OK);
    CHECK_EQ(oct9_window_frame(&robot_map.window, &far, &frame), OCT9_ERR_RANGE);
    CHECK(query_painted(&frame, sizeof frame));
    far.origin_mm.x = INT32_MAX - 2048;
    CHECK_EQ(oct9_window_frame(&robot_map.window, &far, &frame), OCT9_OK);
    CHECK_EQ(frame.origin_mm.x, INT32_MAX);
    far.origin_mm.x++;
    CHECK_EQ(oct9_window_frame(&robot_map.window, &far, &frame), OCT9_ERR_RANGE);
    far.origin_mm.x = INT32_MIN;
    CHECK_EQ(move(-2, 0, 0, 5), OCT9_OK);
    CHECK_EQ(oct9_window_frame(&robot_map.window, &far, &frame), OCT9_ERR_RANGE);
}

static void errors(void)
{
    robot_reset(&robot_map, ROBOT_BLOCKS, OCT9_REFUSE);
    set(&robot_map, 100, 200, 300, 10);
    const uint32_t before = robot_digest(&robot_map);
    CHECK_EQ(move(1, 0, 0, 2), OCT9_ERR_ARGUMENT);
    CHECK_EQ(move(1, 0, 0, 10), OCT9_ERR_ARGUMENT);
    CHECK_EQ(move(INT32_MAX, 0, 0, 3), OCT9_ERR_RANGE);
    CHECK_EQ(move(0, INT32_MIN, 0, 9), OCT9_ERR_RANGE);
    CHECK_EQ(move(0, 0, (int32_t)1 << 22, 9), OCT9_ERR_RANGE); /* 2^31 */
    CHECK_EQ(robot_map.window.x | robot_map.window.y | robot_map.window.z, 0);
    CHECK_EQ(robot_digest(&robot_map), before);
    CHECK_EQ(move(0, 0, -((int32_t)1 << 22), 9), OCT9_OK); /* -2^31 */
    CHECK_EQ(robot_map.window.z, INT32_MIN);
    CHECK_EQ(move(0, 0, -1, 3), OCT9_ERR_RANGE);
    CHECK_EQ(robot_map.window.z, INT32_MIN);
}

/* The cube's last cell is at most the last that 32 bits hold, wherever the window began. */
static void last_place(void)
{
    const int32_t last = INT32_MAX - OCT9_CELLS;
    robot_reset(&robot_map, ROBOT_BLOCKS, OCT9_REFUSE);
    CHECK_EQ(move(last / OCT9_CELLS, 0, 0, 9), OCT9_OK);
    CHECK_EQ(robot_map.window.x, last / OCT9_CELLS * OCT9_CELLS);
    CHECK_EQ(move(1, 0, 0, 9), OCT9_ERR_RANGE);
    CHECK_EQ(robot_map.window.x, last / OCT9_CELLS * OCT9_CELLS);
    robot_map.window.y = last - OCT9_CELLS;
    CHECK_EQ(move(0, 1, 0, 9), OCT9_OK);
    CHECK_EQ(robot_map.window.y, last);
    CHECK_EQ(move(0, 1, 0, 9), OCT9_ERR_RANGE);
}

/* Two leaves of half the cube, moved by a node of 32 cells, have many blocks above their edges. */
static void refused_for_want_of_room(void)
{
    const oct9_box_t half = { { 0, 0, 0 }, { 256, OCT9_CELLS, OCT9_CELLS } };
    robot_reset(&robot_map, 40, OCT9_REFUSE);
    robot_fill(&robot_map, &half, 10);
    const uint32_t before = robot_digest(&robot_map);
    CHECK_EQ(move(1, 0, 0, 5), OCT9_ERR_POOL_FULL);
    CHECK_EQ(robot_digest(&robot_map), before);
    CHECK_EQ(robot_map.window.x, 0);
    CHECK_EQ(robot_map.tree.failed, 1);
    robot_check(&robot_map);
    CHECK_EQ(move(1, 0, 0, 8), OCT9_OK);
    CHECK_EQ(robot_map.tree.used, 0);
}

/* What leaves gives back more blocks than are made anew. */
static void moves_in_a_full_pool(void)
{
    robot_reset(&robot_map, 15, OCT9_REFUSE);
    set(&robot_map, 100, 200, 300, 10);
    set(&robot_map, 5, 200, 300, 10);
    CHECK_EQ(robot_map.tree.used, 15);
    CHECK_EQ(move(1, 0, 0, 5), OCT9_OK);
    CHECK_EQ(robot_log_odds(&robot_map, 68, 200, 300), 10);
    CHECK_EQ(robot_map.tree.used, 9);
    robot_check(&robot_map);
}

GOLDEN_SUITE(window)
{
    RUN(cells_keep_their_place);
    RUN(blocks_are_given_back);
    RUN(large_leaves);
    RUN(robot_moves_along);
    RUN(random_moves);
    RUN(window_frame);
    RUN(window_frame_errors);
    RUN(errors);
    RUN(last_place);
    RUN(refused_for_want_of_room);
    RUN(moves_in_a_full_pool);
}
