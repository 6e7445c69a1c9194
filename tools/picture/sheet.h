/* SPDX-License-Identifier: MIT */
/* One picture of a map: a plan, slices along all axes, a cutaway, and an overlay in all of them. */
#ifndef OCT9_TOOLS_SHEET_H
#define OCT9_TOOLS_SHEET_H

#include "tools/format/map_file.h"
#include "tools/picture/overlay.h"

typedef struct {
    const char *path; /* the map's, of which the title shows the name */
    const map_file_t *map;
    const overlay_t *overlay; /* one of all zeros has no items */
    const double *height_m;   /* the middle of the plan's band, in metres above the lowest floor;
                                 NULL: 1.1 */
    const char *out;
} sheet_input_t;

/* Writes the picture, a PNG, to the path `out`. False: an error was printed. */
bool sheet_write(const sheet_input_t *input);

#endif
