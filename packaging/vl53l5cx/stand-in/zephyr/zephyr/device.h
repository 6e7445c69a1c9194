/* SPDX-License-Identifier: MIT */
/* A stand-in for Zephyr's devices: what the sample uses of them. */
#ifndef STAND_IN_ZEPHYR_ZEPHYR_DEVICE_H
#define STAND_IN_ZEPHYR_ZEPHYR_DEVICE_H

#include <stdbool.h>

struct device {
    const char *name;
};

extern const struct device stand_in_arduino_i2c;
#define DT_NODELABEL(label) label
#define DEVICE_DT_GET_OF(node) (&stand_in_##node)
#define DEVICE_DT_GET(node) DEVICE_DT_GET_OF(node)

static inline bool device_is_ready(const struct device *dev)
{
    return dev == &stand_in_arduino_i2c;
}

#endif
