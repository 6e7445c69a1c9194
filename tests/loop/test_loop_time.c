/* SPDX-License-Identifier: MIT */
/* Times and poses as real firmware gives them: late, repeated, wrapping, of a part that began anew;
 * estimates that are corrected, and that jump. */
#include "tests/loop/loop.h"

enum { RADIUS = 60 };

static const loop_box_t room[] = { { { 3000, -9000, -9000 }, { 3100, 9000, 9000 }, false },
                                   { { -1600, -9000, -9000 }, { -1500, 9000, 9000 }, false },
                                   { { -9000, 1500, -9000 }, { 9000, 1600, 9000 }, false },
                                   { { -9000, -1600, -9000 }, { 9000, -1500, 9000 }, false } };

static void begin(uint32_t clock_ms)
{
    loop_begin(&oct9_sensor_multiranger);
    loop.began = clock_ms;
    loop_world(room, 4);
    loop.noise = 3;
}

/* --- times ------------------------------------------------------------------------------------ */

/* What a flight found: a sum of all answers. */
static uint32_t fly(uint32_t clock_ms)
{
    uint32_t sum = 0;
    begin(clock_ms);
    for (unsigned i = 0; i < 80; i++) {
        loop_round(500, 0);
        CHECK_EQ(loop.seen, OCT9_OK);
        sum = sum * 31u + loop.found.clear_mm;
        sum = sum * 31u + loop.found.known_mm;
        sum = sum * 31u + loop.found.why + loop.found.age_ms;
    }
    CHECK(loop.alarm_at != 0 && loop_depth(RADIUS) < 0);
    return sum;
}

/* Any origin, and 2^32 in the middle of the flight, and 2^31. */
static void a_clock_may_begin_anywhere(void)
{
    static const uint32_t clocks[] = { 1,           0xFFFFFFFF,          0u - 1500u, 0u - 2000u,
                                       0x80000000u, 0x80000000u - 1500u, 0x12345678u };
    const uint32_t expected = fly(0);
    for (unsigned i = 0; i < 7; i++)
        CHECK_EQ(fly(clocks[i]), expected);
}

/* Forgetting, freezing and looks across the wrap, at 0 and at 2^31, one ms at a time. */
static void ages_wrap(void)
{
    static const uint32_t ends[2] = { 0, 0x80000000u };
    for (unsigned k = 0; k < 2; k++)
        for (uint32_t before = 0; before < 700; before += 7) {
            begin(ends[k] - before);
            loop_set(3000, 1500, LOOP_DARK, 1500, 1500, 1500);
            CHECK_EQ(loop_see(), OCT9_OK);
            loop.now = 300;
            CHECK_EQ(loop_why(300, 0, 0), 0);
            CHECK_EQ(loop.found.age_ms, 300);
            loop.now = 301;
            CHECK_EQ(loop_why(300, 0, 0), OCT9_MAPPER_STALE);
            loop.now = 499;
            loop_set(LOOP_DARK, 1501, LOOP_DARK, 1500, 1500, 1500);
            CHECK_EQ(loop_see(), OCT9_OK);
            CHECK_EQ(loop_why(300, 0, 0), 0);
            loop.now = 501;
            CHECK_EQ(loop_why(300, 0, 0), OCT9_MAPPER_UNKNOWN);
        }
}

static oct9_status_t see_at(uint32_t now, int16_t front_mm)
{
    loop.now = now;
    loop_set(front_mm, 1500, 1500, 1500, 1500, 1500);
    return loop_see();
}

/* The same time again, and one that is a little before: not mapped, and nothing changes. */
static void late_and_repeated_frames_are_not_mapped(void)
{
    begin(5000);
    CHECK_EQ(see_at(1000, 1900), OCT9_OK);
    CHECK_EQ(see_at(1000, 400), OCT9_ERR_STALE);
    for (uint32_t before = 1; before <= 300; before += 4)
        CHECK_EQ(see_at(1000 - before, 400), OCT9_ERR_STALE);
    CHECK_EQ(see_at(1000 - 300, 400), OCT9_ERR_STALE);
    loop.now = 1010;
    CHECK_EQ(loop_why(500, 0, 0), 0);
    CHECK_EQ(loop.found.age_ms, 10);
    CHECK_EQ(loop_state(420, 20, 20), OCT9_FREE);
    CHECK_EQ(see_at(1001, 400), OCT9_OK); /* 1 ms later is later */
    CHECK(loop_why(500, 0, 0) & OCT9_MAPPER_BLOCKED);
}

