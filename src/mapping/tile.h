/* SPDX-License-Identifier: MIT */
/* Internal: a tile of 8 x 8 x 8 cells, marked with what was seen, and its update. */
#ifndef OCT9_SRC_TILE_H
#define OCT9_SRC_TILE_H

#include "oct9/scan.h"
#include "src/mapping/occupancy.h"

enum {
    OCT9_TILE_LEVEL = 3,
    OCT9_TILE_WORDS = 512 / 32,
    OCT9_TILE_BLOCKS = 1 + 8 + 64 /* that it may need, below its own slot */
};

void oct9_marks_clear(oct9_marks_t *marks);

static inline void oct9_marks_set(uint32_t *marks, uint32_t cell)
{
    marks[cell >> 5] |= (uint32_t)1 << (cell & 31u);
}

/* An update; `changed` counts the leaves whose payload changed. */
typedef struct {
    oct9_occupancy_t *occupancy;
    const oct9_marks_t *marks;
    uint32_t corner; /* the tile's, a Morton code */
    uint32_t changed;
    uint32_t need; /* blocks */
    bool counting;
    bool only_hits; /* no room for more */
} oct9_tile_t;

void oct9_tile_begin(oct9_tile_t *tile, oct9_occupancy_t *occupancy, const oct9_marks_t *marks,
                     uint32_t corner);

/* How many blocks the leaves take that would be split; those above the tile, only where they do not
 * hold the tile at `before` too: that one has been counted (OCT9_MORTON_END: none has). */
uint32_t oct9_tile_need(oct9_tile_t *tile, uint32_t before);

/* Updates each marked cell once. Where the pool is full and the model coarsens, it makes room; if
 * there is too little, what was passed keeps its log-odds. */
void oct9_tile_apply(oct9_tile_t *tile);

#endif
