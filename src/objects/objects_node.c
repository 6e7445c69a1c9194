/* SPDX-License-Identifier: MIT */
/* The nodes of moving objects: to which of them an object belongs; they are made, kept for a while
 * when they are empty, and given back. */
#include "src/number/axes.h"
#include "src/objects/bounds.h"
#include "src/objects/objects.h"

enum { SPAN_MOST = OCT9_KEEP_SPANS - 1, HALF_IN_TREE = 16384 };

OCT9_STATIC_ASSERT(OCT9_KEEP_FIRST << SPAN_MOST == OCT9_KEEP_MOST && OCT9_KEEP_MOST < 256,
                   "a byte distinguishes the ticks to come");

/* --- levels ---------------------------------------------------------------------------------- */

/* The smallest level whose size is at least the object's. */
static inline unsigned loose_level(const oct9_bounds_t *bounds)
{
    const uint16_t x = oct9_bounds_half(bounds, 0), y = oct9_bounds_half(bounds, 1),
                   z = oct9_bounds_half(bounds, 2);
    uint32_t half = x < y ? y : x;
    half = half < z ? z : half;
    if (half > HALF_IN_TREE || !oct9_point_inside(&bounds->centre))
        return OCT9_LEVEL_OUTSIDE;
    return half <= OCT9_CELL_Q6 / 2 ? 0 : oct9_port_top_bit(half - 1u) - 4u;
}

/* The level of the smallest node that contains the object's box. Sums stay within 2^16. */
static unsigned enclosing_level(const oct9_bounds_t *bounds)
{
    int32_t centre[3];
    uint32_t differ = 0;
    oct9_point_get(&bounds->centre, centre);
    for (unsigned a = 0; a < 3; a++) {
        const int32_t half = oct9_bounds_half(bounds, a), low = centre[a] - half,
                      high = centre[a] + half;
        if (low < OCT9_LOW_Q6 || high >= OCT9_HIGH_Q6)
            return OCT9_LEVEL_OUTSIDE;
        differ |= (uint32_t)(low - OCT9_LOW_Q6) ^ (uint32_t)(high - OCT9_LOW_Q6);
    }
    return oct9_place_level(differ);
}

unsigned oct9_objects_level(const oct9_objects_t *objects, const oct9_bounds_t *bounds)
{
    const unsigned level = objects->placement == OCT9_LOOSE ? loose_level(bounds)
                                                            : enclosing_level(bounds);
    return level > objects->least_level ? level : objects->least_level;
}

unsigned oct9_objects_largest(const oct9_objects_t *objects)
{
    unsigned level = OCT9_LEVELS;
    while (level > 0 && objects->of_level[level] == 0)
        level--;
    return level;
}

/* --- the pool -------------------------------------------------------------------------------- */

static void make_free(oct9_objects_t *objects, uint16_t n)
{
    oct9_object_node_t *node = &objects->node[n];
    node->state = OCT9_NODE_FREE;
    node->next = objects->lists.free_node;
    objects->lists.free_node = n;
}

void oct9_objects_nodes_init(oct9_objects_t *objects)
{
    objects->lists.free_node = OCT9_NO_INDEX;
    for (uint16_t n = objects->node_count; n-- > 0;) {
        oct9_object_node_t *node = &objects->node[n];
        for (unsigned i = 0; i < 8; i++)
            node->child[i] = OCT9_NO_INDEX;
        node->first = node->parent = node->previous = OCT9_NO_INDEX;
        node->above = node->count = 0;
        node->children = node->live = node->holders = node->place = node->level = node->span =
            node->until = 0;
        if (n != OCT9_NODE_ROOT)
            make_free(objects, n);
    }
    objects->node[OCT9_NODE_ROOT].state = OCT9_NODE_LIVE;
    objects->node[OCT9_NODE_ROOT].level = OCT9_LEVELS;
    objects->node[OCT9_NODE_ROOT].next = OCT9_NO_INDEX;
    objects->nodes_used = objects->nodes_peak = 1;
    for (unsigned span = 0; span < OCT9_KEEP_SPANS; span++)
        objects->lists.empty_first[span] = objects->lists.empty_last[span] = OCT9_NO_INDEX;
}

/* --- the queues of empty nodes --------------------------------------------------------------- */

static void enqueue(oct9_objects_t *objects, uint16_t n)
{
    oct9_object_node_t *node = &objects->node[n];
    OCT9_ASSERT(n != OCT9_NODE_ROOT && node->state == OCT9_NODE_LIVE &&
                node->span < OCT9_KEEP_SPANS);
    const unsigned span = node->span;
    node->state = OCT9_NODE_WAITING;
    node->until = (uint8_t)(objects->tick + (OCT9_KEEP_FIRST << span));
    node->next = OCT9_NO_INDEX;
    node->previous = objects->lists.empty_last[span];
    if (node->previous == OCT9_NO_INDEX)
        objects->lists.empty_first[span] = n;
    else
        objects->node[node->previous].next = n;
    objects->lists.empty_last[span] = n;
}

static void dequeue(oct9_objects_t *objects, const oct9_object_node_t *node)
{
    if (node->previous == OCT9_NO_INDEX)
        objects->lists.empty_first[node->span] = node->next;
    else
        objects->node[node->previous].next = node->next;
    if (node->next == OCT9_NO_INDEX)
        objects->lists.empty_last[node->span] = node->previous;
    else
        objects->node[node->next].previous = node->previous;
}

