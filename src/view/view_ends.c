/* SPDX-License-Identifier: MIT */
/* The ends of the rays of a sensor's grid. */
#include "src/view/view_ends.h"

#include "port/oct9_port.h"
#include "src/number/axes.h"
#include "src/number/fraction.h"
#include "src/number/magnitude.h"

enum { GRID_MAX = 7, TANGENT_MAX = 32767, RANGE_MAX = 32767 };

bool oct9_view_lens_good(const oct9_view_sensor_t *sensor)
{
    return sensor->tan_y_q14 <= TANGENT_MAX && sensor->tan_z_q14 <= TANGENT_MAX &&
           sensor->range_q6 <= RANGE_MAX;
}

static bool grid_good(const oct9_view_sensor_t *sensor)
{
    return sensor->grid <= GRID_MAX && sensor->coarse <= sensor->grid && sensor->frames >= 1 &&
           sensor->frames <= OCT9_VIEW_FRAMES_MAX &&
           (sensor->frames & (sensor->frames - 1u)) == 0 &&
           sensor->frames <= (uint32_t)1 << 2 * (sensor->grid - sensor->coarse);
}

oct9_status_t oct9_view_sensor_check(const oct9_view_sensor_t *sensor)
{
    return oct9_view_lens_good(sensor) && grid_good(sensor) ? OCT9_OK : OCT9_REFUSE();
}

/* Sets the axes as oct9_view_begin describes. Products are at most 2^28 2^15 2^15. The results are
 * at most 2^22 on the sensor's x axis, 2^23 on the others. */
void oct9_view_reach(const oct9_view_sensor_t *sensor, const oct9_rotation_t *rotation,
                     int32_t axes[3][3])
{
    const int32_t ahead = sensor->range_q6;
    const int32_t reach[3] = { ahead, ahead * sensor->tan_y_q14, ahead * sensor->tan_z_q14 };
    oct9_matrix_t matrix;
    oct9_pose_matrix(rotation, &matrix);
    for (unsigned a = 0; a < 3; a++)
        for (unsigned c = 0; c < 3; c++) {
            const int32_t m = matrix.m[a][c];
            const uint32_t size = oct9_magnitude(m);
            const int32_t part = (int32_t)oct9_ratio_q28(size, (uint32_t)matrix.scale);
            const int64_t product = (int64_t)(m < 0 ? -part : part) * reach[c];
            axes[a][c] = (int32_t)(product >> (c == 0 ? 21 : 35));
        }
}

/* One coordinate of the end of the ray of pixel (u, v). A row of the matrix has length 1, so the
 * sum is at most 2^15 128 N 3 < 2^31, and so are its parts. */
static int32_t end_on_axis(const oct9_view_sensor_t *sensor, const int32_t axes[3], int32_t place,
                           unsigned u, unsigned v)
{
    const int32_t n = (int32_t)1 << sensor->grid;
    const int32_t sum = n * axes[0] + (2 * (int32_t)u - n) * axes[1] +
                        (2 * (int32_t)v - n) * axes[2] + 64 * n;
    return place + (sum >> (7 + sensor->grid));
}

/* True if all ends fit. It is enough to test the four in the corners: the others are between
 * them. */
static bool ends_fit(const oct9_view_sensor_t *sensor, int32_t axes[3][3],
                     const oct9_point_t *place)
{
    const unsigned n = 1u << sensor->grid;
    for (unsigned a = 0; a < 3; a++)
        for (unsigned u = 0; u <= n; u += n)
            for (unsigned v = 0; v <= n; v += n) {
                const int32_t end = end_on_axis(sensor, axes[a], oct9_point_axis(place, a), u, v);
                if (end < INT16_MIN || end > INT16_MAX)
                    return false;
            }
    return true;
}

oct9_status_t oct9_view_axes(const oct9_view_sensor_t *sensor, const oct9_pose_t *pose,
                             int32_t axes[3][3])
{
    int32_t found[3][3];
    const oct9_status_t status = oct9_pose_check(&pose->rotation);
    if (status != OCT9_OK)
        return status;
    oct9_view_reach(sensor, &pose->rotation, found);
    if (!ends_fit(sensor, found, &pose->place))
        return OCT9_ERR_RANGE;
    for (unsigned a = 0; a < 3; a++)
        for (unsigned c = 0; c < 3; c++)
            axes[a][c] = found[a][c];
    return OCT9_OK;
}

void oct9_view_end(const oct9_view_sensor_t *sensor, int32_t axes[3][3], const oct9_point_t *place,
                   unsigned pixel, oct9_point_t *end)
{
    const unsigned u = pixel % oct9_view_edge(sensor), v = pixel / oct9_view_edge(sensor);
    int32_t at[3];
    oct9_point_get(place, at);
    for (unsigned a = 0; a < 3; a++)
        at[a] = end_on_axis(sensor, axes[a], at[a], u, v);
    oct9_point_set(end, at);
}
