/* SPDX-License-Identifier: MIT */
/* Sensors that see nothing: dead ones, black walls, and a wall that is too near to be seen. In 0.10
 * a robot flew on in silence. */
#include "tests/loop/loop.h"

#include <math.h>

enum { RADIUS = 60 };

static void dark_frame(void)
{
    for (unsigned i = 0; i < loop.sensor->zones; i++) {
        loop.mm[i] = (int16_t)(loop.sensor->dark_status ? 0 : LOOP_DARK);
        loop.status[i] = loop.sensor->dark_status;
    }
}

static void frame_of(int16_t mm, uint8_t status)
{
    for (unsigned i = 0; i < loop.sensor->zones; i++) {
        loop.mm[i] = mm;
        loop.status[i] = status;
    }
}

/* --- a dead sensor ---------------------------------------------------------------------------- */

/* Row 2: three good frames, then 497 of status 255, over 7.5 m at 15 Hz. The first ones see 3 m far
 * and clear 1.9: behind them it may go as far as that is known, and no farther. */
static void status_255_alarms(void)
{
    enum { STOP = 66 }; /* from 225 mm a second */
    loop_begin(&oct9_sensor_vl53l5cx_8x8);
    for (unsigned i = 0; i < 500; i++) {
        frame_of((int16_t)(3000 - 15 * (int)i + (int)(i & 1)), 5);
        if (i >= 3)
            dark_frame();
        loop_put(20 + 15.0 * i, 20, 20);
        CHECK_EQ(loop_see(), OCT9_OK);
        (void)loop_why(225, 0, 0);
        if (loop.now <= 132 + 500)
            CHECK_EQ(loop.found.why, 0);
        else
            CHECK_EQ(loop.found.why, loop.found.known_mm < STOP ? OCT9_MAPPER_UNKNOWN : 0);
        if (loop.place[0] + STOP > 20 + 1920 - 120)
            CHECK_EQ(loop.found.why, OCT9_MAPPER_UNKNOWN);
        loop.now += 66;
    }
}

/* The same of a Multi-ranger deck whose driver gives 32767 for all. */
static void distance_32767_alarms(void)
{
    loop_begin(&oct9_sensor_multiranger);
    for (unsigned i = 0; i < 150; i++, loop.now += 50) {
        const int16_t mm = (int16_t)(1900 - 25 * (int)i);
        loop_set(i < 3 ? mm : LOOP_DARK, LOOP_DARK, LOOP_DARK, LOOP_DARK, LOOP_DARK, LOOP_DARK);
        loop_put(20 + 25.0 * i, 20, 20);
        CHECK_EQ(loop_see(), OCT9_OK);
        (void)loop_why(500, 0, 0);
        if (loop.now > 100 + 500)
            CHECK_EQ(loop.found.why & OCT9_MAPPER_UNKNOWN, OCT9_MAPPER_UNKNOWN);
    }
}

/* Row 3: oct9_mapper_see is never called again. */
static void no_more_frames_alarm_by_age(void)
{
    loop_begin(&oct9_sensor_multiranger);
    loop_set(1900, 1900, 1900, 1900, 1900, 1900);
    CHECK_EQ(loop_see(), OCT9_OK);
    for (uint32_t age = 0; age < 200000; age += age < 1000 ? 1 : 997) {
        loop.now = age;
        CHECK(loop_why(50, 0, 0) != 0 || age <= 300);
        CHECK_EQ((loop.found.why & OCT9_MAPPER_STALE) != 0, age > 300 && age < 65000);
        if (loop.found.why == OCT9_MAPPER_ERROR)
            continue;            /* the path that it needs to stop is as long as the world */
        (void)loop_why(0, 0, 0); /* a robot that stands is stale, too */
        CHECK_EQ(loop.found.why, age > 300 ? OCT9_MAPPER_STALE : 0);
        CHECK_EQ(loop.found.age_ms, age < 65535 ? age : 65535);
    }
}

/* Frames that hold nothing keep the age low: it is that of the last frame. */
static void age_is_that_of_the_last_frame(void)
{
    loop_begin(&oct9_sensor_multiranger);
    loop_set(1900, 1900, 1900, 1900, 1900, 1900);
    CHECK_EQ(loop_see(), OCT9_OK);
    loop.now = 250;
    dark_frame();
    CHECK_EQ(loop_see(), OCT9_OK);
    loop.now = 320;
    CHECK_EQ(loop_why(50, 0, 0) & OCT9_MAPPER_STALE, 0);
    CHECK_EQ(loop.found.age_ms, 70);
}

