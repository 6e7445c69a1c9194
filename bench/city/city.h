/* SPDX-License-Identifier: MIT */
/* A world's file, all of it in memory, for the programs that make a city of its tiles. */
#ifndef BENCH_CITY_H
#define BENCH_CITY_H

#include "oct9/world.h"
#include "tools/format/bytes.h"

static inline const oct9_world_header_t *city_header(const bytes_t *file)
{
    return (const void *)file->data;
}

/* Tile number i of the table, and its image. */
static inline const oct9_world_tile_t *city_tile(const bytes_t *file, uint32_t i)
{
    return (const oct9_world_tile_t *)(const void *)(city_header(file) + 1) + i;
}

static inline const void *city_image(const bytes_t *file, uint32_t i)
{
    return (const void *)(file->data + 4u * (size_t)city_tile(file, i)->offset);
}

#endif
