/* SPDX-License-Identifier: MIT */
/* What the mapper does where a call that it makes fails: nothing is mapped, a check alarms, and all
 * its lengths are 0 (loop_check). */
#include "oct9/window.h"
#include "tests/loop/loop.h"

#include <string.h>

enum { FEW = 73, MIDDLE = OCT9_CELLS / 2, STEP_CELLS = 64 };

static const oct9_mapper_pose_t middle = { { 20, 20, 20 }, OCT9_ROTATION_NONE };

static void begin(void)
{
    loop_begin(&oct9_sensor_multiranger);
}

/* A later frame than the last. */
static oct9_status_t see_from(const oct9_mapper_pose_t *pose, int16_t front_mm, uint16_t count)
{
    loop.now += 50;
    loop_set(front_mm, 1500, 1500, 1500, 1500, 1500);
    const oct9_sensor_frame_t frame = { .time_ms = loop.began + loop.now,
                                        .distance_mm = loop.mm,
                                        .count = count };
    return oct9_mapper_see(&loop.mapper, &frame, pose);
}

static oct9_status_t see(int16_t front_mm)
{
    return see_from(&middle, front_mm, SIDES);
}

static oct9_status_t check_ahead(void)
{
    loop.command[0] = 1000;
    return loop_check();
}

/* A task that asks before the mapper's init. */
static void before_its_init(void)
{
    begin();
    memset(&loop.mapper, 0, sizeof loop.mapper);
    CHECK_EQ(check_ahead(), OCT9_ERR_STALE);
    CHECK_EQ(loop_ask(500, 20, 20), OCT9_MAPPER_ERROR);
    CHECK_EQ(loop.found.age_ms, 65535);
}

/* And after it, before the first frame. */
static void before_a_frame(void)
{
    begin();
    CHECK_EQ(check_ahead(), OCT9_ERR_STALE);
    CHECK_EQ(loop_ask(20, 20, 20), OCT9_MAPPER_ERROR);
    CHECK_EQ(see(1500), OCT9_OK);
    CHECK_EQ(check_ahead(), OCT9_OK);
    CHECK_EQ(loop.found.why, 0);
    loop_init();
    CHECK_EQ(check_ahead(), OCT9_ERR_STALE);
}

/* A robot that stands and shall stop has no motion, though a wall stands before it, and another
 * touches it. */
static void a_robot_that_stands(void)
{
    begin();
    loop.policy.slow_mm = 0;
    CHECK_EQ(see(510), OCT9_OK);
    loop_mark(-40, 20, 20, 0, OCT9_OCCUPIED);
    CHECK_EQ(loop_why(0, 0, 0), 0);
    CHECK(loop.found.clear_mm == OCT9_MAPPER_FAR && loop.found.known_mm == OCT9_MAPPER_FAR);
    CHECK(loop.found.clearance_mm <= 20);
    CHECK_EQ(loop_ask(20, 20, 20), 0);
    loop.velocity[0] = 1; /* with slow_mm 0 no velocity is noise */
    CHECK_EQ(loop_check(), OCT9_OK);
    CHECK_EQ(loop.found.why, OCT9_MAPPER_BLOCKED);
    CHECK(loop.found.clear_mm > 320 && loop.found.clear_mm <= 380);
}

/* Someone else has moved the window to where millimetres do not fit. */
static void a_window_beyond_millimetres(void)
{
    const oct9_offset_t far = { 0, 1 << 19, 0 };
    begin();
    CHECK_EQ(see(1500), OCT9_OK);
    CHECK_EQ(check_ahead(), OCT9_OK);
    CHECK_EQ(oct9_window_move(&loop.mapper.occupancy, &far, OCT9_LEVELS), OCT9_OK);
    const oct9_offset_t window = loop.mapper.occupancy.window;
    const uint32_t generation = loop.mapper.occupancy.tree.generation;
    CHECK_EQ(check_ahead(), OCT9_ERR_RANGE);
    CHECK_EQ(oct9_mapper_follow(&loop.mapper, &middle.place_mm), OCT9_ERR_RANGE);
    CHECK_EQ(see(1500), OCT9_ERR_RANGE);
    CHECK_EQ(check_ahead(), OCT9_ERR_RANGE);
    CHECK(loop.mapper.occupancy.window.y == window.y && window.y == 1 << 28);
    CHECK_EQ(loop.mapper.occupancy.tree.generation, generation);
}

