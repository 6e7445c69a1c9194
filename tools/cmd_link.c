/* SPDX-License-Identifier: MIT */
/* oct9 link: from a map image to a linked one. */
#include "tools/arguments.h"
#include "tools/commands.h"
#include "tools/fail.h"
#include "tools/link.h"
#include "tools/map_file.h"
#include "tools/output.h"

#include <stdio.h>
#include <stdlib.h>

static const char help[] =
    "usage: oct9 link MAP -o OUT.o9l\n\n"
    "Links the leaves of a map image with their neighbours, for oct9/linked.h.\n"
    "  -o, --output OUT    the linked image; OUT.c: as a C array, oct9_linked_map_OUT\n";

static bool link_file(const map_file_t *file, const char *path, const char *out)
{
    unsigned char *bytes;
    size_t size;
    link_counts_t counts;
    const oct9_status_t status = link_map(&file->map, &file->image.frame, file->extent, &bytes,
                                          &size, &counts);
    if (status == OCT9_ERR_IMAGE_COUNT)
        return fail(path,
                    "%u leaves and %u quads: a linked map holds %u together (take larger "
                    "cells)",
                    counts.leaves, counts.quads, OCT9_LINKED_MOST);
    if (status != OCT9_OK)
        return fail(path, "out of memory");
    printf("leaves  %u\nquads   %u\nbytes   %zu\n", counts.leaves, counts.quads, size);
    const bool good = map_file_write_as(out, "linked_map", bytes, size);
    free(bytes);
    return good;
}

int cmd_link(int argc, char **argv)
{
    argument_t options[] = { { "output", true, NULL }, { 0 } };
    const char *path;
    map_file_t file;
    const int status = arguments_parse(argc, argv, help, options, &path);
    if (status >= 0)
        return status;
    if (!options[0].value)
        return usage("link", "an output is needed: -o OUT.o9l");
    if (!output_check(options[0].value, path) || !map_file_open(&file, path))
        return STATUS_BAD_DATA;
    const bool good = link_file(&file, path, options[0].value);
    map_file_close(&file);
    return good ? STATUS_GOOD : STATUS_BAD_DATA;
}
