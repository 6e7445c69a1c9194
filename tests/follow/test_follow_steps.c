/* SPDX-License-Identifier: MIT */
/* What a step says: where to steer, how fast, how far is clear, and when to plan anew. The robot is
 * put where it is. */
#include "oct9/mm.h"
#include "oct9/window.h"
#include "tests/follow/follow_world.h"

#include <math.h>
#include <stdlib.h>

enum { M = WORLD_MIDDLE };

/* The speed at which the robot stops within that, after its reaction. */
static double speed_within(double room, double end)
{
    const double x = world.policy.brake_mm * world.policy.reaction_ms / 1000.0;
    return sqrt(x * x + end * end + 2.0 * world.policy.brake_mm * room) - x;
}

/* --- straight --------------------------------------------------------------------------------- */

static void straight_it_goes(void)
{
    world_follow_straight();
    CHECK_EQ(world_step(M, M, M), OCT9_FOLLOW_GO);
    CHECK_EQ(world.now.speed_mm, 1000);
    CHECK(world.now.clear_mm >= 1990 && world.now.clear_mm <= 2000);
    CHECK(world.now.beside_mm <= 2);
    CHECK(world.now.steer_mm.x >= M + 395 && world.now.steer_mm.x <= M + 400);
    CHECK(world.now.steer_mm.y == M && world.now.steer_mm.z == M);
    for (int x = 50; x < 2000; x += 50)
        CHECK_EQ(world_step(M + x, M, M), OCT9_FOLLOW_GO);
    CHECK(world.now.steer_mm.x >= M + 1950 + 395 && world.now.steer_mm.x <= M + 1950 + 400);
}

/* Where a wall is right behind a corner, or all is unknown: it stands, and knows where to look. */
static void it_looks_where_it_does_not_go(void)
{
    static const oct9_mm_t places[] = { { M, M, M },
                                        { M + 1000, M, M },
                                        { M + 1000, M + 1000, M } };
    world_begin();
    world_follow(3, places);
    world_box(M + 800, M + 200, M - 400, M + 1200, M + 400, M + 400, OCT9_UNKNOWN);
    for (int x = 0; x <= 1000; x += 50) {
        (void)world_step(M + x, M, M);
        CHECK(world.now.next == 1 || x > 990);
    }
    CHECK_EQ(world_step(M + 1000, M + 20, M), OCT9_FOLLOW_REPLAN);
    CHECK_EQ(world.now.next, 2);
    CHECK(world.now.steer_mm.y < M + 200);
    CHECK(abs(world.now.ahead_mm.x - M - 1000) <= 2);
    CHECK(world.now.ahead_mm.y >= M + 20 + 395 && world.now.ahead_mm.y <= M + 20 + 402);
    world.policy.rules.unknown = OCT9_PASSES;
    CHECK_EQ(world_step(M + 1000, M + 20, M), OCT9_FOLLOW_GO);
    CHECK_EQ(world.now.ahead_mm.y, world.now.steer_mm.y);
}

/* The wind takes it back; and one that reacts after more than a minute does not move. */
static void back_and_late(void)
{
    world_follow_straight();
    CHECK_EQ(world_why(M + 120, M, M), 0);
    CHECK_EQ(world_why(M + 10, M, M), 0);
    CHECK(world.now.beside_mm <= 3 && world.now.steer_mm.x <= M + 410);
    world.policy.reaction_ms = world.policy.stale_ms = 65000;
    world.tick.now_ms += 1000;
    CHECK_EQ(world_ask(), OCT9_OK);
    CHECK_EQ(world.now.state, OCT9_FOLLOW_STOP);
}

