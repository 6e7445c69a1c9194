/* SPDX-License-Identifier: MIT */
/* Sensors that hang: a robot flies on with readings that stand still. In 0.10 each of them erased
 * the wall ahead, and no check alarmed. Where readings may repeat, none alarms either. */
#include "tests/loop/loop.h"

#include <math.h>
#include <string.h>

enum { WALL = 5000, RADIUS = 60 /* of the robot itself; the policy's has the errors in it */ };

static const loop_box_t room[] = { { { WALL, -9000, -9000 }, { WALL + 100, 9000, 9000 }, false },
                                   { { -9000, 1500, -9000 }, { 9000, 1600, 9000 }, false },
                                   { { -9000, -1600, -9000 }, { 9000, -1500, 9000 }, false } };

static void begin(const oct9_sensor_t *sensor, double x)
{
    loop_begin(sensor);
    loop_world(room, 3);
    loop_put(x, 20, 20);
    loop.noise = 3;
}

/* A round in which the zones from `first` on, `count` of them, keep their readings. */
static void hung_round(double speed, double turns, unsigned first, unsigned count)
{
    int16_t mm[LOOP_ZONES];
    uint8_t status[LOOP_ZONES];
    loop_move(speed, turns, loop.round_ms);
    memcpy(mm, loop.mm, sizeof mm);
    memcpy(status, loop.status, sizeof status);
    loop_measure();
    memcpy(loop.mm + first, mm + first, count * sizeof mm[0]);
    memcpy(loop.status + first, status + first, count);
    CHECK_EQ(loop_see(), OCT9_OK);
    loop.command[0] = (int16_t)speed;
    CHECK_EQ(loop_check(), OCT9_OK);
    if (loop.found.alarm && loop.alarm_at == 0)
        loop.alarm_at = loop.now;
}

/* Flies on until it stands, with these zones hung. The alarm comes within 0.5 s and for the reason
 * that they repeat. */
static void flies_with_hung(unsigned first, unsigned count)
{
    const uint32_t from = loop.now;
    for (unsigned i = 0; i < 400 && loop.velocity[0] > 0; i++) {
        hung_round(500, 0, first, count);
        if (loop.alarm_at == loop.now)
            CHECK(loop.found.why & OCT9_MAPPER_FROZEN);
    }
    CHECK(loop.alarm_at > from && loop.alarm_at <= from + 500);
    CHECK_EQ((int)loop.velocity[0], 0);
    CHECK(loop_depth(RADIUS) < 0);
}

static void flies_well(double to_x)
{
    while (loop.place[0] < to_x && loop.alarm_at == 0)
        loop_round(500, 0);
    CHECK_EQ(loop.alarm_at, 0);
}

/* Row 1: three freezes of three, at 10 Hz. */
static void a_frozen_deck(void)
{
    static const double freezes[3] = { 2000, 2700, 3400 };
    for (unsigned i = 0; i < 3; i++) {
        begin(&oct9_sensor_multiranger, 1300);
        loop.round_ms = 100;
        flies_well(freezes[i]);
        flies_with_hung(0, SIDES);
    }
}

static void one_frozen_beam_among_good_ones(void)
{
    begin(&oct9_sensor_multiranger, 1300);
    flies_well(2200);
    flies_with_hung(FRONT, 1);
}

/* What it says last is not mapped: the wall that was seen before stays. */
static void a_frozen_beam_erases_nothing(void)
{
    begin(&oct9_sensor_multiranger, 3000);
    for (unsigned i = 0; i < 3; i++)
        loop_round(0, 0);
    CHECK_EQ(loop_state(3900, 20, 20), OCT9_FREE);
    loop_mark(4000, 20, 20, 0, OCT9_OCCUPIED);
    loop_set(1900, 900, 900, 900, 900, 900);
    for (unsigned i = 0; i < 40; i++) { /* toward the wall: more than the noise, in 400 ms */
        loop.place[0] += 8;
        loop.now += 50;
        loop_set(1900, (int16_t)(900 + i), (int16_t)(900 - i), 900, 900, 900);
        if (i == 3) /* what it erased until it had moved by more than the noise */
            loop_mark(4000, 20, 20, 0, OCT9_OCCUPIED);
        CHECK_EQ(loop_see(), OCT9_OK);
    }
    CHECK_EQ(loop_state(4000, 20, 20), OCT9_OCCUPIED);
    CHECK(loop_why(500, 0, 0) & OCT9_MAPPER_FROZEN);
}

