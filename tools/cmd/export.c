/* SPDX-License-Identifier: MIT */
/* oct9 export: from a map image to OctoMap's file. */
#include "tools/cmd/arguments.h"
#include "tools/cmd/commands.h"
#include "tools/fail.h"
#include "tools/format/export.h"
#include "tools/format/map_file.h"
#include "tools/format/output.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { KEY_OF_ZERO = 32768, KEYS = 65536 };

static const char help[] =
    "usage: oct9 export MAP -o OUT.bt\n\n"
    "Writes a map's free and occupied space as an OctoMap, cell for cell, so that octovis, RViz\n"
    "and MoveIt show it. OctoMap's cells begin at 0 m: the map's origin must be a multiple of its\n"
    "cells from there, as `oct9 bake` and `oct9 map` choose it.\n"
    "  -o, --output OUT    the .bt file\n";

/* OctoMap writes a cell's edge in metres with six digits. */
static bool choose_cell(export_grid_t *grid, uint32_t cell_um, const char *path)
{
    char text[32];
    grid->cell_m = cell_um / 1e6;
    snprintf(text, sizeof text, "%.6g", grid->cell_m);
    return lround(strtod(text, NULL) * 1e6) == (long)cell_um ||
           fail(path, "has cells of %.9g mm: OctoMap writes six digits", cell_um / 1e3);
}

static bool choose_grid(export_grid_t *grid, const oct9_frame_t *frame, const char *path)
{
    const int32_t origin_mm[3] = { frame->origin_mm.x, frame->origin_mm.y, frame->origin_mm.z };
    for (unsigned a = 0; a < 3; a++) {
        const int64_t um = (int64_t)origin_mm[a] * 1000, cell = frame->cell_um;
        const int64_t key = um / cell + KEY_OF_ZERO;
        if (um % cell != 0)
            return fail(path,
                        "its origin, %c = %ld mm, is no multiple of its cells of %g mm: "
                        "OctoMap's would lie elsewhere",
                        "xyz"[a], (long)origin_mm[a], frame -> cell_um / 1e3);
        if (key < 0 || key + OCT9_CELLS > KEYS)
            return fail(path, "is farther than 32768 cells from 0 m: OctoMap ends there");
        grid->lo[a] = (unsigned)key;
    }
    return choose_cell(grid, frame->cell_um, path);
}

int cmd_export(int argc, char **argv)
{
    argument_t options[] = { { "output", true, NULL }, { 0 } };
    const char *path;
    map_file_t file;
    export_grid_t grid;
    const int status = arguments_parse(argc, argv, help, options, &path);
    if (status >= 0)
        return status;
    if (!options[0].value)
        return usage("export", "an output is needed: -o OUT.bt");
    if (!output_check(options[0].value, path) || !map_file_open(&file, path))
        return STATUS_BAD_DATA;
    const bool good = choose_grid(&grid, &file.image.frame, path) &&
                      export_octomap(&file.map, &grid, options[0].value);
    map_file_close(&file);
    return good ? STATUS_GOOD : STATUS_BAD_DATA;
}