/* No faster than it can stop within what it looks at. */
static void the_look_limits_the_speed(void)
{
    world_follow_straight();
    world.policy.look_mm = world.policy.ahead_mm = 300;
    CHECK_EQ(world_start(), OCT9_OK);
    CHECK_EQ(world_step(M, M, M), OCT9_FOLLOW_GO);
    CHECK(world.now.speed_mm < 1000);
    CHECK(fabs(world.now.speed_mm - speed_within(300, 0)) < 8);
    world.policy.reaction_ms = 500;
    CHECK_EQ(world_step(M, M, M), OCT9_FOLLOW_GO);
    CHECK(fabs(world.now.speed_mm - speed_within(300, 0)) < 8);
    world.policy.brake_mm = 1000;
    CHECK_EQ(world_step(M, M, M), OCT9_FOLLOW_GO);
    CHECK(fabs(world.now.speed_mm - speed_within(300, 0)) < 8);
}

/* The age of the pose is one more time before it brakes. */
static void an_old_pose_is_slower(void)
{
    world_follow_straight();
    world.policy.look_mm = world.policy.ahead_mm = 300;
    CHECK_EQ(world_start(), OCT9_OK);
    (void)world_step(M, M, M);
    const unsigned fresh = world.now.speed_mm;
    world.tick.now_ms += 250;
    CHECK_EQ(world_ask(), OCT9_OK);
    CHECK_EQ(world.now.state, OCT9_FOLLOW_GO);
    CHECK(world.now.speed_mm < fresh);
    world.policy.reaction_ms = 500;
    CHECK(fabs(world.now.speed_mm - speed_within(300, 0)) < 8);
}

/* --- the end ---------------------------------------------------------------------------------- */

static void it_slows_down_and_arrives(void)
{
    int speed = 1000, x = 0;
    world_follow_straight();
    for (; x < 7900; x += 20) {
        CHECK_EQ(world_step(M + x, M, M), OCT9_FOLLOW_GO);
        CHECK(world.now.speed_mm <= speed);
        CHECK(world.now.speed_mm <= speed_within(8000 - x, 0) + 1);
        CHECK(world.now.speed_mm >= fmin(1000, speed_within(8000 - x, 0) - 12));
        CHECK(world.now.steer_mm.x <= M + 8000);
        speed = world.now.speed_mm;
    }
    CHECK(speed < 400);
    CHECK_EQ(world_step(M + 7905, M, M), OCT9_FOLLOW_ARRIVED);
    CHECK_EQ(world.now.why, 0);
    /* It stays so, even where the wind takes it. */
    CHECK_EQ(world_step(M + 7800, M, M), OCT9_FOLLOW_ARRIVED);
    CHECK_EQ(world_step(M + 7700, M, M), OCT9_FOLLOW_ARRIVED);
    /* But a bad pose is one. */
    world.tick.pose_ms -= 1000;
    CHECK_EQ(world_ask(), OCT9_OK);
    CHECK_EQ(world.now.state, OCT9_FOLLOW_STOP);
    CHECK_EQ(world.now.why, OCT9_FOLLOW_POSE);
    CHECK_EQ(world_start(), OCT9_OK); /* at the begin: the end is far */
    CHECK_EQ(world_step(M + 7905, M, M), OCT9_FOLLOW_REPLAN);
    CHECK_EQ(world.now.why, OCT9_FOLLOW_BESIDE);
}

/* A round trip does not end where it begins. */
static void a_round_trip(void)
{
    static const oct9_mm_t places[] = {
        { M, M, M }, { M + 1500, M, M }, { M + 1500, M + 1500, M }, { M, M + 1500, M }, { M, M, M }
    };
    world_begin();
    world_follow(5, places);
    CHECK_EQ(world_step(M, M, M), OCT9_FOLLOW_GO);
    for (unsigned side = 0; side < 4; side++)
        for (int at = 0; at < 1500; at += 30) {
            const int x = side == 0 ? at : side == 1 ? 1500 : side == 2 ? 1500 - at : 0;
            const int y = side == 0 ? 0 : side == 1 ? at : side == 2 ? 1500 : 1500 - at;
            if (side == 3 && at > 1380)
                break;
            CHECK_EQ(world_step(M + x, M + y, M), OCT9_FOLLOW_GO);
        }
    CHECK_EQ(world_step(M, M + 90, M), OCT9_FOLLOW_ARRIVED);
}

