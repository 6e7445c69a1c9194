/* SPDX-License-Identifier: MIT */
/* The tiles of a world: their places, and a list of them. */
#ifndef OCT9_TOOLS_WORLD_TILES_H
#define OCT9_TOOLS_WORLD_TILES_H

#include "tools/format/world_file.h"
#include "tools/source/placement.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* Tile (x, y, z) begins at cell 512 * (x, y, z) of the world. */
typedef struct {
    int16_t at[3];
} tile_t;

/* Where a world lies. */
typedef struct {
    uint32_t cell_um;     /* a multiple of WORLD_FILE_CELL_STEP_UM */
    int32_t origin_mm[3]; /* the low corner of tile (0, 0, 0) */
} world_frame_t;

/* Write a frame as a line of a text, and read one without its end. False: it is none. */
void world_frame_put(FILE *file, const world_frame_t *frame);
bool world_frame_take(world_frame_t *frame, const char *line);

/* A number for each tile, in their order in a world: by z, then y, then x. */
uint64_t tile_key(tile_t tile);
tile_t tile_of_key(uint64_t key);

/* The cells of a tile, all of them. */
placement_t tile_placement(const world_frame_t *frame, tile_t tile);

/* The tile that a place is in, on one axis; it may be none that a tile_t can say. */
int64_t tile_of_um(const world_frame_t *frame, unsigned axis, int64_t um);

/* The cell of that tile that the place is in. */
uint32_t tile_cell_of_um(const world_frame_t *frame, unsigned axis, int64_t um);

typedef struct {
    uint64_t *keys; /* in their order, each once */
    size_t count;
} tiles_t;

void tiles_free(tiles_t *tiles);

#endif
