/* SPDX-License-Identifier: MIT */
/* Internal: the nodes that contain points of the cube. */
#ifndef OCT9_SRC_PLACE_H
#define OCT9_SRC_PLACE_H

#include "oct9/point.h"
#include "port/oct9_port.h"

/* The number, as a child, of the node of `level` that contains the point. */
static inline unsigned oct9_place_child(const oct9_point_t *point, unsigned level)
{
    OCT9_ASSERT(level < OCT9_LEVELS);
    const unsigned bit = level + 6u;
    return ((unsigned)point->x >> bit & 1u) | ((unsigned)point->y >> bit & 1u) << 1 |
           ((unsigned)point->z >> bit & 1u) << 2;
}

/* The bits in which the coordinates of two points differ, all axes together. */
static inline uint32_t oct9_place_differ(const oct9_point_t *a, const oct9_point_t *b)
{
    return (uint32_t)((a->x ^ b->x) | (a->y ^ b->y) | (a->z ^ b->z));
}

/* The level of the smallest node that contains two points which differ in these bits. */
static inline unsigned oct9_place_level(uint32_t differ)
{
    return differ < OCT9_CELL_Q6 ? 0 : oct9_port_top_bit(differ) - 5u;
}

#endif
