/* SPDX-License-Identifier: MIT */
/* The two trees of a search for a route: their nodes by key, and their heaps.
 *
 * Distances and costs are in units of 8 sub-cells, and end at 65,535. A node's rank is the cost to
 * come to it, and the rank of its next direction (directions.h). So its cost is the rank less that
 * of the direction, which follows from key and cursor. The cost counts nodes, not lengths: a search
 * by lengths stores three times the nodes, and the route is shortened later. */
#include "src/route/lattice.h"

#include "src/number/axes.h"
#include "src/number/hash.h"

/* What a node costs, and one that is smaller than its parent costs more. Found as the other two
 * were. */
enum { HOP = 4, SMALLER = 64 };

void oct9_lattice_point(const oct9_route_lattice_t *lattice, uint16_t node, oct9_point_t *point)
{
    if (node < 2)
        oct9_point_copy(point, &lattice->end[node]);
    else
        oct9_key_centre(lattice->nodes[node].key, lattice->heights, point);
}

/* --- the heaps -------------------------------------------------------------------------------- */

/* The place in the heap of a tree. */
static inline uint16_t *place(const oct9_route_lattice_t *lattice, unsigned tree, unsigned at)
{
    return &lattice->nodes[tree == 0 ? at : lattice->room - 1u - at].heap;
}

static inline uint16_t rank_at(const oct9_route_lattice_t *lattice, unsigned tree, unsigned at)
{
    return lattice->nodes[*place(lattice, tree, at)].rank;
}

/* Moves the first node of a heap down to where it belongs. */
static void sift_down(const oct9_route_lattice_t *lattice, unsigned tree)
{
    const unsigned count = lattice->open[tree];
    const uint16_t node = *place(lattice, tree, 0);
    const uint16_t rank = lattice->nodes[node].rank;
    unsigned at = 0, child;
    while ((child = 2u * at + 1u) < count) {
        if (child + 1u < count &&
            rank_at(lattice, tree, child + 1u) < rank_at(lattice, tree, child))
            child++;
        if (rank_at(lattice, tree, child) >= rank)
            break;
        *place(lattice, tree, at) = *place(lattice, tree, child);
        at = child;
    }
    *place(lattice, tree, at) = node;
}

/* Adds a node to a heap. */
static void push(oct9_route_lattice_t *lattice, unsigned tree, uint16_t node)
{
    unsigned at = lattice->open[tree]++;
    while (at > 0 && rank_at(lattice, tree, (at - 1u) / 2u) > lattice->nodes[node].rank) {
        *place(lattice, tree, at) = *place(lattice, tree, (at - 1u) / 2u);
        at = (at - 1u) / 2u;
    }
    *place(lattice, tree, at) = node;
}

/* --- nodes ------------------------------------------------------------------------------------ */

static uint16_t find(const oct9_route_lattice_t *lattice, uint32_t key)
{
    uint16_t node = lattice->nodes[oct9_table_place(key, lattice->buckets)].bucket;
    while (node != OCT9_LATTICE_END && lattice->nodes[node].key != key)
        node = lattice->nodes[node].next;
    return node;
}

uint16_t oct9_lattice_holds(const oct9_route_lattice_t *lattice, uint32_t key)
{
    uint16_t node = OCT9_LATTICE_END;
    for (unsigned level = oct9_key_level(key); level <= OCT9_KEY_LEVEL_MAX; level++) {
        node = find(lattice, oct9_key_at_level(key, level));
        if (node != OCT9_LATTICE_END || lattice->cells)
            break;
    }
    return node;
}

bool oct9_lattice_free(const oct9_route_lattice_t *lattice, uint32_t key, uint16_t parent)
{
    const uint16_t node = oct9_lattice_holds(lattice, key);
    return node == OCT9_LATTICE_END || node == parent;
}

/* --- where the sphere cannot be: in nodes that are not used yet, as keys of tree 0 ----------- */

void oct9_lattice_block(const oct9_route_lattice_t *lattice, uint32_t key)
{
    const uint32_t centre = key & ~OCT9_KEY_OTHER;
    const uint32_t bucket = oct9_table_place(centre, lattice->buckets);
    if (bucket >= lattice->used)
        lattice->nodes[bucket].key = centre;
}

bool oct9_lattice_blocked(const oct9_route_lattice_t *lattice, uint32_t key)
{
    const uint32_t centre = key & ~OCT9_KEY_OTHER;
    const uint32_t bucket = oct9_table_place(centre, lattice->buckets);
    return bucket >= lattice->used && lattice->nodes[bucket].key == centre;
}

void oct9_lattice_unblock(const oct9_route_lattice_t *lattice)
{
    for (uint32_t i = lattice->used; i < lattice->buckets; i++)
        lattice->nodes[i].key = OCT9_KEY_NONE;
}

