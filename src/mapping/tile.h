/* SPDX-License-Identifier: MIT */
/* Internal: a tile of 8 x 8 x 8 cells with marks of what was seen, and its update. */
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
    uint32_t corner; /* the tile's, as a Morton code */
    uint32_t changed;
    uint32_t need;     /* blocks */
    uint16_t clearest; /* the slot of a leaf of the lowest log-odds, just seen */
    uint16_t most;     /* the payload that a hit gives at most; a higher one only becomes young */
    bool counting;
    bool only_hits; /* there is no room for more */
} oct9_tile_t;

/* `most` is then OCT9_PAYLOAD_MAX. */
void oct9_tile_begin(oct9_tile_t *tile, oct9_occupancy_t *occupancy, const oct9_marks_t *marks,
                     uint32_t corner);

/* The number of blocks that the leaves which would be split take. Leaves above the tile do not
 * count if they also contain the tile at `before`, for which they have been counted
 * (OCT9_MORTON_END: there is none). */
uint32_t oct9_tile_need(oct9_tile_t *tile, uint32_t before);

/* Updates each marked cell once. If the pool is full and the model coarsens, it makes room. If
 * there is too little room, cells that were passed keep their log-odds. */
void oct9_tile_apply(oct9_tile_t *tile);

#endif
