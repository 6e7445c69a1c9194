/* SPDX-License-Identifier: MIT */
/* What a step says of its poses, of progress and of the map. The robot is put where it is. */
#include "oct9/mm.h"
#include "oct9/window.h"
#include "tests/follow/follow_world.h"

#include <math.h>

enum { M = WORLD_MIDDLE };

/* --- poses ------------------------------------------------------------------------------------ */

static void an_old_pose_stops(void)
{
    world_follow_straight();
    CHECK_EQ(world_why(M, M, M), 0);
    world.tick.now_ms += 300;
    CHECK_EQ(world_ask(), OCT9_OK);
    CHECK_EQ(world.now.why, 0);
    world.tick.now_ms++;
    CHECK_EQ(world_ask(), OCT9_OK);
    CHECK_EQ(world.now.why, OCT9_FOLLOW_POSE);
    CHECK(world.now.clear_mm == 0 && world.now.beside_mm == OCT9_FOLLOW_FAR);
    CHECK_EQ(world_why(M, M, M), 0);
    world.tick.pose_ms = world.tick.now_ms + 300;
    CHECK_EQ(world_ask(), OCT9_OK);
    CHECK_EQ(world.now.why, 0);
    world.tick.pose_ms++; /* one of the future is as bad */
    CHECK_EQ(world_ask(), OCT9_OK);
    CHECK_EQ(world.now.why, OCT9_FOLLOW_POSE);
    CHECK_EQ(world_why(M, M, M), OCT9_FOLLOW_POSE); /* now time went back */
    CHECK_EQ(world_why(M, M, M), 0);
    world.tick.now_ms -= 100;
    CHECK_EQ(world_why(M, M, M), OCT9_FOLLOW_POSE);
    CHECK_EQ(world_why(M, M, M), 0);
    world.tick.now_ms--; /* the time alone */
    CHECK_EQ(world_ask(), OCT9_OK);
    CHECK_EQ(world.now.why, OCT9_FOLLOW_POSE);
    CHECK_EQ(world_why(M, M, M), 0);
}

/* Clocks begin anywhere and wrap. */
static void a_clock_that_wraps(void)
{
    world_follow_straight();
    world.tick.now_ms = 0u - 500u;
    for (int x = 0; x < 1000; x += 40)
        CHECK_EQ(world_why(M + x, M, M), 0);
}

static void a_pose_that_jumps(void)
{
    world_follow_straight();
    CHECK_EQ(world_why(M, M, M), 0);
    CHECK_EQ(world_why(M + 50 + 99, M, M), 0);
    CHECK_EQ(world_why(M + 149 + 152, M, M), OCT9_FOLLOW_JUMPED);
    CHECK_EQ(world.now.state, OCT9_FOLLOW_STOP);
    CHECK_EQ(world_why(M + 301, M, M), 0); /* it was a correction */
    CHECK_EQ(world_why(M + 301, M + 250, M), OCT9_FOLLOW_JUMPED);
    CHECK_EQ(world_why(M + 301, M + 250, M), 0);
    CHECK(world.now.beside_mm >= 250 && world.now.beside_mm <= 253);
    CHECK_EQ(world_why(M + 5000, M, M), OCT9_FOLLOW_JUMPED);
    CHECK_EQ(world_why(M + 5000, M, M), 0); /* the route is looked for there */
    CHECK(world.now.beside_mm <= 2);
    CHECK_EQ(world_why(INT32_MIN, M, INT32_MAX), OCT9_FOLLOW_JUMPED);
    world_follow_straight();
    CHECK_EQ(world_why(M, M, M), 0);
    world.tick.now_ms += 200000; /* in which it may come far, but not out of sight */
    CHECK_EQ(world_why(M + 40000, M, M), OCT9_FOLLOW_JUMPED);
}

