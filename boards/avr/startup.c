/* SPDX-License-Identifier: MIT */
/* What the compiler's start-up code calls before main and after, and the end of a program. */
#include "boards/avr/avr.h"
#include "boards/board.h"
#include "boards/print.h"

#include <avr/interrupt.h>
#include <avr/io.h>
#include <avr/sleep.h>

_Noreturn void exit(int code);

__attribute__((used)) static void prepare(void)
{
    stack_init();
    board_init();
    counter_init();
}

/* RAM has been filled by now; main is called next. */
__attribute__((naked, used, section(".init8"))) static void init(void)
{
    __asm volatile("call %x0" ::"i"(prepare));
}

/* Called with main's result. */
_Noreturn void exit(int code)
{
    if (!board_canary_ok()) {
        print_str("stack canary overwritten\n");
        code = 3;
    }
    board_exit(code);
}

/* GPIOR0 does nothing on the part; the emulator takes the code from it and ends. */
_Noreturn void board_exit(int code)
{
    cli();
    GPIOR0 = (uint8_t)code;
    print_str("exit ");
    print_i32(code, 0);
    print_str("\n");
    for (;;) {
        sleep_enable();
        sleep_cpu();
    }
}

/* Any interrupt that nobody handles. */
ISR(BADISR_vect)
{
    print_str("fault: unexpected interrupt\n");
    board_exit(3);
}
