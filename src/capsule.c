/* SPDX-License-Identifier: MIT */
/* A moving sphere against a box, without a root or a division.
 *
 * Write v = A + D t for the centre on one axis, D >= 0, and e for how far it is beyond the box:
 * v - lo < 0 below it, v - hi > 0 above it, 0 between. f(t) = sum of e e is the squared distance,
 * convex and smooth; half its slope is s(t) = sum of D e. So the way meets the box iff the least
 * f is at most r r, and where f is least is known from the signs of s:
 *
 * - at t = 0 if s(0) >= 0, at t = 1 if s(1) <= 0: f is worked out there;
 * - else between, and for each axis the sign of s at the times when v crosses lo and hi says
 *   whether it is below, beside or above the box by then. The nearest part of the box is thus
 *   known, a face, an edge or a corner, and f is the distance to its line: |g x D|^2 / |D|^2 with
 *   the gaps g at t = 0, over the axes with a gap.
 *
 * Bounds: A - lo and A - hi within 2^17, D <= 65535, r <= 32767. */
#include "src/capsule.h"

#include "port/oct9_port.h"
#include "src/fraction.h"

/* How far the centre is beyond the box at the time num / den, times den. With num <= den <= 65535
 * within 2^33 + 2^32. */
static OCT9_APART int64_t beyond(const oct9_capsule_t *capsule, unsigned axis, uint32_t num,
                                 uint32_t den)
{
    const int64_t way = (int64_t)((uint64_t)capsule->length[axis] * num);
    const int64_t from_low = (int64_t)capsule->from_low[axis] * (int32_t)den + way;
    const int64_t from_high = (int64_t)capsule->from_high[axis] * (int32_t)den + way;
    return from_low < 0 ? from_low : from_high > 0 ? from_high : 0;
}

/* Half the slope of the squared distance there, times den: three times 2^16 * 2^34. */
static int64_t slope(const oct9_capsule_t *capsule, uint32_t num, uint32_t den)
{
    int64_t sum = 0;
    for (unsigned a = 0; a < 3; a++)
        sum += beyond(capsule, a, num, den) * capsule->length[a];
    return sum;
}

/* The distance there is at most the radius; with `below` = 1, less than it. */
static bool within(const oct9_capsule_t *capsule, uint32_t num, uint32_t den, unsigned below)
{
    const uint32_t radius = capsule->radius_q6 * den;          /* below 2^31 */
    uint64_t sum = below;
    for (unsigned a = 0; a < 3; a++) {
        const int64_t e = beyond(capsule, a, num, den);
        const uint64_t gap = (uint64_t)(e < 0 ? -e : e);
        if (gap > radius)
            return false;
        sum += gap * gap;                 /* three times 2^62 */
    }
    return sum <= (uint64_t)radius * radius;
}

/* The centre is nearest to the box not before it has gone u on the axis. */
static bool nearest_after(const oct9_capsule_t *capsule, unsigned axis, int32_t u)
{
    const uint32_t length = capsule->length[axis];
    if (u <= 0 || (uint32_t)u >= length)
        return u <= 0;
    return slope(capsule, (uint32_t)u, length) <= 0;
}

/* The gap on one axis, at the start and with its sign, to the face that is nearest when the
 * distance is least; false if the box is beside it then. */
static OCT9_APART bool open_gap(const oct9_capsule_t *capsule, unsigned axis, int32_t *gap)
{
    const bool above = nearest_after(capsule, axis, -capsule->from_high[axis]);
    *gap = above ? capsule->from_high[axis] : capsule->from_low[axis];
    return above || !nearest_after(capsule, axis, -capsule->from_low[axis]);
}

/* The line of the way comes within the radius of the box's nearest part: |g x D| <= r |D|. */
static OCT9_APART bool line_meets(const oct9_capsule_t *capsule)
{
    int32_t gap[3];
    uint32_t length[3];
    uint64_t left = 0;
    for (unsigned a = 0; a < 3; a++) {
        const bool open = open_gap(capsule, a, &gap[a]);
        length[a] = open ? capsule->length[a] : 0;
        gap[a] = open ? gap[a] : 0;
        left += (uint64_t)length[a] * length[a];             /* three times 2^32 */
    }
    left *= (uint32_t)capsule->radius_q6 * capsule->radius_q6;   /* below 2^34 * 2^30 */
    for (unsigned a = 0, b = 2; a < 3; b = a++) {
        /* Each product is within 2^17 * 2^16; a difference beyond 2^32 is more than r |D|. */
        const int64_t cross = (int64_t)gap[a] * length[b] - (int64_t)gap[b] * length[a];
        const uint64_t size = (uint64_t)(cross < 0 ? -cross : cross);
        if (size > UINT32_MAX || size * size > left)
            return false;
        left -= size * size;
    }
    return true;
}

bool oct9_capsule_starts(const oct9_capsule_t *capsule)
{
    return within(capsule, 0, 1, 0);
}

bool oct9_capsule_meets(const oct9_capsule_t *capsule)
{
    if (slope(capsule, 0, 1) >= 0)
        return oct9_capsule_starts(capsule);
    if (slope(capsule, 1, 1) <= 0)
        return within(capsule, 1, 1, 0);
    return line_meets(capsule);
}

bool oct9_capsule_not_before(const oct9_capsule_t *capsule, uint32_t time)
{
    return !within(capsule, time, OCT9_WAY_MAX, 1) &&
           slope(capsule, time, OCT9_WAY_MAX) < 0;
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
