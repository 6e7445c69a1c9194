/* SPDX-License-Identifier: MIT */
/* What the arm says of its motions: a table for people; lines that begin with '@' are for the
 * picture (host/draw.c). Instructions stand behind the last '|' of a line, or in a separate line:
 * all else is the same on every machine. */
#ifndef ARM_REPORT_H
#define ARM_REPORT_H

#include "examples/arm/motion.h"
#include "examples/arm/watch.h"

typedef struct {
    watch_near_t nearest;
    watch_touch_t touch;
} findings_t;

/* The instructions that the two took. */
typedef struct {
    uint32_t clearance, step;
} cost_t;

typedef struct {
    uint32_t poses;
    cost_t sum, worst;
} report_t;

void report_begin(const oct9_scene_t *scene, uint32_t bytes);
void report_motion(const motion_t *motion);
void report_pose(report_t *report, const oct9_scene_t *scene, const oct9_frame_t *frame,
                 const arm_angles_t *angles, const findings_t *found, const cost_t *cost);
void report_touch(const oct9_scene_t *scene, const oct9_frame_t *frame, const watch_touch_t *touch);
void report_clear(void);
void report_end(const report_t *report, uint32_t state_bytes, uint32_t stack_bytes);

/* The arm when it touches, somewhere between two poses, as lines for the picture. */
void report_picture(const oct9_scene_t *scene, const arm_place_t *from, const arm_place_t *to,
                    const watch_touch_t *touch);

#endif
