/* SPDX-License-Identifier: MIT */
/* What the robot says of its drive. */
#ifndef CORRIDOR_REPORT_H
#define CORRIDOR_REPORT_H

#include "examples/corridor/sensor.h"
#include "examples/corridor/way.h"

/* Sums and worst cases over the drive. */
typedef struct {
    uint32_t poses;
    uint32_t sense_instructions, worst_sense;
    uint32_t check_instructions, worst_check;
    uint32_t leaves;
} report_t;

void report_begin(uint32_t map_bytes);
void report_pose(report_t *report, const oct9_mm_t *place, const sensor_frame_t *frame,
                 uint32_t sense_cost, const way_t *way, uint32_t check_cost);
void report_blocked(const oct9_frame_t *frame, const oct9_mm_t *place, const way_t *way);
void report_end(const report_t *report, uint32_t state_bytes, uint32_t stack_bytes);

/* A leg of the route, as a line for the picture. */
void report_leg(const oct9_frame_t *frame, const oct9_mm_t *from, const oct9_mm_t *to);

/* The pose, its rays and hits, and what blocks, as lines for the picture. */
void report_overlay(const sensor_pose_t *pose, const sensor_frame_t *seen, const way_t *way);

#endif
