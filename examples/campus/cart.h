/* SPDX-License-Identifier: MIT */
/* The client: a whole robot, as a user would write it, and its mission. */
#ifndef CAMPUS_CART_H
#define CAMPUS_CART_H

#include "oct9/rom.h"
#include "oct9/sensor.h"

#include <stdbool.h>

extern const oct9_sensor_t cart_laser;

/* A place of a mission, about 20 m from the one before: where to go on to from there, and where to
 * go instead if no route leads to it, both as a number of places from this one. */
typedef struct {
    int32_t x, y;
    int8_t next, instead; /* 0: nowhere */
} cart_goal_t;

/* The places in order; one from which the next is behind the last ends the mission. */
typedef struct {
    const cart_goal_t *goals;
    unsigned count;
} cart_mission_t;

/* Drives a mission through a world. False: it has not arrived in time, or could not begin. */
bool cart_go(oct9_rom_t world, oct9_rom_size_t size, const cart_mission_t *mission);

#endif
