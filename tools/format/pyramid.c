/* SPDX-License-Identifier: MIT */
/* What every node of a grid is, level by level. */
#include "tools/format/pyramid.h"

#include "oct9/image.h"

#include <stdlib.h>
#include <string.h>

/* A node's byte: its state, and whether something below it is occupied. */
enum { STATE = 3, HAS_OCCUPIED = 4 };

static size_t place(unsigned level, unsigned x, unsigned y, unsigned z)
{
    const size_t edge = (size_t)OCT9_CELLS >> level;
    return (z * edge + y) * edge + x;
}

static uint8_t of_brick(unsigned brick)
{
    const unsigned occupied = brick >= 0x100u ? HAS_OCCUPIED : 0;
    switch (brick) {
    case 0: return OCT9_UNKNOWN;
    case 0x00FFu: return OCT9_FREE;
    case 0xFF00u: return OCT9_OCCUPIED | HAS_OCCUPIED;
    default: return (uint8_t)(OCT9_IMAGE_INNER | occupied);
    }
}

static uint8_t of_children(const pyramid_t *pyramid, unsigned level, unsigned x, unsigned y,
                           unsigned z)
{
    const uint8_t *below = pyramid->level[level - 1u];
    const unsigned first = below[place(level - 1u, 2 * x, 2 * y, 2 * z)];
    unsigned all = first;
    bool equal = (first & STATE) != OCT9_IMAGE_INNER;
    for (unsigned c = 1; c < 8; c++) {
        const unsigned child =
            below[place(level - 1u, 2 * x + (c & 1u), 2 * y + (c >> 1 & 1u), 2 * z + (c >> 2))];
        equal = equal && child == first;
        all |= child;
    }
    return (uint8_t)(equal ? first : OCT9_IMAGE_INNER | (all & HAS_OCCUPIED));
}

static void fill(pyramid_t *pyramid, unsigned level)
{
    const unsigned edge = (unsigned)OCT9_CELLS >> level;
    size_t i = 0;
    for (unsigned z = 0; z < edge; z++)
        for (unsigned y = 0; y < edge; y++)
            for (unsigned x = 0; x < edge; x++, i++) {
                const uint8_t node = level == 1 ? of_brick(pyramid->grid->bricks[i])
                                                : of_children(pyramid, level, x, y, z);
                pyramid->level[level][i] = node;
                pyramid->inner[level] += (node & STATE) == OCT9_IMAGE_INNER;
            }
}

bool pyramid_new(pyramid_t *pyramid, const grid_t *grid)
{
    memset(pyramid, 0, sizeof *pyramid);
    pyramid->grid = grid;
    for (unsigned level = 1; level <= OCT9_LEVELS; level++) {
        const size_t edge = (size_t)OCT9_CELLS >> level;
        pyramid->level[level] = malloc(edge * edge * edge);
        if (!pyramid->level[level]) {
            pyramid_free(pyramid);
            return false;
        }
        fill(pyramid, level);
    }
    return true;
}

void pyramid_free(pyramid_t *pyramid)
{
    for (unsigned level = 1; level <= OCT9_LEVELS; level++)
        free(pyramid->level[level]);
}

unsigned pyramid_state(const pyramid_t *pyramid, unsigned level, unsigned x, unsigned y, unsigned z)
{
    return level == 0 ? (unsigned)grid_get(pyramid->grid, x, y, z)
                      : pyramid->level[level][place(level, x, y, z)] & (unsigned)STATE;
}

bool pyramid_void(const pyramid_t *pyramid, unsigned level, unsigned x, unsigned y, unsigned z)
{
    return !(pyramid->level[level][place(level, x, y, z)] & HAS_OCCUPIED);
}

uint32_t pyramid_inner(const pyramid_t *pyramid, unsigned level)
{
    return pyramid->inner[level];
}
