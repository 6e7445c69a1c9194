/* SPDX-License-Identifier: MIT */
/* From a source to the grid. */
#ifndef OCT9_TOOLS_FILL_H
#define OCT9_TOOLS_FILL_H

#include "tools/format/grid.h"
#include "tools/source/placement.h"
#include "tools/source/source.h"

/* Source cells that a target cell may be as long as: their number in it fits 32 bits. */
#define RESAMPLE_RATIO_MOST 1000

/* Whether cells of `cell_um` are short enough for a source's. False: an error was printed. */
bool resample_check(const source_t *source, const char *path, uint32_t cell_um);

/* Whether the cells lie across those of a source of leaves: then obstacles grow by up to a cell. */
bool resample_across(const placement_t *placement, const source_t *source);

/* Sets the cells inside the placement's extent. A cell is occupied if it overlaps an occupied
 * source cell, else unknown if it overlaps an unknown one, else free: exact at any ratio.
 * False iff there is not enough memory. */
bool resample_leaves(grid_t *grid, const placement_t *placement, const source_t *source);

/* Makes the cells occupied that a point lies in. */
void voxelize_points(grid_t *grid, const placement_t *placement, const source_t *source);

/* Makes the cells occupied that a triangle touches. */
void voxelize_triangles(grid_t *grid, const placement_t *placement, const source_t *source);

#endif
