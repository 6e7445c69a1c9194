/* SPDX-License-Identifier: MIT */
/* A stand-in for crazyflie-firmware's platform_defaults.h: what the app uses of it. */
#ifndef STAND_IN_PLATFORM_DEFAULTS_H
#define STAND_IN_PLATFORM_DEFAULTS_H

#define PID_POS_X_KP 2.0f
#define PID_POS_Y_KP 2.0f
#define PID_POS_Z_KP 2.0f
#define PID_POS_VEL_X_MAX 1.0f
#define PID_POS_VEL_Y_MAX 1.0f
#define PID_POS_VEL_Z_MAX 1.0f

#endif
