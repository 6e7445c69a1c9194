/* SPDX-License-Identifier: MIT */
/* A leg of a route that is not straight. */
#include "src/route/leg.h"

#include "src/number/axes.h"
#include "src/number/magnitude.h"
#include "src/query/reach.h"
#include "src/route/edge.h"
#include "src/route/lattice.h"
#include "src/route/witness.h"

/* A tree of cells goes to the other end from the cells that an end goes to itself: 5 x 5 x 5. */
#define NEAR_END2 ((uint32_t)3 * 160u * 160u)

uint32_t oct9_leg_square(const oct9_point_t *a, const oct9_point_t *b)
{
    uint32_t sum = 0; /* below 3 * 2^30 */
    for (unsigned axis = 0; axis < 3; axis++) {
        const uint32_t size = oct9_magnitude_between(oct9_point_axis(a, axis),
                                                     oct9_point_axis(b, axis));
        if (size > OCT9_RADIUS_MAX)
            return UINT32_MAX;
        sum += size * size;
    }
    return sum;
}

void oct9_leg_ask(oct9_route_t *route, const oct9_point_t *from, const oct9_point_t *to, bool first)
{
    oct9_edge_begin(&route->edge, &route->map, &route->input->body, from, to, first);
    route->pending = true;
}

bool oct9_leg_first(const oct9_route_t *route)
{
    return route->number <= 1;
}

bool oct9_leg_last(const oct9_route_t *route)
{
    return route->leg > route->guide_count;
}

/* A leg along a guide goes around what blocks that, near by. Found as the costs in lattice.c were.
 */
enum { DETOUR_NODES = 128 };

static bool is_detour(const oct9_route_t *route)
{
    return route->guide_count != 0;
}

static void begin_trees(oct9_route_t *route, bool cells)
{
    uint16_t room = route->input->nodes_count;
    if (is_detour(route) && room > DETOUR_NODES)
        room = DETOUR_NODES;
    oct9_lattice_begin(&route->lattice, route->input, room, &route->here, &route->there, cells);
    route->phase = OCT9_PHASE_GROW;
    route->best = 0;
    route->best2 = oct9_leg_square(&route->here, &route->there);
}

void oct9_leg_begin(oct9_route_t *route)
{
    route->final = false;
    begin_trees(route, false);
}

/* --- the leg that was found ------------------------------------------------------------------- */

/* Turns the chain of parents from a node to the start: each node's parent becomes the next node.
 * That of the first is `other`. */
static void begin_thin(oct9_route_t *route, uint16_t node, uint16_t other, bool dear)
{
    oct9_route_node_t *nodes = route->input->nodes;
    while (node != OCT9_LATTICE_END) {
        const uint16_t before = nodes[node].parent;
        const bool dear_before = nodes[node].dear;
        nodes[node].parent = other;
        nodes[node].dear = dear;
        dear = dear_before;
        other = node;
        node = before;
    }
    route->phase = OCT9_PHASE_THIN;
    route->parent = 0;
    route->leap = 1;
}

/* The node that is `leap` behind the one after `parent`, or the last. `dear` becomes true if all
 * motions to it have the price. */
static uint16_t leap_to(const oct9_route_t *route, bool *dear)
{
    const oct9_route_node_t *nodes = route->input->nodes;
    uint16_t node = nodes[route->parent].parent;
    *dear = nodes[route->parent].dear;
    for (unsigned i = 0; i < route->leap && nodes[node].parent != OCT9_LATTICE_END; i++) {
        *dear = *dear && nodes[node].dear;
        node = nodes[node].parent;
    }
    return node;
}

static void thin(oct9_route_t *route)
{
    const uint16_t next = route->input->nodes[route->parent].parent;
    bool dear;
    if (next == OCT9_LATTICE_END) {
        route->phase = route->full ? OCT9_PHASE_LEG_FULL : OCT9_PHASE_LEG_FOUND;
        return;
    }
    const uint16_t node = leap_to(route, &dear);
    if (node == next) {
        route->parent = next;
        return;
    }
    oct9_point_t from, to;
    oct9_lattice_point(&route->lattice, route->parent, &from);
    oct9_lattice_point(&route->lattice, node, &to);
    oct9_leg_ask(route, &from, &to, route->parent == 0 && oct9_leg_first(route));
}

static void take_thinned(oct9_route_t *route, int answer)
{
    oct9_route_node_t *parent = &route->input->nodes[route->parent];
    bool dear;
    const uint16_t node = leap_to(route, &dear);
    if (answer == OCT9_EDGE_CLEAR || (answer == OCT9_EDGE_DEAR && dear)) {
        parent->parent = node;
        parent->dear = answer == OCT9_EDGE_DEAR;
        route->leap = (uint16_t)(route->leap * 2u);
    } else if (route->leap > 1) {
        route->leap /= 2u;
    } else {
        route->parent = parent->parent;
    }
}

/* --- the trees -------------------------------------------------------------------------------- */

/* How near to the goal is near enough. */
static uint32_t near_enough(const oct9_route_t *route)
{
    return oct9_leg_last(route) ? route->input->near_q6 : 0;
}

/* There is no room for a detour through nodes: then through cells, from one of its ends, and from
 * the other. */
static void end_detour(oct9_route_t *route)
{
    const bool again = route->lattice.cells;
    if (again && (route->tree == 1 || near_enough(route) != 0)) {
        route->phase = OCT9_PHASE_LEG_FULL;
        return;
    }
    route->tree = again;
    begin_trees(route, true);
}

/* There is no room for a node. A search from the goal alone has no part of the leg: then the two
 * trees once more. */