/* 100 late frames in a row are no chance: the robot's clock and the sensor's differ, or it stands.
 * Each check alarms until one is later. */
static void a_hundred_late_frames_alarm(void)
{
    for (unsigned stands = 0; stands < 2; stands++) {
        begin(5000);
        CHECK_EQ(see_at(1000, 1900), OCT9_OK);
        for (unsigned twice = 0; twice < 2; twice++) {
            const uint32_t last = 1000 + 10 * twice;
            for (unsigned i = 1; i <= 300; i++) {
                CHECK_EQ(see_at(last - (stands ? 0 : i), 400), OCT9_ERR_STALE);
                loop.now = last;
                CHECK_EQ(loop_why(500, 0, 0), i < 100 ? 0 : OCT9_MAPPER_STALE);
                CHECK_EQ(loop_why(0, 0, 0), i < 100 ? 0 : OCT9_MAPPER_STALE);
                CHECK_EQ(loop_ask(120, 20, 20), i < 100 ? 0 : OCT9_MAPPER_STALE);
            }
            CHECK_EQ(see_at(last + 10, 1900), OCT9_OK);
            CHECK_EQ(loop_why(500, 0, 0), 0);
        }
    }
}

/* A sensor whose frames all come with one time is as one that gives none: an alarm by age. */
static void a_clock_that_stands_alarms(void)
{
    begin(5000);
    CHECK_EQ(see_at(1000, 1900), OCT9_OK);
    for (unsigned i = 1; i < 100; i++) {
        CHECK_EQ(see_at(1000, (int16_t)(1900 - i)), OCT9_ERR_STALE);
        loop.now = 1000 + 50 * i;
        CHECK_EQ(loop_why(500, 0, 0) & OCT9_MAPPER_STALE, i > 6 ? OCT9_MAPPER_STALE : 0);
    }
}

/* Earlier by much: the clock began anew. That frame is mapped, as the first one; what was looked at
 * before it is void, as no one knows when that was, and so is where the robot was. The map stays.
 */
static void a_clock_that_begins_anew(void)
{
    static const uint32_t back[] = { 301, 1000, 100000, 0x7FFFFFFF, 0x80000000u };
    for (unsigned i = 0; i < 5; i++) {
        begin(0);
        CHECK_EQ(see_at(500000, 900), OCT9_OK);
        CHECK(loop_why(500, 0, 0) & OCT9_MAPPER_BLOCKED);
        CHECK_EQ(see_at(500000 - back[i], LOOP_DARK), OCT9_OK);
        CHECK_EQ(loop_state(920, 20, 20), OCT9_OCCUPIED);
        /* nothing was looked at */
        CHECK_EQ(loop_why(500, 0, 0), OCT9_MAPPER_BLOCKED | OCT9_MAPPER_UNKNOWN);
        CHECK_EQ(loop_why(100, 0, 0), OCT9_MAPPER_UNKNOWN);
        CHECK_EQ(loop_why(-500, 0, 0), 0);
    }
}

/* Unless the place jumped, too: then there is no time in which the robot can have come. */
static void a_clock_that_begins_anew_elsewhere(void)
{
    for (unsigned axis = 0; axis < 3; axis++)
        for (int by = 80; by < 120; by++) {
            begin(0);
            CHECK_EQ(see_at(500000, 900), OCT9_OK);
            loop.place[axis] += by;
            CHECK_EQ(see_at(400000, LOOP_DARK), OCT9_OK);
            CHECK_EQ(loop_state(920, 20, 20), by > 100 ? OCT9_UNKNOWN : OCT9_OCCUPIED);
            CHECK_EQ(loop_why(100, 0, 0), OCT9_MAPPER_UNKNOWN);
        }
}

/* And if that frame holds nothing, each motion is unknown; after a jump no check has an answer
 * before a frame that holds something. */
