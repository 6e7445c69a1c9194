/* SPDX-License-Identifier: MIT */
/* MPS2 AN505, secure: UART 0 of the CMSDK. */
#include "boards/arm/cmsdk_uart.h"
#include "boards/board.h"

#define UART0 0x50200000u

void board_init(void)
{
    cmsdk_uart_begin(UART0, BOARD_CLOCK_HZ);
}

void board_putc(char c)
{
    cmsdk_uart_put(UART0, c);
}

int board_getc(void)
{
    return cmsdk_uart_get(UART0);
}
