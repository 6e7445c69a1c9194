/* SPDX-License-Identifier: MIT */
/* Internal: moving objects in a loose octree: lists, nodes that come and go, and the search.
 * Source: Ulrich 2000, "Loose octrees".
 *
 * A node is live if it holds an object or has a live child. The root, node 0, is always live.
 * When a node ceases to be live, it waits in a queue for as many ticks as its span gives. Each
 * span has a separate queue, so that each queue is sorted by the tick at which the wait ends. A
 * node whose wait has ended while it still has children is overdue, and is given back with the
 * last of them. */
#ifndef OCT9_SRC_OBJECTS_H
#define OCT9_SRC_OBJECTS_H

#include "oct9/objects.h"
#include "port/oct9_port.h"
#include "src/number/place.h"
#include "src/solid/solid.h"

#define OCT9_NO_INDEX 0xFFFFu /* the end of each list */
#define OCT9_LEVEL_OUTSIDE (OCT9_LEVELS + 1u)

/* Values of `node` for objects that are in no node. */
#define OCT9_IN_OUTSIDE 0xFFFDu
#define OCT9_IN_QUEUE 0xFFFEu
#define OCT9_IN_NONE 0xFFFFu

/* The number of the node that is the cube. */
enum { OCT9_NODE_ROOT = 0 };

enum { OCT9_NODE_FREE, OCT9_NODE_LIVE, OCT9_NODE_WAITING, OCT9_NODE_OVERDUE };

static inline bool oct9_object_in_tree(const oct9_object_t *object)
{
    return object->node < OCT9_IN_OUTSIDE;
}

/* The low end of an object on x, by which the list of a node and that of the objects outside are
 * sorted. Only outside the tree it can be below -32768; it counts as -32768 then. */
static inline int16_t oct9_bounds_low(const oct9_bounds_t *bounds)
{
    const int32_t low = (int32_t)bounds->centre.x - bounds->half_q6[0];
    return (int16_t)(low < INT16_MIN ? INT16_MIN : low);
}

/* True if the object moved, or came, since the last update. */
static inline bool oct9_object_moved(const oct9_objects_t *objects, const oct9_object_t *object)
{
    return object->moved_tick == (uint16_t)objects->tick;
}

/* The level of the node in which the bounds belong, or OCT9_LEVEL_OUTSIDE. */
unsigned oct9_objects_level(const oct9_objects_t *objects, const oct9_bounds_t *bounds);

/* --- nodes ----------------------------------------------------------------------------------- */

/* True if an object that comes and belongs below the node goes on to a child. */
static inline bool oct9_objects_passes_on(const oct9_objects_t *objects,
                                          const oct9_object_node_t *node)
{
    return node->live != 0 || node->above >= objects->capacity;
}

/* How many of a node's objects are to go down: all that belong below it if it has live children,
 * else those beyond the capacity. */
static inline unsigned oct9_objects_crowd(const oct9_objects_t *objects,
                                          const oct9_object_node_t *node)
{
    const unsigned stay = node->live != 0 ? 0 : objects->capacity;
    return node->above > stay ? node->above - stay : 0;
}

/* The highest level to which an object in the tree belongs. */
unsigned oct9_objects_largest(const oct9_objects_t *objects);

/* How far the objects of a node of `level`, and of all below it, extend beyond it. */
static inline int32_t oct9_objects_margin(const oct9_objects_t *objects, unsigned level,
                                          unsigned largest)
{
    return objects->placement == OCT9_LOOSE
             ? (int32_t)(OCT9_CELL_Q6 / 2) << (level < largest ? level : largest)
             : 0;
}

/* Frees all nodes except the root. */
void oct9_objects_nodes_init(oct9_objects_t *objects);

/* Returns the child of a live node and makes it live; OCT9_NO_INDEX if the child would be a new
 * node and the pool has none. The caller must give it an object or a live child. */
uint16_t oct9_objects_child(oct9_objects_t *objects, uint16_t node, unsigned place);

/* Must be called when a node has lost an object. */
void oct9_objects_release(oct9_objects_t *objects, uint16_t node);

/* True if a new node can be had. */
bool oct9_objects_room(const oct9_objects_t *objects);

/* Gives back the nodes whose wait ends with the next tick. Each takes one from the budget, together
 * with the overdue nodes above it. Returns false if some are left. */
bool oct9_objects_expire(oct9_objects_t *objects, uint32_t *budget);

/* Puts queued objects into the tree. Each takes one from the budget. Returns false if some are
 * left. */
bool oct9_objects_flush(oct9_objects_t *objects, uint32_t *budget);

/* --- search: as src/query/search.h, for objects ----------------------------------------------- */

enum { OCT9_MET_NONE = 0, OCT9_MET_OBJECT = 1, OCT9_MET_NODE = 2 };

/* Puts the queued objects into the tree, and begins with the objects outside. The caller sets the
 * box and may shrink it during the search. */
void oct9_objects_search_begin(oct9_objects_search_t *search, oct9_objects_t *objects,
                               uint16_t ignored);

/* Sets the box from one point to another, grown by `by` (0..65536) on all sides. */
void oct9_objects_search_box(oct9_objects_search_t *search, const oct9_point_t *low,
                             const oct9_point_t *high, int32_t by);

/* True if the objects were changed since the search began. */
static inline bool oct9_objects_search_stale(const oct9_objects_search_t *search)
{
    return search->changes != search->objects->changes;
}

/* The next object whose box overlaps the search's, or the next node whose bounds overlapped it when
 * its parent was opened. Returns OCT9_MET_OBJECT, OCT9_MET_NODE, OCT9_MET_NONE at the end, or
 * OCT9_AGAIN when the budget is 0. Each object and node takes one from `budget`. */
int oct9_objects_search_next(oct9_objects_search_t *search, uint32_t *budget);

/* Opens the current node; its children come in the order of their numbers XOR `order`. Without this
 * call all below the node is left out. */
void oct9_objects_search_open(oct9_objects_search_t *search, unsigned order);

/* The bounds of all that the current node may hold: the low sides, -32768..16320, and the edge, at
 * most 65536. */
void oct9_objects_search_bounds(const oct9_objects_search_t *search, int32_t low[3], int32_t *edge);

/* True if those bounds overlap the box. */
bool oct9_objects_search_in_box(const oct9_objects_search_t *search);

/* The current object. */
static inline const oct9_object_t *oct9_objects_search_object(const oct9_objects_search_t *search)
{
    return &search->objects->object[search->object];
}

static inline void oct9_objects_handle(const oct9_objects_t *objects, uint16_t index,
                                       oct9_handle_t *handle)
{
    handle->index = index;
    handle->generation = objects->object[index].generation;
}

/* The bounds of a good object as a solid. */
void oct9_object_solid(const oct9_bounds_t *bounds, oct9_solid_t *solid);

#endif
