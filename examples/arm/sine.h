/* SPDX-License-Identifier: MIT */
/* Sines of half angles, by a table. */
#ifndef ARM_SINE_H
#define ARM_SINE_H

#include <stdint.h>

enum { SINE_RIGHT_ANGLE = 720 }; /* 90 degrees in eighths of a degree */

/* Of `eighths` / 8 degrees, within one turn of 0: in Q1.14, within 1 of the true one. */
int16_t sine_q14(int32_t eighths);

#endif
