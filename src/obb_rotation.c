/* SPDX-License-Identifier: MIT */
/* Unit quaternions of 22 bits. Half way between two of one length lies their sum, brought to that
 * length again: so each middle is on the great circle, and the turn has an even rate. */
#include "src/obb_rotation.h"

#include "port/oct9_port.h"
#include "src/copy.h"

enum { EXTRA_BITS = 8, EXTRA = 1 << EXTRA_BITS }; /* MISRA D23 */

/* Brings a quaternion of a length in [0.7, 1.01] * 2^22 to 2^22, within three parts in 2^15: a part
 * for the root and at most two for the coordinates. */
void oct9_obb_rotation_normalise(oct9_obb_rotation_t *rotation)
{
    uint32_t sum = 0;
    for (unsigned i = 0; i < 4; i++) {
        /* Made positive, so that the division rounds to the nearest. */
        const int32_t q = (int32_t)((uint32_t)(rotation->q[i] + 64 + ((int32_t)1 << 24)) / 128u) -
                          ((int32_t)1 << 17);
        sum += (uint32_t)(q * q);         /* at most 1.02 * 2^30 in all */
    }
    /* 2^15.9 .. 2^16.6 */
    const int32_t factor = (int32_t)(((uint32_t)1 << 31) / oct9_isqrt(sum));
    for (unsigned i = 0; i < 4; i++)
        rotation->q[i] = (int32_t)((int64_t)rotation->q[i] * factor / ((int32_t)1 << 16));
}

bool oct9_obb_rotation_ends(const oct9_rotation_t *from, const oct9_rotation_t *to,
                            oct9_obb_rotation_t ends[2])
{
    /* Within the product of the lengths, 2^28 (1 + 1/64); the first two within twice that. */
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
        const uint32_t size = (uint32_t)(vector[i] < 0 ? -vector[i] : vector[i]);
        longest = size > longest ? size : longest;
        sum += size;
    }
    return longest + (sum - longest + 1u) / 2u;
}

/* For unit quaternions a and b, half the turn from one to the other moves the lever's end by the
 * lever times |a - b|. That is told at most 1.33 times as long and is at most 1.42 * 2^22: with the
 * lever below 2^40. */
uint32_t oct9_obb_rotation_chord(const oct9_obb_rotation_t *a, const oct9_obb_rotation_t *b,
                                 uint32_t lever)
{
    int32_t difference[4];
    for (unsigned i = 0; i < 4; i++)
        difference[i] = a->q[i] - b->q[i];
    const uint32_t chord = oct9_obb_length_bound(difference, 4);
    const uint32_t longer = chord * 65u;  /* by one part in 64, for what the lengths may lack */
    return (uint32_t)((uint64_t)lever * longer >> 28) + 1u;
}

void oct9_obb_rotation_narrow(const oct9_obb_rotation_t *wide, oct9_rotation_t *rotation)
{
    for (unsigned i = 0; i < 4; i++) {
        /* Made positive, so that the division rounds down. */
        const uint32_t q = (uint32_t)(wide->q[i] + EXTRA / 2 + ((int32_t)1 << 24)) / EXTRA;
        oct9_rotation_set_part(rotation, i, (int32_t)q - ((int32_t)1 << 16));
    }
}
