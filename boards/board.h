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

/* What a board's counter counts. */
typedef enum {
    BOARD_TICKS,        /* of the core's clock or a timer's: a part's cycles, QEMU's time */
    BOARD_INSTRUCTIONS, /* executed: QEMU with -icount */
    BOARD_CYCLES        /* of the core: an emulator that knows them */
} board_unit_t;

/* What is counted between the two calls, below 2^32, neither call counted. Instructions and
 * cycles are exact and repeat; how far, the arch's counter.c says. */
void board_counter_begin(void);
uint32_t board_counter_end(void);

/* What it counts: anything but ticks only if a loop of known length came out right at the
 * start. */
board_unit_t board_counter_unit(void);

/* The part's RAM in bytes, and what the program's data take of it; the stack comes on top. */
uint32_t board_ram_size(void);
uint32_t board_ram_data(void);

/* The most stack ever used, in bytes. While the counter runs an interrupt may add its frame,
 * 32 bytes on Arm: measure stack and instructions apart. */
uint32_t board_stack_used(void);

/* Paints the unused stack anew, so that the next board_stack_used() is of what follows. */
void board_stack_repaint(void);

/* Whether the lowest word of the stack is untouched. */
bool board_canary_ok(void);

#endif
