/* SPDX-License-Identifier: MIT */
/* From OctoMap's leaves to the grid.
 *
 * How many source cells a target cell overlaps is known from its place alone. A leaf that is
 * free adds its share to the cell's count; a cell all of whose source cells are counted is free.
 * Counted are a few layers of cells at a time, to be modest with memory. */
#include "tools/fail.h"
#include "tools/progress.h"
#include "tools/source/fill.h"

#include <stdlib.h>
#include <string.h>

enum { LAYERS = 32 };

/* Source cells, or target cells: [begin, end). */
typedef struct {
    int64_t begin, end;
} span_t;

typedef struct {
    grid_t *grid;
    const placement_t *placement;
    int64_t source_um;
    span_t overlap[3][OCT9_CELLS]; /* the source cells that a target cell overlaps */
    span_t window[3];              /* the target cells that are counted now */
    uint32_t *free_count;          /* [z][y][x] of the window */
} resampler_t;

static void find_overlaps(resampler_t *r)
{
    const int64_t cell = r->placement->cell_um;
    for (unsigned a = 0; a < 3; a++)
        for (int64_t i = 0; i < OCT9_CELLS; i++) {
            const int64_t um = r->placement->origin_um[a] + i * cell;
            r->overlap[a][i].begin = floor_div(um, r->source_um);
            r->overlap[a][i].end = ceil_div(um + cell, r->source_um);
        }
}

static uint32_t *count_of(const resampler_t *r, int64_t x, int64_t y, int64_t z)
{
    const span_t *w = r->window;
    const int64_t row = w[0].end - w[0].begin, rows = w[1].end - w[1].begin;
    return &r->free_count[((z - w[2].begin) * rows + (y - w[1].begin)) * row + x - w[0].begin];
}

/* The target cells of the window that a leaf overlaps. */
static span_t reach(const resampler_t *r, const source_leaf_t *leaf, unsigned axis)
{
    const int64_t cell = r->placement->cell_um, origin = r->placement->origin_um[axis];
    const int64_t end = (int64_t)leaf->lo[axis] + leaf->size;
    span_t span = { floor_div(leaf->lo[axis] * r->source_um - origin, cell),
                    ceil_div(end * r->source_um - origin, cell) };
    if (span.begin < r->window[axis].begin)
        span.begin = r->window[axis].begin;
    if (span.end > r->window[axis].end)
        span.end = r->window[axis].end;
    return span;
}

/* How many of a target cell's source cells lie in a leaf, on one axis. */
static uint32_t shared(const resampler_t *r, const source_leaf_t *leaf, unsigned axis, int64_t i)
{
    const span_t cell = r->overlap[axis][i];
    const int64_t end = (int64_t)leaf->lo[axis] + leaf->size;
    const int64_t from = cell.begin > leaf->lo[axis] ? cell.begin : leaf->lo[axis];
    return (uint32_t)((cell.end < end ? cell.end : end) - from);
}

static void add_leaf(resampler_t *r, const source_leaf_t *leaf)
{
    span_t span[3];
    for (unsigned a = 0; a < 3; a++) {
        span[a] = reach(r, leaf, a);
        if (span[a].begin >= span[a].end)
            return;
    }
    for (int64_t z = span[2].begin; z < span[2].end; z++)
        for (int64_t y = span[1].begin; y < span[1].end; y++) {
            const uint32_t share = shared(r, leaf, 2, z) * shared(r, leaf, 1, y);
            for (int64_t x = span[0].begin; x < span[0].end; x++)
                if (leaf->occupied)
                    grid_set(r->grid, (unsigned)x, (unsigned)y, (unsigned)z, OCT9_OCCUPIED);
                else
                    *count_of(r, x, y, z) += share * shared(r, leaf, 0, x);
        }
}

static uint32_t width(span_t span)
{
    return (uint32_t)(span.end - span.begin);
}

/* Cells all of whose source cells were counted and that no obstacle has taken are free. */
static void settle(resampler_t *r)
{
    const span_t *w = r->window;
    for (int64_t z = w[2].begin; z < w[2].end; z++)
        for (int64_t y = w[1].begin; y < w[1].end; y++)
            for (int64_t x = w[0].begin; x < w[0].end; x++) {
                const uint32_t all = width(r->overlap[0][x]) * width(r->overlap[1][y]) *
                                     width(r->overlap[2][z]);
                const unsigned cx = (unsigned)x, cy = (unsigned)y, cz = (unsigned)z;
                if (*count_of(r, x, y, z) == all && grid_get(r->grid, cx, cy, cz) != OCT9_OCCUPIED)
                    grid_set(r->grid, cx, cy, cz, OCT9_FREE);
            }
}

static void fill_layers(resampler_t *r, const source_t *source, size_t cells)
{
    memset(r->free_count, 0, cells * sizeof *r->free_count);
    for (size_t i = 0; i < source->count; i++)
        add_leaf(r, &source->leaves[i]);
    settle(r);
}

bool resample_check(const source_t *source, const char *path, uint32_t cell_um)
{
    return cell_um / RESAMPLE_RATIO_MOST <= source->cell_um ||
           fail(path, "has cells of %g mm: --cell may be 1000 times as long at most",
                source->cell_um / 1e3);
}

bool resample_across(const placement_t *placement, const source_t *source)
{
    const int64_t cell_um = source->cell_um;
    if (source->kind != SOURCE_LEAVES)
        return false;
    bool across = placement->cell_um % cell_um != 0;
    for (unsigned a = 0; a < 3; a++)
        across = across || placement->origin_um[a] % cell_um != 0;
    return across;
}

bool resample_leaves(grid_t *grid, const placement_t *placement, const source_t *source)
{
    const uint16_t *extent = placement->extent;
    resampler_t *r = calloc(1, sizeof *r);
    if (!r)
        return false;
    r->grid = grid;
    r->placement = placement;
    r->source_um = source->cell_um;
    find_overlaps(r);
    for (unsigned a = 0; a < 2; a++) {
        r->window[a].begin = extent[a];
        r->window[a].end = extent[a + 3u];
    }
    const size_t cells = (size_t)width(r->window[0]) * width(r->window[1]) * LAYERS;
    r->free_count = malloc(cells * sizeof *r->free_count);
    const bool good = r->free_count != NULL;
    for (int64_t z = extent[2]; good && z < extent[5]; z += LAYERS) {
        progress_show("resampling", (size_t)(z - extent[2]), (size_t)(extent[5] - extent[2]));
        r->window[2].begin = z;
        r->window[2].end = z + LAYERS < extent[5] ? z + LAYERS : extent[5];
        fill_layers(r, source, cells);
    }
    progress_end();
    free(r->free_count);
    free(r);
    return good;
}