/* Gives back a node that is in no queue, and the nodes above it that are overdue and then have no
 * children. A node that still has children becomes overdue. */
static void retire(oct9_objects_t *objects, uint16_t n)
{
    oct9_object_node_t *node = &objects->node[n];
    node->state = OCT9_NODE_OVERDUE;
    while (node->state == OCT9_NODE_OVERDUE && node->children == 0) {
        const uint16_t parent = node->parent;
        const unsigned place = node->place;
        OCT9_ASSERT(n != OCT9_NODE_ROOT && objects->nodes_used > 1);
        make_free(objects, n);
        objects->nodes_used--;
        n = parent;
        node = &objects->node[n];
        node->child[place] = OCT9_NO_INDEX;
        node->children = (uint8_t)(node->children & ~(1u << place));
    }
}

/* The queues are the state between two slices: a node that is given back has left its queue. */
bool oct9_objects_expire(oct9_objects_t *objects, uint32_t *budget)
{
    const uint8_t now = (uint8_t)(objects->tick + 1u); /* the tick that begins behind this one */
    for (unsigned span = 0; span < OCT9_KEEP_SPANS; span++) {
        uint16_t n;
        while ((n = objects->lists.empty_first[span]) != OCT9_NO_INDEX &&
               objects->node[n].until == now) {
            if (*budget == 0)
                return false;
            --*budget;
            dequeue(objects, &objects->node[n]);
            retire(objects, n);
        }
    }
    return true;
}

/* The queue, not empty, whose nodes were reused least often; OCT9_KEEP_SPANS if
 * all are empty. */
static unsigned first_queue(const oct9_objects_t *objects)
{
    unsigned span = 0;
    while (span < OCT9_KEEP_SPANS && objects->lists.empty_first[span] == OCT9_NO_INDEX)
        span++;
    return span;
}

bool oct9_objects_room(const oct9_objects_t *objects)
{
    return objects->lists.free_node != OCT9_NO_INDEX || first_queue(objects) < OCT9_KEEP_SPANS;
}

/* Gives back a node before its time. A node below an empty one is never live, and one without
 * children is never overdue; so the node that the loop reaches is in a queue. */
static void give_back_early(oct9_objects_t *objects)
{
    const unsigned span = first_queue(objects);
    if (span == OCT9_KEEP_SPANS)
        return;
    uint16_t n = objects->lists.empty_first[span];
    while (objects->node[n].children != 0)
        n = objects->node[n].child[oct9_port_low_bit(objects->node[n].children)];
    dequeue(objects, &objects->node[n]);
    retire(objects, n);
}

/* --- nodes in use ---------------------------------------------------------------------------- */

/* Takes a node for a child. A free node has empty lists of children and objects. */
static uint16_t new_child(oct9_objects_t *objects, uint16_t parent, unsigned place)
{
    if (objects->lists.free_node == OCT9_NO_INDEX)
        give_back_early(objects);
    const uint16_t n = objects->lists.free_node;
    if (n == OCT9_NO_INDEX)
        return n;
    oct9_object_node_t *node = &objects->node[n];
    OCT9_ASSERT(node->state == OCT9_NODE_FREE && node->children == 0 &&
                node->first == OCT9_NO_INDEX);
    objects->lists.free_node = node->next;
    if (++objects->nodes_used > objects->nodes_peak)
        objects->nodes_peak = objects->nodes_used;
    node->parent = parent;
    node->place = (uint8_t)place;
    node->level = (uint8_t)(objects->node[parent].level - 1u);
    node->span = 0;
    node->state = OCT9_NODE_LIVE;
    objects->node[parent].child[place] = n;
    objects->node[parent].children = (uint8_t)(objects->node[parent].children | 1u << place);
    return n;
}

/* Uses an empty node again. Next time it is kept for longer. */
static void revive(oct9_objects_t *objects, oct9_object_node_t *node)
{
    if (node->state == OCT9_NODE_LIVE)
        return;
    if (node->state == OCT9_NODE_WAITING)
        dequeue(objects, node);
    node->state = OCT9_NODE_LIVE;
    if (node->span < SPAN_MOST)
        node->span++;
}

/* Sets the bits of a node's live children. */
static void set_live(oct9_objects_t *objects, oct9_object_node_t *node, unsigned live)
{
    const unsigned before = oct9_objects_crowd(objects, node);
    node->live = (uint8_t)live;
    objects->crowded = (uint16_t)(objects->crowded - before + oct9_objects_crowd(objects, node));
}

uint16_t oct9_objects_child(oct9_objects_t *objects, uint16_t n, unsigned place)
{
    oct9_object_node_t *node = &objects->node[n];
    OCT9_ASSERT(place < 8 && n < objects->node_count);
    uint16_t child = node->child[place];
    if (child == OCT9_NO_INDEX)
        child = new_child(objects, n, place);
    else
        revive(objects, &objects->node[child]);
    if (child != OCT9_NO_INDEX)
        set_live(objects, node, node->live | 1u << place);
    return child;
}

void oct9_objects_release(oct9_objects_t *objects, uint16_t n)
{
    oct9_object_node_t *node = &objects->node[n];
    while (n != OCT9_NODE_ROOT && node->first == OCT9_NO_INDEX && node->live == 0) {
        const unsigned place = node->place;
        enqueue(objects, n);
        n = node->parent;
        node = &objects->node[n];
        set_live(objects, node, node->live & ~(1u << place));
    }
}
