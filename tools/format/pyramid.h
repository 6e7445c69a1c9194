/* SPDX-License-Identifier: MIT */
/* The state of each node of a grid, level by level: what the baker asks for. */
#ifndef OCT9_TOOLS_PYRAMID_H
#define OCT9_TOOLS_PYRAMID_H

#include "tools/format/grid.h"

#include <stdbool.h>

typedef struct {
    const grid_t *grid;
    uint8_t *level[OCT9_LEVELS + 1]; /* of level l from 1: a node a byte, [z][y][x] */
    uint32_t inner[OCT9_LEVELS + 1]; /* how many of them are inner nodes */
} pyramid_t;

/* False iff there is not enough memory. The grid is kept by reference. */
bool pyramid_new(pyramid_t *pyramid, const grid_t *grid);
void pyramid_free(pyramid_t *pyramid);

/* The state of a node, from level 0 up, its place counted in nodes of its level: an
 * oct9_state_t if all below it is equal, or else OCT9_IMAGE_INNER. */
unsigned pyramid_state(const pyramid_t *pyramid, unsigned level, unsigned x, unsigned y,
                       unsigned z);

/* Whether nothing below a node of level 1 or above is occupied. */
bool pyramid_void(const pyramid_t *pyramid, unsigned level, unsigned x, unsigned y, unsigned z);

/* Returns how many inner nodes a level has, from level 1 up. */
uint32_t pyramid_inner(const pyramid_t *pyramid, unsigned level);

#endif