/* --- a start without a reading ---------------------------------------------------------------- */

/* Point 12: "all 32767" made an error into "all of look_mm". */
static void a_dark_first_frame_ends_no_alarm(void)
{
    loop_begin(&oct9_sensor_multiranger);
    CHECK_EQ(loop_check(), OCT9_ERR_STALE);
    for (unsigned i = 0; i < 120; i++, loop.now += 50) {
        dark_frame();
        loop_put(20 + 25.0 * i, 20, 20);
        CHECK_EQ(loop_see(), OCT9_OK);
        CHECK_EQ(loop_check(), OCT9_ERR_STALE);
    }
    loop_set(1500, LOOP_DARK, LOOP_DARK, LOOP_DARK, LOOP_DARK, LOOP_DARK);
    CHECK_EQ(loop_see(), OCT9_OK);
    CHECK_EQ(loop_why(500, 0, 0), 0);
}

/* And the same rule after an error. */
static void an_empty_frame_after_an_error_ends_no_alarm(void)
{
    const oct9_mapper_pose_t none = { { 20, 20, 20 }, { 3, 0, 0, 0 } };
    loop_begin(&oct9_sensor_multiranger);
    loop_set(1500, 1500, 1500, 1500, 1500, 1500);
    CHECK_EQ(loop_see(), OCT9_OK);
    CHECK_EQ(loop_why(500, 0, 0), 0);
    loop.now += 50;
    const oct9_sensor_frame_t frame = { .time_ms = loop.began + loop.now,
                                        .distance_mm = loop.mm,
                                        .count = SIDES };
    CHECK_EQ(oct9_mapper_see(&loop.mapper, &frame, &none), OCT9_ERR_ARGUMENT);
    CHECK_EQ(loop_check(), OCT9_ERR_ARGUMENT);
    dark_frame();
    for (unsigned i = 0; i < 20; i++) {
        loop.now += 50;
        CHECK_EQ(loop_see(), OCT9_OK);
        CHECK_EQ(loop_check(), OCT9_ERR_ARGUMENT);
    }
    loop_set(1490, 1500, 1500, 1500, 1500, 1500);
    loop.now += 50;
    CHECK_EQ(loop_see(), OCT9_OK);
    CHECK_EQ(loop_why(500, 0, 0), 0);
}

/* An empty frame while all is well changes nothing. */
static void an_empty_frame_is_no_error(void)
{
    loop_begin(&oct9_sensor_multiranger);
    loop_set(1500, 1500, 1500, 1500, 1500, 1500);
    CHECK_EQ(loop_see(), OCT9_OK);
    dark_frame();
    loop.now += 50;
    CHECK_EQ(loop_see(), OCT9_OK);
    CHECK_EQ(loop_why(500, 0, 0), 0);
}

/* --- a wall that is no longer seen ------------------------------------------------------------ */

/* Rows 4 and 5: it stands before the wall, and what the front says then means nothing. The side
 * beams go on to see theirs. */
static void stands_before_a_wall(int16_t front_mm, uint8_t status)
{
    loop_begin(&oct9_sensor_multiranger);
    loop.noise = 2;
    for (int i = 0; i < 47; i++, loop.now += 50) { /* from 610 to 150 mm */
        loop_set((int16_t)(610 - 10 * i), 1900, 900, (int16_t)(900 + (i & 1)), 1200, 1200);
        loop_put(20 + 10.0 * i, 20, 20);
        CHECK_EQ(loop_see(), OCT9_OK);
    }
    for (int i = 0; i < 2000; i++, loop.now += 50) {
        loop_set(front_mm, 1900, (int16_t)(900 + (i & 3)), (int16_t)(900 + (i & 1)), 1200, 1200);
        loop.status[FRONT] = status;
        CHECK_EQ(loop_see(), OCT9_OK);
        CHECK(loop_why(100, 0, 0) & OCT9_MAPPER_BLOCKED);
        CHECK(loop.found.clear_mm <= 40);
    }
}

static void a_wall_that_the_front_beam_does_not_see(void)
{
    stands_before_a_wall(LOOP_DARK, 0);
    stands_before_a_wall(0, 255);
    stands_before_a_wall(4001, 0);
}

