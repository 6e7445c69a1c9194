/* SPDX-License-Identifier: MIT */
/* Text and numbers over board_putc. */
#include "boards/print.h"

#include "boards/board.h"

#include <stdbool.h>

static void pad(uint32_t from, uint32_t width)
{
    for (; from < width; from++)
        board_putc(' ');
}

void print_left(const char *text, uint32_t width)
{
    uint32_t length = 0;
    while (text[length] != '\0')
        board_putc(text[length++]);
    pad(length, width);
}

void print_str(const char *text)
{
    print_left(text, 0);
}

static void print_decimal(uint32_t value, bool negative, uint32_t width)
{
    char digits[12]; /* a sign, ten digits, the end */
    uint32_t at = sizeof digits - 1;
    digits[at] = '\0';
    do {
        digits[--at] = (char)('0' + value % 10u);
        value /= 10u;
    } while (value != 0);
    if (negative)
        digits[--at] = '-';
    pad((uint32_t)sizeof digits - 1 - at, width);
    print_str(digits + at);
}

void print_u32(uint32_t value, uint32_t width)
{
    print_decimal(value, false, width);
}

void print_i32(int32_t value, uint32_t width)
{
    uint32_t bits = (uint32_t)value; /* its negation is right for INT32_MIN too */
    print_decimal(value < 0 ? 0u - bits : bits, value < 0, width);
}

void print_hex32(uint32_t value)
{
    for (int shift = 28; shift >= 0; shift -= 4)
        board_putc("0123456789abcdef"[(value >> shift) & 15u]);
}

void print_error(const char *what, const char *text)
{
    print_str(what);
    print_str(": ");
    print_str(text);
    print_str("\n");
}

void print_cost(const char *name, uint32_t sum, uint32_t count, uint32_t worst)
{
    print_str(name);
    print_u32(sum / count, 0);
    print_str(", worst ");
    print_u32(worst, 0);
}

void print_memory(uint32_t state_bytes, uint32_t stack_bytes)
{
    print_str("state ");
    print_u32(state_bytes, 0);
    print_str(" bytes of RAM, stack ");
    print_u32(stack_bytes, 0);
    print_str(" bytes\n");
}
