/* SPDX-License-Identifier: MIT */
/* Part of tests/calls/test_slices.c: the calls that go on, each with its query. */
#ifndef TESTS_PATCH_SLICES_H
#define TESTS_PATCH_SLICES_H

#include "tests/calls/slices_queries.h"

#define query_oct9_patch_run constant

#endif
