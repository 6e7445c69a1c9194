/* SPDX-License-Identifier: MIT */
/* What sources hold goes to the tiles that it meets, while it is read: a source may be larger than
 * memory, and a tile's bake reads what is in the tile alone. A point becomes a cell; a triangle and
 * a leaf go, as they are, to each tile that their box meets.
 *
 * A list of items is in memory. When it is full, it is sorted by tiles, what is there twice is left
 * out, and those of each tile go to the end of its file. The files of a source are in the folder
 * parts/KEY of the world's, by the source's key: X_Y_Z has what is in a tile (spread_record.h). The
 * folder is there when all of it is. */
#ifndef OCT9_TOOLS_WORLD_SPREAD_H
#define OCT9_TOOLS_WORLD_SPREAD_H

#include "tools/format/grid.h"
#include "tools/world/plan.h"

typedef struct {
    uint64_t tile; /* its key */
    uint32_t item; /* a point's cell; the number of a triangle's or a leaf's record in memory */
} spread_item_t;

typedef struct {
    uint64_t tile, items, hash; /* how many its file has, and the hash of its bytes */
} spread_tile_t;

typedef struct {
    const world_frame_t *frame;
    const world_plan_source_t *of;
    folder_path_t place, unfinished;
    source_turn_t turn;
    source_t placed; /* without points: their kind, and their frame as they are placed */
    source_point_t corners[3];
    unsigned char *records; /* of triangles or leaves */
    spread_item_t *list, *recent;
    spread_tile_t *tiles;
    size_t count, record_count, tile_count, tile_room, points;
    box_um_t box;
} spread_t;

/* Begins with a source whose options are known. False: an error was printed. Call spread_free in
 * any case. */
bool spread_begin(spread_t *spread, const folder_path_t *folder, const world_frame_t *frame,
                  const world_plan_source_t *of);

/* A source_take_t and a source_take_leaf_t: `context` is the spread_t. */
bool spread_take(const source_t *source, const char *path, const source_point_t *point);
bool spread_take_leaf(const source_t *source, const char *path, const source_leaf_t *leaf);

/* Writes what is left. `tiles` and `box` are right then. False: an error was printed. */
bool spread_finish(spread_t *spread);

/* Removes what was written, too, unless it is finished. */
void spread_free(spread_t *spread);

/* Where the files of a source are; `ending` is "" when all of them are there. */
folder_path_t spread_place(const folder_path_t *folder, const world_plan_source_t *of,
                           const char *ending);

/* Whether the files of the plan's source `number` are there as its parts have them. */
bool spread_is_there(const world_plan_t *plan, size_t number, const folder_path_t *folder);

/* Brings into the grid what a source has in a tile. It takes as much memory as an OctoMap's leaves
 * in it; for points and triangles that does not grow. False: an error was printed; the file is not
 * that of the plan. */
bool spread_fill(grid_t *grid, const world_frame_t *frame, const world_plan_source_t *of,
                 const world_plan_part_t *part, const folder_path_t *folder);

/* Removes the files of sources that are not the plan's. False: an error was printed. */
bool spread_clean(const world_plan_t *plan, const folder_path_t *folder);

#endif
