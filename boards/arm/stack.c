/* SPDX-License-Identifier: MIT */
/* How deep the stack went: it is painted at reset, and what is no longer paint was used.
 *
 * The stack is the lowest part of RAM, so that it faults when it overflows instead of
 * overwriting variables. Not every part (nor QEMU's MPS2) faults below RAM by itself: there the MPU
 * guards what lies below, or the core's own stack limit, where it has one. The canary catches a
 * stray write into the stack's end. */
#include "boards/arm/core.h"
#include "boards/board.h"

#define PAINT 0xA5C35AC3u
#define CANARY 0x0C79CA4Au

static inline uint32_t *stack_now(void)
{
    uint32_t *sp;
    __asm volatile("mov %0, sp" : "=r"(sp));
    return sp;
}

/* The stack pointer is read each time: before the loop it may yet fall, as the compiler likes. */
void board_stack_repaint(void)
{
    for (volatile uint32_t *at = stack_low + 1; at < stack_now(); at++)
        *at = PAINT;
}

#if defined(__ARM_ARCH_8M_MAIN__) || defined(__ARM_ARCH_8_1M_MAIN__)
static void guard(void)
{
    __asm volatile("msr msplim, %0" ::"r"(stack_low));
}
#elif defined(__ARM_ARCH_7M__) || defined(__ARM_ARCH_7EM__)
/* 4 KB that nobody may touch, just below the stack. */
static void guard(void)
{
    if (MPU_TYPE == 0)
        return;
    MPU_RNR = 0;
    MPU_RBAR = (uint32_t)(uintptr_t)stack_low - 4096u;
    MPU_RASR = 1u << 28 | 11u << 1 | 1u; /* no execution, no access; 2^(11+1) bytes; on */
    MPU_CTRL = 5u;                       /* all else as without an MPU; on */
    __asm volatile("dsb\n isb" ::: "memory");
}
#else
static void guard(void) {}
#endif

void stack_init(void)
{
    stack_low[0] = CANARY;
    board_stack_repaint();
    guard();
}

uint32_t board_stack_used(void)
{
    const volatile uint32_t *at = stack_low + 1;
    while (at < stack_top && *at == PAINT)
        at++;
    return (uint32_t)((uintptr_t)stack_top - (uintptr_t)at);
}

bool board_canary_ok(void)
{
    return *(volatile uint32_t *)stack_low == CANARY;
}
