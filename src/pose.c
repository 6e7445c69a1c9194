/* SPDX-License-Identifier: MIT */
#include "oct9/pose.h"

/* An enum need not hold more than an int. */
#define UNIT ((uint32_t)1 << 28)
#define TOLERANCE ((uint32_t)1 << 22)

oct9_status_t oct9_rotation_check(const oct9_rotation_t *rotation)
{
    const int32_t w = rotation->w, x = rotation->x, y = rotation->y, z = rotation->z;
    /* Four times 2^30: one more than 32 bits, if all are -32768, which comes out as 0. */
    const uint32_t length2 = (uint32_t)(w * w) + (uint32_t)(x * x) + (uint32_t)(y * y) +
                             (uint32_t)(z * z);
    return length2 >= UNIT - TOLERANCE && length2 <= UNIT + TOLERANCE ? OCT9_OK
                                                                      : OCT9_ERR_ROTATION;
}

/* Each product is within 2^28 + 2^22, and so is each sum, as a part of the length's square or by
 * Cauchy's inequality; before that within twice as much. */
void oct9_rotation_matrix(const oct9_rotation_t *rotation, oct9_matrix_t *matrix)
{
    const int32_t w = rotation->w, x = rotation->x, y = rotation->y, z = rotation->z;
    int32_t (*m)[3] = matrix->m;
    m[0][0] = w * w + x * x - y * y - z * z;
    m[1][1] = w * w - x * x + y * y - z * z;
    m[2][2] = w * w - x * x - y * y + z * z;
    m[0][1] = 2 * (x * y - w * z);
    m[1][0] = 2 * (x * y + w * z);
    m[0][2] = 2 * (x * z + w * y);
    m[2][0] = 2 * (x * z - w * y);
    m[1][2] = 2 * (y * z - w * x);
    m[2][1] = 2 * (y * z + w * x);
    matrix->scale = w * w + x * x + y * y + z * z;
}
