/* SPDX-License-Identifier: MIT */
/* Where the zones of a VL53L5CX look that sees 45 x 45 degrees in 8 x 8 zones: the sensor's axes
 * are x forward, y left, z up.
 *
 * Zone 0 is at the top left, and the first row's come first. Distances are along the sensor's
 * axis, not along the beam, so that a direction is 1 long on x. Both were found from recorded
 * flights: docs/flights.md says how. */
#ifndef TOF_MAPPER_ZONES_H
#define TOF_MAPPER_ZONES_H

#include "oct9/scan.h"

#define TOF_ZONES 64

extern const oct9_direction_t tof_zones[TOF_ZONES];

#endif
