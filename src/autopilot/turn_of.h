/* SPDX-License-Identifier: MIT */
/* Internal: angles in 65536ths of a turn, from x toward y. */
#ifndef OCT9_SRC_TURN_OF_H
#define OCT9_SRC_TURN_OF_H

#include <stdint.h>

/* The angle of (x, y), of (0, 0) any, to the nearest. Where neither is below 2^20 the error is
 * below 0.6 of these units; coordinates are within +-2^29. */
uint16_t oct9_turn_of(int32_t x, int32_t y);

/* The cosine and the sine of an angle in Q14, each rounded toward 0, so that they are never longer
 * than 1. */
void oct9_turn_unit(uint16_t angle, int32_t *cosine_q14, int32_t *sine_q14);

#endif
