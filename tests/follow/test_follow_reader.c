/* SPDX-License-Identifier: MIT */
/* A step that is interrupted by the map's writer: what it says is of the map after the write, or it
 * is an error. */
#define _DEFAULT_SOURCE

#include "oct9/follow.h"
#include "oct9/mm.h"
#include "oct9/window.h"
#include "tests/shared/interrupted.h"

#include <string.h>

enum { BLOCKS = 1024, M = 10240 };

static _Alignas(PAGE) oct9_block_t pool[BLOCKS];
static oct9_occupancy_t occupancy;
static const oct9_frame_t base = OCT9_FRAME(0, 0, 0, 40000);
static const oct9_follow_policy_t policy = OCT9_FOLLOW_POLICY;
static oct9_point_t points[2];
static oct9_map_t map;
static oct9_follow_input_t input;
static oct9_follow_t follow;
static oct9_follow_tick_t tick;
static oct9_follow_output_t now;

static void fill(uint16_t from, uint16_t to, uint16_t payload)
{
    const oct9_box_t box = { { from, 252, 252 }, { to, 260, 260 } };
    CHECK_EQ(oct9_tree_fill_box(&occupancy.tree, &box, payload), OCT9_OK);
}

static void begin(void)
{
    const oct9_model_t model = OCT9_MODEL_DEFAULT;
    const oct9_mm_t from = { M, M, M }, to = { M + 4000, M, M };
    const oct9_node_t all = { { 0, 0, 0 }, OCT9_LEVELS };
    CHECK_EQ(oct9_occupancy_init(&occupancy, pool, BLOCKS, &model, NULL), OCT9_OK);
    const uint16_t is_free = (uint16_t)(occupancy.tree.thresholds.free_below - 1);
    CHECK_EQ(oct9_tree_set_node(&occupancy.tree, &all, is_free), OCT9_OK);
    /* Blocks on several pages: many far away, then some beside the route. */
    const uint16_t is_occupied = occupancy.tree.thresholds.occupied_from;
    for (uint16_t i = 0; i < 80; i++) {
        const oct9_cell_t far = { (uint16_t)(i * 37u % 200u), (uint16_t)(i * 91u % 200u),
                                  (uint16_t)(i * 53u % 200u) };
        CHECK_EQ(oct9_tree_set_cell(&occupancy.tree, far, is_occupied), OCT9_OK);
    }
    CHECK(occupancy.tree.used > PAGE / sizeof(oct9_block_t));
    for (uint16_t x = 260; x < 340; x += 8) {
        const oct9_cell_t beside = { x, 262, 256 };
        CHECK_EQ(oct9_tree_set_cell(&occupancy.tree, beside, is_occupied), OCT9_OK);
    }
    fill(340, 342, is_occupied);
    map = oct9_map_of_tree(&occupancy.tree);
    CHECK_EQ(oct9_mm_place(&base, &from, &points[0]), OCT9_OK);
    CHECK_EQ(oct9_mm_place(&base, &to, &points[1]), OCT9_OK);
    input = (oct9_follow_input_t){ .points = points,
                                   .count = 2,
                                   .map = &map,
                                   .occupancy = &occupancy,
                                   .base = &base,
                                   .map_alone = true,
                                   .policy = &policy };
    CHECK_EQ(oct9_follow_begin(&follow, &input), OCT9_OK);
    tick = (oct9_follow_tick_t){ .now_ms = 1, .pose_ms = 1, .place_mm = from };
}

static oct9_status_t step(void)
{
    memset(&now, 0xFF, sizeof now);
    return oct9_follow_step(&follow, &tick, &now);
}

static void wall_comes(void)
{
    fill(280, 284, occupancy.tree.thresholds.occupied_from); /* 960 mm ahead */
}

static void window_comes(void)
{
    const oct9_offset_t by = { 1, 0, 0 };
    CHECK_EQ(oct9_window_move(&occupancy, &by, 6), OCT9_OK);
}

static void a_write_in_a_step_is_seen(void)
{
    begin();
    CHECK_EQ(step(), OCT9_OK);
    CHECK(now.state == OCT9_FOLLOW_GO && now.clear_mm > 1900);
    guard(pool, sizeof pool, PROT_NONE, wall_comes, false);
    const oct9_status_t status = step();
    unguard();
    CHECK_EQ(interrupts, 1);
    CHECK_EQ(status, OCT9_OK);
    CHECK(now.clear_mm <= 840 && now.clear_mm > 800);
}

/* Before the window moved the wall at 340 was ahead, and it still is. */
static void a_window_that_moves_in_a_step(void)
{
    begin();
    tick.place_mm.x = M + 1800;
    CHECK_EQ(step(), OCT9_OK);
    const oct9_follow_output_t before = now;
    guard(pool, sizeof pool, PROT_NONE, window_comes, false);
    const oct9_status_t status = step();
    unguard();
    CHECK_EQ(interrupts, 1);
    CHECK_EQ(status, OCT9_OK);
    CHECK(now.clear_mm == before.clear_mm && now.steer_mm.x == before.steer_mm.x);
}

static void writes_in_each_try_are_a_stop(void)
{
    begin();
    guard(pool, sizeof pool, PROT_NONE, wall_comes, true);
    const oct9_status_t status = step();
    unguard();
    CHECK(interrupts > 1);
    CHECK_EQ(status, OCT9_ERR_STALE);
    CHECK(now.state == OCT9_FOLLOW_STOP && now.why == OCT9_FOLLOW_ERROR && now.speed_mm == 0 &&
          now.clear_mm == 0 && now.steer_mm.x == tick.place_mm.x);
    CHECK_EQ(step(), OCT9_OK);
    CHECK(now.clear_mm <= 840 && now.clear_mm > 800);
}

int main(void)
{
    RUN(a_write_in_a_step_is_seen);
    RUN(a_window_that_moves_in_a_step);
    RUN(writes_in_each_try_are_a_stop);
    return test_end();
}
