/* SPDX-License-Identifier: MIT */
/* The tiles of a world. */
#include "tools/world/tiles.h"
#include "oct9/point.h"

#include <inttypes.h>
#include <stdlib.h>

enum { BIAS = 32768, UM_PER_MM = 1000 };

void world_frame_put(FILE *file, const world_frame_t *frame)
{
    const int32_t *const origin = frame->origin_mm;
    fprintf(file, "frame %" PRIu32 " %" PRId32 " %" PRId32 " %" PRId32 "\n", frame->cell_um,
            origin[0], origin[1], origin[2]);
}

bool world_frame_take(world_frame_t *frame, const char *line)
{
    int32_t *const origin = frame->origin_mm;
    int end = 0;
    return sscanf(line, "frame %" SCNu32 " %" SCNd32 " %" SCNd32 " %" SCNd32 "%n", &frame->cell_um,
                  &origin[0], &origin[1], &origin[2], &end) == 4 &&
           line[end] == 0 && frame->cell_um != 0 && frame->cell_um <= OCT9_CELL_UM_MAX &&
           frame->cell_um % WORLD_FILE_CELL_STEP_UM == 0;
}

uint64_t tile_key(tile_t tile)
{
    uint64_t key = 0;
    for (unsigned a = 3; a-- > 0;)
        key = key << 16 | (uint64_t)(tile.at[a] + BIAS);
    return key;
}

tile_t tile_of_key(uint64_t key)
{
    tile_t tile;
    for (unsigned a = 0; a < 3; a++)
        tile.at[a] = (int16_t)((int32_t)(key >> 16 * a & 0xFFFFu) - BIAS);
    return tile;
}

static int64_t edge_um(const world_frame_t *frame)
{
    return (int64_t)frame->cell_um * OCT9_CELLS;
}

placement_t tile_placement(const world_frame_t *frame, tile_t tile)
{
    placement_t placement = { .cell_um = frame->cell_um };
    for (unsigned a = 0; a < 3; a++) {
        placement.origin_um[a] = (int64_t)frame->origin_mm[a] * UM_PER_MM +
                                 tile.at[a] * edge_um(frame);
        placement.extent[a + 3] = OCT9_CELLS;
    }
    return placement;
}

int64_t tile_of_um(const world_frame_t *frame, unsigned axis, int64_t um)
{
    return floor_div(um - (int64_t)frame->origin_mm[axis] * UM_PER_MM, edge_um(frame));
}

uint32_t tile_cell_of_um(const world_frame_t *frame, unsigned axis, int64_t um)
{
    const int64_t from_origin = um - (int64_t)frame->origin_mm[axis] * UM_PER_MM;
    return (uint32_t)(floor_div(from_origin, frame->cell_um) & (OCT9_CELLS - 1));
}

void tiles_free(tiles_t *tiles)
{
    free(tiles->keys);
    tiles->keys = NULL;
}
