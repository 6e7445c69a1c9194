/* SPDX-License-Identifier: MIT */
/* Internal: moving objects in a loose octree: lists, nodes that come and go, and the search.
 *
 * A node is live if it holds an object or has a live child; the root, node 0, always counts as
 * live. One that ceases to be is kept in a queue for its span; each span has a queue of its own, so
 * that each queue is in the order of the ticks when the time ends. A node whose time has ended but
 * that has children yet is overdue and goes with the last of them. */
#ifndef OCT9_SRC_OBJECTS_H
#define OCT9_SRC_OBJECTS_H

#include "oct9/objects.h"
#include "port/oct9_port.h"
#include "src/number/place.h"
#include "src/solid/solid.h"

#define OCT9_NO_INDEX 0xFFFFu /* ends each list */
#define OCT9_LEVEL_OUTSIDE (OCT9_LEVELS + 1u)

/* What stands for the node of an object that is in none. */
enum { OCT9_IN_OUTSIDE = 0xFFFDu, OCT9_IN_QUEUE = 0xFFFEu, OCT9_IN_NONE = 0xFFFFu };

enum { OCT9_NODE_FREE, OCT9_NODE_LIVE, OCT9_NODE_WAITING, OCT9_NODE_OVERDUE };

static inline bool oct9_object_in_tree(const oct9_object_t *object)
{
    return object->node < OCT9_IN_OUTSIDE;
}

/* The level of the node where bounds belong, or OCT9_LEVEL_OUTSIDE. */
unsigned oct9_objects_level(const oct9_objects_t *objects, const oct9_bounds_t *bounds);

/* --- nodes ----------------------------------------------------------------------------------- */

/* All nodes become free but the root. */
void oct9_objects_nodes_init(oct9_objects_t *objects);

/* The child of a live node, live itself from now on; or OCT9_NO_INDEX if it would be a new one and
 * the pool has none. The caller must give it an object or a live child. */
uint16_t oct9_objects_child(oct9_objects_t *objects, uint16_t node, unsigned place);

/* To be called when a node has lost an object. */
void oct9_objects_release(oct9_objects_t *objects, uint16_t node);

/* There is a node to be had. */
bool oct9_objects_room(const oct9_objects_t *objects);

/* Gives back the nodes whose time ends at this tick. */
void oct9_objects_expire(oct9_objects_t *objects);

/* Puts queued objects into the tree, each for one of the budget; false if some are left. */
bool oct9_objects_flush(oct9_objects_t *objects, uint32_t *budget);

/* --- search: as src/query/search.h, for objects ---------------------------------------------- */

enum { OCT9_MET_NONE = 0, OCT9_MET_OBJECT = 1, OCT9_MET_NODE = 2 };

/* Puts what is queued into the tree, and begins with what is outside. The caller sets the box, and
 * may make it smaller as it goes. */
void oct9_objects_search_begin(oct9_objects_search_t *search, oct9_objects_t *objects,
                               uint16_t ignored);

/* Sets the box: from one point to another and `by` (0..65536) beyond them. */
void oct9_objects_search_box(oct9_objects_search_t *search, const oct9_point_t *low,
                             const oct9_point_t *high, int32_t by);

/* The objects were changed since the search began. */
static inline bool oct9_objects_search_stale(const oct9_objects_search_t *search)
{
    return search->changes != search->objects->changes;
}

/* The next object whose box meets the search's, or the next node, whose bounds met it when its
 * parent was opened: OCT9_MET_OBJECT, _NODE, _NONE at the end, or OCT9_AGAIN when `budget`, from
 * which each object and node takes one, has come to 0. */
int oct9_objects_search_next(oct9_objects_search_t *search, uint32_t *budget);

/* Goes into the node that was found; its children come in the order of their numbers XOR `order`.
 * Without this call, what is below it is left out. */
void oct9_objects_search_open(oct9_objects_search_t *search, unsigned order);

/* The bounds of what the node that was found may hold: the low ones, -16384..32704, and the edge,
 * at most 65536. */
void oct9_objects_search_bounds(const oct9_objects_search_t *search, int32_t low[3], int32_t *edge);

/* Those bounds have something in the box. */
bool oct9_objects_search_in_box(const oct9_objects_search_t *search);

/* The object that was found. */
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

/* A good object's bounds as a solid. */
void oct9_object_solid(const oct9_bounds_t *bounds, oct9_solid_t *solid);

#endif
