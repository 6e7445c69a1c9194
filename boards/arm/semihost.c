/* SPDX-License-Identifier: MIT */
/* Exit by semihosting: SYS_EXIT_EXTENDED, which QEMU and debuggers turn into an exit status.
 *
 * One binary does for QEMU and for the part. Where no debugger takes the breakpoint the core
 * raises a HardFault; fault_report sees board_exiting, prints the code and sleeps. (DHCSR cannot
 * say beforehand whether there is a debugger: QEMU reads it as 0.) After a HardFault the core locks
 * up instead: it stops. */
#include "boards/arm/core.h"
#include "boards/board.h"

#define SYS_EXIT_EXTENDED 0x20u
#define ADP_STOPPED_APPLICATION_EXIT 0x20026u

volatile bool board_exiting;
volatile int board_exit_code;

void board_exit(int code)
{
    const uint32_t block[2] = { ADP_STOPPED_APPLICATION_EXIT, (uint32_t)code };
    board_exit_code = code;
    board_exiting = true;
    register uint32_t call __asm("r0") = SYS_EXIT_EXTENDED;
    register const uint32_t *argument __asm("r1") = block;
    __asm volatile("bkpt 0xab" : "+r"(call) : "r"(argument) : "memory");
    for (;;)
        __asm volatile("wfi");
}