/* Beside a wall, and between two: the distance stays, because the robot moves across the beam. */
static void the_side_beams_in_a_corridor_may_repeat(void)
{
    begin(&oct9_sensor_multiranger, 1300);
    loop.noise = 0;
    flies_well(3400);
    CHECK_EQ(loop.mm[LEFT], loop.mm[RIGHT] + 40 - 80);
    for (unsigned i = 0; i < SIDES; i++)
        CHECK((loop.mapper.looks[i].state & 4u) == 0);
}

static void a_robot_that_rests_may_repeat(void)
{
    static const oct9_sensor_t *const sensors[2] = { &oct9_sensor_multiranger,
                                                     &oct9_sensor_vl53l5cx_8x8 };
    for (unsigned i = 0; i < 2; i++) {
        begin(sensors[i], 2500);
        loop.noise = 0;
        for (unsigned round = 0; round < 400; round++) {
            loop_round(0, 0);
            CHECK_EQ(loop.found.why, 0);
            CHECK_EQ(loop_why(300, 0, 0), 0); /* and it may go on */
        }
    }
}

/* It hovers, to and fro within the sensor's noise. */
static void a_robot_that_hovers_may_repeat(void)
{
    begin(&oct9_sensor_multiranger, 2500);
    loop_measure();
    for (unsigned round = 0; round < 400; round++) {
        loop.place[0] = 2500 + (round % 4 < 2 ? 8 : -8);
        loop.now += 50;
        CHECK_EQ(loop_see(), OCT9_OK);
        CHECK_EQ(loop_why(300, 0, 0), 0);
    }
}

static void a_frozen_8_by_8(void)
{
    begin(&oct9_sensor_vl53l5cx_8x8, 1500);
    loop.round_ms = 66;
    flies_well(2200);
    flies_with_hung(0, 64);
}

/* In a turn no beam moves along itself; but no part repeats all that it says. */
static void a_frozen_robot_that_turns(void)
{
    begin(&oct9_sensor_multiranger, 2500);
    for (unsigned i = 0; i < 10; i++)
        loop_round(0, 0.5);
    CHECK_EQ(loop.found.why, 0);
    const uint32_t from = loop.now;
    for (unsigned i = 0; i < 20 && !loop.found.alarm; i++)
        hung_round(0, 0.5, 0, SIDES);
    CHECK_EQ(loop.found.why, OCT9_MAPPER_FROZEN);
    CHECK(loop.now > from && loop.now <= from + 500);
    for (unsigned i = 0; i < 3; i++) /* it lives again */
        loop_round(0, 0.5);
    CHECK_EQ(loop.found.why, 0);
}

/* One beam that sees something among five dark ones repeats, too. But what looks at the robot
 * itself says nothing, and may. */
static void what_the_robot_sees_of_itself_may_repeat(void)
{
    static const uint8_t own[1] = { 1u << DOWN };
    oct9_sensor_t sensor = oct9_sensor_multiranger;
    for (unsigned masked = 0; masked < 2; masked++) {
        sensor.own = masked ? own : NULL;
        begin(&sensor, 2500);
        for (unsigned i = 0; i < 40; i++) {
            loop.yaw += 0.05;
            loop.now += 50;
            loop_set(LOOP_DARK, LOOP_DARK, LOOP_DARK, LOOP_DARK, LOOP_DARK, 300);
            if (i == 0)
                loop.mm[LEFT] = 1500; /* the first frame */
            CHECK_EQ(loop_see(), OCT9_OK);
        }
        (void)loop_why(0, 0, 0);
        CHECK_EQ(loop.found.why, masked ? 0 : OCT9_MAPPER_FROZEN);
    }
}

/* It is over when the reading changes, and what it says then is mapped. */
static void a_beam_that_lives_again(void)
{
    begin(&oct9_sensor_multiranger, 1300);
    flies_well(2200);
    for (unsigned i = 0; i < 20; i++)
        hung_round(200, 0, FRONT, 1);
    CHECK(loop.found.why & OCT9_MAPPER_FROZEN);
    loop_round(200, 0);
    CHECK_EQ(loop.found.why & OCT9_MAPPER_FROZEN, 0);
}

