/* SPDX-License-Identifier: MIT */
/* Points from sub-cells and cells, both counted from the low corner of the cube: the one place of
 * these tests that knows where the cube lies. */
#ifndef OCT9_TEST_FROM_LOW_H
#define OCT9_TEST_FROM_LOW_H

#include "oct9/point.h"

#include <stdbool.h>
#include <stdint.h>

/* The coordinate that many sub-cells above the low face of the cube, or below it if negative:
 * -16384..49151. */
#define FROM_LOW(q6) (OCT9_LOW_Q6 + (int)(q6))

/* The low face of a cell; -256..767 with those outside. */
#define CELL_LOW(cell) FROM_LOW((int)(cell)*OCT9_CELL_Q6)

/* A point of constants, as an initializer. */
#define POINT_FROM_LOW(x, y, z)               \
    {                                         \
        FROM_LOW(x), FROM_LOW(y), FROM_LOW(z) \
    }

static inline oct9_point_t point_from_low(int x, int y, int z)
{
    const oct9_point_t point = { (int16_t)FROM_LOW(x), (int16_t)FROM_LOW(y), (int16_t)FROM_LOW(z) };
    return point;
}

/* The low corner of a cell. */
static inline oct9_point_t cell_corner(int x, int y, int z)
{
    return point_from_low(x * OCT9_CELL_Q6, y * OCT9_CELL_Q6, z * OCT9_CELL_Q6);
}

static inline bool is_within(int at)
{
    return at >= OCT9_LOW_Q6 && at < OCT9_HIGH_Q6;
}

/* True if the point is in the cube, which is half-open. */
static inline bool is_inside(oct9_point_t point)
{
    return is_within(point.x) && is_within(point.y) && is_within(point.z);
}

#endif
