/* SPDX-License-Identifier: MIT */
/* Autopilots: of 72 sectors in one layer, and of 8 in 5 layers, where a third of the directions is
 * clear; a ring of 179 bytes that is written, and bytes of poses that are read. */
#include "bench/calls.h"
#include "oct9/autopilot.h"
#include "tests/autopilot/pose_frame.h"

#include <stddef.h>

enum { RING = 72, TABLE_RING = 8, TABLE_LAYERS = 5, RANGE = 5000 };

static const int16_t borders[TABLE_LAYERS + 1] = { -16384, -8192, -2731, 2731, 8192, 16384 };
static const oct9_frame_t frame = OCT9_FRAME(0, 0, 0, 80000);
static uint16_t obstacle_q6[RING], free_q6[RING];
static oct9_sectors_input_t sectors;
static oct9_autopilot_input_t input;
static oct9_mavlink_message_t message;
static oct9_mavlink_sender_t sender;
static oct9_mavlink_receiver_t receiver;
static uint8_t bytes[OCT9_MAVLINK_BYTES];
static uint32_t ranges[RING];

static void set_input(uint16_t ring, uint16_t layers)
{
    for (unsigned i = 0; i < RING; i++) {
        const uint32_t at = calls_below(RANGE * 3 / 2);
        obstacle_q6[i] = (uint16_t)(at <= RANGE ? at : OCT9_SECTORS_NONE);
        free_q6[i] = obstacle_q6[i];
    }
    sectors.range_q6 = RANGE;
    sectors.from = (uint16_t)calls_random();
    sectors.sectors = ring;
    sectors.layers = layers;
    sectors.kind = OCT9_SECTORS_PITCH;
    sectors.borders = borders;
    sectors.obstacle_q6 = obstacle_q6;
    sectors.free_q6 = free_q6;
    input.sectors = &sectors;
    input.frame = &frame;
    input.oldest_ms = 300;
    input.ahead = (uint16_t)(sectors.from + OCT9_AUTOPILOT_HALF);
}

static void answer_ring(void)
{
    for (unsigned i = 0; i < RING; i++)
        calls_answer(message.is.ring.distance_cm[i]);
    calls_answer(message.is.ring.most_cm);
}

static void ring(void)
{
    for (unsigned i = 0; i < CALLS_CASES; i++) {
        oct9_status_t status;
        set_input(RING, 1);
        CALL(status = oct9_autopilot_ring(&input, &message));
        calls_answer((uint32_t)status);
        answer_ring();
    }
}

static void point(void)
{
    for (unsigned i = 0; i < CALLS_CASES; i++) {
        const uint16_t number = (uint16_t)calls_below(TABLE_RING * TABLE_LAYERS);
        oct9_status_t status;
        set_input(TABLE_RING, TABLE_LAYERS);
        input.ahead = (uint16_t)(sectors.from + 4096u);
        CALL(status = oct9_autopilot_point(&input, OCT9_MAVLINK_OBSTACLE_DISTANCE_3D, number,
                                           &message));
        calls_answer((uint32_t)status);
        if (status == OCT9_OK) {
            calls_answer((uint32_t)message.is.point.x_mm);
            calls_answer((uint32_t)message.is.point.y_mm);
            calls_answer((uint32_t)message.is.point.z_mm);
        }
        CALL(status = oct9_autopilot_point(&input, OCT9_MAVLINK_DISTANCE_SENSOR, number % 8u,
                                           &message));
        calls_answer((uint32_t)status);
        calls_answer(message.is.distance.distance_cm);
    }
}

static void scan(void)
{
    for (unsigned i = 0; i < CALLS_CASES; i++) {
        oct9_autopilot_scan_t output;
        oct9_status_t status;
        set_input(RING, 1);
        CALL(status = oct9_autopilot_scan(&input, ranges, &output));
        calls_answer((uint32_t)status);
        for (unsigned n = 0; n < RING; n++)
            calls_answer(ranges[n]);
    }
}

static void autopilot_write(void)
{
    sender.sequence = 0;
    for (unsigned i = 0; i < CALLS_CASES; i++) {
        int32_t size;
        set_input(RING, 1);
        (void)oct9_autopilot_ring(&input, &message);
        CALL(size = oct9_autopilot_write(&sender, &message, bytes, sizeof bytes));
        calls_answer((uint32_t)size);
        for (int32_t n = 0; n < size; n++)
            calls_answer(bytes[n]);
    }
}

/* A workload runs twice, and begins the same. */
static void forget_all(void)
{
    static const oct9_mavlink_receiver_t fresh;
    receiver = fresh;
}

/* --- what is read ----------------------------------------------------------------------------- */

/* An attitude of (0.6, 0, 0.8, 0), or a position of numbers up to 255 m. Returns its length. */
static unsigned make_message(bool attitude, uint32_t time_ms)
{
    static const uint32_t parts[4] = { 0x3F19999Au, 0, 0x3F4CCCCDu, 0 };
    uint32_t numbers[POSE_FRAME_NUMBERS];
    for (unsigned i = 0; i < POSE_FRAME_NUMBERS; i++)
        numbers[i] = 0x3E000000u + calls_below(0x500) * 0x10000u + calls_below(65536);
    for (unsigned i = 0; attitude && i < 4; i++)
        numbers[i] = parts[i];
    return pose_frame(bytes, attitude, time_ms, numbers);
}

static void autopilot_read(void)
{
    forget_all();
    for (unsigned i = 0; i < 4; i++) {
        const unsigned size = make_message(i % 2u != 0, 10u + i);
        for (unsigned n = 0; n < size; n++) {
            oct9_status_t status;
            CALL(status = oct9_autopilot_read(&receiver, bytes[n], i));
            calls_answer((uint32_t)status);
        }
    }
    for (unsigned i = 0; i < 3; i++)
        calls_answer((uint32_t)receiver.position.place_mm[i]);
}

static void pose(void)
{
    forget_all();
    for (unsigned i = 0; i < CALLS_CASES; i++) {
        oct9_autopilot_pose_t robot;
        oct9_status_t status;
        for (unsigned kind = 0; kind < 2; kind++) {
            const unsigned size = make_message(kind != 0, 100u + i);
            for (unsigned n = 0; n < size; n++)
                (void)oct9_autopilot_read(&receiver, bytes[n], i);
        }
        CALL(status = oct9_autopilot_pose(&receiver, i, 100, NULL, &robot));
        calls_answer((uint32_t)status);
        if (status != OCT9_OK)
            continue;
        calls_answer((uint32_t)robot.pose.place_mm.x);
        calls_answer((uint32_t)robot.pose.rotation.w);
        calls_answer(robot.heading);
    }
}

static const call_t calls[] = {
    { "autopilot_ring", ring },           { "autopilot_point", point },
    { "autopilot_scan", scan },           { "autopilot_write", autopilot_write },
    { "autopilot_read", autopilot_read }, { "autopilot_pose", pose }
};

int main(void)
{
    return calls_run(calls, sizeof calls / sizeof calls[0]);
}
