/* SPDX-License-Identifier: MIT */
/* oct9 info: what an image holds. */
#include "oct9/visit.h"
#include "tools/cmd/arguments.h"
#include "tools/cmd/commands.h"
#include "tools/cmd/scene_info.h"
#include "tools/cmd/world_info.h"
#include "tools/fail.h"
#include "tools/format/map_file.h"
#include "tools/format/scene_image.h"
#include "tools/format/world_file.h"
#include "src/map/map.h"

#include <stdio.h>
#include <string.h>

static const char help[] =
    "usage: oct9 info MAP [--json]\n\n"
    "Prints where the map lies, how many nodes and bricks it has, and how much of its extent is\n"
    "unknown, free and occupied; of a scene, what it is made of; of a world, its tiles.\n"
    "  --json   the same as one JSON object\n";

typedef struct {
    const oct9_image_t *image;
    unsigned lo[3], cells[3];           /* the extent */
    uint32_t at_level[OCT9_LEVELS + 1]; /* inner nodes, those that only pad left out */
    uint32_t nodes, bricks, bytes;
    double share[3]; /* by state, of the extent's volume */
} info_t;

/* Counted along the tree, so that padding is not. */
static void count_nodes(info_t *info, uint32_t ref, unsigned level)
{
    if (ref & OCT9_REF_LEAF)
        return;
    info->at_level[level]++;
    if (level == 1)
        return;
    const oct9_inner_t node = oct9_image_read(info->image, ref);
    for (unsigned c = 0; c < 8; c++)
        count_nodes(info, oct9_image_child(node.first, node.states, c), level - 1u);
}

/* The cells that [from, from + size) and the extent share on one axis. */
static double common(const info_t *info, unsigned axis, unsigned from, unsigned size)
{
    const unsigned lo = info->lo[axis], hi = lo + info->cells[axis], end = from + size;
    const unsigned begin = from > lo ? from : lo, stop = end < hi ? end : hi;
    return stop > begin ? stop - begin : 0;
}

static void measure_states(info_t *info, const oct9_map_t *map)
{
    oct9_visit_t leaves;
    oct9_leaf_t leaf;
    const double volume = (double)info->cells[0] * info->cells[1] * info->cells[2];
    oct9_visit_begin(&leaves, map, NULL, OCT9_STATES_ALL);
    while (oct9_visit_next(&leaves, UINT32_MAX, &leaf) > 0) {
        const unsigned size = oct9_leaf_size(&leaf);
        const double cells = common(info, 0, leaf.corner.x, size) *
                             common(info, 1, leaf.corner.y, size) *
                             common(info, 2, leaf.corner.z, size);
        info->share[leaf.state] += cells / volume;
    }
}

static void gather(info_t *info, const map_file_t *file)
{
    const oct9_image_header_t *header = file->image.bytes;
    memset(info, 0, sizeof *info);
    info->image = &file->image;
    for (unsigned a = 0; a < 3; a++) {
        info->lo[a] = file->extent[a];
        info->cells[a] = (unsigned)file->extent[a + 3u] - file->extent[a];
    }
    count_nodes(info, oct9_map_root(&file->map), OCT9_LEVELS);
    for (unsigned level = 2; level <= OCT9_LEVELS; level++)
        info->nodes += info->at_level[level];
    info->bricks = info->at_level[1];
    info->bytes = oct9_port_le32(header->bytes);
    measure_states(info, &file->map);
}

static void print_json(const info_t *info)
{
    const oct9_frame_t *frame = &info->image->frame;
    printf("{\"origin_mm\": [%ld, %ld, %ld], \"cell_um\": %lu, ", (long)frame->origin_mm.x,
           (long)frame->origin_mm.y, (long)frame->origin_mm.z, (unsigned long)frame->cell_um);
    printf("\"extent_cells\": [%u, %u, %u], \"extent_lo\": [%u, %u, %u], ", info->cells[0],
           info->cells[1], info->cells[2], info->lo[0], info->lo[1], info->lo[2]);
    printf("\"nodes\": %lu, \"bricks\": %lu, \"bytes\": %lu, \"levels\": {",
           (unsigned long)info->nodes, (unsigned long)info->bricks, (unsigned long)info->bytes);
    for (unsigned level = OCT9_LEVELS; level >= 1; level--)
        printf("\"%u\": %lu%s", level, (unsigned long)info->at_level[level],
               level > 1 ? ", " : "}, \"states\": {");
    for (unsigned state = 0; state < 3; state++)
        printf("\"%s\": %.9f%s", state_name(state), info->share[state], state < 2 ? ", " : "}}\n");
}

static void print_text(const info_t *info)
{
    static const char axes[] = "xyz";
    const oct9_frame_t *frame = &info->image->frame;
    const double cell_mm = frame->cell_um / 1e3;
    printf("origin  %ld %ld %ld mm\n", (long)frame->origin_mm.x, (long)frame->origin_mm.y,
           (long)frame->origin_mm.z);
    printf("cell    %g mm\n", cell_mm);
    for (unsigned a = 0; a < 3; a++)
        printf("%c       cells %u to %u: %u, %.3f m\n", axes[a], info->lo[a],
               info->lo[a] + info->cells[a], info->cells[a], info->cells[a] * cell_mm / 1e3);
    for (unsigned level = OCT9_LEVELS; level >= 2; level--)
        printf("level %u %lu nodes\n", level, (unsigned long)info->at_level[level]);
    printf("level 1 %lu bricks\n", (unsigned long)info->bricks);
    printf("all     %lu nodes, %lu bricks, %lu bytes\n", (unsigned long)info->nodes,
           (unsigned long)info->bricks, (unsigned long)info->bytes);
    for (unsigned state = 0; state < 3; state++)
        printf("%-8s %6.2f %% of the extent\n", state_name(state), info->share[state] * 100);
}

static bool print_map(const char *path, bytes_t *bytes, bool json)
{
    map_file_t file;
    info_t info;
    if (!map_file_take(&file, path, bytes))
        return false;
    gather(&info, &file);
    if (json)
        print_json(&info);
    else
        print_text(&info);
    map_file_close(&file);
    return true;
}

static bool print_scene(const char *path, bytes_t *bytes, bool json)
{
    const bool good = scene_info(path, bytes->data, bytes->size, json);
    bytes_free(bytes);
    return good;
}

int cmd_info(int argc, char **argv)
{
    argument_t options[] = { { "json", false, NULL }, { 0 } };
    const char *path;
    bytes_t bytes;
    const int status = arguments_parse(argc, argv, help, options, &path);
    if (status >= 0)
        return status;
    const bool json = options[0].value;
    if (world_file_is(path))
        return world_info(path, json) ? STATUS_GOOD : STATUS_BAD_DATA;
    if (!bytes_read(&bytes, path))
        return STATUS_BAD_DATA;
    const bool good = scene_image_is(bytes.data, bytes.size) ? print_scene(path, &bytes, json)
                                                             : print_map(path, &bytes, json);
    return good ? STATUS_GOOD : STATUS_BAD_DATA;
}
