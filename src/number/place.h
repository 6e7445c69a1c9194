/* SPDX-License-Identifier: MIT */
/* Internal: the nodes that contain points of the cube. */
#ifndef OCT9_SRC_PLACE_H
#define OCT9_SRC_PLACE_H

#include "oct9/point.h"
#include "port/oct9_port.h"
#include "src/number/axes.h"

/* The number, as a child, of the node of `level` that contains the point. */
static inline unsigned oct9_place_child(const oct9_point_t *point, unsigned level)
{
    OCT9_ASSERT(level < OCT9_LEVELS);
    const unsigned bit = level + 6u;
    return (oct9_from_low(point->x) >> bit & 1u) | (oct9_from_low(point->y) >> bit & 1u) << 1 |
           (oct9_from_low(point->z) >> bit & 1u) << 2;
}

/* The bits in which the distances of two points from the low faces of the cube differ, all axes
 * together: below OCT9_CUBE_Q6 if both are in the cube, not below it if one is. */
static inline uint32_t oct9_place_differ(const oct9_point_t *a, const oct9_point_t *b)
{
    return (oct9_from_low(a->x) ^ oct9_from_low(b->x)) |
           (oct9_from_low(a->y) ^ oct9_from_low(b->y)) |
           (oct9_from_low(a->z) ^ oct9_from_low(b->z));
}

/* The level of the smallest node that contains two points of the cube which differ in these
 * bits. */
static inline unsigned oct9_place_level(uint32_t differ)
{
    return differ < OCT9_CELL_Q6 ? 0 : oct9_port_top_bit(differ) - 5u;
}

#endif
