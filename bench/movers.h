/* SPDX-License-Identifier: MIT */
/* The objects of the benches: spheres and boxes that fly about in a cube and turn back at its
 * faces, as dense however many there are: about one pair for each. */
#ifndef BENCH_MOVERS_H
#define BENCH_MOVERS_H

#include "oct9/objects.h"
#include "tests/random.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
    oct9_bounds_t bounds; /* 1 to 16 cells wide */
    int16_t step[3];      /* sub-cells a tick, half a cell to one and a half */
} mover_t;

/* They fly between these, in sub-cells, on each axis. */
typedef struct {
    int16_t low, high;
} movers_range_t;

/* Makes up to 60,000. */
movers_range_t movers_make(mover_t *movers, uint32_t count);

/* The next tick. */
void movers_advance(mover_t *movers, uint32_t count, movers_range_t range);

/* A point where they fly. */
oct9_point_t movers_point(random_t *random, movers_range_t range);

#ifdef __cplusplus
}
#endif
#endif
