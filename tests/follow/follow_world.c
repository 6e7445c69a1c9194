/* SPDX-License-Identifier: MIT */
#include "tests/follow/follow_world.h"

#include "oct9/mm.h"

#include <string.h>

world_t world;
static oct9_block_t pool[WORLD_BLOCKS];
static const oct9_follow_policy_t usual = OCT9_FOLLOW_POLICY;

void world_begin(void)
{
    static const oct9_frame_t frame = OCT9_FRAME(0, 0, 0, 1000 * WORLD_CELL);
    const oct9_model_t model = OCT9_MODEL_DEFAULT;
    memset(&world, 0, sizeof world);
    world.policy = usual;
    CHECK_EQ(oct9_occupancy_init(&world.occupancy, pool, WORLD_BLOCKS, &model, NULL), OCT9_OK);
    memcpy(&world.base, &frame, sizeof frame);
    world.map = oct9_map_of_tree(&world.occupancy.tree);
    world_box(0, 0, 0, 512 * WORLD_CELL, 512 * WORLD_CELL, 512 * WORLD_CELL, OCT9_FREE);
    world.input = (oct9_follow_input_t){ .points = world.points,
                                         .map = &world.map,
                                         .occupancy = &world.occupancy,
                                         .base = &world.base,
                                         .map_alone = true,
                                         .policy = &world.policy };
    world.tick = (oct9_follow_tick_t){ .now_ms = 5000, .pose_ms = 5000, .map_ms = 5000 };
}

/* A cell of the window, 0..512. */
static uint16_t cell(int mm, int32_t window)
{
    const int at = (mm >= 0 ? mm / WORLD_CELL : -((WORLD_CELL - 1 - mm) / WORLD_CELL)) - window;
    return (uint16_t)(at < 0 ? 0 : at > OCT9_CELLS ? OCT9_CELLS : at);
}

void world_box(int x0, int y0, int z0, int x1, int y1, int z1, oct9_state_t state)
{
    const int up = WORLD_CELL - 1;
    const oct9_offset_t *const window = &world.occupancy.window;
    const oct9_box_t box = { { cell(x0, window->x), cell(y0, window->y), cell(z0, window->z) },
                             { cell(x1 + up, window->x), cell(y1 + up, window->y),
                               cell(z1 + up, window->z) } };
    if (box.lo.x == box.hi.x || box.lo.y == box.hi.y || box.lo.z == box.hi.z)
        return; /* outside of the window */
    const oct9_thresholds_t *const thresholds = &world.occupancy.tree.thresholds;
    const uint16_t payload = state == OCT9_OCCUPIED ? thresholds->occupied_from
                           : state == OCT9_FREE     ? (uint16_t)(thresholds->free_below - 1)
                                                    : 0;
    CHECK_EQ(oct9_tree_fill_box(&world.occupancy.tree, &box, payload), OCT9_OK);
}

void world_route(unsigned count, const oct9_mm_t *places)
{
    oct9_frame_t frame;
    CHECK_EQ(oct9_window_frame(&world.occupancy.window, &world.base, &frame), OCT9_OK);
    for (unsigned i = 0; i < count; i++)
        CHECK_EQ(oct9_mm_place(&frame, &places[i], &world.points[i]), OCT9_OK);
    world.input.count = (uint16_t)count;
    world.input.window = world.occupancy.window;
}

oct9_status_t world_start(void)
{
    return oct9_follow_begin(&world.follow, &world.input);
}

void world_follow(unsigned count, const oct9_mm_t *places)
{
    world_route(count, places);
    CHECK_EQ(world_start(), OCT9_OK);
}

void world_follow_straight(void)
{
    static const oct9_mm_t places[] = { { WORLD_MIDDLE, WORLD_MIDDLE, WORLD_MIDDLE },
                                        { WORLD_MIDDLE + 8000, WORLD_MIDDLE, WORLD_MIDDLE } };
    world_begin();
    world_follow(2, places);
}

static bool stands_at(const oct9_mm_t *a, const oct9_mm_t *b)
{
    return a->x == b->x && a->y == b->y && a->z == b->z;
}

static void check_output(oct9_status_t status)
{
    const oct9_follow_output_t *const now = &world.now;
    CHECK(now->state <= OCT9_FOLLOW_ARRIVED);
    CHECK_EQ(now->why == 0, now->state == OCT9_FOLLOW_GO || now->state == OCT9_FOLLOW_ARRIVED);
    CHECK_EQ((now->why & OCT9_FOLLOW_ERROR) != 0, status != OCT9_OK);
    if (now->state == OCT9_FOLLOW_STOP || now->state == OCT9_FOLLOW_ARRIVED)
        CHECK_EQ(now->speed_mm, 0);
    if (now->state == OCT9_FOLLOW_GO)
        CHECK(now->speed_mm > 0);
    CHECK(now->speed_mm <= world.policy.fastest_mm);
    CHECK_EQ(now->speed_mm == 0, stands_at(&now->steer_mm, &world.tick.place_mm));
    if (status != OCT9_OK) {
        CHECK_EQ(now->state, OCT9_FOLLOW_STOP);
        CHECK_EQ(now->why, OCT9_FOLLOW_ERROR);
        CHECK_EQ(now->clear_mm, 0);
        CHECK_EQ(now->beside_mm, OCT9_FOLLOW_FAR);
        CHECK(stands_at(&now->ahead_mm, &world.tick.place_mm));
    }
    CHECK_EQ(now->next == 0, world.follow.input == NULL);
    CHECK(now->next <= world.input.count);
}

oct9_status_t world_ask(void)
{
    memset(&world.now, 0xA5, sizeof world.now);
    const oct9_status_t status = oct9_follow_step(&world.follow, &world.tick, &world.now);
    check_output(status);
    return status;
}

oct9_follow_state_t world_step(int x, int y, int z)
{
    world.tick.now_ms += 50;
    world.tick.pose_ms = world.tick.map_ms = world.tick.now_ms;
    world.tick.place_mm = (oct9_mm_t){ x, y, z };
    CHECK_EQ(world_ask(), OCT9_OK);
    return world.now.state;
}

unsigned world_why(int x, int y, int z)
{
    (void)world_step(x, y, z);
    return world.now.why;
}
