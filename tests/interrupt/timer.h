/* SPDX-License-Identifier: MIT */
/* An interrupt after so many instructions, and a pool that nobody reads beyond. For the
 * mps2-an386 board under QEMU -icount: 4 MB of RAM, an MPU, and time that instructions make. */
#ifndef TESTS_INTERRUPT_TIMER_H
#define TESTS_INTERRUPT_TIMER_H

#include "oct9/tree.h"

#include <stdbool.h>

enum { TIMER_BLOCKS = 64 };

/* The pool: a separate part of RAM. A read or write beside it faults, wherever an index of 15 bits
 * may lead. */
oct9_block_t *timer_pool(void);

/* Calls `handler` in an interrupt when about `instructions` more were executed, at least 1; once.
 * One more or less in `instructions` is one instruction more or less. */
void timer_start(uint32_t instructions, void (*handler)(void));

/* Whether it was called; if not, it will not be. */
bool timer_stop(void);

#endif