/* A beam that hangs beside the motion is no reason to stop, but its reading means nothing. */
static void a_frozen_beam_that_is_not_along(void)
{
    static const loop_box_t two[] = { { { WALL, -9000, -9000 }, { WALL + 100, 9000, 9000 }, false },
                                      { { -900, -9000, -9000 }, { -800, 9000, 9000 }, false } };
    begin(&oct9_sensor_multiranger, 1300);
    loop_world(two, 2);
    flies_well(1500);
    for (unsigned i = 0; i < 20; i++) {
        hung_round(500, 0, BACK, 1);
        CHECK_EQ(loop.found.why & OCT9_MAPPER_FROZEN, 0);
    }
    CHECK(loop_why(-300, 0, 0) & OCT9_MAPPER_FROZEN);
}

/* Slower than the policy's repeat_ms, longer than its noise: no sooner than both. */
static void repeat_ms_and_noise_count(void)
{
    for (unsigned slow = 0; slow < 2; slow++) {
        begin(&oct9_sensor_multiranger, 2500);
        loop_measure();
        const double start = loop.place[0];
        unsigned rounds = 0;
        do {
            loop.place[0] += slow ? 1 : 30; /* mm in 50 ms */
            loop.now += 50;
            (void)loop_see();
        } while ((loop_why(300, 0, 0) & OCT9_MAPPER_FROZEN) == 0 && ++rounds < 100);
        const double moved = loop.place[0] - start;
        CHECK(slow ? moved > 20 && moved < 24 : loop.now >= 400 && loop.now <= 500);
    }
}

/* The same under a yaw of the sensor, where 1 mm in a frame is less than 1 along each beam. */
static void a_slow_robot_with_a_turned_sensor(void)
{
    static const oct9_sensor_t *const sensors[2] = { &oct9_sensor_multiranger,
                                                     &oct9_sensor_vl53l5cx_8x8 };
    static const double yaws[] = { 0, 1, 2, 10, -10, 12 };
    for (unsigned k = 0; k < 12; k++) {
        begin(sensors[k % 2], 2500);
        loop.yaw = yaws[k / 2] * 3.14159265 / 180;
        loop_measure();
        unsigned frames = 0;
        for (; frames < 100 && (frames == 0 || !loop.found.alarm); frames++) {
            loop.place[0] += 1;
            loop.now += 16;
            CHECK_EQ(loop_see(), OCT9_OK);
            (void)loop_why(60, 0, 0);
        }
        CHECK_EQ(loop.found.why, OCT9_MAPPER_FROZEN);
        CHECK(frames >= 400 / 16 && frames <= 400 / 16 + 3);
    }
}

/* A front beam that hangs from 1,700 mm before a wall on: its driver gives two buffers in turn, or
 * now and then a reading of nothing, or an error. */
static void what_hangs_with_gaps(unsigned mode, double speed)
{
    int16_t last[2] = { 0, 0 };
    begin(&oct9_sensor_multiranger, 2500);
    for (unsigned i = 0; i < 600 && loop_depth(120) < 0; i++) {
        loop_move(loop.found.alarm ? 0 : speed, 0, loop.round_ms);
        loop_measure();
        if (WALL - loop.place[0] > 1700) {
            last[1] = last[0];
            last[0] = loop.mm[FRONT];
        } else {
            const bool gap = i % 7 == 0;
            loop.mm[FRONT] = last[mode == 1 ? i % 2 : 0];
            if (mode >= 2 && gap)
                loop.mm[FRONT] = (int16_t)(mode == 2 ? LOOP_DARK : mode == 3 ? -1 : 8191);
        }
        CHECK_EQ(loop_see(), OCT9_OK);
        (void)loop_why((int16_t)speed, 0, 0);
    }
    CHECK(loop_depth(120) < 0);
    CHECK(loop.found.why & OCT9_MAPPER_FROZEN);
    CHECK(loop.place[0] < WALL - 1700 + speed / 20 + fmax(speed * 0.45, 30 + speed / 10));
}

static void gaps_do_not_hide_what_hangs(void)
{
    for (unsigned mode = 0; mode < 5; mode++) {
        what_hangs_with_gaps(mode, 300);
        what_hangs_with_gaps(mode, 600);
        what_hangs_with_gaps(mode, 60);
    }
}

/* A wall that was mapped stays, from the first hung reading that the robot moved from on: however
 * long the pilot goes on with other motions. */
