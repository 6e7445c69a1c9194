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

void grid_join(grid_t *grid, const grid_t *other)
{
    for (size_t i = 0; i < BRICK_COUNT; i++) {
        const unsigned either = (unsigned)grid->bricks[i] | other->bricks[i];
        grid->bricks[i] = (uint16_t)(either & ~(either >> 8 & 0xFFu));
    }
}

/* Known cells of a brick as a bit each, made those of an axis: whether its lower half has one, its
 * upper half. */
static unsigned halves(unsigned known, unsigned axis)
{
    static const unsigned upper[3] = { 0xAAu, 0xCCu, 0xF0u };
    return ((known & ~upper[axis]) != 0) | (unsigned)((known & upper[axis]) != 0) << 1;
}

bool grid_extent(const grid_t *grid, uint16_t extent[6])
{
    for (unsigned a = 0; a < 3; a++) {
        extent[a] = OCT9_CELLS;
        extent[a + 3] = 0;
    }
    for (unsigned i = 0; i < BRICK_COUNT; i++) {
        const unsigned known = (grid->bricks[i] | grid->bricks[i] >> 8) & 0xFFu;
        const unsigned at[3] = { i % GRID_BRICKS, i / GRID_BRICKS % GRID_BRICKS,
                                 i / GRID_BRICKS / GRID_BRICKS };
        for (unsigned a = 0; known != 0 && a < 3; a++) {
            const unsigned half = halves(known, a);
            const unsigned lo = 2 * at[a] + (half == 2), hi = 2 * at[a] + 1 + (half != 1);
            extent[a] = (uint16_t)(lo < extent[a] ? lo : extent[a]);
            extent[a + 3] = (uint16_t)(hi > extent[a + 3] ? hi : extent[a + 3]);
        }
    }
    return extent[3] != 0;
}

void grid_free_unknown(grid_t *grid)
{
    for (size_t i = 0; i < BRICK_COUNT; i++) {
        const unsigned brick = grid->bricks[i];
        const unsigned known = (brick | brick >> 8) & 0xFFu;
        grid->bricks[i] = (uint16_t)(brick | (~known & 0xFFu));
    }
}
