/* SPDX-License-Identifier: MIT */
/* Filling a box, in three passes over the nodes that it cuts: count the blocks that will be
 * freed and made; free what the box covers; split what it cuts. Nothing is written before the
 * count is known to fit, and frees come before splits, so that the count is the peak. */
#include "src/tree_pool.h"

#include "port/oct9_port.h"

typedef enum { COUNT, COVER, CUT } pass_t;

typedef struct {
    oct9_tree_t *tree;
    const oct9_box_t *box;
    oct9_node_t node;
    uint16_t path[OCT9_LEVELS + 1];       /* in COUNT also the slot of a leaf yet to be split */
    uint16_t leaf;
    pass_t pass;
    uint32_t freed, made;
} fill_t;

static uint16_t *slot_here(fill_t *fill)
{
    const unsigned level = fill->node.level;
    uint16_t *const above = level == OCT9_LEVELS ? &fill->tree->root : &fill->path[level + 1];
    if (level == OCT9_LEVELS || (*above & OCT9_SLOT_LEAF))
        return above;
    return &fill->tree->pool[*above].slot[oct9_child_at(&fill->node.corner, level)];
}

static void down(fill_t *fill, uint16_t slot)
{
    fill->path[fill->node.level] = slot;
    oct9_cursor_down(&fill->node);
}

/* One node that the box covers: true if its children are still to be counted. */
static bool cover(fill_t *fill, uint16_t *slot)
{
    if (fill->pass != COUNT) {
        oct9_tree_set_slot(fill->tree, slot, fill->node.level, fill->leaf);
        return false;
    }
    if (*slot & OCT9_SLOT_LEAF)
        return false;
    fill->freed++;
    return true;
}

/* One node that the box cuts: true if there is something to do below it. A cut node has
 * level > 0, as a cell is covered or not met at all. */
static bool cut(fill_t *fill, uint16_t *slot)
{
    if (!(*slot & OCT9_SLOT_LEAF))
        return true;
    if (*slot == fill->leaf || fill->pass == COVER)
        return false;
    if (fill->pass == CUT)
        (void)oct9_tree_split(fill->tree, slot);
    else
        fill->made++;
    return true;
}

static void run(fill_t *fill, pass_t pass)
{
    fill->pass = pass;
    oct9_cursor_first(&fill->node);
    for (;;) {
        uint16_t *const slot = slot_here(fill);
        const bool descend = oct9_box_covers(fill->box, &fill->node) ? cover(fill, slot)
                             : oct9_box_meets(fill->box, &fill->node) && cut(fill, slot);
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

oct9_status_t oct9_tree_fill_box(oct9_tree_t *tree, const oct9_box_t *box, uint16_t payload)
{
    OCT9_ASSERT(tree && box);
    if (!oct9_box_good(box))
        return OCT9_ERR_BOX;
    if (payload > OCT9_PAYLOAD_MAX)
        return OCT9_ERR_PAYLOAD;
    fill_t fill;                              /* set by field: no memset in the core */
    fill.tree = tree;
    fill.box = box;
    fill.leaf = (uint16_t)(payload | OCT9_SLOT_LEAF);
    fill.freed = 0;
    fill.made = 0;
    run(&fill, COUNT);
    if (tree->used - fill.freed + fill.made > tree->capacity) {
        tree->failed++;
        return OCT9_ERR_POOL_FULL;
    }
    oct9_tree_touch(tree);
    run(&fill, COVER);
    run(&fill, CUT);
    oct9_tree_touch(tree);
    return OCT9_OK;
}
