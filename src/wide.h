/* SPDX-License-Identifier: MIT */
/* Internal: signed numbers of 128 bits, for the signs of determinants that 64 bits do not hold. */
#ifndef OCT9_WIDE_H
#define OCT9_WIDE_H

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

/* a / 2^shift, rounded down; shift 1..63, and the answer must fit. */
int64_t oct9_wide_shifted(const oct9_wide_t *a, unsigned shift);

#endif
