/* SPDX-License-Identifier: MIT */
#include "platform.h"

#include <zephyr/drivers/i2c.h>
#include <zephyr/kernel.h>

uint8_t VL53L5CX_RdMulti(VL53L5CX_Platform *platform, uint16_t address, uint8_t *values,
                         uint32_t size)
{
    const uint8_t at[2] = { (uint8_t)(address >> 8), (uint8_t)address };
    return i2c_write_read(platform->bus, platform->address >> 1, at, sizeof at, values, size) != 0;
}

uint8_t VL53L5CX_WrMulti(VL53L5CX_Platform *platform, uint16_t address, uint8_t *values,
                         uint32_t size)
{
    uint8_t at[2] = { (uint8_t)(address >> 8), (uint8_t)address };
    struct i2c_msg messages[2] = {
        { .buf = at, .len = sizeof at, .flags = I2C_MSG_WRITE },
        { .buf = values, .len = size, .flags = I2C_MSG_WRITE | I2C_MSG_STOP },
    };
    return i2c_transfer(platform->bus, messages, 2, platform->address >> 1) != 0;
}

uint8_t VL53L5CX_RdByte(VL53L5CX_Platform *platform, uint16_t address, uint8_t *value)
{
    return VL53L5CX_RdMulti(platform, address, value, 1);
}

uint8_t VL53L5CX_WrByte(VL53L5CX_Platform *platform, uint16_t address, uint8_t value)
{
    return VL53L5CX_WrMulti(platform, address, &value, 1);
}

void VL53L5CX_SwapBuffer(uint8_t *buffer, uint16_t size)
{
    for (uint32_t i = 0; i + 4 <= size; i += 4) {
        const uint8_t word[4] = { buffer[i + 3], buffer[i + 2], buffer[i + 1], buffer[i] };
        memcpy(buffer + i, word, sizeof word);
    }
}

uint8_t VL53L5CX_WaitMs(VL53L5CX_Platform *platform, uint32_t ms)
{
    (void)platform;
    k_msleep((int32_t)ms);
    return 0;
}