/* 8 x 8 zones; the wall goes dark at 400 mm, and the two lowest rows see the floor: 60 s. */
static void a_wall_that_the_8_by_8_zones_do_not_see(void)
{
    loop_begin(&oct9_sensor_vl53l5cx_8x8);
    for (int i = 0; i < 900; i++, loop.now += 66) {
        frame_of((int16_t)(400 + (i & 1)), i < 5 ? 5 : 255);
        for (unsigned zone = 48; zone < 64; zone++) {
            loop.mm[zone] = (int16_t)((zone < 56 ? 1150 : 820) + (i & 3));
            loop.status[zone] = 5;
        }
        CHECK_EQ(loop_see(), OCT9_OK);
        CHECK(loop_why(300, 0, 0) & OCT9_MAPPER_BLOCKED);
    }
}

/* Looking ends it: once beams see through its place it is clear. */
static unsigned looks_until_clear(unsigned most)
{
    for (unsigned looks = 0; looks < most; looks++) {
        if (loop_why(500, 0, 0) == 0)
            return looks;
        loop.now += 50;
        loop_set((int16_t)(1800 + (int)(looks & 1)), 1500, 1500, 1500, 1500, 1500);
        CHECK_EQ(loop_see(), OCT9_OK);
    }
    return most;
}

static void an_obstacle_ends_by_looking(void)
{
    const oct9_sensor_t rays = loop_rays(&oct9_sensor_multiranger);
    for (unsigned wide = 0; wide < 2; wide++) {
        loop_begin(wide ? &oct9_sensor_multiranger : &rays);
        for (int i = 0; i < 5; i++, loop.now += 50) {
            loop_set((int16_t)(490 + (i & 1)), 1500, 1500, 1500, 1500, 1500);
            CHECK_EQ(loop_see(), OCT9_OK);
        }
        CHECK(loop_why(500, 0, 0) & OCT9_MAPPER_BLOCKED);
        /* a wide beam passes what lies on its axis twice: by its ray and by its cone */
        CHECK_EQ(looks_until_clear(20), wide ? 4 : 7);
    }
}

/* Row 6: a phantom behind the wall, from within the blind zone, is a reading as any other. The
 * model says how many it takes: seven of 8, or more if a miss counts for less. */
static void the_model_says_how_many_looks_clear(void)
{
    static const uint8_t misses[3] = { 8, 2, 1 };
    const oct9_sensor_t rays = loop_rays(&oct9_sensor_multiranger);
    for (unsigned k = 0; k < 3; k++) {
        loop_begin(&rays);
        loop.policy.model.miss = misses[k];
        loop_init();
        for (int i = 0; i < 5; i++, loop.now += 50) { /* at 300 mm; then it stands at 40 mm */
            loop_set((int16_t)(310 + (i & 1)), 1500, 1500, 1500, 1500, 1500);
            CHECK_EQ(loop_see(), OCT9_OK);
        }
        unsigned looks = 0;
        loop_put(280, 20, 20);
        loop.now += 200; /* in which it came there */
        while (loop_state(320, 20, 20) == OCT9_OCCUPIED && looks < 100) {
            CHECK(loop_why(50, 0, 0) != 0 || looks == 0);
            loop_set((int16_t)(3990 - (int)(looks & 1)), 1500, 1500, 1500, 1500, 1500);
            CHECK_EQ(loop_see(), OCT9_OK);
            loop.now += 50;
            looks++;
        }
        CHECK_EQ(looks, (51 + misses[k] - 1) / misses[k]);
    }
}

/* --- what was never seen ---------------------------------------------------------------------- */

static const loop_box_t black[] = { { { 2000, -3000, -3000 }, { 2100, 3000, 3000 }, true },
                                    { { -9000, 1500, -9000 }, { 9000, 1600, 9000 }, false },
                                    { { -9000, -1600, -9000 }, { 9000, -1500, 9000 }, false },
                                    { { -9000, -1600, -1500 }, { 9000, 1600, -1400 }, false } };

/* Row 8: the careful policy alarms, at any speed; and `found` says how far it is known to be free.
 * A slow robot may come as far as a third of its radius from where it was. */
