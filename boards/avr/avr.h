/* SPDX-License-Identifier: MIT */
/* What the files of this folder share. */
#ifndef BOARDS_AVR_H
#define BOARDS_AVR_H

#include <stdint.h>

/* From the linker script: the stack is the lowest part of RAM. */
extern uint8_t stack_low[], stack_top[];

void stack_init(void);   /* paint, canary */
void counter_init(void); /* calibrate */

#endif
