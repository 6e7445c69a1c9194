/* SPDX-License-Identifier: MIT */
/* What is too near, what the robot touches, and how it gets away from it. In 0.10 an obstacle below
 * the sensor's range was silence, and a robot that touched something was stuck. */
#include "tests/loop/loop.h"

#include <math.h>

static void see_front(int16_t front_mm)
{
    loop.now += 50;
    loop_set(front_mm, 1900, 1900, 1900, 1900, 1900);
    for (unsigned i = 0; i < SIDES; i++) /* no beam repeats itself */
        loop.mm[i] = (int16_t)(loop.mm[i] + (int)(i == FRONT ? 0 : loop.now / 50 % 3));
    CHECK_EQ(loop_see(), OCT9_OK);
}

/* --- too near --------------------------------------------------------------------------------- */

/* Row 7: 50, 49 ... 0 mm, with a good status. */
static void too_near_alarms_down_to_0(void)
{
    for (int16_t mm = 60; mm >= 0; mm--) {
        loop_begin(&oct9_sensor_multiranger);
        see_front(1800);
        see_front(mm);
        const unsigned near = mm < 50 ? OCT9_MAPPER_TOO_NEAR : 0;
        CHECK_EQ(loop_state(70, 20, 20), OCT9_OCCUPIED);
        CHECK_EQ(loop_why(100, 0, 0),
                 OCT9_MAPPER_BLOCKED | OCT9_MAPPER_NEAR | (near ? near : OCT9_MAPPER_UNKNOWN));
        CHECK_EQ(loop.found.clear_mm, 0);
        /* 60 degrees are a length of 114.6 beside 66; what is mapped blocks the others */
        CHECK_EQ(loop_why(67, 114, 0) & OCT9_MAPPER_TOO_NEAR, near);
        CHECK_EQ(loop_why(65, 0, -114) & OCT9_MAPPER_TOO_NEAR, 0);
        CHECK(loop_why(65, 0, -114) & OCT9_MAPPER_BLOCKED);
        CHECK(loop_why(2, 99, -99) & OCT9_MAPPER_BLOCKED);
        CHECK_EQ(loop_why(-100, 0, 0), 0); /* back and sideways it may go */
        CHECK_EQ(loop_why(0, 100, 0) & OCT9_MAPPER_TOO_NEAR, 0);
        CHECK_EQ(loop_why(0, 0, 0), 0);
    }
}

static void too_near_of_8_by_8_zones(void)
{
    for (int16_t mm = 60; mm >= 0; mm--) {
        loop_begin(&oct9_sensor_vl53l5cx_8x8);
        for (unsigned i = 0; i < 64; i++) {
            loop.mm[i] = (int16_t)(i == 27 ? mm : 1800);
            loop.status[i] = 5;
        }
        CHECK_EQ(loop_see(), OCT9_OK);
        CHECK(loop_why(100, 0, 0) & (mm < 50 ? OCT9_MAPPER_TOO_NEAR : OCT9_MAPPER_BLOCKED));
    }
}

static oct9_status_t see_laser(const int16_t mm[OCT9_LD19_POINTS], uint16_t first_q16)
{
    const oct9_sensor_frame_t frame = { .time_ms = loop.began + loop.now,
                                        .distance_mm = mm,
                                        .count = OCT9_LD19_POINTS,
                                        .first_q16 = first_q16,
                                        .step_q32 = -(1 << 23) };
    const oct9_mapper_pose_t pose = { { 20, 20, 20 }, OCT9_ROTATION_NONE };
    return oct9_mapper_see(&loop.mapper, &frame, &pose);
}

/* A laser's 0 is darkness; 1 to 19 are too near for the part, to 49 for the policy. One point of a
 * sector is enough, and the good ones about it do not end it: they look past. */
static void too_near_of_a_laser(void)
{
    for (int16_t near = 0; near < 60; near++) {
        loop_begin(&oct9_sensor_ld19);
        int16_t mm[OCT9_LD19_POINTS];
        for (unsigned i = 0; i < OCT9_LD19_POINTS; i++)
            mm[i] = (int16_t)(1900 + i);
        mm[5] = near;
        CHECK_EQ(see_laser(mm, 1500), OCT9_OK);
        const unsigned why = loop_why(100, 0, 0);
        CHECK_EQ(why & OCT9_MAPPER_TOO_NEAR, near > 0 && near < 50 ? OCT9_MAPPER_TOO_NEAR : 0);
        CHECK_EQ(loop_why(-100, 0, 0) & OCT9_MAPPER_TOO_NEAR, 0);
        if (near == 0 || near >= 50)
            continue;
        for (unsigned k = 0; k < 12; k++) { /* each turn it is seen, in one packet of 30 */
            loop.now += 25;
            mm[0]++;
            mm[5] = (int16_t)(k % 4 == 0 ? near : 1905);
            CHECK_EQ(see_laser(mm, 1500), OCT9_OK);
            CHECK(loop_why(100, 0, 0) & OCT9_MAPPER_TOO_NEAR);
        }
        mm[5] = 1905;
        loop.now += 301;
        CHECK_EQ(see_laser(mm, 1500), OCT9_OK);
        CHECK_EQ(loop_why(100, 0, 0) & OCT9_MAPPER_TOO_NEAR, 0);
    }
}

