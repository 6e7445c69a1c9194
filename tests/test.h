/* SPDX-License-Identifier: MIT */
/* A small test harness, alike on the host and on boards.
 *
 * A test is a static void f(void) of checks; main runs tests and returns test_end():
 *
 *   static void adds(void) { CHECK_EQ(1 + 1, 2); }
 *   int main(void) { RUN(adds); return test_end(); }
 *
 * A failing check goes on; the first five of a test are printed. */
#ifndef TESTS_TEST_H
#define TESTS_TEST_H

#include <stdbool.h>
#include <stdint.h>

#define CHECK(condition) test_check((condition), __FILE__, __LINE__, #condition)

/* For integers; both are printed where they differ. */
#define CHECK_EQ(a, b) \
    test_check_eq((int64_t)(a), (int64_t)(b), __FILE__, __LINE__, #a " == " #b)

#define RUN(function) test_run((function), #function)

/* Prints "digest NAME HEX8": to be the same on every machine. */
#define TEST_DIGEST(name, value) test_digest((name), (value))

void test_check(bool condition, const char *file, int line, const char *text);
void test_check_eq(int64_t a, int64_t b, const char *file, int line, const char *text);
void test_run(void (*test)(void), const char *name);
void test_digest(const char *name, uint32_t value);

/* Prints "N passed, N failed"; 0 iff none failed and some passed, else 1: main's result. */
int test_end(void);

#endif
