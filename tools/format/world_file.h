/* SPDX-License-Identifier: MIT */
/* A world's file: a header, a table of its tiles, and their images (oct9/world.h). */
#ifndef OCT9_TOOLS_WORLD_FILE_H
#define OCT9_TOOLS_WORLD_FILE_H

#include "oct9/world.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#define WORLD_FILE_CELL_STEP_UM 125u /* so that a tile is a whole number of millimetres */

/* What the header and the table say. */
typedef struct {
    uint32_t cell_um;
    int32_t origin_mm[3];
    uint32_t tile_count;
    oct9_world_tile_t *tiles;
} world_file_t;

/* Returns where the images begin, in bytes from the header's beginning. */
size_t world_file_begin(uint32_t tile_count);

/* Makes the header and the table, world_file_begin bytes, to be freed by the caller. NULL: there is
 * not enough memory. */
unsigned char *world_file_head(const world_file_t *world);

/* Whether these bytes begin as a world's do. */
static inline bool world_file_begins(const char *bytes, size_t size)
{
    return size >= 4 && memcmp(bytes, "oc9w", 4) == 0;
}

/* Whether the file at `path` begins as a world's does. It is not read if it is a pipe. */
bool world_file_is(const char *path);

/* Reads the header and the table, and checks that all images lie in the file. False: an error was
 * printed. Call world_file_free in any case. */
bool world_file_open(world_file_t *world, const char *path);
void world_file_free(world_file_t *world);

#endif
