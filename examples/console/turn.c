/* SPDX-License-Identifier: MIT */
#include "examples/console/turn.h"

#include "examples/arm/sine.h"

enum { HALF_DEGREE = 4 }; /* eighths of a degree */

void turn_from_degrees(int16_t degrees, oct9_rotation_t *rotation)
{
    const int32_t half = (int32_t)degrees * HALF_DEGREE;
    rotation->w = sine_q14(half + SINE_RIGHT_ANGLE); /* its cosine */
    rotation->x = 0;
    rotation->y = 0;
    rotation->z = sine_q14(half);
}
