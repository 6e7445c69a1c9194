/* SPDX-License-Identifier: MIT */
/* A stand-in for ESP-IDF's FreeRTOS. */
#ifndef STAND_IN_ESP_IDF_FREERTOS_FREERTOS_H
#define STAND_IN_ESP_IDF_FREERTOS_FREERTOS_H

#include <stdint.h>

typedef uint32_t TickType_t;
#define pdMS_TO_TICKS(ms) ((TickType_t)(ms) / 10) /* ESP-IDF's default: 100 a second */

#endif
