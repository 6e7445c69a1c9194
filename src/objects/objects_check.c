/* SPDX-License-Identifier: MIT */
/* The check of every invariant of moving objects. It trusts nothing that it reads: it compares each
 * index with its pool's size before it follows it. Each list ends: a ring would need an element
 * with two links back, and at the latest the count reaches the pool's size. */
#include "port/oct9_port.h"
#include "src/objects/objects.h"

/* The counts of the visit of all nodes. */
typedef struct {
    uint32_t nodes, empty, objects, crowded;
    uint16_t of_level[OCT9_LEVELS + 1];
} tally_t;

static bool is_object(const oct9_objects_t *objects, uint16_t index)
{
    return index < objects->object_count;
}

static bool is_node(const oct9_objects_t *objects, uint16_t index)
{
    return index < objects->node_count;
}

/* --- lists of objects ------------------------------------------------------------------------ */

/* True if an object of a list belongs there. */
static bool object_good(const oct9_objects_t *objects, uint16_t index, uint16_t previous,
                        uint16_t node)
{
    const oct9_object_t *object = &objects->object[index];
    const bool outside = object->level == OCT9_LEVEL_OUTSIDE;
    return object->node == node && object->previous == previous && object->generation != 0 &&
           object->level == oct9_objects_level(objects, &object->bounds) &&
           object->low_x == oct9_bounds_low(&object->bounds) &&
           outside == (node == OCT9_IN_OUTSIDE);
}

/* True if two neighbours of a list are in order: those of the queue in any. */
static bool list_in_order(const oct9_objects_t *objects, uint16_t previous, uint16_t index,
                          uint16_t node)
{
    return previous == OCT9_NO_INDEX || node == OCT9_IN_QUEUE ||
           objects->object[previous].low_x <= objects->object[index].low_x;
}

/* Counts a list of objects. Returns false if the list is not good. */
static bool count_objects(const oct9_objects_t *objects, uint16_t first, uint16_t node,
                          uint32_t *count)
{
    uint16_t previous = OCT9_NO_INDEX;
    for (uint16_t index = first; index != OCT9_NO_INDEX; index = objects->object[index].next) {
        if (!is_object(objects, index) || !object_good(objects, index, previous, node) ||
            !list_in_order(objects, previous, index, node))
            return false;
        previous = index;
        (*count)++;
    }
    return true;
}

static bool free_objects_good(const oct9_objects_t *objects)
{
    uint32_t count = 0;
    for (uint16_t index = objects->lists.free_object; index != OCT9_NO_INDEX;
         index = objects->object[index].next)
        if (!is_object(objects, index) || ++count > objects->object_count ||
            objects->object[index].node != OCT9_IN_NONE)
            return false;
    return count + objects->used == objects->object_count;
}

/* Checks the counters of moved objects and of objects that are not static. */
static bool counters_good(const oct9_objects_t *objects)
{
    uint32_t moved = 0, dynamic = 0;
    for (uint16_t i = 0; i < objects->object_count; i++) {
        const oct9_object_t *object = &objects->object[i];
        const bool there = object->node != OCT9_IN_NONE;
        moved += there && oct9_object_moved(objects, object);
        dynamic += there && !object->is_static;
    }
    return moved == objects->moved && dynamic == objects->dynamic;
}

/* --- nodes ----------------------------------------------------------------------------------- */

static bool free_nodes_good(const oct9_objects_t *objects)
{
    uint32_t count = 0;
    for (uint16_t n = objects->lists.free_node; n != OCT9_NO_INDEX; n = objects->node[n].next)
        if (!is_node(objects, n) || ++count > objects->node_count ||
            objects->node[n].state != OCT9_NODE_FREE || objects->node[n].children != 0)
            return false;
    return count + objects->nodes_used == objects->node_count;
}

/* Counts a span's queue of empty nodes, whose times must be in order. */
static bool queue_good(const oct9_objects_t *objects, unsigned span, uint32_t *count)
{
    uint16_t previous = OCT9_NO_INDEX;
    uint8_t left = 1;
    for (uint16_t n = objects->lists.empty_first[span]; n != OCT9_NO_INDEX;
         n = objects->node[n].next) {
        if (!is_node(objects, n))
            return false;
        const oct9_object_node_t *node = &objects->node[n];
        const uint8_t still = (uint8_t)(node->until - objects->tick);
        if (node->state != OCT9_NODE_WAITING || node->span != span || node->previous != previous ||
            still < left || still > OCT9_KEEP_FIRST << span)
            return false;
        left = still;
        previous = n;
        (*count)++;
    }
    return objects->lists.empty_last[span] == previous;
}

/* True if a node's children name it as their parent, and are live and hold objects where it says
 * so. */
static bool children_good(const oct9_objects_t *objects, uint16_t n)
{
    const oct9_object_node_t *node = &objects->node[n];
    for (unsigned place = 0; place < 8; place++) {
        const uint16_t c = node->child[place];
        const bool live = (unsigned)node->live >> place & 1u;
        if (((unsigned)node->children >> place & 1u) != (c != OCT9_NO_INDEX))
            return false;
        if (c == OCT9_NO_INDEX ? live
                               : !is_node(objects, c) || objects->node[c].parent != n ||
                                     objects->node[c].place != place ||
                                     (objects->node[c].state == OCT9_NODE_LIVE) != live)
            return false;
        const bool holds = c != OCT9_NO_INDEX && objects->node[c].first != OCT9_NO_INDEX;
        if (((unsigned)node->holders >> place & 1u) != holds)
            return false;
    }
    return true;
}

