/* SPDX-License-Identifier: MIT */
/* Pairs by looking at each object with each. */
#ifndef OBJECTS_COST_BRUTE_H
#define OBJECTS_COST_BRUTE_H

#include "bench/movers.h"

/* How many pairs overlap, touching included. */
uint32_t brute_pairs(const mover_t *movers, uint32_t count);

#endif
