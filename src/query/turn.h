/* SPDX-License-Identifier: MIT */
/* Internal: rotations between two others, by repeated halving. */
#ifndef OCT9_SRC_TURN_H
#define OCT9_SRC_TURN_H

#include "oct9/obb.h"

/* The largest error of a narrowed middle, in all: 1 / 4096 radian, which is 8 units of 2^-15.
 * Rounding moves a coordinate by half of 2^-14, and so the angle by at most 4 units. If the lengths
 * of the ends differ by 3 units, the first middle is off by 3 times the tangent of a quarter of the
 * turn, which is at most 0.42. A middle inherits the mean of its ends' errors. As the tangents
 * halve each time, these errors sum up to less than 3 units. */
#define OCT9_OBB_ROTATION_ERROR 4096

/* The two ends of the shorter turn, with the poses' lengths. Returns false if both are the same
 * rotation. */
bool oct9_obb_rotation_ends(const oct9_rotation_t *from, const oct9_rotation_t *to,
                            oct9_obb_rotation_t ends[2]);

/* Half the turn between two rotations, through the smaller angle: a vector along its axis, in the
 * axes of the body, as long as the angle in 2^-30 radian. No coordinate is smaller than the true
 * one. It is longer by a factor, at most 1.12, and besides each coordinate by at most 3 / 2^14. */
void oct9_obb_rotation_swing(const oct9_rotation_t *from, const oct9_rotation_t *to,
                             int32_t swing[3]);

/* Scales a rotation of about unit length to unit length. */
void oct9_obb_rotation_normalise(oct9_obb_rotation_t *rotation);

/* The rotation halfway between a and b. */
void oct9_obb_rotation_middle(const oct9_obb_rotation_t *a, const oct9_obb_rotation_t *b,
                              oct9_obb_rotation_t *middle);

/* An upper bound of the distance that a point at the end of a lever moves from the middle to either
 * end. The lever is at most 2^17. */
uint32_t oct9_obb_rotation_chord(const oct9_obb_rotation_t *a, const oct9_obb_rotation_t *b,
                                 uint32_t lever);

/* An upper bound of a vector's length: at most 1.23 times the length for 3 coordinates, 1.33 times
 * for 4. */
uint32_t oct9_obb_length_bound(const int32_t *vector, unsigned count);

/* Rounds a rotation to a pose's bits. */
void oct9_obb_rotation_narrow(const oct9_obb_rotation_t *wide, oct9_rotation_t *rotation);

#endif
