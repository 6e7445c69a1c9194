/* SPDX-License-Identifier: MIT */
/* From reset to main. */
#include "boards/board.h"
#include "boards/print.h"
#include "boards/riscv/core.h"

/* From the linker script. */
extern uint32_t data_load[], data_begin[], data_end[], bss_begin[], bss_end[];

int main(void);
void start(void);

/* The first instructions of flash. gp lets short instructions reach the first 4 KB of data. */
__attribute__((naked, used, section(".start"))) void reset_entry(void)
{
    __asm volatile(".option push\n"
                   ".option norelax\n"
                   "la gp, __global_pointer$\n"
                   ".option pop\n"
                   "la sp, stack_top\n"
                   "la t0, trap_entry\n"
                   "csrw mtvec, t0\n"
                   "j start\n");
}

__attribute__((used)) void start(void)
{
    for (uint32_t *from = data_load, *to = data_begin; to < data_end;)
        *to++ = *from++;
    for (uint32_t *to = bss_begin; to < bss_end;)
        *to++ = 0;
    stack_init();
    board_init();
    counter_init();
    int code = main();
    if (!board_canary_ok()) {
        print_str("stack canary overwritten\n");
        code = 3;
    }
    board_exit(code);
}
