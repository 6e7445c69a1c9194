/* SPDX-License-Identifier: MIT */
/* Webs. */
#include "tools/road/web.h"

#include "tools/fail.h"
#include "tools/grow.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define NONE UINT32_MAX /* no vertex */

void web_begin(web_t *web, const char *path)
{
    memset(web, 0, sizeof *web);
    web->path = path;
}

void web_free(web_t *web)
{
    free(web->vertices);
    free(web->edges);
}

static bool add_vertex(web_t *web, const web_vertex_t *vertex)
{
    web_vertex_t *vertices = grow(web->path, web->vertices, web->vertex_count, &web->vertex_room,
                                  sizeof *vertices);
    if (!vertices)
        return false;
    web->vertices = vertices;
    vertices[web->vertex_count++] = *vertex;
    return true;
}

static bool add_edge(web_t *web, const edge_t *edge)
{
    edge_t *edges = grow(web->path, web->edges, web->edge_count, &web->edge_room, sizeof *edges);
    if (!edges)
        return false;
    web->edges = edges;
    edges[web->edge_count++] = *edge;
    return true;
}

/* --- from a graph ---------------------------------------------------------------------------- */

/* `number` is the number in the web of each vertex; NONE: it has none there. */
static bool add_edges(web_t *web, const sight_t *sight, const graph_t *graph,
                      const uint32_t *number)
{
    for (uint32_t a = 0; a < graph->count; a++)
        for (uint32_t i = graph->first[a]; i != 0; i = graph->halves[i - 1u].next) {
            const half_t *half = &graph->halves[i - 1u];
            const edge_t edge = { number[a], number[half->to], half->length };
            if (a > half->to || edge.a == NONE || edge.b == NONE)
                continue;
            if (!field_swept(sight->field, sight->vertices[a], sight->vertices[half->to]))
                return fail(web->path,
                            "an edge that was found is blocked: this is a defect of oct9");
            if (!add_edge(web, &edge))
                return false;
        }
    return true;
}

static bool add_vertices(web_t *web, const sight_t *sight, const bool *gone,
                         const int32_t corner[3], uint32_t *number)
{
    for (uint32_t i = 0; i < sight->vertex_count; i++) {
        const uint16_t *at = sight->field->places[sight->vertices[i]].at;
        const web_vertex_t vertex = { { corner[0] + at[0], corner[1] + at[1], corner[2] + at[2] } };
        number[i] = gone && gone[i] ? NONE : (uint32_t)web->vertex_count;
        if (number[i] != NONE && !add_vertex(web, &vertex))
            return false;
    }
    return true;
}

static void count_places(web_t *web, const sight_t *sight, const uint32_t *number, uint16_t low)
{
    for (uint32_t i = 0; i < sight->field->count; i++) {
        const uint16_t *at = sight->field->places[i].at;
        const seen_t *seen = sight_first(sight, i);
        if (at[0] < low || at[1] < low || at[2] < low)
            continue;
        while (seen && number[seen->vertex] == NONE)
            seen = sight_next(sight, seen);
        web->places++;
        web->seen += seen != NULL;
    }
}

bool web_make(web_t *web, const sight_t *sight, const graph_t *graph, const bool *gone,
              const int32_t corner[3], uint16_t low)
{
    uint32_t *number = malloc((sight->vertex_count + 1u) * sizeof *number);
    if (!number)
        return fail(web->path, "out of memory");
    const bool good = add_vertices(web, sight, gone, corner, number) &&
                      add_edges(web, sight, graph, number);
    if (good)
        count_places(web, sight, number, low);
    free(number);
    return good;
}

/* --- by a file ------------------------------------------------------------------------------- */

bool web_put(const web_t *web, FILE *file)
{
    return (fwrite(web, sizeof *web, 1, file) == 1 &&
            fwrite(web->vertices, sizeof *web->vertices, web->vertex_count, file) ==
                web->vertex_count &&
            fwrite(web->edges, sizeof *web->edges, web->edge_count, file) == web->edge_count) ||
           fail(web->path, "a part of it cannot be kept: %s", strerror(errno));
}

