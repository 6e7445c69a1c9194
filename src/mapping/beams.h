/* SPDX-License-Identifier: MIT */
/* Internal: the directions of a laser's beams. */
#ifndef OCT9_SRC_BEAMS_H
#define OCT9_SRC_BEAMS_H

#include <stdint.h>

/* The direction at an angle in the x-y plane, in 1/65536 of a turn from x towards y: Q1.14. More
 * than a turn wraps. Each coordinate is within 2 of the exact one. */
void oct9_beams_direction(uint32_t angle_q16, int32_t direction[3]);

#endif