/* It comes nearer still, and the part says nothing more: too near for blind_ms, and an obstacle
 * until it is seen through. */
static void too_near_ends_with_a_good_reading(void)
{
    for (unsigned darks = 0; darks < 20; darks++) {
        loop_begin(&oct9_sensor_multiranger);
        see_front(1800);
        see_front(45);
        for (unsigned i = 0; i < 10 * darks; i++) {
            see_front(i % 2 ? LOOP_DARK : 4001);
            const unsigned why = loop_why(100, 0, 0);
            CHECK_EQ(why & OCT9_MAPPER_TOO_NEAR, i < 10 ? OCT9_MAPPER_TOO_NEAR : 0);
            CHECK(why & OCT9_MAPPER_BLOCKED);
            CHECK(why & OCT9_MAPPER_NEAR);
            CHECK_EQ(loop.found.clear_mm, 0);
        }
        for (unsigned i = 0; i < 4; i++) {
            see_front(1800);
            const unsigned why = loop_why(100, 0, 0);
            CHECK_EQ(why & OCT9_MAPPER_TOO_NEAR, 0);
            CHECK(i < 3 || why == 0);
        }
    }
}

/* The robot turns away, so that another beam looks there, or none: the thing stays where it was,
 * and is no longer ahead of the beam that saw it. */
static void too_near_stays_where_it_was(void)
{
    for (int degrees = 20; degrees <= 180; degrees += 10) {
        loop_begin(&oct9_sensor_multiranger);
        see_front(1800);
        for (unsigned i = 0; i < 3; i++)
            see_front((int16_t)(30 + i % 2));
        for (unsigned i = 0; i < 60; i++) {
            loop.yaw = degrees * 3.14159265 / 180 * (i < 10 ? (i + 1) / 10.0 : 1);
            loop.now += 50;
            loop_set(LOOP_DARK, LOOP_DARK, LOOP_DARK, LOOP_DARK, (int16_t)(1500 + i % 3), 1500);
            loop.mm[FRONT] = i < 2 ? 30 : LOOP_DARK;
            CHECK_EQ(loop_see(), OCT9_OK);
            CHECK(loop_why(100, 0, 0) & OCT9_MAPPER_BLOCKED);
            CHECK(loop_why(300, 0, 0) & OCT9_MAPPER_BLOCKED);
            CHECK(loop_why(100, 20, 0) & OCT9_MAPPER_BLOCKED);
            CHECK_EQ(loop_why(-100, 0, 0) & OCT9_MAPPER_BLOCKED, 0);
        }
        const double out = degrees * 3.14159265 / 180;
        (void)loop_why((int16_t)(100 * cos(out)), (int16_t)(100 * sin(out)), 0);
        CHECK_EQ(loop.found.why & OCT9_MAPPER_TOO_NEAR, 0); /* blind_ms later it is not there */
        CHECK(degrees > 80 || (loop.found.why & OCT9_MAPPER_BLOCKED));
        CHECK(degrees < 160 || (loop.found.why & OCT9_MAPPER_BLOCKED) == 0);
    }
}

/* Also where darkness counts as free: what came too near may be nearer still. */
static void darkness_does_not_end_too_near(void)
{
    loop_begin(&oct9_sensor_multiranger);
    loop.policy.dark_mm = 1800;
    loop_init();
    see_front(LOOP_DARK);
    CHECK_EQ(loop_why(100, 0, 0), 0);
    see_front(45);
    CHECK(loop_why(100, 0, 0) & OCT9_MAPPER_TOO_NEAR);
    for (unsigned i = 0; i < 50; i++) {
        see_front(LOOP_DARK);
        const unsigned why = loop_why(100, 0, 0);
        CHECK_EQ(why & OCT9_MAPPER_TOO_NEAR, i < 10 ? OCT9_MAPPER_TOO_NEAR : 0);
        CHECK(why & OCT9_MAPPER_BLOCKED);
        CHECK_EQ(loop_state(70, 20, 20), OCT9_OCCUPIED);
    }
    loop.yaw = 0.1; /* less than 12 degrees: it may still look there */
    for (unsigned i = 0; i < 20; i++)
        see_front(LOOP_DARK);
    CHECK(loop_why(100, 10, 0) & OCT9_MAPPER_BLOCKED);
    CHECK_EQ(loop_state(1000, 120, 20), OCT9_UNKNOWN);
    loop.yaw = 0.3; /* elsewhere darkness is free again */
    for (unsigned i = 0; i < 20; i++)
        see_front(LOOP_DARK);
    CHECK_EQ(loop_state(1000, 323, 20), OCT9_FREE);
}

