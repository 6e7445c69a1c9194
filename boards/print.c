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
    char digits[12];                      /* a sign, ten digits, the end */
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
    uint32_t bits = (uint32_t)value;      /* its negation is right for INT32_MIN too */
    print_decimal(value < 0 ? 0u - bits : bits, value < 0, width);
}

void print_hex32(uint32_t value)
{
    for (int shift = 28; shift >= 0; shift -= 4)
        board_putc("0123456789abcdef"[(value >> shift) & 15u]);
}
