/* SPDX-License-Identifier: MIT */
/* What a loop's map keeps, clears and forgets: things within reach, poles beside a beam, floors,
 * phantoms, far walls, what the robot sees of itself. */
#include "oct9/visit.h"
#include "tests/loop/loop.h"

#include <math.h>
#include <string.h>

enum { RADIUS = 60 };

/* --- what is within reach stays --------------------------------------------------------------- */

/* Row 14: it turns in place for five minutes, in a room of 12 x 8 m with four things about it. */
static void turning_in_place_keeps_what_is_within_reach(void)
{
    static const loop_box_t room[] = { { { 6000, -9000, -900 }, { 6100, 9000, 2900 }, false },
                                       { { -6100, -9000, -900 }, { -6000, 9000, 2900 }, false },
                                       { { -9000, 4000, -900 }, { 9000, 4100, 2900 }, false },
                                       { { -9000, -4100, -900 }, { 9000, -4000, 2900 }, false },
                                       { { 700, -100, -900 }, { 800, 100, 2900 }, false },
                                       { { -800, -100, -900 }, { -700, 100, 2900 }, false },
                                       { { -100, 700, -900 }, { 100, 800, 2900 }, false },
                                       { { -100, -800, -900 }, { 100, -700, 2900 }, false } };
    loop_begin(&oct9_sensor_vl53l5cx_8x8);
    loop_world(room, 8);
    loop.round_ms = 66;
    loop.noise = 5;
    for (unsigned i = 0; i < 600; i++)
        loop_round(0, 0.5);
    for (unsigned i = 0; i < 4000; i++) { /* all round in a minute and a half */
        loop_round(0, 0.07);
        if (i % 100 != 0)
            continue;
        CHECK(loop_ask(620, 20, 20) & OCT9_MAPPER_BLOCKED);
        CHECK(loop_ask(-620, 20, 20) & OCT9_MAPPER_BLOCKED);
        CHECK(loop_ask(20, 620, 20) & OCT9_MAPPER_BLOCKED);
        CHECK(loop_ask(20, -620, 20) & OCT9_MAPPER_BLOCKED);
    }
    CHECK_EQ(loop.mapper.occupancy.grown, 0);
}

/* Seen once, then never looked at again: within reach it stays for ever, farther away it goes. */
static void what_is_far_ends_with_time(void)
{
    loop_begin(&oct9_sensor_multiranger);
    loop_mark(20, 1000, 20, 0, OCT9_OCCUPIED);
    loop_mark(20, -1000, 20, 0, OCT9_OCCUPIED);
    for (int k = -1; k <= 1; k += 2)
        loop_mark(1500 * k, 20, -20, 0, OCT9_OCCUPIED);
    for (unsigned i = 0; i < 12000; i++, loop.now += 50) { /* 10 min */
        loop_set(LOOP_DARK, LOOP_DARK, LOOP_DARK, LOOP_DARK, (int16_t)(1500 + i % 3), LOOP_DARK);
        CHECK_EQ(loop_see(), OCT9_OK);
    }
    for (int k = -1; k <= 1; k += 2) {
        CHECK_EQ(loop_state(20, k * 1000, 20), OCT9_OCCUPIED);
        CHECK_EQ(loop_state(1500 * k, 20, -20), OCT9_UNKNOWN);
    }
    CHECK_EQ(loop.mapper.occupancy.forgot, 2);
}

/* How far that is: what it needs to stop at its fastest, twice its radius, as the sensor may be off
 * its middle by one, and two cells. */
