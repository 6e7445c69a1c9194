/* SPDX-License-Identifier: MIT */
/* What a world's file holds, in words. */
#include "tools/cmd/world_info.h"

#include "oct9/leaf.h"
#include "tools/format/world_file.h"

#include <stdio.h>

typedef struct {
    int low[3], high[3]; /* tiles, high is behind the last */
    unsigned long long bytes;
} extent_t;

static extent_t extent_of(const world_file_t *world)
{
    extent_t extent = { { INT16_MAX, INT16_MAX, INT16_MAX },
                        { INT16_MIN, INT16_MIN, INT16_MIN },
                        0 };
    extent.bytes = world_file_begin(world->tile_count);
    for (uint32_t i = 0; i < world->tile_count; i++) {
        const oct9_world_tile_t *const tile = &world->tiles[i];
        const int at[3] = { tile->x, tile->y, tile->z };
        for (unsigned a = 0; a < 3; a++) {
            extent.low[a] = at[a] < extent.low[a] ? at[a] : extent.low[a];
            extent.high[a] = at[a] >= extent.high[a] ? at[a] + 1 : extent.high[a];
        }
        extent.bytes += ((unsigned long long)tile->bytes + 3) / 4 * 4;
    }
    return extent;
}

static void print_json(const world_file_t *world, const extent_t *extent)
{
    printf("{\"world\": true, \"origin_mm\": [%ld, %ld, %ld], \"cell_um\": %lu, \"tiles\": %lu, ",
           (long)world->origin_mm[0], (long)world->origin_mm[1], (long)world->origin_mm[2],
           (unsigned long)world->cell_um, (unsigned long)world->tile_count);
    printf("\"tiles_lo\": [%d, %d, %d], \"tiles_hi\": [%d, %d, %d], \"bytes\": %llu}\n",
           extent->low[0], extent->low[1], extent->low[2], extent->high[0], extent->high[1],
           extent->high[2], extent->bytes);
}

static void print_text(const world_file_t *world, const extent_t *extent)
{
    const double edge_m = world->cell_um / 1e6 * OCT9_CELLS;
    printf("world   of %lu tiles of %.9g m\n", (unsigned long)world->tile_count, edge_m);
    printf("origin  %ld %ld %ld mm\n", (long)world->origin_mm[0], (long)world->origin_mm[1],
           (long)world->origin_mm[2]);
    printf("cell    %g mm\n", world->cell_um / 1e3);
    for (unsigned a = 0; a < 3; a++)
        printf("%c       tiles %d to %d: %d, %.3f to %.3f m\n", "xyz"[a], extent -> low[a],
               extent -> high[a], extent -> high[a] - extent -> low[a],
               world -> origin_mm[a] / 1e3 + extent -> low[a] * edge_m,
               world -> origin_mm[a] / 1e3 + extent -> high[a] * edge_m);
    printf("all     %llu bytes\n", extent->bytes);
}

bool world_info(const char *path, bool json)
{
    world_file_t world;
    const bool good = world_file_open(&world, path);
    if (good) {
        const extent_t extent = extent_of(&world);
        (json ? print_json : print_text)(&world, &extent);
    }
    world_file_free(&world);
    return good;
}
