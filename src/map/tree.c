/* SPDX-License-Identifier: MIT */
/* The RAM tree: its pool, and the change of a node. */
#include "src/map/tree.h"

#include "port/oct9_port.h"
#include "src/number/morton.h"

void oct9_block_set(oct9_block_t *block, uint16_t slot)
{
    for (unsigned i = 0; i < 8; i++)
        block->slot[i] = slot;
}

oct9_status_t oct9_tree_init(oct9_tree_t *tree, oct9_block_t *pool, uint32_t blocks,
                             const oct9_thresholds_t *thresholds)
{
    OCT9_ASSERT(tree && pool);
    static const oct9_thresholds_t plain = OCT9_THRESHOLDS_DEFAULT;
    const oct9_thresholds_t *const t = thresholds ? thresholds : &plain;
    if (blocks - 1u >= OCT9_BLOCKS_MAX) /* 0 wraps */
        return OCT9_REFUSE();
    if (!oct9_thresholds_good(t))
        return OCT9_REFUSE();
    oct9_tree_invalidate(tree);
    tree->pool = pool;
    tree->failed = 0;
    tree->capacity = (uint16_t)blocks;
    tree->used = (uint16_t)blocks; /* all are given back below */
    tree->peak = 0;
    tree->free_head = OCT9_NO_BLOCK;
    tree->root = OCT9_SLOT_LEAF;
    tree->thresholds.free_below = t->free_below;
    tree->thresholds.occupied_from = t->occupied_from;
    /* Any index that a reader meets during a write is in the pool. */
    while (blocks-- != 0) {
        oct9_block_set(&pool[blocks], OCT9_SLOT_LEAF);
        oct9_tree_give_back(tree, (uint16_t)blocks);
    }
    oct9_tree_touch(tree);
    return OCT9_OK;
}

oct9_state_t oct9_tree_state(const oct9_tree_t *tree, uint16_t payload)
{
    return oct9_thresholds_state(&tree->thresholds, payload);
}

/* The read side of the seqlock (Lameter 2005, "Effective synchronization on Linux/NUMA systems").
 * The barriers keep a query's reads between begin and end, under link-time optimization too. */
uint32_t oct9_tree_read_begin(const oct9_tree_t *tree)
{
    OCT9_ASSERT(tree);
    const uint32_t seen = oct9_port_generation(&tree->generation);
    OCT9_ORDERED;
    return seen;
}

oct9_status_t oct9_tree_read_end(const oct9_tree_t *tree, uint32_t seen)
{
    OCT9_ASSERT(tree);
    OCT9_ORDERED;
    const uint32_t now = oct9_port_generation(&tree->generation);
    return (seen & 1u) == 0 && now == seen ? OCT9_OK : OCT9_ERR_STALE;
}

uint16_t *oct9_tree_split(oct9_tree_t *tree, uint16_t *slot)
{
    const uint16_t index = tree->free_head;
    OCT9_ASSERT(index < tree->capacity && tree->used < tree->capacity);
    oct9_block_t *const block = &tree->pool[index];
    tree->free_head = block->slot[0];
    oct9_block_set(block, *slot);
    OCT9_ORDERED; /* a reader in an interrupt finds the children complete */
    *slot = index;
    tree->used++;
    if (tree->peak < tree->used)
        tree->peak = tree->used;
    return block->slot;
}

bool oct9_block_uniform(const oct9_block_t *block)
{
    for (unsigned i = 1; i < 8; i++)
        if (block->slot[i] != block->slot[0])
            return false;
    return block->slot[0] >= OCT9_SLOT_LEAF;
}

bool oct9_tree_merge(oct9_tree_t *tree, uint16_t *slot)
{
    const uint16_t index = *slot;
    const oct9_block_t *const block = &tree->pool[index];
    OCT9_ASSERT(index < tree->capacity);
    if (!oct9_block_uniform(block))
        return false;
    *slot = block->slot[0];
    oct9_tree_give_back(tree, index);
    return true;
}

/* --- changes at the end of a path ------------------------------------------------------------- */

void oct9_descent_split(oct9_descent_t *descent, oct9_tree_t *tree, unsigned level)
{
    while (descent->level > level) {
        uint16_t *const children = oct9_tree_split(tree, oct9_descent_end(descent));
        oct9_descent_to(descent, &children[oct9_morton_child(descent->code, descent->level - 1u)]);
    }
}

uint32_t oct9_descent_blocks(oct9_descent_t *descent, oct9_tree_t *tree, bool gives_back)
{
    const unsigned top = descent->level;
    uint32_t count = 0;
    for (;;) {
        unsigned child = 0;
        while (!oct9_descent_inner(descent, tree->pool, child)) {
            count++;
            if (gives_back)
                oct9_tree_give_back(tree, *oct9_descent_end(descent));
            if (descent->level == top)
                return count;
            child = oct9_descent_up(descent);
        }
    }
}

void oct9_descent_set(oct9_descent_t *descent, oct9_tree_t *tree, uint16_t leaf)
{
    uint16_t *const slot = oct9_descent_end(descent);
    uint16_t before = *slot;
    oct9_slot_set(slot, leaf);
    if (before >= OCT9_SLOT_LEAF)
        return;
    descent->slot[descent->level] = &before; /* no reader reaches a block that was given back */
    (void)oct9_descent_blocks(descent, tree, true);
    descent->slot[descent->level] = slot;
}

void oct9_descent_merge(oct9_descent_t *descent, oct9_tree_t *tree)
{
    for (; descent->level < OCT9_LEVELS; descent->level++)
        if (!oct9_tree_merge(tree, descent->slot[descent->level + 1u]))
            return;
}

/* Goes straight to the node and sets it, in a quarter of the instructions that filling a box
 * takes. */
static oct9_status_t set(oct9_tree_t *tree, uint32_t corner, unsigned level, uint16_t payload)
{
    const uint16_t leaf = oct9_leaf_slot(payload);
    oct9_descent_t descent;
    oct9_descent_find(&descent, tree, corner, level);
    if (*oct9_descent_end(&descent) == leaf)
        return OCT9_OK;
    /* The path ends above the level only at a larger leaf. Each level down is one split. */
    if (descent.level - level > (unsigned)(tree->capacity - tree->used)) {
        tree->failed++;
        return OCT9_ERR_POOL_FULL;
    }
    oct9_tree_touch(tree);
    oct9_descent_split(&descent, tree, level);
    oct9_descent_set(&descent, tree, leaf);
    oct9_descent_merge(&descent, tree);
    oct9_tree_touch(tree);
    return OCT9_OK;
}

oct9_status_t oct9_tree_set_node(oct9_tree_t *tree, const oct9_node_t *node, uint16_t payload)
{
    OCT9_ASSERT(tree && node);
    const oct9_status_t status = oct9_node_check(node);
    if (status != OCT9_OK)
        return status;
    if (payload > OCT9_PAYLOAD_MAX)
        return OCT9_REFUSE();
    return set(tree, oct9_morton_encode(&node->corner), node->level, payload);
}