/* However often it jumps, the route is looked for as far as that, and never less far. */
static void a_pose_that_jumps_often(void)
{
    world_follow_straight();
    CHECK_EQ(world_why(M, M, M), 0);
    for (unsigned i = 0; i < 65538; i++) /* 65534 sub-cells more each time */
        CHECK_EQ(world_why(M + (i % 2 ? 6000 : 46000), M, M), OCT9_FOLLOW_JUMPED);
    CHECK_EQ(world_why(M + 7000, M, M), OCT9_FOLLOW_JUMPED);
    CHECK_EQ(world_why(M + 7000, M, M), 0);
    CHECK(world.now.beside_mm <= 3);
}

static void an_old_map_stops(void)
{
    world_follow_straight();
    (void)world_step(M, M, M);
    world.tick.map_ms = 0;
    CHECK_EQ(world_ask(), OCT9_OK);
    CHECK_EQ(world.now.why, 0);
    world.policy.map_ms = 500;
    CHECK_EQ(world_why(M, M, M), 0);
    world.tick.map_ms = world.tick.now_ms - 501;
    CHECK_EQ(world_ask(), OCT9_OK);
    CHECK_EQ(world.now.why, OCT9_FOLLOW_MAP);
    world.tick.map_ms = world.tick.now_ms - 500;
    CHECK_EQ(world_ask(), OCT9_OK);
    CHECK_EQ(world.now.why, 0);
}

/* --- off the route, and no progress ----------------------------------------------------------- */

static void off_the_route(void)
{
    world_follow_straight();
    for (int y = 0; y <= 380; y += 20) {
        const unsigned why = world_why(M + 1000, M + y, M);
        CHECK_EQ(why, y >= 300 ? OCT9_FOLLOW_BESIDE : 0);
        CHECK(world.now.beside_mm >= y && world.now.beside_mm <= y + 3);
        CHECK_EQ(world.now.state, y >= 300 ? OCT9_FOLLOW_REPLAN : OCT9_FOLLOW_GO);
        if (why == 0)
            CHECK(world.now.steer_mm.y == M && world.now.steer_mm.x > M + 1300);
    }
    CHECK_EQ(world_why(M + 1000, M + 290, M), 0); /* it came back */
}

/* The leg beside it, behind a thin wall, is not where the robot is. */
static void the_near_leg_is_not_taken(void)
{
    static const oct9_mm_t places[] = {
        { M, M, M }, { M + 3000, M, M }, { M + 3000, M + 320, M }, { M, M + 320, M }
    };
    world_begin();
    world.policy.radius_mm = 80;
    world_follow(4, places);
    for (int x = 0; x < 1500; x += 40)
        CHECK_EQ(world_why(M + x, M + 40 + x / 10, M), 0);
    CHECK(world.now.steer_mm.x > M + 1500 && world.now.steer_mm.y == M);
    CHECK(world.now.beside_mm > 170);
}

static void no_progress(void)
{
    world_follow_straight();
    (void)world_step(M, M, M);
    for (unsigned i = 1; i <= 200; i++) {
        const unsigned ms = 50 * i, why = world_why(M + (i % 2 ? 60 : 0), M, M);
        CHECK_EQ(why, ms > 3000 ? OCT9_FOLLOW_IDLE : 0);
        CHECK_EQ(world.now.state, ms > 6000   ? OCT9_FOLLOW_REPLAN
                                  : ms > 3000 ? OCT9_FOLLOW_STOP
                                              : OCT9_FOLLOW_GO);
    }
    CHECK_EQ(world_step(M + 150, M, M), OCT9_FOLLOW_REPLAN); /* it stays */
    CHECK_EQ(world_start(), OCT9_OK);
    CHECK_EQ(world_step(M + 150, M, M), OCT9_FOLLOW_GO);
}

