/* SPDX-License-Identifier: MIT */
/* The route through Freiburg's building 079, and places along it. */
#ifndef CORRIDOR_ROUTE_H
#define CORRIDOR_ROUTE_H

#include "oct9/point.h"

enum { ROUTE_RADIUS_MM = 150 }; /* of the robot */

extern const oct9_mm_t route[];
extern const uint32_t route_length;

/* How many steps of at most `step_mm` lead from one place to the other: at least 1. */
uint32_t route_steps(const oct9_mm_t *from, const oct9_mm_t *to, uint32_t step_mm);

/* The place after i of n steps. */
oct9_mm_t route_place(const oct9_mm_t *from, const oct9_mm_t *to, uint32_t i, uint32_t n);

/* The unit vector from one place to the other, level, in Q1.14. */
void route_heading(const oct9_mm_t *from, const oct9_mm_t *to, int16_t *x, int16_t *y);

#endif