/* One point: the robot is there or not. */
static void a_route_of_one_point(void)
{
    static const oct9_mm_t place = { M, M, M };
    world_begin();
    world_follow(1, &place);
    CHECK_EQ(world_step(M + 40, M, M), OCT9_FOLLOW_ARRIVED);
    CHECK_EQ(world_start(), OCT9_OK);
    CHECK_EQ(world_step(M + 150, M, M), OCT9_FOLLOW_GO);
    CHECK(world.now.steer_mm.x == M && world.now.speed_mm > 0 && world.now.clear_mm < 151);
    CHECK_EQ(world_start(), OCT9_OK);
    CHECK_EQ(world_step(M + 350, M, M), OCT9_FOLLOW_REPLAN);
    CHECK_EQ(world.now.why, OCT9_FOLLOW_BESIDE);
}

/* --- corners ---------------------------------------------------------------------------------- */

/* The speed 1 m before a corner, and 20 mm before, by its angle. */
static void corners_by_their_angle(void)
{
    double before = 1e9;
    for (int degrees = 0; degrees <= 180; degrees += 15) {
        const double angle = degrees * 0.017453293, across = degrees < 90 ? sin(angle) : 1;
        const oct9_mm_t places[] = { { M, M, M },
                                     { M + 4000, M, M },
                                     { (int32_t)lround(M + 4000 + 4000 * cos(angle)),
                                       (int32_t)lround(M + 4000 * sin(angle)), M } };
        world_begin();
        world.policy.fastest_mm = 2000;
        world.policy.look_mm = 4000;
        world_follow(3, places);
        const double slow = fmin(speed_within(60, 0) / fmax(across, 1e-9), 2000);
        for (int x = 0; x < 3930; x += 60) {
            CHECK_EQ(world_step(M + x, M, M), OCT9_FOLLOW_GO);
            const double may = fmin(fmax(speed_within(4000 - x, slow), slow), 2000);
            CHECK(world.now.speed_mm <= may + 1 && world.now.speed_mm >= 0.97 * may - 20);
        }
        CHECK_EQ(world_step(M + 3935, M, M), OCT9_FOLLOW_GO);
        const double corner = fmin(speed_within(60, 0) / fmax(across, 1e-9), 2000);
        CHECK(world.now.speed_mm <= fmax(corner, speed_within(65, corner)) + 1);
        CHECK(world.now.speed_mm >= 0.9 * corner);
        CHECK(world.now.speed_mm <= before + 1);
        CHECK(world.now.steer_mm.x <= M + 4000);
        before = world.now.speed_mm;
        if (degrees == 0)
            CHECK(world.now.speed_mm > 1900);
        if (degrees == 90)
            CHECK(world.now.speed_mm < 250);
    }
}

/* It steers to the corner, not past it, until it is corner_mm before it. */
static void it_does_not_cut_corners(void)
{
    static const oct9_mm_t places[] = { { M, M, M },
                                        { M + 2000, M, M },
                                        { M + 2000, M + 2000, M } };
    world_begin();
    world_follow(3, places);
    for (int x = 0; x < 1930; x += 40) {
        CHECK_EQ(world_step(M + x, M, M), OCT9_FOLLOW_GO);
        CHECK(world.now.steer_mm.y == M && world.now.steer_mm.x <= M + 2000);
    }
    CHECK_EQ(world_step(M + 1945, M, M), OCT9_FOLLOW_GO);
    CHECK(world.now.steer_mm.y > M + 300 && world.now.steer_mm.y <= M + 400);
    /* Where the short line is blocked it goes by the corner. */
    world_begin();
    world.policy.radius_mm = 100;
    world_follow(3, places);
    world_box(M + 1840, M + 120, M - 40, M + 1880, M + 160, M + 40, OCT9_OCCUPIED);
    for (int x = 0; x < 1940; x += 40)
        CHECK_EQ(world_step(M + x, M, M), OCT9_FOLLOW_GO);
    CHECK_EQ(world_step(M + 1945, M, M), OCT9_FOLLOW_GO);
    const unsigned steep = (unsigned)(world.now.steer_mm.y - M);
    CHECK(world.now.steer_mm.y > M && steep < 300);
}

