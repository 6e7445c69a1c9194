/* SPDX-License-Identifier: MIT */
/* A flash in RAM for a store. The test that includes it defines FLASH, its bytes, and FLASH_BLOCK,
 * what one erase clears. */
#ifndef TESTS_RAM_FLASH_H
#define TESTS_RAM_FLASH_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

static uint8_t flash[FLASH];

static bool flash_read(void *context, uint32_t address, uint8_t *bytes, uint32_t size)
{
    (void)context;
    memcpy(bytes, flash + address, size);
    return true;
}

static bool flash_program(void *context, uint32_t address, const uint8_t *bytes, uint32_t size)
{
    (void)context;
    memcpy(flash + address, bytes, size);
    return true;
}

static bool flash_erase(void *context, uint32_t address)
{
    (void)context;
    memset(flash + address, 0xFF, FLASH_BLOCK);
    return true;
}

#endif
