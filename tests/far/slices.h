/* SPDX-License-Identifier: MIT */
/* Part of tests/calls/test_slices.c: the calls that go on, each with its query. */
#ifndef TESTS_FAR_SLICES_H
#define TESTS_FAR_SLICES_H

#include "tests/calls/slices_queries.h"

#define query_oct9_far_run constant /* suite_far.c has its world's changes */

#endif
