/* SPDX-License-Identifier: MIT */
/* Moving objects: spheres and boxes with handles, in a loose octree.
 *
 * This is the broad phase of collision detection: it finds the objects in a region, the first ones
 * that a motion meets, the nearest ones, and the pairs that overlap. In each tick a program moves
 * what has moved, runs its queries, and calls oct9_objects_update.
 *
 * Example, with (oct9_objects_t *objects, oct9_handle_t handle, const oct9_bounds_t *bounds,
 *                oct9_pairs_t *pairs, void (*report)(oct9_handle_t, oct9_handle_t)):
 *
 *     oct9_object_pair_t pair[8];
 *     int count;
 *     if (oct9_objects_move(objects, handle, bounds) < 0)
 *         return;
 *     (void)oct9_objects_pairs_begin(pairs, objects, OCT9_PAIRS_MOVED, 0);
 *     while ((count = oct9_objects_pairs_next(pairs, UINT32_MAX, pair, 8)) > 0)
 *         while (count-- > 0)
 *             report(pair[count].a, pair[count].b);
 *     (void)oct9_objects_update(objects, UINT32_MAX);
 *
 * Placement. Under OCT9_LOOSE an object belongs to the node that holds its centre, at the smallest
 * level whose size is at least the object's size. A few shifts find that node. All objects of a
 * node lie in the node grown by half of its size on each side, or by half of the size of the
 * largest node to which an object belongs, if that is less. Under OCT9_ENCLOSING an object belongs
 * to the smallest node that holds the whole object: an object that crosses a middle plane is held
 * at a high level.
 *
 * A node is split only when necessary: it keeps the objects that belong below it until they are
 * more than its capacity. Then each goes on to a child: the one that comes at once, the others at
 * the next updates. `crowded` counts those that are still to go on. A node stays split as long as
 * an object is below it. So a few objects are all in the root, and a query goes through one list.
 * The list of each node is sorted by the low ends of the objects on x, so that it is read only as
 * far as it matters.
 *
 * Nodes come from a pool. A branch without objects is kept for some updates, because objects may
 * come back: for 8 updates at first, then for twice as many each time that it is used again, up to
 * 64. Then it returns to the pool, or sooner if the pool has no other node left. Where the pool has
 * no node for an object, the object stays where it is, crowded. All results stay exact, queries
 * take longer, and an update moves the object on when there is room. So adding an
 * object can fail for want of a record, never of a node.
 *
 * For n objects at most 1 + 9 n nodes are live, and 1 as long as n was never above the capacity.
 * For 1,000 objects, as dense as in the benchmark, n / 10 are live. The pool needs no room for the
 * kept ones: they are reused first.
 *
 * An object stays outside the tree if it is too large for the cube, or if its centre (under
 * OCT9_ENCLOSING any part of it) lies outside the cube. It is in a list that every query reads.
 *
 * All results are exact, and objects that touch count as overlapping. One writer. Readers must
 * not overlap a write: a query that interrupts one returns OCT9_OK. The _begin of a query writes:
 * it moves the queue into the tree, see "Queries".
 *
 * Source: loose octree (Ulrich 2000, "Loose octrees"); branches that live longer when they are used
 * again (the moving-object octree on GDnet); lists sorted on an axis (Baraff 1992, "Dynamic
 * simulation of non-penetrating rigid bodies"). */
#ifndef OCT9_OBJECTS_H
#define OCT9_OBJECTS_H

#include "oct9/detail/objects.h"
#include "oct9/primitive.h"

