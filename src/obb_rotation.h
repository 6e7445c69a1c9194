/* SPDX-License-Identifier: MIT */
/* Internal: rotations on the way between two, by halving. */
#ifndef OCT9_OBB_ROTATION_H
#define OCT9_OBB_ROTATION_H

#include "oct9/obb.h"

/* What a narrowed middle may be off, in all: 1 / 4096 radian. A coordinate is rounded by half of
 * 2^-14 and so the angle by at most 2^-13; ends that differ in length by 2^-15 shift a middle by
 * as much times the tangent of a quarter of the turn, over all depths below 2^-14. */
#define OCT9_OBB_ROTATION_ERROR 4096

static inline void oct9_obb_rotation_copy(oct9_obb_rotation_t *to,
                                          const oct9_obb_rotation_t *from)
{
    for (unsigned i = 0; i < 4; i++)
        to->q[i] = from->q[i];
}

/* The ends of a turn the short way round; false if they are one rotation. */
bool oct9_obb_rotation_ends(const oct9_rotation_t *from, const oct9_rotation_t *to,
                            oct9_obb_rotation_t *left, oct9_obb_rotation_t *right);

/* The rotation half way. */
void oct9_obb_rotation_middle(const oct9_obb_rotation_t *a, const oct9_obb_rotation_t *b,
                              oct9_obb_rotation_t *middle);

/* At most how far a point at the end of a lever, below 2^18, moves from the middle to either. */
uint32_t oct9_obb_rotation_chord(const oct9_obb_rotation_t *a, const oct9_obb_rotation_t *b,
                                 uint32_t lever);

/* Rounded to a pose's bits. */
void oct9_obb_rotation_narrow(const oct9_obb_rotation_t *wide, oct9_rotation_t *rotation);

#endif
