/* SPDX-License-Identifier: MIT */
/* A stand-in for ESP-IDF's GPIO driver, which the platform of ST's driver includes. */
#ifndef STAND_IN_ESP_IDF_DRIVER_GPIO_H
#define STAND_IN_ESP_IDF_DRIVER_GPIO_H

typedef enum { GPIO_NUM_NC = -1, GPIO_NUM_0 = 0, GPIO_NUM_MAX = 40 } gpio_num_t;

#endif
