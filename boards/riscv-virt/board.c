/* SPDX-License-Identifier: MIT */
/* QEMU's machine virt: a 16550 that is ready as it is. */
#include "boards/board.h"

#include "boards/reg.h"

#define REG8(address) (*(volatile uint8_t *)(uintptr_t)(address))
#define UART_DATA REG8(0x10000000u)
#define UART_LINE_STATUS REG8(0x10000005u)

#define STATUS_RX_FULL (1u << 0)
#define STATUS_TX_EMPTY (1u << 5)

void board_init(void) {}

void board_putc(char c)
{
    while (!(UART_LINE_STATUS & STATUS_TX_EMPTY)) {
    }
    UART_DATA = (uint8_t)c;
}

int board_getc(void)
{
    return UART_LINE_STATUS & STATUS_RX_FULL ? UART_DATA : -1;
}
