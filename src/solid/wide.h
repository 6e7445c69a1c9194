/* SPDX-License-Identifier: MIT */
/* Internal: signed numbers of 128 bits, for the signs of determinants that do not fit 64 bits. */
#ifndef OCT9_SRC_WIDE_H
#define OCT9_SRC_WIDE_H

#include <stdbool.h>
#include <stdint.h>

typedef struct {
    uint64_t low;
    int64_t high;
} oct9_wide_t;

/* a b */
void oct9_wide_product(oct9_wide_t *to, int64_t a, int64_t b);

/* a b - c d */
void oct9_wide_determinant(oct9_wide_t *to, int64_t a, int64_t b, int64_t c, int64_t d);

void oct9_wide_add(oct9_wide_t *to, const oct9_wide_t *a);

void oct9_wide_negate(oct9_wide_t *to);

/* -1, 0, 1 */
int oct9_wide_sign(const oct9_wide_t *a);

/* The sign of a - b, which must not overflow. */
int oct9_wide_compare(const oct9_wide_t *a, const oct9_wide_t *b);

/* The number of bits of |a|. */
unsigned oct9_wide_bits(const oct9_wide_t *a);

/* a / 2^shift, rounded down. shift is 1..63, and the result must fit. */
int64_t oct9_wide_shifted(const oct9_wide_t *a, unsigned shift);

/* Internal: vectors of integers. Each caller shows why nothing overflows. */

int64_t oct9_dot(const int32_t a[3], const int32_t b[3]);

void oct9_cross(const int32_t a[3], const int32_t b[3], int64_t product[3]);

/* The same with a vector of 64-bit integers. */
int64_t oct9_dot_long(const int32_t a[3], const int64_t b[3]);
void oct9_cross_long(const int32_t a[3], const int64_t b[3], int64_t product[3]);

static inline void oct9_vector_between(const int32_t from[3], const int32_t to[3],
                                       int32_t vector[3])
{
    for (unsigned a = 0; a < 3; a++)
        vector[a] = to[a] - from[a];
}

#endif