static void reach_grows_with_the_fastest_speed(void)
{
    static const uint16_t speeds[] = { 500, 1000, 2000 };
    for (unsigned i = 0; i < 3; i++) {
        const double v = speeds[i], stop = v * 0.25 + v * v / 6000;
        loop_begin(&oct9_sensor_multiranger);
        loop.policy.fastest_mm = speeds[i];
        loop.policy.look_mm = 100;
        loop_init();
        for (unsigned f = 0; f < 4000; f++, loop.now += 50) {
            loop_set(LOOP_DARK, LOOP_DARK, LOOP_DARK, LOOP_DARK, (int16_t)(1500 + f % 3),
                     LOOP_DARK);
            CHECK_EQ(loop_see(), OCT9_OK);
            for (int k = 0; f == 0 && k < 45; k++)
                loop_mark(20 + 40 * k, -300, -300, 0, OCT9_OCCUPIED);
        }
        for (int k = 0; k < 45; k++) {
            const double far = 40 * k + 20; /* of the cell's far side */
            const oct9_state_t state = loop_state(20 + 40 * k, -300, -300);
            CHECK(state == OCT9_OCCUPIED || far > stop + 240 + 40);
            CHECK(state != OCT9_OCCUPIED || far < stop + 240 + 120);
        }
    }
}

/* The sensor is at the robot's tail, a radius behind its middle: what the robot can reach before it
 * stops, 417 mm and a radius ahead of that, is not forgotten. */
static void what_is_within_reach_of_a_sensor_at_the_tail(void)
{
    loop_begin(&oct9_sensor_multiranger);
    loop.policy.look_mm = 1;
    loop_init();
    loop_put(-100, 20, 20);
    for (int x = 300; x <= 540; x += 40)
        loop_mark(x, 20, 20, 0, OCT9_OCCUPIED);
    for (unsigned i = 0; i < 100; i++, loop.now += 5000) {
        loop_set(LOOP_DARK, 1500, LOOP_DARK, LOOP_DARK, (int16_t)(1500 + i % 3), LOOP_DARK);
        CHECK_EQ(loop_see(), OCT9_OK);
    }
    loop.now -= 5000;
    for (int x = 300; x <= 540; x += 40)
        CHECK_EQ(loop_state(x, 20, 20), OCT9_OCCUPIED);
    loop_put(20, 20, 20);
    CHECK(loop_why(1000, 0, 0) & OCT9_MAPPER_BLOCKED);
}

/* What is within reach of where a frame is seen does not grow older in it, wherever the robot was
 * in the frame before: one each 11 s, in turn at 0, from where it is far, and at 1,000 mm. */
static void reach_is_that_of_the_new_place(void)
{
    unsigned ended = 0;
    loop_begin(&oct9_sensor_multiranger);
    loop_mark(1405, 20, 20, 0, OCT9_OCCUPIED);
    for (unsigned i = 0; i < 40 && !ended; i++, loop.now += 11000) {
        loop_put(i % 2 ? 1000 : 0, 20, 20);
        loop_set(LOOP_DARK, 700, LOOP_DARK, LOOP_DARK, (int16_t)(1500 + i % 3), LOOP_DARK);
        CHECK_EQ(loop_see(), OCT9_OK);
        if (loop_state(1405, 20, 20) != OCT9_OCCUPIED)
            ended = i + 1;
    }
    CHECK(ended > 8 && ended % 2 == 1); /* frames at 0: after at least four of them */
}

/* Time passes in frames of nothing, too: free space that is not seen is forgotten after two rounds
 * of 10 s, be it each frame, each n-th, or none that holds something. */
static void time_passes_in_frames_of_nothing(void)
{
    static const unsigned every[] = { 1, 2, 5, 20, 1000000 };
    for (unsigned k = 0; k < 5; k++) {
        loop_begin(&oct9_sensor_multiranger);
        for (unsigned i = 0; i < 3; i++, loop.now += 50) {
            loop_set((int16_t)(1500 + i), LOOP_DARK, LOOP_DARK, LOOP_DARK, LOOP_DARK, LOOP_DARK);
            CHECK_EQ(loop_see(), OCT9_OK);
        }
        uint32_t ends = 0;
        for (unsigned i = 1; i < 1000 && ends == 0; i++, loop.now += 50) {
            loop_set(LOOP_DARK, LOOP_DARK, LOOP_DARK, LOOP_DARK, LOOP_DARK, LOOP_DARK);
            if (i % every[k] == 0)
                loop.mm[BACK] = (int16_t)(1500 + i % 3);
            CHECK_EQ(loop_see(), OCT9_OK);
            if (loop_state(1000, 20, 20) != OCT9_FREE)
                ends = loop.now;
        }
        CHECK(ends > 10000 && ends < 22000);
    }
}

