/* SPDX-License-Identifier: MIT */
/* Whether a robot stops in time, from each speed, and how far a check looks. In 0.10 it looked
 * 1,000 mm at 0.2 m/s and at 2 m/s, and the robot met the wall at 2. */
#include "tests/loop/loop.h"

#include <math.h>

enum { WALL = 5000, RADIUS = 60 };

static const loop_box_t wall[] = { { { WALL, -9000, -9000 }, { WALL + 100, 9000, 9000 }, false } };

static void begin_at(uint16_t fastest_mm)
{
    loop_begin(&oct9_sensor_multiranger);
    loop.policy.fastest_mm = fastest_mm;
    loop.policy.farthest_mm = 3500;
    loop_init();
    loop_world(wall, 1);
    loop.noise = 3;
}

/* Flies until it stands; returns how far before the wall. */
static double flies_and_stops(double speed, double from_x)
{
    loop_put(from_x, 20, 20);
    for (unsigned i = 0; i < 2000 && (i == 0 || loop.velocity[0] > 0); i++)
        loop_round(speed, 0);
    CHECK(loop.alarm_at != 0);
    CHECK_EQ((int)loop.velocity[0], 0);
    CHECK(loop_depth(RADIUS) < 0);
    return WALL - loop.place[0];
}

/* Row 9: a shield on the setpoint, reaction 0.25 s with a round of 50 ms, 3 m/s2. */
static void stops_from_each_speed(void)
{
    static const uint16_t speeds[] = { 200, 500, 1000, 1500, 2000, 2500 };
    for (unsigned i = 0; i < 6; i++) {
        begin_at(2500);
        const double v = speeds[i], before = flies_and_stops(v, 1100);
        const double look = fmax(1000, v * 0.25 + v * v / 6000);
        const double stop = v * (loop.reacts / 1000.0) + v * v / (2 * loop.brakes);
        /* no sooner than it must: what it needs in the worst case, its radius, a round, two cells
         * and the width of the cap */
        CHECK(before < look - stop + 120 + v * 0.1 + 250);
    }
}

/* The same if each frame is old: it was measured 200 ms before it is used. */
static void the_age_of_a_frame_counts(void)
{
    static const uint16_t speeds[] = { 1000, 2000, 2500 };
    for (unsigned i = 0; i < 3; i++) {
        double places[5] = { 0 };
        int16_t old[5] = { 0 };
        begin_at(2500);
        loop_put(1100, 20, 20);
        for (unsigned n = 0; n < 2000 && (n < 5 || loop.velocity[0] > 0); n++) {
            const double now_x = loop.place[0];
            const uint32_t now = loop.now;
            loop_measure();
            places[n % 5] = now_x;
            old[n % 5] = loop.mm[FRONT];
            loop.now = now;
            if (n >= 4) { /* the frame of four rounds ago */
                loop.now = now - 200;
                loop.place[0] = places[(n + 1) % 5];
                loop_set(old[(n + 1) % 5], LOOP_DARK, LOOP_DARK, LOOP_DARK, LOOP_DARK, LOOP_DARK);
                CHECK_EQ(loop_see(), OCT9_OK);
                loop.now = now;
                loop.place[0] = now_x;
                loop.command[0] = (int16_t)speeds[i];
                CHECK_EQ(loop_check(), OCT9_OK);
                CHECK_EQ(loop.found.age_ms, 200);
                if (loop.found.alarm && loop.alarm_at == 0)
                    loop.alarm_at = loop.now;
            }
            loop_move(speeds[i], 0, 50);
        }
        CHECK(loop_depth(RADIUS) < 0);
        CHECK(loop.alarm_at != 0);
    }
}

/* How far ahead an obstacle blocks, for a speed and an age: as far as the robot needs to stop, and
 * its radius; from slow_mm on at least look_mm. */
static double look_of(double speed, uint32_t age_ms)
{
    const double after = (loop.policy.reaction_ms + age_ms) / 1000.0;
    const double stop = speed * after + speed * speed / (2.0 * loop.policy.brake_mm);
    return speed < loop.policy.slow_mm ? stop : fmax(stop, loop.policy.look_mm);
}