static void a_hung_beam_does_not_erase_the_wall_before_it(void)
{
    begin(&oct9_sensor_multiranger, 2500);
    for (unsigned i = 0; i < 3; i++)
        loop_round(0, 0);
    for (double y = -140; y <= 180; y += 40)
        loop_mark(3820, y, 20, 0, OCT9_OCCUPIED);
    const int16_t hung = 2000; /* it would see through */
    for (unsigned i = 0; i < 200; i++) {
        loop.place[0] += i < 3 ? 21 : i % 2 ? 3 : -2;
        loop.now += 50;
        loop_measure();
        loop.mm[FRONT] = hung;
        CHECK_EQ(loop_see(), OCT9_OK);
        if (i == 0)
            loop_mark(3820, 20, 20, 0, OCT9_OCCUPIED);
        CHECK_EQ(loop_state(3820, 20, 20), OCT9_OCCUPIED);
    }
    CHECK(loop_why(500, 0, 0) & OCT9_MAPPER_FROZEN);
}

/* --- a laser ---------------------------------------------------------------------------------- */

static int16_t packet[OCT9_LD19_POINTS];

static oct9_status_t see_packet(double x, uint16_t first_q16)
{
    const oct9_sensor_frame_t frame = { loop.began + loop.now, packet,    NULL,
                                        OCT9_LD19_POINTS,      first_q16, -(1 << 23) };
    const oct9_mapper_pose_t pose = { { (int32_t)x, 20, 20 }, OCT9_ROTATION_NONE };
    loop.place[0] = x;
    return oct9_mapper_see(&loop.mapper, &frame, &pose);
}

static void a_packet_that_is_delivered_again_and_again(void)
{
    for (unsigned moves = 0; moves < 2; moves++) {
        begin(&oct9_sensor_ld19, 20);
        for (unsigned i = 0; i < OCT9_LD19_POINTS; i++)
            packet[i] = (int16_t)(1500 + 3 * i);
        for (unsigned i = 0; i < 40; i++, loop.now += 25)
            CHECK_EQ(see_packet(20 + (moves ? 10 * (double)i : 0), 800), OCT9_OK);
        (void)loop_why(0, 0, 0);
        CHECK_EQ(loop.found.why, moves ? OCT9_MAPPER_FROZEN : 0);
        packet[3]++;
        CHECK_EQ(see_packet(loop.place[0], 800), OCT9_OK);
        (void)loop_why(0, 0, 0);
        CHECK_EQ(loop.found.why, 0);
    }
}

/* The last turn, of 40 packets, again and again: a ring that is no longer filled. */
static void a_ring_of_old_packets(void)
{
    static int16_t ring[40][OCT9_LD19_POINTS];
    static const double lo[2] = { -1000, -1500 }, hi[2] = { 3000, 1500 };
    begin(&oct9_sensor_ld19, 20);
    loop.policy.repeat_ms = 400;
    double x = 0;
    unsigned frozen = 0;
    for (unsigned k = 0; k < 1000; k++, loop.now += 3) {
        const unsigned n = k % 40;
        const bool fills = k < 500;
        for (unsigned i = 0; fills && i < OCT9_LD19_POINTS; i++) {
            const double angle = (n * 9 + i * 0.75) * 3.14159265358979 / 180;
            const double to[2] = { cos(angle), sin(angle) }, from[2] = { x, 0 };
            double least = 1e9;
            for (unsigned axis = 0; axis < 2; axis++)
                if (fabs(to[axis]) > 1e-9)
                    least = fmin(least, ((to[axis] > 0 ? hi : lo)[axis] - from[axis]) / to[axis]);
            ring[n][i] = (int16_t)(least + random_below(&loop.random, 7) - 3);
        }
        const oct9_sensor_frame_t frame = {
            loop.began + loop.now,        ring[n], NULL, OCT9_LD19_POINTS,
            (uint16_t)(n * 65536u / 40u), 8947849
        };
        loop_put(x, 0, 0);
        const oct9_mapper_pose_t pose = { { (int32_t)lround(x), 0, 0 }, OCT9_ROTATION_NONE };
        CHECK_EQ(oct9_mapper_follow(&loop.mapper, &pose.place_mm), OCT9_OK);
        CHECK_EQ(oct9_mapper_see(&loop.mapper, &frame, &pose), OCT9_OK);
        (void)loop_why(400, 0, 0);
        if (fills && k > 80)
            CHECK_EQ(loop.found.why, 0);
        if (loop.found.why & OCT9_MAPPER_FROZEN)
            frozen++;
        /* one turn may pass as new, then repeat_ms */
        CHECK(k < 500 + 40 + 134 + 40 || (loop.found.why & OCT9_MAPPER_FROZEN));
        x += 400 * 0.003;
    }
    CHECK(frozen > 300);
}

/* The same of a buffer of more than a turn, as an LD19 fills one: 37.5 packets of 9.6 degrees are a
 * turn. */