/* An error alarms until a frame that means something is mapped; each check has its status. */
static void errors_alarm_until_a_reading(void)
{
    const oct9_mapper_pose_t outside = { { 12000, 20, 20 }, OCT9_ROTATION_NONE },
                             far = { { 90000, 20, 20 }, OCT9_ROTATION_NONE },
                             none = { { 20, 20, 20 }, { 1, 2, 3, 4 } };
    const struct {
        const oct9_mapper_pose_t *pose;
        uint16_t count;
        oct9_status_t status;
    } errors[] = { { &outside, SIDES, OCT9_ERR_OUTSIDE },
                   { &far, SIDES, OCT9_ERR_RANGE },
                   { &none, SIDES, OCT9_ERR_ARGUMENT },
                   { &middle, 0, OCT9_ERR_ARGUMENT },
                   { &middle, SIDES + 1, OCT9_ERR_ARGUMENT } };
    for (unsigned i = 0; i < 5; i++) {
        begin();
        CHECK_EQ(see(1500), OCT9_OK);
        CHECK_EQ(see_from(errors[i].pose, 1500, errors[i].count), errors[i].status);
        CHECK_EQ(check_ahead(), errors[i].status);
        CHECK_EQ(see_from(&middle, LOOP_DARK, 1), OCT9_OK); /* it means nothing */
        CHECK(check_ahead() < 0);
        CHECK_EQ(see(1500), OCT9_OK);
        CHECK_EQ(check_ahead(), OCT9_OK);
        CHECK_EQ(loop.found.why, 0);
    }
}

/* A frame that is not later is no error of that kind: all stays as it was. */
static void a_late_frame_is_not_mapped(void)
{
    begin();
    CHECK_EQ(see(1500), OCT9_OK);
    const uint32_t generation = loop.mapper.occupancy.tree.generation;
    loop.now -= 50;
    CHECK_EQ(see(400), OCT9_ERR_STALE);
    loop.now -= 300;
    CHECK_EQ(see(400), OCT9_ERR_STALE);
    loop.now += 250;
    CHECK_EQ(loop.mapper.occupancy.tree.generation, generation);
    CHECK_EQ(check_ahead(), OCT9_OK);
    CHECK(loop.found.why == 0 && loop.found.age_ms == 0);
}

/* Fills the pool with cells of two nodes of the window's step, side by side above the middle. */
static void fill_the_pool(void)
{
    oct9_occupancy_t *const occupancy = &loop.mapper.occupancy;
    for (unsigned i = 0; i < 1000 && occupancy->tree.used < FEW; i++) {
        const unsigned x = i % 2u == 0 ? MIDDLE : MIDDLE + STEP_CELLS, at = MIDDLE + 10u * i % 64u;
        const oct9_cell_t cell = { (uint16_t)x, (uint16_t)at, (uint16_t)(MIDDLE + i / 20u) };
        (void)oct9_occupancy_observe(occupancy, cell, true);
    }
    CHECK(occupancy->tree.used > FEW - 2);
}

/* The two nodes lie in one of twice the size, and behind the move in two of half the cube. While
 * there is no room for those blocks, the window stays and the move is owed; the next call moves
 * it. */
