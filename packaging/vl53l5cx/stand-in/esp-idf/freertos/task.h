/* SPDX-License-Identifier: MIT */
/* A stand-in for ESP-IDF's FreeRTOS. */
#ifndef STAND_IN_ESP_IDF_FREERTOS_TASK_H
#define STAND_IN_ESP_IDF_FREERTOS_TASK_H

#include "freertos/FreeRTOS.h"
#include "scene.h"

static inline void vTaskDelay(TickType_t ticks)
{
    scene_wait(ticks * portTICK_PERIOD_MS);
}

static inline TickType_t xTaskGetTickCount(void)
{
    return scene_now() / portTICK_PERIOD_MS;
}

#endif
