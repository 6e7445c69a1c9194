/* SPDX-License-Identifier: MIT */
/* The tables of sensors that the library has, a laser's last. */
#ifndef OCT9_TEST_SENSORS_H
#define OCT9_TEST_SENSORS_H

#include "oct9/sensor.h"

enum { LASER = 3, SENSORS };

static const oct9_sensor_t *const sensors[SENSORS] = { &oct9_sensor_vl53l5cx_8x8,
                                                       &oct9_sensor_vl53l5cx_4x4,
                                                       &oct9_sensor_multiranger,
                                                       &oct9_sensor_ld19 };

#endif
