/* SPDX-License-Identifier: MIT */
/* What the console answers. Places are in millimetres, those of a sub-cell its low corner's. */
#ifndef CONSOLE_ANSWERS_H
#define CONSOLE_ANSWERS_H

#include "examples/console/console.h"
#include "oct9/probe.h"

/* A motion as it was typed. */
typedef struct {
    oct9_mm_t from, to; /* the same twice: no motion */
} motion_t;

/* The map: its cells, its size, the box that it fills; and what unknown space does. */
void answer_map(const console_t *console);
void answer_rules(const oct9_rules_t *rules);

/* Clear, or blocked: how far it is free, and by what. */
void answer_verdict(const oct9_frame_t *frame, const motion_t *motion, oct9_hit_t hit,
                    const oct9_leaf_t *leaf, const oct9_fraction_t *fraction);

/* More of what was met. */
void answer_entered(const oct9_frame_t *frame, oct9_face_t face, const oct9_point_t *point);
void answer_touched(const oct9_frame_t *frame, const motion_t *motion,
                    const oct9_fraction_t *fraction, const oct9_point_t *nearest);

void answer_at(const oct9_frame_t *frame, const oct9_probe_point_output_t *found);
void answer_near(const oct9_frame_t *frame, int16_t range_mm, const oct9_near_t *found);

/* Leaves and nodes visited, and what it cost in the board's unit. */
void answer_cost(uint32_t leaves, uint32_t nodes, uint32_t count);

/* All RAM that the program used so far. */
void answer_memory(void);

#endif
