/* SPDX-License-Identifier: MIT */
/* Poses: a place and a rotation.
 *
 * Example, with (const oct9_rotation_t *rotation, int32_t forward_q28[3]):
 *
 *     oct9_matrix_t matrix;
 *     if (oct9_pose_check(rotation) != OCT9_OK)
 *         return;
 *     oct9_pose_matrix(rotation, &matrix);
 *     for (unsigned row = 0; row < 3; row++)
 *         forward_q28[row] = matrix.m[row][0];
 */
#ifndef OCT9_POSE_H
#define OCT9_POSE_H

#include "oct9/point.h"

#ifdef __cplusplus
extern "C" {
#endif

#define OCT9_ONE_Q14 16384 /* 1 in Q1.14 */

/* A unit quaternion in Q1.14 that turns the axes of the body to those of the map. Its length may
 * differ from 1 by one part in 128. Only its direction counts: the rotation is exactly that of the
 * unit quaternion in the same direction. */
typedef struct {
    int16_t w, x, y, z;
} oct9_rotation_t;

#define OCT9_ROTATION_NONE    \
    {                         \
        OCT9_ONE_Q14, 0, 0, 0 \
    }

/* The place and the rotation of a body. */
typedef struct {
    oct9_point_t place; /* Q9.6 */
    oct9_rotation_t rotation;
} oct9_pose_t;

/* Checks that a rotation is a unit quaternion.
 * Fails with OCT9_ERR_ARGUMENT iff the square of its length, w w + x x + y y + z z, differs from
 * 2^28 by more than one part in 64.
 * Stack: M0 8 bytes. Reentrant. */
oct9_status_t oct9_pose_check(const oct9_rotation_t *rotation);

/* A rotation as a matrix in Q4.28, times the square of the quaternion's length. It has exact
 * integers, m[row][column]. Its columns are the axes of the body, exactly at right angles. `scale`
 * is the length of each column, 2^28 - 2^22 to 2^28 + 2^22; each number is in -scale..scale. */
typedef struct {
    int32_t m[3][3];
    int32_t scale;
} oct9_matrix_t;

/* Computes the matrix of a rotation that oct9_pose_check accepts. The result is exact.
 * Stack: M0 32 bytes. Reentrant. */
void oct9_pose_matrix(const oct9_rotation_t *rotation, oct9_matrix_t *matrix);

#ifdef __cplusplus
}
#endif
#endif
