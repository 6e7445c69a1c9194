/* SPDX-License-Identifier: MIT */
/* Bakes a road map: vertices that see all places at which a sphere can be, and edges that lead from
 * each to all others. */
#ifndef OCT9_TOOLS_ROAD_H
#define OCT9_TOOLS_ROAD_H

#include "tools/road/web.h"

typedef struct {
    int16_t tile[3];
    uint16_t at[3]; /* the cell in the tile */
    uint16_t degree;
    uint32_t edges; /* where its edges begin */
} road_vertex_t;

typedef struct {
    road_vertex_t *vertices; /* in ascending order of their tiles' z, y and x, then of their own */
    uint32_t vertex_count, tile_count;
    uint16_t *edges; /* numbers of vertices, those of each vertex ascending */
    uint32_t edge_count;
    uint32_t parts; /* between which no edges lead */
} road_t;

/* Whether two vertices are in the same tile. */
bool road_same_tile(const road_vertex_t *a, const road_vertex_t *b);

/* Chooses edges of a web, which are in order of their lengths, so that the road map has at most
 * `most` bytes. *fit: it has, and *road is to be freed; or no choice of edges has. False: an error
 * was printed. */
bool road_choose(road_t *road, const web_t *web, size_t most, bool *fit);
void road_free(road_t *road);

/* Bakes a road map of one map, of at most `most` bytes: of the places in a box. *web has what it
 * was chosen from; free both in any case. False: an error was printed. */
bool road_bake(road_t *road, web_t *web, const oct9_map_t *map, uint16_t radius_q6,
               const field_box_t *box, size_t most);

/* The bytes of a road map. */
size_t road_bytes(size_t tiles, size_t vertices, size_t edges);

#endif
