/* SPDX-License-Identifier: MIT */
/* oct9 link: from a map image to linked leaves. */
#include "tools/cmd/arguments.h"
#include "tools/cmd/commands.h"
#include "tools/fail.h"
#include "tools/format/link.h"
#include "tools/format/map_file.h"
#include "tools/format/output.h"

#include <stdio.h>
#include <stdlib.h>

static const char help[] =
    "usage: oct9 link MAP -o OUT.o9l\n\n"
    "Links the leaves of a map image with their neighbours, for oct9/linked.h. Any map fits: more\n"
    "than 65,535 leaves and quads lie in several pages. The limit is this machine's memory.\n"
    "  -o, --output OUT    the linked image; OUT.c: as a C array, oct9_linked_map_OUT\n";

static bool link_file(const map_file_t *file, const char *path, const char *out)
{
    unsigned char *bytes;
    size_t size;
    link_counts_t counts;
    const oct9_status_t status = link_map(&file->map, &file->image.frame, file->extent,
                                          OCT9_LINKED_MOST, &bytes, &size, &counts);
    if (status != OCT9_OK)
        return fail(path, "out of memory");
    printf("leaves  %u\nquads   %u\npages   %u\nbytes   %zu\n", counts.leaves, counts.quads,
           counts.pages, size);
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
    const char *out = options[0].value;
    if (!out)
        return usage("link", "an output is needed: -o OUT.o9l");
    if (!output_check(out, path) || !map_file_open(&file, path))
        return STATUS_BAD_DATA;
    const bool good = link_file(&file, path, out);
    map_file_close(&file);
    return good ? STATUS_GOOD : STATUS_BAD_DATA;
}
