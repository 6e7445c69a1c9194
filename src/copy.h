/* SPDX-License-Identifier: MIT */
/* Internal: structs by field, as everywhere in the core: small compilers call memcpy for an
 * assignment. */
#ifndef OCT9_COPY_H
#define OCT9_COPY_H

#include "oct9/rules.h"

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

/* The point lies in the cube: no int16_t lies above it. */
static inline bool oct9_point_inside(const oct9_point_t *point)
{
    return (point->x | point->y | point->z) >= 0;
}

/* The cell that a point of the cube lies in. */
static inline void oct9_point_cell(const oct9_point_t *point, oct9_cell_t *cell)
{
    cell->x = (uint16_t)((unsigned)point->x / OCT9_CELL_Q6);
    cell->y = (uint16_t)((unsigned)point->y / OCT9_CELL_Q6);
    cell->z = (uint16_t)((unsigned)point->z / OCT9_CELL_Q6);
}

/* A point's coordinates as an array, and back. */
void oct9_point_get(const oct9_point_t *point, int32_t axes[3]);
void oct9_point_set(oct9_point_t *point, const int32_t axes[3]);

void oct9_rules_copy(oct9_rules_t *to, const oct9_rules_t *from);

void oct9_leaf_copy(oct9_leaf_t *to, const oct9_leaf_t *from);

#endif
