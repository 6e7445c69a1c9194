/* SPDX-License-Identifier: MIT */
/* The files that checks spend their time in include this before all else: GCC compiles them for
 * speed at -Os, too. With OCT9_SMALL defined it compiles them as it does all others. */
#if defined(__GNUC__) && !defined(__clang__) && defined(__OPTIMIZE_SIZE__) && !defined(OCT9_SMALL)
#define OCT9_HOT 1
#pragma GCC optimize("O2")
#endif
