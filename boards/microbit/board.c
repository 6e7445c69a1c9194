/* SPDX-License-Identifier: MIT */
/* micro:bit: the crystal's 16 MHz, the UART at 115200 baud on the pins of the USB chip. */
#include "boards/board.h"

#include "boards/reg.h"

#define CLOCK_HFCLKSTART REG32(0x40000000u)
#define CLOCK_HFCLKSTARTED REG32(0x40000100u)
#define GPIO_OUTSET REG32(0x50000508u)
#define GPIO_DIRSET REG32(0x50000518u)
#define UART_STARTRX REG32(0x40002000u)
#define UART_STARTTX REG32(0x40002008u)
#define UART_RXDRDY REG32(0x40002108u)
#define UART_TXDRDY REG32(0x4000211Cu)
#define UART_ENABLE REG32(0x40002500u)
#define UART_PSELTXD REG32(0x4000250Cu)
#define UART_PSELRXD REG32(0x40002514u)
#define UART_RXD REG32(0x40002518u)
#define UART_TXD REG32(0x4000251Cu)
#define UART_BAUDRATE REG32(0x40002524u)

#define PIN_TX 24u
#define PIN_RX 25u
#define UART_ON 4u
#define BAUD_115200 0x01D7E000u

/* The crystal starts within 1.5 ms: 24,000 cycles, and a turn takes several. */
#define WAIT_TURNS 24000u

void board_init(void)
{
    CLOCK_HFCLKSTART = 1; /* else the core runs by the RC oscillator, to 1 % */
    (void)wait_for(&CLOCK_HFCLKSTARTED, 1, WAIT_TURNS);
    GPIO_OUTSET = 1u << PIN_TX; /* the line's idle level before the UART has it */
    GPIO_DIRSET = 1u << PIN_TX;
    UART_PSELTXD = PIN_TX;
    UART_PSELRXD = PIN_RX;
    UART_BAUDRATE = BAUD_115200;
    UART_ENABLE = UART_ON;
    UART_STARTTX = 1;
    UART_STARTRX = 1;
}

void board_putc(char c)
{
    UART_TXDRDY = 0;
    UART_TXD = (uint8_t)c;
    while (UART_TXDRDY == 0) {
    }
}

int board_getc(void)
{
    if (UART_RXDRDY == 0)
        return -1;
    UART_RXDRDY = 0; /* first: the next one may come at once */
    return (int)(UART_RXD & 0xFFu);
}
