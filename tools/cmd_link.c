/* SPDX-License-Identifier: MIT */
/* oct9 link: from a map image or a scene to linked leaves. */
#include "tools/arguments.h"
#include "tools/commands.h"
#include "tools/fail.h"
#include "tools/link.h"
#include "tools/map_file.h"
#include "tools/output.h"
#include "tools/scene_image.h"
#include "tools/scene_info.h"

#include <stdio.h>
#include <stdlib.h>

static const char help[] =
    "usage: oct9 link MAP|SCENE -o OUT.o9l\n\n"
    "Links the leaves of a map image with their neighbours, for oct9/linked.h; or those of a\n"
    "scene, for oct9/linked_scene.h, whose lists stay in the scene. Any map fits: more than\n"
    "65,535 leaves and quads lie in several pages. The limit is this machine's memory.\n"
    "  -o, --output OUT    the linked image; OUT.c: as a C array, oct9_linked_map_OUT\n";

static bool link_leaves(const oct9_map_t *map, const oct9_frame_t *frame, const uint16_t extent[6],
                        const char *path, const char *out)
{
    unsigned char *bytes;
    size_t size;
    link_counts_t counts;
    const oct9_status_t status = link_map(map, frame, extent, OCT9_LINKED_MOST, &bytes, &size,
                                          &counts);
    if (status != OCT9_OK)
        return fail(path, "out of memory");
    printf("leaves  %u\nquads   %u\npages   %u\nbytes   %zu\n", counts.leaves, counts.quads,
           counts.pages, size);
    const bool good = map_file_write_as(out, "linked_map", bytes, size);
    free(bytes);
    return good;
}

static bool link_map_file(bytes_t *bytes, const char *path, const char *out)
{
    map_file_t file;
    if (!map_file_take(&file, path, bytes))
        return false;
    const bool good = link_leaves(&file.map, &file.image.frame, file.extent, path, out);
    map_file_close(&file);
    return good;
}

/* The extent of a scene is the cube. */
static bool link_scene(bytes_t *bytes, const char *path, const char *out)
{
    static const uint16_t cube[6] = { 0, 0, 0, OCT9_CELLS, OCT9_CELLS, OCT9_CELLS };
    oct9_scene_t scene;
    oct9_frame_t frame;
    const bool good = scene_info_open(&scene, &frame, path, bytes->data, bytes->size);
    const oct9_map_t map = oct9_map_of_tree(&scene.tree);
    const bool linked = good && link_leaves(&map, &frame, cube, path, out);
    bytes_free(bytes);
    return linked;
}

int cmd_link(int argc, char **argv)
{
    argument_t options[] = { { "output", true, NULL }, { 0 } };
    const char *path;
    bytes_t bytes;
    const int status = arguments_parse(argc, argv, help, options, &path);
    if (status >= 0)
        return status;
    const char *out = options[0].value;
    if (!out)
        return usage("link", "an output is needed: -o OUT.o9l");
    if (!output_check(out, path) || !bytes_read(&bytes, path))
        return STATUS_BAD_DATA;
    const bool good = scene_image_is(bytes.data, bytes.size) ? link_scene(&bytes, path, out)
                                                             : link_map_file(&bytes, path, out);
    return good ? STATUS_GOOD : STATUS_BAD_DATA;
}
