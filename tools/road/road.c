/* SPDX-License-Identifier: MIT */
/* A road map from guards and joints. Of the edges between vertices that see each other a few are
 * kept: those without which the distance in the graph would be more than some times the edge's
 * length (Althoefer et al. 1993, "On sparse spanners of weighted graphs"). That number is the least
 * with which the road map has no more bytes than it may. */
#include "tools/road/road.h"

#include "oct9/road.h"
#include "oct9/sweep.h"
#include "tools/fail.h"
#include "tools/progress.h"
#include "tools/road/guards.h"
#include "tools/road/joints.h"

#include <stdlib.h>
#include <string.h>

enum {
    VERTEX_BYTES = 13, /* with its edges, about */
    VERTEX_LEAST = 9,  /* with two numbers of a vertex that has one edge */
    ROUNDS = 12        /* of halving */
};

static const double TIMES_MOST = 8; /* with that, hardly more edges than a tree has */

size_t road_bytes(uint32_t vertices, uint32_t edges)
{
    const size_t halves = (vertices + OCT9_ROAD_ROW - 1u) / OCT9_ROAD_ROW + (size_t)edges;
    return sizeof(oct9_road_header_t) + 4u * (vertices + (halves + 1u) / 2u);
}

/* --- edges ----------------------------------------------------------------------------------- */

typedef struct {
    edge_t *all, *kept; /* in order of their lengths */
    size_t count, kept_count;
    uint32_t *degrees;
} edges_t;

static bool list_edges(edges_t *edges, const graph_t *graph)
{
    const size_t room = graph->half_count / 2u + 1u;
    edges->all = malloc(room * sizeof *edges->all);
    edges->kept = malloc(room * sizeof *edges->kept);
    edges->degrees = malloc((graph->count + 1u) * sizeof *edges->degrees);
    if (!edges->all || !edges->kept || !edges->degrees)
        return fail(graph->path, "out of memory");
    for (uint32_t a = 0; a < graph->count; a++)
        for (uint32_t i = graph->first[a]; i != 0; i = graph->halves[i - 1u].next) {
            const half_t *half = &graph->halves[i - 1u];
            if (a < half->to)
                edges->all[edges->count++] = (edge_t){ a, half->to, half->length };
        }
    edges_sort(edges->all, edges->count);
    return true;
}

/* Keeps edges; the graph has these alone, then. */
static bool keep(edges_t *edges, graph_t *graph, double times)
{
    if (!edges->degrees)
        return false;
    graph_clear(graph);
    memset(edges->degrees, 0, graph->count * sizeof *edges->degrees);
    edges->kept_count = 0;
    for (size_t i = 0; i < edges->count; i++) {
        const edge_t *edge = &edges->all[i];
        uint32_t *const a = &edges->degrees[edge->a], *const b = &edges->degrees[edge->b];
        if (*a == OCT9_ROAD_DEGREE_MAX || *b == OCT9_ROAD_DEGREE_MAX ||
            graph_near(graph, edge->a, edge->b, times * edge->length))
            continue;
        ++*a;
        ++*b;
        edges->kept[edges->kept_count++] = *edge;
        if (!graph_edge(graph, edge))
            return false;
    }
    return true;
}

static bool fits(const edges_t *edges, const graph_t *graph, size_t most)
{
    return edges->kept_count <= UINT16_MAX / 2u &&
           road_bytes(graph->count, 2u * (uint32_t)edges->kept_count) <= most;
}

/* *fit: the edges that are kept have no more than the bytes. */
static bool choose(edges_t *edges, graph_t *graph, size_t most, bool *fit)
{
    double low = 1, high = TIMES_MOST;
    for (unsigned round = 0; round < ROUNDS; round++) {
        const double times = round == 0 ? low : (low + high) / 2;
        progress_show("choosing edges", round, ROUNDS);
        if (!keep(edges, graph, times))
            return false;
        if (fits(edges, graph, most))
            high = times;
        else
            low = times;
    }
    if (!keep(edges, graph, high))
        return false;
    *fit = fits(edges, graph, most);
    return true;
}

/* Each edge is swept, also where it was known before. */
static bool confirm(const edges_t *edges, const sight_t *sight)
{
    const field_t *field = sight->field;
    for (size_t i = 0; i < edges->kept_count; i++) {
        const edge_t *edge = &edges->kept[i];
        const oct9_sphere_input_t input = {
            .motion = { field_point(field, sight->vertices[edge->a]),
                        field_point(field, sight->vertices[edge->b]), field->radius_q6 }
        };
        oct9_sweep_output_t output;
        if (oct9_sweep_sphere(field->map, &input, &output) != OCT9_OK ||
            output.hit != OCT9_HIT_NONE)
            return fail(field->path, "an edge that was found is blocked: this is a defect of oct9");
    }
    return true;
}

/* --- the road map ---------------------------------------------------------------------------- */

typedef struct {
    uint32_t place, vertex;
} order_t;

