/* SPDX-License-Identifier: MIT */
/* Arduino Mega 2560: 16 MHz from its crystal, USART0 at 115200 baud on pins 0 and 1 and, through
 * the board's USB converter, on the USB connector. */
#include "boards/board.h"

#include <avr/io.h>

#define BAUD 115200u
/* Eight clocks a sample: 2.1 % fast, as the Arduino's own serial library is at this rate. */
#define DIVIDER ((uint16_t)((BOARD_CLOCK_HZ / 8u + BAUD / 2u) / BAUD - 1u))

void board_init(void)
{
    UCSR0A = 1u << U2X0;
    UBRR0 = DIVIDER;
    UCSR0C = 1u << UCSZ01 | 1u << UCSZ00; /* 8N1 */
    UCSR0B = 1u << RXEN0 | 1u << TXEN0;
}

void board_putc(char c)
{
    while (!(UCSR0A & 1u << UDRE0)) {
    }
    UDR0 = (uint8_t)c;
}

int board_getc(void)
{
    return UCSR0A & 1u << RXC0 ? (int)UDR0 : -1;
}
