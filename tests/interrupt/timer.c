/* SPDX-License-Identifier: MIT */
/* SysTick as an alarm, by a vector table in RAM; and the MPU around the pool. */
#include "tests/interrupt/timer.h"

#include "boards/arm/core.h"

enum { VECTORS = 16, SYSTICK = 15 };

/* The pool is the last of 8 KB of which nobody may touch the rest, nor the 512 KB after it: 15 bits
 * of blocks. All lie far above what the linker has placed. */
#define BELOW 0x200FE000u
#define ABOVE 0x20100000u
#define POOL (ABOVE - TIMER_BLOCKS * sizeof(oct9_block_t))

#define RASR_ON 1u
#define RASR_BYTES(log2) (((log2)-1u) << 1)
#define RASR_LAST_EIGHTH_OFF (0x80u << 8)
#define RASR_NEVER_EXECUTE (1u << 28) /* and access: none */

static uint32_t vectors[VECTORS] __attribute__((aligned(128)));
static void (*alarm)(void);
static volatile bool rung;

static void systick(void)
{
    SYST_CSR = 0;
    rung = true;
    alarm();
}

static void guard(uint32_t region, uint32_t base, uint32_t bits)
{
    MPU_RNR = region;
    MPU_RBAR = base;
    MPU_RASR = RASR_NEVER_EXECUTE | bits | RASR_ON;
    __asm volatile("dsb\n isb" ::: "memory");
}

oct9_block_t *timer_pool(void)
{
    guard(1, BELOW, RASR_BYTES(13) | RASR_LAST_EIGHTH_OFF);
    guard(2, ABOVE, RASR_BYTES(19));
    return (oct9_block_t *)(uintptr_t)POOL;
}

static void take_vector(void)
{
    const uint32_t *const from = (const uint32_t *)(uintptr_t)SCB_VTOR;
    if (from == vectors)
        return;
    for (unsigned i = 0; i < VECTORS; i++)
        vectors[i] = from[i];
    vectors[SYSTICK] = (uint32_t)(uintptr_t)systick;
    SCB_VTOR = (uint32_t)(uintptr_t)vectors;
}

void timer_start(uint32_t instructions, void (*handler)(void))
{
    take_vector();
    alarm = handler;
    rung = false;
    SYST_CSR = 0;
    SYST_RVR = instructions * (BOARD_CLOCK_HZ / 1000u) / 7812u; /* 128 ns each, as counter.c */
    SYST_CVR = 0;
    SCB_ICSR = ICSR_PENDSTCLR;
    SYST_CSR = 7;
}

bool timer_stop(void)
{
    SYST_CSR = 0;
    SCB_ICSR = ICSR_PENDSTCLR;
    return rung;
}