/* A velocity across the route is a corner, too. */
static void a_turn_from_the_velocity(void)
{
    world_follow_straight();
    world.tick.velocity_mm[0] = 900;
    CHECK_EQ(world_step(M, M, M), OCT9_FOLLOW_GO);
    CHECK_EQ(world.now.speed_mm, 1000);
    world.tick.velocity_mm[0] = 0;
    world.tick.velocity_mm[1] = 900;
    CHECK_EQ(world_step(M, M, M), OCT9_FOLLOW_GO);
    CHECK(world.now.speed_mm <= speed_within(60, 0) && world.now.speed_mm > 100);
    world.tick.velocity_mm[1] = 30; /* noise */
    CHECK_EQ(world_step(M, M, M), OCT9_FOLLOW_GO);
    CHECK_EQ(world.now.speed_mm, 1000);
}

/* --- obstacles -------------------------------------------------------------------------------- */

/* A box appears: the robot is slower, then it is to be planned anew, and it stops before. */
static void a_box_appears(void)
{
    world_follow_straight();
    for (int x = 0; x < 400; x += 40)
        CHECK_EQ(world_step(M + x, M, M), OCT9_FOLLOW_GO);
    world_box(M + 2000, M - 200, M - 200, M + 2200, M + 200, M + 200, OCT9_OCCUPIED);
    for (int x = 400; x < 1860; x += 20) {
        const oct9_follow_state_t state = world_step(M + x, M, M);
        const int room = 2000 - 120 - x;
        CHECK_EQ(state, room <= 800 ? OCT9_FOLLOW_REPLAN : OCT9_FOLLOW_GO);
        CHECK_EQ(world.now.why, room <= 800 ? OCT9_FOLLOW_BLOCKED : 0);
        CHECK(world.now.clear_mm <= room && world.now.clear_mm >= room - 6);
        CHECK(world.now.speed_mm <= speed_within(room, 0) + 1);
        CHECK(world.now.speed_mm >= fmin(1000, speed_within(room - 8, 0)) - 1);
        CHECK(world.now.steer_mm.x <= M + x + room);
    }
    CHECK_EQ(world_step(M + 1880, M, M), OCT9_FOLLOW_REPLAN);
    CHECK(world.now.speed_mm == 0 && world.now.clear_mm == 0);
    world_box(M + 2000, M - 200, M - 200, M + 2200, M + 200, M + 200, OCT9_FREE);
    CHECK_EQ(world_step(M + 1880, M, M), OCT9_FOLLOW_GO);
    CHECK_EQ(world.now.speed_mm, 1000);
}

/* Nearer than any place to steer to, so that nothing behind it counts. */
static void a_thin_box_close_by(void)
{
    world_follow_straight();
    world.policy.radius_mm = 80;
    world_box(M + 120, M - 40, M - 40, M + 160, M + 40, M + 40, OCT9_OCCUPIED);
    CHECK_EQ(world_step(M, M, M), OCT9_FOLLOW_REPLAN);
    CHECK(world.now.clear_mm <= 40 && world.now.clear_mm > 30);
    CHECK(world.now.steer_mm.x <= M + 40 && world.now.steer_mm.x > M + 30);
}

/* It touches what is beside the route: it leaves it first, straight to the route. */
static void it_gets_away(void)
{
    world_follow_straight();
    world.policy.radius_mm = 100;
    world_box(M + 1080, M + 120, M - 40, M + 1120, M + 160, M + 40, OCT9_OCCUPIED);
    CHECK_EQ(world_why(M + 1000, M + 100, M), 0);
    CHECK(abs(world.now.steer_mm.x - M - 1000) <= 1 && abs(world.now.steer_mm.y - M) <= 1);
    world.policy.rules.start_inside = OCT9_BLOCKS;
    CHECK_EQ(world_why(M + 1000, M + 100, M), OCT9_FOLLOW_BLOCKED);
    CHECK_EQ(world.now.clear_mm, 0);
}

