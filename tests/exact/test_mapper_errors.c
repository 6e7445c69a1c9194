/* SPDX-License-Identifier: MIT */
/* What the mapper does where a call that it makes fails: nothing is mapped, a check is blocked. */
#include "oct9/mapper.h"
#include "oct9/window.h"
#include "tests/test.h"

#include <string.h>

enum { BLOCKS = 1024, FEW = 64, BEAMS = 6, CELL_MM = 40, MIDDLE = OCT9_CELLS / 2, STEP_CELLS = 64 };

OCT9_MAPPER_MEMORY(static, memory, BLOCKS, BEAMS, 16);
static oct9_mapper_policy_t policy;
static oct9_mapper_t mapper;
static const oct9_mapper_pose_t middle = { { 20, 20, 20 }, OCT9_ROTATION_NONE };
static const int16_t ahead[3] = { 1000, 0, 0 };

static void begin(void)
{
    static const oct9_mapper_policy_t good = OCT9_MAPPER_POLICY;
    policy = good;
    CHECK_EQ(oct9_mapper_init(&mapper, &memory, &oct9_sensor_multiranger, &policy, NULL), OCT9_OK);
}

static oct9_status_t see(const oct9_mapper_pose_t *pose, int16_t front_mm)
{
    const int16_t mm[BEAMS] = { front_mm, 1500, 1500, 1500, 1500, 1500 };
    const oct9_sensor_frame_t frame = { 0, mm, NULL, BEAMS, 0, 0 };
    return oct9_mapper_see(&mapper, &frame, pose);
}

/* What a check returns; after an error it is blocked. */
static oct9_status_t check(const int16_t velocity_mm[3], oct9_mapper_found_t *found)
{
    const oct9_mapper_found_t nothing = { false, 1, 1 };
    *found = nothing;
    const oct9_status_t status = oct9_mapper_check(&mapper, &middle, velocity_mm, found);
    CHECK(status == OCT9_OK || (found->alarm && found->clear_mm == 0 && found->clearance_mm == 0));
    return status;
}

/* A task that asks before the mapper's init. */
static void before_its_init(void)
{
    oct9_mapper_found_t found;
    memset(&mapper, 0, sizeof mapper);
    CHECK_EQ(check(ahead, &found), OCT9_ERR_STALE);
}

/* A robot that stands is not slower than 0 mm a second: it looks where it points, all the same. */
static void a_robot_that_stands(void)
{
    static const int16_t none[3] = { 0, 0, 0 };
    oct9_mapper_found_t found;
    begin();
    policy.slow_mm = 0;
    CHECK_EQ(see(&middle, 510), OCT9_OK);
    CHECK_EQ(check(none, &found), OCT9_OK);
    CHECK(found.alarm && found.clear_mm > 370 && found.clear_mm <= 380);
    policy.look_mm = 200;
    CHECK_EQ(check(none, &found), OCT9_OK);
    CHECK(!found.alarm && found.clear_mm == OCT9_MAPPER_FAR);
}

/* Someone else has moved the window to where millimetres do not fit. */
static void a_window_beyond_millimetres(void)
{
    const oct9_offset_t far = { 0, 1 << 19, 0 };
    oct9_mapper_found_t found;
    begin();
    CHECK_EQ(see(&middle, 1500), OCT9_OK);
    CHECK_EQ(check(ahead, &found), OCT9_OK);
    CHECK_EQ(oct9_window_move(&mapper.occupancy, &far, OCT9_LEVELS), OCT9_OK);
    const oct9_offset_t window = mapper.occupancy.window;
    const uint32_t generation = mapper.occupancy.tree.generation;
    CHECK_EQ(check(ahead, &found), OCT9_ERR_RANGE);
    CHECK_EQ(oct9_mapper_follow(&mapper, &middle.place_mm), OCT9_ERR_RANGE);
    CHECK_EQ(see(&middle, 1500), OCT9_ERR_RANGE);
    CHECK_EQ(check(ahead, &found), OCT9_ERR_RANGE);
    CHECK(mapper.occupancy.window.y == window.y && window.y == 1 << 28);
    CHECK_EQ(mapper.occupancy.tree.generation, generation);
}

