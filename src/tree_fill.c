/* SPDX-License-Identifier: MIT */
/* Filling a shape, in three passes over the nodes that it cuts: count the blocks that will be
 * freed and made; free what the shape covers; split what it cuts. Nothing is written before the
 * count is known to fit, and frees come before splits, so that the count is the peak. */
#include "src/tree_fill.h"

#include "port/oct9_port.h"
#include "src/copy.h"
#include "src/tree_pool.h"

enum { COUNT, COVER, CUT };

static uint16_t *slot_here(oct9_fill_t *fill)
{
    const unsigned level = fill->node.level;
    uint16_t *const above = level == OCT9_LEVELS ? &fill->tree->root : &fill->path[level + 1];
    if (level == OCT9_LEVELS || (*above & OCT9_SLOT_LEAF))
        return above;
    return &fill->tree->pool[*above].slot[oct9_child_at(&fill->node.corner, level)];
}

static void down(oct9_fill_t *fill, uint16_t slot)
{
    fill->path[fill->node.level] = slot;
    oct9_cursor_down(&fill->node);
}

/* One node that the shape covers: true if its children are still to be counted. */
static bool cover(oct9_fill_t *fill, uint16_t *slot)
{
    if (fill->pass != COUNT) {
        oct9_tree_set_slot(fill->tree, slot, fill->node.level, fill->leaf);
        return false;
    }
    if (*slot & OCT9_SLOT_LEAF)
        return false;
    fill->more--;
    return true;
}

/* One node that the shape cuts: true if there is something to do below it. A cut node has
 * level > 0, as a cell is covered or not met at all. */
static bool cut(oct9_fill_t *fill, uint16_t *slot)
{
    if (!(*slot & OCT9_SLOT_LEAF))
        return true;
    if (*slot == fill->leaf || fill->pass == COVER)
        return false;
    if (fill->pass == CUT)
        (void)oct9_tree_split(fill->tree, slot);
    else
        fill->more++;
    return true;
}

static void run(oct9_fill_t *fill, unsigned pass)
{
    fill->pass = (uint8_t)pass;
    oct9_cursor_first(&fill->node);
    for (;;) {
        uint16_t *const slot = slot_here(fill);
        const unsigned lies = fill->lies(fill);
        const bool descend = lies == OCT9_COVERS ? cover(fill, slot)
                             : lies == OCT9_CUTS && cut(fill, slot);
        if (descend) {
            down(fill, *slot);
            continue;
        }
        while (oct9_cursor_up(&fill->node))
            if (pass != COUNT)
                (void)oct9_tree_merge(fill->tree, slot_here(fill));
        if (fill->node.level == OCT9_LEVELS)
            return;
        oct9_cursor_sibling(&fill->node);
    }
}

/* One axis: the box's [lo, hi) and the node's [low, low + size). Sums stay below 1024. */
static OCT9_APART unsigned lies_on_axis(unsigned lo, unsigned hi, unsigned low, unsigned size)
{
    if (low >= hi || low + size <= lo)
        return OCT9_APART_FROM;
    return low >= lo && low + size <= hi ? OCT9_COVERS : OCT9_CUTS;
}

static unsigned box_lies(const oct9_fill_t *fill)
{
    const oct9_box_t *const box = fill->shape.box;
    const oct9_cell_t *const low = &fill->node.corner;
    const unsigned size = 1u << fill->node.level;
    const unsigned x = lies_on_axis(box->lo.x, box->hi.x, low->x, size);
    const unsigned y = lies_on_axis(box->lo.y, box->hi.y, low->y, size);
    const unsigned z = lies_on_axis(box->lo.z, box->hi.z, low->z, size);
    const unsigned xy = x < y ? x : y;
    return xy < z ? xy : z;
}

oct9_status_t oct9_fill_box(oct9_fill_t *fill, const oct9_box_t *box)
{
    fill->shape.box = box;
    fill->lies = box_lies;
    return oct9_box_good(box) ? OCT9_OK : OCT9_ERR_BOX;
}

oct9_status_t oct9_fill(oct9_fill_t *fill, oct9_tree_t *tree, uint16_t payload, bool writes)
{
    if (payload > OCT9_PAYLOAD_MAX)
        return OCT9_ERR_PAYLOAD;
    fill->tree = tree;
    fill->leaf = (uint16_t)(payload | OCT9_SLOT_LEAF);
    fill->more = 0;
    run(fill, COUNT);
    if (fill->more > tree->capacity - tree->used) {
        tree->failed += writes;
        return OCT9_ERR_POOL_FULL;
    }
    if (writes) {
        oct9_tree_touch(tree);
        run(fill, COVER);
        run(fill, CUT);
        oct9_tree_touch(tree);
    }
    return OCT9_OK;
}

oct9_status_t oct9_tree_fill_box(oct9_tree_t *tree, const oct9_box_t *box, uint16_t payload)
{
    OCT9_ASSERT(tree && box);
    oct9_fill_t fill;
    const oct9_status_t status = oct9_fill_box(&fill, box);
    return status == OCT9_OK ? oct9_fill(&fill, tree, payload, true) : status;
}
