/* SPDX-License-Identifier: MIT */
/* The frustum of a sensor: normals from the rotation's integers, rounded; then offsets that hold
 * all rays with these normals. */
#include "oct9/view.h"
#include "port/oct9_port.h"
#include "src/number/axes.h"
#include "src/number/fraction.h"
#include "src/number/magnitude.h"
#include "src/view/view_ends.h"

/* A normal in the sensor's axes: `ahead` along x, and `aside` along y or z. */
typedef struct {
    int32_t ahead, aside;
    uint8_t axis;
} tilt_t;

/* Shifts right, to the nearest. */
static inline int64_t shifted_to_nearest(int64_t x, unsigned shift)
{
    return oct9_shift_down(x + ((int64_t)1 << (shift - 1u)), shift);
}

/* Sets the normal, as long as its range allows by halving. The matrix is within 2^28 + 2^22, so a
 * coordinate is below 2^29 * (2^15 + 2^14) before. */
static OCT9_NOT_INLINE void set_plane_normal(oct9_plane_t *plane, const oct9_matrix_t *matrix,
                                             const tilt_t *tilt)
{
    unsigned shift = 28;
    for (unsigned a = 0; a < 3; a++) {
        const int32_t *row = matrix->m[a];
        const int64_t at = (int64_t)row[0] * tilt->ahead + (int64_t)row[tilt->axis] * tilt->aside;
        while (oct9_magnitude_long(shifted_to_nearest(at, shift)) > OCT9_ONE_Q14)
            shift++;
    }
    for (unsigned a = 0; a < 3; a++) {
        const int32_t *row = matrix->m[a];
        const int64_t at = (int64_t)row[0] * tilt->ahead + (int64_t)row[tilt->axis] * tilt->aside;
        plane->normal[a] = (int16_t)shifted_to_nearest(at, shift);
    }
}

/* Sets the offset to the least product of the normal with the place and the ends of rays, which are
 * those of the pyramid that the axes span, moved by at most half a sub-cell on each axis. Sums are
 * below 9 * 2^14 * 2^23.
 *
 * The offset is within 2^31. The product with the place is within 3 * 2^29. Only the plane ahead
 * has rays on its outer side; what rounding moves is left out. Its normal is about 2^14 long, so
 * that they add 2^29 to a product that is within 3^(1/2) * 2^29. */
static OCT9_NOT_INLINE void set_offset(oct9_plane_t *plane, int32_t axes[3][3],
                                       const oct9_point_t *place)
{
    int64_t along[3] = { 0, 0, 0 };
    int32_t offset = 0, margin = 0;
    for (unsigned a = 0; a < 3; a++) {
        const int32_t normal = plane->normal[a];
        offset += normal * oct9_point_axis(place, a);
        margin += (int32_t)oct9_magnitude(normal);
        for (unsigned c = 0; c < 3; c++)
            along[c] += (int64_t)normal * axes[a][c];
    }
    const int64_t far = along[0] - (int64_t)oct9_magnitude_long(along[1]) -
                        (int64_t)oct9_magnitude_long(along[2]) - (int64_t)64 * margin;
    if (far < 0)
        offset += (int32_t)oct9_shift_down(far, 7);
    plane->offset = offset;
}

oct9_status_t oct9_view_frustum(const oct9_view_sensor_t *sensor, const oct9_pose_t *pose,
                                oct9_frustum_t *frustum)
{
    OCT9_ASSERT(sensor && pose && frustum);
    const oct9_status_t status = oct9_view_lens_good(sensor) ? oct9_pose_check(&pose->rotation)
                                                             : OCT9_REFUSE();
    if (status != OCT9_OK)
        return status;
    const int32_t y = sensor->tan_y_q14, z = sensor->tan_z_q14, one = OCT9_ONE_Q14;
    const tilt_t tilts[6] = { { one, 0, 0 }, { -one, 0, 0 }, { y, -one, 1 },
                              { y, one, 1 }, { z, -one, 2 }, { z, one, 2 } };
    oct9_matrix_t matrix;
    int32_t axes[3][3];
    oct9_view_reach(sensor, &pose->rotation, axes);
    oct9_pose_matrix(&pose->rotation, &matrix);
    for (unsigned i = 0; i < 6; i++) {
        set_plane_normal(&frustum->plane[i], &matrix, &tilts[i]);
        set_offset(&frustum->plane[i], axes, &pose->place);
    }
    return OCT9_OK;
}
