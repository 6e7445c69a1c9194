/* SPDX-License-Identifier: MIT */
/* A stand-in for crazyflie-firmware's task.h: what the app uses of it. */
#ifndef STAND_IN_TASK_H
#define STAND_IN_TASK_H

#include "FreeRTOS.h"

void vTaskDelayUntil(TickType_t *woke, TickType_t ticks);
TickType_t xTaskGetTickCount(void);

#endif
