/* SPDX-License-Identifier: MIT */
/* The USART of the STM32F1, F2 and F4; `base` is its address. Clock and pins are the board's. */
#ifndef ARM_STM32_USART_H
#define ARM_STM32_USART_H

#include <stdint.h>

void stm32_usart_begin(uint32_t base, uint32_t clock_hz); /* 115200 baud; at least 1.9 MHz */
void stm32_usart_put(uint32_t base, char c);
int stm32_usart_get(uint32_t base); /* -1 if nothing came */

#endif
