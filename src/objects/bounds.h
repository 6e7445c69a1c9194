/* SPDX-License-Identifier: MIT */
/* Internal: the bounds of objects, and the exact test whether those of two overlap, by squares in
 * 32 bits. */
#ifndef OCT9_SRC_BOUNDS_H
#define OCT9_SRC_BOUNDS_H

#include "oct9/objects.h"
#include "port/oct9_port.h"
#include "src/number/magnitude.h"

/* A box has a half edge for each axis. A sphere has that of axis 0 on all axes. */
static inline uint16_t oct9_bounds_half(const oct9_bounds_t *bounds, unsigned axis)
{
    return bounds->half_q6[axis & (0u - (bounds->kind == OCT9_BOUND_BOX))];
}

/* Subtracts a square from `left`, modulo 2^32. Returns false if the square is larger than
 * `left`. */
static inline bool oct9_take_square(uint32_t *left, uint32_t gap)
{
    const bool fits = gap * gap <= *left;
    *left -= gap * gap;
    return fits;
}

/* True iff two spheres whose bounding boxes overlap do so, or touch. Distances and the sum of the
 * radii are at most 65534, their squares below 2^32. */
static inline bool oct9_spheres_meet(const oct9_bounds_t *a, const oct9_bounds_t *b)
{
    const oct9_point_t *p = &a->centre, *q = &b->centre;
    const uint32_t reach = (uint32_t)a->half_q6[0] + b->half_q6[0];
    const uint32_t x = (uint32_t)((int32_t)p->x - q->x);
    uint32_t left = reach * reach - x * x;
    return OCT9_AND(oct9_take_square(&left, (uint32_t)((int32_t)p->y - q->y)),
                    oct9_take_square(&left, (uint32_t)((int32_t)p->z - q->z)));
}

/* The distance of a sphere's centre from a box on an axis. */
static inline uint32_t oct9_box_gap(int32_t apart, uint32_t half)
{
    const uint32_t between = oct9_magnitude(apart);
    return between > half ? between - half : 0;
}

/* The same for a sphere and a box. A gap is at most the radius. */
static inline bool oct9_sphere_meets_box(const oct9_bounds_t *sphere, const oct9_bounds_t *box)
{
    const oct9_point_t *p = &sphere->centre, *q = &box->centre;
    const uint32_t gap = oct9_box_gap((int32_t)p->x - q->x, box->half_q6[0]);
    uint32_t left = (uint32_t)sphere->half_q6[0] * sphere->half_q6[0] - gap * gap;
    return OCT9_AND(oct9_take_square(&left, oct9_box_gap((int32_t)p->y - q->y, box->half_q6[1])),
                    oct9_take_square(&left, oct9_box_gap((int32_t)p->z - q->z, box->half_q6[2])));
}

/* True iff the objects touch or overlap. Precondition: their bounding boxes do. */
static inline bool oct9_bounds_meet(const oct9_bounds_t *a, const oct9_bounds_t *b)
{
    if (a->kind == OCT9_BOUND_SPHERE)
        return b->kind == OCT9_BOUND_SPHERE ? oct9_spheres_meet(a, b) : oct9_sphere_meets_box(a, b);
    return b->kind == OCT9_BOUND_BOX || oct9_sphere_meets_box(b, a);
}

#endif
