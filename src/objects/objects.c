/* SPDX-License-Identifier: MIT */
/* Moving objects: adding, moving and removing them, and their place in the loose octree. Source:
 * Ulrich 2000, "Loose octrees". */
#include "src/objects/objects.h"

#include "port/oct9_port.h"
#include "src/number/axes.h"
#include "src/objects/bounds.h"

enum { HALF_MAX = 32767, AGE_MOST = 32767 };

OCT9_STATIC_ASSERT(AGE_MOST + OCT9_OBJECTS_MAX < 65536u, "no mark of a move looks like a new one");

/* --- bounds ---------------------------------------------------------------------------------- */

static inline bool bounds_good(const oct9_bounds_t *bounds)
{
    return bounds->kind <= OCT9_BOUND_BOX &&
           (oct9_bounds_half(bounds, 0) | oct9_bounds_half(bounds, 1) |
            oct9_bounds_half(bounds, 2)) <= HALF_MAX;
}

static inline void set_bounds(oct9_object_t *object, const oct9_bounds_t *bounds)
{
    oct9_bounds_t *own = &object->bounds;
    oct9_point_copy(&own->centre, &bounds->centre);
    own->half_q6[0] = oct9_bounds_half(bounds, 0);
    own->half_q6[1] = oct9_bounds_half(bounds, 1);
    own->half_q6[2] = oct9_bounds_half(bounds, 2);
    own->kind = bounds->kind;
    object->low_x = oct9_bounds_low(own);
}

/* --- lists ----------------------------------------------------------------------------------- */

/* The first element of the list that an object with this value of `node` is in, or comes into. */
static uint16_t *list_of_node(oct9_objects_t *objects, uint16_t node)
{
    return node == OCT9_IN_QUEUE   ? &objects->lists.queue_first
         : node == OCT9_IN_OUTSIDE ? &objects->lists.outside_first
                                   : &objects->node[node].first;
}

/* Updates the counters of a node, and of all of them, when an object that belongs below it enters
 * its list (by 1) or leaves it (by -1). */
static void count_above(oct9_objects_t *objects, uint16_t n, int by)
{
    oct9_object_node_t *node = &objects->node[n];
    const unsigned before = oct9_objects_crowd(objects, node);
    node->above = (uint16_t)(node->above + (unsigned)by);
    objects->crowded = (uint16_t)(objects->crowded - before + oct9_objects_crowd(objects, node));
}

/* Updates the counters when an object enters a list (by 1) or leaves it (by -1). */
static void count_in(oct9_objects_t *objects, const oct9_object_t *object, int by)
{
    uint16_t *const count = object->node == OCT9_IN_QUEUE   ? &objects->queued
                          : object->node == OCT9_IN_OUTSIDE ? &objects->outside
                                                            : &objects->of_level[object->level];
    *count = (uint16_t)(*count + (unsigned)by);
    if (!oct9_object_in_tree(object))
        return;
    oct9_object_node_t *node = &objects->node[object->node];
    node->count = (uint16_t)(node->count + (unsigned)by);
    if (node->level != object->level)
        count_above(objects, object->node, by);
}

/* Updates the parent's bit that says whether the node holds objects. */
static void update_holders(oct9_objects_t *objects, uint16_t n)
{
    const oct9_object_node_t *node = &objects->node[n];
    if (n == OCT9_NODE_ROOT)
        return;
    oct9_object_node_t *parent = &objects->node[node->parent];
    const unsigned bit = 1u << node->place;
    const bool holds = node->first != OCT9_NO_INDEX;
    parent->holders = (uint8_t)(holds ? parent->holders | bit : parent->holders & ~bit);
}

/* Sets what follows on `previous`, or on the beginning of a node's list. */
static inline void set_next(oct9_objects_t *objects, uint16_t node, uint16_t previous,
                            uint16_t next)
{
    if (previous == OCT9_NO_INDEX)
        *list_of_node(objects, node) = next;
    else
        objects->object[previous].next = next;
}

/* Sets what is before `next`, which may be the end of a list. */
static inline void set_previous(oct9_objects_t *objects, uint16_t next, uint16_t previous)
{
    if (next != OCT9_NO_INDEX)
        objects->object[next].previous = previous;
}

