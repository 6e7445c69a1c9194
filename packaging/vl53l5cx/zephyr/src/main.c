/* SPDX-License-Identifier: MIT */
#include "ahead.h"

#include <zephyr/device.h>
#include <zephyr/kernel.h>

/* The pins of the board's Arduino header. */
static VL53L5CX_Configuration sensor = { .platform = {
                                             .bus = DEVICE_DT_GET(DT_NODELABEL(arduino_i2c)),
                                             .address = VL53L5CX_DEFAULT_I2C_ADDRESS } };

int main(void)
{
    if (!device_is_ready(sensor.platform.bus) || !ahead_begin(&sensor))
        return 0;
    for (;; k_msleep(AHEAD_POLL_MS))
        ahead_poll(&sensor, k_uptime_get_32());
}
