/* SPDX-License-Identifier: MIT */
/* A stand-in for ESP-IDF's FreeRTOS. */
#ifndef STAND_IN_ESP_IDF_FREERTOS_FREERTOS_H
#define STAND_IN_ESP_IDF_FREERTOS_FREERTOS_H

#include <stdint.h>

typedef uint32_t TickType_t;
#define portTICK_PERIOD_MS ((TickType_t)10) /* ESP-IDF's default: 100 ticks a second */
#define pdMS_TO_TICKS(ms) ((TickType_t)(ms) / portTICK_PERIOD_MS)

#endif
