/* SPDX-License-Identifier: MIT */
/* A road map from a web. Of the edges between vertices that see each other a few are kept: those
 * without which the distance in the graph would be more than some times the edge's length
 * (Althoefer et al. 1993, "On sparse spanners of weighted graphs"). That number is the least with
 * which the road map has no more bytes than it may. */
#include "tools/road/road.h"

#include "oct9/road.h"
#include "tools/fail.h"
#include "tools/progress.h"
#include "tools/road/guards.h"
#include "tools/road/joints.h"
#include "tools/source/placement.h"

#include <stdlib.h>
#include <string.h>

enum {
    VERTEX_BYTES = 13, /* with its edges, about */
    VERTEX_LEAST = 9,  /* with two numbers of a vertex that has one edge */
    ROUNDS = 12        /* of halving */
};

static const double TIMES_MOST = 8; /* with that, hardly more edges than a tree has */

size_t road_bytes(size_t tiles, size_t vertices, size_t edges)
{
    const size_t halves = (vertices + OCT9_ROAD_ROW - 1u) / OCT9_ROAD_ROW + edges;
    return sizeof(oct9_road_header_t) + tiles * sizeof(oct9_road_tile_t) +
           4u * (vertices + (halves + 1u) / 2u);
}

bool road_same_tile(const road_vertex_t *a, const road_vertex_t *b)
{
    return memcmp(a->tile, b->tile, sizeof a->tile) == 0;
}

/* --- vertices -------------------------------------------------------------------------------- */

static int by_place(const void *a, const void *b)
{
    const road_vertex_t *first = a, *second = b;
    for (unsigned axis = 3; axis-- > 0;)
        if (first->tile[axis] != second->tile[axis])
            return first->tile[axis] < second->tile[axis] ? -1 : 1;
    for (unsigned axis = 3; axis-- > 0;)
        if (first->at[axis] != second->at[axis])
            return first->at[axis] < second->at[axis] ? -1 : 1;
    return 0;
}

/* Until they are sorted, `edges` is the number of a vertex in the web. */
static bool list_vertices(road_t *road, const web_t *web)
{
    road->vertex_count = (uint32_t)web->vertex_count;
    road->vertices = calloc(web->vertex_count + 1u, sizeof *road->vertices);
    if (!road->vertices)
        return fail(web->path, "out of memory");
    for (uint32_t i = 0; i < road->vertex_count; i++) {
        road_vertex_t *vertex = &road->vertices[i];
        vertex->edges = i;
        for (unsigned a = 0; a < 3; a++) {
            const int32_t at = web->vertices[i].at[a];
            vertex->tile[a] = (int16_t)floor_div(at, OCT9_CELLS);
            vertex->at[a] = (uint16_t)(at - vertex->tile[a] * OCT9_CELLS);
        }
    }
    qsort(road->vertices, road->vertex_count, sizeof *road->vertices, by_place);
    for (uint32_t i = 0; i < road->vertex_count; i++)
        road->tile_count += i == 0 || !road_same_tile(&road->vertices[i - 1u], &road->vertices[i]);
    return true;
}

/* --- edges ----------------------------------------------------------------------------------- */

typedef struct {
    const web_t *web;
    graph_t graph; /* has what is kept */
    edge_t *kept;
    size_t kept_count;
    uint32_t *degrees;
    uint32_t *roots; /* of each vertex, for those that are connected */
} choice_t;

static bool begin(choice_t *choice, const web_t *web)
{
    memset(choice, 0, sizeof *choice);
    choice->web = web;
    graph_begin(&choice->graph, web->path);
    choice->kept = malloc((web->edge_count + 1u) * sizeof *choice->kept);
    choice->degrees = malloc((web->vertex_count + 1u) * sizeof *choice->degrees);
    choice->roots = malloc((web->vertex_count + 1u) * sizeof *choice->roots);
    if (!choice->kept || !choice->degrees || !choice->roots)
        return fail(web->path, "out of memory");
    for (size_t i = 0; i < web->vertex_count; i++)
        if (!graph_vertex(&choice->graph))
            return false;
    return true;
}

static void end(choice_t *choice)
{
    free(choice->kept);
    free(choice->degrees);
    free(choice->roots);
    graph_end(&choice->graph);
}

/* Keeps edges; the graph has these alone, then. */
static bool keep(choice_t *choice, double times)
{
    graph_t *const graph = &choice->graph;
    graph_clear(graph);
    memset(choice->degrees, 0, graph->count * sizeof *choice->degrees);
    choice->kept_count = 0;
    for (size_t i = 0; i < choice->web->edge_count; i++) {
        const edge_t *edge = &choice->web->edges[i];
        uint32_t *const a = &choice->degrees[edge->a], *const b = &choice->degrees[edge->b];
        if (*a == OCT9_ROAD_DEGREE_MAX || *b == OCT9_ROAD_DEGREE_MAX ||
            graph_near(graph, edge->a, edge->b, times * edge->length))
            continue;
        ++*a;
        ++*b;
        choice->kept[choice->kept_count++] = *edge;
        if (!graph_edge(graph, edge))
            return false;
    }
    return true;
}

/* How many parts these edges leave. */
static uint32_t count_parts(choice_t *choice, const edge_t *edges, size_t count)
{
    uint32_t *const roots = choice->roots, parts = choice->graph.count;
    for (uint32_t i = 0; i < parts; i++)
        roots[i] = i;
    for (size_t i = 0; i < count; i++) {
        uint32_t a = edges[i].a, b = edges[i].b;
        for (; roots[a] != a; a = roots[a])
            roots[a] = roots[roots[a]];
        for (; roots[b] != b; b = roots[b])
            roots[b] = roots[roots[b]];
        parts -= a != b;
        roots[a] = b;
    }
    return parts;
}

