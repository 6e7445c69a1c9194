/* SPDX-License-Identifier: MIT */
/* The turn from one rotation to another, and the middle between two. */
#include "src/query/turn.h"

#include "src/number/axes.h"
#include "src/number/magnitude.h"

/* Unit quaternions of 22 bits. The sum of two quaternions of equal length, scaled to that length
 * again, is the rotation halfway between them. So each middle is on the great circle, and the rate
 * of the turn is constant. */

enum { EXTRA_BITS = 8, EXTRA = 1 << EXTRA_BITS };

/* Scales a quaternion of a length in [0.7, 1.01] * 2^22 to length 2^22, with an error of at most
 * three parts in 2^15: one for the root and at most two for the coordinates. */
void oct9_obb_rotation_normalise(oct9_obb_rotation_t *rotation)
{
    uint32_t sum = 0;
    for (unsigned i = 0; i < 4; i++) {
        /* The offset makes the number positive, so that the division rounds to the nearest. */
        const int32_t q = (int32_t)((uint32_t)(rotation->q[i] + 64 + ((int32_t)1 << 24)) / 128u) -
                          ((int32_t)1 << 17);
        sum += (uint32_t)(q * q); /* the sum is at most 1.02 * 2^30 */
    }
    /* 2^15.9 .. 2^16.6 */
    const int32_t factor = (int32_t)(((uint32_t)1 << 31) / oct9_point_isqrt(sum));
    for (unsigned i = 0; i < 4; i++)
        rotation->q[i] = (int32_t)((int64_t)rotation->q[i] * factor / ((int32_t)1 << 16));
}

bool oct9_obb_rotation_ends(const oct9_rotation_t *from, const oct9_rotation_t *to,
                            oct9_obb_rotation_t ends[2])
{
    /* The sum is within the product of the lengths, 2^28 (1 + 1/64); the sum of the first two terms
     * is within twice that. */
    int32_t cosine = 0, differ = 0;
    for (unsigned i = 0; i < 4; i++) {
        const int32_t a = oct9_rotation_part(from, i), b = oct9_rotation_part(to, i);
        ends[0].q[i] = a * EXTRA;
        ends[1].q[i] = b * EXTRA;
        cosine += a * b;
    }
    for (unsigned i = 0; i < 4; i++) {
        if (cosine < 0)
            ends[1].q[i] = -ends[1].q[i];
        differ |= ends[0].q[i] ^ ends[1].q[i];
    }
    return differ != 0;
}

/* The conjugate of one times the other has the cosine and sine of half the angle between them,
 * which is the angle sought, t. t / sin t is convex in cos t: it is at most 1 + (pi / 2 - 1)(1 -
 * cos t). The factor has one part in 64 more, as the product of the lengths may be short by that. A
 * part of the product is within 2^28 (1 + 1/64), the sum of two of its terms within as much. The
 * result is within 1.75 * 2^30. */
void oct9_obb_rotation_swing(const oct9_rotation_t *from, const oct9_rotation_t *to,
                             int32_t swing[3])
{
    const int32_t w = from->w, x = from->x, y = from->y, z = from->z;
    const int32_t cosine = w * to->w + x * to->x + y * to->y + z * to->z;
    const uint32_t least = oct9_magnitude(cosine) / OCT9_ONE_Q14;
    const uint32_t factor = 16644u + (16640u - least) * 37u / 64u;
    swing[0] = w * to->x - x * to->w - (y * to->z - z * to->y);
    swing[1] = w * to->y - y * to->w - (z * to->x - x * to->z);
    swing[2] = w * to->z - z * to->w - (x * to->y - y * to->x);
    for (unsigned i = 0; i < 3; i++) {
        const bool negative = swing[i] < 0;
        const uint32_t sine = oct9_magnitude(swing[i]) / OCT9_ONE_Q14 + 1u;
        const int32_t angle = (int32_t)((sine * factor / OCT9_ONE_Q14 + 1u) * ((uint32_t)1 << 16));
        swing[i] = negative ? -angle : angle;
    }
}

void oct9_obb_rotation_middle(const oct9_obb_rotation_t *a, const oct9_obb_rotation_t *b,
                              oct9_obb_rotation_t *middle)
{
    for (unsigned i = 0; i < 4; i++)
        middle->q[i] = (a->q[i] + b->q[i]) / 2;
    oct9_obb_rotation_normalise(middle);
}

uint32_t oct9_obb_length_bound(const int32_t *vector, unsigned count)
{
    uint32_t longest = 0, sum = 0;
    for (unsigned i = 0; i < count; i++) {
        const uint32_t size = oct9_magnitude(vector[i]);
        longest = size > longest ? size : longest;
        sum += size;
    }
    return longest + (sum - longest + 1u) / 2u;
}

/* For unit quaternions a and b, half the turn from one to the other moves the lever's end by the
 * lever times |a - b|. The bound is at most 1.33 times |a - b| and at most 1.42 * 2^22. Times the
 * lever it is below 2^40. */
uint32_t oct9_obb_rotation_chord(const oct9_obb_rotation_t *a, const oct9_obb_rotation_t *b,
                                 uint32_t lever)
{
    int32_t difference[4];
    for (unsigned i = 0; i < 4; i++)
        difference[i] = a->q[i] - b->q[i];
    const uint32_t chord = oct9_obb_length_bound(difference, 4);
    const uint32_t longer = chord * 65u; /* by one part in 64: quaternions may be short */
    return (uint32_t)((uint64_t)lever * longer >> 28) + 1u;
}

void oct9_obb_rotation_narrow(const oct9_obb_rotation_t *wide, oct9_rotation_t *rotation)
{
    for (unsigned i = 0; i < 4; i++) {
        /* The offset makes the number positive, so that the division rounds down. */
        const uint32_t q = (uint32_t)(wide->q[i] + EXTRA / 2 + ((int32_t)1 << 24)) / EXTRA;
        oct9_rotation_set_part(rotation, i, (int32_t)q - ((int32_t)1 << 16));
    }
}
