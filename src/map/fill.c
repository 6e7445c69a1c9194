/* SPDX-License-Identifier: MIT */
/* Filling a shape, in three passes over the nodes that it cuts or covers: count the blocks that
 * will be freed and made; free what the shape covers; split what it cuts. Nothing is written before
 * the count is known to fit, and frees come before splits, so that the count is the peak. */
#include "src/map/fill.h"

#include "port/oct9_port.h"
#include "src/map/tree.h"
#include "src/number/axes.h"
#include "src/number/packed.h"

enum { COUNT, COVER, CUT };

static unsigned lies_of(const oct9_fill_t *fill)
{
    return fill->lies(fill);
}

/* Does what the pass has to do with the node where the cursor is, and goes on to its first child;
 * false if there is nothing to do below it. A cut node has level > 0, as a cell is covered or
 * apart. */
static bool enter(oct9_fill_t *fill)
{
    uint16_t *const slot = fill->cursor.slot[fill->cursor.level];
    uint16_t *children;
    const unsigned how = lies_of(fill);
    if (how == OCT9_APART_FROM)
        return false;
    if (*slot < OCT9_SLOT_LEAF) {
        fill->frees += how - OCT9_CUTS;
        children = fill->tree->pool[*slot].slot;
    } else if (how == OCT9_COVERS) {
        if (fill->pass != COUNT)
            oct9_slot_set(slot, fill->leaf);
        return false;
    } else if (*slot == fill->leaf || fill->pass == COVER) {
        return false;
    } else if (fill->pass == CUT) {
        children = oct9_tree_split(fill->tree, slot);
    } else {
        fill->takes++;
        oct9_block_set(&fill->within, *slot);
        children = fill->within.slot;
    }
    oct9_cursor_down(&fill->cursor, children);
    return true;
}

/* One pass, over the node where the cursor is. */
static void run(oct9_fill_t *fill, unsigned pass)
{
    oct9_cursor_t *const cursor = &fill->cursor;
    const unsigned top = cursor->level;
    fill->pass = (uint16_t)pass;
    for (;;) {
        if (enter(fill))
            continue;
        for (;;) {
            if (cursor->level == top)
                return;
            if (oct9_cursor_next(cursor, fill->edge) != 0)
                break;
            cursor->level++;
            if (pass != COUNT)
                (void)oct9_tree_merge(fill->tree, cursor->slot[cursor->level]);
        }
    }
}

/* From the cube to the node that holds the whole shape, or to a leaf that does. */
static void find(oct9_fill_t *fill)
{
    oct9_cursor_t *const cursor = &fill->cursor;
    uint16_t *slot;
    while (*(slot = cursor->slot[cursor->level]) < OCT9_SLOT_LEAF &&
           oct9_packed_edge(cursor->level) != fill->edge)
        oct9_cursor_down(cursor, fill->tree->pool[*slot].slot);
}

/* Merges what has become equal above that node. */
static void merge_above(oct9_fill_t *fill)
{
    oct9_cursor_t *const cursor = &fill->cursor;
    do
        cursor->level++;
    while (cursor->level <= OCT9_LEVELS &&
           oct9_tree_merge(fill->tree, cursor->slot[cursor->level]));
}

/* a >= b on all three axes, of packed cells: with its tenth bit set, each axis of a keeps it. */
static inline bool at_least(uint32_t a, uint32_t b)
{
    return (OCT9_TENTH & ~((a | OCT9_TENTH) - b)) == 0;
}

static unsigned box_lies(const oct9_fill_t *fill)
{
    const uint32_t edge = oct9_packed_edge(fill->cursor.level);
    const uint32_t low = fill->cursor.at & ~edge, high = low + edge;
    if (!at_least(high, fill->shape.box.low) || !at_least(fill->shape.box.high, low))
        return OCT9_APART_FROM;
    return at_least(low, fill->shape.box.low) && at_least(fill->shape.box.high, high) ? OCT9_COVERS
                                                                                      : OCT9_CUTS;
}

void oct9_fill_box(oct9_fill_t *fill, uint32_t low, uint32_t high)
{
    fill->shape.box.low = low;
    fill->shape.box.high = high;
    fill->lies = box_lies;
    fill->edge = 0;
    while ((low ^ high) & ~fill->edge)
        fill->edge = fill->edge << 1 | OCT9_EACH;
    fill->cursor.at = low & ~fill->edge;
}

