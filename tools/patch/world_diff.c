/* SPDX-License-Identifier: MIT */
/* The patches of a world: a tile that has changed is laid out like the older one, so the table
 * names that image. */
#include "tools/patch/world_diff.h"
#include "tools/format/bytes.h"
#include "tools/format/map_file.h"
#include "tools/format/put.h"
#include "tools/format/world_file.h"
#include "tools/patch/diff.h"
#include "tools/patch/like.h"
#include "tools/world/folder.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WORD = 4 };

/* A world that is read. */
typedef struct {
    world_file_t file;
    bytes_t bytes;
} world_t;

static bool read_world(world_t *world, const char *path)
{
    return world_file_open(&world->file, path) && bytes_read(&world->bytes, path);
}

static void free_world(world_t *world)
{
    world_file_free(&world->file);
    bytes_free(&world->bytes);
}

static version_t image_of(const world_t *world, const oct9_world_tile_t *tile)
{
    const version_t image = {
        (const unsigned char *)world->bytes.data + (size_t)tile->offset * WORD, tile->bytes
    };
    return image;
}

/* The image of the same place, of size 0 if there is none. */
static version_t find_image(const world_t *world, const oct9_world_tile_t *tile)
{
    const version_t none = { NULL, 0 };
    for (uint32_t i = 0; i < world->file.tile_count; i++) {
        const oct9_world_tile_t *const other = &world->file.tiles[i];
        if (other->x == tile->x && other->y == tile->y && other->z == tile->z)
            return image_of(world, other);
    }
    return none;
}

static bool write_patch(const folder_path_t *path, const char *name, const version_t *old,
                        const version_t *fresh)
{
    unsigned char *patch;
    size_t size;
    if (!diff_make(old, fresh, &patch, &size))
        return fail(path->text, "out of memory");
    printf("%-7s %zu bytes of %zu\n", name, size, fresh->size);
    const bool good = map_file_write(path->text, patch, size);
    free(patch);
    return good;
}

/* An image that the robots get for a tile. `bytes` is to be freed. */
typedef struct {
    unsigned char *bytes;
    size_t size;
} made_t;

/* Lays it out like the older one. */
static void make_like(const version_t *old, const version_t *fresh, made_t *made)
{
    made->size = fresh->size;
    if (!version_is_same(old, fresh) && like_lay_out(old, fresh, &made->bytes, &made->size))
        return;
    made->bytes = malloc(fresh->size);
    if (made->bytes)
        memcpy(made->bytes, fresh->bytes, fresh->size);
}

/* Writes the patch of a tile, if it needs one; *made is what the robots have then. */
static bool diff_tile(const version_t *old, const version_t *fresh, oct9_world_tile_t *tile,
                      const folder_path_t *folder, made_t *made)
{
    const tile_t place = { { tile->x, tile->y, tile->z } };
    const folder_path_t path = folder_tile(folder, place, ".o9p");
    char name[32];
    make_like(old, fresh, made);
    if (!made->bytes)
        return fail(path.text, "out of memory");
    const version_t image = { made->bytes, made->size };
    tile->bytes = (uint32_t)image.size;
    tile->crc = get32(image.bytes + 4);
    if (version_is_same(old, &image))
        return true;
    snprintf(name, sizeof name, "%d %d %d", tile->x, tile->y, tile->z);
    return write_patch(&path, name, old, &image);
}

/* The patch of the table, and the world that robots have then. */
static bool write_rest(const world_t *old, world_file_t *file, const made_t *images,
                       const folder_path_t *folder)
{
    const folder_path_t table = folder_file(folder, "table.o9p");
    const folder_path_t whole = folder_file(folder, "world.o9w");
    uint64_t words = world_file_begin(file->tile_count) / WORD;
    for (uint32_t i = 0; i < file->tile_count; i++) {
        file->tiles[i].offset = (uint32_t)words;
        words += (images[i].size + WORD - 1) / WORD;
    }
    if (words > UINT32_MAX / WORD)
        return fail(whole.text, "has more than 4 GB of images");
    unsigned char *const head = world_file_head(file);
    unsigned char *const bytes = head ? calloc((size_t)words, WORD) : NULL;
    bool good = bytes || fail(whole.text, "out of memory");
    if (head && bytes) {
        const version_t fresh = { head, world_file_begin(file->tile_count) };
        const version_t was = { (const unsigned char *)old->bytes.data,
                                old->bytes.data ? world_file_begin(old->file.tile_count) : 0 };
        memcpy(bytes, head, fresh.size);
        for (uint32_t i = 0; i < file->tile_count; i++)
            memcpy(bytes + (size_t)file->tiles[i].offset * WORD, images[i].bytes, images[i].size);
        good = (version_is_same(&was, &fresh) || write_patch(&table, "table", &was, &fresh)) &&
               map_file_write(whole.text, bytes, (size_t)words * WORD);
    }
    free(head);
    free(bytes);
    return good;
}

static bool diff_worlds(const world_t *old, world_t *fresh, const folder_path_t *folder)
{
    const uint32_t count = fresh->file.tile_count;
    made_t *const images = calloc(count, sizeof *images);
    bool good = images || fail(folder->text, "out of memory");
    for (uint32_t i = 0; good && i < count; i++) {
        oct9_world_tile_t *const tile = &fresh->file.tiles[i];
        const version_t image = image_of(fresh, tile), was = find_image(old, tile);
        good = (version_is_good(&image) ||
                fail(folder->text, "an image of the world is damaged")) &&
               diff_tile(&was, &image, tile, folder, &images[i]);
    }
    good = good && write_rest(old, &fresh->file, images, folder);
    for (uint32_t i = 0; images && i < count; i++)
        free(images[i].bytes);
    free(images);
    return good;
}

bool world_diff(const char *path, const char *from, const char *out)
{
    world_t old, fresh;
    folder_path_t folder;
    memset(&old, 0, sizeof old);
    memset(&fresh, 0, sizeof fresh);
    const bool good = (!from || read_world(&old, from)) && read_world(&fresh, path) &&
                      folder_make(&folder, out) && diff_worlds(&old, &fresh, &folder);
    free_world(&old);
    free_world(&fresh);
    return good;
}
