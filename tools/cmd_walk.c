/* SPDX-License-Identifier: MIT */
/* oct9 walk: the leaves along segments. */
#include "oct9/walk.h"
#include "tools/arguments.h"
#include "tools/commands.h"
#include "tools/fail.h"
#include "tools/map_file.h"

#include <stdio.h>

static const char help[] =
    "usage: oct9 walk MAP <SEGMENTS\n\n"
    "For each line x0 y0 z0 x1 y1 z1 of standard input, in sub-cells (64 to a cell, from -32768\n"
    "to 32767), prints the leaves on the way, a line x y z size state each, then an empty line.\n";

static void walk(const segment_t *segment, void *context)
{
    oct9_walk_t state;
    oct9_leaf_t leaf;
    for (bool inside = oct9_walk_begin(&state, context, &segment->from, &segment->to); inside;
         inside = oct9_walk_next(&state)) {
        oct9_walk_leaf(&state, &leaf);
        leaf_print(&leaf);
    }
    printf("\n");
}

int cmd_walk(int argc, char **argv)
{
    argument_t options[] = { { 0 } };
    const char *path;
    map_file_t file;
    int status = arguments_parse(argc, argv, help, options, &path);
    if (status >= 0)
        return status;
    if (!map_file_open(&file, path))
        return STATUS_BAD_DATA;
    status = segments_read(walk, &file.map);
    map_file_close(&file);
    return status;
}
