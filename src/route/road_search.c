/* SPDX-License-Identifier: MIT */
/* A search through a road map. While an end looks for its joins, the nodes hold the vertices that
 * are near it: `key` the square of the distance, `heap` the vertex. Then a node has in
 *
 *   parent   the next node on the route to the goal
 *   key      the cost of that route, and the distance from the node to the start
 *   next     its place in the heap, or UNSEEN, or CLOSED
 *   heap     no part of this node: the node at this place of the heap
 *
 * Distances and costs are in units of 4 sub-cells. */
#include "src/route/road.h"

#include "port/oct9_port.h"
#include "src/number/axes.h"
#include "src/number/magnitude.h"
#include "src/number/slice.h"
#include "src/route/directions.h"

enum { FIND_NEAR, JOIN, ASKED, CLEAR, GROW, OVER_FOUND, OVER_NONE };

enum { VERTEX_SHIFT = 3, EDGES_BIT = 27 };

#define UNSEEN 0xFFFFu
#define CLOSED 0xFFFEu

/* How many vertices an end tries: all of those near it until it has a join, and then a few more for
 * another. Of the roads that `oct9 road` bakes, each centre of a cell can go to one of the first
 * 24. */
enum { JOIN_TRIES = 32, FEW = 8 };

bool oct9_road_fits(const oct9_road_t *road, const oct9_route_body_t *body, uint16_t nodes_count)
{
    return oct9_magnitude_between(road->radius_q6, body->radius_q6) <= 1 &&
           road->unknown == (uint8_t)body->rules.unknown && !body->heights && !road->of_world &&
           (uint32_t)road->vertex_count + 2u <= nodes_count;
}

/* --- distances -------------------------------------------------------------------------------- */

#define PART_MOST ((uint32_t)0x7FFF) /* three squares of it are below 2^32 */

/* On an axis. */
static uint32_t apart(const int32_t a[3], const int32_t b[3], unsigned axis)
{
    return oct9_magnitude_between(a[axis], b[axis]) / 4u;
}

/* Parts that are larger than 16 bits lose low ones. */
static uint32_t distance(const int32_t a[3], const int32_t b[3])
{
    uint32_t sum = 0;
    unsigned shift = 0;
    while ((apart(a, b, 0) | apart(a, b, 1) | apart(a, b, 2)) >> shift > PART_MOST)
        shift++;
    for (unsigned axis = 0; axis < 3; axis++) {
        const uint32_t size = apart(a, b, axis) >> shift;
        sum += size * size; /* below 2^32 */
    }
    return (uint32_t)oct9_point_isqrt(sum) << shift;
}

/* What is larger the farther two places are apart: the square; or if that has no room the distance,
 * above all squares. */
static uint32_t farness(const int32_t a[3], const int32_t b[3])
{
    const uint32_t x = apart(a, b, 0), y = apart(a, b, 1), z = apart(a, b, 2);
    return (x | y | z) > PART_MOST ? 0xC0000000u + distance(a, b) : x * x + y * y + z * z;
}

/* --- the ends --------------------------------------------------------------------------------- */

static void begin_near(oct9_route_graph_t *search, uint8_t side)
{
    search->side = side;
    search->joins[side] = search->near = search->tried = 0;
    search->at = 0;
    search->phase = FIND_NEAR;
}

/* The ends have the numbers below that of vertex 0, in 16 bits. */
bool oct9_road_shut(const oct9_route_graph_t *search, uint16_t from, uint16_t to)
{
    const uint16_t a = (uint16_t)(from - 2u), b = (uint16_t)(to - 2u);
    for (unsigned i = 0; i < search->shut_count; i++) {
        const oct9_road_edge_t *edge = &search->shut[i];
        if ((edge->a == a && edge->b == b) || (edge->a == b && edge->b == a))
            return true;
    }
    return false;
}

