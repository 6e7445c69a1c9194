/* SPDX-License-Identifier: MIT */
/* Exit by semihosting: SYS_EXIT_EXTENDED, which QEMU and debuggers turn into an exit status.
 *
 * One binary does for QEMU and for the part. The ebreak between two shifts that do nothing, all
 * uncompressed and on one page, distinguishes semihosting from a breakpoint. Where no debugger
 * takes it, it traps; trap_report sees board_exiting, prints the code and sleeps. */
#include "boards/board.h"
#include "boards/riscv/core.h"

#define SYS_EXIT_EXTENDED 0x20u
#define ADP_STOPPED_APPLICATION_EXIT 0x20026u

volatile bool board_exiting;
volatile int board_exit_code;

void board_exit(int code)
{
    const uint32_t block[2] = { ADP_STOPPED_APPLICATION_EXIT, (uint32_t)code };
    board_exit_code = code;
    board_exiting = true;
    register uint32_t call __asm("a0") = SYS_EXIT_EXTENDED;
    register const uint32_t *argument __asm("a1") = block;
    __asm volatile(".option push\n"
                   ".option norvc\n"
                   ".balign 16\n"
                   "slli zero, zero, 0x1f\n"
                   "ebreak\n"
                   "srai zero, zero, 7\n"
                   ".option pop\n"
                   : "+r"(call)
                   : "r"(argument)
                   : "memory");
    for (;;)
        __asm volatile("wfi");
}
