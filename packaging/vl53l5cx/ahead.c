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
    FARTHEST_MM = 2000,
    PATIENCE = 500 / AHEAD_POLL_MS, /* polls without a distance */
    NO_ANSWER = -1
};

/* 16 KB of map. Nothing is sent, so that the table of changes is of no use. */
OCT9_MAPPER_MEMORY(static, memory, 1024, 64, 16);
static oct9_mapper_policy_t policy = OCT9_MAPPER_POLICY;
static oct9_mapper_t mapper;
static VL53L5CX_ResultsData results;
static int32_t answered = NO_ANSWER;
static unsigned silent, frames;

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
static void answer(int32_t clear_mm)
{
    const bool changed = answered == NO_ANSWER || (answered == 0) != (clear_mm == 0);
    if (!changed && frames % HZ != 0)
        return;
    answered = clear_mm;
    if (clear_mm != 0)
        printf("clear %ld mm\n", (long)clear_mm);
    else
        printf("blocked\n");
}

/* Whether any zone measured something. A covered sensor gives frames of nothing, and so does one
 * that looks into the open: here both are blocked. */
static bool sees(void)
{
    for (unsigned i = 0; i < VL53L5CX_RESOLUTION_8X8; i++)
        if (oct9_sensor_zone(&oct9_sensor_vl53l5cx_8x8, results.distance_mm[i],
                             results.target_status[i]) == OCT9_ZONE_HIT)
            return true;
    return false;
}

/* The sensor rests at (0, 0, 0) and looks along x. On a robot this is the pose of the sensor, and
 * oct9_mapper_follow moves the window with it. */
static int32_t look(void)
{
    static const oct9_mapper_pose_t pose = { { 0, 0, 0 }, OCT9_ROTATION_NONE };
    static const int16_t velocity_mm[3] = { 0, 0, 0 };
    const oct9_sensor_frame_t frame = { .distance_mm = results.distance_mm,
                                        .status = results.target_status,
                                        .count = VL53L5CX_RESOLUTION_8X8 };
    oct9_mapper_found_t found;
    if (oct9_mapper_see(&mapper, &frame, &pose) != OCT9_OK ||
        oct9_mapper_check(&mapper, &pose, velocity_mm, &found) != OCT9_OK)
        return 0;
    if (mapper.refused != 0)
        return 0; /* something is nearer than the map takes in */
    return found.clear_mm == OCT9_MAPPER_FAR ? LOOK_MM : found.clear_mm;
}

void ahead_poll(VL53L5CX_Configuration *sensor)
{
    uint8_t ready = 0;
    if (vl53l5cx_check_data_ready(sensor, &ready) != VL53L5CX_STATUS_OK || ready == 0 ||
        vl53l5cx_get_ranging_data(sensor, &results) != VL53L5CX_STATUS_OK || !sees()) {
        if (++silent == PATIENCE)
            answer(0);
        return;
    }
    silent = 0;
    frames++;
    answer(look());
}