/* Fills the pool with cells of two nodes of the window's step, side by side above the middle. */
static void fill_the_pool(void)
{
    const oct9_tree_t *const tree = &mapper.occupancy.tree;
    for (unsigned i = 0; i < STEP_CELLS && tree->used < FEW; i++) {
        const unsigned x = i % 2u == 0 ? MIDDLE : MIDDLE + STEP_CELLS, at = MIDDLE + 10u * i % 64u;
        const oct9_cell_t cell = { (uint16_t)x, (uint16_t)at, MIDDLE };
        (void)oct9_occupancy_observe(&mapper.occupancy, cell, true);
    }
    CHECK(tree->used > FEW - 2);
}

/* The two nodes lie in one of twice the size, and behind the move in two of half the cube. While
 * there is no room for those blocks, the window stays; the next call moves it. */
static void a_move_without_room(void)
{
    const oct9_mm_t place = { STEP_CELLS * CELL_MM + 20, 20, 20 };
    const oct9_box_t some = { { MIDDLE, MIDDLE + 1, MIDDLE }, { 512, 512, 512 } };
    const oct9_tree_t *const tree = &mapper.occupancy.tree;
    oct9_mapper_memory_t few = memory;
    few.blocks = FEW;
    begin();
    policy.model.full = OCT9_REFUSE;
    CHECK_EQ(oct9_mapper_init(&mapper, &few, &oct9_sensor_multiranger, &policy, NULL), OCT9_OK);
    fill_the_pool();
    const uint32_t failed = tree->failed, used = tree->used, generation = tree->generation;
    CHECK_EQ(oct9_mapper_follow(&mapper, &place), OCT9_OK);
    CHECK_EQ(mapper.occupancy.window.x, 0);
    CHECK_EQ(tree->failed, failed + 1);
    CHECK(tree->used == used && tree->generation == generation);
    CHECK_EQ(oct9_occupancy_clear_box(&mapper.occupancy, &some), OCT9_OK);
    CHECK_EQ(oct9_mapper_follow(&mapper, &place), OCT9_OK);
    CHECK_EQ(mapper.occupancy.window.x, STEP_CELLS);
}

/* A policy whose lengths grow after its init beyond what fits: blocked. */
static void a_policy_that_changes(void)
{
    oct9_mapper_found_t found;
    begin();
    CHECK_EQ(see(&middle, 1500), OCT9_OK);
    CHECK_EQ(check(ahead, &found), OCT9_OK);
    CHECK(!found.alarm);
    policy.near_mm = UINT16_MAX;
    CHECK_EQ(check(ahead, &found), OCT9_ERR_RANGE);
    policy.near_mm = 500;
    CHECK_EQ(check(ahead, &found), OCT9_OK);
    CHECK(!found.alarm);
}

/* The path of 1,000 mm along this velocity ends 0.62 mm inside a wall, though whole mm of it, each
 * rounded toward the start, do not reach it: cells of 9.125 mm, from the 347th on. */
static void a_wall_that_the_path_just_reaches(void)
{
    static const int16_t askew[3] = { 1686, 1677, 0 };
    static const oct9_mapper_pose_t place = { { 2, 0, 0 }, OCT9_ROTATION_NONE };
    oct9_mapper_found_t found;
    begin();
    policy.cell_um = 9125;
    policy.look_mm = 1000;
    policy.radius_mm = 120;
    policy.near_mm = 10;
    policy.least_mm = 0;
    policy.farthest_mm = 1700;
    CHECK_EQ(oct9_mapper_init(&mapper, &memory, &oct9_sensor_multiranger, &policy, NULL), OCT9_OK);
    CHECK_EQ(see(&place, 0), OCT9_OK);
    for (uint16_t y = MIDDLE + 70; y < MIDDLE + 86; y++) {
        const oct9_node_t cell = { { MIDDLE + 91, y, MIDDLE }, 0 };
        CHECK_EQ(oct9_tree_set_node(&mapper.occupancy.tree, &cell, oct9_occupancy_payload(51, 0)),
                 OCT9_OK);
    }
    CHECK_EQ(oct9_mapper_check(&mapper, &place, askew, &found), OCT9_OK);
    CHECK(found.alarm && found.clear_mm <= 999);
}

int main(void)
{
    RUN(before_its_init);
    RUN(a_robot_that_stands);
    RUN(a_window_beyond_millimetres);
    RUN(a_move_without_room);
    RUN(a_policy_that_changes);
    RUN(a_wall_that_the_path_just_reaches);
    return test_end();
}
