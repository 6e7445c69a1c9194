/* SPDX-License-Identifier: MIT */
#include "ahead.h"

#include "oct9.h"

#include <stdio.h>

#if VL53L5CX_NB_TARGET_PER_ZONE != 1
#error "the sensor's table takes one target for each zone: set it in the driver's platform.h"
#endif

enum {
    HZ = 15,        /* the most with 8 x 8 zones */
    LOOK_MM = 1400, /* from 1.6 m on a ball of the policy's radius fits between two zones */
    SPEED_MM = 500, /* in a second, at which the robot would go */
    FARTHEST_MM = 2000,
    AGAIN_MS = 1000, /* after which the same is said again */
    NO_ANSWER = -1
};

/* 16 KB of map. Nothing is sent, so that the table of changes is of no use. */
OCT9_MAPPER_MEMORY(static, memory, 1024, 64, 16);
static oct9_mapper_policy_t policy = OCT9_MAPPER_POLICY;
static oct9_mapper_t mapper;
static VL53L5CX_ResultsData results;
static int32_t answered = NO_ANSWER;
static uint32_t answered_ms;

bool ahead_begin(VL53L5CX_Configuration *sensor)
{
    policy.look_mm = LOOK_MM;
    policy.farthest_mm = FARTHEST_MM;
    if (oct9_mapper_init(&mapper, &memory, &oct9_sensor_vl53l5cx_8x8, &policy, NULL) == OCT9_OK &&
        vl53l5cx_init(sensor) == VL53L5CX_STATUS_OK &&
        vl53l5cx_set_resolution(sensor, VL53L5CX_RESOLUTION_8X8) == VL53L5CX_STATUS_OK &&
        vl53l5cx_set_ranging_frequency_hz(sensor, HZ) == VL53L5CX_STATUS_OK &&
        vl53l5cx_start_ranging(sensor) == VL53L5CX_STATUS_OK)
        return true;
    printf("no sensor\n");
    return false;
}

/* 0: blocked. */
static void answer(int32_t clear_mm, uint32_t now_ms)
{
    const bool changed = answered == NO_ANSWER || (answered == 0) != (clear_mm == 0);
    if (!changed && now_ms - answered_ms < AGAIN_MS)
        return;
    answered = clear_mm;
    answered_ms = now_ms;
    if (clear_mm != 0)
        printf("clear %ld mm\n", (long)clear_mm);
    else
        printf("blocked\n");
}

/* The sensor rests at (0, 0, 0) and looks along x. On a robot this is the pose of the sensor, and
 * oct9_mapper_follow moves the window with it. A frame is as old as the sensor takes for one. While
 * the sensor rests, its readings may repeat. */
static void see(uint32_t now_ms)
{
    static const oct9_mapper_pose_t pose = { { 0, 0, 0 }, OCT9_ROTATION_NONE };
    const oct9_sensor_frame_t frame = { .time_ms = now_ms - 1000u / HZ,
                                        .distance_mm = results.distance_mm,
                                        .status = results.target_status,
                                        .count = VL53L5CX_RESOLUTION_8X8 };
    (void)oct9_mapper_see(&mapper, &frame, &pose); /* what fails blocks the check */
}

/* How far a robot may go that stands at (0, 0, 0) and wants to go straight ahead: up to an
 * obstacle, or not at all if there is any other reason for an alarm. Such are a sensor that has
 * become silent or sees nothing, as it is covered or looks into the open, and a hand that it cannot
 * measure. */
static int32_t look(uint32_t now_ms)
{
    const oct9_mapper_motion_t motion = { .now_ms = now_ms, .command_mm = { SPEED_MM, 0, 0 } };
    oct9_mapper_found_t found;
    (void)oct9_mapper_check(&mapper, &motion, &found);
    if ((found.why & ~OCT9_MAPPER_BLOCKED) != 0)
        return 0;
    return found.clear_mm == OCT9_MAPPER_FAR ? LOOK_MM : found.clear_mm;
}

void ahead_poll(VL53L5CX_Configuration *sensor, uint32_t now_ms)
{
    uint8_t ready = 0;
    if (vl53l5cx_check_data_ready(sensor, &ready) == VL53L5CX_STATUS_OK && ready != 0 &&
        vl53l5cx_get_ranging_data(sensor, &results) == VL53L5CX_STATUS_OK)
        see(now_ms);
    answer(look(now_ms), now_ms);
}