/* The first cell, along a direction, at which an obstacle blocks no more. */
static int blocks_up_to(double speed, const double direction[3])
{
    int last = -1;
    for (int k = 4; k < 90; k++) {
        const double at[3] = { 20 + 40 * k * direction[0], 20 + 40 * k * direction[1],
                               20 + 40 * k * direction[2] };
        loop_mark(at[0], at[1], at[2], 0, OCT9_OCCUPIED);
        const unsigned why = loop_why((int16_t)lround(speed * direction[0]),
                                      (int16_t)lround(speed * direction[1]),
                                      (int16_t)lround(speed * direction[2]));
        if (why & OCT9_MAPPER_BLOCKED)
            last = k;
        loop_mark(at[0], at[1], at[2], 0, OCT9_UNKNOWN);
    }
    return last;
}

static void it_looks_as_far_as_it_needs_to_stop(void)
{
    static const double axis[3] = { 1, 0, 0 };
    for (double speed = 20; speed <= 2500; speed += 62)
        for (uint32_t age = 0; age <= 300; age += 150) {
            begin_at(2500);
            loop_put(20, 20, 20);
            loop_set(3400, 3400, 3400, 3400, 3400, 3400);
            CHECK_EQ(loop_see(), OCT9_OK);
            loop.now += age;
            const double look = look_of(speed, age);
            const int last = blocks_up_to(speed, axis);
            /* cell k begins 40 k - 20 before the centre; 3 mm and 3 sub-cells of rounding */
            const double far = 40.0 * last - 20, more = far + 40;
            CHECK(last < 0 ? look + 120 < 140 : far <= look + 120 + 8 && more > look + 120);
        }
}

/* Point 13: 1 mm a second on each axis is 1.73 in all, and no longer a look. */
static void slow_speeds_look_no_farther(void)
{
    static const double diagonal[3] = { 1, 1, 1 };
    for (uint16_t speed = 1; speed < 4; speed++) {
        begin_at(1000);
        loop.policy.slow_mm = 1;
        loop_init();
        loop_put(20, 20, 20);
        loop_set(3400, 3400, 3400, 3400, 3400, 3400);
        CHECK_EQ(loop_see(), OCT9_OK);
        const int last = blocks_up_to(speed, diagonal);
        const double far = sqrt(3) * (40.0 * last - 20), more = far + sqrt(3) * 40;
        CHECK(far <= 1000 + 120 + 8 && more > 1000 + 120);
    }
}

/* look_mm is from slow_mm on, in any direction. */
static void slow_mm_is_where_look_mm_begins(void)
{
    for (int v = 190; v < 210; v++) {
        begin_at(1000);
        loop_put(20, 20, 20);
        loop_set(3400, 3400, 3400, 3400, 3400, 3400);
        CHECK_EQ(loop_see(), OCT9_OK);
        loop_mark(900, 20, 20, 0, OCT9_OCCUPIED);
        loop_mark(20, 900, 20, 0, OCT9_OCCUPIED);
        loop_mark(20, 20, -900, 0, OCT9_OCCUPIED);
        const unsigned blocked = v >= 200 ? OCT9_MAPPER_BLOCKED : 0;
        CHECK_EQ(loop_why((int16_t)v, 0, 0), blocked);
        CHECK_EQ(loop_why(0, (int16_t)v, 0), blocked);
        CHECK_EQ(loop_why(0, 0, (int16_t)-v), blocked);
    }
}

/* A speed that nobody expected is looked as far for as it needs. */
static void faster_than_fastest_mm_looks_farther(void)
{
    begin_at(1000);
    loop_put(20, 20, 20);
    loop_set(3400, 3400, 3400, 3400, 3400, 3400);
    CHECK_EQ(loop_see(), OCT9_OK);
    loop_mark(2900, 0, 0, 0, OCT9_OCCUPIED);
    CHECK_EQ(loop_why(3000, 0, 0) & OCT9_MAPPER_BLOCKED, 0); /* 750 + 1,500 */
    CHECK(loop_why(3500, 0, 0) & OCT9_MAPPER_BLOCKED);       /* 875 + 2,042 */
    CHECK_EQ(loop_why(32767, 0, 0) & OCT9_MAPPER_ERROR, OCT9_MAPPER_ERROR);
    CHECK(loop_why(-32768, -32768, -32768) != 0);
}

int main(void)
{
    RUN(stops_from_each_speed);
    RUN(the_age_of_a_frame_counts);
    RUN(it_looks_as_far_as_it_needs_to_stop);
    RUN(slow_speeds_look_no_farther);
    RUN(slow_mm_is_where_look_mm_begins);
    RUN(faster_than_fastest_mm_looks_farther);
    return test_end();
}
