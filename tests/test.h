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

#include "oct9/rom.h"

#include <stdbool.h>
#include <stdint.h>

/* A text that costs no RAM, on AVR neither. */
#ifdef __AVR__
#define TEST_TEXT(text)                               \
    (__extension__({                                  \
        static OCT9_IN_ROM const char text_[] = text; \
        OCT9_ROM(text_);                              \
    }))
#else
#define TEST_TEXT(text) ((oct9_rom_t)(text))
#endif

#define CHECK(condition) \
    ((condition) ? (void)0 : test_fails(TEST_TEXT(__FILE__), __LINE__, TEST_TEXT(#condition)))

/* For integers; both are printed where they differ. */
#define CHECK_EQ(a, b)                                                                           \
    do {                                                                                         \
        const int64_t left_ = (int64_t)(a), right_ = (int64_t)(b);                               \
        if (left_ != right_)                                                                     \
            test_differs(left_, right_, TEST_TEXT(__FILE__), __LINE__, TEST_TEXT(#a " == " #b)); \
    } while (0)

#ifndef OCT9_BOARD
/* What a failed assertion of the library calls, where it is expected; it must not return. NULL: the
 * assertion is printed and ends the test. */
extern void (*test_assertion)(void);
/* How many arguments the library refused: calls of its second hook. */
extern unsigned test_refusals;
#endif

#define RUN(function) test_run((function), TEST_TEXT(#function))

/* Prints "digest NAME HEX8": to be the same on every machine. */
#define TEST_DIGEST(name, value) test_digest(TEST_TEXT(name), (value))

/* Prints "suite NAME": what follows, up to the next, is of that suite. */
#define TEST_SUITE(name) test_suite(TEST_TEXT(name))

void test_fails(oct9_rom_t file, int line, oct9_rom_t text);
void test_differs(int64_t a, int64_t b, oct9_rom_t file, int line, oct9_rom_t text);
void test_run(void (*test)(void), oct9_rom_t name);
void test_digest(oct9_rom_t name, uint32_t value);
void test_suite(oct9_rom_t name);

/* Prints "N passed, N failed"; 0 iff none failed and some passed, else 1: main's result. */
int test_end(void);

#endif
