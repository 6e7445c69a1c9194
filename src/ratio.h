/* SPDX-License-Identifier: MIT */
/* Internal: quotients without a 64-bit division. */
#ifndef OCT9_RATIO_H
#define OCT9_RATIO_H

#include <stdint.h>

/* floor(2^28 a / b) for a <= b < 2^30, b > 0, by doubling. */
uint32_t oct9_ratio_q28(uint32_t a, uint32_t b);

/* floor(x / 2^bits): a shift of what is negative rounds down, as every compiler has it. */
static inline int64_t oct9_shift_down(int64_t x, unsigned bits)
{
    return x >> bits;
}

#endif