static void a_black_wall_alarms(void)
{
    static const double speeds[] = { 500, 300, 140, 100, 50, 20 };
    for (unsigned k = 0; k < 6; k++) {
        loop_begin(&oct9_sensor_multiranger);
        loop_world(black, 4);
        loop.noise = 3;
        for (unsigned i = 0; i < 1200; i++) {
            loop_move(loop.found.alarm ? 0 : speeds[k], 0, loop.round_ms);
            loop_measure();
            CHECK_EQ(loop_see(), OCT9_OK);
            (void)loop_why((int16_t)speeds[k], 0, 0);
        }
        CHECK(loop.found.why & OCT9_MAPPER_UNKNOWN);
        CHECK(loop.found.known_mm < 200);
        CHECK(loop.place[0] < 20 + 45 + speeds[k] / 20);
    }
}

/* Who says that unknown space passes for ever gets no alarm, but the same known_mm. */
static void blind_for_ever_is_said(void)
{
    loop_begin(&oct9_sensor_multiranger);
    loop.policy.blind_ms = OCT9_MAPPER_FOREVER;
    loop_init();
    loop_world(black, 4);
    loop.noise = 3;
    for (unsigned i = 0; i < 40; i++) {
        loop_round(500, 0);
        CHECK_EQ(loop.found.why, 0);
        CHECK(loop.found.known_mm < 200);
    }
}

/* blind_ms: how long after a look. */
static void a_look_counts_for_blind_ms(void)
{
    static const uint16_t blinds[3] = { 100, 500, 2000 };
    for (unsigned k = 0; k < 3; k++) {
        loop_begin(&oct9_sensor_multiranger);
        loop.policy.blind_ms = blinds[k];
        loop_init();
        loop_set(3000, 1500, 1500, 1500, 1500, 1500);
        CHECK_EQ(loop_see(), OCT9_OK);
        for (uint32_t after = 10; after < 2200; after += 10) {
            loop.now = after;
            loop_set(LOOP_DARK, 1500, 1500, 1500, 1500, (int16_t)(1500 + after % 3));
            CHECK_EQ(loop_see(), OCT9_OK);
            /* What the robot may have come since is taken off the 1,920 mm that it saw: 1 m/s.
             * It needs 76 + 16 mm to stop, 120 of radius, and 1 to where the sensor was. */
            const bool sees = after <= blinds[k] && after + 76 + 16 + 120 + 1 <= 1920;
            CHECK_EQ(loop_why(300, 0, 0), sees ? 0 : OCT9_MAPPER_UNKNOWN);
        }
    }
}

/* A look at a place that is too near to stop before. */
static void a_look_must_reach_as_far_as_the_stop(void)
{
    loop_begin(&oct9_sensor_multiranger);
    loop.policy.look_mm = 1;
    loop_init();
    /* 251 + 168 mm at 1 m/s, rounded up; 120 of radius, and 1 to where the sensor was */
    for (int16_t mm = 500; mm < 600; mm++, loop.now += 50) {
        loop_set(mm, 1500, 1500, 1500, 1500, 1500);
        CHECK_EQ(loop_see(), OCT9_OK);
        const unsigned why = loop_why(1000, 0, 0);
        CHECK_EQ(why & OCT9_MAPPER_UNKNOWN, mm < 540 ? OCT9_MAPPER_UNKNOWN : 0);
    }
}

/* A look was along the motion before the robot turned; afterwards it is not. */
static void a_look_ends_with_a_turn(void)
{
    loop_begin(&oct9_sensor_multiranger);
    loop_set(3000, 1500, LOOP_DARK, 1500, 1500, 1500);
    CHECK_EQ(loop_see(), OCT9_OK);
    CHECK_EQ(loop_why(500, 0, 0), 0);
    CHECK_EQ(loop_why(0, 500, 0), OCT9_MAPPER_UNKNOWN);
    loop.now += 50;
    loop.yaw = 1.5708; /* the left is ahead now, and all is dark */
    dark_frame();
    loop.mm[DOWN] = 1500;
    CHECK_EQ(loop_see(), OCT9_OK);
    CHECK_EQ(loop_why(0, 500, 0), OCT9_MAPPER_UNKNOWN);
    loop.now += 50;
    loop.mm[FRONT] = 1800;
    CHECK_EQ(loop_see(), OCT9_OK);
    CHECK_EQ(loop_why(0, 500, 0), 0);
}