/* --- the trees -------------------------------------------------------------------------------- */

/* Sets the rank of a node that costs `cost`, by its first direction from `cursor` on that leads to
 * what its tree has not reached, and the sphere perhaps can: a node within it only it may hold.
 * Returns false if there is none. From the start the sphere may leave what blocks it elsewhere. */
static bool set_rank(const oct9_route_lattice_t *lattice, uint16_t node,
                     const oct9_source_t *source, unsigned cursor, uint32_t cost)
{
    oct9_route_node_t *at = &lattice->nodes[node];
    for (; cursor < oct9_source_end(source); cursor = oct9_source_after(source, cursor)) {
        const uint32_t key = oct9_source_look(source, cursor);
        if (key == OCT9_KEY_NONE || (node != 0 && oct9_lattice_blocked(lattice, key)) ||
            !oct9_lattice_free(lattice, key, node))
            continue;
        const uint32_t rank = cost + oct9_source_rank(source, cursor, key);
        at->cursor = (uint8_t)cursor;
        at->rank = (uint16_t)(rank < UINT16_MAX ? rank : UINT16_MAX);
        return true;
    }
    return false;
}

/* Adds a node that costs `cost`. */
static void add(oct9_route_lattice_t *lattice, uint32_t key, uint16_t parent, uint32_t cost,
                bool dear)
{
    const uint16_t node = lattice->used++;
    oct9_route_node_t *at = &lattice->nodes[node];
    oct9_source_t source;
    at->key = key;
    at->parent = parent;
    at->dear = dear;
    at->next = OCT9_LATTICE_END;
    if (node >= 2) {
        uint16_t *const head = &lattice->nodes[oct9_table_place(key, lattice->buckets)].bucket;
        at->next = *head;
        *head = node;
    }
    oct9_source_begin(&source, lattice, key, node < 2);
    if (set_rank(lattice, node, &source, 0, cost))
        push(lattice, oct9_key_tree(key), node);
}

bool oct9_lattice_add(oct9_route_lattice_t *lattice, uint32_t key, uint16_t parent, uint32_t cost,
                      bool dear)
{
    if (lattice->used == lattice->room)
        return false;
    cost += HOP;
    if (parent >= 2 && oct9_key_level(key) < oct9_key_level(lattice->nodes[parent].key))
        cost += SMALLER;
    if (dear) {
        oct9_point_t from, to;
        oct9_lattice_point(lattice, parent, &from);
        oct9_key_centre(key, lattice->heights, &to);
        cost += oct9_key_distance(&from, &to) * lattice->price;
    }
    add(lattice, key, parent, cost, dear);
    return true;
}

uint32_t oct9_lattice_next(oct9_route_lattice_t *lattice, unsigned tree, uint16_t *parent,
                           uint32_t *cost)
{
    OCT9_ASSERT(lattice->open[tree] > 0);
    const uint16_t node = *place(lattice, tree, 0);
    const oct9_route_node_t *at = &lattice->nodes[node];
    oct9_source_t source;
    oct9_source_begin(&source, lattice, at->key, node < 2);
    const uint32_t key = oct9_source_look(&source, at->cursor);
    const uint32_t ahead = oct9_source_rank(&source, at->cursor, key);
    *parent = node;
    *cost = at->rank > ahead ? at->rank - ahead : 0;
    if (!set_rank(lattice, node, &source, oct9_source_after(&source, at->cursor), *cost))
        *place(lattice, tree, 0) = *place(lattice, tree, --lattice->open[tree]);
    if (lattice->open[tree] != 0)
        sift_down(lattice, tree);
    return key;
}

void oct9_lattice_begin(oct9_route_lattice_t *lattice, const oct9_route_input_t *input,
                        uint16_t room, const oct9_point_t *from, const oct9_point_t *to, bool cells)
{
    lattice->nodes = input->nodes;
    lattice->room = room;
    lattice->heights = input->body.heights;
    lattice->price = input->body.price;
    lattice->cells = cells;
    lattice->used = lattice->open[0] = lattice->open[1] = 0;
    lattice->buckets = (uint32_t)1 << oct9_port_top_bit(lattice->room);
    for (uint32_t i = 0; i < lattice->buckets; i++) {
        lattice->nodes[i].bucket = OCT9_LATTICE_END;
        lattice->nodes[i].key = OCT9_KEY_NONE;
    }
    oct9_point_copy(&lattice->end[0], from);
    oct9_point_copy(&lattice->end[1], to);
    add(lattice, 0, OCT9_LATTICE_END, 0, false);
    add(lattice, OCT9_KEY_OTHER, OCT9_LATTICE_END, 0, false);
}
