/* SPDX-License-Identifier: MIT */
/* A stand-in for crazyflie-firmware's controller_pid.h: what the app uses of it. */
#ifndef STAND_IN_CONTROLLER_PID_H
#define STAND_IN_CONTROLLER_PID_H

#include "controller.h"

void controllerPidInit(void);
bool controllerPidTest(void);
void controllerPid(control_t *control, const setpoint_t *setpoint, const sensorData_t *sensors,
                   const state_t *state, const stabilizerStep_t stabilizerStep);

#endif
