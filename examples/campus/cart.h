/* SPDX-License-Identifier: MIT */
/* The client: a whole robot, as a user would write it. */
#ifndef CAMPUS_CART_H
#define CAMPUS_CART_H

#include "oct9/pose.h"
#include "oct9/rom.h"
#include "oct9/sensor.h"

#include <stdbool.h>

enum { CART_WIDE_MM = 600 }; /* it plans for more than its width, and so is its road map */

extern const oct9_sensor_t cart_laser;

/* A world, and its road map. */
typedef struct {
    oct9_rom_t world, road;
    oct9_rom_size_t world_size, road_size;
} cart_maps_t;

/* Drives to the last of some goals, near each other one on the path. False: it has not arrived in
 * time, or could not begin. */
bool cart_go(const cart_maps_t *maps, const oct9_mm_t *goals, unsigned count);

#endif
