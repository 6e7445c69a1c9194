/* SPDX-License-Identifier: MIT */
/* A ray through a grid, in integers, for the peers: which planes it crosses, in which order.
 *
 * Axes on which it descends are mirrored, so that all travel is upward. A mirrored cell holds its
 * high face instead of its low one: it is left just after the plane is reached, "late". With u the
 * distance to a plane and L the ray's length along the axis, planes are ordered by u / L, then by
 * late. What is compared is 2 (u_a L_b - u_b L_a) + late_a - late_b, and each step changes it by
 * one addition (Bresenham 1965; Amanatides and Woo 1987).
 *
 * Bounds: L and starts are below 2^16, and from a place that the ray is in, the next plane is at
 * most 512 sub-cells ahead, so that what is compared stays below 2^27. */
#ifndef BENCH_SEGMENT_H
#define BENCH_SEGMENT_H

#include "bench/grids.h"

enum { CELL_SHIFT = 6, BRICK_SHIFT = 9 };

/* Also at -Os: a step in a loop, and what is called once. */
#define HOT static inline __attribute__((always_inline))
#define EACH_AXIS _Pragma("GCC unroll 3") for (unsigned axis = 0; axis < 3; axis++)

typedef struct {
    uint32_t start[3], length[3]; /* sub-cells from the cube's low or mirrored low face */
    uint32_t late[3];
    const bench_ray_t *ray;
} segment_t;

/* Through places: cells or bricks. `at` and `stride` are the caller's index. */
typedef struct {
    int32_t xy, xz, yz; /* x's plane comes before y's where xy is below 0, and so on */
    int32_t by[3];      /* what a step changes them by */
    int32_t end, left;  /* planes from the cube's faces on; and those still to be crossed */
    int32_t at, stride[3];
} stepper_t;

/* The time of a plane. */
typedef struct {
    uint32_t num, den, late;
} moment_t;

HOT void segment_set(segment_t *segment, const bench_ray_t *ray)
{
    const int32_t from[3] = { ray->from.x, ray->from.y, ray->from.z };
    const int32_t to[3] = { ray->to.x, ray->to.y, ray->to.z };
    segment->ray = ray;
    EACH_AXIS
    {
        const bool late = to[axis] < from[axis];
        const int32_t length = to[axis] - from[axis];
        segment->late[axis] = late;
        segment->length[axis] = (uint32_t)(late ? -length : length);
        segment->start[axis] = (uint32_t)(late ? OCT9_HIGH_Q6 - from[axis]
                                               : from[axis] - OCT9_LOW_Q6);
    }
}

/* From a place that counts upward to the mirrored one, or back; a cube's edge has `count`. */
HOT uint32_t mirror(const segment_t *segment, unsigned axis, uint32_t place, uint32_t count)
{
    return segment->late[axis] ? count - 1u - place : place;
}

/* The place that it starts in, mirrored; places are 1 << shift sub-cells wide. */
HOT void segment_first(const segment_t *segment, unsigned shift, uint32_t place[3])
{
    EACH_AXIS
    place[axis] = (segment->start[axis] - segment->late[axis]) >> shift;
}

HOT int32_t segment_order(const segment_t *segment, unsigned a, unsigned b, const uint32_t ahead[3])
{
    return 2 * (int32_t)(ahead[a] * segment->length[b] - ahead[b] * segment->length[a]) +
           (int32_t)(segment->late[a] - segment->late[b]);
}

/* What does not depend on where it begins. */
HOT void stepper_set(stepper_t *stepper, const segment_t *segment, unsigned shift)
{
    stepper->end = 0;
    EACH_AXIS
    {
        const uint32_t end = segment->start[axis] + segment->length[axis] - segment->late[axis];
        stepper->by[axis] = (int32_t)(segment->length[axis] << (shift + 1u));
        stepper->end += (int32_t)(end >> shift);
    }
}

/* Begins in a mirrored place. */
HOT void stepper_begin(stepper_t *stepper, const segment_t *segment, unsigned shift,
                       const uint32_t place[3])
{
    uint32_t ahead[3];
    EACH_AXIS
    ahead[axis] = ((place[axis] + 1u) << shift) - segment->start[axis];
    stepper->left = stepper->end - (int32_t)(place[0] + place[1] + place[2]);
    stepper->xy = segment_order(segment, 0, 1, ahead);
    stepper->xz = segment_order(segment, 0, 2, ahead);
    stepper->yz = segment_order(segment, 1, 2, ahead);
}

/* Sets the index of a mirrored place, and what a step on each axis adds to it. */
HOT void stepper_index(stepper_t *stepper, const segment_t *segment, const grid_extent_t *extent,
                       uint32_t count, const uint32_t place[3])
{
    const int32_t row = extent->size[0], size[3] = { 1, row, row * extent->size[1] };
    stepper->at = 0;
    EACH_AXIS
    {
        const int32_t real = (int32_t)mirror(segment, axis, place[axis], count);
        stepper->at += size[axis] * (real - extent->low[axis]);
        stepper->stride[axis] = segment->late[axis] ? -size[axis] : size[axis];
    }
}

