/* SPDX-License-Identifier: MIT */
/* oct9/metric.h as firmware may compile it: as C, with -ffast-math. */
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC optimize("fast-math")
#endif
#include "tests/number/metric_calls.h"

const metric_calls_t metric_in_c = METRIC_CALLS;
