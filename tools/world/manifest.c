/* SPDX-License-Identifier: MIT */
/* The manifest of a world. */
#include "tools/world/manifest.h"
#include "tools/format/lines.h"
#include "tools/format/output.h"
#include "tools/grow.h"
#include "tools/world/spread.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TITLE "oct9 world 1"

void manifest_free(manifest_t *manifest)
{
    free(manifest->tiles);
    manifest->tiles = NULL;
}

static bool add(manifest_t *manifest, const char *path, const manifest_tile_t *tile)
{
    manifest_tile_t *tiles = grow(path, manifest->tiles, manifest->count, &manifest->room,
                                  sizeof *tiles);
    if (!tiles)
        return false;
    manifest->tiles = tiles;
    tiles[manifest->count++] = *tile;
    return true;
}

/* --- writing ----------------------------------------------------------------------------- */

static bool gather(manifest_t *manifest, const world_plan_t *plan, const folder_path_t *folder)
{
    for (size_t part = 0; part < plan->part_count; part = world_plan_next(plan, part)) {
        manifest_tile_t tile = { .tile = tile_of_key(plan->parts[part].tile) };
        const int16_t *const at = tile.tile.at;
        if (!tile_is_baked(plan, part, folder, &tile.record))
            return fail(folder->text,
                        "tile %d %d %d is not baked: oct9 world list says what is "
                        "to be done",
                        at[0], at[1], at[2]);
        if (tile.record.bytes != 0 && !add(manifest, folder->text, &tile))
            return false;
    }
    return true;
}

static bool clean(const world_plan_t *plan, const folder_path_t *folder)
{
    tiles_t tiles = { NULL, 0 };
    const bool good = world_plan_tiles(plan, &tiles) && folder_clean(folder, &tiles) &&
                      spread_clean(plan, folder);
    tiles_free(&tiles);
    return good;
}

static bool write_text(const manifest_t *manifest, const char *path)
{
    output_t output;
    if (!output_open(&output, path))
        return false;
    fputs(TITLE "\n", output.file);
    world_frame_put(output.file, &manifest->frame);
    for (size_t i = 0; i < manifest->count; i++) {
        const manifest_tile_t *const tile = &manifest->tiles[i];
        const int16_t *const at = tile->tile.at;
        fprintf(output.file, "tile %d %d %d %" PRIu32 " %08" PRIx32 " %016" PRIx64 "\n", at[0],
                at[1], at[2], tile->record.bytes, tile->record.crc, tile->record.hash);
    }
    return output_close(&output, true);
}

bool manifest_collect(manifest_t *manifest, const world_plan_t *plan, const folder_path_t *folder)
{
    const folder_path_t path = folder_file(folder, FOLDER_MANIFEST);
    manifest->frame = plan->frame;
    return gather(manifest, plan, folder) && clean(plan, folder) && write_text(manifest, path.text);
}

/* --- reading ----------------------------------------------------------------------------- */

static bool take_tile(manifest_t *manifest, const char *path, const char *line)
{
    manifest_tile_t tile;
    int16_t *const at = tile.tile.at;
    int end = 0;
    return sscanf(line,
                  "tile %" SCNd16 " %" SCNd16 " %" SCNd16 " %" SCNu32 " %" SCNx32 " %" SCNx64 "%n",
                  &at[0], &at[1], &at[2], &tile.record.bytes, &tile.record.crc, &tile.record.hash,
                  &end) == 6 &&
           line[end] == 0 && add(manifest, path, &tile);
}

static bool take_lines(manifest_t *manifest, lines_t *lines)
{
    const char *line = lines_next(lines);
    if (!line || strcmp(line, TITLE) != 0)
        return lines->good && lines_fail(lines, "not " TITLE);
    line = lines_next(lines);
    bool good = line && world_frame_take(&manifest->frame, line);
    while (good && (line = lines_next(lines)) != NULL)
        good = take_tile(manifest, lines->path, line);
    return lines->good && (good || lines_fail(lines, "is no line of a world's manifest"));
}

bool manifest_read(manifest_t *manifest, const folder_path_t *folder)
{
    bytes_t bytes;
    lines_t lines;
    const folder_path_t path = folder_file(folder, FOLDER_MANIFEST);
    if (!bytes_read(&bytes, path.text))
        return false;
    lines_begin(&lines, path.text, &bytes);
    const bool good = take_lines(manifest, &lines);
    bytes_free(&bytes);
    return good;
}
