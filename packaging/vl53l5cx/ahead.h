/* SPDX-License-Identifier: MIT */
/* A VL53L5CX, read by ST's Ultra Lite Driver, that says how far the path straight ahead is clear.
 * The same for each operating system: it needs the driver, a console for printf, and a clock. */
#ifndef AHEAD_H
#define AHEAD_H

#include "vl53l5cx_api.h"

#include <stdbool.h>

enum { AHEAD_POLL_MS = 10 };

/* Loads the sensor's firmware and starts it at 8 x 8 zones. The caller has filled in
 * sensor->platform. False, with a line on the console, if the sensor does not answer. */
bool ahead_begin(VL53L5CX_Configuration *sensor);

/* Takes a frame if there is one. To be called every AHEAD_POLL_MS, with the time of any clock. Once
 * a second, and at once when that is no longer so, it prints "clear N mm", as far as the robot may
 * go straight ahead, or "blocked": it may not go at all, as before the first frame, when none has
 * come for 0.3 s, and when no zone that looks ahead has measured anything for 0.5 s. */
void ahead_poll(VL53L5CX_Configuration *sensor, uint32_t now_ms);

#endif