HOT void step_x(stepper_t *s)
{
    s->xy += s->by[1];
    s->xz += s->by[2];
    s->at += s->stride[0];
    s->left--;
}

HOT void step_y(stepper_t *s)
{
    s->xy -= s->by[0];
    s->yz += s->by[2];
    s->at += s->stride[1];
    s->left--;
}

HOT void step_z(stepper_t *s)
{
    s->xz -= s->by[0];
    s->yz -= s->by[1];
    s->at += s->stride[2];
    s->left--;
}

/* Crosses the next plane, or those of several axes that are crossed at once. */
HOT void step(stepper_t *s)
{
    const int32_t xy = s->xy, xz = s->xz, yz = s->yz;
    if (xy < 0) {
        if (xz <= 0)
            step_x(s);
        if (xz >= 0)
            step_z(s);
    } else if (xy > 0) {
        if (yz <= 0)
            step_y(s);
        if (yz >= 0)
            step_z(s);
    } else if (xz > 0) {
        step_z(s);
    } else {
        step_x(s);
        step_y(s);
        if (xz == 0)
            step_z(s);
    }
}

/* When it enters a mirrored place: at 0/1 if it starts there. */
HOT moment_t segment_entry(const segment_t *segment, unsigned shift, const uint32_t place[3])
{
    moment_t last = { 0, 1, 0 };
    EACH_AXIS
    {
        const uint32_t num = (place[axis] << shift) - segment->start[axis];
        const uint32_t den = segment->length[axis], late = segment->late[axis];
        /* A low plane behind the start was not crossed. */
        if ((int32_t)(num + late) > 0 && num * last.den + (late & ~last.late) > last.num * den) {
            last.num = num;
            last.den = den;
            last.late = late;
        }
    }
    return last;
}

/* The cell that it is in at a moment, mirrored. */
HOT void segment_cell(const segment_t *segment, const moment_t *moment, uint32_t cell[3])
{
    EACH_AXIS
    {
        const uint32_t late = segment->late[axis] & ~moment->late;
        const uint32_t product = moment->num * segment->length[axis];
        /* Whole sub-cells; a late axis has not yet crossed a plane that it reaches now. */
        const uint32_t gone = product < late ? 0u - late : (product - late) / moment->den;
        cell[axis] = (segment->start[axis] + gone) >> CELL_SHIFT;
    }
}

/* The mirrored place of an index. True if it is in the guard. */
HOT bool segment_place(const segment_t *segment, const grid_extent_t *extent, int32_t at,
                       uint32_t count, uint32_t place[3])
{
    const uint32_t row = (uint32_t)at / extent->size[0], slice = row / extent->size[1];
    const uint32_t real[3] = { (uint32_t)at - row * extent->size[0], row - slice * extent->size[1],
                               slice };
    bool guard = false;
    EACH_AXIS
    {
        const int32_t in_cube = (int32_t)real[axis] + extent->low[axis];
        place[axis] = mirror(segment, axis, (uint32_t)in_cube, count);
        guard = guard || real[axis] - 1u >= extent->size[axis] - 2u;
    }
    return guard;
}

/* A coordinate of the start, and so much of the displacement on. */
HOT int16_t segment_along(const segment_t *segment, unsigned axis, int16_t from,
                          const moment_t *moment)
{
    const int32_t gone = (int32_t)(moment->num * segment->length[axis] / moment->den);
    return (int16_t)(segment->late[axis] ? from - gone : from + gone);
}

/* What is said of a hit cell, mirrored, or of none. */
HOT void segment_hit(const segment_t *segment, const uint32_t cell[3], grid_hit_t *hit)
{
    const oct9_point_t *from = &segment->ray->from;
    const moment_t entry = segment_entry(segment, CELL_SHIFT, cell);
    EACH_AXIS
    hit->cell[axis] = (uint16_t)mirror(segment, axis, cell[axis], OCT9_CELLS);
    hit->hit = true;
    hit->fraction.num = entry.num;
    hit->fraction.den = entry.den;
    hit->point.x = segment_along(segment, 0, from->x, &entry);
    hit->point.y = segment_along(segment, 1, from->y, &entry);
    hit->point.z = segment_along(segment, 2, from->z, &entry);
}

HOT void segment_no_hit(const segment_t *segment, grid_hit_t *hit)
{
    hit->hit = false;
    hit->fraction.num = hit->fraction.den = 1;
    hit->point = segment->ray->to;
}

/* Of a cell of the guard, mirrored: a hit if unknown space blocks, unless it is outside the cube.
 */
HOT void segment_leaves(const segment_t *segment, const uint32_t cell[3], bool unknown_passes,
                        grid_hit_t *hit)
{
    if (unknown_passes || (cell[0] | cell[1] | cell[2]) >= OCT9_CELLS) {
        segment_no_hit(segment, hit);
        return;
    }
    segment_hit(segment, cell, hit);
    hit->state = OCT9_UNKNOWN;
}

#endif
