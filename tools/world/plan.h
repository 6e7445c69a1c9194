/* SPDX-License-Identifier: MIT */
/* What is to be baked of what: the plan of a world, a text in its folder. From it each tile can be
 * baked by itself. */
#ifndef OCT9_TOOLS_WORLD_PLAN_H
#define OCT9_TOOLS_WORLD_PLAN_H

#include "tools/source/taking.h"
#include "tools/world/folder.h"
#include "tools/world/tiles.h"

typedef struct {
    char *path;    /* absolute */
    char *options; /* the text of `taking`: words with a blank between two */
    taking_t taking;
    uint64_t content; /* the hash of its bytes */
    uint64_t key;     /* of these, the options and the world's frame */
    source_kind_t kind;
    box_um_t box; /* that it spans */
} world_plan_source_t;

/* A source touches a tile. */
typedef struct {
    uint64_t tile; /* its key */
    uint32_t source;
    uint64_t items, hash; /* of its file (spread.h) */
} world_plan_part_t;

typedef struct {
    world_frame_t frame;
    world_plan_source_t *sources;
    world_plan_part_t *parts; /* in the order of tiles, then of sources */
    size_t source_count, source_room, part_count, part_room;
} world_plan_t;

/* All zero is an empty plan. Call world_plan_free in any case. */
void world_plan_free(world_plan_t *plan);

/* Append a source without what its file says, or a part. NULL, false: an error was printed. */
world_plan_source_t *world_plan_add_source(world_plan_t *plan, const char *path,
                                           const char *options);
bool world_plan_add_part(world_plan_t *plan, const char *path, const world_plan_part_t *part);

/* Brings the parts into their order. False: an error was printed, there are too many tiles. */
bool world_plan_sort(world_plan_t *plan, const char *path);

/* Computes the key of a source whose content is known. */
void world_plan_key(const world_plan_t *plan, world_plan_source_t *source);

/* The parts of a tile stand one after the other: returns where those end that begin at `part`;
 * where those of a tile begin, part_count if it has none; and what the tile is made from, which
 * does not depend on the order of the sources. */
size_t world_plan_next(const world_plan_t *plan, size_t part);
size_t world_plan_find(const world_plan_t *plan, tile_t tile);
uint64_t world_plan_hash(const world_plan_t *plan, size_t part);

/* All of the plan's tiles. False: an error was printed. */
bool world_plan_tiles(const world_plan_t *plan, tiles_t *tiles);

/* Read and write the text. False: an error was printed. */
bool world_plan_read(world_plan_t *plan, const folder_path_t *folder);
bool world_plan_write(const world_plan_t *plan, const folder_path_t *folder);

#endif