/* Not by two turns to both sides either: what it saw there is more than 12 degrees off. */
static void a_look_ends_with_two_turns(void)
{
    loop_begin(&oct9_sensor_multiranger);
    loop_set(3000, 1500, LOOP_DARK, 1500, 1500, 1500);
    CHECK_EQ(loop_see(), OCT9_OK);
    loop.now += 50;
    loop.yaw = 0.2;
    loop_set(3000, 1500, LOOP_DARK, 1500, 1500, 1500);
    CHECK_EQ(loop_see(), OCT9_OK);
    CHECK_EQ(loop_why(500, 100, 0), 0);
    loop.now += 50;
    loop.yaw = -0.2;
    dark_frame();
    loop.mm[DOWN] = 1500;
    CHECK_EQ(loop_see(), OCT9_OK);
    CHECK_EQ(loop_why(500, -250, 0), OCT9_MAPPER_UNKNOWN);
}

/* Space that is known to be free needs no look. */
static void what_is_known_needs_no_look(void)
{
    loop_begin(&oct9_sensor_multiranger);
    loop_set(LOOP_DARK, 1500, 1500, 1500, 1500, 1500);
    CHECK_EQ(loop_see(), OCT9_OK);
    for (double x = -640; x < 1280; x += 640)
        for (double y = -640; y < 640; y += 640)
            for (double z = -640; z < 640; z += 640)
                loop_mark(x, y, z, 4, OCT9_FREE);
    CHECK_EQ(loop_why(500, 0, 0), 0);
    CHECK_EQ(loop.found.known_mm, OCT9_MAPPER_FAR);
    loop_mark(200, 0, 0, 0, OCT9_UNKNOWN);
    CHECK_EQ(loop_why(500, 0, 0), OCT9_MAPPER_UNKNOWN);
    CHECK(loop.found.known_mm >= 50 && loop.found.known_mm <= 60);
    CHECK_EQ(loop.found.clear_mm, OCT9_MAPPER_FAR);
}

/* Point 15: "no return clears up to X m", for sensors of which that is true. */
static void darkness_clears_only_where_that_is_said(void)
{
    for (unsigned says = 0; says < 2; says++) {
        loop_begin(&oct9_sensor_multiranger);
        loop.policy.dark_mm = says ? 900 : 0;
        loop_init();
        loop_set(1500, 1500, LOOP_DARK, 1500, 1500, 1500);
        CHECK_EQ(loop_see(), OCT9_OK);
        CHECK_EQ(loop_state(20, 700, 20), says ? OCT9_FREE : OCT9_UNKNOWN);
        CHECK_EQ(loop_state(20, 940, 20), OCT9_UNKNOWN);
        CHECK_EQ(loop_why(0, 300, 0), says ? 0 : OCT9_MAPPER_UNKNOWN);
        CHECK_EQ(loop_why(0, 1000, 0), says ? 0 : OCT9_MAPPER_UNKNOWN);
        CHECK_EQ(loop_why(0, 2500, 0), OCT9_MAPPER_UNKNOWN); /* 625 + 1042 to stop */
        dark_frame(); /* also as the first that means anything, and alone */
        loop_init();
        loop.now += 50;
        CHECK_EQ(loop_see(), OCT9_OK);
        CHECK_EQ(loop_check(), says ? OCT9_OK : OCT9_ERR_STALE);
    }
}

/* A sensor that can say "clear" has seen as far as hits are mapped, and no farther: what lies
 * behind that would block no check. 1,920 mm less 120 of radius, 1 to where the sensor was, and 1
 * of a length that is rounded up. */
static void a_clear_beam_sees_as_far_as_is_mapped(void)
{
    oct9_sensor_t sensor = oct9_sensor_multiranger;
    sensor.clear = 2;
    loop_begin(&sensor);
    loop_set(0, 1500, 1500, 1500, 1500, 1500);
    loop.status[FRONT] = 1;
    CHECK_EQ(loop_see(), OCT9_OK);
    CHECK_EQ(loop_state(1900, 20, 20), OCT9_FREE);
    for (int32_t far = 1700; far < 4200; far += far < 1900 ? 1 : 50)
        CHECK_EQ(loop_ask(20 + far, 20, 20), far <= 1798 ? 0 : OCT9_MAPPER_UNKNOWN);
    CHECK_EQ(loop_ask(9000, 20, 20), OCT9_MAPPER_UNKNOWN);
}

