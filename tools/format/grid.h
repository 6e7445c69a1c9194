/* SPDX-License-Identifier: MIT */
/* The whole cube, cell by cell: what is baked. */
#ifndef OCT9_TOOLS_GRID_H
#define OCT9_TOOLS_GRID_H

#include "oct9/leaf.h"

#include <stdbool.h>
#include <stddef.h>

#define GRID_BRICKS 256u /* along an edge */

/* Eight cells are a brick as in an image: bit c and bit 8 + c are bits 0 and 1 of the state of
 * cell c. */
typedef struct {
    uint16_t *bricks; /* [z][y][x] */
} grid_t;

/* All unknown; `bricks` is NULL iff there is not enough memory. */
grid_t grid_new(void);
void grid_free(grid_t *grid);

/* Coordinates 0..511. */
void grid_set(grid_t *grid, unsigned x, unsigned y, unsigned z, oct9_state_t state);
oct9_state_t grid_get(const grid_t *grid, unsigned x, unsigned y, unsigned z);

/* Counts the occupied cells. */
unsigned long grid_occupied(const grid_t *grid);

/* Adds what another grid knows: a cell is occupied if either says so, else free if either does. */
void grid_join(grid_t *grid, const grid_t *other);

/* Finds the smallest box of what is known: x0 y0 z0 x1 y1 z1 in cells. False: nothing is. */
bool grid_extent(const grid_t *grid, uint16_t extent[6]);

/* Makes unknown cells free. */
void grid_free_unknown(grid_t *grid);

#endif
