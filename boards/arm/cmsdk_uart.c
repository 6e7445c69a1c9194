/* SPDX-License-Identifier: MIT */
/* All that an MPS2 or MPS3 board needs: the UART of Arm's CMSDK, four registers, no FIFO. Such a
 * board.mk says where it is, BOARD_CMSDK_UART, and its clock, BOARD_CMSDK_HZ, at least 1.9 MHz. */
#ifdef BOARD_CMSDK_UART

#include "boards/board.h"
#include "boards/reg.h"

#define DATA REG32(BOARD_CMSDK_UART + 0x0u)
#define STATE REG32(BOARD_CMSDK_UART + 0x4u)
#define CTRL REG32(BOARD_CMSDK_UART + 0x8u)
#define BAUDDIV REG32(BOARD_CMSDK_UART + 0x10u) /* at least 16 */

#define STATE_TX_FULL 1u
#define STATE_RX_FULL 2u
#define CTRL_TX_ON 1u
#define CTRL_RX_ON 2u
#define BAUD 115200u

void board_init(void)
{
    BAUDDIV = (BOARD_CMSDK_HZ + BAUD / 2u) / BAUD;
    CTRL = CTRL_TX_ON | CTRL_RX_ON;
}

void board_putc(char c)
{
    while (STATE & STATE_TX_FULL) {
    }
    DATA = (uint8_t)c;
}

int board_getc(void)
{
    return STATE & STATE_RX_FULL ? (int)(DATA & 0xFFu) : -1;
}

#endif
