/* SPDX-License-Identifier: MIT */
/* What ST's driver asks of its platform, on Zephyr's I2C. Each returns 0 if all is well. */
#ifndef PLATFORM_H
#define PLATFORM_H

#include <stdint.h>
#include <string.h>
#include <zephyr/device.h>

#define VL53L5CX_NB_TARGET_PER_ZONE 1U

typedef struct {
    const struct device *bus;
    uint16_t address; /* of 8 bits, as the driver has it: twice the address on the bus */
} VL53L5CX_Platform;

uint8_t VL53L5CX_RdByte(VL53L5CX_Platform *platform, uint16_t address, uint8_t *value);
uint8_t VL53L5CX_WrByte(VL53L5CX_Platform *platform, uint16_t address, uint8_t value);
uint8_t VL53L5CX_RdMulti(VL53L5CX_Platform *platform, uint16_t address, uint8_t *values,
                         uint32_t size);
uint8_t VL53L5CX_WrMulti(VL53L5CX_Platform *platform, uint16_t address, uint8_t *values,
                         uint32_t size);

/* Reverses the four bytes of each word. */
void VL53L5CX_SwapBuffer(uint8_t *buffer, uint16_t size);

uint8_t VL53L5CX_WaitMs(VL53L5CX_Platform *platform, uint32_t ms);

#endif
