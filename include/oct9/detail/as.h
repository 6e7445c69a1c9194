/* SPDX-License-Identifier: MIT */
/* A conversion of a value that compilers of C and of C++ take without a warning. */
#ifndef OCT9_DETAIL_AS_H
#define OCT9_DETAIL_AS_H

/* `value` as a `type`. */
#ifdef __cplusplus
#define OCT9_AS(type, value) static_cast<type>(value)
#else
#define OCT9_AS(type, value) ((type)(value))
#endif

#endif
