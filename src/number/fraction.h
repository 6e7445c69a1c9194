/* SPDX-License-Identifier: MIT */
/* Internal: fractions of a segment. */
#ifndef OCT9_SRC_FRACTION_H
#define OCT9_SRC_FRACTION_H

#include "oct9/point.h"

#include <stdbool.h>
#include <stdint.h>

#define OCT9_WAY_MAX 65535u /* rounded fractions have this denominator */

/* from + fraction * (to - from), rounded toward `from` on each axis. */
void oct9_fraction_point(const oct9_fraction_t *fraction, const oct9_point_t *from,
                         const oct9_point_t *to, oct9_point_t *at);

/* a < b. Both are at most 65536 / 65535, so that the products fit. */
static inline bool oct9_fraction_below(const oct9_fraction_t *a, const oct9_fraction_t *b)
{
    return a->num * b->den < b->num * a->den;
}

/* Internal: quotients without a 64-bit division. */

/* floor(2^28 a / b) for a <= b < 2^30 and b > 0, one bit at a time. */
uint32_t oct9_ratio_q28(uint32_t a, uint32_t b);

/* floor(x / 2^bits): every compiler's shift of a negative number rounds down. */
static inline int64_t oct9_shift_down(int64_t x, unsigned bits)
{
    return x >> bits;
}

#endif