oct9_status_t oct9_fill(oct9_fill_t *fill, oct9_tree_t *tree, uint16_t payload, bool writes)
{
    if (payload > OCT9_PAYLOAD_MAX)
        return OCT9_REFUSE();
    fill->tree = tree;
    fill->leaf = oct9_leaf_slot(payload);
    fill->takes = 0;
    fill->frees = 0;
    fill->cursor.level = OCT9_LEVELS;
    fill->cursor.slot[OCT9_LEVELS] = &tree->root;
    find(fill);
    run(fill, COUNT);
    if (fill->takes > fill->frees + tree->capacity - tree->used) {
        tree->failed += writes;
        return OCT9_ERR_POOL_FULL;
    }
    if (!writes)
        return OCT9_OK;
    oct9_tree_touch(tree);
    if (fill->frees != 0)
        run(fill, COVER);
    run(fill, CUT);
    merge_above(fill);
    oct9_tree_touch(tree);
    return OCT9_OK;
}

oct9_status_t oct9_tree_fill_box(oct9_tree_t *tree, const oct9_box_t *box, uint16_t payload)
{
    OCT9_ASSERT(tree && box);
    oct9_fill_t fill;
    if (!oct9_box_good(box))
        return OCT9_REFUSE();
    oct9_fill_box(&fill, oct9_packed(&box->lo), oct9_packed(&box->hi) - OCT9_EACH);
    return oct9_fill(&fill, tree, payload, true);
}

/* The cells that lie in a sphere altogether. Axes are independent: the best cell of a node is the
 * one nearest to the centre on each. */

/* On one axis, the way from a point to the farthest of [low, low + size). At most 65536. */
static uint32_t farthest(int32_t point, int32_t low, int32_t size)
{
    const int32_t below = point - low, above = low + size - point;
    return (uint32_t)(below > above ? below : above);
}

/* The same for the best cell of the node, the one nearest to the point. */
static uint32_t farthest_of_best(int32_t point, int32_t low, int32_t size)
{
    int32_t cell = point & ~(OCT9_CELL_Q6 - 1);
    if (cell < low)
        cell = low;
    if (cell > low + size - OCT9_CELL_Q6)
        cell = low + size - OCT9_CELL_Q6;
    return farthest(point, cell, OCT9_CELL_Q6);
}

/* All of the node, or the best cell of it, lies in the sphere. Axes are independent. */
static bool in_sphere(const oct9_fill_t *fill, bool whole)
{
    const int32_t size = (int32_t)OCT9_CELL_Q6 << fill->cursor.level;
    uint32_t square = 0;
    for (unsigned a = 0; a < 3; a++) {
        const int32_t centre = fill->shape.sphere.centre[a];
        const int32_t low = (int32_t)((fill->cursor.at >> 10u * a) % OCT9_CELLS) * OCT9_CELL_Q6;
        const uint32_t way = whole ? farthest(centre, low, size)
                                   : farthest_of_best(centre, low, size);
        if (way > fill->shape.sphere.radius)
            return false;
        square += way * way; /* three below 2^30 */
    }
    return square <= fill->shape.sphere.radius * fill->shape.sphere.radius;
}

static unsigned lies(const oct9_fill_t *fill)
{
    if (in_sphere(fill, true))
        return OCT9_COVERS;
    return in_sphere(fill, false) ? OCT9_CUTS : OCT9_APART_FROM;
}

void oct9_fill_sphere(oct9_fill_t *fill, const oct9_point_t *centre, uint16_t radius_q6)
{
    oct9_point_get(centre, fill->shape.sphere.centre);
    fill->shape.sphere.radius = radius_q6;
    fill->lies = lies;
    fill->cursor.at = 0;
    fill->edge = oct9_packed_edge(OCT9_LEVELS);
}

oct9_status_t oct9_tree_fill_sphere(oct9_tree_t *tree, const oct9_point_t *centre,
                                    uint16_t radius_q6, uint16_t payload)
{
    OCT9_ASSERT(tree && centre);
    oct9_fill_t fill;
    if (radius_q6 > INT16_MAX)
        return OCT9_REFUSE();
    oct9_fill_sphere(&fill, centre, radius_q6);
    return oct9_fill(&fill, tree, payload, true);
}
