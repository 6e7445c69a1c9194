/* SPDX-License-Identifier: MIT */
/* The tests that run everywhere, on the host and on every board, from the same sources: each is a
 * tests/THING/suite_NAME.c, which ends with
 *
 *     GOLDEN_SUITE(NAME)
 *     {
 *         RUN(...);
 *     }
 *
 * A program begins with the function that the linker calls suite_entry: golden_all, or golden_NAME
 * for the suite of that name alone, where a board holds no more (see golden.mk). */
#ifndef TESTS_GOLDEN_SUITES_H
#define TESTS_GOLDEN_SUITES_H

#include "tests/test.h"

#define GOLDEN_SUITE(name)          \
    void golden_##name(void);       \
    static void suite_##name(void); \
    void golden_##name(void)        \
    {                               \
        TEST_SUITE(#name);          \
        suite_##name();             \
    }                               \
    static void suite_##name(void)

#endif
