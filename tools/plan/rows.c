/* SPDX-License-Identifier: MIT */
/* A map in cells of several sizes: baked, so that the printed size of its image is exact. */
#include "oct9/visit.h"
#include "port/oct9_port.h"
#include "tools/fail.h"
#include "tools/plan/plan.h"
#include "tools/source/bake_source.h"
#include "tools/source/fill.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The cell of the source that is the map's cell 0. */
static void first_cell(int32_t lo[3], int64_t from_um[3], const oct9_frame_t *frame)
{
    const int32_t origin_mm[3] = { frame->origin_mm.x, frame->origin_mm.y, frame->origin_mm.z };
    const int64_t cell = frame->cell_um;
    for (unsigned a = 0; a < 3; a++) {
        const int64_t um = (int64_t)origin_mm[a] * 1000, first = um / cell;
        const bool whole = um % cell == 0 && first >= -SOURCE_CELLS / 2 &&
                           first + OCT9_CELLS <= SOURCE_CELLS / 2;
        lo[a] = whole ? (int32_t)first : 0;
        from_um[a] = whole ? 0 : um;
    }
}

bool plan_source_of_map(source_t *source, int64_t from_um[3], const char *path,
                        const oct9_map_t *map, const oct9_frame_t *frame)
{
    oct9_visit_t leaves;
    oct9_leaf_t leaf;
    int32_t lo[3];
    first_cell(lo, from_um, frame);
    source->kind = SOURCE_LEAVES;
    source->cell_um = frame->cell_um;
    oct9_visit_begin(&leaves, map, NULL, OCT9_STATES_FREE | OCT9_STATES_OCCUPIED);
    while (oct9_visit_next(&leaves, UINT32_MAX, &leaf) > 0) {
        const source_leaf_t added = { { lo[0] + leaf.corner.x, lo[1] + leaf.corner.y,
                                        lo[2] + leaf.corner.z },
                                      (int32_t)oct9_leaf_size(&leaf),
                                      leaf.state == OCT9_OCCUPIED };
        if (!source_add_leaf(source, path, &added))
            return false;
    }
    return source->count != 0 || fail(path, "holds nothing: all of it is unknown");
}

/* The window in cells, rounded up; the cube is the most. */
static unsigned window_cells(const plan_t *plan, uint32_t cell_um)
{
    const double cells = ceil(plan->window_m * 1e6 / cell_um - 1e-9);
    return cells < OCT9_CELLS ? (unsigned)cells : OCT9_CELLS;
}

static void take_map(plan_row_t *row, const oct9_image_t *image)
{
    row->map = oct9_map_of_image(image);
    row->blocks = plan_blocks(&row->map);
}

/* An image in its own cells is what it is. */
static bool row_of_file(plan_row_t *row, const map_file_t *file)
{
    const oct9_image_header_t *header = file->image.bytes;
    memcpy(row->extent, file->extent, sizeof row->extent);
    row->fits = true;
    row->bytes = oct9_port_le32(header->bytes);
    take_map(row, &file->image);
    return true;
}

static bool row_of_source(plan_row_t *row, const plan_t *plan)
{
    placement_t placement;
    const box_um_t box = source_bounds(&plan->source);
    row->fits = placement_try(&placement, &box, row->cell_um);
    if (!row->fits)
        return true;
    memcpy(row->extent, placement.extent, sizeof row->extent);
    if (!bake_source(&placement, plan->path, &plan->source, false, NULL, &row->image, &row->bytes))
        return false;
    if (oct9_image_open(&row->opened, row->image, row->bytes) != OCT9_OK)
        return fail(plan->path, "makes no good image");
    take_map(row, &row->opened);
    return true;
}

/* Where the pool had no room for the whole map, the blocks that it would have taken are unknown. */
static void take_mapping(plan_row_t *row, const mapping_t *mapping)
{
    row->blocks = mapping->occupancy.tree.peak;
    if (mapping->occupancy.merged != 0 || mapping->occupancy.grown != 0)
        row->blocks = PLAN_MANY;
}

static bool row_of_scans(plan_row_t *row, const plan_t *plan)
{
    box_um_t box;
    placement_t placement;
    mapping_t mapping = { .scans = 0 };
    known_t known;
    if (!inputs_bounds(&box, &plan->inputs, INFINITY))
        return false;
    row->fits = placement_try(&placement, &box, row->cell_um);
    if (!row->fits)
        return true;
    const oct9_frame_t frame = placement_frame(&placement);
    bool good = mapping_open(&mapping, &frame, OCT9_BLOCKS_MAX, INFINITY) ||
                fail(plan->path, "out of memory");
    good = good && inputs_add(&plan->inputs, &mapping) &&
           (inputs_image(&mapping, &known, &row->image, &row->bytes) ||
            fail(plan->path, "out of memory"));
    good = good && (oct9_image_open(&row->opened, row->image, row->bytes) == OCT9_OK ||
                    fail(plan->path, "makes no good image"));
    if (good) {
        take_map(row, &row->opened);
        memcpy(row->extent, known.extent, sizeof row->extent);
        take_mapping(row, &mapping);
    }
    mapping_close(&mapping);
    return good;
}

static bool make_row(plan_row_t *row, const plan_t *plan)
{
    if (!plan->path) {
        row->fits = true;
        return true;
    }
    if (plan->inputs.input)
        return row_of_scans(row, plan);
    if (plan->file.bytes && plan->file.image.frame.cell_um == row->cell_um)
        return row_of_file(row, &plan->file);
    return row_of_source(row, plan);
}

bool plan_rows(plan_t *plan, uint32_t cell_um)
{
    const source_t *source = &plan->source;
    for (; plan->rows < PLAN_ROWS && cell_um <= OCT9_CELL_UM_MAX; cell_um *= 2) {
        plan_row_t *row = &plan->row[plan->rows];
        if (source->kind == SOURCE_LEAVES && source->count != 0 &&
            cell_um / RESAMPLE_RATIO_MOST > source->cell_um)
            break;
        plan->rows++;
        row->cell_um = cell_um;
        row->window_cells = window_cells(plan, cell_um);
        if (!make_row(row, plan))
            return false;
        if (row->fits && plan->window_m > 0)
            row->window_blocks = plan_window_blocks(row, plan->window_m);
    }
    return plan->rows != 0 || fail(plan->path,
                                   "has cells of %g mm: --cell may be 1000 times as long "
                                   "at most",
                                   source->cell_um / 1e3);
}

void plan_free(plan_t *plan)
{
    for (unsigned i = 0; i < plan->rows; i++)
        free(plan->row[i].image);
    map_file_close(&plan->file);
    source_free(&plan->source);
    inputs_free(&plan->inputs);
    free(plan->check);
}
