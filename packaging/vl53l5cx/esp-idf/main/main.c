/* SPDX-License-Identifier: MIT */
#include "ahead.h"

#include "driver/i2c_master.h"
#include "freertos/FreeRTOS.h"
#include "freertos/task.h"

enum { SDA_PIN = 21, SCL_PIN = 22 };

static VL53L5CX_Configuration sensor;

static bool begin_bus(void)
{
    const i2c_master_bus_config_t config = { .clk_source = I2C_CLK_SRC_DEFAULT,
                                             .i2c_port = I2C_NUM_0,
                                             .sda_io_num = SDA_PIN,
                                             .scl_io_num = SCL_PIN,
                                             .glitch_ignore_cnt = 7,
                                             .flags.enable_internal_pullup = true };
    const i2c_device_config_t device = { .dev_addr_length = I2C_ADDR_BIT_LEN_7,
                                         .device_address = VL53L5CX_DEFAULT_I2C_ADDRESS >> 1,
                                         .scl_speed_hz = 400000 };
    i2c_master_bus_handle_t bus;
    sensor.platform.bus_config = config;
    return i2c_new_master_bus(&config, &bus) == ESP_OK &&
           i2c_master_bus_add_device(bus, &device, &sensor.platform.handle) == ESP_OK;
}

void app_main(void)
{
    if (!begin_bus() || !ahead_begin(&sensor))
        return;
    for (;; vTaskDelay(pdMS_TO_TICKS(AHEAD_POLL_MS)))
        ahead_poll(&sensor, xTaskGetTickCount() * portTICK_PERIOD_MS);
}
