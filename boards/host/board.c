/* SPDX-License-Identifier: MIT */
/* A board's functions on the host, for programs that say the same on both: it counts nothing. */
#include "boards/board.h"

#include <stdio.h>

void board_putc(char c)
{
    putchar(c);
}

int board_getc(void)
{
    const int c = getchar();
    return c != EOF ? c : 4; /* what a terminal's Ctrl-D sends */
}

void board_counter_begin(void) {}

uint32_t board_counter_end(void)
{
    return 0;
}

board_unit_t board_counter_unit(void)
{
    return BOARD_TICKS;
}

uint32_t board_stack_used(void)
{
    return 0;
}

void board_stack_repaint(void) {}

bool board_canary_ok(void)
{
    return true;
}

uint32_t board_ram_size(void)
{
    return 0;
}

uint32_t board_ram_data(void)
{
    return 0;
}
