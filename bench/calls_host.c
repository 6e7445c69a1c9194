/* SPDX-License-Identifier: MIT */
/* The host as a board, for the checksums that boards must answer, too: it counts nothing. */
#include "boards/board.h"

#include <stdio.h>

void board_putc(char c)
{
    (void)putchar(c);
}

void board_counter_begin(void)
{
}

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

void board_stack_repaint(void)
{
}

bool board_canary_ok(void)
{
    return true;
}