static void a_move_without_room(void)
{
    const oct9_mm_t place = { STEP_CELLS * LOOP_CELL + 20, 20, 20 };
    const oct9_box_t some = { { MIDDLE, MIDDLE + 1, MIDDLE }, { 512, 512, 512 } };
    const oct9_tree_t *const tree = &loop.mapper.occupancy.tree;
    begin();
    loop.blocks = FEW;
    loop.policy.model.full = OCT9_REFUSE;
    loop_init();
    fill_the_pool();
    const uint32_t used = tree->used;
    CHECK_EQ(oct9_mapper_follow(&loop.mapper, &place), OCT9_ERR_POOL_FULL);
    CHECK_EQ(loop.mapper.occupancy.window.x, 0);
    CHECK(loop.mapper.owed && tree->used == used);
    CHECK_EQ(oct9_mapper_follow(&loop.mapper, &middle.place_mm), OCT9_OK);
    CHECK(loop.mapper.owed); /* so far it cannot have come at once: nothing is done */
    CHECK_EQ(oct9_mapper_follow(&loop.mapper, &middle.place_mm), OCT9_OK); /* it came back */
    CHECK(!loop.mapper.owed);
    CHECK_EQ(oct9_mapper_follow(&loop.mapper, &place), OCT9_OK);
    CHECK(!loop.mapper.owed);
    CHECK_EQ(oct9_mapper_follow(&loop.mapper, &place), OCT9_ERR_POOL_FULL);
    CHECK_EQ(oct9_occupancy_clear_box(&loop.mapper.occupancy, &some), OCT9_OK);
    CHECK_EQ(oct9_mapper_follow(&loop.mapper, &place), OCT9_OK);
    CHECK_EQ(loop.mapper.occupancy.window.x, STEP_CELLS);
    CHECK(!loop.mapper.owed);
}

/* A policy whose lengths grow after its init beyond what fits: an error, and so an alarm. */
static void a_policy_that_changes(void)
{
    begin();
    CHECK_EQ(see(1500), OCT9_OK);
    CHECK_EQ(check_ahead(), OCT9_OK);
    CHECK(!loop.found.alarm);
    loop.policy.near_mm = UINT16_MAX;
    CHECK_EQ(check_ahead(), OCT9_ERR_RANGE);
    loop.policy.near_mm = 500;
    loop.policy.look_mm = 30000;
    CHECK_EQ(check_ahead(), OCT9_ERR_RANGE);
    loop.policy.look_mm = 1000;
    CHECK_EQ(check_ahead(), OCT9_OK);
}

/* The path of 1,000 mm along this velocity ends 0.62 mm inside a wall, though whole mm of it, each
 * rounded toward the start, do not reach it: cells of 9.125 mm, from the 347th on. */
static void a_wall_that_the_path_just_reaches(void)
{
    const oct9_mapper_pose_t place = { { 2, 0, 0 }, OCT9_ROTATION_NONE };
    begin();
    loop.policy.cell_um = 9125;
    loop.policy.brake_mm = 65535; /* it stops in less */
    loop.policy.reaction_ms = 100;
    loop.policy.near_mm = 10;
    loop.policy.least_mm = 0;
    loop.policy.farthest_mm = 1700;
    loop_init();
    CHECK_EQ(see_from(&place, 1690, SIDES), OCT9_OK);
    for (uint16_t y = MIDDLE + 70; y < MIDDLE + 86; y++) {
        const oct9_node_t cell = { { MIDDLE + 91, y, MIDDLE }, 0 };
        CHECK_EQ(
            oct9_tree_set_node(&loop.mapper.occupancy.tree, &cell, oct9_occupancy_payload(51, 0)),
            OCT9_OK);
    }
    loop_put(2, 0, 0);
    CHECK(loop_why(1686, 1677, 0) & OCT9_MAPPER_BLOCKED);
    CHECK(loop.found.clear_mm <= 999);
}

int main(void)
{
    RUN(before_its_init);
    RUN(before_a_frame);
    RUN(a_robot_that_stands);
    RUN(a_window_beyond_millimetres);
    RUN(errors_alarm_until_a_reading);
    RUN(a_late_frame_is_not_mapped);
    RUN(a_move_without_room);
    RUN(a_policy_that_changes);
    RUN(a_wall_that_the_path_just_reaches);
    return test_end();
}
