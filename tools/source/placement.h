/* SPDX-License-Identifier: MIT */
/* Where the cube is put around a source. */
#ifndef OCT9_TOOLS_PLACEMENT_H
#define OCT9_TOOLS_PLACEMENT_H

#include "oct9/point.h"
#include "tools/source/source.h"

#include <stdbool.h>

/* Micrometres, [lo, hi) on each axis. */
typedef struct {
    int64_t lo[3], hi[3];
} box_um_t;

typedef struct {
    uint32_t cell_um;
    int64_t origin_um[3]; /* whole millimetres */
    uint16_t extent[6];   /* x0 y0 z0 x1 y1 z1 in cells */
} placement_t;

/* Divide and round down, or up; b > 0. */
int64_t floor_div(int64_t a, int64_t b);
int64_t ceil_div(int64_t a, int64_t b);

/* Convert metres, at most SOURCE_FARTHEST_M, to the nearest micrometre, to the last one that is not
 * above, and to the first one that is not below. The last two take the double that is nearest to a
 * decimal of at most 15 digits for that decimal: 0.3 is 300000, neither more nor less. */
int64_t um_of_metres(double metres);
int64_t um_below(double metres);
int64_t um_above(double metres);

/* Where a point's coordinate lies: the micrometre that it is in; and how many micrometres it is
 * beyond a place, not rounded down. */
int64_t source_um(const source_t *source, const source_point_t *point, unsigned axis);
double source_um_beyond(const source_t *source, const source_point_t *point, unsigned axis,
                        int64_t place_um);

/* The box that a source spans; the source is not empty. */
box_um_t source_bounds(const source_t *source);

/* Puts a cube of cells of `cell_um` around `box`, which is not empty. False: it is too long. */
bool placement_try(placement_t *placement, const box_um_t *box, uint32_t cell_um);

/* Returns the smallest cell with which the box fits; each longer one does, too. It is of whole
 * millimetres, unless only the longest cell of all does. 0: there is none. */
uint32_t placement_smallest_cell_um(const box_um_t *box);

#define PLACEMENT_ADVICE 300u /* chars */

/* Writes what to do where a box does not fit: --cell with `smallest_um`, unless that is 0; or
 * `other`, unless that is NULL. */
void placement_advice(char text[PLACEMENT_ADVICE], uint32_t smallest_um, const char *other);

/* As placement_try. False: an error was printed; `path` is named there. */
bool placement_find(placement_t *placement, const char *path, const box_um_t *box,
                    uint32_t cell_um);

oct9_frame_t placement_frame(const placement_t *placement);

#endif
