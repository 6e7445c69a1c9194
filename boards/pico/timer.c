/* SPDX-License-Identifier: MIT */
/* What the counter counts by: a PWM slice without a pin, which counts the core's cycles in 16 bits,
 * and the timer of microseconds, which says how often that went round. Both are made from the
 * crystal, so they agree however long it takes; no interrupt disturbs what is measured.
 *
 * Not SysTick: in rp2040js its rounds are short by a cycle, and an interrupt takes no time. */
#include "boards/arm/core.h"

#define TIMER_RAW_LOW REG32(0x40054028u)
#define PWM_CSR REG32(0x40050000u + 7u * 0x14u) /* slice 7 */
#define PWM_DIV REG32(0x40050004u + 7u * 0x14u)
#define PWM_CTR REG32(0x40050008u + 7u * 0x14u)
#define PWM_TOP REG32(0x40050010u + 7u * 0x14u)

#define ROUND 65536u
#define CYCLES_A_US (BOARD_CLOCK_HZ / 1000000u)

static uint32_t begin_us, begin_cycles;

void ticks_begin(void)
{
    PWM_DIV = 1u << 4;
    PWM_TOP = ROUND - 1u;
    PWM_CSR = 1;
    begin_us = TIMER_RAW_LOW;
    begin_cycles = PWM_CTR;
}

uint64_t ticks_end(uint32_t *interrupted)
{
    const uint32_t cycles = PWM_CTR - begin_cycles;
    const uint32_t us = TIMER_RAW_LOW - begin_us;
    *interrupted = 0;
    /* The nearest to what the timer says, of the numbers with these 16 bits: the timer is off by
     * some microseconds of 125 cycles, far from half a round. */
    const uint64_t about = (uint64_t)us * CYCLES_A_US;
    const uint16_t off = (uint16_t)((uint32_t)about - cycles);
    return off < ROUND / 2u ? about - off : about + (ROUND - off);
}