/* What is kept must lead to all to which the web does: a vertex may have too many edges. */
static bool fits(choice_t *choice, const road_t *road, size_t most)
{
    return choice->kept_count <= UINT16_MAX / 2u &&
           road_bytes(road->tile_count, road->vertex_count, 2u * choice->kept_count) <= most &&
           count_parts(choice, choice->kept, choice->kept_count) == road->parts;
}

/* *fit: the edges that are kept have no more than the bytes. */
static bool choose(choice_t *choice, road_t *road, size_t most, bool *fit)
{
    double low = 1, high = TIMES_MOST;
    road->parts = count_parts(choice, choice->web->edges, choice->web->edge_count);
    for (unsigned round = 0; round < ROUNDS; round++) {
        const double times = round == 0 ? low : (low + high) / 2;
        progress_show("choosing edges", round, ROUNDS);
        if (!keep(choice, times))
            return false;
        if (fits(choice, road, most))
            high = times;
        else
            low = times;
    }
    if (!keep(choice, high))
        return false;
    *fit = fits(choice, road, most);
    return true;
}

static int by_number(const void *a, const void *b)
{
    return *(const uint16_t *)a - *(const uint16_t *)b;
}

static void write_edges(road_t *road, const choice_t *choice, uint16_t *number)
{
    uint32_t first = 0;
    for (uint32_t i = 0; i < road->vertex_count; i++) {
        road_vertex_t *vertex = &road->vertices[i];
        const uint32_t degree = choice->degrees[vertex->edges];
        number[vertex->edges] = (uint16_t)i;
        vertex->edges = first;
        first += degree;
    }
    for (size_t i = 0; i < choice->kept_count; i++) {
        const uint16_t a = number[choice->kept[i].a], b = number[choice->kept[i].b];
        road_vertex_t *const from = &road->vertices[a], *const to = &road->vertices[b];
        road->edges[from->edges + from->degree++] = b;
        road->edges[to->edges + to->degree++] = a;
    }
    for (uint32_t i = 0; i < road->vertex_count; i++)
        qsort(road->edges + road->vertices[i].edges, road->vertices[i].degree, sizeof *road->edges,
              by_number);
}

static bool list_edges(road_t *road, const choice_t *choice)
{
    uint16_t *number = malloc((road->vertex_count + 1u) * sizeof *number);
    road->edge_count = 2u * (uint32_t)choice->kept_count;
    road->edges = malloc((road->edge_count + 1u) * sizeof *road->edges);
    const bool good = (number && road->edges) || fail(choice->web->path, "out of memory");
    if (good)
        write_edges(road, choice, number);
    free(number);
    return good;
}

bool road_choose(road_t *road, const web_t *web, size_t most, bool *fit)
{
    choice_t choice;
    memset(road, 0, sizeof *road);
    *fit = false;
    if (web->vertex_count > OCT9_ROAD_VERTICES_MAX)
        return true;
    bool good = begin(&choice, web) && list_vertices(road, web);
    good = good && choose(&choice, road, most, fit) && (!*fit || list_edges(road, &choice));
    end(&choice);
    if (!*fit)
        road_free(road);
    progress_end();
    return good;
}

void road_free(road_t *road)
{
    free(road->vertices);
    free(road->edges);
    memset(road, 0, sizeof *road);
}

/* --- of one map ------------------------------------------------------------------------------ */

/* Tries with so many guards. *fit: all that they need has no more than the bytes. */
static bool try_guards(road_t *road, web_t *web, sight_t *sight, size_t most, uint32_t guards,
                       bool *fit)
{
    static const int32_t corner[3] = { 0, 0, 0 };
    const size_t room = (most - road_bytes(1, 0, 0)) / VERTEX_BYTES;
    const uint32_t vertices = room < OCT9_ROAD_VERTICES_MAX ? (uint32_t)room
                                                            : OCT9_ROAD_VERTICES_MAX;
    const char *const path = web->path;
    graph_t graph;
    sight_cut(sight, 0);
    web_free(web);
    web_begin(web, path);
    graph_begin(&graph, path);
    const bool good = guards_add(sight, guards) && joints_add(sight, &graph, vertices) &&
                      web_make(web, sight, &graph, NULL, corner, 0);
    graph_end(&graph);
    edges_sort(web->edges, web->edge_count);
    return good && road_choose(road, web, most, fit);
}

static bool bake(road_t *road, web_t *web, field_t *field, size_t most)
{
    sight_t sight;
    const size_t guards = (most - road_bytes(1, 0, 0)) / VERTEX_LEAST;
    bool good = sight_begin(&sight, field), fit = false;
    for (uint32_t limit = guards < OCT9_ROAD_VERTICES_MAX ? (uint32_t)guards
                                                          : OCT9_ROAD_VERTICES_MAX;
         good && !fit; limit = limit * 7u / 8u) {
        if (limit == 0)
            good = fail(field->path, "no road map has so few bytes");
        else
            good = try_guards(road, web, &sight, most, limit, &fit);
    }
    progress_end();
    sight_end(&sight);
    return good;
}

bool road_bake(road_t *road, web_t *web, const oct9_map_t *map, uint16_t radius_q6,
               const field_box_t *box, size_t most)
{
    field_t field;
    bool good = field_make(&field, web->path, map, radius_q6, box);
    if (good && field.count == 0)
        good = fail(web->path, "has no place for the sphere: it is at no centre of a cell clear");
    good = good && bake(road, web, &field, most);
    field_free(&field);
    return good;
}
