/* SPDX-License-Identifier: MIT */
/* Internal: structs by field, as everywhere in the core: small compilers call memcpy for an
 * assignment. */
#ifndef OCT9_COPY_H
#define OCT9_COPY_H

#include "oct9/pose.h"
#include "oct9/rules.h"
#include "src/axes.h"

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

/* A rotation's parts by their number: they lie side by side. */
_Static_assert(sizeof(oct9_rotation_t) == 8, "no gaps");

static inline int32_t oct9_rotation_part(const oct9_rotation_t *rotation, unsigned part)
{
    /* MISRA D21 */
    return ((const int16_t *)rotation)[part];                  /* w, x, y, z */
}

static inline void oct9_rotation_set_part(oct9_rotation_t *rotation, unsigned part, int32_t to)
{
    ((int16_t *)rotation)[part] = (int16_t)to; /* MISRA D21 */
}

/* The point lies in the cube: no int16_t lies above it. */
static inline bool oct9_point_inside(const oct9_point_t *point)
{
    return (bool)((point->x >= 0) & (point->y >= 0) & (point->z >= 0));
}

/* The cell that a point of the cube lies in. */
static inline void oct9_point_cell(const oct9_point_t *point, oct9_cell_t *cell)
{
    cell->x = (uint16_t)((unsigned)point->x / OCT9_CELL_Q6);
    cell->y = (uint16_t)((unsigned)point->y / OCT9_CELL_Q6);
    cell->z = (uint16_t)((unsigned)point->z / OCT9_CELL_Q6);
}

void oct9_rules_copy(oct9_rules_t *to, const oct9_rules_t *from);

void oct9_leaf_copy(oct9_leaf_t *to, const oct9_leaf_t *from);

#endif
