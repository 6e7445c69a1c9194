/* SPDX-License-Identifier: MIT */
/* A stand-in for Zephyr's I2C: what the sample uses of it. */
#ifndef STAND_IN_ZEPHYR_ZEPHYR_DRIVERS_I2C_H
#define STAND_IN_ZEPHYR_ZEPHYR_DRIVERS_I2C_H

#include <stddef.h>
#include <stdint.h>
#include <zephyr/device.h>

#define I2C_MSG_WRITE 0u
#define I2C_MSG_STOP 2u

struct i2c_msg {
    uint8_t *buf;
    uint32_t len;
    uint8_t flags;
};

int i2c_transfer(const struct device *dev, struct i2c_msg *msgs, uint8_t num_msgs, uint16_t addr);
int i2c_write_read(const struct device *dev, uint16_t addr, const void *write_buf, size_t num_write,
                   void *read_buf, size_t num_read);

#endif
