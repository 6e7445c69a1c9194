/* SPDX-License-Identifier: MIT */
/* Internal: absolute values and distances of integers. They are unsigned, so that they are right
 * for the lowest number, too. */
#ifndef OCT9_SRC_MAGNITUDE_H
#define OCT9_SRC_MAGNITUDE_H

#include <stdint.h>

static inline uint32_t oct9_magnitude(int32_t x)
{
    return x < 0 ? 0u - (uint32_t)x : (uint32_t)x;
}

static inline uint64_t oct9_magnitude_long(int64_t x)
{
    return x < 0 ? 0u - (uint64_t)x : (uint64_t)x;
}

/* The distance of two numbers. */
static inline uint32_t oct9_magnitude_between(int32_t a, int32_t b)
{
    return a > b ? (uint32_t)a - (uint32_t)b : (uint32_t)b - (uint32_t)a;
}

#endif
