/* SPDX-License-Identifier: MIT */
/* How deep the stack went: it is painted at the start, and what is no longer paint was used.
 *
 * No AVR faults when its stack overflows. The stack is the lowest part of RAM, and below it lie
 * reserved addresses (the ATmega2560 has 200 bytes of them) and then registers, so that an
 * overflow is found before it overwrites a variable: by the canary at the program's end, and by
 * the emulator at once. */
#include "boards/avr/avr.h"
#include "boards/board.h"

#include <avr/io.h>

#define PAINT 0xC5u
#define CANARY_BYTES 2u
#define CANARY 0x4Au

void board_stack_repaint(void)
{
    for (volatile uint8_t *at = stack_low + CANARY_BYTES; (uintptr_t)at <= SP; at++)
        *at = PAINT;
}

void stack_init(void)
{
    for (uint8_t i = 0; i < CANARY_BYTES; i++)
        stack_low[i] = CANARY;
    board_stack_repaint();
}

uint32_t board_stack_used(void)
{
    const volatile uint8_t *at = stack_low + CANARY_BYTES;
    while (at < stack_top && *at == PAINT)
        at++;
    return (uint32_t)((uintptr_t)stack_top - (uintptr_t)at);
}

bool board_canary_ok(void)
{
    for (uint8_t i = 0; i < CANARY_BYTES; i++) {
        if (*(volatile uint8_t *)&stack_low[i] != CANARY)
            return false;
    }
    return true;
}
