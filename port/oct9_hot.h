/* SPDX-License-Identifier: MIT */
/* The files in which queries spend their time include this file first. GCC then compiles them for
 * speed even at -Os. With OCT9_SMALL defined GCC compiles them as all other files. */
#if defined(__GNUC__) && !defined(__clang__) && defined(__OPTIMIZE_SIZE__) && !defined(OCT9_SMALL)
#define OCT9_HOT 1
#pragma GCC optimize("O2")
#endif