/* The same of a laser: 12 points of a packet that all came too near, then nothing. */
static void darkness_does_not_end_too_near_of_a_laser(void)
{
    int16_t mm[OCT9_LD19_POINTS];
    loop_begin(&oct9_sensor_ld19);
    loop.policy.dark_mm = 1000;
    loop_init();
    for (unsigned i = 0; i < 100; i++, loop.now += 50) {
        for (unsigned k = 0; k < OCT9_LD19_POINTS; k++)
            mm[k] = (int16_t)(i < 4 ? 60 - 12 * (int)i : 0);
        CHECK_EQ(see_laser(mm, 1500), OCT9_OK);
        (void)loop_why(100, 0, 0);
        CHECK(loop.found.why & (i < 2 ? 255 : OCT9_MAPPER_BLOCKED));
    }
}

/* Row 18: a wrapped reading of 350 mm with status 7 is a hit if its driver leaves the status out.
 */
static void a_driver_gives_its_statuses(void)
{
    for (unsigned gives = 0; gives < 2; gives++) {
        loop_begin(&oct9_sensor_multiranger);
        loop_set(350, 1900, 1900, 1900, 1900, 1900);
        loop.status[FRONT] = gives ? 7 : 0;
        CHECK_EQ(loop_see(), OCT9_OK);
        CHECK_EQ(loop_state(370, 20, 20), gives ? OCT9_UNKNOWN : OCT9_OCCUPIED);
        CHECK_EQ(loop_why(500, 0, 0), gives ? OCT9_MAPPER_UNKNOWN : OCT9_MAPPER_BLOCKED);
    }
}

/* --- getting away ----------------------------------------------------------------------------- */

/* Row 10: it stood still before a wall; then the pilot commands backwards. */
static void a_robot_that_stopped_backs_out(void)
{
    static const loop_box_t room[] = {
        { { 2000, -3000, -3000 }, { 2100, 3000, 3000 }, false },
        { { -3000, -3000, -3000 }, { -2900, 3000, 3000 }, false },
        { { -3000, 1500, -3000 }, { 3000, 1600, 3000 }, false },
    };
    loop_begin(&oct9_sensor_multiranger);
    loop_world(room, 3);
    loop.noise = 3;
    for (unsigned i = 0; i < 200 && (i == 0 || loop.velocity[0] > 0); i++)
        loop_round(500, 0);
    CHECK(loop.found.why & OCT9_MAPPER_BLOCKED);
    CHECK(loop.place[0] > 600);
    const double stood = loop.place[0];
    for (unsigned i = 0; i < 60; i++) { /* commanded before it moves, too */
        loop.alarm_at = 0;
        loop.velocity[0] = i == 0 ? 0 : -300;
        loop_round(-300, 0);
        CHECK_EQ(loop.found.why, 0);
    }
    CHECK(loop.place[0] < stood - 800);
}

/* Row 11: a coarse cell touches the robot's ball. What comes no nearer passes; what does, blocks.
 */
static void a_coarse_cell_that_touches_the_ball(void)
{
    loop_begin(&oct9_sensor_multiranger);
    loop.policy.cell_um = 80000;
    loop.policy.radius_mm = 210;
    loop.policy.farthest_mm = 3000;
    loop_init();
    loop_put(150, 20, 20);
    see_front(1890);
    loop_mark(320, 0, 0, 2, OCT9_OCCUPIED); /* from x = 320 on, 320 mm wide */
    CHECK_EQ(loop_why(-300, 0, 0), 0);
    CHECK_EQ(loop_why(0, 300, 0), 0);
    CHECK_EQ(loop_why(0, -300, 0), 0);
    CHECK_EQ(loop_why(-300, 300, 0) & OCT9_MAPPER_BLOCKED, 0);
    CHECK_EQ(loop_why(0, 0, 300), 0);
    CHECK_EQ(loop_why(0, 0, 9), 0);
    for (int16_t v = 1; v < 400; v += 7) {
        CHECK(loop_why(v, 0, 0) & OCT9_MAPPER_BLOCKED);
        CHECK_EQ(loop.found.clear_mm, 0);
        CHECK(loop_why(1, v, 0) & OCT9_MAPPER_BLOCKED);
        CHECK_EQ(loop.found.clear_mm, 0);
        CHECK_EQ(loop_why(-1, v, 0) & OCT9_MAPPER_BLOCKED, 0);
    }
    CHECK_EQ(loop_why(0, 0, 0), 0);
}

