/* SPDX-License-Identifier: MIT */
/* Moving objects: spheres and boxes with handles, in a loose octree; what a query meets, and which
 * of them overlap.
 *
 * A tick is: move what has moved, ask, ask for pairs, update.
 *
 *     oct9_objects_move(&objects, handle, &bounds);
 *     oct9_objects_pairs_begin(&pairs, &objects, OCT9_PAIRS_MOVED);
 *     while (oct9_objects_pairs_next(&pairs, UINT32_MAX, &a, &b) > 0) ...
 *     oct9_objects_update(&objects, UINT32_MAX);
 *
 * Under OCT9_LOOSE an object belongs to the node of the smallest level whose size is at least the
 * object's, that holds its centre: by a few shifts, wherever it stands; a node's objects lie
 * within the node grown by half of its size on each side. Under OCT9_ENCLOSING it belongs to the
 * smallest node that holds it whole; what lies across a middle plane is held high up.
 *
 * Nodes come from a pool. One that holds nothing any more is kept for some updates, in case that
 * something comes back: 8 at first, twice as many each time that it is used again, up to 64; then
 * the branch returns to the pool, or sooner if the pool has nothing else left. Where no node is to
 * be had an object is held by the smallest one that there is on its way (`crowded` counts that):
 * all answers stay exact, queries take longer, and an update puts it into its place when there is
 * room. So only the number of objects can be too large.
 *
 * For n objects never more than 1 + 9 n nodes are live; for 1,000 as dense as in the benchmark it
 * is about n, and 2.7 n with those kept. These are given away first, so they need no room of their
 * own.
 *
 * What is too large for the cube, or whose centre (under OCT9_ENCLOSING any part) lies outside of
 * it, is kept in a list that every query looks at, too.
 *
 * All answers are exact and count touching as meeting. One writer; readers must not overlap a
 * write; a query's begin writes, as it puts what was added into the tree: see "queries".
 *
 * Source: the loose octree (Ulrich 2000); branches that live longer when they are used again (the
 * GDnet moving-object octree). */
#ifndef OCT9_OBJECTS_H
#define OCT9_OBJECTS_H

#include "oct9/detail/objects.h"
#include "oct9/primitive.h"

