/* SPDX-License-Identifier: MIT */
/* A world's file: a header, a table of its tiles, and their images. docs/formats.md explains it. */
#ifndef OCT9_TOOLS_WORLD_FILE_H
#define OCT9_TOOLS_WORLD_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define WORLD_FILE_MAGIC 0x7739636fu /* the bytes "oc9w" */
#define WORLD_FILE_VERSION 1u
#define WORLD_FILE_TILES_MOST 65535u
#define WORLD_FILE_CELL_STEP_UM 125u /* so that a tile is a whole number of millimetres */

/* The header and a tile of the table, as in the file: little-endian. `crc` is the CRC-32 of the
 * bytes from `version` to the table's end. */
typedef struct {
    uint32_t magic;
    uint32_t crc;
    uint32_t version;
    uint32_t tile_count;
    int32_t origin_mm[3];
    uint32_t cell_um;
    uint32_t reserved[2];
} world_file_header_t;

typedef struct {
    int16_t x, y, z;
    uint16_t reserved;
    uint32_t offset; /* of its image, in words of 4 bytes from the header's beginning */
    uint32_t bytes;  /* of its image */
    uint32_t crc;    /* that of its image's header */
} world_file_tile_t;

/* What the header and the table say. */
typedef struct {
    uint32_t cell_um;
    int32_t origin_mm[3];
    uint32_t tile_count;
    world_file_tile_t *tiles;
} world_file_t;

/* Returns where the images begin, in bytes from the header's beginning. */
size_t world_file_begin(uint32_t tile_count);

/* Makes the header and the table, world_file_begin bytes, to be freed by the caller. NULL: there is
 * not enough memory. */
unsigned char *world_file_head(const world_file_t *world);

/* Whether the file at `path` begins as a world's does. It is not read if it is a pipe. */
bool world_file_is(const char *path);

/* Reads the header and the table, and checks that all images lie in the file. False: an error was
 * printed. Call world_file_free in any case. */
bool world_file_open(world_file_t *world, const char *path);
void world_file_free(world_file_t *world);

#endif