static void a_clock_that_begins_anew_in_the_dark(void)
{
    for (unsigned jumps = 0; jumps < 2; jumps++) {
        begin(0);
        CHECK_EQ(see_at(5000, 1900), OCT9_OK);
        CHECK_EQ(loop_why(500, 0, 0), 0);
        loop.now = 100;
        loop.place[2] += jumps ? 101 : 0;
        loop_set(LOOP_DARK, LOOP_DARK, LOOP_DARK, LOOP_DARK, LOOP_DARK, LOOP_DARK);
        CHECK_EQ(loop_see(), OCT9_OK);
        CHECK_EQ(loop_why(500, 0, 0), jumps ? OCT9_MAPPER_ERROR : OCT9_MAPPER_UNKNOWN);
        CHECK_EQ(loop_why(0, -500, 0), jumps ? OCT9_MAPPER_ERROR : OCT9_MAPPER_UNKNOWN);
        CHECK_EQ(see_at(150, 1900), OCT9_OK);
        CHECK_EQ(loop_why(500, 0, 0), 0);
    }
}

/* A frame that cannot be mapped begins nothing anew: the map is as it was. */
static void a_bad_frame_voids_nothing(void)
{
    begin(0);
    CHECK_EQ(see_at(5000, 900), OCT9_OK);
    const oct9_mapper_pose_t far = { { 5000, 20, 20 }, OCT9_ROTATION_NONE },
                             none = { { 5000, 20, 20 }, { 1, 2, 3, 4 } },
                             outside = { { 90000, 20, 20 }, OCT9_ROTATION_NONE };
    const oct9_mapper_pose_t *const poses[3] = { &far, &none, &outside };
    for (unsigned i = 0; i < 6; i++) {
        const oct9_sensor_frame_t frame = { .time_ms = i < 3 ? 5050 : 50,
                                            .distance_mm = loop.mm,
                                            .count = i % 3 == 0 ? 0 : SIDES };
        CHECK(oct9_mapper_see(&loop.mapper, &frame, poses[i % 3]) < 0);
        CHECK(loop_check() < 0);
        CHECK_EQ(loop_state(920, 20, 20), OCT9_OCCUPIED);
    }
    CHECK_EQ(see_at(5100, 901), OCT9_OK);
    CHECK_EQ(loop_why(500, 0, 0), OCT9_MAPPER_BLOCKED);
}

/* Nor does the first frame clear a map that was filled before: an image of a flight before. */
static void the_first_frame_clears_nothing(void)
{
    for (unsigned empty = 0; empty < 2; empty++) {
        begin(0);
        loop_mark(700, 700, 700, 0, OCT9_OCCUPIED);
        loop_mark(420, 20, 20, 0, OCT9_OCCUPIED);
        loop_put(40, 20, 20);
        if (empty) {
            loop.now = 950;
            loop_set(LOOP_DARK, LOOP_DARK, LOOP_DARK, LOOP_DARK, LOOP_DARK, LOOP_DARK);
            CHECK_EQ(loop_see(), OCT9_OK);
        }
        CHECK_EQ(see_at(1000, LOOP_DARK), OCT9_OK);
        CHECK_EQ(loop_state(700, 700, 700), OCT9_OCCUPIED);
        CHECK(loop_why(500, 0, 0) & OCT9_MAPPER_BLOCKED);
    }
}

/* A check's time may lie a little before that of the frame, which came between. By more than
 * stale_ms it is another clock. */
static void a_check_before_its_frame(void)
{
    begin(0);
    CHECK_EQ(see_at(1000, 1900), OCT9_OK);
    for (uint32_t before = 0; before < 2000; before += 50) {
        loop.now = 1000 - before;
        CHECK_EQ(loop_why(100, 0, 0) & OCT9_MAPPER_STALE, before > 300 ? OCT9_MAPPER_STALE : 0);
        CHECK_EQ(loop.found.age_ms, before);
    }
    loop.now = 1000 + 0x80000000u;
    CHECK(loop_why(0, 0, 0) & OCT9_MAPPER_STALE);
}

/* --- poses ------------------------------------------------------------------------------------ */

/* A correction of jump_mm, with what the robot can have come, keeps the map: 100 + 50 at 50 ms. One
 * of more begins it anew, and alarms until it is looked again. The sensor may be a radius off the
 * middle, for which a check asks: it alarms from a radius more on. */