#ifdef __cplusplus
extern "C" {
#endif

#define OCT9_OBJECTS_MAX 32767u
#define OCT9_OBJECT_NODES_MAX 32767u

/* What shape an object counts as. */
typedef enum {
    OCT9_BOUND_SPHERE, /* half_q6[0]: the radius; the others are ignored */
    OCT9_BOUND_BOX     /* from centre - half_q6 to + half_q6 */
} oct9_bound_kind_t;

/* Where an object is. From mm: oct9_mm_sphere, oct9_mm_obb. */
typedef struct {
    oct9_point_t centre; /* Q9.6, in the cube or not */
    uint16_t half_q6[3]; /* 0..32767 */
    uint16_t kind;       /* oct9_bound_kind_t */
} oct9_bounds_t;

/* An object for its user: good until it is removed, and never again after that (until 65,535 others
 * had its place). No handle is all zero. The index is below object_count and that of no other
 * object that is there, so it may index a table of the caller's. oct9_objects_init removes all, and
 * handles begin anew: forget the old ones, as new ones may be equal. After it the indices come as
 * 0, 1, 2, ... until an object is removed. */
typedef struct {
    uint16_t index, generation; /* generation: 1 and up */
} oct9_handle_t;

/* What the library keeps for each object, and may be read. */
typedef struct oct9_object {
    oct9_bounds_t bounds; /* of a sphere: its radius in each half_q6 */
    uint16_t category;    /* the caller's bits */
    uint16_t ignored;     /* categories that it makes no pairs with */
    uint16_t generation;
    uint16_t next, previous; /* in its node's list, or another list's */
    uint16_t node;           /* that holds it, or a mark of the library's */
    uint32_t moved_tick;     /* the tick of its last move, if less than 2^31 ago; else
                                one before the present */
    bool is_static;
    uint8_t level; /* of the node where it belongs */
    uint8_t held;  /* of the node that holds it: above that if crowded */
} oct9_object_t;

/* Which node an object belongs to: see above. */
typedef enum { OCT9_LOOSE, OCT9_ENCLOSING } oct9_placement_t;

/* The caller owns the arrays, which must outlive the objects. */
typedef struct {
    oct9_object_t *object;    /* [object_count] */
    oct9_object_node_t *node; /* [node_count] */
    uint32_t object_count;    /* 1..OCT9_OBJECTS_MAX */
    uint32_t node_count;      /* 1..OCT9_OBJECT_NODES_MAX */
    oct9_placement_t placement;
} oct9_objects_config_t;

/* Read the counters; leave the rest to the functions below. */
typedef struct oct9_objects {
    oct9_object_t *object;
    oct9_object_node_t *node;
    uint32_t tick;    /* of updates that are done, modulo 2^32 */
    uint32_t changes; /* of all kinds, modulo 2^32: none during a query */
    uint16_t object_count, node_count;
    uint16_t used, nodes_used; /* now */
    uint16_t peak, nodes_peak; /* the most that ever were */
    uint16_t queued;           /* added, not yet in the tree */
    uint16_t outside;          /* kept in the list for those outside */
    uint16_t crowded;          /* held by a larger node than where they belong */
    uint16_t moved;            /* added or moved since the last update ended */
    uint16_t dynamic;          /* objects that are not static */
    uint8_t placement;         /* oct9_placement_t */
    oct9_objects_lists_t lists;
} oct9_objects_t;

/* No objects. Fails with OCT9_ERR_ARGUMENT iff a count or the placement is out of its range.
 * Cost: a write for each object and node. `changes` goes on from whatever number the objects'
 * memory holds, so that queries of those that were there before fail with OCT9_ERR_STALE: do not
 * clear that memory while any is under way. */
oct9_status_t oct9_objects_init(oct9_objects_t *objects, const oct9_objects_config_t *config);

/* A new object. */
typedef struct {
    oct9_bounds_t bounds;
    uint16_t category; /* the caller's bits */
    uint16_t ignored;  /* categories that it makes no pairs with */
    bool is_static;    /* it makes no pairs with static ones, but may move */
} oct9_objects_add_input_t;

/* Adds an object: it is queued, and put into the tree by the next query or update. Returns 1 if it
 * is kept outside the tree, see above, else 0.
 * Fails with OCT9_ERR_OBJECTS_FULL iff no place is free, OCT9_ERR_ARGUMENT iff a half_q6 is above
 * 32767 or the kind none of the enum's; `handle` is not written then. Cost: constant. */
int oct9_objects_add(oct9_objects_t *objects, const oct9_objects_add_input_t *input,
                     oct9_handle_t *handle);

/* Moves an object, or changes its size or kind. Returns 1 if it is kept outside the tree now, else
 * 0.
 * Fails with OCT9_ERR_HANDLE iff it is gone, OCT9_ERR_ARGUMENT as above; nothing is changed then.
 * Cost: constant where its node stays the same; else as many levels up and down as the two are
 * apart. */
int oct9_objects_move(oct9_objects_t *objects, oct9_handle_t handle, const oct9_bounds_t *bounds);

/* Removes an object. Fails with OCT9_ERR_HANDLE iff it is gone. Cost: constant. */
oct9_status_t oct9_objects_remove(oct9_objects_t *objects, oct9_handle_t handle);

/* The object of a handle, or NULL if it is gone. */
const oct9_object_t *oct9_objects_get(const oct9_objects_t *objects, oct9_handle_t handle);

/* Ends a tick: puts what is queued into the tree, then what is crowded where there is room, counts
 * the tick, and gives empty branches back whose time has come. At most `budget` objects are put or
 * looked at: where some are crowded, all are looked at. OCT9_AGAIN when more are left: the tick has
 * not ended then, call again. OCT9_ERR_ARGUMENT iff it is 0. Cost: 9 levels for each object that is
 * put, constant for each node that is given back; a write for each object every 2^31 ticks. */
oct9_status_t oct9_objects_update(oct9_objects_t *objects, uint32_t budget);

/* --- queries --------------------------------------------------------------------------------- */

/* Any change of the objects ends the queries that are under way, those of pairs too: their next
 * call fails with OCT9_ERR_STALE iff oct9_objects_init, _add, _move, _remove or _update did not
 * fail since they began. Collect handles first, then change. Other queries may begin and run in
 * between.
 *
 * A begin puts all that is queued into the tree, 9 levels for each object, without a budget: call
 * oct9_objects_update first where that must be bounded. */

/* Begins to find the objects that have a point in common with a region, touching included; see
 * oct9_objects_find_next. `region` NULL is everywhere. It is kept by pointer and must not change
 * until the search has ended. `ignored`: categories.
 *
 * - A box, a sphere: exact.
 * - A frustum: the objects that have, for each plane, a point on its inner side: all that meet the
 *   frustum, and near its edges a few that do not.
 *
 * Fails as oct9_visit_begin does of the region. */
oct9_status_t oct9_objects_find_begin(oct9_objects_find_t *find, oct9_objects_t *objects,
                                      const oct9_region_t *region, uint16_t ignored);

/* The next object, each once, in no particular order: 1 and its handle, or 0 when there is none
 * left. OCT9_AGAIN when `budget` nodes and objects were looked at and none was found yet: call
 * again. OCT9_ERR_ARGUMENT iff budget is 0, OCT9_ERR_STALE as above. Reentrant. */
int oct9_objects_find_next(oct9_objects_find_t *find, uint32_t budget, oct9_handle_t *handle);

/* An object that a motion meets. */
typedef struct {
    oct9_handle_t handle;
    oct9_contact_t contact;
} oct9_object_hit_t;

/* A motion among objects. */
typedef struct oct9_objects_cast_input {
    oct9_motion_t motion;    /* a ray, a sphere, a swept sphere */
    uint16_t capacity;       /* how many hits to find, 1 and up; 1 for the first */
    oct9_object_hit_t *hits; /* [capacity]: the first ones, in the order of `num`,
                                those of one num in the order of their indices */
} oct9_objects_cast_input_t;

/* What a cast or a search for the nearest returns. */
typedef struct {
    uint16_t count;          /* of answers */
    uint32_t objects, nodes; /* looked at */
} oct9_objects_output_t;

/* The first hits of a motion, in one call, its state, an oct9_objects_cast_t, on the stack.
 * Fails with OCT9_ERR_ARGUMENT iff the radius is above 32767 or capacity is 0.
 * Cost: the nodes and objects on the way, up to `capacity` moves in the list for each object that
 * enters it, and a contact for each hit. */
oct9_status_t oct9_objects_cast(oct9_objects_t *objects, const oct9_objects_cast_input_t *input,
                                oct9_objects_output_t *output);

/* The same in slices. The input is kept by pointer and must not change, and `hits` is the
 * library's until OCT9_OK. */
oct9_status_t oct9_objects_cast_begin(oct9_objects_cast_t *cast, oct9_objects_t *objects,
                                      const oct9_objects_cast_input_t *input);

/* Looks at not more than `budget` nodes, objects, and hits whose contacts are to be worked out.
 * OCT9_OK: the output is filled. OCT9_AGAIN: the budget is used up, the output's counts of work
 * alone are set; call again. OCT9_ERR_ARGUMENT iff it is 0, OCT9_ERR_STALE as above. */
oct9_status_t oct9_objects_cast_run(oct9_objects_cast_t *cast, uint32_t budget,
                                    oct9_objects_output_t *output);

/* An object near a point. */
typedef struct {
    uint32_t distance_q14; /* to its surface, in 1/256 sub-cell, rounded down; 0
                              inside of it */
    oct9_handle_t handle;
} oct9_object_near_t;

/* A point among objects. */
typedef struct oct9_objects_nearest_input {
    oct9_point_t point;
    uint16_t range_q6;         /* 0..32767: nothing farther counts, compared exactly */
    uint16_t ignored;          /* categories */
    uint16_t capacity;         /* how many to find, 1 and up */
    oct9_object_near_t *found; /* [capacity]: the nearest ones, in the order of
                                  distance_q14, those of one distance in the order of
                                  their indices */
} oct9_objects_nearest_input_t;

/* The nearest objects, in one call or in slices, as oct9_objects_cast; the budget counts nodes and
 * objects.
 * Fails with OCT9_ERR_ARGUMENT iff the range is above 32767 or capacity is 0.
 * Cost: the nodes and objects within reach, and up to `capacity` moves in the list for each object
 * that enters it. */
oct9_status_t oct9_objects_nearest(oct9_objects_t *objects,
                                   const oct9_objects_nearest_input_t *input,
                                   oct9_objects_output_t *output);
oct9_status_t oct9_objects_nearest_begin(oct9_objects_nearest_t *nearest, oct9_objects_t *objects,
                                         const oct9_objects_nearest_input_t *input);
oct9_status_t oct9_objects_nearest_run(oct9_objects_nearest_t *nearest, uint32_t budget,
                                       oct9_objects_output_t *output);

/* --- pairs ----------------------------------------------------------------------------------- */

/* Which pairs are told. */
typedef enum {
    OCT9_PAIRS_ALL,
    OCT9_PAIRS_MOVED /* those with at least one that was added or moved since
                        the last update ended */
} oct9_pairs_of_t;

/* Begins to find the pairs of objects that overlap, touching included: not two static ones, and
 * none of which one ignores the other's category. See "queries" on its cost.
 * OCT9_ERR_ARGUMENT iff `of` is none of the enum's. */
oct9_status_t oct9_objects_pairs_begin(oct9_pairs_t *pairs, oct9_objects_t *objects,
                                       oct9_pairs_of_t of);

/* The next pair, each once, in no particular order: 1 and both handles, that of the lower index
 * first; or 0 when there is none left. OCT9_AGAIN when `budget` nodes and objects were looked at
 * and no pair was found yet: call again. OCT9_ERR_ARGUMENT iff budget is 0, OCT9_ERR_STALE iff the
 * objects were changed since it began (see "queries"). */
int oct9_objects_pairs_next(oct9_pairs_t *pairs, uint32_t budget, oct9_handle_t *a,
                            oct9_handle_t *b);

/* Checks every invariant of nodes, lists and counters: OCT9_OK or OCT9_ERR_BROKEN. For tests, and
 * for a watchdog. Cost: one visit of each node and object. */
oct9_status_t oct9_objects_check(const oct9_objects_t *objects);

#ifdef __cplusplus
}
#endif
#endif
