/* SPDX-License-Identifier: MIT */
/* The checks to be measured: unknown passes, outside is free, so that only obstacles stop them. */
#ifndef CHECK_COST_CHECKS_H
#define CHECK_COST_CHECKS_H

#include "bench/places.h"

typedef struct {
    uint32_t instructions;
    uint32_t visited; /* nodes and leaves */
    bool stopped;     /* it met something, or found something */
} check_cost_t;

typedef struct {
    const char *name;
    uint32_t count; /* of placements */
    void (*run)(const oct9_map_t *map, uint32_t placement, check_cost_t *cost);
} check_t;

extern const check_t check[];
extern const unsigned check_count;

#endif