/* After a long time without a frame no more than a round is forgotten at once. */
static void a_long_time_is_one_round(void)
{
    loop_begin(&oct9_sensor_multiranger);
    for (unsigned i = 0; i < 3; i++, loop.now += 50) {
        loop_set((int16_t)(1500 + i), LOOP_DARK, LOOP_DARK, LOOP_DARK, LOOP_DARK, LOOP_DARK);
        CHECK_EQ(loop_see(), OCT9_OK);
    }
    unsigned frames = 0;
    for (; frames < 10 && loop_state(1000, 20, 20) == OCT9_FREE; frames++) {
        loop.now += 3600000;
        loop_set(LOOP_DARK, LOOP_DARK, LOOP_DARK, LOOP_DARK, LOOP_DARK, LOOP_DARK);
        CHECK_EQ(loop_see(), OCT9_OK);
    }
    CHECK(frames == 2 || frames == 3);
}

/* --- cones ------------------------------------------------------------------------------------ */

/* Row 12: a pole of 5 cm, 5 cm beside the axis and more: what a beam of 27 degrees reports of it.
 */
static void a_pole_beside_the_axis(void)
{
    static const double beside[] = { 0, 50, 75, 100, 125 };
    for (unsigned i = 0; i < 5; i++) {
        const loop_box_t world[] = {
            { { 2500, beside[i] - 5, -900 }, { 2550, beside[i] + 45, 900 }, false },
            { { 5000, -9000, -9000 }, { 5100, 9000, 9000 }, false },
        };
        loop_begin(&oct9_sensor_multiranger);
        loop_world(world, 2);
        loop_put(1200, 20, 20);
        loop.noise = 3;
        for (unsigned n = 0; n < 400 && (n == 0 || loop.velocity[0] > 0); n++)
            loop_round(500, 0);
        CHECK(loop.found.why & OCT9_MAPPER_BLOCKED);
        CHECK(2500 - loop.place[0] > 600);
        for (unsigned n = 0; n < 200; n++) { /* and it stays */
            loop_move(0, 0, 50);
            loop_measure();
            CHECK_EQ(loop_see(), OCT9_OK);
            CHECK(loop_why(500, 0, 0) & OCT9_MAPPER_BLOCKED);
        }
    }
}

/* The other side of it: it passes what is farther aside than it is wide. */
static void a_pole_far_aside_passes(void)
{
    static const loop_box_t world[] = {
        { { 2500, 320, -900 }, { 2550, 370, 900 }, false },
        { { 6000, -9000, -9000 }, { 6100, 9000, 9000 }, false },
    };
    loop_begin(&oct9_sensor_multiranger);
    loop_world(world, 2);
    loop_put(2000, 20, 20);
    loop.noise = 3;
    unsigned stops = 0;
    for (unsigned n = 0; n < 60; n++) {
        loop_move(500, 0, 50);
        loop_measure();
        CHECK_EQ(loop_see(), OCT9_OK);
        stops += (loop_why(500, 0, 0) & OCT9_MAPPER_BLOCKED) != 0;
    }
    CHECK(stops < 20);
}

/* --- marks and their clearing ----------------------------------------------------------------- */

enum { DIRECTIONS = 200 };

static int16_t many_mm[DIRECTIONS];
static oct9_direction_t many[DIRECTIONS];
OCT9_MAPPER_MEMORY(static, large, 16384, DIRECTIONS, 16);

