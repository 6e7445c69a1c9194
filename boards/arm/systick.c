/* SPDX-License-Identifier: MIT */
/* The counter's ticks from SysTick, which runs at the core's clock.
 *
 * It has 24 bits; its overflows are counted by interrupt. A round begins anew with each
 * measurement, so one of up to 780,000 instructions at 168 MHz, 5.2 million at 25 MHz, is exact.
 * A longer one is short by one if it ends in the very instruction that a round ends in, where
 * QEMU reads 0. QEMU also rounds the length of a round down to whole ns: WRAP is chosen so that
 * this loses nothing at 25 MHz, and at 168 MHz 1/21 ns: an instruction in two thousand million.
 */
#include "boards/arm/core.h"

#define WRAP ((1u << 24) - 2u) /* ticks a round */
#define HANDLER_INSTRUCTIONS 5u

__attribute__((used)) volatile uint32_t systick_overflows;

static uint32_t start; /* SysTick, which counts down, at begin */

__attribute__((naked)) void systick_entry(void)
{
    __asm volatile(".syntax unified\n" /* which GCC leaves for a Cortex-M0's */
                   "ldr r0, =systick_overflows\n"
                   "ldr r1, [r0]\n"
                   "adds r1, #1\n"
                   "str r1, [r0]\n"
                   "bx lr\n"
                   ".ltorg\n");
}

void ticks_begin(void)
{
    SYST_CSR = 0;
    SYST_RVR = WRAP - 1u;
    SYST_CVR = 0;
    SCB_ICSR = ICSR_PENDSTCLR;
    systick_overflows = 0;
    SYST_CSR = 7; /* the core's clock, interrupt, on */
    do
        start = SYST_CVR;
    while (start == 0); /* until the first tick loads it */
}

uint64_t ticks_end(uint32_t *interrupted)
{
    __asm volatile("cpsid i" ::: "memory");
    uint32_t now = SYST_CVR;
    bool pending = (SCB_ICSR & ICSR_PENDSTSET) != 0;
    uint32_t handled = systick_overflows;
    SYST_CSR = 0;
    SCB_ICSR = ICSR_PENDSTCLR;
    __asm volatile("cpsie i" ::: "memory");

    /* An overflow that still waits came before the reading iff the reading is of a new round. */
    uint32_t rounds = handled + (pending && now > WRAP / 2u ? 1u : 0u);
    *interrupted = handled * HANDLER_INSTRUCTIONS;
    return (uint64_t)rounds * WRAP + start - now;
}
