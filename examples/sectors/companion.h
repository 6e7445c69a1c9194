/* SPDX-License-Identifier: MIT */
/* A companion of an autopilot, as a user would write it: it has a building's map in flash, hears
 * from the autopilot where the robot is, and says how far the nearest obstacle is all around. */
#ifndef SECTORS_COMPANION_H
#define SECTORS_COMPANION_H

#include "oct9/autopilot.h"
#include "oct9/image.h"

enum {
    COMPANION_TICK_MS = 100,   /* a ring each */
    COMPANION_HELLO_MS = 1000, /* all of these each */
    COMPANION_HELLOS = 3
};

/* The map is kept by pointer. */
void companion_begin(const oct9_image_t *building);

/* A byte has come from the autopilot. */
void companion_hear(uint8_t byte, uint32_t now_ms);

/* Writes the frame of a ring, or of one of the hellos: that it is there, and which messages it asks
 * for. `bytes` has room for OCT9_MAVLINK_BYTES. Returns the frame's length, or a negative status.
 */
int32_t companion_ring(uint32_t now_ms, uint8_t *bytes);
int32_t companion_hello(unsigned which, uint8_t *bytes);

#endif