/* Puts an object between two neighbours of its list, or ends of the list. */
static inline void insert(oct9_objects_t *objects, uint16_t index, uint16_t previous, uint16_t next)
{
    oct9_object_t *object = &objects->object[index];
    object->previous = previous;
    object->next = next;
    set_next(objects, object->node, previous, index);
    set_previous(objects, next, index);
}

static inline void extract(oct9_objects_t *objects, const oct9_object_t *object)
{
    set_next(objects, object->node, object->previous, object->next);
    set_previous(objects, object->next, object->previous);
}

/* Inserts an object into the sorted list between the two, or as far behind them as it belongs. */
static inline void insert_from(oct9_objects_t *objects, uint16_t index, uint16_t previous,
                               uint16_t next)
{
    const oct9_object_t *object = objects->object;
    const int16_t low = object[index].low_x;
    for (; next != OCT9_NO_INDEX && object[next].low_x < low; next = object[next].next)
        previous = next;
    insert(objects, index, previous, next);
}

static void link(oct9_objects_t *objects, uint16_t index, uint16_t node)
{
    OCT9_ASSERT(index < objects->object_count &&
                (node >= OCT9_IN_OUTSIDE || node < objects->node_count));
    oct9_object_t *object = &objects->object[index];
    const uint16_t first = *list_of_node(objects, node);
    object->node = node;
    if (node == OCT9_IN_QUEUE)
        insert(objects, index, OCT9_NO_INDEX, first);
    else
        insert_from(objects, index, OCT9_NO_INDEX, first);
    count_in(objects, object, 1);
    if (oct9_object_in_tree(object) && first == OCT9_NO_INDEX)
        update_holders(objects, node);
}

static void unlink(oct9_objects_t *objects, uint16_t index)
{
    OCT9_ASSERT(index < objects->object_count && objects->object[index].node != OCT9_IN_NONE);
    const oct9_object_t *object = &objects->object[index];
    extract(objects, object);
    count_in(objects, object, -1);
    if (oct9_object_in_tree(object) && *list_of_node(objects, object->node) == OCT9_NO_INDEX)
        update_holders(objects, object->node);
}

/* Moves an object within its list before the one before it, and as far as its low end belongs.
 * Returns 0. */
static OCT9_NOT_INLINE int sort_back(oct9_objects_t *objects, uint16_t index)
{
    const oct9_object_t *object = objects->object, *own = &object[index];
    uint16_t next = own->previous, previous = object[next].previous;
    OCT9_ASSERT(next != OCT9_NO_INDEX);
    objects->object[next].next = own->next;
    set_previous(objects, own->next, next);
    for (; previous != OCT9_NO_INDEX && object[previous].low_x > own->low_x;
         previous = object[previous].previous)
        next = previous;
    insert(objects, index, previous, next);
    return 0;
}

/* The same behind the one behind it. */
static OCT9_NOT_INLINE int sort_forth(oct9_objects_t *objects, uint16_t index)
{
    const oct9_object_t *object = objects->object, *own = &object[index];
    const uint16_t previous = own->next;
    OCT9_ASSERT(previous != OCT9_NO_INDEX);
    set_next(objects, own->node, own->previous, previous);
    objects->object[previous].previous = own->previous;
    insert_from(objects, index, previous, object[previous].next);
    return 0;
}

/* Restores the order of a list after an object's low end went back or forth. Returns 0. */
static inline int sort_again(oct9_objects_t *objects, uint16_t index, int32_t low, bool back)
{
    const oct9_object_t *object = objects->object, *own = &object[index];
    const uint16_t beside = back ? own->previous : own->next;
    if (beside == OCT9_NO_INDEX)
        return 0;
    if (back)
        return object[beside].low_x > low ? sort_back(objects, index) : 0;
    return object[beside].low_x < low ? sort_forth(objects, index) : 0;
}

/* --- into the tree, within it, and out of it -------------------------------------------------- */

/* Puts an object that is in no list into the tree. It descends from a live node of at least the
 * object's level that contains the object's centre. */
