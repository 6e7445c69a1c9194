/* SPDX-License-Identifier: MIT */
/* Points as arrays of coordinates; copies of leaves. */
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

void oct9_leaf_copy(oct9_leaf_t *to, const oct9_leaf_t *from)
{
    oct9_cell_copy(&to->corner, &from->corner);
    to->payload = from->payload;
    to->level = from->level;
    to->state = from->state;
}
