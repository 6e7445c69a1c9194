/* SPDX-License-Identifier: MIT */
/* A graph of vertices whose edges have lengths. */
#ifndef OCT9_TOOLS_GRAPH_H
#define OCT9_TOOLS_GRAPH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct {
    uint32_t a, b; /* a < b */
    double length;
} edge_t;

/* One end of an edge. */
typedef struct {
    uint32_t next; /* 1 + the next one of the vertex; 0: none */
    uint32_t to;
    double length;
} half_t;

typedef struct {
    const char *path; /* named in errors */
    uint32_t count;   /* of vertices */
    size_t vertex_room;
    uint32_t *first; /* of each vertex: 1 + its first half; 0: none */
    half_t *halves;
    size_t half_count, half_room;
    double *far; /* of a search: distances; below 0: not reached */
    uint32_t *heap, *place, open;
    uint32_t *reached, reached_count;
} graph_t;

void graph_begin(graph_t *graph, const char *path);
void graph_end(graph_t *graph);

/* Adds a vertex without edges. False: an error was printed. */
bool graph_vertex(graph_t *graph);

/* Adds an edge. False: an error was printed. */
bool graph_edge(graph_t *graph, const edge_t *edge);

/* Takes all edges away. */
void graph_clear(graph_t *graph);

/* Whether edges lead from a to b that are no longer than `most` in all. */
bool graph_near(graph_t *graph, uint32_t a, uint32_t b, double most);

/* Orders edges by their lengths, then by their vertices. */
void edges_sort(edge_t *edges, size_t count);

#endif
