/* SPDX-License-Identifier: MIT */
/* What a world's tiles cost, and how many of them fit. */
#ifndef OCT9_TOOLS_PLAN_WORLD_H
#define OCT9_TOOLS_PLAN_WORLD_H

#include <stdbool.h>
#include <stdint.h>

/* Bytes of images, each to the next multiple of 4, as a file has them. */
typedef struct {
    uint32_t tiles; /* 0: no world */
    uint32_t cell_um;
    uint32_t largest;
    uint64_t images;
    unsigned slots; /* what the library needs: 8, or 4 in a world that is one tile high */
} plan_world_t;

/* Whether there is a world at `path`: its file, or its folder with a manifest. */
bool plan_world_is(const char *path);

/* Reads what a world has, not its images. False: an error was printed. */
bool plan_world_read(plan_world_t *world, const char *path);

/* The bytes of the world's file. */
uint64_t plan_world_bytes(const plan_world_t *world);

/* How many tiles of so many bytes fit, with their part of a table; all at most. */
uint32_t plan_world_tiles(const plan_world_t *world, double tile, int64_t bytes);

/* RAM for the images of all slots, where they are brought by `load`. */
uint64_t plan_world_memory(const plan_world_t *world);

#endif
