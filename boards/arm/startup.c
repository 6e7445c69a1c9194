/* SPDX-License-Identifier: MIT */
/* From reset to main, and the vector table. */
#include "boards/arm/core.h"
#include "boards/board.h"
#include "boards/print.h"

/* From the linker script. */
extern uint32_t data_load[], data_begin[], data_end[], bss_begin[], bss_end[];

int main(void);
_Noreturn void reset_entry(void);

typedef union {
    uint32_t *stack;
    void (*entry)(void);
} vector_t;

/* Only the core's own: no board enables an interrupt of its peripherals. */
__attribute__((section(".vectors"), used)) static const vector_t vectors[16] = {
    { .stack = stack_top },
    { .entry = reset_entry },
    { .entry = fault_entry }, /* NMI */
    { .entry = fault_entry }, /* HardFault */
    { .entry = fault_entry }, /* MemManage */
    { .entry = fault_entry }, /* BusFault */
    { .entry = fault_entry }, /* UsageFault */
    { .entry = fault_entry }, /* SecureFault */
    { 0 },
    { 0 },
    { 0 },
    { .entry = fault_entry }, /* SVCall */
    { .entry = fault_entry }, /* DebugMonitor */
    { 0 },
    { .entry = fault_entry }, /* PendSV */
    { .entry = systick_entry },
};

void reset_entry(void)
{
    for (uint32_t *from = data_load, *to = data_begin; to < data_end;)
        *to++ = *from++;
    for (uint32_t *to = bss_begin; to < bss_end;)
        *to++ = 0;
    stack_init();
#if ARM_HAS_FAULT_STATUS
    SCB_VTOR = (uint32_t)(uintptr_t)vectors;
    SCB_CCR |= CCR_UNALIGN_TRP; /* what a Cortex-M0 would not do, nobody may */
    SCB_SHCSR |= SHCSR_FAULTS;
#endif
    board_init();
    counter_init();
    int code = main();
    if (!board_canary_ok()) {
        print_str("stack canary overwritten\n");
        code = 3;
    }
    board_exit(code);
}
