/* SPDX-License-Identifier: MIT */
/* A web: the vertices of a road map, and all edges between those that see each other, before a few
 * are chosen. Webs of the parts of a world are added to one. */
#ifndef OCT9_TOOLS_WEB_H
#define OCT9_TOOLS_WEB_H

#include "tools/road/graph.h"
#include "tools/road/sight.h"

#include <stdio.h>

typedef struct {
    int32_t at[3]; /* the cell, counted from that of the map or of tile 0 0 0 */
} web_vertex_t;

typedef struct {
    const char *path; /* named in errors */
    web_vertex_t *vertices;
    size_t vertex_count, vertex_room;
    edge_t *edges; /* by the numbers of their vertices */
    size_t edge_count, edge_room;
    uint64_t places, seen; /* cells at whose centre the sphere can be; those that a vertex sees */
} web_t;

void web_begin(web_t *web, const char *path);
void web_free(web_t *web);

/* Takes the vertices and edges of a graph to an empty web, without the vertices that are `gone`;
 * NULL: none is. Its cells are counted from `corner`; each edge is swept once more. Places are
 * counted in cells from `low` on, on each axis. False: an error was printed. */
bool web_make(web_t *web, const sight_t *sight, const graph_t *graph, const bool *gone,
              const int32_t corner[3], uint16_t low);

/* Write a web to a file, and add one that was written. False: an error was printed. */
bool web_put(const web_t *web, FILE *file);
bool web_take(web_t *web, FILE *file);

/* Makes vertices in the same cell one, and edges between the same vertices. Both are in an order
 * then that does not depend on the one in which they were added. False: an error was printed. */
bool web_join(web_t *web);

#endif