static void poses_jump(void)
{
    for (unsigned axis = 0; axis < 3; axis++)
        for (int by = 130; by < 290; by += by == 160 ? 90 : 1)
            for (int sign = -1; sign <= 1; sign += 2) {
                const bool jumps = by > 150;
                begin(0);
                CHECK_EQ(see_at(1000, 1800), OCT9_OK);
                loop_mark(700, 700, 700, 0, OCT9_OCCUPIED);
                loop.place[axis] += sign * by;
                loop.now = 1049; /* the check's limit is that of its time and 1 ms */
                CHECK_EQ(loop_why(0, 0, 0), by > 270 ? OCT9_MAPPER_STALE : 0);
                CHECK_EQ(see_at(1050, LOOP_DARK), OCT9_OK);
                CHECK_EQ(loop_state(700, 700, 700), jumps ? OCT9_UNKNOWN : OCT9_OCCUPIED);
                CHECK_EQ(loop_why(0, 0, 0), 0);
                CHECK_EQ(loop_why(100, 0, 0), jumps ? OCT9_MAPPER_UNKNOWN : 0);
                CHECK_EQ(see_at(1100, 1700), OCT9_OK);
                CHECK_EQ(loop_why(100, 0, 0), 0);
            }
}

static void jump_mm_is_what_is_corrected(void)
{
    static const uint16_t jumps[] = { 0, 50, 500, 5000 };
    for (unsigned i = 0; i < 4; i++) {
        begin(0);
        loop.policy.jump_mm = jumps[i];
        loop_init();
        CHECK_EQ(see_at(1000, 1800), OCT9_OK);
        loop_mark(700, 700, 700, 0, OCT9_OCCUPIED);
        loop.place[1] += jumps[i] + 50;
        CHECK_EQ(see_at(1050, 1801), OCT9_OK);
        CHECK_EQ(loop_state(700, 700, 700), OCT9_OCCUPIED);
        loop.place[1] += jumps[i] + 51;
        CHECK_EQ(see_at(1100, 1802), OCT9_OK);
        CHECK_EQ(loop_state(700, 700, 700), OCT9_UNKNOWN);
    }
}

/* Frames that held nothing have a place, too: a flight in the dark is no jump. */
static void a_flight_in_the_dark_is_no_jump(void)
{
    begin(0);
    CHECK_EQ(see_at(1000, 1800), OCT9_OK);
    loop_mark(700, 700, 700, 0, OCT9_OCCUPIED);
    for (unsigned i = 1; i < 60; i++) {
        loop.place[0] += 40;
        loop.now += 50;
        loop_set(LOOP_DARK, LOOP_DARK, LOOP_DARK, LOOP_DARK, LOOP_DARK, LOOP_DARK);
        CHECK_EQ(loop_see(), OCT9_OK);
    }
    CHECK_EQ(loop_state(700, 700, 700), OCT9_OCCUPIED);
    CHECK_EQ(see_at(loop.now + 5000, LOOP_DARK), OCT9_OK); /* nor is a long time without frames */
    loop.place[0] += 5000;
    CHECK_EQ(see_at(loop.now + 5000, 1800), OCT9_OK);
    CHECK_EQ(loop_state(700, 700, 700), OCT9_OCCUPIED);
}

/* After a flip or a lost beacon the estimate is elsewhere: an obstacle of before is not where it
 * seemed. It alarms at once, before a frame says so; the window follows when the next place
 * confirms it. */
static void an_estimate_that_jumps_by_metres(void)
{
    begin(0);
    CHECK_EQ(see_at(1000, 900), OCT9_OK);
    loop_put(40020, -30000, 20);
    loop.now = 1010;
    (void)loop_check();
    CHECK(loop.found.alarm);
    loop_set(1800, LOOP_DARK, 1500, 1500, 1500, 1500);
    loop.now = 1050;
    CHECK(loop_see() < 0);
    CHECK_EQ(loop.mapper.occupancy.window.x, 0);
    CHECK_EQ(loop_why(500, 0, 0), OCT9_MAPPER_ERROR);
    loop.now = 1100;
    CHECK_EQ(loop_see(), OCT9_OK);
    CHECK(loop.mapper.occupancy.window.x > 900 && loop.mapper.occupancy.window.y < -600);
    CHECK_EQ(loop_why(500, 0, 0), 0);
    CHECK_EQ(loop_why(-500, 0, 0), OCT9_MAPPER_UNKNOWN);
}