static void set_directions(void)
{
    random_t random = { 13 };
    for (unsigned i = 0; i < DIRECTIONS; i++) {
        double v[3], length = 0;
        for (unsigned k = 0; k < 3; k++) {
            v[k] = (double)random_below(&random, 2001) - 1000;
            length += v[k] * v[k];
        }
        length = sqrt(length + 1);
        many[i] = (oct9_direction_t){ (int16_t)(16384 * v[0] / length),
                                      (int16_t)(16384 * v[1] / length),
                                      (int16_t)(16384 * v[2] / length) };
    }
}

static oct9_sensor_t begin_many(void)
{
    oct9_sensor_t sensor = { many, DIRECTIONS, 20, 12000, 1, 2, -1, 0, 0, 20, NULL };
    loop_begin(&oct9_sensor_multiranger);
    loop.sensor = NULL;
    return sensor;
}

static void see_many(const uint8_t *status)
{
    const oct9_sensor_frame_t frame = { loop.began + loop.now, many_mm, status, DIRECTIONS, 0, 0 };
    const oct9_mapper_pose_t pose = { { (int32_t)loop.place[0], (int32_t)loop.place[1],
                                        (int32_t)loop.place[2] },
                                      OCT9_ROTATION_NONE };
    loop.now += 50;
    CHECK_EQ(oct9_mapper_see(&loop.mapper, &frame, &pose), OCT9_OK);
}

static unsigned occupied(void)
{
    static oct9_visit_t visit;
    const oct9_map_t map = oct9_map_of_tree(&loop.mapper.occupancy.tree);
    oct9_leaf_t leaf;
    unsigned cells = 0;
    CHECK_EQ(oct9_visit_begin(&visit, &map, NULL, OCT9_STATES_OCCUPIED), OCT9_OK);
    while (oct9_visit_next(&visit, UINT32_MAX, &leaf) > 0)
        cells += 1u << 3u * leaf.level;
    return cells;
}

/* Row 13: 5 hits in 200 directions, then frames that see 2,500 mm, and some that are clear. What
 * stays are cells of which a beam met but a corner: its end is rounded to a sub-cell. */
static void what_was_marked_is_cleared(void)
{
    static uint8_t clear[DIRECTIONS];
    memset(clear, 1, sizeof clear);
    unsigned corners = 0;
    set_directions();
    for (int16_t mm = 1800; mm <= 2010; mm = (int16_t)(mm + 5)) {
        const oct9_sensor_t sensor = begin_many();
        CHECK_EQ(oct9_mapper_init(&loop.mapper, &large, &sensor, &loop.policy, NULL), OCT9_OK);
        for (unsigned i = 0; i < 5; i++) {
            for (unsigned k = 0; k < DIRECTIONS; k++)
                many_mm[k] = mm;
            see_many(NULL);
        }
        CHECK((occupied() != 0) == (mm < 1920));
        for (unsigned i = 0; i < 20; i++) {
            for (unsigned k = 0; k < DIRECTIONS; k++)
                many_mm[k] = (int16_t)(2500 + i % 3);
            see_many(i < 10 ? NULL : clear);
        }
        corners += occupied();
    }
    CHECK(corners < 10); /* of 4,800 */
}

/* Row 17: a wall that is farther than the policy maps clears up to two cells before that. */
static void what_is_out_of_range_clears(void)
{
    static const int16_t far[] = { 1920, 1990, 2000, 3500, 4000 };
    for (unsigned i = 0; i < 5; i++) {
        loop_begin(&oct9_sensor_multiranger);
        loop_set(far[i], 4001, -1, 8191, LOOP_DARK, -1);
        CHECK_EQ(loop_see(), OCT9_OK);
        CHECK_EQ(occupied(), 0);
        CHECK_EQ(loop_state(20 + (far[i] < 2000 ? far[i] - 130 : 1870), 20, 20), OCT9_FREE);
        CHECK_EQ(loop_state(20 + 1960, 20, 20), OCT9_UNKNOWN);
        CHECK_EQ(loop_state(-100, 20, 20), OCT9_UNKNOWN);
        CHECK_EQ(loop_state(20, 100, 20), OCT9_UNKNOWN);
        CHECK_EQ(loop_state(20, -100, 20), OCT9_UNKNOWN);
    }
}