static void put_object(oct9_objects_t *objects, uint16_t index, uint16_t n)
{
    const oct9_object_t *object = &objects->object[index];
    const oct9_object_node_t *node = &objects->node[n];
    while (node->level > object->level && oct9_objects_passes_on(objects, node)) {
        const unsigned place = oct9_place_child(&object->bounds.centre, node->level - 1u);
        const uint16_t child = oct9_objects_child(objects, n, place);
        if (child == OCT9_NO_INDEX)
            break;
        n = child;
        node = &objects->node[n];
    }
    OCT9_ASSERT(node->level >= object->level);
    link(objects, index, n);
}

bool oct9_objects_flush(oct9_objects_t *objects, uint32_t *budget)
{
    uint16_t index;
    while ((index = objects->lists.queue_first) != OCT9_NO_INDEX) {
        if (*budget == 0)
            return false;
        --*budget;
        unlink(objects, index);
        put_object(objects, index, OCT9_NODE_ROOT);
    }
    return true;
}

/* True if a node of `level` that contains the point `from` contains the point `to`. Except for the
 * root, the corners of a node are multiples of its size. */
static inline bool stays_in(unsigned level, const oct9_point_t *from, const oct9_point_t *to)
{
    if (level == OCT9_LEVELS)
        return oct9_point_inside(to);
    const int differ = (from->x ^ to->x) | (from->y ^ to->y) | (from->z ^ to->z);
    return (unsigned)differ >> (6u + level) == 0;
}

/* True if an object in the tree changes its centre alone and stays in the node that holds it. */
static inline bool stays(const oct9_objects_t *objects, const oct9_object_t *object,
                         const oct9_bounds_t *to)
{
    const oct9_bounds_t *own = &object->bounds;
    return oct9_object_in_tree(object) && own->kind == to->kind &&
           own->half_q6[0] == to->half_q6[0] &&
           (own->kind == OCT9_BOUND_SPHERE ||
            (own->half_q6[1] == to->half_q6[1] && own->half_q6[2] == to->half_q6[2])) &&
           stays_in(objects->node[object->node].level, &own->centre, &to->centre);
}

/* Goes up from a node to one that contains the object before and after, and is large enough for
 * it. */
static uint16_t go_up(const oct9_objects_t *objects, uint16_t n, const oct9_point_t *from,
                      const oct9_point_t *to, unsigned to_level)
{
    const unsigned common = oct9_place_level(oct9_place_differ(from, to));
    while (objects->node[n].level < common || objects->node[n].level < to_level)
        n = objects->node[n].parent;
    return n;
}

/* Gives an object its new bounds and puts it where they belong. The node that it leaves is released
 * last, because all nodes above both must stay live. */
static void resettle_object(oct9_objects_t *objects, uint16_t index, const oct9_bounds_t *to,
                            unsigned to_level)
{
    oct9_object_t *object = &objects->object[index];
    const bool was_in_tree = oct9_object_in_tree(object);
    const uint16_t from = object->node;
    uint16_t node = OCT9_NODE_ROOT;
    if (was_in_tree && to_level != OCT9_LEVEL_OUTSIDE)
        node = go_up(objects, from, &object->bounds.centre, &to->centre, to_level);
    unlink(objects, index);
    set_bounds(object, to);
    object->level = (uint8_t)to_level;
    if (to_level == OCT9_LEVEL_OUTSIDE)
        link(objects, index, OCT9_IN_OUTSIDE);
    else
        put_object(objects, index, node);
    if (was_in_tree)
        oct9_objects_release(objects, from);
}

/* --- the calls ------------------------------------------------------------------------------- */

oct9_status_t oct9_objects_init(oct9_objects_t *objects, const oct9_objects_config_t *config)
{
    OCT9_ASSERT(objects && config && config->object && config->node);
    if (config->object_count == 0 || config->object_count > OCT9_OBJECTS_MAX ||
        config->node_count == 0 || config->node_count > OCT9_OBJECT_NODES_MAX ||
        (config->placement != OCT9_LOOSE && config->placement != OCT9_ENCLOSING) ||
        config->least_level > OCT9_LEVELS)
        return OCT9_REFUSE();
    objects->object = config->object;
    objects->node = config->node;
    objects->object_count = (uint16_t)config->object_count;
    objects->node_count = (uint16_t)config->node_count;
    objects->placement = (uint8_t)config->placement;
    objects->least_level = config->least_level;
    objects->capacity = config->capacity == 0 ? OCT9_OBJECTS_CAPACITY : config->capacity;
    for (unsigned level = 0; level <= OCT9_LEVELS; level++)
        objects->of_level[level] = 0;
    objects->tick = 0;
    objects->used = objects->peak = objects->queued = objects->outside = 0;
    objects->crowded = objects->moved = objects->lists.crowded_next = 0;
    objects->lists.aged_next = 0;
    objects->dynamic = 0;
    objects->changes++; /* any value before */
    objects->lists.queue_first = objects->lists.outside_first = OCT9_NO_INDEX;
    objects->lists.free_object = OCT9_NO_INDEX;
    for (uint16_t i = objects->object_count; i-- > 0;) {
        objects->object[i].node = OCT9_IN_NONE;
        objects->object[i].generation = 1;
        objects->object[i].moved_tick = UINT16_MAX;
        objects->object[i].next = objects->lists.free_object;
        objects->lists.free_object = i;
    }
    oct9_objects_nodes_init(objects);
    return OCT9_OK;
}

