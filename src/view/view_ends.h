/* SPDX-License-Identifier: MIT */
/* Internal: where the rays of a sensor's grid end. */
#ifndef OCT9_SRC_VIEW_ENDS_H
#define OCT9_SRC_VIEW_ENDS_H

#include "oct9/view.h"

/* OCT9_OK, OCT9_ERR_ARGUMENT or OCT9_ERR_ARGUMENT, as oct9_view_init says of the sensor. */
oct9_status_t oct9_view_sensor_check(const oct9_view_sensor_t *sensor);

/* Pixels along an edge of the grid: at most 129, so that all are 16641. */
static inline unsigned oct9_view_edge(const oct9_view_sensor_t *sensor)
{
    return (1u << sensor->grid) + 1u;
}

/* The sensor's axes at a pose, up to the far plane, in 128ths of sub-cells: axes[map's][its own].
 * Fails as oct9_view_begin does, and then leaves `axes` as they were. */
oct9_status_t oct9_view_axes(const oct9_view_sensor_t *sensor, const oct9_pose_t *pose,
                             int32_t axes[3][3]);

/* The end of the ray of a pixel, by its number, from a place that oct9_view_axes has taken. */
void oct9_view_end(const oct9_view_sensor_t *sensor, int32_t axes[3][3], const oct9_point_t *place,
                   unsigned pixel, oct9_point_t *end);

#endif
