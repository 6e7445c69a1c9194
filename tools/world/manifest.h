/* SPDX-License-Identifier: MIT */
/* The manifest of a world, a text in its folder:
 *
 *   oct9 world 1
 *   frame CELL_UM X Y Z            the origin in millimetres
 *   tile X Y Z BYTES CRC HASH      for each image, in the order of z, then y, then x
 *
 * CRC is that of the image's header, HASH of what the tile was made from; both are hexadecimal. */
#ifndef OCT9_TOOLS_WORLD_MANIFEST_H
#define OCT9_TOOLS_WORLD_MANIFEST_H

#include "tools/world/tile.h"

typedef struct {
    tile_t tile;
    tile_record_t record;
} manifest_tile_t;

typedef struct {
    world_frame_t frame;
    manifest_tile_t *tiles;
    size_t count, room;
} manifest_t;

/* All zero is an empty manifest. Call manifest_free in any case. */
void manifest_free(manifest_t *manifest);

/* Gathers the plan's tiles, which must all be there, removes the files of others and writes the
 * manifest. False: an error was printed. */
bool manifest_collect(manifest_t *manifest, const world_plan_t *plan, const folder_path_t *folder);

/* Reads it. False: an error was printed; tiles may be out of order, or two be at one place. */
bool manifest_read(manifest_t *manifest, const folder_path_t *folder);

#endif