/* Puts a vertex among those near the end, if it is. */
static void put_near(oct9_route_graph_t *search, uint16_t vertex)
{
    oct9_route_node_t *nodes = search->nodes;
    int32_t at[3];
    oct9_road_at(search, (uint16_t)(vertex + 2u), at);
    const uint32_t far = farness(at, search->end[search->side]);
    unsigned place = search->near;
    if (oct9_road_shut(search, search->side, (uint16_t)(vertex + 2u)))
        return;
    if (place == JOIN_TRIES) {
        place--;
        if (far >= nodes[place].key)
            return;
    }
    for (; place > 0 && far < nodes[place - 1u].key; place--) {
        nodes[place].key = nodes[place - 1u].key;
        nodes[place].heap = nodes[place - 1u].heap;
    }
    nodes[place].key = far;
    nodes[place].heap = vertex;
    if (search->near < JOIN_TRIES)
        search->near++;
}

static void find_near_vertices(oct9_route_graph_t *search, uint32_t *budget)
{
    const uint16_t end = search->road->vertex_count;
    const uint32_t stop = oct9_slice_end(budget, search->at, end, VERTEX_SHIFT);
    for (; search->at < stop; search->at++)
        put_near(search, search->at);
    if (stop == end)
        search->phase = JOIN;
}

static void begin_clear(oct9_route_graph_t *search)
{
    search->at = search->open = 0;
    search->phase = CLEAR;
}

/* Asks for the next join, or ends with those that there are. If there is none, then with the
 * nearest vertices: the leg to one is a detour. */
static void join(oct9_route_graph_t *search)
{
    uint8_t *joins = &search->joins[search->side];
    if (search->tried < search->near && *joins < OCT9_ROAD_JOINS &&
        (*joins == 0 || search->tried < FEW)) {
        search->phase = ASKED;
        return;
    }
    if (*joins == 0)
        while (*joins < OCT9_ROAD_JOINS && *joins < search->near) {
            const uint16_t vertex = search->nodes[*joins].heap;
            search->join[search->side][(*joins)++] = (uint16_t)(vertex + 2u);
        }
    if (search->side == 0)
        begin_near(search, 1);
    else
        begin_clear(search);
}

bool oct9_road_asks(const oct9_route_graph_t *search, int32_t from[3], int32_t to[3])
{
    const bool first = search->side == 0;
    const uint16_t node = (uint16_t)(search->nodes[search->tried].heap + 2u);
    oct9_road_at(search, first ? 0 : node, from);
    oct9_road_at(search, first ? node : 1, to);
    return first;
}

void oct9_road_answer(oct9_route_graph_t *search, bool clear)
{
    OCT9_ASSERT(search->phase == ASKED);
    uint8_t *joins = &search->joins[search->side];
    if (clear)
        search->join[search->side][(*joins)++] = (uint16_t)(search->nodes[search->tried].heap + 2u);
    search->tried++;
    search->phase = JOIN;
}

/* True if the start can go to that node. */
static bool joins_start(const oct9_route_graph_t *search, uint16_t node)
{
    unsigned number = 0;
    while (number < search->joins[0] && search->join[0][number] != node)
        number++;
    return number < search->joins[0];
}

/* --- the heap --------------------------------------------------------------------------------- */

static void set_heap_place(oct9_route_node_t *nodes, unsigned at, uint16_t node)
{
    nodes[at].heap = node;
    nodes[node].next = (uint16_t)at;
}

/* Moves a node, whose place is free, up to where it belongs. */
static void sift_up(oct9_route_node_t *nodes, unsigned at, uint16_t node)
{
    while (at > 0 && nodes[nodes[(at - 1u) / 2u].heap].key > nodes[node].key) {
        set_heap_place(nodes, at, nodes[(at - 1u) / 2u].heap);
        at = (at - 1u) / 2u;
    }
    set_heap_place(nodes, at, node);
}

/* Takes the first node out of the heap. */
static uint16_t pop(oct9_route_graph_t *search)
{
    oct9_route_node_t *nodes = search->nodes;
    const uint16_t first = nodes[0].heap, last = nodes[--search->open].heap;
    unsigned at = 0, child;
    while ((child = 2u * at + 1u) < search->open) {
        if (child + 1u < search->open &&
            nodes[nodes[child + 1u].heap].key < nodes[nodes[child].heap].key)
            child++;
        if (nodes[nodes[child].heap].key >= nodes[last].key)
            break;
        set_heap_place(nodes, at, nodes[child].heap);
        at = child;
    }
    set_heap_place(nodes, at, last);
    nodes[first].next = CLOSED;
    return first;
}

