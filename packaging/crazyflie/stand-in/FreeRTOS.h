/* SPDX-License-Identifier: MIT */
/* A stand-in for crazyflie-firmware's FreeRTOS.h: what the app uses of it. */
#ifndef STAND_IN_FREERTOS_H
#define STAND_IN_FREERTOS_H

#include <stdint.h>

typedef uint32_t TickType_t;
typedef long BaseType_t;
#define pdTRUE ((BaseType_t)1)
#define pdFALSE ((BaseType_t)0)
#define M2T(ms) ((TickType_t)(ms)) /* the firmware's ticks are milliseconds */
#define T2M(ticks) ((uint32_t)(ticks))

#endif
