/* SPDX-License-Identifier: MIT */
/* Counts by mcycle: cycles on the part; under QEMU's -icount shift=0, instructions.
 *
 * Exact up to 2^32. The path from begin's reading to end's is measured at the start, with nothing
 * between them, and subtracted. The loop of known length divides, which takes every core more than
 * a cycle: so a part's cycles are not taken for instructions. */
#include "boards/board.h"
#include "boards/riscv/core.h"

#define KNOWN_LOOPS 250 /* of three instructions each */

static uint32_t start, overhead;
static bool instructions;

__attribute__((noinline)) void board_counter_begin(void)
{
    READ_CSR("mcycle", start);
}

__attribute__((noinline)) uint32_t board_counter_end(void)
{
    uint32_t now;
    READ_CSR("mcycle", now);
    return now - start - overhead;
}

board_unit_t board_counter_unit(void)
{
    return instructions ? BOARD_INSTRUCTIONS : BOARD_TICKS;
}

/* In assembly, lest the compiler put anything between the calls. */
#define CALL_CLOBBERS                                                                         \
    "ra", "t0", "t1", "t2", "t3", "t4", "t5", "t6", "a1", "a2", "a3", "a4", "a5", "a6", "a7", \
        "memory"

static uint32_t measure_nothing(void)
{
    register uint32_t count __asm("a0");
    __asm volatile("call board_counter_begin\n"
                   "call board_counter_end\n"
                   : "=r"(count)::CALL_CLOBBERS);
    return count;
}

static uint32_t measure_known(void)
{
    register uint32_t count __asm("a0");
    __asm volatile("call board_counter_begin\n"
                   "li a0, %1\n"
                   "1: divu a1, a0, a0\n"
                   "addi a0, a0, -1\n"
                   "bnez a0, 1b\n"
                   "call board_counter_end\n"
                   : "=r"(count)
                   : "i"(KNOWN_LOOPS)
                   : CALL_CLOBBERS);
    return count;
}

void counter_init(void)
{
    overhead = measure_nothing();
    instructions = measure_known() == 1u + 3u * KNOWN_LOOPS;
}
