/* SPDX-License-Identifier: MIT */
/* Internal: the share of a slice. */
#ifndef OCT9_SRC_SLICE_H
#define OCT9_SRC_SLICE_H

#include <stdint.h>

/* Takes steps from the budget for the things from `at` to `end`, which are fewer than 2^31, with
 * 2^shift of them to a step. Returns how far the budget goes. */
static inline uint32_t oct9_slice_end(uint32_t *budget, uint32_t at, uint32_t end, unsigned shift)
{
    const uint32_t steps = (end - at + ((uint32_t)1 << shift) - 1u) >> shift;
    if (steps <= *budget) {
        *budget -= steps;
        return end;
    }
    at += *budget << shift;
    *budget = 0;
    return at;
}

#endif