static void end_full(oct9_route_t *route)
{
    if (is_detour(route)) {
        end_detour(route);
        return;
    }
    if (route->lattice.cells && route->tree == 1) {
        route->final = true;
        begin_trees(route, false);
        return;
    }
    route->full = true;
    begin_thin(route, route->best, OCT9_LATTICE_END, false);
}

/* A tree can grow no more: not through nodes, or through cells neither. */
static void exhausted(oct9_route_t *route, unsigned tree)
{
    if (route->final) {
        end_full(route);
    } else if (route->lattice.cells) {
        route->phase = OCT9_PHASE_LEG_NONE;
    } else {
        route->tree = (uint8_t)(near_enough(route) != 0 ? 0 : tree);
        begin_trees(route, true);
    }
}

/* Sweeps from the parent to the node that is tried, unless it is known that the sphere cannot be
 * there. From the start of the route it is asked in any case: the sphere may leave what it touches
 * there. */
static void ask_for_node(oct9_route_t *route)
{
    const oct9_route_lattice_t *lattice = &route->lattice;
    const bool first = route->parent == 0 && oct9_leg_first(route);
    oct9_point_t from, to;
    if (!first && oct9_lattice_blocked(lattice, route->key))
        return;
    oct9_key_centre(route->key, lattice->heights, &to);
    if (!first && oct9_witness_blocks(&route->witnesses, &to, route->input->body.radius_q6)) {
        oct9_lattice_block(lattice, route->key);
        return;
    }
    oct9_lattice_point(lattice, route->parent, &from);
    oct9_leg_ask(route, &from, &to, first);
}

/* Sweeps from the parent to the node of the other tree that holds the one that is tried. */
static void ask_for_other(oct9_route_t *route)
{
    oct9_point_t from, to;
    oct9_lattice_point(&route->lattice, route->parent, &from);
    oct9_lattice_point(&route->lattice, route->other, &to);
    oct9_leg_ask(route, &from, &to, route->parent == 0 && oct9_leg_first(route));
    route->phase = OCT9_PHASE_JOIN;
}

/* Tries the next direction: of the tree with fewer nodes left to grow from. */
static void grow(oct9_route_t *route)
{
    oct9_route_lattice_t *lattice = &route->lattice;
    const unsigned tree = lattice->cells ? route->tree : lattice->open[1] < lattice->open[0];
    if (lattice->open[tree] == 0) {
        exhausted(route, tree);
        return;
    }
    route->key = oct9_lattice_next(lattice, tree, &route->parent, &route->cost);
    if (!oct9_lattice_free(lattice, route->key, route->parent))
        return;
    route->other = oct9_lattice_holds(lattice, route->key ^ OCT9_KEY_OTHER);
    if (route->other != OCT9_LATTICE_END)
        ask_for_other(route);
    else
        ask_for_node(route);
}

/* Looks where the new node is: near enough to the goal, or so that a tree of cells can try to go
 * to the other end. */
static void look_around(oct9_route_t *route, uint16_t node)
{
    const unsigned tree = oct9_key_tree(route->key);
    const oct9_point_t *end = &route->lattice.end[1u - tree];
    const uint32_t near = near_enough(route);
    oct9_point_t at;
    oct9_lattice_point(&route->lattice, node, &at);
    const uint32_t square = oct9_leg_square(&at, end);
    if (tree == 0 && square < route->best2) {
        route->best = node;
        route->best2 = square;
    }
    if (tree == 0 && near != 0 && oct9_leg_square(&at, &route->input->to) <= near * near) {
        begin_thin(route, node, OCT9_LATTICE_END, false);
    } else if (route->lattice.cells && square <= NEAR_END2) {
        route->parent = node;
        route->other = (uint16_t)(1u - tree);
        route->phase = OCT9_PHASE_JOIN;
        if (tree == 1)
            oct9_leg_ask(route, end, &at, oct9_leg_first(route));
        else
            oct9_leg_ask(route, &at, end, false);
    }
}

/* Something blocks the motion to the node that was tried, and perhaps the node itself. */
static void note_blocked_node(oct9_route_t *route)
{
    oct9_point_t at;
    oct9_key_centre(route->key, route->lattice.heights, &at);
    if (oct9_witness_note(&route->witnesses, &route->edge.sweep, &at, route->input->body.radius_q6))
        oct9_lattice_block(&route->lattice, route->key);
}

static void take_grown(oct9_route_t *route, int answer)
{
    const uint16_t node = route->lattice.used;
    if (answer == OCT9_EDGE_BLOCKED)
        note_blocked_node(route);
    else if (oct9_lattice_add(&route->lattice, route->key, route->parent, route->cost,
                              answer == OCT9_EDGE_DEAR))
        look_around(route, node);
    else
        end_full(route);
    if (route->lattice.used > route->most)
        route->most = route->lattice.used;
}

/* The trees meet if the motion is clear. Else the tree tries to go to the node itself. */
static void take_joined(oct9_route_t *route, int answer)
{
    const uint16_t parent = route->parent, other = route->other;
    route->phase = OCT9_PHASE_GROW;
    if (answer != OCT9_EDGE_BLOCKED) {
        const bool goal = oct9_key_tree(route->lattice.nodes[parent].key) != 0;
        begin_thin(route, goal ? other : parent, goal ? parent : other, answer == OCT9_EDGE_DEAR);
    } else if (other >= 2) {
        ask_for_node(route);
    }
}

void oct9_leg_step(oct9_route_t *route)
{
    if (route->phase == OCT9_PHASE_THIN)
        thin(route);
    else
        grow(route);
}

void oct9_leg_take(oct9_route_t *route, int answer)
{
    if (route->phase == OCT9_PHASE_GROW)
        take_grown(route, answer);
    else if (route->phase == OCT9_PHASE_JOIN)
        take_joined(route, answer);
    else
        take_thinned(route, answer);
}