static void mark_moved(oct9_objects_t *objects, oct9_object_t *object)
{
    objects->changes++;
    if (!oct9_object_moved(objects, object))
        objects->moved++;
    object->moved_tick = (uint16_t)objects->tick;
}

int oct9_objects_add(oct9_objects_t *objects, const oct9_objects_add_input_t *input,
                     oct9_handle_t *handle)
{
    OCT9_ASSERT(objects && input && handle);
    const uint16_t index = objects->lists.free_object;
    if (!bounds_good(&input->bounds))
        return OCT9_REFUSE();
    if (index == OCT9_NO_INDEX)
        return OCT9_ERR_OBJECTS_FULL;
    oct9_object_t *object = &objects->object[index];
    objects->lists.free_object = object->next;
    if (++objects->used > objects->peak)
        objects->peak = objects->used;
    set_bounds(object, &input->bounds);
    object->category = input->category;
    object->ignored = input->ignored;
    object->is_static = input->is_static;
    objects->dynamic = (uint16_t)(objects->dynamic + !input->is_static);
    object->moved_tick = (uint16_t)(objects->tick - 1u);
    mark_moved(objects, object);
    const unsigned level = oct9_objects_level(objects, &object->bounds);
    object->level = (uint8_t)level;
    link(objects, index, level == OCT9_LEVEL_OUTSIDE ? OCT9_IN_OUTSIDE : OCT9_IN_QUEUE);
    oct9_objects_handle(objects, index, handle);
    return level == OCT9_LEVEL_OUTSIDE;
}

const oct9_object_t *oct9_objects_get(const oct9_objects_t *objects, oct9_handle_t handle)
{
    OCT9_ASSERT(objects);
    if (handle.index >= objects->object_count)
        return NULL;
    const oct9_object_t *object = &objects->object[handle.index];
    return object->generation == handle.generation && object->node != OCT9_IN_NONE ? object : NULL;
}

/* Moves an object that stays in its node and on its level. Returns 0. */
static inline int slide(oct9_objects_t *objects, uint16_t index, const oct9_bounds_t *to)
{
    oct9_object_t *const object = &objects->object[index];
    const bool back = to->centre.x < object->bounds.centre.x;
    const int32_t low = to->centre.x - (int32_t)object->bounds.half_q6[0];
    OCT9_ASSERT(low >= INT16_MIN); /* in the tree */
    mark_moved(objects, object);
    oct9_point_copy(&object->bounds.centre, &to->centre);
    object->low_x = (int16_t)low;
    return sort_again(objects, index, low, back);
}

/* As oct9_objects_move, for all but objects that slide in a loose octree. */
static OCT9_NOT_INLINE int move_far(oct9_objects_t *objects, oct9_handle_t handle,
                                    const oct9_bounds_t *bounds)
{
    if (!oct9_objects_get(objects, handle))
        return OCT9_ERR_HANDLE;
    if (!bounds_good(bounds))
        return OCT9_REFUSE();
    oct9_object_t *const object = &objects->object[handle.index];
    const unsigned level = oct9_objects_level(objects, bounds);
    if (level == object->level && stays(objects, object, bounds))
        return slide(objects, handle.index, bounds);
    mark_moved(objects, object);
    resettle_object(objects, handle.index, bounds, level);
    return level == OCT9_LEVEL_OUTSIDE;
}