/* True if the centres of a node's objects are in the node, none of them has a higher level, and so
 * many as it says belong below it. */
static bool holds_its_own(const oct9_objects_t *objects, const oct9_object_node_t *node,
                          const uint16_t corner[3], tally_t *tally)
{
    const unsigned shift = 6u + node->level;
    uint32_t above = 0;
    for (uint16_t i = node->first; i != OCT9_NO_INDEX; i = objects->object[i].next) {
        const oct9_object_t *object = &objects->object[i];
        const oct9_point_t *centre = &object->bounds.centre;
        const uint32_t apart = (oct9_from_low(centre->x) ^ (uint32_t)corner[0] << 6) |
                               (oct9_from_low(centre->y) ^ (uint32_t)corner[1] << 6) |
                               (oct9_from_low(centre->z) ^ (uint32_t)corner[2] << 6);
        if (object->level > node->level || apart >> shift != 0)
            return false;
        above += object->level != node->level;
        tally->of_level[object->level]++;
    }
    tally->crowded += oct9_objects_crowd(objects, node);
    return above == node->above;
}

/* Checks a node's list of objects and its count. */
static bool list_good(const oct9_objects_t *objects, const oct9_object_node_t *node, uint16_t n,
                      tally_t *tally)
{
    const uint32_t before = tally->objects;
    return count_objects(objects, node->first, n, &tally->objects) &&
           tally->objects - before == node->count;
}

/* Checks one node. */
static bool node_good(const oct9_objects_t *objects, uint16_t n, const uint16_t corner[3],
                      unsigned level, tally_t *tally)
{
    const oct9_object_node_t *node = &objects->node[n];
    const bool lives = node->first != OCT9_NO_INDEX || node->live != 0 || n == OCT9_NODE_ROOT;
    tally->empty += node->state == OCT9_NODE_WAITING;
    return ++tally->nodes <= objects->node_count && (level > 0 || node->children == 0) &&
           lives == (node->state == OCT9_NODE_LIVE) &&
           (node->state != OCT9_NODE_OVERDUE || node->children != 0) &&
           node->state != OCT9_NODE_FREE && node->span < OCT9_KEEP_SPANS && node->level == level &&
           children_good(objects, n) && list_good(objects, node, n, tally) &&
           holds_its_own(objects, node, corner, tally);
}

/* Visits all nodes with a stack of the children that are still to come. */
static bool count_nodes(const oct9_objects_t *objects, tally_t *tally)
{
    uint8_t pending[OCT9_LEVELS + 1];
    uint16_t corner[3] = { 0, 0, 0 };
    uint16_t n = OCT9_NODE_ROOT;
    unsigned level = OCT9_LEVELS;
    for (;;) {
        if (!node_good(objects, n, corner, level, tally))
            return false;
        pending[level] = objects->node[n].children;
        while (pending[level] == 0) {
            if (level == OCT9_LEVELS)
                return true;
            n = objects->node[n].parent;
            level++;
        }
        const unsigned place = oct9_port_low_bit(pending[level]);
        pending[level] = (uint8_t)(pending[level] & (pending[level] - 1u));
        n = objects->node[n].child[place];
        level--;
        for (unsigned a = 0; a < 3; a++)
            corner[a] = (uint16_t)((corner[a] & ~((2u << level) - 1u)) | (place >> a & 1u)
                                                                             << level);
    }
}

static bool levels_good(const oct9_objects_t *objects, const tally_t *tally)
{
    for (unsigned level = 0; level <= OCT9_LEVELS; level++)
        if (tally->of_level[level] != objects->of_level[level])
            return false;
    return true;
}

static bool all_good(const oct9_objects_t *objects)
{
    tally_t tally;
    tally.nodes = tally.empty = tally.objects = tally.crowded = 0;
    for (unsigned level = 0; level <= OCT9_LEVELS; level++)
        tally.of_level[level] = 0;
    uint32_t queued = 0, outside = 0, empty = 0;
    if (objects->used > objects->peak || objects->peak > objects->object_count ||
        objects->nodes_used > objects->nodes_peak || objects->nodes_peak > objects->node_count)
        return false;
    for (unsigned span = 0; span < OCT9_KEEP_SPANS; span++)
        if (!queue_good(objects, span, &empty))
            return false;
    return free_objects_good(objects) && free_nodes_good(objects) && counters_good(objects) &&
           count_objects(objects, objects->lists.queue_first, OCT9_IN_QUEUE, &queued) &&
           count_objects(objects, objects->lists.outside_first, OCT9_IN_OUTSIDE, &outside) &&
           count_nodes(objects, &tally) && levels_good(objects, &tally) &&
           tally.nodes == objects->nodes_used && tally.empty == empty &&
           tally.crowded == objects->crowded && queued == objects->queued &&
           outside == objects->outside && tally.objects + queued + outside == objects->used;
}

oct9_status_t oct9_objects_check(const oct9_objects_t *objects)
{
    OCT9_ASSERT(objects);
    return all_good(objects) ? OCT9_OK : OCT9_ERR_BROKEN;
}
