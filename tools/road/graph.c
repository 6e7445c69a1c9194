/* SPDX-License-Identifier: MIT */
/* A graph, and the shortest distances in it (Dijkstra 1959, "A note on two problems in connexion
 * with graphs"). */
#include "tools/road/graph.h"
#include "tools/grow.h"

#include <stdlib.h>
#include <string.h>

void graph_begin(graph_t *graph, const char *path)
{
    memset(graph, 0, sizeof *graph);
    graph->path = path;
}

void graph_end(graph_t *graph)
{
    free(graph->first);
    free(graph->halves);
    free(graph->far);
    free(graph->heap);
    free(graph->place);
    free(graph->reached);
}

/* Room for one more vertex in an array of `size` bytes for each. */
static bool more(const graph_t *graph, void *array, size_t size)
{
    void **list = array;
    size_t room = graph->vertex_room;
    void *grown = grow(graph->path, *list, graph->count, &room, size);
    if (grown)
        *list = grown;
    return grown != NULL;
}

bool graph_vertex(graph_t *graph)
{
    size_t room = graph->vertex_room;
    uint32_t *first = grow(graph->path, graph->first, graph->count, &room, sizeof *first);
    if (!first)
        return false;
    graph->first = first;
    if (!more(graph, &graph->far, sizeof *graph->far) ||
        !more(graph, &graph->heap, sizeof *graph->heap) ||
        !more(graph, &graph->place, sizeof *graph->place) ||
        !more(graph, &graph->reached, sizeof *graph->reached))
        return false;
    graph->vertex_room = room;
    first[graph->count] = 0;
    graph->far[graph->count++] = -1;
    return true;
}

static bool add_half(graph_t *graph, uint32_t from, uint32_t to, double length)
{
    half_t *halves = grow(graph->path, graph->halves, graph->half_count, &graph->half_room,
                          sizeof *halves);
    if (!halves)
        return false;
    graph->halves = halves;
    const half_t half = { graph->first[from], to, length };
    halves[graph->half_count] = half;
    graph->first[from] = (uint32_t)++graph->half_count;
    return true;
}

bool graph_edge(graph_t *graph, const edge_t *edge)
{
    return add_half(graph, edge->a, edge->b, edge->length) &&
           add_half(graph, edge->b, edge->a, edge->length);
}

void graph_clear(graph_t *graph)
{
    graph->half_count = 0;
    for (uint32_t i = 0; i < graph->count; i++)
        graph->first[i] = 0;
}

/* --- distances ------------------------------------------------------------------------------- */

static void set_place(graph_t *graph, uint32_t at, uint32_t vertex)
{
    graph->heap[at] = vertex;
    graph->place[vertex] = at;
}

static void sift_up(graph_t *graph, uint32_t at, uint32_t vertex)
{
    while (at > 0 && graph->far[graph->heap[(at - 1u) / 2u]] > graph->far[vertex]) {
        set_place(graph, at, graph->heap[(at - 1u) / 2u]);
        at = (at - 1u) / 2u;
    }
    set_place(graph, at, vertex);
}

static uint32_t pop(graph_t *graph)
{
    const uint32_t first = graph->heap[0], last = graph->heap[--graph->open];
    uint32_t at = 0, child;
    while ((child = 2u * at + 1u) < graph->open) {
        if (child + 1u < graph->open &&
            graph->far[graph->heap[child + 1u]] < graph->far[graph->heap[child]])
            child++;
        if (graph->far[graph->heap[child]] >= graph->far[last])
            break;
        set_place(graph, at, graph->heap[child]);
        at = child;
    }
    set_place(graph, at, last);
    return first;
}

static void reach(graph_t *graph, uint32_t vertex, double far)
{
    if (graph->far[vertex] < 0) {
        graph->far[vertex] = far;
        graph->reached[graph->reached_count++] = vertex;
        sift_up(graph, graph->open++, vertex);
    } else if (far < graph->far[vertex]) {
        graph->far[vertex] = far;
        sift_up(graph, graph->place[vertex], vertex);
    }
}

bool graph_near(graph_t *graph, uint32_t a, uint32_t b, double most)
{
    bool found = false;
    graph->open = graph->reached_count = 0;
    reach(graph, a, 0);
    while (graph->open != 0 && !found) {
        const uint32_t vertex = pop(graph);
        found = vertex == b;
        for (uint32_t i = graph->first[vertex]; i != 0; i = graph->halves[i - 1u].next) {
            const half_t *half = &graph->halves[i - 1u];
            const double far = graph->far[vertex] + half->length;
            if (far <= most)
                reach(graph, half->to, far);
        }
    }
    for (uint32_t i = 0; i < graph->reached_count; i++)
        graph->far[graph->reached[i]] = -1;
    return found;
}

static int by_length(const void *a, const void *b)
{
    const edge_t *first = a, *second = b;
    if (first->length != second->length)
        return first->length < second->length ? -1 : 1;
    if (first->a != second->a)
        return first->a < second->a ? -1 : 1;
    return first->b < second->b ? -1 : first->b > second->b;
}

void edges_sort(edge_t *edges, size_t count)
{
    if (count != 0)
        qsort(edges, count, sizeof *edges, by_length);
}
