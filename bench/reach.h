/* SPDX-License-Identifier: MIT */
/* The cells that a sphere may meet, and which of a row it meets, for the peers. Cells and sphere
 * include their surfaces. */
#ifndef BENCH_REACH_H
#define BENCH_REACH_H

#include "bench/segment.h"

typedef struct {
    int32_t first[3], end[3]; /* cells of the cube */
    int32_t at[3];            /* its centre, from the cube's low face, and its radius */
    int32_t radius;
} reach_t;

HOT int32_t reach_later(int32_t a, int32_t b)
{
    return a > b ? a : b;
}

HOT int32_t reach_earlier(int32_t a, int32_t b)
{
    return a < b ? a : b;
}

/* The cells within an extent whose places are 1 << level cells wide, without its guard. */
HOT void reach_set(reach_t *reach, const grid_extent_t *extent, unsigned level,
                   const oct9_point_t *centre, uint32_t radius)
{
    reach->at[0] = centre->x - OCT9_LOW_Q6;
    reach->at[1] = centre->y - OCT9_LOW_Q6;
    reach->at[2] = centre->z - OCT9_LOW_Q6;
    reach->radius = (int32_t)radius;
    EACH_AXIS
    {
        const int32_t low = extent->low[axis], high = low + extent->size[axis] - 1;
        const int32_t first = (reach->at[axis] - reach->radius - 1) >> CELL_SHIFT;
        const int32_t end = ((reach->at[axis] + reach->radius) >> CELL_SHIFT) + 1;
        reach->first[axis] = reach_later(first, (low + 1) * (1 << level));
        reach->end[axis] = reach_earlier(end, high * (1 << level));
    }
}

/* The square of the distance between the centre and a cell, along one axis. */
HOT int32_t reach_square(const reach_t *reach, unsigned axis, int32_t cell)
{
    const int32_t below = cell * OCT9_CELL_Q6 - reach->at[axis];
    const int32_t apart = reach_later(reach_later(below, -below - OCT9_CELL_Q6), 0);
    return apart * apart;
}

/* Whether the sphere meets a set bit of the row at y and z; bit 0 is the cell at x. */
HOT bool reach_meets(const reach_t *reach, uint32_t row, int32_t x, int32_t y, int32_t z)
{
    const int32_t rest = reach->radius * reach->radius - reach_square(reach, 1, y) -
                         reach_square(reach, 2, z);
    for (; row != 0; row &= row - 1u)
        if (reach_square(reach, 0, x + __builtin_ctz(row)) <= rest)
            return true;
    return false;
}

#endif