/* Nor does a hit that is not mapped: a slit through which one zone sees 3,900 mm grants no path
 * through the wall at 2,500 mm. The wall is mapped where it is nearer than two cells before
 * farthest_mm, and not from there on. */
static void a_slit_in_a_far_wall_grants_nothing(void)
{
    for (int16_t wall = 1910; wall < 2600; wall = (int16_t)(wall + (wall < 1930 ? 1 : 67))) {
        loop_begin(&oct9_sensor_vl53l5cx_8x8);
        for (unsigned i = 0; i < 5; i++, loop.now += 60) {
            frame_of(wall, 5);
            loop.mm[27] = 3900;
            CHECK_EQ(loop_see(), OCT9_OK);
        }
        const unsigned why = loop_ask(3020, 20, 20);
        CHECK(why & OCT9_MAPPER_UNKNOWN);
        CHECK_EQ((why & OCT9_MAPPER_BLOCKED) != 0, wall < 1920);
        CHECK_EQ(loop_ask(1700, 20, 20), 0);
    }
}

/* The same of a laser: 11 of 12 beams of a sector meet a wall, one sees 6 m. */
static void a_slit_for_a_laser_grants_nothing(void)
{
    int16_t mm[OCT9_LD19_POINTS];
    for (unsigned i = 0; i < OCT9_LD19_POINTS; i++)
        mm[i] = (int16_t)(i == 3 ? 6000 : 2300);
    loop_begin(&oct9_sensor_ld19);
    const oct9_sensor_frame_t frame = {
        loop.began, mm, NULL, OCT9_LD19_POINTS, 65536 - 65536 * 4 / 360, 9544372
    };
    const oct9_mapper_pose_t pose = { { 20, 20, 20 }, OCT9_ROTATION_NONE };
    CHECK_EQ(oct9_mapper_see(&loop.mapper, &frame, &pose), OCT9_OK);
    for (int32_t far = 1700; far < 6000; far += far < 1900 ? 1 : 50) {
        const unsigned why = loop_ask(20 + far, 20, 20);
        CHECK_EQ(why, far <= 1798 ? 0 : OCT9_MAPPER_UNKNOWN);
    }
}

/* A laser that is not level: what it saw upwards says nothing of what lies beside it. Its beams go
 * 5 m along its y axis; up to 5.6 degrees they are as level as a motion may be. */
static void a_laser_that_is_rolled_sees_nothing_beside_it(void)
{
    for (int tenths = 0; tenths <= 1800; tenths += tenths < 100 ? 1 : 50) {
        int16_t mm[OCT9_LD19_POINTS];
        for (unsigned i = 0; i < OCT9_LD19_POINTS; i++)
            mm[i] = 5000;
        const double half = tenths / 3600.0 * 3.14159265358979;
        const oct9_mapper_pose_t pose = { { 20, 20, 20 },
                                          { (int16_t)lround(16384 * cos(half)),
                                            (int16_t)lround(16384 * sin(half)), 0, 0 } };
        loop_begin(&oct9_sensor_ld19);
        const oct9_sensor_frame_t frame = {
            loop.began, mm, NULL, OCT9_LD19_POINTS, 15474, 9544372
        };
        CHECK_EQ(oct9_mapper_see(&loop.mapper, &frame, &pose), OCT9_OK);
        const bool over = tenths > 900; /* upside down y is on the right */
        const bool level = tenths < 56 || tenths > 1800 - 56;
        if (tenths >= 53 && tenths <= 59) /* to a few 2^-14 */
            continue;
        CHECK_EQ(loop_why(0, over ? -1000 : 1000, 0), level ? 0 : OCT9_MAPPER_UNKNOWN);
        CHECK_EQ(loop_why(0, over ? 1000 : -1000, 0), OCT9_MAPPER_UNKNOWN);
        CHECK_EQ(loop_why(0, 0, 1000), OCT9_MAPPER_UNKNOWN);
    }
}

/* With the largest stale_ms an age that is said as 65535 may be any. */
static void an_age_that_cannot_be_said_is_stale(void)
{
    static const uint32_t ages[] = { 65534,      65535,       65536,      3600000,
                                     0x7FFFFFFF, 0x80000000u, 0u - 70000u };
    loop_begin(&oct9_sensor_multiranger);
    loop.policy.stale_ms = 65535;
    loop.policy.blind_ms = OCT9_MAPPER_FOREVER;
    loop_init();
    loop_set(1900, 1900, 1900, 1900, 1900, 1900);
    CHECK_EQ(loop_see(), OCT9_OK);
    for (unsigned i = 0; i < 7; i++) {
        loop.now = ages[i];
        CHECK_EQ(loop_why(0, 0, 0), i == 0 ? 0 : OCT9_MAPPER_STALE);
        CHECK_EQ(loop.found.age_ms, i == 0 ? 65534 : 65535);
    }
}

