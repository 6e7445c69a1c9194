/* SPDX-License-Identifier: MIT */
/* MPS3 AN547, secure: UART 0 of the CMSDK. */
#include "boards/arm/cmsdk_uart.h"
#include "boards/board.h"

#define UART0 0x59303000u

void board_init(void)
{
    cmsdk_uart_begin(UART0, 25000000u);
}

void board_putc(char c)
{
    cmsdk_uart_put(UART0, c);
}

int board_getc(void)
{
    return cmsdk_uart_get(UART0);
}