static void a_buffer_of_old_packets(unsigned packets)
{
    static int16_t ring[90][OCT9_LD19_POINTS];
    begin(&oct9_sensor_ld19, 20);
    unsigned frozen = 0;
    for (unsigned k = 0; k < 5 * packets + 200; k++, loop.now += 3) {
        const unsigned n = k % packets;
        for (unsigned i = 0; k < packets && i < OCT9_LD19_POINTS; i++)
            ring[n][i] = (int16_t)(1500 + random_below(&loop.random, 700));
        const oct9_sensor_frame_t frame = { loop.began + loop.now,
                                            ring[n],
                                            NULL,
                                            OCT9_LD19_POINTS,
                                            (uint16_t)(n * 65536u * 2u / 75u),
                                            9544372 };
        const double x = 0.4 * k;
        loop_put(x, 0, 0);
        const oct9_mapper_pose_t pose = { { (int32_t)x, 0, 0 }, OCT9_ROTATION_NONE };
        CHECK_EQ(oct9_mapper_follow(&loop.mapper, &pose.place_mm), OCT9_OK);
        CHECK_EQ(oct9_mapper_see(&loop.mapper, &frame, &pose), OCT9_OK);
        frozen += (loop_why(0, 0, 0) & OCT9_MAPPER_FROZEN) != 0;
        CHECK(k < packets + 200 || (loop.found.why & OCT9_MAPPER_FROZEN));
    }
    CHECK(frozen > 4 * packets);
}

static void buffers_of_old_packets(void)
{
    static const unsigned packets[] = { 1, 12, 37, 38, 40, 64, 75, 87 };
    for (unsigned i = 0; i < 8; i++)
        a_buffer_of_old_packets(packets[i]);
}

/* A deck hangs as a whole: what one beam shows holds for the others, too, which move across
 * themselves and would clear what they no longer see. */
static void a_deck_that_hangs_in_a_drift(void)
{
    begin(&oct9_sensor_multiranger, 20);
    for (unsigned i = 0; i < 60; i++, loop.now += 50) {
        loop_put(20, 20 + 8.0 * i, 20);
        loop_set(1800, 1700, 1600, 1500, 1400, LOOP_DARK);
        CHECK_EQ(loop_see(), OCT9_OK);
    }
    CHECK(loop_why(500, 0, 0) & OCT9_MAPPER_FROZEN);
    CHECK(loop_why(0, 0, 0) & OCT9_MAPPER_FROZEN);
    CHECK_EQ(loop_state(1000, 450, 20), OCT9_UNKNOWN); /* it was not mapped */
    loop_set(1801, 1700, 1600, 1500, 1400, LOOP_DARK);
    CHECK_EQ(loop_see(), OCT9_OK);
    CHECK_EQ(loop_why(0, 0, 0), 0);
}

/* The same distances at another angle are another packet: a round room. */
static void a_round_room_is_no_frozen_laser(void)
{
    begin(&oct9_sensor_ld19, 20);
    for (unsigned i = 0; i < OCT9_LD19_POINTS; i++)
        packet[i] = 1500;
    for (unsigned i = 0; i < 100; i++, loop.now += 25)
        CHECK_EQ(see_packet(20 + (double)i, (uint16_t)(65536u - 1536u * i)), OCT9_OK);
    (void)loop_why(0, 0, 0);
    CHECK_EQ(loop.found.why, 0);
}

int main(void)
{
    RUN(a_frozen_deck);
    RUN(one_frozen_beam_among_good_ones);
    RUN(a_frozen_beam_erases_nothing);
    RUN(the_side_beams_in_a_corridor_may_repeat);
    RUN(a_robot_that_rests_may_repeat);
    RUN(a_robot_that_hovers_may_repeat);
    RUN(a_frozen_8_by_8);
    RUN(a_frozen_robot_that_turns);
    RUN(what_the_robot_sees_of_itself_may_repeat);
    RUN(a_beam_that_lives_again);
    RUN(a_frozen_beam_that_is_not_along);
    RUN(repeat_ms_and_noise_count);
    RUN(a_slow_robot_with_a_turned_sensor);
    RUN(gaps_do_not_hide_what_hangs);
    RUN(a_hung_beam_does_not_erase_the_wall_before_it);
    RUN(a_packet_that_is_delivered_again_and_again);
    RUN(a_ring_of_old_packets);
    RUN(buffers_of_old_packets);
    RUN(a_deck_that_hangs_in_a_drift);
    RUN(a_round_room_is_no_frozen_laser);
    return test_end();
}
