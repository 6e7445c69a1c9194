/* SPDX-License-Identifier: MIT */
/* A stand-in for the platform of ST's driver in the component rjrp44/vl53l5cx. */
#ifndef STAND_IN_ESP_IDF_PLATFORM_H
#define STAND_IN_ESP_IDF_PLATFORM_H

#include "driver/gpio.h"
#include "driver/i2c_master.h"

#define VL53L5CX_NB_TARGET_PER_ZONE 1U

typedef struct {
    uint16_t address;
    i2c_master_bus_config_t bus_config;
    i2c_master_dev_handle_t handle;
    gpio_num_t reset_gpio;
} VL53L5CX_Platform;

#endif
