/* SPDX-License-Identifier: MIT */
/* Internal: how fast a robot may be, given the room that it has to brake in. */
#ifndef OCT9_SRC_SPEED_H
#define OCT9_SRC_SPEED_H

#include <stdint.h>

/* How a robot brakes. */
typedef struct {
    uint32_t brake_mm; /* in a second, each second: 1..65535 */
    uint32_t after_ms; /* it begins to brake in: any number */
} oct9_brakes_t;

/* The speed in mm a second at which it can brake to `end_mm` a second within `room_mm`, rounded
 * down: below 2^17. Both are below 2^16. */
uint32_t oct9_speed_within(const oct9_brakes_t *brakes, uint32_t room_mm, uint32_t end_mm);

/* The sine of the angle between two directions of 2^14, in 2^-14: rounded up, 1 or more, and 2^14
 * from a right angle on. */
uint32_t oct9_speed_sine(const int32_t a[3], const int32_t b[3]);

/* The speed in mm a second at which it may turn by an angle, so that it stops within `room_mm`
 * along the part of its speed that it has to lose: below 2^31. */
uint32_t oct9_speed_turn(const oct9_brakes_t *brakes, uint32_t room_mm, uint32_t sine);

#endif
