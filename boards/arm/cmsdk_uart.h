/* SPDX-License-Identifier: MIT */
/* The UART of Arm's CMSDK, as on the MPS2 and MPS3 boards; `base` is its address. */
#ifndef ARM_CMSDK_UART_H
#define ARM_CMSDK_UART_H

#include <stdint.h>

void cmsdk_uart_begin(uint32_t base, uint32_t clock_hz);   /* 115200 baud; at least 1.9 MHz */
void cmsdk_uart_put(uint32_t base, char c);
int cmsdk_uart_get(uint32_t base);                         /* -1 if nothing came */

#endif
