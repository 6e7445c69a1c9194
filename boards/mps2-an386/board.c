/* SPDX-License-Identifier: MIT */
/* MPS2 AN386: UART 0 of the CMSDK, 115200 baud from 25 MHz. */
#include "boards/board.h"

#include "boards/arm/core.h"

#define UART_DATA REG32(0x40004000u)
#define UART_STATE REG32(0x40004004u)
#define UART_CTRL REG32(0x40004008u)
#define UART_BAUDDIV REG32(0x40004010u)

#define STATE_TX_FULL 1u
#define STATE_RX_FULL 2u
#define CTRL_TX_ON 1u
#define CTRL_RX_ON 2u
#define BAUD 115200u

void board_init(void)
{
    UART_BAUDDIV = BOARD_CLOCK_HZ / BAUD;
    UART_CTRL = CTRL_TX_ON | CTRL_RX_ON;
}

void board_putc(char c)
{
    while (UART_STATE & STATE_TX_FULL) {
    }
    UART_DATA = (uint8_t)c;
}

int board_getc(void)
{
    return UART_STATE & STATE_RX_FULL ? (int)(UART_DATA & 0xFFu) : -1;
}
