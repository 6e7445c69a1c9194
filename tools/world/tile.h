/* SPDX-License-Identifier: MIT */
/* One tile of a world: its image, and the record of what it was made from, a text beside it. The
 * image comes first: a tile is there when its record fits the plan and the image. */
#ifndef OCT9_TOOLS_WORLD_TILE_H
#define OCT9_TOOLS_WORLD_TILE_H

#include "tools/format/bytes.h"
#include "tools/world/plan.h"

typedef struct {
    uint64_t hash;  /* of what it was made from */
    uint32_t bytes; /* of the image; 0: nothing is known of the tile, and there is none */
    uint32_t crc;   /* in the image's header */
} tile_record_t;

/* Bakes the tile whose parts begin at `part`. Its sources are read one after the other. False: an
 * error was printed. */
bool tile_bake(const world_plan_t *plan, size_t part, const folder_path_t *folder);

/* Whether the tile whose parts begin at `part` is there as the plan has it. */
bool tile_is_baked(const world_plan_t *plan, size_t part, const folder_path_t *folder,
                   tile_record_t *record);

/* NULL, or what is wrong with the bytes of a tile's image: it is none that is good, or another than
 * the record's, or lies elsewhere. */
const char *tile_wrong(const bytes_t *bytes, const world_frame_t *frame, tile_t tile,
                       const tile_record_t *record);

#endif
