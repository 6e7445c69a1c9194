/* SPDX-License-Identifier: MIT */
/* The test harness; on the host also the library's assert hook (boards/assert.c is the boards'). */
#include "tests/test.h"

#include "port/oct9_port.h"

#ifdef OCT9_BOARD
#include "boards/board.h"
#include "boards/print.h"

static void print_char(char c)
{
    board_putc(c);
}
#else
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

static void print_char(char c)
{
    putchar(c);
}
static void print_str(const char *text)
{
    fputs(text, stdout);
}
static void print_u32(uint32_t value, int width)
{
    printf("%*" PRIu32, width, value);
}
static void print_i32(int32_t value, int width)
{
    printf("%*" PRId32, width, value);
}
static void print_hex32(uint32_t value)
{
    printf("%08" PRIx32, value);
}
void (*test_assertion)(void);
unsigned test_refusals;

#if OCT9_ASSERTS
/* Tests give wrong arguments on purpose. */
void oct9_argument_refused(const char *file, int line)
{
    (void)file;
    (void)line;
    test_refusals++;
}

void oct9_assert_failed(const char *file, int line)
{
    if (test_assertion)
        test_assertion();
    printf("%s:%d: assertion failed\n", file, line);
    exit(1);
}
#endif
#endif

#define PRINTED_MAX 5u /* failing checks a test */

static struct {
    bool runs;               /* a test does */
    oct9_rom_t name;         /* its name */
    uint32_t checks_failed;  /* in it */
    uint32_t passed, failed; /* tests */
} state;

static void print_text(oct9_rom_t text)
{
    char c;
    for (size_t i = 0; (c = (char)oct9_port_byte(text, i)) != 0; i++)
        print_char(c);
}

static void print_i64(int64_t value)
{
    if (value >= INT32_MIN && value <= INT32_MAX) {
        print_i32((int32_t)value, 0);
    } else {
        print_str("0x");
        print_hex32((uint32_t)((uint64_t)value >> 32));
        print_hex32((uint32_t)value);
    }
}

/* Counts a failing check and begins to print it; false if it is one too many for that. */
static bool print_failure(oct9_rom_t file, int line, oct9_rom_t text)
{
    if (state.checks_failed++ >= PRINTED_MAX)
        return false;
    print_text(file);
    print_str(":");
    print_i32(line, 0);
    print_str(": ");
    if (state.runs)
        print_text(state.name);
    else
        print_str("outside a test");
    print_str(": ");
    print_text(text);
    return true;
}

void test_fails(oct9_rom_t file, int line, oct9_rom_t text)
{
    if (print_failure(file, line, text))
        print_str("\n");
}

void test_differs(int64_t a, int64_t b, oct9_rom_t file, int line, oct9_rom_t text)
{
    if (!print_failure(file, line, text))
        return;
    print_str(": ");
    print_i64(a);
    print_str(" and ");
    print_i64(b);
    print_str("\n");
}

/* Closes what went before; checks outside a test that failed count as one. */
static void close_test(void)
{
    if (state.checks_failed > 0)
        state.failed++;
    else if (state.runs)
        state.passed++;
    state.runs = false;
    state.checks_failed = 0;
}

void test_suite(oct9_rom_t name)
{
    print_str("suite ");
    print_text(name);
    print_str("\n");
}

void test_run(void (*test)(void), oct9_rom_t name)
{
    close_test();
    state.runs = true;
    state.name = name;
    test();
    close_test();
}

void test_digest(oct9_rom_t name, uint32_t value)
{
    print_str("digest ");
    print_text(name);
    print_str(" ");
    print_hex32(value);
    print_str("\n");
}

int test_end(void)
{
    close_test();
    print_u32(state.passed, 0);
    print_str(" passed, ");
    print_u32(state.failed, 0);
    print_str(" failed\n");
    return state.failed == 0 && state.passed > 0 ? 0 : 1;
}
