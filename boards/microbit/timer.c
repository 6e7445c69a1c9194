/* SPDX-License-Identifier: MIT */
/* The counter's ticks from TIMER0, in place of boards/arm/systick.c: the nRF51 has no SysTick,
 * though QEMU's has one. 32 bits at 16 MHz, the core's clock: an instruction takes 2.048 ticks
 * under QEMU, so that one measurement may take 2,000 million of them. */
#include "boards/arm/core.h"

#define TIMER_START REG32(0x40008000u)
#define TIMER_STOP REG32(0x40008004u)
#define TIMER_CLEAR REG32(0x4000800Cu)
#define TIMER_CAPTURE0 REG32(0x40008040u)
#define TIMER_BITMODE REG32(0x40008508u)
#define TIMER_PRESCALER REG32(0x40008510u)
#define TIMER_CC0 REG32(0x40008540u)

#define BITMODE_32 3u

void ticks_begin(void)
{
    TIMER_STOP = 1;
    TIMER_BITMODE = BITMODE_32;
    TIMER_PRESCALER = 0;
    TIMER_CLEAR = 1;
    TIMER_START = 1;
}

uint64_t ticks_end(uint32_t *interrupted)
{
    TIMER_CAPTURE0 = 1;
    *interrupted = 0;
    return TIMER_CC0;
}
