/* SPDX-License-Identifier: MIT */
/* Faults: said over the UART, then exit code 3.
 *
 * The report runs on the stack from its top again, since the fault may be that the stack
 * overflowed; then the core could not save its registers, and where it happened is not known. */
#include "boards/arm/core.h"
#include "boards/board.h"
#include "boards/print.h"

void fault_report(const uint32_t *frame, uint32_t pc, uint32_t lr);

/* The frame is r0-r3, r12, lr, pc, xpsr; read before the report's own overwrite it. */
__attribute__((naked)) void fault_entry(void)
{
    __asm volatile(".syntax unified\n"
                   "mov r0, sp\n"
                   "movs r1, #0\n"
                   "movs r2, #0\n"
                   "ldr r3, =stack_low\n"
                   "cmp r0, r3\n"
                   "bls 1f\n"
                   "ldr r1, [r0, #24]\n"
                   "ldr r2, [r0, #20]\n"
                   "1: ldr r3, =stack_top\n"
                   "mov sp, r3\n"
                   "ldr r3, =fault_report\n"
                   "bx r3\n"
                   ".ltorg\n");
}

static const char *name_of(uint32_t exception)
{
    switch (exception) {
    case 2: return "NMI";
    case 3: return "HardFault";
    case 4: return "MemManage";
    case 5: return "BusFault";
    case 6: return "UsageFault";
    default: return "unexpected exception";
    }
}

static void field(const char *name, uint32_t value)
{
    print_str(name);
    print_hex32(value);
}

__attribute__((used)) void fault_report(const uint32_t *frame, uint32_t pc, uint32_t lr)
{
    if (board_exiting) { /* no debugger took board_exit's breakpoint */
        print_str("exit ");
        print_i32(board_exit_code, 0);
        print_str("\n");
        for (;;)
            __asm volatile("wfi");
    }
    uint32_t exception;
    __asm volatile("mrs %0, ipsr" : "=r"(exception));
    print_str("fault: ");
    print_str(name_of(exception));
    if (frame <= stack_low) {
        print_str(", stack overflow");
    } else {
        field(" pc ", pc);
        field(" lr ", lr);
    }
#if ARM_HAS_FAULT_STATUS
    uint32_t cfsr = SCB_CFSR;
    field(" cfsr ", cfsr);
    field(" hfsr ", SCB_HFSR);
    if (cfsr & (1u << 7))
        field(" mmfar ", SCB_MMFAR);
    if (cfsr & (1u << 15))
        field(" bfar ", SCB_BFAR);
    if (cfsr & (1u << 24))
        print_str(" unaligned");
#endif
    print_str("\n");
    board_exit(3);
}