/* It has come on, but the step fails: all is as if that step had not been. */
static void progress_in_a_step_that_fails(void)
{
    world_follow_straight();
    CHECK_EQ(world_why(M, M, M), 0);
    world.tick.now_ms = world.tick.pose_ms += 200;
    world.tick.place_mm.x = M + 150;
    world.tick.velocity_mm[0] = 11000; /* it stops where there is no map */
    CHECK_EQ(world_ask(), OCT9_ERR_RANGE);
    world.tick.velocity_mm[0] = 0;
    world.tick.now_ms = world.tick.pose_ms += 1;
    CHECK_EQ(world_ask(), OCT9_OK);
    CHECK_EQ(world.now.why, 0);
    for (int i = 0; i <= 60; i++)
        CHECK_EQ(world_why(M + 150, M, M), i < 60 ? 0 : OCT9_FOLLOW_IDLE);
}

/* While the route does not lead on there can be no progress: that time does not count. */
static void waiting_is_no_lack_of_progress(void)
{
    world_follow_straight();
    CHECK_EQ(world_why(M, M, M), 0);
    for (int i = 0; i < 200; i++)
        CHECK_EQ(world_why(M, M + 340, M), i < 1 ? OCT9_FOLLOW_JUMPED : OCT9_FOLLOW_BESIDE);
    CHECK_EQ(world_why(M, M + 250, M), 0);
    world_box(M + 600, M - 200, M - 200, M + 640, M + 400, M + 200, OCT9_OCCUPIED);
    for (int i = 0; i < 200; i++) /* in the first it has come on */
        CHECK_EQ(world_why(M + 110, M + 250, M), OCT9_FOLLOW_BLOCKED);
    world_box(M + 600, M - 200, M - 200, M + 640, M + 400, M + 200, OCT9_FREE);
    for (int i = 0; i <= 60; i++)
        CHECK_EQ(world_why(M + 110, M + 250, M), i < 60 ? 0 : OCT9_FOLLOW_IDLE);
}

/* A robot that comes on slowly, and one whose pose is bad for long. */
static void slow_progress_is_progress(void)
{
    world_follow_straight();
    for (int i = 0; i < 400; i++)
        CHECK_EQ(world_why(M + 2 * i, M, M), 0);
    for (int i = 0; i < 200; i++) {
        world.tick.now_ms += 50;
        CHECK_EQ(world_ask(), OCT9_OK);
        CHECK_EQ(world.now.why, i < 6 ? 0 : OCT9_FOLLOW_POSE);
    }
    CHECK_EQ(world_why(M + 800, M, M), 0);
}

/* --- the map ---------------------------------------------------------------------------------- */

static void a_write_in_progress(void)
{
    world_follow_straight();
    CHECK_EQ(world_why(M, M, M), 0);
    world.occupancy.tree.generation++;
    CHECK_EQ(world_ask(), OCT9_ERR_STALE);
    world.occupancy.tree.generation++;
    CHECK_EQ(world_why(M, M, M), 0);
    for (int i = 0; i < 200; i++) { /* a time that does not count */
        world.occupancy.tree.generation++;
        world.tick.now_ms = world.tick.pose_ms += 50;
        CHECK_EQ(world_ask(), OCT9_ERR_STALE);
        world.occupancy.tree.generation++;
    }
    CHECK_EQ(world_why(M, M, M), 0);
}