static int by_place(const void *a, const void *b)
{
    const uint32_t first = ((const order_t *)a)->place, second = ((const order_t *)b)->place;
    return first < second ? -1 : first > second;
}

static int by_number(const void *a, const void *b)
{
    return *(const uint16_t *)a - *(const uint16_t *)b;
}

/* Vertices in order; `number` becomes the new number of each. */
static void write_vertices(road_t *road, const sight_t *sight, const edges_t *edges, order_t *order,
                           uint16_t *number)
{
    uint32_t begin = 0;
    for (uint32_t i = 0; i < sight->vertex_count; i++)
        order[i] = (order_t){ sight->vertices[i], i };
    qsort(order, sight->vertex_count, sizeof *order, by_place);
    for (uint32_t i = 0; i < sight->vertex_count; i++) {
        road_vertex_t *vertex = &road->vertices[i];
        memcpy(vertex->at, sight->field->places[order[i].place].at, sizeof vertex->at);
        number[order[i].vertex] = (uint16_t)i;
        vertex->edges = begin;
        begin += edges->degrees[order[i].vertex];
    }
}

static void write_edges(road_t *road, const edges_t *edges, const uint16_t *number)
{
    for (size_t i = 0; i < edges->kept_count; i++) {
        const uint16_t a = number[edges->kept[i].a], b = number[edges->kept[i].b];
        road_vertex_t *const from = &road->vertices[a], *const to = &road->vertices[b];
        road->edges[from->edges + from->degree++] = b;
        road->edges[to->edges + to->degree++] = a;
    }
    for (uint32_t i = 0; i < road->vertex_count; i++)
        qsort(road->edges + road->vertices[i].edges, road->vertices[i].degree, sizeof *road->edges,
              by_number);
}

static bool write_road(road_t *road, const sight_t *sight, const edges_t *edges)
{
    const uint32_t count = sight->vertex_count;
    order_t *order = malloc(count * sizeof *order);
    uint16_t *number = malloc(count * sizeof *number);
    road->vertex_count = count;
    road->edge_count = 2u * (uint32_t)edges->kept_count;
    road->vertices = calloc(count, sizeof *road->vertices);
    road->edges = malloc((road->edge_count + 1u) * sizeof *road->edges);
    const bool good = (order && number && road->vertices && road->edges) ||
                      fail(sight->field->path, "out of memory");
    if (good) {
        write_vertices(road, sight, edges, order, number);
        write_edges(road, edges, number);
    }
    free(order);
    free(number);
    return good;
}

static void count_seen(road_t *road, const sight_t *sight)
{
    const field_t *field = sight->field;
    road->places = field->count;
    for (uint32_t i = 0; i < field->count; i++) {
        road->parts += field->sizes[i] != 0;
        road->seen += sight_first(sight, i) != NULL;
    }
}

/* Tries with so many guards. *fit: all that they need has no more than the bytes. */
static bool try_guards(road_t *road, sight_t *sight, size_t most, uint32_t guards, bool *fit)
{
    graph_t graph;
    edges_t edges;
    const size_t vertices = (most - sizeof(oct9_road_header_t)) / VERTEX_BYTES;
    memset(&edges, 0, sizeof edges);
    graph_begin(&graph, sight->field->path);
    sight_cut(sight, 0);
    bool good = guards_add(sight, guards) &&
                joints_add(sight, &graph,
                           vertices < OCT9_ROAD_VERTICES_MAX ? (uint32_t)vertices
                                                             : OCT9_ROAD_VERTICES_MAX) &&
                list_edges(&edges, &graph) && choose(&edges, &graph, most, fit);
    *fit = *fit && graph.count <= OCT9_ROAD_VERTICES_MAX;
    if (good && *fit) {
        good = confirm(&edges, sight) && write_road(road, sight, &edges);
        count_seen(road, sight);
    }
    free(edges.all);
    free(edges.kept);
    free(edges.degrees);
    graph_end(&graph);
    return good;
}

static bool bake(road_t *road, field_t *field, size_t most)
{
    sight_t sight;
    const size_t guards = (most - sizeof(oct9_road_header_t)) / VERTEX_LEAST;
    bool good = sight_begin(&sight, field), fit = false;
    for (uint32_t limit = guards < OCT9_ROAD_VERTICES_MAX ? (uint32_t)guards
                                                          : OCT9_ROAD_VERTICES_MAX;
         good && !fit; limit = limit * 7u / 8u) {
        if (limit == 0)
            good = fail(field->path, "no road map has so few bytes");
        else
            good = try_guards(road, &sight, most, limit, &fit);
    }
    progress_end();
    sight_end(&sight);
    return good;
}

bool road_bake(road_t *road, const char *path, const oct9_map_t *map, uint16_t radius_q6,
               size_t most)
{
    field_t field;
    memset(road, 0, sizeof *road);
    const bool good = field_make(&field, path, map, radius_q6) && bake(road, &field, most);
    field_free(&field);
    return good;
}

void road_free(road_t *road)
{
    free(road->vertices);
    free(road->edges);
}
