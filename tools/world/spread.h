/* SPDX-License-Identifier: MIT */
/* Points become cells of tiles while they are read, so that a cloud may be larger than memory.
 *
 * A list of cells is in memory. When it is full, it is sorted, what is there twice is left out, and
 * the cells of each tile go to the end of its file. The files of a source are in the folder
 * points/KEY of the world's, by the source's key: X_Y_Z has the cells of a tile, as little-endian
 * numbers x + 512 * y + 512 * 512 * z of 4 bytes. The folder is there when all of it is. */
#ifndef OCT9_TOOLS_WORLD_SPREAD_H
#define OCT9_TOOLS_WORLD_SPREAD_H

#include "tools/format/grid.h"
#include "tools/world/plan.h"

typedef struct {
    uint64_t tile; /* its key */
    uint32_t cell;
} spread_cell_t;

typedef struct {
    uint64_t tile, cells, hash; /* how many cells its file has, and the hash of its bytes */
} spread_tile_t;

typedef struct {
    const world_frame_t *frame;
    const world_plan_source_t *of;
    folder_path_t place, unfinished;
    source_turn_t turn;
    source_t placed; /* without points: their frame as they are placed */
    spread_cell_t *list, *recent;
    spread_tile_t *tiles;
    size_t count, tile_count, tile_room, points;
    box_um_t box;
} spread_t;

/* Begins with a source whose options are known. False: an error was printed. Call spread_free in
 * any case. */
bool spread_begin(spread_t *spread, const folder_path_t *folder, const world_frame_t *frame,
                  const world_plan_source_t *of);

/* A source_take_t: `context` is the spread_t. */
bool spread_take(void *context, const char *path, const source_point_t *point);

/* Writes what is left. `tiles` and `box` are right then. False: an error was printed. */
bool spread_finish(spread_t *spread);
void spread_free(spread_t *spread);

/* Whether the files of the plan's source `number` are there as its parts have them. */
bool spread_is_there(const world_plan_t *plan, size_t number, const folder_path_t *folder);

/* Makes the cells occupied that a source of points has in a tile. False: an error was printed; the
 * file is not that of the plan. */
bool spread_fill(grid_t *grid, const world_plan_source_t *of, const world_plan_part_t *part,
                 const folder_path_t *folder);

/* Removes the files of sources that are not the plan's. False: an error was printed. */
bool spread_clean(const world_plan_t *plan, const folder_path_t *folder);

#endif
