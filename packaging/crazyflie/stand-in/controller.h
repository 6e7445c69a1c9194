/* SPDX-License-Identifier: MIT */
/* A stand-in for crazyflie-firmware's controller.h: what the app uses of it. */
#ifndef STAND_IN_CONTROLLER_H
#define STAND_IN_CONTROLLER_H

#include <stdbool.h>
#include <stdint.h>

typedef struct {
    float x, y, z;
} point_t;
typedef point_t velocity_t;
typedef struct {
    float roll, pitch, yaw; /* in degrees */
} attitude_t;

typedef struct {
    attitude_t attitude;
    point_t position;    /* in m */
    velocity_t velocity; /* in m/s */
} state_t;

typedef enum { modeDisable = 0, modeAbs, modeVelocity } stab_mode_t;
typedef struct {
    stab_mode_t x, y, z, roll, pitch, yaw;
} setpoint_mode_t;

typedef struct {
    attitude_t attitude;
    point_t position;
    velocity_t velocity;
    bool velocity_body; /* the velocity is in the axes of the drone */
    setpoint_mode_t mode;
} setpoint_t;

typedef struct {
    float thrust;
} control_t;
typedef struct {
    int none;
} sensorData_t;
typedef uint32_t stabilizerStep_t;

void controllerOutOfTreeInit(void);
bool controllerOutOfTreeTest(void);
void controllerOutOfTree(control_t *control, const setpoint_t *setpoint,
                         const sensorData_t *sensors, const state_t *state,
                         const stabilizerStep_t stabilizerStep);

#endif