/* The window moves: what is said of the world stays the same. */
static void the_window_moves(void)
{
    static const oct9_offset_t moves[] = { { 1, 0, 0 },   { 0, -1, 0 }, { 0, 0, 1 },
                                           { -1, 1, -1 }, { 2, 2, 2 },  { -2, -2, -2 } };
    world_follow_straight();
    CHECK_EQ(world_why(M + 1000, M + 30, M), 0);
    const oct9_follow_output_t before = world.now;
    world.policy.rules.unknown = OCT9_PASSES;
    for (unsigned i = 0; i < 6; i++) {
        CHECK_EQ(oct9_window_move(&world.occupancy, &moves[i], 6), OCT9_OK);
        CHECK_EQ(world_why(M + 1000, M + 30, M), 0);
        CHECK_EQ(world.now.steer_mm.x, before.steer_mm.x);
        CHECK_EQ(world.now.steer_mm.y, before.steer_mm.y);
        CHECK_EQ(world.now.clear_mm, before.clear_mm);
        CHECK_EQ(world.now.beside_mm, before.beside_mm);
    }
    /* So far that the robot is no point any more, and then the route not, either. */
    const oct9_offset_t far = { 2, 0, 0 }, farther = { 1 << 16, 0, 0 };
    CHECK_EQ(oct9_window_move(&world.occupancy, &far, 9), OCT9_OK);
    world.tick.now_ms = world.tick.pose_ms += 50;
    CHECK_EQ(world_ask(), OCT9_ERR_RANGE);
    CHECK_EQ(oct9_window_move(&world.occupancy, &farther, 9), OCT9_OK);
    CHECK_EQ(world_ask(), OCT9_ERR_RANGE);
    world.tick.place_mm.x += 40 * 512 * (2 + (1 << 16)); /* the robot goes along */
    CHECK_EQ(world_ask(), OCT9_OK);
    CHECK_EQ(world.now.why, OCT9_FOLLOW_JUMPED);
    CHECK_EQ(world_ask(), OCT9_OK);
    CHECK_EQ(world.now.why, OCT9_FOLLOW_BESIDE);
    CHECK_EQ(world.now.beside_mm, OCT9_FOLLOW_FAR);
    world.policy.beside_mm = OCT9_FOLLOW_FAR; /* farther than any number */
    CHECK_EQ(world_ask(), OCT9_OK);
    CHECK_EQ(world.now.why, OCT9_FOLLOW_BESIDE);
}

/* What does not fit is not asked, and is not clear: up or down x. The window has moved back, so
 * that its low corner is at -7680 or 7680, and points end at 23040 or -2560: 12800 from the middle.
 */
static void leave_the_window(int sign)
{
    const oct9_mm_t places[] = { { M, M, M }, { M + sign * 20000, M, M } };
    const oct9_offset_t move = { -3 * sign, 0, 0 };
    world_begin();
    world_follow(2, places);
    world.policy.rules = (oct9_rules_t){ OCT9_PASSES, OCT9_FREE, OCT9_LEAVES, 0, 0 };
    CHECK_EQ(oct9_window_move(&world.occupancy, &move, 6), OCT9_OK);
    world.policy.fastest_mm = 20000;
    for (int x = 0; x < 12740; x += 400) {
        CHECK_EQ(world_why(M + sign * x, M, M), 0);
        CHECK(world.now.clear_mm <= 12800 - x + 1);
        CHECK(world.now.clear_mm >= fmin(2000, 12800 - x) - 50 || x > 10500);
    }
    CHECK_EQ(world_why(M + sign * 12780, M, M), OCT9_FOLLOW_BLOCKED);
    CHECK(world.now.clear_mm == 0 && world.now.speed_mm == 0);
}

static void beyond_the_window(void)
{
    leave_the_window(1);
}

static void below_the_window(void)
{
    leave_the_window(-1);
}

/* A robot that stands where it may not be fast, as a corner is at the end of what can be said. */
static void a_corner_at_the_end_of_numbers(void)
{
    static const oct9_mm_t places[] = { { M + 12000, M, M },
                                        { M + 12790, M, M },
                                        { M + 12790, M + 3000, M } };
    const oct9_offset_t move = { -3, 0, 0 };
    world_begin();
    world.policy.corner_mm = 100;
    world.policy.rules = (oct9_rules_t){ OCT9_PASSES, OCT9_FREE, OCT9_LEAVES, 0, 0 };
    world_follow(3, places);
    CHECK_EQ(oct9_window_move(&world.occupancy, &move, 6), OCT9_OK);
    for (int x = 12000; x < 12780; x += 10) {
        CHECK_EQ(world_why(M + x, M, M), 0);
        CHECK(world.now.speed_mm > 0);
    }
}

/* A corner at the last point that there is, in cells of 4 mm. A robot that reacts in a minute needs
 * 62 mm to stop, at any speed: 61 mm before it stands. */
