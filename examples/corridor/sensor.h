/* SPDX-License-Identifier: MIT */
/* An 8x8 time-of-flight sensor of 45 x 45 degrees, as a VL53L5CX, simulated against a map. */
#ifndef CORRIDOR_SENSOR_H
#define CORRIDOR_SENSOR_H

#include "oct9/cast.h"

enum {
    SENSOR_ZONES = 8,                         /* along each side */
    SENSOR_RANGE_MM = 4000,
    SENSOR_NOTHING = 0xFFFF                   /* no target within range */
};

/* Where the sensor is and the unit vector that it looks along, level, in Q1.14. */
typedef struct {
    oct9_point_t place;
    int16_t forward_x, forward_y;
} sensor_pose_t;

typedef struct {
    /* [row from above][column from left] */
    uint16_t distance_mm[SENSOR_ZONES][SENSOR_ZONES];
    oct9_point_t end[SENSOR_ZONES][SENSOR_ZONES];       /* of the ray: what it hit, or its range */
    uint32_t leaves;                          /* visited by all 64 casts */
} sensor_frame_t;

/* What the sensor should see: 64 casts through free and unknown space. */
void sensor_simulate(oct9_cast_t *scratch, const oct9_map_t *map, const oct9_frame_t *frame,
                     const sensor_pose_t *pose, sensor_frame_t *out);

#endif
