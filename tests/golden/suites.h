/* SPDX-License-Identifier: MIT */
/* The tests that run everywhere, on the host and on every board, from the same sources. */
#ifndef TESTS_GOLDEN_SUITES_H
#define TESTS_GOLDEN_SUITES_H

void suite_fixed(void);
void suite_tree(void);
void suite_fill(void);
void suite_image(void);
void suite_walk(void);
void suite_cast(void);

#endif
