/* SPDX-License-Identifier: MIT */
/* One bit of the world's tree flipped, as by radiation or a stray write: the check of invariants
 * finds it, or it does no harm to memory. */
#ifndef TESTS_MAP_FLIPS_H
#define TESTS_MAP_FLIPS_H

#include "tests/golden/world.h"

typedef enum {
    FLIP_FOUND,   /* by oct9_tree_check */
    FLIP_HARMLESS /* still a map, of other content */
} flip_t;

/* How many bits there are: those of the pool, the root, the counters, the thresholds. Where the
 * pool is and how large belongs to the caller, and is not flipped. */
uint32_t flip_bits(void);

/* Flips bit number `bit`, looks, asks where nothing can be read beyond the pool, and flips it back.
 */
flip_t flip_try(uint32_t bit);

#endif