/* A robot that needs farther than can be said to stop: unknown, even if all is known or was looked
 * at. It brakes by 3 m a second, each second: 32,766 mm from 13.2 m/s. */
static void a_stop_that_cannot_be_said_is_unknown(void)
{
    loop_begin(&oct9_sensor_multiranger);
    loop.policy.cell_um = 200000;
    loop.policy.farthest_mm = 3900;
    loop.policy.blind_ms = OCT9_MAPPER_FOREVER;
    loop_init();
    loop_set(3600, 1500, 1500, 1500, 1500, 1500);
    CHECK_EQ(loop_see(), OCT9_OK);
    unsigned unknown = 0;
    for (int16_t v = 1000; v < 32000; v = (int16_t)(v + 100)) {
        const double stop = v * 0.25 + v * (double)v / 6000;
        const unsigned why = loop_why(v, 0, 0);
        if (fabs(stop - INT16_MAX) > 200)
            CHECK_EQ(why, stop < INT16_MAX ? 0 : OCT9_MAPPER_UNKNOWN);
        unknown += why != 0;
    }
    CHECK(unknown > 150);
}

/* A look's age is counted by the frame's time, not by the check's: 64,900 ms of 65,000. */
static void a_check_before_its_frame_sees_no_farther(void)
{
    static const uint32_t ends[] = { 65900, 66400, 66530, 66540, 66800 };
    for (unsigned i = 0; i < 5; i++) {
        loop_begin(&oct9_sensor_multiranger);
        loop.policy.stale_ms = 1000;
        loop.policy.blind_ms = 65000;
        loop_init();
        loop_set(3000, LOOP_DARK, LOOP_DARK, LOOP_DARK, LOOP_DARK, LOOP_DARK);
        CHECK_EQ(loop_see(), OCT9_OK);
        for (loop.now = 500; loop.now < ends[i] - 1000; loop.now += 500) {
            loop_set(LOOP_DARK, 2000, LOOP_DARK, LOOP_DARK, LOOP_DARK, LOOP_DARK);
            CHECK_EQ(loop_see(), OCT9_OK);
        }
        loop.now = ends[i] - 1000;
        CHECK_EQ(loop_see(), OCT9_OK);
        loop.now = 64900;
        CHECK_EQ(loop_why(500, 0, 0), OCT9_MAPPER_UNKNOWN); /* the robot may be anywhere */
    }
}

int main(void)
{
    RUN(status_255_alarms);
    RUN(distance_32767_alarms);
    RUN(no_more_frames_alarm_by_age);
    RUN(age_is_that_of_the_last_frame);
    RUN(a_dark_first_frame_ends_no_alarm);
    RUN(an_empty_frame_after_an_error_ends_no_alarm);
    RUN(an_empty_frame_is_no_error);
    RUN(a_wall_that_the_front_beam_does_not_see);
    RUN(a_wall_that_the_8_by_8_zones_do_not_see);
    RUN(an_obstacle_ends_by_looking);
    RUN(the_model_says_how_many_looks_clear);
    RUN(a_black_wall_alarms);
    RUN(blind_for_ever_is_said);
    RUN(a_look_counts_for_blind_ms);
    RUN(a_look_must_reach_as_far_as_the_stop);
    RUN(a_look_ends_with_a_turn);
    RUN(a_look_ends_with_two_turns);
    RUN(what_is_known_needs_no_look);
    RUN(darkness_clears_only_where_that_is_said);
    RUN(a_clear_beam_sees_as_far_as_is_mapped);
    RUN(a_slit_in_a_far_wall_grants_nothing);
    RUN(a_slit_for_a_laser_grants_nothing);
    RUN(a_laser_that_is_rolled_sees_nothing_beside_it);
    RUN(an_age_that_cannot_be_said_is_stale);
    RUN(a_stop_that_cannot_be_said_is_unknown);
    RUN(a_check_before_its_frame_sees_no_farther);
    return test_end();
}
