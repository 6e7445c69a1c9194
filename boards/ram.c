/* SPDX-License-Identifier: MIT */
/* How much RAM there is, and how much of it is taken, as the linker script says. */
#include "boards/board.h"

/* The stack is the lowest part of RAM, and data stand above it. */
extern unsigned char ram_begin[], ram_end[], stack_top[], data_top[];

uint32_t board_ram_size(void)
{
    return (uint32_t)((uintptr_t)ram_end - (uintptr_t)ram_begin);
}

uint32_t board_ram_data(void)
{
    return (uint32_t)((uintptr_t)data_top - (uintptr_t)stack_top);
}
