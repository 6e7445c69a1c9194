/* SPDX-License-Identifier: MIT */
/* A heading as a rotation. */
#ifndef CONSOLE_TURN_H
#define CONSOLE_TURN_H

#include "oct9/pose.h"

enum { TURN_MOST = 180 }; /* degrees, in either direction */

/* About the map's z axis, counter-clockwise as seen from above. */
void turn_from_degrees(int16_t degrees, oct9_rotation_t *rotation);

#endif