/* Puts `count` items of a file behind those of a list. */
static bool take(const char *path, FILE *file, void *list, size_t *have, size_t count, size_t size)
{
    void **items = list;
    void *grown = realloc(*items, (*have + count + 1u) * size);
    if (!grown)
        return fail(path, "out of memory");
    *items = grown;
    const size_t came = fread((char *)grown + *have * size, size, count, file);
    *have += came;
    return came == count || fail(path, "a part of it was not kept: %s", strerror(errno));
}

bool web_take(web_t *web, FILE *file)
{
    const uint32_t first = (uint32_t)web->vertex_count;
    const size_t edges = web->edge_count;
    web_t other;
    if (fread(&other, sizeof other, 1, file) != 1)
        return fail(web->path, "a part of it was not kept: %s", strerror(errno));
    if (!take(web->path, file, &web->vertices, &web->vertex_count, other.vertex_count,
              sizeof *web->vertices) ||
        !take(web->path, file, &web->edges, &web->edge_count, other.edge_count, sizeof *web->edges))
        return false;
    for (size_t i = edges; i < web->edge_count; i++) {
        web->edges[i].a += first;
        web->edges[i].b += first;
    }
    web->places += other.places;
    web->seen += other.seen;
    return true;
}

/* --- vertices in one cell -------------------------------------------------------------------- */

typedef struct {
    web_vertex_t vertex;
    uint32_t number;
} numbered_t;

static int by_cell(const void *a, const void *b)
{
    const numbered_t *first = a, *second = b;
    for (unsigned axis = 0; axis < 3; axis++)
        if (first->vertex.at[axis] != second->vertex.at[axis])
            return first->vertex.at[axis] < second->vertex.at[axis] ? -1 : 1;
    return 0;
}

static bool same_cell(const numbered_t *a, const numbered_t *b)
{
    return memcmp(a->vertex.at, b->vertex.at, sizeof a->vertex.at) == 0;
}

/* Vertices in order, one of each cell. `number` becomes the new number of each. */
static void join_vertices(web_t *web, numbered_t *list, uint32_t *number)
{
    uint32_t kept = 0;
    for (size_t i = 0; i < web->vertex_count; i++)
        list[i] = (numbered_t){ web->vertices[i], (uint32_t)i };
    qsort(list, web->vertex_count, sizeof *list, by_cell);
    for (size_t i = 0; i < web->vertex_count; i++) {
        if (i == 0 || !same_cell(&list[i - 1u], &list[i]))
            web->vertices[kept++] = list[i].vertex;
        number[list[i].number] = kept - 1u;
    }
    web->vertex_count = kept;
}

static void join_edges(web_t *web, const uint32_t *number)
{
    size_t kept = 0;
    for (size_t i = 0; i < web->edge_count; i++) {
        edge_t *edge = &web->edges[i];
        const uint32_t a = number[edge->a], b = number[edge->b];
        edge->a = a < b ? a : b;
        edge->b = a < b ? b : a;
    }
    edges_sort(web->edges, web->edge_count);
    for (size_t i = 0; i < web->edge_count; i++) {
        const edge_t *edge = &web->edges[i];
        if (kept == 0 || edge->a != web->edges[kept - 1u].a || edge->b != web->edges[kept - 1u].b)
            web->edges[kept++] = *edge;
    }
    web->edge_count = kept;
}

bool web_join(web_t *web)
{
    numbered_t *list = malloc((web->vertex_count + 1u) * sizeof *list);
    uint32_t *number = malloc((web->vertex_count + 1u) * sizeof *number);
    const bool good = list && number;
    if (list && number) {
        join_vertices(web, list, number);
        join_edges(web, number);
    }
    free(list);
    free(number);
    return good || fail(web->path, "out of memory");
}
