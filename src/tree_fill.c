/* SPDX-License-Identifier: MIT */
/* Filling a shape, in three passes over the nodes that it cuts or covers: count the blocks that
 * will be freed and made; free what the shape covers; split what it cuts. Nothing is written before
 * the count is known to fit, and frees come before splits, so that the count is the peak. */
#include "src/tree_fill.h"

#include "port/oct9_port.h"
#include "src/packed.h"
#include "src/tree_pool.h"

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
    const unsigned lies = lies_of(fill);
    if (lies == OCT9_APART_FROM)
        return false;
    if (*slot < OCT9_SLOT_LEAF) {
        fill->frees += lies - OCT9_CUTS;
        children = fill->tree->pool[*slot].slot;
    } else if (lies == OCT9_COVERS) {
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
    return at_least(low, fill->shape.box.low) && at_least(fill->shape.box.high, high)
               ? OCT9_COVERS : OCT9_CUTS;
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
        return OCT9_ERR_PAYLOAD;
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
        return OCT9_ERR_BOX;
    oct9_fill_box(&fill, oct9_packed(&box->lo), oct9_packed(&box->hi) - OCT9_EACH);
    return oct9_fill(&fill, tree, payload, true);
}
