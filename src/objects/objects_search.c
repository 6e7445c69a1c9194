/* SPDX-License-Identifier: MIT */
/* Depth-first search through the nodes of moving objects. Each level has a byte of the children
 * that are still to be visited. */
#include "src/number/axes.h"
#include "src/number/morton.h"
#include "src/objects/objects.h"

void oct9_objects_search_begin(oct9_objects_search_t *search, oct9_objects_t *objects,
                               uint16_t ignored)
{
    uint32_t all = UINT32_MAX;
    (void)oct9_objects_flush(objects, &all);
    search->objects = objects;
    search->changes = objects->changes;
    search->ignored = ignored;
    search->next = objects->lists.outside_first;
    search->level = OCT9_LEVELS;
    search->largest = (uint8_t)oct9_objects_largest(objects);
    search->pending[OCT9_LEVELS] = 1;
    search->corner[0] = search->corner[1] = search->corner[2] = 0;
    search->looked = search->nodes = 0;
}

void oct9_objects_search_bounds(const oct9_objects_search_t *search, int32_t low[3], int32_t *edge)
{
    const int32_t size = (int32_t)OCT9_CELL_Q6 << search->level;
    const int32_t margin = oct9_objects_margin(search->objects, search->level, search->largest);
    for (unsigned a = 0; a < 3; a++)
        low[a] = oct9_cell_low(search->corner[a]) - margin;
    *edge = size + 2 * margin;
}

void oct9_objects_search_box(oct9_objects_search_t *search, const oct9_point_t *low,
                             const oct9_point_t *high, int32_t by)
{
    oct9_point_get(low, search->low);
    oct9_point_get(high, search->high);
    for (unsigned a = 0; a < 3; a++) {
        search->low[a] -= by;
        search->high[a] += by;
    }
}

bool oct9_objects_search_in_box(const oct9_objects_search_t *search)
{
    int32_t low[3], edge;
    oct9_objects_search_bounds(search, low, &edge);
    OCT9_UNROLL
    for (unsigned a = 0; a < 3; a++)
        if (low[a] > search->high[a] || low[a] + edge < search->low[a])
            return false;
    return true;
}

/* Sums are within 2^16. */
static inline bool axis_in_box(const oct9_objects_search_t *search, unsigned axis, int32_t centre,
                               int32_t half)
{
    return centre - half <= search->high[axis] && centre + half >= search->low[axis];
}

static bool object_counts(const oct9_objects_search_t *search, const oct9_object_t *object)
{
    const oct9_bounds_t *bounds = &object->bounds;
    return axis_in_box(search, 0, bounds->centre.x, bounds->half_q6[0]) &&
           axis_in_box(search, 1, bounds->centre.y, bounds->half_q6[1]) &&
           axis_in_box(search, 2, bounds->centre.z, bounds->half_q6[2]) &&
           oct9_category_counts(object->category, search->ignored);
}

/* Goes to the next pending node. Returns false if there is none. */
static inline bool go_to_pending(oct9_objects_search_t *search)
{
    const oct9_object_node_t *nodes = search->objects->node;
    for (; search->pending[search->level] == 0; search->level++) {
        if (search->level == OCT9_LEVELS)
            return false;
        search->parent = nodes[search->parent].parent;
    }
    const unsigned level = search->level, pending = search->pending[level];
    search->pending[level] = (uint8_t)(pending & (pending - 1u));
    if (level == OCT9_LEVELS) {
        search->node = OCT9_NODE_ROOT;
        return true;
    }
    const unsigned child = oct9_port_low_bit(pending) ^ search->order[level];
    search->node = nodes[search->parent].child[child];
    OCT9_UNROLL
    for (unsigned a = 0; a < 3; a++) {
        const unsigned above = search->corner[a] & ~((2u << level) - 1u);
        search->corner[a] = (uint16_t)(above | (child >> a & 1u) << level);
    }
    return true;
}

/* The children of the current node whose bounds overlap the box. The lower ones on an axis end one
 * margin above the middle, the upper ones begin one margin below it. */
static unsigned children_in_box(const oct9_objects_search_t *search)
{
    static const uint8_t lower[] = { 0x55, 0x33, 0x0F };
    const int32_t size = (int32_t)(OCT9_CELL_Q6 / 2) << search->level;
    const int32_t margin = oct9_objects_margin(search->objects, search->level - 1u,
                                               search->largest);
    unsigned children = 0xFFu;
    OCT9_UNROLL
    for (unsigned a = 0; a < 3; a++) {
        const int32_t middle = oct9_cell_low(search->corner[a]) + size;
        if (search->low[a] > middle + margin || search->high[a] < middle - size - margin)
            children &= ~(unsigned)lower[a];
        if (search->high[a] < middle - margin || search->low[a] > middle + size + margin)
            children &= lower[a];
    }
    return children;
}

/* A node of level 0 has no children. */
void oct9_objects_search_open(oct9_objects_search_t *search, unsigned order)
{
    const oct9_object_node_t *node = &search->objects->node[search->node];
    search->next = node->first;
    if (node->live == 0)
        return;
    const unsigned children = node->live & children_in_box(search);
    OCT9_ASSERT(search->level != 0 && search->level <= OCT9_LEVELS && order < 8);
    search->parent = search->node;
    search->level--;
    search->pending[search->level] = (uint8_t)oct9_children_reorder(children, order);
    search->order[search->level] = (uint8_t)order;
}

/* The object after the current one: none if the list goes on beyond the box. The box ends at -32768
 * or above, so that the list is sorted as far as it matters. */
static inline uint16_t follower(const oct9_objects_search_t *search, const oct9_object_t *object)
{
    const int32_t low = (int32_t)object->bounds.centre.x - object->bounds.half_q6[0];
    return low > search->high[0] ? OCT9_NO_INDEX : object->next;
}

int oct9_objects_search_next(oct9_objects_search_t *search, uint32_t *budget)
{
    const oct9_object_t *object = search->objects->object;
    for (;;) {
        if (*budget == 0)
            return OCT9_AGAIN;
        if (search->next != OCT9_NO_INDEX) {
            --*budget;
            search->looked++;
            search->object = search->next;
            OCT9_ASSERT(search->next < search->objects->object_count);
            search->next = follower(search, &object[search->object]);
            if (object_counts(search, &object[search->object]))
                return OCT9_MET_OBJECT;
        } else {
            if (!go_to_pending(search))
                return OCT9_MET_NONE;
            --*budget;
            search->nodes++;
            return OCT9_MET_NODE;
        }
    }
}

void oct9_object_solid(const oct9_bounds_t *bounds, oct9_solid_t *solid)
{
    const bool box = bounds->kind == OCT9_BOUND_BOX;
    const int32_t centre[3] = { bounds->centre.x, bounds->centre.y, bounds->centre.z };
    solid->kind = box ? OCT9_PRIMITIVE_BOX : OCT9_PRIMITIVE_SPHERE;
    solid->radius_q6 = box ? 0 : bounds->half_q6[0];
    for (unsigned a = 0; a < 3; a++) {
        const int32_t half = box ? bounds->half_q6[a] : 0;
        solid->corner[0][a] = centre[a] - half;
        solid->corner[1][a] = centre[a] + half;
    }
}