/* One that holds the robot's middle blocks in each direction: nobody knows how to leave it. */
static void a_cell_about_the_robot_blocks(void)
{
    loop_begin(&oct9_sensor_multiranger);
    see_front(1890);
    loop_mark(0, 0, 0, 0, OCT9_OCCUPIED);
    CHECK(loop_why(-300, 0, 0) & OCT9_MAPPER_BLOCKED);
    CHECK(loop_why(0, 300, 0) & OCT9_MAPPER_BLOCKED);
    CHECK_EQ(loop.found.clear_mm, 0);
    CHECK_EQ(loop.found.clearance_mm, 0);
}

/* least_mm alarms for motions that come nearer, and for no others. */
static void least_mm_is_for_what_comes_nearer(void)
{
    loop_begin(&oct9_sensor_multiranger);
    see_front(1890);
    loop_mark(0, 160, 0, 0, OCT9_OCCUPIED); /* 140 mm to the left, farther than the radius */
    CHECK_EQ(loop_why(0, 30, 0), OCT9_MAPPER_NEAR);
    CHECK(loop.found.clearance_mm <= 140 && loop.found.clearance_mm > 136);
    CHECK_EQ(loop_why(30, 1, 0), OCT9_MAPPER_NEAR);
    CHECK_EQ(loop_why(0, -30, 0), 0);
    CHECK_EQ(loop_why(30, -1, 0), 0);
    CHECK_EQ(loop_why(0, 0, 0), 0);
    loop.policy.least_mm = 130;
    CHECK_EQ(loop_why(0, 5, 0), 0);
    CHECK(loop_why(0, 300, 0) & OCT9_MAPPER_BLOCKED);
}

/* --- commanded beside measured ---------------------------------------------------------------- */

/* It flies along x and shall go to the left, where something is. */
static void a_commanded_motion_is_judged(void)
{
    for (unsigned sides = 0; sides < 4; sides++) {
        loop_begin(&oct9_sensor_multiranger);
        see_front(1890);
        if (sides & 1u)
            loop_mark(0, 400, 0, 0, OCT9_OCCUPIED);
        if (sides & 2u)
            loop_mark(600, 0, 0, 0, OCT9_OCCUPIED);
        loop.velocity[0] = 400;
        loop.command[0] = 0;
        loop.command[1] = 300;
        CHECK_EQ(loop_check(), OCT9_OK);
        CHECK_EQ(loop.found.why, sides ? OCT9_MAPPER_BLOCKED : 0);
        const int clear = sides & 1u ? 260 : 460;
        CHECK(sides == 0 || (loop.found.clear_mm <= clear && loop.found.clear_mm > clear - 8));
    }
}

/* A measured velocity of less than slow_mm is noise; a commanded one never is. */
static void slow_measured_velocities_are_noise(void)
{
    loop_begin(&oct9_sensor_multiranger);
    see_front(1890);
    loop_mark(160, 0, 0, 0, OCT9_OCCUPIED);
    for (int v = 1; v < 260; v++) {
        loop.velocity[0] = v;
        loop.command[0] = loop.command[1] = 0;
        CHECK_EQ(loop_check(), OCT9_OK);
        CHECK_EQ((loop.found.why & OCT9_MAPPER_BLOCKED) != 0, v >= 200);
        loop.velocity[0] = 0;
        loop.command[0] = (int16_t)v;
        CHECK_EQ(loop_check(), OCT9_OK);
        CHECK(loop.found.why & OCT9_MAPPER_NEAR);
    }
}

int main(void)
{
    RUN(too_near_alarms_down_to_0);
    RUN(too_near_of_8_by_8_zones);
    RUN(too_near_of_a_laser);
    RUN(too_near_ends_with_a_good_reading);
    RUN(too_near_stays_where_it_was);
    RUN(darkness_does_not_end_too_near);
    RUN(darkness_does_not_end_too_near_of_a_laser);
    RUN(a_driver_gives_its_statuses);
    RUN(a_robot_that_stopped_backs_out);
    RUN(a_coarse_cell_that_touches_the_ball);
    RUN(a_cell_about_the_robot_blocks);
    RUN(least_mm_is_for_what_comes_nearer);
    RUN(a_commanded_motion_is_judged);
    RUN(slow_measured_velocities_are_noise);
    return test_end();
}
