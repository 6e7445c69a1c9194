/* SPDX-License-Identifier: MIT */
/* oct9 leaves: every leaf of a map. */
#include "oct9/visit.h"
#include "tools/cmd/arguments.h"
#include "tools/cmd/commands.h"
#include "tools/fail.h"
#include "tools/format/map_file.h"

#include <stdio.h>

static const char help[] = "usage: oct9 leaves MAP\n\n"
                           "Prints a line for each leaf of the cube: x y z size state, in cells;\n"
                           "state is unknown, free or occupied.\n";

int cmd_leaves(int argc, char **argv)
{
    argument_t options[] = { { 0 } };
    const char *path;
    map_file_t file;
    const int status = arguments_parse(argc, argv, help, options, &path);
    if (status >= 0)
        return status;
    if (!map_file_open(&file, path))
        return STATUS_BAD_DATA;
    oct9_visit_t leaves;
    oct9_leaf_t leaf;
    oct9_visit_begin(&leaves, &file.map, NULL, OCT9_STATES_ALL);
    while (oct9_visit_next(&leaves, UINT32_MAX, &leaf) > 0)
        printf("%u %u %u %u %s\n", leaf.corner.x, leaf.corner.y, leaf.corner.z,
               oct9_leaf_size(&leaf), state_name(leaf.state));
    map_file_close(&file);
    return STATUS_GOOD;
}
