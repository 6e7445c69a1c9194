/* SPDX-License-Identifier: MIT */
/* What a world's tiles cost, as its table or its manifest says. */
#define _POSIX_C_SOURCE 200809L

#include "tools/plan/world.h"

#include "tools/fail.h"
#include "tools/format/world_file.h"
#include "tools/world/manifest.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

enum { SLOTS = 8, SLOTS_FLAT = 4 };

static folder_path_t manifest_of(const char *path)
{
    folder_path_t folder;
    snprintf(folder.text, sizeof folder.text, "%s", path);
    return folder_file(&folder, FOLDER_MANIFEST);
}

bool plan_world_is(const char *path)
{
    struct stat there;
    const folder_path_t manifest = manifest_of(path);
    if (stat(path, &there) != 0)
        return false;
    return S_ISDIR(there.st_mode) ? folder_has(&manifest) : world_file_is(path);
}

/* --- reading ------------------------------------------------------------------------------- */

/* `z` is the height of the tiles before, if there are any. */
static void add(plan_world_t *world, int16_t *z, int16_t tile_z, uint32_t bytes)
{
    const uint32_t room = (bytes + 3u) / 4u * 4u;
    if (world->tiles++ == 0)
        world->slots = SLOTS_FLAT;
    else if (tile_z != *z)
        world->slots = SLOTS;
    *z = tile_z;
    world->images += room;
    if (room > world->largest)
        world->largest = room;
}

static bool read_file(plan_world_t *world, const char *path)
{
    world_file_t file;
    int16_t z = 0;
    const bool good = world_file_open(&file, path);
    for (uint32_t i = 0; good && i < file.tile_count; i++)
        add(world, &z, file.tiles[i].z, file.tiles[i].bytes);
    world->cell_um = file.cell_um;
    world_file_free(&file);
    return good;
}

static bool read_folder(plan_world_t *world, const char *path)
{
    manifest_t manifest = { 0 };
    folder_path_t folder;
    int16_t z = 0;
    bool good = folder_find(&folder, path) && manifest_read(&manifest, &folder);
    for (size_t i = 0; good && i < manifest.count; i++)
        add(world, &z, manifest.tiles[i].tile.at[2], manifest.tiles[i].record.bytes);
    world->cell_um = manifest.frame.cell_um;
    good = good && (manifest.count != 0 || fail(path, "has no tile: nothing is known of it"));
    manifest_free(&manifest);
    return good;
}

bool plan_world_read(plan_world_t *world, const char *path)
{
    memset(world, 0, sizeof *world);
    return world_file_is(path) ? read_file(world, path) : read_folder(world, path);
}

/* --- what it takes --------------------------------------------------------------------------- */

uint64_t plan_world_bytes(const plan_world_t *world)
{
    return world_file_begin(world->tiles) + world->images;
}

uint32_t plan_world_tiles(const plan_world_t *world, double tile, int64_t bytes)
{
    const double header = (double)world_file_begin(0);
    const double entry = (double)world_file_begin(1) - header;
    const double fit = ((double)bytes - header) / (tile + entry);
    return fit >= world->tiles ? world->tiles : fit > 0 ? (uint32_t)fit : 0;
}

uint64_t plan_world_memory(const plan_world_t *world)
{
    return (uint64_t)world->slots * world->largest;
}
