/* SPDX-License-Identifier: MIT */
/* What a program may ask of a board: characters out, exit, counts of instructions and stack. */
#ifndef BOARD_H
#define BOARD_H

#include <stdbool.h>
#include <stdint.h>

/* Clocks and UART; called once by the start-up code, before main. */
void board_init(void);

/* One character to the UART; waits while it is full. */
void board_putc(char c);

/* The next character from the UART, 0..255, or -1 if none has come. The receiver holds one: what
 * is not fetched in time is lost. */
int board_getc(void);

/* Ends the program. Under QEMU, or with a semihosting debugger, `code` is the exit status; on a
 * part left alone it is printed and the core sleeps. 0 is success, 3 a fault. */
_Noreturn void board_exit(int code);

/* The instructions executed between the two calls, below 2^32, neither call counted.
 * Exact under QEMU with -icount shift=7; long runs to within 1 or 2: see boards/arm/counter.c.
 * On the part itself, and under QEMU without -icount, it is ticks of the core's clock (cycles,
 * on the part). */
void board_instructions_begin(void);
uint32_t board_instructions_end(void);

/* Whether they count instructions: a loop of known length came out right at the start. */
bool board_counts_instructions(void);

/* The most stack ever used, in bytes. While instructions are counted an interrupt may add its
 * frame, 32 bytes: measure stack and instructions apart. */
uint32_t board_stack_used(void);

/* Paints the unused stack anew, so that the next board_stack_used() is of what follows. */
void board_stack_repaint(void);

/* Whether the lowest word of the stack is untouched. */
bool board_canary_ok(void);

#endif
