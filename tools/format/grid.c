/* SPDX-License-Identifier: MIT */
/* The whole cube, cell by cell. */
#include "tools/format/grid.h"

#include <stdlib.h>

enum { BRICK_COUNT = GRID_BRICKS * GRID_BRICKS * GRID_BRICKS };

grid_t grid_new(void)
{
    grid_t grid = { calloc(BRICK_COUNT, sizeof *grid.bricks) };
    return grid;
}

void grid_free(grid_t *grid)
{
    free(grid->bricks);
    grid->bricks = NULL;
}

static size_t brick_of(unsigned x, unsigned y, unsigned z)
{
    return ((size_t)(z >> 1) * GRID_BRICKS + (y >> 1)) * GRID_BRICKS + (x >> 1);
}

static unsigned cell_of(unsigned x, unsigned y, unsigned z)
{
    return (x & 1u) | (y & 1u) << 1 | (z & 1u) << 2;
}

void grid_set(grid_t *grid, unsigned x, unsigned y, unsigned z, oct9_state_t state)
{
    uint16_t *brick = &grid->bricks[brick_of(x, y, z)];
    const unsigned cell = cell_of(x, y, z), bits = (unsigned)state;
    const unsigned others = *brick & ~(0x101u << cell);
    *brick = (uint16_t)(others | ((bits & 1u) | (bits & 2u) << 7) << cell);
}

oct9_state_t grid_get(const grid_t *grid, unsigned x, unsigned y, unsigned z)
{
    const unsigned bits = (unsigned)grid->bricks[brick_of(x, y, z)] >> cell_of(x, y, z);
    return (oct9_state_t)((bits & 1u) | (bits >> 7 & 2u));
}

unsigned long grid_occupied(const grid_t *grid)
{
    unsigned long count = 0;
    for (size_t i = 0; i < BRICK_COUNT; i++)
        for (unsigned cells = grid->bricks[i] >> 8 & ~grid->bricks[i] & 0xFFu; cells != 0;
             cells &= cells - 1u)
            count++;
    return count;
}

void grid_free_unknown(grid_t *grid)
{
    for (size_t i = 0; i < BRICK_COUNT; i++) {
        const unsigned brick = grid->bricks[i];
        const unsigned known = (brick | brick >> 8) & 0xFFu;
        grid->bricks[i] = (uint16_t)(brick | (~known & 0xFFu));
    }
}
