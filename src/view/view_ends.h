/* SPDX-License-Identifier: MIT */
/* Internal: the ends of the rays of a sensor's grid. */
#ifndef OCT9_SRC_VIEW_ENDS_H
#define OCT9_SRC_VIEW_ENDS_H

#include "oct9/view.h"

/* OCT9_OK or OCT9_ERR_ARGUMENT, as oct9_view_init returns for the sensor. */
oct9_status_t oct9_view_sensor_check(const oct9_view_sensor_t *sensor);

/* The number of pixels along an edge of the grid: at most 129, so that the grid has at most
 * 16641. */
static inline unsigned oct9_view_edge(const oct9_view_sensor_t *sensor)
{
    return (1u << sensor->grid) + 1u;
}

/* Every other bit of a Morton code of 16 bits, in two dimensions. */
static inline unsigned oct9_view_gather(unsigned code)
{
    code &= 0x5555u;
    code = (code | code >> 1) & 0x3333u;
    code = (code | code >> 2) & 0x0F0Fu;
    return (code | code >> 4) & 0xFFu;
}

/* True if the sensor's tangents and its range are good. */
bool oct9_view_lens_good(const oct9_view_sensor_t *sensor);

/* Sets the sensor's axes of a good rotation, up to the far plane, in 1/128 sub-cells: axes[map's
 * axis][sensor's axis], as oct9_view_begin describes. */
void oct9_view_reach(const oct9_view_sensor_t *sensor, const oct9_rotation_t *rotation,
                     int32_t axes[3][3]);

/* Sets the sensor's axes at a pose, up to the far plane, in 1/128 sub-cells: axes[map's
 * axis][sensor's axis]. Fails as oct9_view_begin does, and then does not change `axes`. */
oct9_status_t oct9_view_axes(const oct9_view_sensor_t *sensor, const oct9_pose_t *pose,
                             int32_t axes[3][3]);

/* The end of the ray of a pixel, given by its number, from a place that oct9_view_axes has
 * accepted. */
void oct9_view_end(const oct9_view_sensor_t *sensor, int32_t axes[3][3], const oct9_point_t *place,
                   unsigned pixel, oct9_point_t *end);

#endif
