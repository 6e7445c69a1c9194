/* SPDX-License-Identifier: MIT */
/* Rotations: their checks and their matrices. */
#include "oct9/pose.h"

#include "port/oct9_port.h"
#include "src/number/axes.h"

/* An enum need not be wider than an int. */
#define UNIT ((uint32_t)1 << 28)
#define TOLERANCE ((uint32_t)1 << 22)

/* The square of a rotation's length. If all parts are -32768, it is 2^32 and wraps to 0. */
static uint32_t length2(const oct9_rotation_t *rotation)
{
    uint32_t sum = 0;
    OCT9_UNROLL
    for (unsigned i = 0; i < 4; i++) {
        const int32_t q = oct9_rotation_part(rotation, i);
        sum += (uint32_t)(q * q);
    }
    return sum;
}

static bool is_unit(const oct9_rotation_t *rotation)
{
    const uint32_t length = length2(rotation);
    return length >= UNIT - TOLERANCE && length <= UNIT + TOLERANCE;
}

oct9_status_t oct9_pose_check(const oct9_rotation_t *rotation)
{
    OCT9_ASSERT(rotation);
    return is_unit(rotation) ? OCT9_OK : OCT9_REFUSE();
}

/* Each element is within 2^28 + 2^22: its terms are parts of the length's square or are bounded by
 * Cauchy's inequality. Intermediate sums are within twice as much. */
void oct9_pose_matrix(const oct9_rotation_t *rotation, oct9_matrix_t *matrix)
{
    OCT9_ASSERT(rotation && matrix && is_unit(rotation));
    const int32_t w = rotation->w, x = rotation->x, y = rotation->y, z = rotation->z;
    const int32_t scale = (int32_t)length2(rotation);
    int32_t(*m)[3] = matrix->m;
    m[0][0] = scale - 2 * (y * y + z * z);
    m[1][1] = scale - 2 * (x * x + z * z);
    m[2][2] = scale - 2 * (x * x + y * y);
    m[0][1] = 2 * (x * y - w * z);
    m[1][0] = 2 * (x * y + w * z);
    m[0][2] = 2 * (x * z + w * y);
    m[2][0] = 2 * (x * z - w * y);
    m[1][2] = 2 * (y * z - w * x);
    m[2][1] = 2 * (y * z + w * x);
    matrix->scale = scale;
}
