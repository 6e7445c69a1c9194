/* SPDX-License-Identifier: MIT */
/* Counts instructions by SysTick.
 *
 * Under QEMU's -icount shift=7 each instruction takes exactly 128 ns, so SysTick, which runs at
 * the core's clock, ticks BOARD_CLOCK_HZ * 128e-9 times an instruction (3.2 at 25 MHz, 21.504
 * at 168 MHz). A difference of two readings is off by less than one tick, so the division,
 * rounded to nearest, is exact. What is counted besides is constant, and subtracted:
 * - the way from begin's reading to end's, measured at the start with nothing between them,
 * - five instructions of the overflow's handler, each time that it ran.
 *
 * SysTick has 24 bits; its overflows are counted by interrupt. A round begins anew with each
 * measurement, so one of up to 780,000 instructions at 168 MHz, 5.2 million at 25 MHz, is exact.
 * A longer one is short by one if it ends in the very instruction that a round ends in, where
 * QEMU reads 0. QEMU also rounds the length of a round down to whole ns: WRAP is chosen so that
 * this loses nothing at 25 MHz, and at 168 MHz 1/21 ns: an instruction in two thousand million.
 */
#include "boards/arm/core.h"
#include "boards/board.h"

#define WRAP ((1u << 24) - 2u)            /* ticks a round */
#define HANDLER_INSTRUCTIONS 5u
#define KNOWN_LOOPS 250                   /* of two instructions each */

/* 1e9 / 128: instructions a second of QEMU's time. */
#define INSTRUCTIONS_HZ 7812500u

__attribute__((used)) volatile uint32_t counter_overflows;

static uint32_t start;                    /* SysTick, which counts down, at begin */
static uint32_t overhead;
static bool instructions = true;          /* else ticks as they are */

__attribute__((naked)) void systick_entry(void)
{
    __asm volatile(".syntax unified\n"   /* which GCC leaves for a Cortex-M0's */
                   "ldr r0, =counter_overflows\n"
                   "ldr r1, [r0]\n"
                   "adds r1, #1\n"
                   "str r1, [r0]\n"
                   "bx lr\n"
                   ".ltorg\n");
}

__attribute__((noinline)) void board_instructions_begin(void)
{
    SYST_CSR = 0;
    SYST_RVR = WRAP - 1u;
    SYST_CVR = 0;
    SCB_ICSR = ICSR_PENDSTCLR;
    counter_overflows = 0;
    SYST_CSR = 7;                         /* the core's clock, interrupt, on */
    do
        start = SYST_CVR;
    while (start == 0);                   /* until the first tick loads it */
}

__attribute__((noinline)) uint32_t board_instructions_end(void)
{
    __asm volatile("cpsid i" ::: "memory");
    uint32_t now = SYST_CVR;
    bool pending = (SCB_ICSR & ICSR_PENDSTSET) != 0;
    uint32_t handled = counter_overflows;
    SYST_CSR = 0;
    SCB_ICSR = ICSR_PENDSTCLR;
    __asm volatile("cpsie i" ::: "memory");

    /* An overflow that still waits came before the reading iff the reading is of a new round. */
    uint32_t rounds = handled + (pending && now > WRAP / 2u ? 1u : 0u);
    uint64_t ticks = (uint64_t)rounds * WRAP + start - now;
    if (!instructions)
        return (uint32_t)ticks - overhead;
    /* ticks < 2^32 * 21.504 + 2^24 < 2^37 up to 168 MHz, the product < 2^60 */
    uint64_t count = (ticks * INSTRUCTIONS_HZ + BOARD_CLOCK_HZ / 2u) / BOARD_CLOCK_HZ;
    return (uint32_t)count - handled * HANDLER_INSTRUCTIONS - overhead;
}

bool board_counts_instructions(void)
{
    return instructions;
}

/* In assembly, lest the compiler put anything between the calls. */
#define CALL_CLOBBERS "r1", "r2", "r3", "ip", "lr", "cc", "memory"

static uint32_t measure_nothing(void)
{
    register uint32_t count __asm("r0");
    __asm volatile("bl board_instructions_begin\n"
                   "bl board_instructions_end\n"
                   : "=r"(count) :: CALL_CLOBBERS);
    return count;
}

static uint32_t measure_known(void)
{
    register uint32_t count __asm("r0");
    __asm volatile(".syntax unified\n"
                   "bl board_instructions_begin\n"
                   "movs r0, %1\n"
                   "1: subs r0, #1\n"
                   "bne 1b\n"
                   "bl board_instructions_end\n"
                   : "=r"(count) : "i"(KNOWN_LOOPS) : CALL_CLOBBERS);
    return count;
}

void counter_init(void)
{
    overhead = measure_nothing();
    instructions = measure_known() == 1u + 2u * KNOWN_LOOPS;
    if (!instructions) {
        overhead = 0;
        overhead = measure_nothing();
    }
}
