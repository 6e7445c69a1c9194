/* SPDX-License-Identifier: MIT */
/* From a source to a map image. */
#include "tools/source/bake_source.h"
#include "tools/fail.h"
#include "tools/format/bake.h"
#include "tools/source/fill.h"

/* False iff there is not enough memory. */
static bool fill_source(grid_t *grid, const placement_t *placement, const source_t *source)
{
    switch (source->kind) {
    case SOURCE_LEAVES: return resample_leaves(grid, placement, source);
    case SOURCE_POINTS: voxelize_points(grid, placement, source); return true;
    default: voxelize_triangles(grid, placement, source); return true;
    }
}

bool bake_source(const placement_t *placement, const char *path, const source_t *source,
                 bool two_state, unsigned long *occupied, unsigned char **bytes, size_t *size)
{
    const oct9_frame_t frame = placement_frame(placement);
    grid_t grid = grid_new();
    bool good = grid.bricks && fill_source(&grid, placement, source);
    if (good && two_state)
        grid_free_unknown(&grid);
    if (good && occupied)
        *occupied = grid_occupied(&grid);
    good = good && bake_image(&grid, &frame, placement->extent, bytes, size);
    grid_free(&grid);
    return good ? true : fail(path, "out of memory");
}
