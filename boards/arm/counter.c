/* SPDX-License-Identifier: MIT */
/* Counts instructions by the ticks of a timer at the core's clock (systick.c, or a board's own).
 *
 * Under QEMU's -icount shift=7 each instruction takes exactly 128 ns, so BOARD_CLOCK_HZ * 128e-9
 * ticks (3.2 at 25 MHz, 21.504 at 168 MHz). A difference of two readings is off by less than one
 * tick, so the division, rounded to nearest, is exact from 15.7 MHz up. What is counted besides is
 * constant, and subtracted:
 * - the path from begin's reading to end's, measured at the start with nothing between them,
 * - the instructions of the timer's own interrupts.
 *
 * A loop of known length says at the start which it is: so many instructions, or as many ticks as
 * the core takes cycles for it, BOARD_LOOP_CYCLES a turn. */
#include "boards/arm/core.h"
#include "boards/board.h"

#define KNOWN_LOOPS 250 /* of two instructions each */

/* 1e9 / 128: instructions a second of QEMU's time. */
#define INSTRUCTIONS_HZ 7812500u

static uint32_t overhead;
static board_unit_t unit = BOARD_INSTRUCTIONS;

__attribute__((noinline)) void board_counter_begin(void)
{
    ticks_begin();
}

__attribute__((noinline)) uint32_t board_counter_end(void)
{
    uint32_t interrupted;
    const uint64_t ticks = ticks_end(&interrupted);
    if (unit != BOARD_INSTRUCTIONS)
        return (uint32_t)ticks - overhead;
    /* ticks < 2^32 * 21.504 + 2^24 < 2^37 up to 168 MHz, the product < 2^60 */
    const uint64_t count = (ticks * INSTRUCTIONS_HZ + BOARD_CLOCK_HZ / 2u) / BOARD_CLOCK_HZ;
    return (uint32_t)count - interrupted - overhead;
}

board_unit_t board_counter_unit(void)
{
    return unit;
}

/* In assembly, lest the compiler put anything between the calls. */
#define CALL_CLOBBERS "r1", "r2", "r3", "ip", "lr", "cc", "memory"

static uint32_t measure_nothing(void)
{
    register uint32_t count __asm("r0");
    __asm volatile("bl board_counter_begin\n"
                   "bl board_counter_end\n"
                   : "=r"(count)::CALL_CLOBBERS);
    return count;
}

static uint32_t measure_known(void)
{
    register uint32_t count __asm("r0");
    __asm volatile(".syntax unified\n"
                   "bl board_counter_begin\n"
                   "movs r0, %1\n"
                   "1: subs r0, #1\n"
                   "bne 1b\n"
                   "bl board_counter_end\n"
                   : "=r"(count)
                   : "i"(KNOWN_LOOPS)
                   : CALL_CLOBBERS);
    return count;
}

void counter_init(void)
{
    overhead = measure_nothing();
    if (measure_known() == 1u + 2u * KNOWN_LOOPS)
        return;
    unit = BOARD_TICKS;
    overhead = 0;
    overhead = measure_nothing();
#ifdef BOARD_LOOP_CYCLES /* a turn's, but one less in the last */
    if (measure_known() == BOARD_LOOP_CYCLES * KNOWN_LOOPS)
        unit = BOARD_CYCLES;
#endif
}
