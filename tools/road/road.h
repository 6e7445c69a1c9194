/* SPDX-License-Identifier: MIT */
/* Bakes a road map: vertices that see all places at which a sphere can be, and edges that lead from
 * each to all others. */
#ifndef OCT9_TOOLS_ROAD_H
#define OCT9_TOOLS_ROAD_H

#include "oct9/map.h"

#include <stdbool.h>
#include <stddef.h>

typedef struct {
    uint16_t at[3]; /* the cell */
    uint16_t degree;
    uint32_t edges; /* where its edges begin */
} road_vertex_t;

typedef struct {
    road_vertex_t *vertices; /* in ascending order of z, y and x */
    uint32_t vertex_count;
    uint16_t *edges; /* numbers of vertices, those of each vertex ascending */
    uint32_t edge_count;
    uint32_t places, seen; /* cells at whose centre the sphere can be; those that a vertex sees */
    uint32_t parts;        /* between which the sphere cannot go, from centre to centre */
} road_t;

/* Bakes a road map of at most `most` bytes. `path` is named in errors. False: an error was
 * printed. */
bool road_bake(road_t *road, const char *path, const oct9_map_t *map, uint16_t radius_q6,
               size_t most);
void road_free(road_t *road);

/* The bytes of a road map with so many vertices and numbers of vertices in the edges. */
size_t road_bytes(uint32_t vertices, uint32_t edges);

#endif
