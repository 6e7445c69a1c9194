/* SPDX-License-Identifier: MIT */
/* The UART of Arm's CMSDK: four registers, no FIFO. */
#include "boards/arm/cmsdk_uart.h"

#include "boards/reg.h"

#define DATA(base) REG32((base) + 0x0u)
#define STATE(base) REG32((base) + 0x4u)
#define CTRL(base) REG32((base) + 0x8u)
#define BAUDDIV(base) REG32((base) + 0x10u)               /* at least 16 */

#define STATE_TX_FULL 1u
#define STATE_RX_FULL 2u
#define CTRL_TX_ON 1u
#define CTRL_RX_ON 2u
#define BAUD 115200u

void cmsdk_uart_begin(uint32_t base, uint32_t clock_hz)
{
    BAUDDIV(base) = (clock_hz + BAUD / 2u) / BAUD;
    CTRL(base) = CTRL_TX_ON | CTRL_RX_ON;
}

void cmsdk_uart_put(uint32_t base, char c)
{
    while (STATE(base) & STATE_TX_FULL) {
    }
    DATA(base) = (uint8_t)c;
}

int cmsdk_uart_get(uint32_t base)
{
    return STATE(base) & STATE_RX_FULL ? (int)(DATA(base) & 0xFFu) : -1;
}
