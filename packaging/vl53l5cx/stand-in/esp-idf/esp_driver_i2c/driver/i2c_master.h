/* SPDX-License-Identifier: MIT */
/* A stand-in for ESP-IDF's I2C driver: what the sample uses of it. */
#ifndef STAND_IN_ESP_IDF_DRIVER_I2C_MASTER_H
#define STAND_IN_ESP_IDF_DRIVER_I2C_MASTER_H

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

#include "driver/gpio.h"
#include "scene.h"

typedef int esp_err_t;
#define ESP_OK 0

typedef struct i2c_master_bus_t *i2c_master_bus_handle_t;
typedef struct i2c_master_dev_t *i2c_master_dev_handle_t;
enum { I2C_NUM_0, I2C_CLK_SRC_DEFAULT = 4, I2C_ADDR_BIT_LEN_7 = 0 };

typedef struct {
    int i2c_port;
    gpio_num_t sda_io_num, scl_io_num;
    int clk_source;
    uint8_t glitch_ignore_cnt;
    struct {
        uint32_t enable_internal_pullup : 1;
    } flags;
} i2c_master_bus_config_t;

typedef struct {
    int dev_addr_length;
    uint16_t device_address;
    uint32_t scl_speed_hz;
} i2c_device_config_t;

static inline esp_err_t i2c_new_master_bus(const i2c_master_bus_config_t *bus_config,
                                           i2c_master_bus_handle_t *ret_bus_handle)
{
    *ret_bus_handle = NULL;
    return bus_config->sda_io_num != bus_config->scl_io_num ? ESP_OK : -1;
}

static inline esp_err_t i2c_master_bus_add_device(i2c_master_bus_handle_t bus_handle,
                                                  const i2c_device_config_t *dev_config,
                                                  i2c_master_dev_handle_t *ret_handle)
{
    (void)bus_handle;
    *ret_handle = NULL;
    scene_bus(dev_config->device_address);
    return ESP_OK;
}

#endif
