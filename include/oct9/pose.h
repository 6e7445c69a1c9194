/* SPDX-License-Identifier: MIT */
/* Poses: a place and a rotation. */
#ifndef OCT9_POSE_H
#define OCT9_POSE_H

#include "oct9/point.h"

#ifdef __cplusplus
extern "C" {
#endif

#define OCT9_ONE_Q14 16384 /* 1 in Q1.14 */

/* A unit quaternion in Q1.14, from the body's axes to the map's. Its length may be off by one
 * part in 128; the rotation that it means is exactly that of its direction. */
typedef struct {
    int16_t w, x, y, z;
} oct9_rotation_t;

#define OCT9_ROTATION_NONE    \
    {                         \
        OCT9_ONE_Q14, 0, 0, 0 \
    }

/* Where a body is, and how it is turned. */
typedef struct {
    oct9_point_t place; /* Q9.6 */
    oct9_rotation_t rotation;
} oct9_pose_t;

/* OCT9_OK, or OCT9_ERR_ARGUMENT iff the square of the length, w w + x x + y y + z z, is more than
 * one part in 64 away from 2^28: no unit quaternion. */
oct9_status_t oct9_pose_check(const oct9_rotation_t *rotation);

/* A rotation as a matrix in Q4.28, times the square of the quaternion's length: exact integers,
 * m[row][column], whose columns are the body's axes, exactly at right angles. Each is at most
 * `scale`, the length of each column, in [2^28 - 2^22, 2^28 + 2^22]. The rotation must be
 * good. */
typedef struct {
    int32_t m[3][3];
    int32_t scale;
} oct9_matrix_t;

/* Works out the matrix of a good rotation. */
void oct9_pose_matrix(const oct9_rotation_t *rotation, oct9_matrix_t *matrix);

#ifdef __cplusplus
}
#endif
#endif