static void a_late_robot_at_the_last_point(void)
{
    const oct9_mm_t origin = { 0, 0, 0 };
    world_begin();
    CHECK_EQ(oct9_mm_frame(&world.base, &origin, 4000), OCT9_OK);
    world.policy.corner_mm = 61;
    world.policy.reaction_ms = world.policy.progress_ms = 60000;
    world.policy.rules = (oct9_rules_t){ OCT9_PASSES, OCT9_FREE, OCT9_LEAVES, 0, 0 };
    world.points[0] = (oct9_point_t){ 30000, 0, 0 };
    world.points[1] = (oct9_point_t){ 32767, 0, 0 }; /* at 3071.94 mm */
    world.points[2] = (oct9_point_t){ 32767, -30000, 0 };
    world.input.count = 3;
    CHECK_EQ(world_start(), OCT9_OK);
    for (int x = 2980; x <= 3010; x++) {
        CHECK_EQ(world_why(x, 1024, 1024), x < 3010 ? 0 : OCT9_FOLLOW_BLOCKED);
        CHECK(world.now.clear_mm > 1900);
    }
}

/* At each of the last places from which numbers end: it stands, or may stop within what is left. */
static void the_last_places(void)
{
    static const oct9_mm_t places[] = { { M, M, M }, { M + 20000, M, M } };
    const oct9_offset_t move = { -3, 0, 0 };
    unsigned stands = 0;
    world_begin();
    world.policy.ahead_mm = 8;
    world_follow(2, places);
    world.policy.rules = (oct9_rules_t){ OCT9_PASSES, OCT9_FREE, OCT9_LEAVES, 0, 0 };
    CHECK_EQ(oct9_window_move(&world.occupancy, &move, 6), OCT9_OK);
    world.policy.fastest_mm = 20000;
    world.policy.progress_ms = 30000;
    for (int x = 0; x < 12780; x += 400)
        CHECK_EQ(world_why(M + x, M, M), 0);
    for (int x = 12780; x < 12800; x++) {
        const unsigned why = world_why(M + x, M, M);
        CHECK(why == 0 || why == OCT9_FOLLOW_BLOCKED);
        CHECK(world.now.steer_mm.x <= 23040);
        stands += why != 0;
    }
    CHECK(stands > 0 && stands < 10);
}

/* The route ends before it did at the begin: the caller has changed it. */
static void points_that_change(void)
{
    world_follow_straight();
    CHECK_EQ(world_why(M + 500, M, M), 0);
    world.points[1].x = 1600; /* 1 m on */
    world.tick.now_ms = world.tick.pose_ms += 50;
    CHECK_EQ(world_ask(), OCT9_ERR_ARGUMENT);
    /* It ends before the place that it was at. */
    static const oct9_mm_t places[] = { { M, M, M }, { M + 2000, M, M }, { M + 4000, M, M } };
    world_begin();
    world_follow(3, places);
    CHECK_EQ(world_why(M + 1800, M, M), 0);
    CHECK_EQ(world_why(M + 1900, M, M), 0);
    for (int x = 2000; x < 3500; x += 100)
        CHECK_EQ(world_why(M + x, M, M), 0);
    world.points[2].x = (int16_t)(world.points[1].x + 16);
    CHECK_EQ(world_why(M + 3400, M, M), OCT9_FOLLOW_BESIDE);
}

int main(void)
{
    RUN(an_old_pose_stops);
    RUN(a_clock_that_wraps);
    RUN(a_pose_that_jumps);
    RUN(a_pose_that_jumps_often);
    RUN(an_old_map_stops);
    RUN(off_the_route);
    RUN(the_near_leg_is_not_taken);
    RUN(no_progress);
    RUN(progress_in_a_step_that_fails);
    RUN(waiting_is_no_lack_of_progress);
    RUN(slow_progress_is_progress);
    RUN(a_write_in_progress);
    RUN(the_window_moves);
    RUN(beyond_the_window);
    RUN(a_late_robot_at_the_last_point);
    RUN(below_the_window);
    RUN(the_last_places);
    RUN(a_corner_at_the_end_of_numbers);
    RUN(points_that_change);
    return test_end();
}
