/* SPDX-License-Identifier: MIT */
/* Internal: points, cells and rotations, and their coordinates by number. The coordinates of a
 * struct are adjacent in memory, so that it can be read as an array. */
#ifndef OCT9_SRC_AXES_H
#define OCT9_SRC_AXES_H

#include "oct9/leaf.h"
#include "oct9/point.h"
#include "oct9/pose.h"
#include "port/oct9_port.h"

#include <stdbool.h>

OCT9_STATIC_ASSERT(sizeof(oct9_point_t) == 6 && sizeof(oct9_cell_t) == 6 && sizeof(oct9_mm_t) == 12,
                   "no gaps");

static inline int32_t oct9_point_axis(const oct9_point_t *point, unsigned axis)
{
    OCT9_ASSERT(axis < 3);
    return ((const int16_t *)point)[axis];
}

static inline void oct9_point_set_axis(oct9_point_t *point, unsigned axis, int32_t to)
{
    OCT9_ASSERT(axis < 3);
    ((int16_t *)point)[axis] = (int16_t)to;
}

static inline uint16_t oct9_cell_axis(const oct9_cell_t *cell, unsigned axis)
{
    OCT9_ASSERT(axis < 3);
    return ((const uint16_t *)cell)[axis];
}

static inline void oct9_cell_set_axis(oct9_cell_t *cell, unsigned axis, uint32_t to)
{
    OCT9_ASSERT(axis < 3);
    ((uint16_t *)cell)[axis] = (uint16_t)to;
}

static inline int32_t oct9_mm_axis(const oct9_mm_t *mm, unsigned axis)
{
    OCT9_ASSERT(axis < 3);
    return ((const int32_t *)mm)[axis];
}

/* Structs are copied field by field, as everywhere in the core: small compilers call memcpy for an
 * assignment. */
static inline void oct9_cell_copy(oct9_cell_t *to, const oct9_cell_t *from)
{
    to->x = from->x;
    to->y = from->y;
    to->z = from->z;
}

static inline void oct9_point_copy(oct9_point_t *to, const oct9_point_t *from)
{
    to->x = from->x;
    to->y = from->y;
    to->z = from->z;
}

static inline void oct9_mm_copy(oct9_mm_t *to, const oct9_mm_t *from)
{
    to->x = from->x;
    to->y = from->y;
    to->z = from->z;
}

static inline bool oct9_point_same(const oct9_point_t *a, const oct9_point_t *b)
{
    return a->x == b->x && a->y == b->y && a->z == b->z;
}

/* The distance of a coordinate from the low face of the cube. Below the cube it wraps: it is below
 * OCT9_CUBE_Q6 in the cube, and only there. */
static inline unsigned oct9_from_low(int16_t at)
{
    return (unsigned)at - (unsigned)OCT9_LOW_Q6;
}

/* True if a coordinate is in the cube. */
static inline bool oct9_axis_inside(int32_t at)
{
    return (uint32_t)(at - OCT9_LOW_Q6) < OCT9_CUBE_Q6;
}

/* True if the point is in the cube. */
static inline bool oct9_point_inside(const oct9_point_t *point)
{
    return (oct9_from_low(point->x) | oct9_from_low(point->y) | oct9_from_low(point->z)) <
           OCT9_CUBE_Q6;
}

/* The low face of a cell, 0..511, in sub-cells; with 512 the high face of the cube. */
static inline int32_t oct9_cell_low(uint32_t cell)
{
    OCT9_ASSERT(cell <= OCT9_CELLS);
    return (int32_t)(cell * OCT9_CELL_Q6) + OCT9_LOW_Q6;
}

/* The cell that contains a point of the cube. */
static inline void oct9_point_cell(const oct9_point_t *point, oct9_cell_t *cell)
{
    OCT9_ASSERT(oct9_point_inside(point));
    cell->x = (uint16_t)(oct9_from_low(point->x) / OCT9_CELL_Q6);
    cell->y = (uint16_t)(oct9_from_low(point->y) / OCT9_CELL_Q6);
    cell->z = (uint16_t)(oct9_from_low(point->z) / OCT9_CELL_Q6);
}

/* A rotation's parts by their number. They are adjacent in memory. */
OCT9_STATIC_ASSERT(sizeof(oct9_rotation_t) == 8, "no gaps");

static inline int32_t oct9_rotation_part(const oct9_rotation_t *rotation, unsigned part)
{
    return ((const int16_t *)rotation)[part]; /* w, x, y, z */
}

static inline void oct9_rotation_set_part(oct9_rotation_t *rotation, unsigned part, int32_t to)
{
    ((int16_t *)rotation)[part] = (int16_t)to;
}

/* A point's coordinates as an array, and back. */
void oct9_point_get(const oct9_point_t *point, int32_t axes[3]);
void oct9_point_set(oct9_point_t *point, const int32_t axes[3]);

void oct9_leaf_copy(oct9_leaf_t *to, const oct9_leaf_t *from);

#endif
