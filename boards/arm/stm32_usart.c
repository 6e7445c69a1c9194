/* SPDX-License-Identifier: MIT */
/* The USART of the STM32F1, F2 and F4: four registers, no FIFO. */
#include "boards/arm/stm32_usart.h"

#include "boards/reg.h"

#define SR(base) REG32((base) + 0x0u)
#define DR(base) REG32((base) + 0x4u)
#define BRR(base) REG32((base) + 0x8u)
#define CR1(base) REG32((base) + 0xCu)

#define SR_RX_FULL (1u << 5)
#define SR_TX_EMPTY (1u << 7)
#define CR1_RX_ON (1u << 2)
#define CR1_TX_ON (1u << 3)
#define CR1_ON (1u << 13)
#define BAUD 115200u

void stm32_usart_begin(uint32_t base, uint32_t clock_hz)
{
    BRR(base) = (clock_hz + BAUD / 2u) / BAUD;
    CR1(base) = CR1_ON | CR1_TX_ON | CR1_RX_ON;
}

void stm32_usart_put(uint32_t base, char c)
{
    while (!(SR(base) & SR_TX_EMPTY)) {
    }
    DR(base) = (uint8_t)c;
}

int stm32_usart_get(uint32_t base)
{
    return SR(base) & SR_RX_FULL ? (int)(DR(base) & 0xFFu) : -1;
}
