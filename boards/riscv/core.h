/* SPDX-License-Identifier: MIT */
/* The control registers that the boards use, and what the files of this folder share. */
#ifndef RISCV_CORE_H
#define RISCV_CORE_H

#include "boards/reg.h"

#define READ_CSR(name, value) __asm volatile("csrr %0, " name : "=r"(value)::"memory")
#define WRITE_CSR(name, value) __asm volatile("csrw " name ", %0" ::"r"(value) : "memory")

/* From the linker script: the stack is the lowest part of RAM. */
extern uint32_t stack_low[], stack_top[], flash_low[], flash_end[];

void stack_init(void);   /* paint, canary, guard */
void counter_init(void); /* calibrate */
void trap_entry(void);   /* every exception; no interrupt is enabled */

/* Set by board_exit: a breakpoint from here on is its own, which nobody took. */
extern volatile bool board_exiting;
extern volatile int board_exit_code;

#endif