/* Row 16: one phantom of 55 mm among good beams. For a ray it takes three looks to clear it, or
 * none where the model takes more than one hit for an obstacle. */
static void one_phantom(void)
{
    const oct9_sensor_t rays = loop_rays(&oct9_sensor_multiranger);
    for (unsigned wants = 1; wants <= 2; wants++) {
        loop_begin(&rays);
        loop.policy.model.occupied_at = wants == 1 ? 1 : 18;
        loop_init();
        unsigned alarms = 0, last = 0;
        for (unsigned i = 0; i < 60; i++, loop.now += 50) {
            loop_set((int16_t)(1800 - i % 3), 1500, (int16_t)(900 + i % 2), 901, 1500, 1500);
            if (i == 5)
                loop.mm[FRONT] = 55;
            CHECK_EQ(loop_see(), OCT9_OK);
            if (loop_why(400, 0, 0) & OCT9_MAPPER_BLOCKED) {
                alarms++;
                last = i;
            }
        }
        CHECK(wants == 1 ? alarms >= 1 && last <= 5 + 3 : alarms == 0);
    }
}

/* Of a wide beam it may have been beside the axis: what of that is mapped is cleared from here,
 * too; and the robot may back out. */
static void one_phantom_of_a_wide_beam(void)
{
    loop_begin(&oct9_sensor_multiranger);
    for (unsigned i = 0; i < 60; i++, loop.now += 50) {
        loop_set((int16_t)(1800 - i % 3), 1500, 1500, 1500, 1500, 1500);
        if (i == 5)
            loop.mm[FRONT] = 55;
        CHECK_EQ(loop_see(), OCT9_OK);
        CHECK_EQ(loop_why(-100, 0, 0), 0);
        CHECK_EQ((loop_why(400, 0, 0) & OCT9_MAPPER_BLOCKED) != 0, i == 5);
    }
}

/* --- floors ----------------------------------------------------------------------------------- */

/* A fan of grazing beams down and ahead, as in row 15: from 300 mm above a floor at z = 0, cells of
 * 100 mm, a wall at 8 m. */
static unsigned freed_floor(int32_t floor_mm, double at_mm)
{
    const oct9_sensor_t sensor = begin_many();
    unsigned freed = 0;
    loop.policy.cell_um = 100000;
    loop.policy.farthest_mm = 9000;
    loop.policy.floor_mm = floor_mm;
    CHECK_EQ(oct9_mapper_init(&loop.mapper, &large, &sensor, &loop.policy, NULL), OCT9_OK);
    loop_put(0, 20, at_mm + 300);
    for (unsigned scan = 0; scan < 50; scan++) {
        for (unsigned i = 0; i < DIRECTIONS; i++) {
            const double down = 300.0 / (400 + 380.0 * (i % 20) + scan % 8);
            many[i] = (oct9_direction_t){ 16384, 0, (int16_t)(-16384 * down) };
            const double x = 300 / down; /* along the axis */
            many_mm[i] = (int16_t)(fmin(x, 8000) + (double)random_below(&loop.random, 5));
        }
        see_many(NULL);
    }
    for (int x = 600; x < 7800; x += 100)
        freed += loop_state(x, 20, at_mm) == OCT9_FREE;
    return freed;
}

