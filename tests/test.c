/* SPDX-License-Identifier: MIT */
/* The test harness; on the host also the library's assert hook (boards/assert.c is the boards'). */
#include "tests/test.h"

#ifdef OCT9_BOARD
#include "boards/print.h"
#else
#include "port/oct9_port.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

static void print_str(const char *text) { fputs(text, stdout); }
static void print_u32(uint32_t value, int width) { printf("%*" PRIu32, width, value); }
static void print_i32(int32_t value, int width) { printf("%*" PRId32, width, value); }
static void print_hex32(uint32_t value) { printf("%08" PRIx32, value); }
#if OCT9_ASSERTS
void oct9_assert_failed(const char *file, int line)
{
    printf("%s:%d: assertion failed\n", file, line);
    exit(1);
}
#endif
#endif

#define PRINTED_MAX 5u                    /* failing checks a test */

static struct {
    const char *name;                     /* of the test that runs */
    uint32_t checks_failed;               /* in it */
    uint32_t passed, failed;              /* tests */
} state;

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
static bool fail(const char *file, int line, const char *text)
{
    if (state.checks_failed++ >= PRINTED_MAX)
        return false;
    print_str(file);
    print_str(":");
    print_i32(line, 0);
    print_str(": ");
    print_str(state.name ? state.name : "outside a test");
    print_str(": ");
    print_str(text);
    return true;
}

void test_check(bool condition, const char *file, int line, const char *text)
{
    if (!condition && fail(file, line, text))
        print_str("\n");
}

void test_check_eq(int64_t a, int64_t b, const char *file, int line, const char *text)
{
    if (a == b || !fail(file, line, text))
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
    else if (state.name)
        state.passed++;
    state.name = 0;
    state.checks_failed = 0;
}

void test_run(void (*test)(void), const char *name)
{
    close_test();
    state.name = name;
    test();
    close_test();
}

void test_digest(const char *name, uint32_t value)
{
    print_str("digest ");
    print_str(name);
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