/* A wall that it could not stop before, if it went on straight where the route turns. */
static void a_wall_behind_a_corner(void)
{
    static const oct9_mm_t places[] = { { M, M, M },
                                        { M + 2000, M, M },
                                        { M + 2000, M + 2000, M } };
    unsigned slowest = 1000;
    world_begin();
    world.policy.radius_mm = 115;
    world.policy.reaction_ms = 50;
    world.policy.brake_mm = 500;
    world_follow(3, places);
    world_box(M + 2120, M - 400, M - 400, M + 2160, M + 2400, M + 400, OCT9_OCCUPIED);
    for (int x = 0; x <= 1935; x += 15) {
        world.tick.velocity_mm[0] = 100;
        CHECK_EQ(world_step(M + x, M, M), OCT9_FOLLOW_GO);
        CHECK(world.now.speed_mm <= speed_within(2120 - 115 - x, 0) + 1);
        slowest = world.now.speed_mm < slowest ? world.now.speed_mm : slowest;
    }
    CHECK(slowest > 150);
}

/* Between the velocity and the allowed speed: a pole that neither meets. */
static void a_pole_between(void)
{
    world_follow_straight();
    world.policy.brake_mm = 1000;
    world.policy.corner_mm = 100;
    world.policy.radius_mm = 100;
    CHECK_EQ(world_start(), OCT9_OK);
    world.tick.velocity_mm[0] = 980;
    world.tick.velocity_mm[1] = 430;
    CHECK_EQ(world_why(M, M, M), 0);
    world_box(M + 640, M + 120, M - 40, M + 680, M + 160, M + 40, OCT9_OCCUPIED);
    world.tick.velocity_mm[1] = 0;
    CHECK_EQ(world_why(M, M, M), 0);
    world.tick.velocity_mm[1] = 430;
    CHECK_EQ(world_why(M, M, M), OCT9_FOLLOW_DRIFTS);
}

/* It flies away from what blocks it: that is no drift. */
static void away_from_what_blocks(void)
{
    world_follow_straight();
    world_box(M + 120, M - 200, M - 200, M + 160, M + 200, M + 200, OCT9_OCCUPIED);
    world.policy.rules.start_inside = OCT9_BLOCKS;
    world.policy.radius_mm = 130;
    world.tick.velocity_mm[0] = -300;
    CHECK_EQ(world_why(M, M, M), OCT9_FOLLOW_BLOCKED | OCT9_FOLLOW_DRIFTS);
    world.policy.radius_mm = 100;
    CHECK_EQ(world_why(M, M, M), OCT9_FOLLOW_BLOCKED);
    CHECK_EQ(world.now.state, OCT9_FOLLOW_REPLAN);
    CHECK(world.now.clear_mm < 20);
}

/* Points that stand twice on an arc are as those that stand once. */
static void points_that_stand_twice(void)
{
    unsigned speeds[2][40];
    for (unsigned twice = 0; twice < 2; twice++) {
        oct9_mm_t places[2 * 24 + 2];
        unsigned count = 0;
        places[count++] = (oct9_mm_t){ M, M, M };
        for (int i = 0; i <= 20; i++) {
            const double angle = i * 1.5707963 / 20;
            places[count] = (oct9_mm_t){ (int32_t)lround(M + 1000 + 600 * sin(angle)),
                                         (int32_t)lround(M + 600 - 600 * cos(angle)), M };
            if (twice)
                places[count + 1] = places[count];
            count += 1 + twice;
        }
        places[count++] = (oct9_mm_t){ M + 1600, M + 4000, M };
        world_begin();
        world.policy.fastest_mm = 2000;
        world_follow(count, places);
        for (int i = 0; i < 40; i++) {
            CHECK_EQ(world_step(M + 25 * i, M, M), OCT9_FOLLOW_GO);
            speeds[twice][i] = world.now.speed_mm;
        }
        CHECK(world.now.speed_mm < 1500);
    }
    for (unsigned i = 0; i < 40; i++)
        CHECK_EQ(speeds[1][i], speeds[0][i]);
}

