/* SPDX-License-Identifier: MIT */
/* A moving sphere against a box, without a square root and without a division.
 *
 * On one axis let v = A + D t be the centre, D >= 0, and e its distance beyond the box: v - lo < 0
 * below the box, v - hi > 0 above it, 0 beside it. The squared distance f(t) = sum of e e is convex
 * and smooth, and half its slope is s(t) = sum of D e. So the path meets the box iff the least f is
 * at most r r. The signs of s say where f is least:
 *
 * - at t = 0 if s(0) >= 0, at t = 1 if s(1) <= 0: f is computed there;
 * - otherwise in between. On each axis the sign of s at the times when v crosses lo and hi says
 *   whether v is below, beside or above the box when f is least. This gives the nearest part of the
 *   box, a face, an edge or a corner. f is then the squared distance to the line or plane of that
 *   part: |g x D|^2 / |D|^2, where g has the gaps at t = 0 on the axes that have one, and D the
 *   lengths on the same axes.
 *
 * Bounds: A - lo and A - hi within 2^17, D <= 65535, r <= 32767. */
#include "src/query/capsule.h"

#include "port/oct9_port.h"
#include "src/number/fraction.h"

/* What can be said at one time. */
enum {
    FALLS = 1,       /* f falls */
    RISES_NOT = 2,   /* f falls or is least */
    MISSES = 4,      /* the sphere is apart from the box */
    OVERLAPS_NOT = 8 /* the sphere is apart from the box or touches it */
};

static inline uint32_t squared(uint16_t x)
{
    return (uint32_t)x * x;
}

/* The centre's distance beyond the box on an axis at the time num / den, times den. With num <=
 * 65536 and den <= 65535 it is within 2^33 + 2^32. */
static inline int64_t beyond(const oct9_capsule_axis_t *axis, uint32_t num, uint32_t den)
{
    int64_t e = (int64_t)axis->low * (int32_t)den;
    e += (uint32_t)(axis->length * num); /* below 2^32 */
    if (e < 0)
        return e;
    e = (int64_t)axis->high * (int32_t)den;
    e += (uint32_t)(axis->length * num);
    return e > 0 ? e : 0;
}

/* What can be said at the time num / den. It does not find MISSES. */
static inline unsigned look_at_time(const oct9_capsule_t *capsule, uint32_t num, uint32_t den)
{
    const uint32_t radius = capsule->radius_q6 * den; /* below 2^31 */
    int64_t slope = 0, left = (int64_t)((uint64_t)radius * radius);
    unsigned seen = 0;
    OCT9_UNROLL
    for (unsigned a = 0; a < 3; a++) {
        const int64_t e = beyond(&capsule->axis[a], num, den);
        slope += e * capsule->axis[a].length; /* the sum of three is within 3 * 2^16 * 2^34 */
        if ((uint64_t)e + radius > (uint32_t)(2u * radius))
            seen = OVERLAPS_NOT;
        else
            left -= e * e; /* not below -2^63: from at most 2^62, minus three times at most 2^62 */
    }
    return seen | (slope < 0 ? FALLS : 0u) | (slope < 1 ? RISES_NOT : 0u) |
           (left < 1 ? OVERLAPS_NOT : 0u);
}

/* True if the centre is nearest to the box when it has travelled u on the axis, or later. */
static bool nearest_after(const oct9_capsule_t *capsule, uint32_t length, int32_t u)
{
    if (u <= 0 || (uint32_t)u >= length)
        return u <= 0;
    return look_at_time(capsule, (uint32_t)u, length) & RISES_NOT;
}

/* Sets the gaps: the signed distances at the start to the faces that are nearest when the distance
 * is least. A gap is 0 if the centre is beside the box at that time. */
static void open_gaps(oct9_capsule_t *capsule)
{
    for (unsigned a = 0; a < 3; a++) {
        oct9_capsule_axis_t *axis = &capsule->axis[a];
        axis->along = axis->length;
        axis->gap = axis->high;
        if (nearest_after(capsule, axis->length, -axis->high))
            continue;
        axis->gap = axis->low;
        if (nearest_after(capsule, axis->length, -axis->low))
            axis->gap = axis->along = 0;
    }
}

/* True if the path's line comes within the radius of the box's nearest part: |g x D| <= r |D|. */
static OCT9_APART bool line_meets(const oct9_capsule_t *capsule)
{
    const oct9_capsule_axis_t *a = &capsule->axis[2], *b = capsule->axis;
    uint64_t left = 0;
    for (unsigned i = 0; i < 3; i++)
        left += squared(capsule->axis[i].along); /* three times 2^32 */
    left *= squared(capsule->radius_q6);         /* below 2^34 * 2^30 */
    for (unsigned i = 0; i < 3; i++) {
        /* Each product is within 2^17 * 2^16. A difference above 2^32 is more than r |D|. */
        int64_t cross = (int64_t)a->gap * b->along - (int64_t)b->gap * a->along;
        if (cross < 0)
            cross = -cross;
        if (cross > UINT32_MAX)
            return false;
        const uint64_t square = (uint64_t)cross * (uint32_t)cross;
        if (square > left)
            return false;
        left -= square;
        a = b++;
    }
    return true;
}

/* What can be said at the start or at the end of the path. It does not find OVERLAPS_NOT. There 32
 * bits hold all but the slope. */
static unsigned look_at_end(const oct9_capsule_t *capsule, bool end)
{
    const int32_t radius = capsule->radius_q6;
    uint32_t sum = 0; /* at most three times 2^30, for what does not miss */
    int64_t slope = 0;
    unsigned seen = 0;
    for (unsigned a = 0; a < 3; a++) {
        const oct9_capsule_axis_t *axis = &capsule->axis[a];
        const int32_t length = axis->length, travelled = end ? length : 0;
        int32_t e = axis->low + travelled;
        if (e > 0) {
            e = axis->high + travelled;
            if (e < 0)
                continue;
        }
        slope += (int64_t)e * length;
        if (e > radius || e < -radius)
            seen = MISSES;
        else
            sum += (uint32_t)(e * e);
    }
    return seen | (slope < 0 ? FALLS : 0u) | (slope < 1 ? RISES_NOT : 0u) |
           (sum > squared(capsule->radius_q6) ? MISSES : 0u);
}

unsigned oct9_capsule_meets(oct9_capsule_t *capsule)
{
    unsigned seen = look_at_end(capsule, false);
    if (!(seen & MISSES))
        return OCT9_CAPSULE_STARTS;
    if (!(seen & FALLS))
        return OCT9_CAPSULE_APART;
    seen = look_at_end(capsule, true);
    if (!(seen & MISSES))
        return OCT9_CAPSULE_COMES;
    if (seen & RISES_NOT)
        return OCT9_CAPSULE_APART;
    open_gaps(capsule);
    return line_meets(capsule) ? OCT9_CAPSULE_COMES : OCT9_CAPSULE_APART;
}

bool oct9_capsule_not_before(const oct9_capsule_t *capsule, uint32_t time)
{
    const unsigned coming = FALLS | OVERLAPS_NOT;
    return (look_at_time(capsule, time, OCT9_WAY_MAX) & coming) == coming;
}

uint32_t oct9_capsule_contact(const oct9_capsule_t *capsule, uint32_t from, uint32_t end)
{
    while (end - from > 1) {
        const uint32_t middle = (from + end) / 2;
        if (oct9_capsule_not_before(capsule, middle))
            from = middle;
        else
            end = middle;
    }
    return from;
}
