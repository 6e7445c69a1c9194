/* SPDX-License-Identifier: MIT */
/* Internal: the bounds of objects, and the exact test whether those of two overlap, by squares in
 * 32 bits. */
#ifndef OCT9_SRC_BOUNDS_H
#define OCT9_SRC_BOUNDS_H

#include "oct9/objects.h"
#include "port/oct9_port.h"

/* A box has a half edge for each axis. A sphere has that of axis 0 on all axes. */
static inline uint16_t oct9_bounds_half(const oct9_bounds_t *bounds, unsigned axis)
{
    return bounds->half_q6[axis & (0u - (bounds->kind == OCT9_BOUND_BOX))];
}

/* The distance between the cores of two objects on an axis. A sphere's core is its centre, a box's
 * the box itself. */
static inline uint32_t oct9_core_gap(int32_t apart, uint32_t a_half, uint32_t b_half)
{
    const uint32_t between = (uint32_t)(apart < 0 ? -apart : apart), core = a_half + b_half;
    return between > core ? between - core : 0;
}

/* Subtracts a square from `left`, modulo 2^32. Returns false if the square is larger than
 * `left`. */
static inline bool oct9_take_square(uint32_t *left, uint32_t gap)
{
    const bool fits = gap * gap <= *left;
    *left -= gap * gap;
    return fits;
}

/* True iff the objects touch or overlap. Precondition: their bounding boxes do. A sphere is its
 * centre grown by the radius; a box is itself. Gaps and radii are then at most 65534, their squares
 * below 2^32. */
static inline bool oct9_bounds_meet(const oct9_bounds_t *a, const oct9_bounds_t *b)
{
    const uint32_t a_box = (uint32_t)0 - a->kind, b_box = (uint32_t)0 - b->kind; /* masks */
    if ((a->kind & b->kind) != 0)
        return true;
    OCT9_STATIC_ASSERT(OCT9_BOUND_SPHERE == 0 && OCT9_BOUND_BOX == 1, "masks");
    const uint32_t radius = (a->half_q6[0] & ~a_box) + (b->half_q6[0] & ~b_box);
    const oct9_point_t *p = &a->centre, *q = &b->centre;
    const uint32_t gap = /* at most the radius */
        oct9_core_gap((int32_t)p->x - q->x, a->half_q6[0] & a_box, b->half_q6[0] & b_box);
    uint32_t left = radius * radius - gap * gap;
    return OCT9_AND(
        oct9_take_square(&left, oct9_core_gap((int32_t)p->y - q->y, a->half_q6[1] & a_box,
                                              b->half_q6[1] & b_box)),
        oct9_take_square(&left, oct9_core_gap((int32_t)p->z - q->z, a->half_q6[2] & a_box,
                                              b->half_q6[2] & b_box)));
}

#endif