/* --- the graph -------------------------------------------------------------------------------- */

/* A node is reached from the one that grows, if that is new, or costs less than before. */
static void reach(oct9_route_graph_t *search, uint16_t node)
{
    oct9_route_node_t *at = &search->nodes[node];
    int32_t place[3];
    oct9_road_at(search, node, place);
    const uint32_t key = search->cost + distance(place, search->here) +
                         distance(place, search->end[0]);
    if (at->next != UNSEEN && key >= at->key)
        return;
    at->key = key;
    at->parent = search->at;
    sift_up(search->nodes, at->next == UNSEEN ? search->open++ : at->next, node);
}

/* Takes the node that grows next. */
static void next_vertex(oct9_route_graph_t *search)
{
    search->phase = OVER_NONE;
    if (search->open == 0)
        return;
    search->at = pop(search);
    search->edge = 0;
    oct9_road_at(search, search->at, search->here);
    search->cost = search->nodes[search->at].key - distance(search->here, search->end[0]);
    search->phase = search->at == 0 ? OVER_FOUND : GROW;
}

static void clear_vertices(oct9_route_graph_t *search, uint32_t *budget)
{
    const uint32_t end = search->road->vertex_count + 2u;
    const uint32_t stop = oct9_slice_end(budget, search->at, end, VERTEX_SHIFT);
    for (; search->at < stop; search->at++)
        search->nodes[search->at].next = UNSEEN;
    if (stop != end)
        return;
    search->at = OCT9_ROAD_END;
    search->cost = 0;
    oct9_road_at(search, 1, search->here);
    reach(search, 1);
    next_vertex(search);
}

/* The node at the end of an edge of the node that grows. After the edges of a vertex comes the
 * start, if that joins it. Returns false behind the last. */
static bool edge_to(const oct9_route_graph_t *search, uint16_t *to)
{
    const uint16_t node = search->at;
    if (node == 1) {
        if (search->edge == search->joins[1])
            return false;
        *to = search->join[1][search->edge];
        return true;
    }
    const uint32_t degree = oct9_road_vertex(search->road, node - 2u) >> EDGES_BIT;
    if (search->edge >= degree) {
        *to = 0;
        return search->edge == degree && joins_start(search, node);
    }
    const uint32_t edge = oct9_road_edges(search->road, node - 2u) + search->edge;
    *to = (uint16_t)(oct9_port_half(search->road->edges, edge) + 2u);
    return true;
}

static void grow_vertex(oct9_route_graph_t *search)
{
    uint16_t to;
    if (!edge_to(search, &to)) {
        next_vertex(search);
        return;
    }
    search->edge++;
    if (search->nodes[to].next != CLOSED && !oct9_road_shut(search, search->at, to))
        reach(search, to);
}

void oct9_road_begin(oct9_route_graph_t *search, const oct9_road_t *road, oct9_route_node_t *nodes)
{
    search->road = road;
    search->nodes = nodes;
    begin_near(search, 0);
}

int oct9_road_go(oct9_route_graph_t *search, uint32_t *budget)
{
    for (;;) {
        switch (search->phase) {
        case OVER_FOUND: return OCT9_ROAD_FOUND;
        case OVER_NONE: return OCT9_ROAD_NONE;
        case ASKED: return OCT9_ROAD_ASKS;
        default: break;
        }
        if (*budget == 0)
            return OCT9_AGAIN;
        switch (search->phase) {
        case FIND_NEAR: find_near_vertices(search, budget); break;
        case CLEAR: clear_vertices(search, budget); break;
        default:
            --*budget;
            if (search->phase == JOIN)
                join(search);
            else
                grow_vertex(search);
            break;
        }
    }
}