/* A single wrong place between two frames: the window does not go there and back, which would lose
 * all that it left behind. One as far as the robot comes in stale_ms, jump_mm and radius_mm off the
 * last place is none: 300 + 100 + 120. */
static void a_wrong_place_for_once(void)
{
    static const int32_t wrong[] = { 30000, -30000, 2000000000, INT32_MIN };
    for (unsigned i = 0; i < 12; i++) {
        const oct9_mm_t right = { 2500, 20, 20 };
        oct9_mm_t place = right;
        begin(0);
        loop_put(2500, 20, 20);
        CHECK_EQ(see_at(1000, 900), OCT9_OK);
        *(i % 3 == 0 ? &place.x : i % 3 == 1 ? &place.y : &place.z) = wrong[i / 3];
        CHECK_EQ(oct9_mapper_follow(&loop.mapper, &place), OCT9_OK);
        CHECK_EQ(oct9_mapper_follow(&loop.mapper, &right), OCT9_OK); /* far from the last one */
        CHECK_EQ(oct9_mapper_follow(&loop.mapper, &right), OCT9_OK);
        CHECK(loop.mapper.occupancy.window.x == 0 && loop.mapper.occupancy.window.y == 0);
        CHECK_EQ(loop.mapper.occupancy.window.z, 0);
        CHECK_EQ(loop_state(3420, 20, 20), OCT9_OCCUPIED);
        CHECK(loop_why(500, 0, 0) & OCT9_MAPPER_BLOCKED);
    }
    for (int32_t by = 519; by <= 522; by++)
        for (int sign = -1; sign <= 1; sign += 2) {
            const oct9_mm_t edge = { sign * 2519, 20, 20 }, over = { sign * (2519 + by), 20, 20 };
            loop_begin(&oct9_sensor_multiranger);
            CHECK_EQ(oct9_mapper_follow(&loop.mapper, &edge), OCT9_OK);
            CHECK_EQ(oct9_mapper_follow(&loop.mapper, &over), OCT9_OK);
            CHECK_EQ(loop.mapper.occupancy.window.x, by <= 520 ? sign * 64 : 0);
            CHECK_EQ(oct9_mapper_follow(&loop.mapper, &over), OCT9_OK);
            CHECK_EQ(loop.mapper.occupancy.window.x, sign * 64);
        }
}

/* All is void then: what was too near, and what repeated. */
static void a_jump_voids_what_beams_said(void)
{
    begin(0);
    CHECK_EQ(see_at(1000, 45), OCT9_OK);
    CHECK(loop_why(100, 0, 0) & OCT9_MAPPER_TOO_NEAR);
    loop.place[1] += 2000;
    CHECK_EQ(see_at(1050, LOOP_DARK), OCT9_OK);
    CHECK_EQ(loop_why(100, 0, 0), OCT9_MAPPER_UNKNOWN);
}

/* At the ends of int32_t, too. */
static void jumps_at_the_ends_of_the_world(void)
{
    static const double places[] = { 2147480000.0, -2147480000.0, 0, 1073741824.0 };
    begin(0);
    for (unsigned i = 0; i < 40; i++) {
        loop_put(places[i % 4], places[i * 7 / 4 % 4], places[i / 3 % 4]);
        (void)see_at(1000 + 50 * i, 1800);
        (void)loop_check();
        CHECK(loop.seen == OCT9_OK || loop.found.alarm);
    }
}

int main(void)
{
    RUN(a_clock_may_begin_anywhere);
    RUN(ages_wrap);
    RUN(late_and_repeated_frames_are_not_mapped);
    RUN(a_clock_that_stands_alarms);
    RUN(a_hundred_late_frames_alarm);
    RUN(a_clock_that_begins_anew);
    RUN(a_clock_that_begins_anew_elsewhere);
    RUN(a_bad_frame_voids_nothing);
    RUN(the_first_frame_clears_nothing);
    RUN(a_clock_that_begins_anew_in_the_dark);
    RUN(a_check_before_its_frame);
    RUN(poses_jump);
    RUN(jump_mm_is_what_is_corrected);
    RUN(a_flight_in_the_dark_is_no_jump);
    RUN(an_estimate_that_jumps_by_metres);
    RUN(a_wrong_place_for_once);
    RUN(a_jump_voids_what_beams_said);
    RUN(jumps_at_the_ends_of_the_world);
    return test_end();
}