/* Unknown space is as the rules say. */
static void unknown_space(void)
{
    world_follow_straight();
    world_box(M + 1000, M - 200, M - 200, M + 1200, M + 200, M + 200, OCT9_UNKNOWN);
    CHECK_EQ(world_why(M + 400, M, M), OCT9_FOLLOW_BLOCKED);
    world.policy.rules.unknown = OCT9_PASSES;
    CHECK_EQ(world_why(M + 400, M, M), 0);
}

/* As it moves now it would meet a wall beside the route. */
static void it_drifts(void)
{
    world_follow_straight();
    world_box(M - 400, M + 440, M - 200, M + 4000, M + 480, M + 200, OCT9_OCCUPIED);
    world.tick.velocity_mm[1] = 400; /* 108 to react, 29 to brake, of 320 */
    CHECK_EQ(world_why(M, M, M), 0);
    world.tick.velocity_mm[1] = 800; /* 202 and 109 */
    CHECK_EQ(world_why(M, M, M), 0);
    world.tick.velocity_mm[1] = 850;
    CHECK_EQ(world_why(M, M, M), OCT9_FOLLOW_DRIFTS);
    CHECK_EQ(world.now.state, OCT9_FOLLOW_STOP);
    CHECK(world.now.clear_mm >= 1990);
    world.tick.velocity_mm[1] = -850;
    CHECK_EQ(world_why(M, M, M), 0);
    world.tick.velocity_mm[1] = 700;
    CHECK_EQ(world_why(M, M, M), 0);
    world.tick.now_ms += 200; /* and as old as that it is not known where it is */
    CHECK_EQ(world_ask(), OCT9_OK);
    CHECK_EQ(world.now.why, OCT9_FOLLOW_DRIFTS);
}

/* A distance to stop in that is farther than can be said is not one that is clear. */
static void no_room_that_can_be_said(void)
{
    static const oct9_mm_t places[] = { { M, M, M }, { M + 8000, M, M } }, origin = { 0, 0, 0 };
    world_begin();
    CHECK_EQ(oct9_mm_frame(&world.base, &origin, 200000), OCT9_OK);
    world_follow(2, places);
    world.tick.velocity_mm[0] = 12000; /* 3 m to react, 24 m to brake */
    CHECK_EQ(world_why(M, M, M), 0);
    world.tick.velocity_mm[0] = 20000;
    CHECK_EQ(world_why(M, M, M), OCT9_FOLLOW_DRIFTS);
    CHECK_EQ(world.now.state, OCT9_FOLLOW_STOP);
    /* It is not allowed to be so fast, either. */
    world.tick.velocity_mm[0] = 0;
    world.policy.fastest_mm = INT16_MAX;
    world.policy.beside_mm = 60000;
    world_follow(1, places);
    CHECK_EQ(world_why(M + 40000, M, M), 0);
    CHECK(world.now.clear_mm > 39000);
    CHECK(world.now.speed_mm > 5000 && world.now.speed_mm <= speed_within(32767, 0));
}

int main(void)
{
    RUN(straight_it_goes);
    RUN(it_looks_where_it_does_not_go);
    RUN(back_and_late);
    RUN(the_look_limits_the_speed);
    RUN(an_old_pose_is_slower);
    RUN(it_slows_down_and_arrives);
    RUN(a_round_trip);
    RUN(a_route_of_one_point);
    RUN(corners_by_their_angle);
    RUN(it_does_not_cut_corners);
    RUN(a_turn_from_the_velocity);
    RUN(a_box_appears);
    RUN(a_thin_box_close_by);
    RUN(it_gets_away);
    RUN(a_wall_behind_a_corner);
    RUN(a_pole_between);
    RUN(away_from_what_blocks);
    RUN(points_that_stand_twice);
    RUN(unknown_space);
    RUN(it_drifts);
    RUN(no_room_that_can_be_said);
    return test_end();
}
