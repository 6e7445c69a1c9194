/* SPDX-License-Identifier: MIT */
/* Internal: an autopilot's axes and the map's. The one place that turns one into the other.
 *
 *     autopilot: north, east, down     robot: forward, right, down
 *     map:       east, north, up              forward, left, up
 *
 * Source: REP 103, "Standard units of measure and coordinate conventions". */
#ifndef OCT9_SRC_AUTOPILOT_AXES_H
#define OCT9_SRC_AUTOPILOT_AXES_H

#include "oct9/pose.h"

/* North, east, down as east, north, up. Numbers are above INT32_MIN. */
void oct9_axes_of_north(const int32_t north[3], int32_t east[3]);

/* The rotation of a robot (forward, left, up to east, north, up) from an autopilot's quaternion
 * (forward, right, down to north, east, down), w, x, y, z in Q16, of a length within 5 % of 1. */
void oct9_axes_rotation(const int32_t q_q16[4], oct9_rotation_t *rotation);

/* Forward, left, up as forward, right, down. */
void oct9_axes_of_left(const int32_t left[3], int32_t right[3]);

#endif
