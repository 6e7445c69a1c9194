/* SPDX-License-Identifier: MIT */
/* A stand-in for crazyflie-firmware's queue.h: what the app uses of it. */
#ifndef STAND_IN_QUEUE_H
#define STAND_IN_QUEUE_H

#include "FreeRTOS.h"

typedef struct {
    uint8_t *room;
    uint32_t length, size, first, count;
} StaticQueue_t;
typedef StaticQueue_t *QueueHandle_t;

QueueHandle_t xQueueCreateStatic(uint32_t length, uint32_t size, uint8_t *room,
                                 StaticQueue_t *queue);
BaseType_t xQueueSend(QueueHandle_t queue, const void *item, TickType_t ticks);
BaseType_t xQueueReceive(QueueHandle_t queue, void *item, TickType_t ticks);

#endif
