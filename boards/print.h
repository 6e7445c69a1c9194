/* SPDX-License-Identifier: MIT */
/* Text and numbers over board_putc, without a libc.
 *
 * `width` pads with spaces to at least that many characters, for tables; 0 pads nothing. */
#ifndef PRINT_H
#define PRINT_H

#include <stdint.h>

void print_str(const char *text);
void print_left(const char *text, uint32_t width); /* padded on the right */
void print_u32(uint32_t value, uint32_t width);    /* padded on the left, as numbers are */
void print_i32(int32_t value, uint32_t width);
void print_hex32(uint32_t value); /* eight digits, no prefix */

/* "WHAT: TEXT" and a line's end. */
void print_error(const char *what, const char *text);

/* "NAMEmean, worst W", of a sum over `count`. */
void print_cost(const char *name, uint32_t sum, uint32_t count, uint32_t worst);

/* "state N bytes of RAM, stack N bytes" and a line's end. */
void print_memory(uint32_t state_bytes, uint32_t stack_bytes);

#endif
