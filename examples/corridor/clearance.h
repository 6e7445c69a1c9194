/* SPDX-License-Identifier: MIT */
/* How far from the robot's centre the nearest known obstacle is, on any side. */
#ifndef CORRIDOR_CLEARANCE_H
#define CORRIDOR_CLEARANCE_H

#include "oct9/nearest.h"

enum {
    CLEARANCE_RANGE_MM = 4000,
    CLEARANCE_WIDE = 0xFFFF /* nothing within the range */
};

typedef struct {
    uint16_t distance_mm; /* rounded down, or CLEARANCE_WIDE */
    uint32_t visited;     /* leaves and nodes */
} clearance_t;

/* Unknown space is no obstacle here. */
oct9_status_t clearance_measure(const oct9_map_t *map, const oct9_frame_t *frame,
                                const oct9_mm_t *place, clearance_t *clearance);

#endif
