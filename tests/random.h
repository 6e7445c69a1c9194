/* SPDX-License-Identifier: MIT */
/* Random numbers for tests: splitmix64, the same on every machine.
 *
 * Source: Steele, Lea, Flood, "Fast splittable pseudorandom number generators", 2014. */
#ifndef TESTS_RANDOM_H
#define TESTS_RANDOM_H

#include <stdint.h>

/* Any seed is good: random_t random = { 1 }; */
typedef struct {
    uint64_t state;
} random_t;

static inline uint32_t random_u32(random_t *random)
{
    uint64_t z = random->state += 0x9E3779B97F4A7C15u;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return (uint32_t)((z ^ (z >> 31)) >> 32);
}

/* 0..n-1, n >= 1; uneven by at most n / 2^32. */
static inline uint32_t random_below(random_t *random, uint32_t n)
{
    return (uint32_t)(((uint64_t)random_u32(random) * n) >> 32);
}

#endif
