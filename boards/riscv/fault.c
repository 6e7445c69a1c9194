/* SPDX-License-Identifier: MIT */
/* Traps: said over the UART, then exit code 3.
 *
 * The report runs on the stack from its top again, since the trap may be that the stack
 * overflowed. */
#include "boards/board.h"
#include "boards/print.h"
#include "boards/riscv/core.h"

#define CAUSE_BREAKPOINT 3u

void trap_report(const uint32_t *sp, uint32_t ra);

__attribute__((naked, aligned(4))) void trap_entry(void)
{
    __asm volatile("mv a0, sp\n"
                   "mv a1, ra\n"
                   "la sp, stack_top\n"
                   "j trap_report\n");
}

static const char *name_of(uint32_t cause)
{
    switch (cause) {
    case 0: return "unaligned instruction";
    case 1: return "instruction access";
    case 2: return "illegal instruction";
    case 3: return "breakpoint";
    case 4: return "unaligned load";
    case 5: return "load access";
    case 6: return "unaligned store";
    case 7: return "store access";
    case 11: return "environment call";
    default: return "unexpected trap";
    }
}

static void field(const char *name, uint32_t value)
{
    print_str(name);
    print_hex32(value);
}

__attribute__((used)) void trap_report(const uint32_t *sp, uint32_t ra)
{
    uint32_t cause, pc, address;
    READ_CSR("mcause", cause);
    READ_CSR("mepc", pc);
    READ_CSR("mtval", address);
    if (board_exiting && cause == CAUSE_BREAKPOINT) { /* no debugger took it */
        print_str("exit ");
        print_i32(board_exit_code, 0);
        print_str("\n");
        for (;;)
            __asm volatile("wfi");
    }
    print_str("fault: ");
    print_str(name_of(cause));
    if (sp < stack_low)
        print_str(", stack overflow");
    field(" mepc ", pc);
    field(" ra ", ra);
    field(" mcause ", cause);
    field(" mtval ", address);
    print_str("\n");
    board_exit(3);
}