static void a_named_floor_is_not_freed(void)
{
    for (int at = -150; at <= 150; at += 10)
        CHECK_EQ(freed_floor(at, at), 0);
    CHECK(freed_floor(OCT9_MAPPER_NO_FLOOR, 0) > 5); /* what the page says */
    CHECK(freed_floor(-1000, 0) > 5);                /* another floor is none */
    CHECK_EQ(freed_floor(INT32_MIN + 1, 0), freed_floor(OCT9_MAPPER_NO_FLOOR, 0));
    CHECK_EQ(freed_floor(INT32_MAX, 0), 0);
}

/* A wide beam along the floor frees none of it, either: the floor 123 mm below was mapped in a
 * flight, then the front beam looks along it to a wall at 1,800 mm. */
static unsigned freed_by_a_cone(int32_t floor_mm)
{
    unsigned freed = 0;
    loop_begin(&oct9_sensor_multiranger);
    loop.policy.floor_mm = floor_mm;
    loop_init();
    for (int x = 0; x <= 1600; x += 20, loop.now += 50) {
        loop_put(x, 0, -180);
        loop_set(LOOP_DARK, LOOP_DARK, LOOP_DARK, LOOP_DARK, LOOP_DARK, (int16_t)(123 + x % 3));
        CHECK_EQ(loop_see(), OCT9_OK);
    }
    loop_put(0, 0, -180);
    loop.now += 1600;
    for (unsigned i = 0; i < 40; i++, loop.now += 50) {
        loop_set((int16_t)(1800 + i % 3), LOOP_DARK, LOOP_DARK, LOOP_DARK, LOOP_DARK, LOOP_DARK);
        CHECK_EQ(loop_see(), OCT9_OK);
    }
    for (int x = 20; x < 1600; x += 40) {
        freed += loop_state(x, 0, -310) == OCT9_FREE;
        if (floor_mm != OCT9_MAPPER_NO_FLOOR && x > 80)
            CHECK_EQ(loop_state(x, 0, -310), OCT9_OCCUPIED);
    }
    loop_put(1220, 0, -150); /* and no path down is clear */
    loop.now += 1300;
    loop_set(LOOP_DARK, LOOP_DARK, LOOP_DARK, LOOP_DARK, LOOP_DARK, LOOP_DARK);
    CHECK_EQ(loop_see(), OCT9_OK);
    if (floor_mm != OCT9_MAPPER_NO_FLOOR)
        CHECK(loop_ask(1220, 0, -280) & OCT9_MAPPER_BLOCKED);
    return freed;
}

static void a_named_floor_is_not_freed_by_cones(void)
{
    CHECK_EQ(freed_by_a_cone(-303), 0);
    CHECK_EQ(freed_by_a_cone(-281), 0); /* the top of its cells */
    CHECK(freed_by_a_cone(OCT9_MAPPER_NO_FLOOR) > 5);
}

/* --- what the robot sees of itself ------------------------------------------------------------ */

static void own_zones_mean_nothing(void)
{
    static const uint8_t own[1] = { 1u << BACK | 1u << DOWN };
    static const int16_t readings[] = { 0, 30, 45, 80, 300, 1500, 4000, LOOP_DARK };
    oct9_sensor_t sensor = oct9_sensor_multiranger;
    sensor.own = own;
    for (unsigned i = 0; i < 8; i++) {
        loop_begin(&sensor);
        for (unsigned k = 0; k < 20; k++, loop.now += 50) {
            loop_set((int16_t)(1800 + k % 2), readings[i], 1500, 1500, 1500, readings[i]);
            CHECK_EQ(loop_see(), OCT9_OK);
            CHECK_EQ(loop_why(500, 0, 0), 0);
            CHECK_EQ(loop_why(-500, 0, 0), OCT9_MAPPER_UNKNOWN);
            CHECK_EQ(loop_why(0, 0, -500), OCT9_MAPPER_UNKNOWN);
        }
        CHECK_EQ(occupied(), occupied());
        for (int x = -1500; x < -100; x += 40)
            CHECK_EQ(loop_state(x, 20, 20), OCT9_UNKNOWN);
        CHECK_EQ(loop_state(20, 20, -280), OCT9_UNKNOWN);
    }
}

