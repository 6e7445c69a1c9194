/* SPDX-License-Identifier: MIT */
/* What the robot says of its drive. */
#ifndef CORRIDOR_REPORT_H
#define CORRIDOR_REPORT_H

#include "examples/corridor/clearance.h"
#include "examples/corridor/sensor.h"
#include "examples/corridor/path.h"

/* What the robot has found at a place. */
typedef struct {
    sensor_frame_t frame;
    clearance_t clearance;
    oct9_sweep_output_t path;
} findings_t;

/* The instructions that it took. */
typedef struct {
    uint32_t sensor, clearance, path;
} cost_t;

/* Sums and worst cases over the drive. */
typedef struct {
    uint32_t poses;
    cost_t sum, worst;
} report_t;

void report_begin(uint32_t map_bytes);
void report_pose(report_t *report, const oct9_mm_t *place, const findings_t *found,
                 const cost_t *cost);
void report_blocked(const oct9_mm_t *here, const oct9_mm_t *next, const oct9_sweep_output_t *path);
void report_end(const report_t *report, uint32_t state_bytes, uint32_t stack_bytes);

/* A leg of the route, as a line for the picture. */
void report_leg(const oct9_frame_t *frame, const oct9_mm_t *from, const oct9_mm_t *to);

/* The pose, its rays and hits, and what blocks where, as lines for the picture. */
void report_overlay(const sensor_pose_t *pose, const findings_t *found);

#endif
