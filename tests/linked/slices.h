/* SPDX-License-Identifier: MIT */
/* Part of tests/calls/test_slices.c: the calls that go on, each with its query. */
#ifndef TESTS_LINKED_SLICES_H
#define TESTS_LINKED_SLICES_H

#include "tests/calls/slices_queries.h"

#define query_oct9_linked_next constant

#endif
