/* SPDX-License-Identifier: MIT */
/* The plan of a world as a text: a line for the world's frame, two for each source, and one for
 * each tile that a source touches. */
#include "tools/format/lines.h"
#include "tools/format/output.h"
#include "tools/world/plan.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#define TITLE "oct9 plan 1"

static const char *const kinds[] = {
    [SOURCE_LEAVES] = "cells", [SOURCE_POINTS] = "points", [SOURCE_TRIANGLES] = "mesh"
};
enum { KINDS = sizeof kinds / sizeof kinds[0] };

/* --- writing ----------------------------------------------------------------------------- */

static void put_source(FILE *file, const world_plan_source_t *source)
{
    const box_um_t *const box = &source->box;
    fprintf(file, "source %s %016" PRIx64, kinds[source->kind], source->content);
    for (unsigned a = 0; a < 3; a++)
        fprintf(file, " %" PRId64 " %" PRId64, box->lo[a], box->hi[a]);
    fprintf(file, " %s\noptions %s\n", source->path, source->options);
}

bool world_plan_write(const world_plan_t *plan, const folder_path_t *folder)
{
    output_t output;
    const folder_path_t path = folder_file(folder, FOLDER_PLAN);
    if (!output_open(&output, path.text))
        return false;
    fputs(TITLE "\n", output.file);
    world_frame_put(output.file, &plan->frame);
    for (size_t i = 0; i < plan->source_count; i++)
        put_source(output.file, &plan->sources[i]);
    for (size_t i = 0; i < plan->part_count; i++) {
        const world_plan_part_t *const part = &plan->parts[i];
        const tile_t tile = tile_of_key(part->tile);
        fprintf(output.file, "tile %d %d %d %lu %" PRIu64 " %016" PRIx64 "\n", tile.at[0],
                tile.at[1], tile.at[2], (unsigned long)part->source, part->items, part->hash);
    }
    return output_close(&output, true);
}

/* --- reading ----------------------------------------------------------------------------- */

/* Two lines. */
static bool take_source(world_plan_t *plan, lines_t *lines, const char *line)
{
    static const char options[] = "options ";
    char kind[8];
    uint64_t content;
    box_um_t box;
    int end = 0;
    if (sscanf(line,
               "source %7s %" SCNx64 " %" SCNd64 " %" SCNd64 " %" SCNd64 " %" SCNd64 " %" SCNd64
               " %" SCNd64 " %n",
               kind, &content, &box.lo[0], &box.hi[0], &box.lo[1], &box.hi[1], &box.lo[2],
               &box.hi[2], &end) != 8 ||
        line[end] == 0)
        return false;
    const char *rest = lines_next(lines);
    if (!rest || strncmp(rest, options, sizeof options - 1) != 0)
        return false;
    world_plan_source_t *source = world_plan_add_source(plan, line + end,
                                                        rest + sizeof options - 1);
    unsigned number = 0;
    while (number < KINDS && strcmp(kind, kinds[number]) != 0)
        number++;
    if (!source || number == KINDS || taking_parse(&source->taking, source->options))
        return false;
    source->kind = (source_kind_t)number;
    source->content = content;
    source->box = box;
    world_plan_key(plan, source);
    return true;
}

static bool take_tile(world_plan_t *plan, const lines_t *lines, const char *line)
{
    tile_t tile;
    world_plan_part_t part;
    int end = 0;
    if (sscanf(line,
               "tile %" SCNd16 " %" SCNd16 " %" SCNd16 " %" SCNu32 " %" SCNu64 " %" SCNx64 "%n",
               &tile.at[0], &tile.at[1], &tile.at[2], &part.source, &part.items, &part.hash,
               &end) != 6 ||
        line[end] != 0 || part.source >= plan->source_count)
        return false;
    part.tile = tile_key(tile);
    return world_plan_add_part(plan, lines->path, &part);
}

static bool take_lines(world_plan_t *plan, lines_t *lines)
{
    const char *line = lines_next(lines);
    if (!line || strcmp(line, TITLE) != 0)
        return lines->good && lines_fail(lines, "not " TITLE ": remove the file, and plan anew");
    line = lines_next(lines);
    bool good = line && world_frame_take(&plan->frame, line);
    while (good && (line = lines_next(lines)) != NULL)
        good = line[0] == 's' ? take_source(plan, lines, line) : take_tile(plan, lines, line);
    return lines->good &&
           (good || lines_fail(lines, "is no line of a plan: remove the file, and plan anew"));
}

bool world_plan_read(world_plan_t *plan, const folder_path_t *folder)
{
    bytes_t bytes;
    lines_t lines;
    const folder_path_t path = folder_file(folder, FOLDER_PLAN);
    if (!bytes_read(&bytes, path.text))
        return false;
    lines_begin(&lines, path.text, &bytes);
    const bool good = take_lines(plan, &lines) && world_plan_sort(plan, path.text);
    bytes_free(&bytes);
    return good;
}