#ifdef __cplusplus
extern "C" {
#endif

#define OCT9_OBJECTS_MAX 32767u
#define OCT9_OBJECT_NODES_MAX 32767u

/* The capacity of nodes for a config that names none: about the number of objects from which on a
 * split node makes a tick shorter (bench/objects_cost). */
#define OCT9_OBJECTS_CAPACITY 100u

/* The shape of an object. */
typedef enum {
    OCT9_BOUND_SPHERE, /* half_q6[0] is the radius; the others are not read */
    OCT9_BOUND_BOX     /* from centre - half_q6 to centre + half_q6 */
} oct9_bound_kind_t;

/* The shape and place of an object. Use oct9_mm_sphere or oct9_mm_obb to convert from
 * millimetres. */
typedef struct {
    oct9_point_t centre; /* Q9.6, inside or outside the cube */
    uint16_t half_q6[3]; /* 0..32767 sub-cells */
    uint16_t kind;       /* oct9_bound_kind_t */
} oct9_bounds_t;

/* The name of an object. It is valid until the object is removed, and never again (until 65,534
 * other objects had the same index). No handle is all zero. The index is below object_count, and no
 * two objects share one at the same time, so it may index an array of the caller. After
 * oct9_objects_init the indices come as 0, 1, 2, ... until an object is removed. oct9_objects_init
 * removes all objects and begins with new handles that may equal old ones: forget the old ones. */
typedef struct {
    uint16_t index, generation; /* generation: at least 1 */
} oct9_handle_t;

/* The record of an object. Read it, do not write it. */
typedef struct oct9_object {
    oct9_bounds_t bounds; /* a sphere has its radius in each half_q6 */
    uint16_t category;    /* bits that the caller chooses */
    uint16_t ignored;     /* categories with which it makes no pairs */
    uint16_t generation;
    uint16_t next, previous; /* in the list of its node, or in another list */
    uint16_t node;           /* the node that holds it, or a mark of the library */
    int16_t low_x;           /* its low end on x in sub-cells, or -32768 if that is lower */
    uint16_t moved_tick;     /* the tick of its last move, modulo 2^16; if that is 2^15 ticks ago or
                                more, a later tick, at least 2^15 - 1 ticks ago */
    bool is_static;
    uint8_t level; /* of the node to which it belongs; the one that holds it may be larger */
} oct9_object_t;

/* To which node an object belongs: see "Placement" above. */
typedef enum { OCT9_LOOSE, OCT9_ENCLOSING } oct9_placement_t;

/* The caller owns the arrays, which must outlive the objects. */
typedef struct {
    oct9_object_t *object;    /* [object_count] */
    oct9_object_node_t *node; /* [node_count] */
    uint32_t object_count;    /* 1..OCT9_OBJECTS_MAX */
    uint32_t node_count;      /* 1..OCT9_OBJECT_NODES_MAX */
    oct9_placement_t placement;
    uint16_t capacity;   /* a node with more objects than this passes them on to its children; 0 is
                            OCT9_OBJECTS_CAPACITY */
    uint8_t least_level; /* 0..OCT9_LEVELS: no object belongs to a node of a lower level */
} oct9_objects_config_t;

/* A set of objects. Read the counters; only the library uses the other fields. */
typedef struct oct9_objects {
    oct9_object_t *object;
    oct9_object_node_t *node;
    uint32_t tick;    /* updates that have ended, modulo 2^32 */
    uint32_t changes; /* changes of all kinds, modulo 2^32; constant during a query */
    uint16_t object_count, node_count;
    uint16_t used, nodes_used; /* objects and nodes in use now */
    uint16_t peak, nodes_peak; /* the most that were ever in use */
    uint16_t queued;           /* added, not yet in the tree */
    uint16_t outside;          /* in the list of objects outside the tree */
    uint16_t crowded;          /* to go down when an update has the time and the pool the nodes */
    uint16_t moved;            /* added or moved since the last update ended */
    uint16_t dynamic;          /* objects that are not static */
    uint16_t capacity;         /* as in the config, not 0 */
    uint16_t of_level[OCT9_LEVELS + 1]; /* objects in the tree that belong to a node of the level */
    uint8_t placement;                  /* oct9_placement_t */
    uint8_t least_level;
    oct9_objects_lists_t lists;
} oct9_objects_t;

/* Makes an empty set of objects. `changes` continues from the number that this memory holds, so
 * that queries of the earlier set fail with OCT9_ERR_STALE: do not clear the memory while a query
 * is in progress.
 * Fails with OCT9_ERR_ARGUMENT iff a count, the placement or the least level is out of its range.
 * It writes each object and each node.
 * Stack: M0 44 bytes. One writer. */
oct9_status_t oct9_objects_init(oct9_objects_t *objects, const oct9_objects_config_t *config);

/* A new object. */
typedef struct {
    oct9_bounds_t bounds;
    uint16_t category; /* bits that the caller chooses */
    uint16_t ignored;  /* categories with which it makes no pairs */
    bool is_static;    /* it makes no pairs with other static ones, but may move */
} oct9_objects_add_input_t;

/* Adds an object to the queue; the next query or update moves it into the tree. Returns 0, or 1 if
 * the object stays outside the tree (see the head of this file).
 * Fails with OCT9_ERR_ARGUMENT iff a half_q6 that is read is above 32767 or the kind is not one of
 * its enum's, else with OCT9_ERR_OBJECTS_FULL iff all object_count records are in use; `handle` is
 * not written then.
 * Its cost is constant, outside the tree it grows with the objects outside.
 * Stack: M0 112 bytes. One writer. */
int oct9_objects_add(oct9_objects_t *objects, const oct9_objects_add_input_t *input,
                     oct9_handle_t *handle);

/* Moves an object, or changes its size or kind. Returns 0, or 1 if the object is outside the tree
 * now.
 * Fails with OCT9_ERR_HANDLE iff no object has this handle, OCT9_ERR_ARGUMENT iff a half_q6 that
 * is read is above 32767 or the kind is not one of its enum's; nothing is changed then.
 * Its cost grows with the objects that it passes in the list of its node, on x. Where it changes
 * its node it grows with the levels up from the old one and down to the new one, and with the
 * objects before it in the new list.
 * Stack: M0 200 bytes. One writer. */
int oct9_objects_move(oct9_objects_t *objects, oct9_handle_t handle, const oct9_bounds_t *bounds);

/* Sets the category of an object, the categories with which it makes no pairs, and whether it is
 * static. Its handle and its place stay. It counts as moved: its pairs may be others now.
 * Fails with OCT9_ERR_HANDLE iff no object has this handle; nothing is changed then.
 * Its cost is constant.
 * Stack: M0 40 bytes. One writer. */
oct9_status_t oct9_objects_set(oct9_objects_t *objects, oct9_handle_t handle, uint16_t category,
                               uint16_t ignored, bool is_static);

/* Removes an object. Its cost is constant.
 * Fails with OCT9_ERR_HANDLE iff no object has this handle, as after its removal.
 * Stack: M0 76 bytes. One writer. */
oct9_status_t oct9_objects_remove(oct9_objects_t *objects, oct9_handle_t handle);

/* Returns how far the bounding box of `bounds` extends beyond the cube, in sub-cells: the most of
 * all six faces, 0..49151; 0 if the cube contains it. The high faces do not belong to the cube. It
 * says by how much a caller must move the cube for an object that stays outside the tree. It does
 * not check the bounds.
 * Stack: M0 104 bytes. Reentrant. */
uint16_t oct9_objects_beyond(const oct9_bounds_t *bounds);

/* Returns the object of a handle, or NULL if no object has this handle, as after its removal. Its
 * cost is constant.
 * Stack: M0 8 bytes. Reentrant. */
const oct9_object_t *oct9_objects_get(const oct9_objects_t *objects, oct9_handle_t handle);

/* Ends a tick. It moves the queue into the tree, then crowded objects further down where there is
 * room, at most as far as to a node that is not split, gives back the empty branches whose time has
 * ended, and counts the tick. `budget` is the most objects that it moves or checks and nodes that
 * it gives back, where a node counts with those above it that then have no child, up to 8; if any
 * object is crowded, it checks all objects. Returns OCT9_OK when the tick has ended, OCT9_AGAIN
 * when the budget is used up and it has not: call again.
 * Fails with OCT9_ERR_ARGUMENT iff budget is 0.
 * Its cost grows with the objects that it moves, at most 9 levels for each and the objects before
 * it in its list, and with the nodes that it gives back.
 * Stack: M0 160 bytes. One writer. */
oct9_status_t oct9_objects_update(oct9_objects_t *objects, uint32_t budget);

/* --- Queries ---------------------------------------------------------------------------------
 *
 * A change ends all queries in progress, pairs included: their next call fails with OCT9_ERR_STALE
 * iff a call of oct9_objects_init, _add, _move, _set, _remove or _update has succeeded since they
 * began, or an _update has returned OCT9_AGAIN. Collect the handles first, then change the objects.
 * Other queries may begin and run in between.
 *
 * A _begin moves the whole queue into the tree, without a budget: at most 9 levels for each object,
 * and the objects before it in its list. Call
 * oct9_objects_update first where that time must be bounded.
 *
 * `ignored` are categories: a query leaves out the objects that have a category and none that
 * counts (see oct9_primitive_t). So 0 asks for all objects, and 0xFFFF for those of category 0. */

/* Begins to find the objects that overlap or touch a region; oct9_objects_find_next returns them.
 * `region` NULL is everywhere. The region is kept by pointer and must not change until the search
 * has ended. Objects of the categories in `ignored` are left out (see oct9_primitive_t).
 * Fails as oct9_visit_begin does for the region.
 * The result is exact for a box and a sphere. For a frustum it finds the objects that have, for
 * each plane, a point on its inner side: all that overlap the frustum, and a few more near its
 * edges.
 * Stack: M0 184 bytes. One writer. */
oct9_status_t oct9_objects_find_begin(oct9_objects_find_t *find, oct9_objects_t *objects,
                                      const oct9_region_t *region, uint16_t ignored);

/* Finds the next object, each once, in unspecified order. Returns 1 and its handle, 0 when none is
 * left, or OCT9_AGAIN when it has visited `budget` nodes and objects and found none: call again.
 * Fails with OCT9_ERR_ARGUMENT iff budget is 0, OCT9_ERR_STALE iff the objects were changed since
 * the search began.
 * Stack: M0 464 bytes. Reentrant. */
int oct9_objects_find_next(oct9_objects_find_t *find, uint32_t budget, oct9_handle_t *handle);

/* An object that a motion meets. */
typedef struct {
    oct9_handle_t handle;
    oct9_contact_t contact;
} oct9_object_hit_t;

/* A motion among objects. */
typedef struct oct9_objects_cast_input {
    oct9_motion_t motion;    /* a ray, a sphere, a swept sphere */
    uint16_t ignored;        /* categories */
    uint16_t before;         /* 0, or only hits whose `num` is below it count */
    uint16_t capacity;       /* the most hits to find, at least 1; 1 for the first hit only */
    oct9_object_hit_t *hits; /* [capacity]: the first hits, in the order of `num`; those of equal
                                num in the order of their indices */
    const oct9_object_hit_t *after; /* NULL, or the hit after which to go on, in that order: the
                                       last one of an earlier cast; read by _begin alone, so it may
                                       be one of `hits` */
    oct9_policy_t start_inside; /* BLOCKS: what the motion touches at its start is a hit. PASSES: it
                                   is none. LEAVES: it is none if the centre is not in the object
                                   and does not come nearer to it: see rules.h. Exact */
} oct9_objects_cast_input_t;

/* The result of a cast or of a search for the nearest. */
typedef struct {
    uint16_t count; /* hits, or objects found */
    bool more;      /* the list is full, so that there may be more: ask again with `after` */
    uint32_t objects, nodes; /* visited */
} oct9_objects_output_t;

/* Finds the first objects that a motion meets, in one call. Keeps its state, an
 * oct9_objects_cast_t, on the stack.
 * Fails with OCT9_ERR_ARGUMENT iff the radius is above 32767, capacity is 0 or start_inside is not
 * in its enum.
 * oct9_contact_t says what is exact.
 * Its cost grows with the nodes and objects near the motion, with up to `capacity` moves in the
 * list for each object that enters it, and with one contact for each hit. It also moves the queue
 * into the tree.
 * Stack: M0 728 bytes. One writer. */
oct9_status_t oct9_objects_cast(oct9_objects_t *objects, const oct9_objects_cast_input_t *input,
                                oct9_objects_output_t *output);

/* Begins a cast in slices; oct9_objects_cast_run continues it. The input is kept by pointer and
 * must not change, and the caller must not touch `hits`, until OCT9_OK.
 * Fails with OCT9_ERR_ARGUMENT iff the radius is above 32767, capacity is 0 or start_inside is not
 * in its enum.
 * Stack: M0 168 bytes. One writer. */
oct9_status_t oct9_objects_cast_begin(oct9_objects_cast_t *cast, oct9_objects_t *objects,
                                      const oct9_objects_cast_input_t *input);

/* Continues a cast. `budget` is the most nodes and objects that it visits and contacts that it
 * computes. Returns OCT9_OK when `hits` and `output` are filled, OCT9_AGAIN when the budget is used
 * up: call again. `output` has then only the counts of objects and nodes.
 * Fails with OCT9_ERR_ARGUMENT iff budget is 0, OCT9_ERR_STALE iff the objects were changed since
 * the cast began.
 * Stack: M0 624 bytes. Reentrant. */
oct9_status_t oct9_objects_cast_run(oct9_objects_cast_t *cast, uint32_t budget,
                                    oct9_objects_output_t *output);

/* An object near a point. */
typedef struct {
    uint32_t distance_q14; /* to its surface, in 1/256 sub-cell, rounded down; 0 inside the
                              object */
    oct9_handle_t handle;
} oct9_object_near_t;

/* A point among objects. */
typedef struct oct9_objects_nearest_input {
    oct9_point_t point;
    uint16_t range_q6;         /* 0..32767 sub-cells: farther objects are left out, exactly */
    uint16_t ignored;          /* categories */
    uint16_t capacity;         /* the most objects to find, at least 1 */
    oct9_object_near_t *found; /* [capacity]: the nearest objects, in the order of distance_q14;
                                  those of equal distance in the order of their indices */
    const oct9_object_near_t *after; /* NULL, or the object after which to go on, in that order: the
                                        last one of an earlier search; read by _begin alone, so it
                                        may be one of `found` */
} oct9_objects_nearest_input_t;

/* Finds the nearest objects in one call. Keeps its state, an oct9_objects_nearest_t, on the stack.
 * Fails with OCT9_ERR_ARGUMENT iff the range is above 32767 or capacity is 0.
 * The range is compared exactly; distances are rounded down to 1/256 sub-cell.
 * Its cost grows with the nodes and objects within reach, and with up to `capacity` moves in the
 * list for each object that enters it. It also moves the queue into the tree.
 * Stack: M0 640 bytes. One writer. */
oct9_status_t oct9_objects_nearest(oct9_objects_t *objects,
                                   const oct9_objects_nearest_input_t *input,
                                   oct9_objects_output_t *output);

/* Begins a search for the nearest objects in slices; oct9_objects_nearest_run continues it. The
 * input is kept by pointer and must not change, and the caller must not touch `found`, until
 * OCT9_OK.
 * Fails with OCT9_ERR_ARGUMENT iff the range is above 32767 or capacity is 0.
 * Stack: M0 168 bytes. One writer. */
oct9_status_t oct9_objects_nearest_begin(oct9_objects_nearest_t *nearest, oct9_objects_t *objects,
                                         const oct9_objects_nearest_input_t *input);

/* Continues a search for the nearest objects. `budget` is the most nodes and objects that it
 * visits. Returns OCT9_OK when `found` and `output` are filled, OCT9_AGAIN when the budget is used
 * up: call again. `output` has then only the counts of objects and nodes.
 * Fails with OCT9_ERR_ARGUMENT iff budget is 0, OCT9_ERR_STALE iff the objects were changed since
 * the search began.
 * Stack: M0 536 bytes. Reentrant. */
oct9_status_t oct9_objects_nearest_run(oct9_objects_nearest_t *nearest, uint32_t budget,
                                       oct9_objects_output_t *output);

/* --- Pairs ----------------------------------------------------------------------------------- */

/* Which pairs to find. */
typedef enum {
    OCT9_PAIRS_ALL,
    OCT9_PAIRS_MOVED /* those with an object that was added or moved since the last update
                        ended */
} oct9_pairs_of_t;

/* Begins to find the pairs of objects that overlap or touch; oct9_objects_pairs_next returns them.
 * Two static objects make no pair, nor do two of which one ignores the other's category. Objects of
 * the categories in `ignored` are left out.
 * Fails with OCT9_ERR_ARGUMENT iff `of` is not one of its enum's.
 * It also moves the queue into the tree: see "Queries".
 * Stack: M0 168 bytes. One writer. */
oct9_status_t oct9_objects_pairs_begin(oct9_pairs_t *pairs, oct9_objects_t *objects,
                                       oct9_pairs_of_t of, uint16_t ignored);

/* Two objects that overlap or touch. */
typedef struct oct9_object_pair {
    oct9_handle_t a, b; /* the one with the lower index first */
} oct9_object_pair_t;

/* Fills `found` with up to `capacity` pairs, each once, in unspecified order. Returns how many; 0
 * when none is left; or OCT9_AGAIN when it has visited `budget` nodes and objects and found none:
 * call again. A call that has found pairs may return before the array is full because the budget is
 * used up. A capacity above 32767 counts as 32767.
 * Fails with OCT9_ERR_ARGUMENT iff budget or capacity is 0, OCT9_ERR_STALE iff the objects were
 * changed since the search began.
 * The result is exact.
 * Stack: M0 208 bytes. Reentrant. */
int oct9_objects_pairs_next(oct9_pairs_t *pairs, uint32_t budget, oct9_object_pair_t *found,
                            uint16_t capacity);

/* How two objects touch, how far they are apart, or how deep they overlap. */
typedef struct {
    oct9_point_t point;   /* the middle between the two points of their surfaces that are nearest to
                             each other, or deepest in each other; where many are, the middle of
                             them. Rounded down; a coordinate below -32768 or above 32767 is limited
                             to the range of int16_t */
    int16_t normal[3];    /* from the first object toward the second: Q1.14, rounded to the nearest.
                             The second object leaves the first on the shortest displacement in this
                             direction */
    int32_t distance_q14; /* between their surfaces, in 1/256 sub-cell, rounded down; negative: the
                             depth, the length of that shortest displacement */
} oct9_object_contact_t;

/* Returns 1 and the contact of two objects if they touch or overlap, 0 and the same if they are
 * apart. It asks for no category and no pair; the two may be the same object.
 * Fails with OCT9_ERR_HANDLE iff no object has one of the handles; `contact` is not written then.
 * All results are exact, rounded as oct9_object_contact_t says. Where the centre of a sphere is in
 * a box, or two boxes overlap, the normal is along an axis: of equal displacements the first of +x,
 * -x, +y, -y, +z, -z.
 * Its cost is constant.
 * Stack: M0 256 bytes. Reentrant. */
int oct9_objects_contact(const oct9_objects_t *objects, oct9_handle_t a, oct9_handle_t b,
                         oct9_object_contact_t *contact);

/* Checks every invariant of nodes, lists and counters, for tests and for a watchdog. It visits each
 * node and each object once.
 * Fails with OCT9_ERR_BROKEN iff an invariant does not hold.
 * Stack: M0 216 bytes. Reentrant. */
oct9_status_t oct9_objects_check(const oct9_objects_t *objects);

#ifdef __cplusplus
}
#endif
#endif
