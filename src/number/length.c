/* SPDX-License-Identifier: MIT */
/* Lengths of segments and of their parts, in sub-cells and in millimetres, rounded down. */
#include "oct9/mm.h"
#include "port/oct9_port.h"
#include "src/number/axes.h"
#include "src/number/frame.h"
#include "src/number/magnitude.h"
#include "src/number/root.h"

#define LENGTH_MAX 113509u /* of a segment: 65535 on each axis */

enum { WAY_MM_BITS = 27 };

/* The square root of up to 2^56, rounded down, as oct9_point_isqrt. It has 64 bits because it takes
 * the square of a length in mm. */
OCT9_NOT_INLINE uint32_t oct9_root(uint64_t x)
{
    uint64_t twice = 0;
    for (uint64_t place = (uint64_t)1 << 54; place != 0; place >>= 2) {
        const uint64_t next = twice + place;
        twice >>= 1;
        if (x >= next) {
            x -= next;
            twice += place;
        }
    }
    return (uint32_t)twice;
}

/* x / den, rounded down, and the remainder, for den from 1 to 65535: by digits of 16 bits, as cores
 * divide 32. */
static OCT9_NOT_INLINE uint64_t divide(uint64_t x, uint32_t den, uint32_t *remainder)
{
    uint64_t quotient = 0;
    uint32_t left = 0;
    for (unsigned digit = 0; digit < 4; digit++) {
        const uint32_t at = left << 16 | (uint32_t)(x >> 48);
        x <<= 16;
        quotient = quotient << 16 | at / den;
        left = at % den;
    }
    *remainder = left;
    return quotient;
}

/* The square of the result is the largest that is at most the square of the length, times num / den
 * twice. Rounding down before the second division and before the root changes nothing, as what is
 * compared is whole. The square of the length is below 2^34. */
uint32_t oct9_point_length(const oct9_point_t *from, const oct9_point_t *to, uint32_t num,
                           uint32_t den)
{
    OCT9_ASSERT(from && to && den != 0 && den <= UINT16_MAX && num <= den);
    uint64_t square = 0;
    uint32_t remainder;
    for (unsigned a = 0; a < 3; a++) {
        const uint32_t size = oct9_magnitude(oct9_point_axis(to, a) - oct9_point_axis(from, a));
        square += (uint64_t)size * size;
    }
    square = divide(square * num, den, &remainder);
    square = divide(square * num + remainder * num / den, den, &remainder);
    return oct9_root(square);
}

/* LENGTH_MAX is below 2^17. */
oct9_status_t oct9_mm_of_distance(const oct9_frame_t *frame, uint32_t distance_q6, int32_t *mm)
{
    OCT9_ASSERT(mm);
    if (!oct9_frame_good(frame))
        return OCT9_REFUSE();
    if (distance_q6 > LENGTH_MAX)
        return OCT9_ERR_RANGE;
    const uint32_t least = distance_q6 == 0 ? 0 : distance_q6 - 1u;
    *mm = (int32_t)oct9_frame_mm(frame, least);
    return OCT9_OK;
}

/* The absolute distance on one axis. It is too long above 2^27 - 1. */
static uint32_t distance_on(const oct9_mm_t *from_mm, const oct9_mm_t *to_mm, unsigned axis)
{
    return oct9_magnitude_between(oct9_mm_axis(to_mm, axis), oct9_mm_axis(from_mm, axis));
}

static oct9_status_t check_segment(const oct9_mm_t *from_mm, const oct9_mm_t *to_mm, uint32_t num,
                                   uint32_t den)
{
    bool good = den != 0 && den <= UINT16_MAX && num <= den;
    for (unsigned a = 0; a < 3; a++)
        good = good && distance_on(from_mm, to_mm, a) >> WAY_MM_BITS == 0;
    return good ? OCT9_OK : OCT9_ERR_RANGE;
}

/* length * num / den, rounded down. The remainder is below den, so both products fit. */
static uint32_t part(uint32_t length, uint32_t num, uint32_t den)
{
    return length / den * num + length % den * num / den;
}

oct9_status_t oct9_mm_of_drive(const oct9_mm_t *from_mm, const oct9_mm_t *to_mm, uint32_t num,
                               uint32_t den, int32_t *mm)
{
    OCT9_ASSERT(from_mm && to_mm && mm);
    const oct9_status_t status = check_segment(from_mm, to_mm, num, den);
    if (status != OCT9_OK)
        return status;
    uint64_t square = 0; /* at most 3 * 2^54 */
    for (unsigned a = 0; a < 3; a++) {
        const uint64_t distance = distance_on(from_mm, to_mm, a);
        square += distance * distance;
    }
    *mm = (int32_t)part(oct9_root(square), num, den);
    return OCT9_OK;
}

/* Each coordinate is between the ends, so it fits. */
oct9_status_t oct9_mm_of_stop(const oct9_mm_t *from_mm, const oct9_mm_t *to_mm, uint32_t num,
                              uint32_t den, oct9_mm_t *stop_mm)
{
    OCT9_ASSERT(from_mm && to_mm && stop_mm);
    const oct9_status_t status = check_segment(from_mm, to_mm, num, den);
    if (status != OCT9_OK)
        return status;
    int32_t at[3];
    for (unsigned a = 0; a < 3; a++) {
        const int32_t from = oct9_mm_axis(from_mm, a);
        const int32_t by = (int32_t)part(distance_on(from_mm, to_mm, a), num, den);
        at[a] = oct9_mm_axis(to_mm, a) < from ? from - by : from + by;
    }
    stop_mm->x = at[0];
    stop_mm->y = at[1];
    stop_mm->z = at[2];
    return OCT9_OK;
}
