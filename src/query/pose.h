/* SPDX-License-Identifier: MIT */
/* Internal: rotations on the way between two, by halving. */
#ifndef OCT9_SRC_POSE_H
#define OCT9_SRC_POSE_H

#include "oct9/obb.h"

/* What a narrowed middle may be off, in all: 1 / 4096 radian, that is 8 of 2^-15. A coordinate is
 * rounded by half of 2^-14 and so the angle by at most 4 of these. Ends that differ in length by 3
 * of them shift the first middle by 3 times the tangent of a quarter of the turn, at most 0.42, and
 * a middle inherits the mean of its ends' shifts: as tangents halve, below 3 in all. */
#define OCT9_OBB_ROTATION_ERROR 4096

/* The two ends of a turn the short way round, of the poses' length; false if they are one
 * rotation. */
bool oct9_obb_rotation_ends(const oct9_rotation_t *from, const oct9_rotation_t *to,
                            oct9_obb_rotation_t ends[2]);

/* Brings a rotation of about unit length to it. */
void oct9_obb_rotation_normalise(oct9_obb_rotation_t *rotation);

/* The rotation half way. */
void oct9_obb_rotation_middle(const oct9_obb_rotation_t *a, const oct9_obb_rotation_t *b,
                              oct9_obb_rotation_t *middle);

/* At most how far a point at the end of a lever, at most 2^17, moves from the middle to either. */
uint32_t oct9_obb_rotation_chord(const oct9_obb_rotation_t *a, const oct9_obb_rotation_t *b,
                                 uint32_t lever);

/* At least the length of a vector, and at most 1.23 times it for 3 coordinates, 1.33 for 4. */
uint32_t oct9_obb_length_bound(const int32_t *vector, unsigned count);

/* Rounded to a pose's bits. */
void oct9_obb_rotation_narrow(const oct9_obb_rotation_t *wide, oct9_rotation_t *rotation);

#endif
