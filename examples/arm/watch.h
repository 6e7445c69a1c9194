/* SPDX-License-Identifier: MIT */
/* What the arm asks the scene: how near is it, and what would the next step touch? */
#ifndef ARM_WATCH_H
#define ARM_WATCH_H

#include "examples/arm/arm.h"
#include "oct9/scene.h"

enum { WATCH_RANGE_MM = 150 };

/* The sphere that is nearest to anything. */
typedef struct {
    bool found; /* within the range */
    uint8_t sphere;
    uint16_t index;   /* the primitive's */
    uint32_t gap_q14; /* in 1/256 sub-cell; 0: it touches */
} watch_near_t;

/* The sphere that is first to touch anything. */
typedef struct {
    bool touches;
    uint8_t sphere;
    oct9_scene_hit_t hit;
} watch_touch_t;

/* Both fail as the queries do. The range is made sub-cells by the frame. */
oct9_status_t watch_clearance(const oct9_scene_t *scene, const oct9_frame_t *frame,
                              const arm_place_t *arm, watch_near_t *nearest);

/* Each sphere goes straight from where it is to where it will be, with the larger of the two radii:
 * it holds both. */
oct9_status_t watch_step(const oct9_scene_t *scene, const arm_place_t *from, const arm_place_t *to,
                         watch_touch_t *first);

#endif
