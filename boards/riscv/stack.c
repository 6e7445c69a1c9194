/* SPDX-License-Identifier: MIT */
/* How deep the stack went: it is painted at reset, and what is no longer paint was used.
 *
 * The stack is the lowest part of RAM, so that it faults when it overflows instead of
 * overwriting variables: below lies nothing, or the flash. The memory protection forbids to write
 * flash, since an emulator's may be RAM. The canary catches a stray write into the stack's end. */
#include "boards/board.h"
#include "boards/riscv/core.h"

#define PAINT 0xA5C35AC3u
#define CANARY 0x0C79CA4Au

#define PMP_READ_EXECUTE 5u
#define PMP_UP_TO_TOP (1u << 3) /* from the address of the entry before */
#define PMP_LOCKED (1u << 7)    /* which makes it hold for machine mode too */

static inline uint32_t *stack_now(void)
{
    uint32_t *sp;
    __asm volatile("mv %0, sp" : "=r"(sp));
    return sp;
}

/* The stack pointer is read each time: before the loop it may yet fall, as the compiler likes. */
void board_stack_repaint(void)
{
    for (volatile uint32_t *at = stack_low + 1; at < stack_now(); at++)
        *at = PAINT;
}

static void guard(void)
{
    WRITE_CSR("pmpaddr0", (uintptr_t)flash_low >> 2);
    WRITE_CSR("pmpaddr1", (uintptr_t)flash_end >> 2);
    WRITE_CSR("pmpcfg0", (PMP_LOCKED | PMP_UP_TO_TOP | PMP_READ_EXECUTE) << 8);
}

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