int oct9_objects_move(oct9_objects_t *objects, oct9_handle_t handle, const oct9_bounds_t *bounds)
{
    OCT9_ASSERT(objects && bounds);
    if (handle.index < objects->object_count && objects->placement == OCT9_LOOSE) {
        const oct9_object_t *const object = &objects->object[handle.index];
        if (object->generation == handle.generation && stays(objects, object, bounds))
            return slide(objects, handle.index, bounds);
    }
    return move_far(objects, handle, bounds);
}

oct9_status_t oct9_objects_set(oct9_objects_t *objects, oct9_handle_t handle, uint16_t category,
                               uint16_t ignored, bool is_static)
{
    OCT9_ASSERT(objects);
    if (!oct9_objects_get(objects, handle))
        return OCT9_ERR_HANDLE;
    oct9_object_t *object = &objects->object[handle.index];
    mark_moved(objects, object);
    objects->dynamic = (uint16_t)(objects->dynamic + object->is_static - is_static);
    object->category = category;
    object->ignored = ignored;
    object->is_static = is_static;
    return OCT9_OK;
}

oct9_status_t oct9_objects_remove(oct9_objects_t *objects, oct9_handle_t handle)
{
    OCT9_ASSERT(objects);
    if (!oct9_objects_get(objects, handle))
        return OCT9_ERR_HANDLE;
    oct9_object_t *object = &objects->object[handle.index];
    unlink(objects, handle.index);
    if (oct9_object_in_tree(object))
        oct9_objects_release(objects, object->node);
    if (oct9_object_moved(objects, object))
        objects->moved--;
    objects->changes++;
    objects->dynamic = (uint16_t)(objects->dynamic - !object->is_static);
    object->node = OCT9_IN_NONE;
    if (++object->generation == 0)
        object->generation = 1;
    object->next = objects->lists.free_object;
    objects->lists.free_object = handle.index;
    objects->used--;
    return OCT9_OK;
}

/* True if a crowded object in the tree can go down. */
static bool could_settle(const oct9_objects_t *objects, const oct9_object_t *object)
{
    if (!oct9_object_in_tree(object))
        return false;
    const oct9_object_node_t *node = &objects->node[object->node];
    return node->level != object->level && oct9_objects_crowd(objects, node) != 0 &&
           (node->child[oct9_place_child(&object->bounds.centre, node->level - 1u)] !=
                OCT9_NO_INDEX ||
            oct9_objects_room(objects));
}

/* Moves crowded objects down to where they belong, or nearer to it. Each object visited takes one
 * from the budget. Returns false if the budget ends first. */
static bool settle_crowded(oct9_objects_t *objects, uint32_t *budget)
{
    for (; objects->crowded != 0 && objects->lists.crowded_next < objects->object_count;
         objects->lists.crowded_next++) {
        const uint16_t index = objects->lists.crowded_next;
        const oct9_object_t *object = &objects->object[index];
        if (*budget == 0)
            return false;
        --*budget;
        if (!could_settle(objects, object))
            continue;
        unlink(objects, index);
        put_object(objects, index, object->node);
    }
    return true;
}

/* Looks at one object a tick, each in turn: a mark of a move that is more than 2^15 - 1 ticks old
 * is set to that age. All are looked at within 2^15 - 1 ticks, so that no mark's age reaches 2^16,
 * at which it would look like the present tick. */
static void next_tick(oct9_objects_t *objects)
{
    oct9_object_t *object = &objects->object[objects->lists.aged_next];
    objects->moved = 0;
    objects->tick++;
    if ((uint16_t)(objects->tick - object->moved_tick) > AGE_MOST)
        object->moved_tick = (uint16_t)(objects->tick - AGE_MOST);
    if (++objects->lists.aged_next == objects->object_count)
        objects->lists.aged_next = 0;
}

oct9_status_t oct9_objects_update(oct9_objects_t *objects, uint32_t budget)
{
    OCT9_ASSERT(objects);
    if (budget == 0)
        return OCT9_REFUSE();
    objects->changes++;
    if (!oct9_objects_flush(objects, &budget) || !settle_crowded(objects, &budget) ||
        !oct9_objects_expire(objects, &budget))
        return OCT9_AGAIN;
    objects->lists.crowded_next = 0;
    next_tick(objects);
    return OCT9_OK;
}
