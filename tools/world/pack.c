/* SPDX-License-Identifier: MIT */
/* From the folder of a world to its file: what the manifest says is what is there, or nothing is
 * written. */
#include "tools/world/pack.h"
#include "tools/format/output.h"
#include "tools/format/world_file.h"
#include "tools/progress.h"
#include "tools/world/manifest.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WORD = 4 };

static int compare(const void *a, const void *b)
{
    const uint64_t p = tile_key(((const manifest_tile_t *)a)->tile);
    const uint64_t q = tile_key(((const manifest_tile_t *)b)->tile);
    return (p > q) - (p < q);
}

/* Brings the tiles into their order. */
static bool sort(manifest_t *manifest, const char *path)
{
    if (manifest->count == 0)
        return fail(path, "names no tile: nothing is known of this world");
    if (manifest->count > OCT9_WORLD_TILES_MAX)
        return fail(path, "names %zu tiles, more than %u", manifest->count, OCT9_WORLD_TILES_MAX);
    qsort(manifest->tiles, manifest->count, sizeof *manifest->tiles, compare);
    for (size_t i = 1; i < manifest->count; i++) {
        const int16_t *const at = manifest->tiles[i].tile.at;
        if (compare(&manifest->tiles[i - 1], &manifest->tiles[i]) == 0)
            return fail(path, "names two tiles at %d %d %d", at[0], at[1], at[2]);
    }
    return true;
}

/* No image may be left out. */
static bool check_strays(const manifest_t *manifest, const folder_path_t *folder, const char *path)
{
    tiles_t tiles = { malloc(manifest->count * sizeof(uint64_t)), manifest->count };
    for (size_t i = 0; tiles.keys && i < manifest->count; i++)
        tiles.keys[i] = tile_key(manifest->tiles[i].tile);
    const char *const stray = tiles.keys ? folder_stray(folder, &tiles) : NULL;
    const bool good = stray ? fail(path, "does not name %s, which is there", stray)
                            : tiles.keys != NULL || fail(path, "out of memory");
    tiles_free(&tiles);
    return good;
}

/* The table, with images one behind the other. */
static bool lay_out(world_file_t *world, const manifest_t *manifest, const char *path)
{
    uint64_t at = world_file_begin((uint32_t)manifest->count) / WORD;
    world->cell_um = manifest->frame.cell_um;
    memcpy(world->origin_mm, manifest->frame.origin_mm, sizeof world->origin_mm);
    world->tile_count = (uint32_t)manifest->count;
    world->tiles = calloc(manifest->count, sizeof *world->tiles);
    if (!world->tiles)
        return fail(path, "out of memory");
    for (size_t i = 0; i < manifest->count; i++) {
        const manifest_tile_t *const tile = &manifest->tiles[i];
        const oct9_world_tile_t entry = { .x = tile->tile.at[0],
                                          .y = tile->tile.at[1],
                                          .z = tile->tile.at[2],
                                          .offset = (uint32_t)at,
                                          .bytes = tile->record.bytes,
                                          .crc = tile->record.crc };
        if (at > UINT32_MAX / WORD)
            return fail(path, "has more than 4 GB of images");
        world->tiles[i] = entry;
        at += ((uint64_t)entry.bytes + WORD - 1) / WORD;
    }
    return true;
}

static bool put_image(FILE *file, const manifest_t *manifest, size_t number,
                      const folder_path_t *folder)
{
    const manifest_tile_t *const tile = &manifest->tiles[number];
    bytes_t bytes;
    const folder_path_t path = folder_tile(folder, tile->tile, ".o9");
    if (!folder_has(&path))
        return fail(path.text, "is missing: the manifest names it");
    if (!bytes_read(&bytes, path.text))
        return false;
    const char *wrong = tile_wrong(&bytes, &manifest->frame, tile->tile, &tile->record);
    if (!wrong) {
        fwrite(bytes.data, 1, bytes.size, file);
        while (bytes.size++ % WORD != 0)
            fputc(0, file);
    }
    bytes_free(&bytes);
    return !wrong || fail(path.text, "is not the tile that the manifest names: %s", wrong);
}

static bool put_world(FILE *file, const world_file_t *world, const manifest_t *manifest,
                      const folder_path_t *folder)
{
    unsigned char *head = world_file_head(world);
    bool good = head || fail(folder->text, "out of memory");
    if (good)
        fwrite(head, 1, world_file_begin(world->tile_count), file);
    for (size_t i = 0; good && i < manifest->count; i++) {
        progress_show("packing", i, manifest->count);
        good = put_image(file, manifest, i, folder);
    }
    progress_end();
    free(head);
    return good;
}

static bool write_world(const manifest_t *manifest, const folder_path_t *folder, const char *path,
                        const char *out)
{
    output_t output;
    world_file_t world = { 0 };
    bool good = check_strays(manifest, folder, path) && lay_out(&world, manifest, path) &&
                output_open(&output, out);
    if (good)
        good = output_close(&output, put_world(output.file, &world, manifest, folder));
    world_file_free(&world);
    return good;
}

bool pack(const folder_path_t *folder, const char *out)
{
    manifest_t manifest = { 0 };
    const folder_path_t path = folder_file(folder, FOLDER_MANIFEST);
    const bool good = output_check(out, path.text) && manifest_read(&manifest, folder) &&
                      sort(&manifest, path.text) && write_world(&manifest, folder, path.text, out);
    manifest_free(&manifest);
    return good;
}
