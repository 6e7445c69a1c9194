/* SPDX-License-Identifier: MIT */
/* Where the cube is put around a source. */
#ifndef OCT9_TOOLS_PLACEMENT_H
#define OCT9_TOOLS_PLACEMENT_H

#include "oct9/fixed.h"
#include "tools/source.h"

#include <stdbool.h>

/* Micrometres, [lo, hi) on each axis. */
typedef struct {
    int64_t lo[3], hi[3];
} box_um_t;

typedef struct {
    uint32_t cell_um;
    int64_t origin_um[3];                 /* whole millimetres */
    uint16_t extent[6];                   /* x0 y0 z0 x1 y1 z1 in cells */
} placement_t;

/* The division that rounds down, and the one that rounds up; b > 0. */
int64_t floor_div(int64_t a, int64_t b);
int64_t ceil_div(int64_t a, int64_t b);

/* Metres, at most SOURCE_FARTHEST_M, to the nearest micrometre. */
int64_t um_of_metres(double metres);

/* What a source spans; the source is not empty. */
box_um_t source_bounds(const source_t *source);

/* Puts a cube of cells of `cell_um` around `box`, which is not empty; false: it is too long. */
bool placement_try(placement_t *placement, const box_um_t *box, uint32_t cell_um);

/* The smallest whole number of millimetres for a cell with which the box fits. */
int64_t placement_smallest_cell_mm(const box_um_t *box);

/* As placement_try; false: an error was printed, `path` is for it. */
bool placement_find(placement_t *placement, const char *path, const box_um_t *box,
                    uint32_t cell_um);

oct9_frame_t placement_frame(const placement_t *placement);

#endif
