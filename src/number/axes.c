/* SPDX-License-Identifier: MIT */
/* Points as arrays of coordinates. */
#include "src/number/axes.h"

void oct9_point_get(const oct9_point_t *point, int32_t axes[3])
{
    axes[0] = point->x;
    axes[1] = point->y;
    axes[2] = point->z;
}

void oct9_point_set(oct9_point_t *point, const int32_t axes[3])
{
    point->x = (int16_t)axes[0];
    point->y = (int16_t)axes[1];
    point->z = (int16_t)axes[2];
}
