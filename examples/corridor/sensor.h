/* SPDX-License-Identifier: MIT */
/* An 8x8 time-of-flight sensor of 45 x 45 degrees, as a VL53L5CX, simulated against a map. */
#ifndef CORRIDOR_SENSOR_H
#define CORRIDOR_SENSOR_H

#include "oct9/cast.h"

enum {
    SENSOR_ZONES = 8, /* along each side */
    SENSOR_RAYS = SENSOR_ZONES * SENSOR_ZONES,
    SENSOR_RANGE_MM = 4000,
    SENSOR_NOTHING = 0xFFFF /* no target within range */
};

/* Where the sensor is and the unit vector that it looks along, level, in Q1.14. */
typedef struct {
    oct9_point_t place;
    int16_t forward_x, forward_y;
} sensor_pose_t;

/* Ray by ray: rows from above, in each the columns from left. */
typedef struct {
    uint16_t distance_mm[SENSOR_RAYS]; /* or SENSOR_NOTHING */
    oct9_fan_hit_t hits[SENSOR_RAYS];
    uint32_t visited; /* leaves and nodes, by all rays */
} sensor_frame_t;

/* What the sensor should see: 64 casts through free and unknown space; `to` is scratch. Fails with
 * OCT9_ERR_RANGE iff no point can say a ray's end: it is more than 256 cells outside the cube. */
oct9_status_t sensor_simulate(oct9_point_t to[SENSOR_RAYS], const oct9_map_t *map,
                              const oct9_frame_t *frame, const sensor_pose_t *pose,
                              sensor_frame_t *out);

#endif
