/* SPDX-License-Identifier: MIT */
/* A world's file. */
#define _POSIX_C_SOURCE 200809L

#include "tools/format/world_file.h"
#include "oct9/image.h"
#include "port/oct9_port.h"
#include "tools/fail.h"
#include "tools/format/put.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { HEADER_BYTES = sizeof(oct9_world_header_t), TILE_BYTES = sizeof(oct9_world_tile_t) };

_Static_assert(HEADER_BYTES == 40 && TILE_BYTES == 20, "as docs/formats.md says it");

size_t world_file_begin(uint32_t tile_count)
{
    return HEADER_BYTES + (size_t)tile_count * TILE_BYTES;
}

static uint32_t crc_of(const unsigned char *head, uint32_t tile_count)
{
    const size_t behind = offsetof(oct9_world_header_t, version);
    return oct9_rom_crc32(0, oct9_rom_of_ram(head + behind), world_file_begin(tile_count) - behind);
}

static unsigned char *put_tile(unsigned char *at, const oct9_world_tile_t *tile)
{
    at = put16(put16(at, (uint16_t)tile->x), (uint16_t)tile->y);
    at = put16(put16(at, (uint16_t)tile->z), tile->reserved);
    return put32(put32(put32(at, tile->offset), tile->bytes), tile->crc);
}

unsigned char *world_file_head(const world_file_t *world)
{
    const uint32_t fields[] = { OCT9_WORLD_MAGIC,
                                0,
                                OCT9_WORLD_VERSION,
                                world->tile_count,
                                (uint32_t)world->origin_mm[0],
                                (uint32_t)world->origin_mm[1],
                                (uint32_t)world->origin_mm[2],
                                world->cell_um,
                                0,
                                0 };
    _Static_assert(sizeof fields == HEADER_BYTES, "every field of the header");
    unsigned char *head = malloc(world_file_begin(world->tile_count)), *at = head;
    if (!head)
        return NULL;
    for (size_t i = 0; i < sizeof fields / sizeof fields[0]; i++)
        at = put32(at, fields[i]);
    for (uint32_t i = 0; i < world->tile_count; i++)
        at = put_tile(at, &world->tiles[i]);
    put32(head + offsetof(oct9_world_header_t, crc), crc_of(head, world->tile_count));
    return head;
}

/* --- reading ----------------------------------------------------------------------------- */

bool world_file_is(const char *path)
{
    char begin[4];
    struct stat there;
    if (stat(path, &there) != 0 || !S_ISREG(there.st_mode))
        return false;
    FILE *file = fopen(path, "rb");
    const bool is = file && fread(begin, sizeof begin, 1, file) == 1 &&
                    world_file_begins(begin, sizeof begin);
    if (file)
        fclose(file);
    return is;
}

static int16_t little16(const unsigned char *at)
{
    return (int16_t)(at[0] | at[1] << 8);
}

static oct9_world_tile_t take_tile(const unsigned char *at)
{
    const oct9_world_tile_t tile = { little16(at),     little16(at + 2),
                                     little16(at + 4), (uint16_t)little16(at + 6),
                                     get32(at + 8),    get32(at + 12),
                                     get32(at + 16) };
    return tile;
}

/* Whether a tile comes before another in the table. */
static bool is_before(const oct9_world_tile_t *a, const oct9_world_tile_t *b)
{
    return a->z != b->z ? a->z < b->z : a->y != b->y ? a->y < b->y : a->x < b->x;
}

static bool check_tiles(const world_file_t *world, const char *path, uint64_t size)
{
    for (uint32_t i = 0; i < world->tile_count; i++) {
        const oct9_world_tile_t *const tile = &world->tiles[i];
        if (i != 0 && !is_before(tile - 1, tile))
            return fail(path, "tile %d %d %d is not in the table's order", tile->x, tile->y,
                        tile->z);
        if ((uint64_t)tile->offset * 4 < world_file_begin(world->tile_count) ||
            (uint64_t)tile->offset * 4 + tile->bytes > size)
            return fail(path, "is cut off: tile %d %d %d is not all there", tile->x, tile->y,
                        tile->z);
    }
    return true;
}

/* NULL, or what is wrong with the header. */
static const char *take_header(world_file_t *world, const unsigned char *head)
{
    world->tile_count = get32(head + offsetof(oct9_world_header_t, tile_count));
    world->cell_um = get32(head + offsetof(oct9_world_header_t, cell_um));
    for (unsigned a = 0; a < 3; a++)
        world->origin_mm[a] = (int32_t)get32(head + offsetof(oct9_world_header_t, origin_mm) +
                                             4 * a);
    if (get32(head) != OCT9_WORLD_MAGIC)
        return "it is none";
    if (get32(head + offsetof(oct9_world_header_t, version)) != OCT9_WORLD_VERSION)
        return "it is of another version";
    if (world->tile_count == 0 || world->tile_count > OCT9_WORLD_TILES_MAX)
        return "it has no tiles, or too many";
    return world->cell_um == 0 || world->cell_um % WORLD_FILE_CELL_STEP_UM != 0 ||
                   world->cell_um > OCT9_CELL_UM_MAX
             ? "its cells are no multiple of 0.125 mm"
             : NULL;
}

/* Reads the table behind a good header into `head`, which has room for both. */
static bool take_table(world_file_t *world, const char *path, FILE *file, unsigned char *head)
{
    const size_t bytes = world_file_begin(world->tile_count);
    if (fread(head + HEADER_BYTES, bytes - HEADER_BYTES, 1, file) != 1)
        return fail(path, "is cut off: its table is not all there");
    if (get32(head + offsetof(oct9_world_header_t, crc)) != crc_of(head, world->tile_count))
        return fail(path, "not a good world: the CRC of its table is another");
    for (uint32_t i = 0; i < world->tile_count; i++)
        world->tiles[i] = take_tile(head + world_file_begin(i));
    return true;
}

static bool take(world_file_t *world, const char *path, FILE *file, uint64_t size)
{
    unsigned char header[HEADER_BYTES];
    if (fread(header, sizeof header, 1, file) != 1)
        return fail(path, "is cut off: its header is not all there");
    const char *wrong = take_header(world, header);
    if (wrong)
        return fail(path, "not a good world: %s", wrong);
    unsigned char *head = malloc(world_file_begin(world->tile_count));
    world->tiles = calloc(world->tile_count, sizeof *world->tiles);
    if (!head || !world->tiles) {
        free(head);
        return fail(path, "out of memory");
    }
    memcpy(head, header, sizeof header);
    const bool good = take_table(world, path, file, head);
    free(head);
    return good && check_tiles(world, path, size);
}

bool world_file_open(world_file_t *world, const char *path)
{
    struct stat there;
    memset(world, 0, sizeof *world);
    FILE *file = fopen(path, "rb");
    if (!file)
        return fail(path, "cannot be read: %s", strerror(errno));
    const bool good = fstat(fileno(file), &there) == 0
                        ? take(world, path, file, (uint64_t)there.st_size)
                        : fail(path, "cannot be read: %s", strerror(errno));
    fclose(file);
    return good;
}

void world_file_free(world_file_t *world)
{
    free(world->tiles);
    world->tiles = NULL;
}