/* A laser's points in a masked sector mean nothing; those beside it do. */
static void own_sectors_of_a_laser(void)
{
    static const uint8_t own[4] = { 0, 0x01, 0, 0 }; /* sector 8: from a quarter turn on */
    oct9_sensor_t sensor = oct9_sensor_ld19;
    sensor.own = own;
    loop_begin(&sensor);
    for (unsigned angle = 0; angle < 64; angle++) {
        int16_t mm[OCT9_LD19_POINTS];
        for (unsigned i = 0; i < OCT9_LD19_POINTS; i++)
            mm[i] = 900;
        const uint16_t first = (uint16_t)(angle * 1024u + 512u);
        const oct9_sensor_frame_t frame = { loop.began + loop.now, mm, NULL, 1, first, 0 };
        const oct9_mapper_pose_t pose = { { 20, 20, 20 }, OCT9_ROTATION_NONE };
        loop.now += 5;
        CHECK_EQ(oct9_mapper_see(&loop.mapper, &frame, &pose), OCT9_OK);
        const double turn = 6.283185307 * first / 65536;
        const oct9_state_t state = loop_state(20 + 900 * cos(turn), 20 + 900 * sin(turn), 20);
        CHECK_EQ(state, angle / 2 == 8 ? OCT9_UNKNOWN : OCT9_OCCUPIED);
    }
    CHECK_EQ(loop_why(40, 0, 0), 0);
    CHECK_EQ(loop_why(-4, 40, 0), OCT9_MAPPER_UNKNOWN); /* 95.7 degrees: the middle of sector 8 */
    CHECK_EQ(loop_why(-12, 40, 0), 0);                  /* 106.7: that of sector 9 */
}

/* All sectors were looked at: no motion lies between two of them, also none on their border. */
static void no_gap_between_sectors_of_a_laser(void)
{
    loop_begin(&oct9_sensor_ld19);
    for (unsigned i = 0; i < 64; i++) {
        const int16_t mm = 1900;
        const oct9_sensor_frame_t frame = { loop.began + ++loop.now,      &mm, NULL, 1,
                                            (uint16_t)(i * 1024u + 512u), 0 };
        const oct9_mapper_pose_t pose = { { 20, 20, 20 }, OCT9_ROTATION_NONE };
        CHECK_EQ(oct9_mapper_see(&loop.mapper, &frame, &pose), OCT9_OK);
    }
    CHECK_EQ(loop_why(500, 500, 0), 0);
    CHECK_EQ(loop_why(-500, 500, 0), 0);
    for (unsigned i = 0; i < 1024; i++) {
        const double turn = 6.283185307 * i / 1024;
        CHECK_EQ(loop_why((int16_t)lround(300 * cos(turn)), (int16_t)lround(300 * sin(turn)), 0),
                 0);
    }
}

int main(void)
{
    RUN(turning_in_place_keeps_what_is_within_reach);
    RUN(what_is_far_ends_with_time);
    RUN(reach_grows_with_the_fastest_speed);
    RUN(what_is_within_reach_of_a_sensor_at_the_tail);
    RUN(reach_is_that_of_the_new_place);
    RUN(time_passes_in_frames_of_nothing);
    RUN(a_long_time_is_one_round);
    RUN(a_pole_beside_the_axis);
    RUN(a_pole_far_aside_passes);
    RUN(what_was_marked_is_cleared);
    RUN(what_is_out_of_range_clears);
    RUN(one_phantom);
    RUN(one_phantom_of_a_wide_beam);
    RUN(a_named_floor_is_not_freed);
    RUN(a_named_floor_is_not_freed_by_cones);
    RUN(own_zones_mean_nothing);
    RUN(own_sectors_of_a_laser);
    RUN(no_gap_between_sectors_of_a_laser);
    return test_end();
}
