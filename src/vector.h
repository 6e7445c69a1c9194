/* SPDX-License-Identifier: MIT */
/* Internal: vectors of integers. Whoever calls says why nothing overflows. */
#ifndef OCT9_VECTOR_H
#define OCT9_VECTOR_H

#include <stdint.h>

int64_t oct9_dot(const int32_t a[3], const int32_t b[3]);

void oct9_cross(const int32_t a[3], const int32_t b[3], int64_t product[3]);

/* The same with a long one. */
int64_t oct9_dot_long(const int32_t a[3], const int64_t b[3]);
void oct9_cross_long(const int32_t a[3], const int64_t b[3], int64_t product[3]);

void oct9_vector_between(const int32_t from[3], const int32_t to[3], int32_t vector[3]);

#endif
