/* SPDX-License-Identifier: MIT */
/* The board that the arm's program needs, on the host: it prints, and counts nothing. */
#include "boards/board.h"

#include <stdio.h>

void board_putc(char c)
{
    putchar(c);
}

void board_instructions_begin(void)
{
}

uint32_t board_instructions_end(void)
{
    return 0;
}

uint32_t board_stack_used(void)
{
    return 0;
}
