/* SPDX-License-Identifier: MIT */
/* The two clients: whole robots, as a user would write them. */
#ifndef ROUTE_CLIENTS_H
#define ROUTE_CLIENTS_H

#include "oct9/image.h"
#include "oct9/sensor.h"

#include <stdbool.h>

extern const oct9_sensor_t rover_laser;

/* Goes to a place of a building: within 256 cells of the robot less those by which the mapper's
 * window lags behind, 192 in all; farther ones in parts. False: it has not arrived in time, or
 * could not begin. */
bool drone_go(const oct9_image_t *building, const oct9_mm_t *to);
bool rover_go(const oct9_image_t *building, const oct9_mm_t *to);

#endif
