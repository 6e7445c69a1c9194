/* SPDX-License-Identifier: MIT */
#ifndef OCT9_HOT_H
#define OCT9_HOT_H
#if defined(__GNUC__) && !defined(__clang__) && defined(__OPTIMIZE_SIZE__) && !defined(OCT9_SMALL)
#pragma GCC optimize("O2")
#endif
#endif
