/* SPDX-License-Identifier: MIT */
/* The RAM tree: its pool, and changes of one node.
 *
 * path[l] below is the block of the node of level l that lies on the way from the root; the
 * children that it holds are of level l - 1. */
#include "port/oct9_port.h"
#include "src/copy.h"
#include "src/thresholds.h"
#include "src/tree_pool.h"

oct9_status_t oct9_tree_init(oct9_tree_t *tree, oct9_block_t *pool, uint32_t blocks,
                             const oct9_thresholds_t *thresholds)
{
    OCT9_ASSERT(tree && pool);
    static const oct9_thresholds_t plain = OCT9_THRESHOLDS_DEFAULT;
    const oct9_thresholds_t *t = thresholds ? thresholds : &plain;
    if (blocks == 0 || blocks > OCT9_BLOCKS_MAX)
        return OCT9_ERR_POOL_SIZE;
    if (!oct9_thresholds_good(t))
        return OCT9_ERR_THRESHOLD;
    tree->pool = pool;
    tree->generation = 0;
    tree->failed = 0;
    tree->capacity = (uint16_t)blocks;
    tree->used = 0;
    tree->peak = 0;
    tree->root = OCT9_SLOT_LEAF;
    tree->thresholds.free_below = t->free_below;
    tree->thresholds.occupied_from = t->occupied_from;
    /* Whatever a reader that meets a write may come upon lies in the pool. */
    tree->free_head = 0;
    for (uint32_t i = 0; i < blocks; i++) {
        for (unsigned child = 1; child < 8; child++)
            pool[i].slot[child] = OCT9_SLOT_LEAF;
        pool[i].slot[0] = (uint16_t)(i + 1 < blocks ? i + 1 : OCT9_NO_BLOCK);
    }
    return OCT9_OK;
}

oct9_state_t oct9_tree_state(const oct9_tree_t *tree, uint16_t payload)
{
    return oct9_thresholds_state(&tree->thresholds, payload);
}

void oct9_tree_touch(oct9_tree_t *tree)
{
    OCT9_ORDERED;
    tree->generation = tree->generation + 1u;
    OCT9_ORDERED;
}

uint16_t oct9_tree_split(oct9_tree_t *tree, uint16_t *slot)
{
    const uint16_t block = tree->free_head;
    OCT9_ASSERT(block != OCT9_NO_BLOCK);
    uint16_t *child = tree->pool[block].slot;
    tree->free_head = child[0];
    for (unsigned i = 0; i < 8; i++)
        child[i] = *slot;
    OCT9_ORDERED;                         /* a reader in an interrupt finds the children there */
    *slot = block;
    tree->used++;
    if (tree->peak < tree->used)
        tree->peak = tree->used;
    return block;
}

static void give_back(oct9_tree_t *tree, uint16_t block)
{
    tree->pool[block].slot[0] = tree->free_head;
    tree->free_head = block;
    tree->used--;
}

bool oct9_block_uniform(const oct9_block_t *block)
{
    unsigned different = ~(unsigned)block->slot[0] & OCT9_SLOT_LEAF;
    for (unsigned i = 1; i < 8; i++)
        different |= (unsigned)block->slot[i] ^ block->slot[0];
    return different == 0;
}

bool oct9_tree_merge(oct9_tree_t *tree, uint16_t *slot)
{
    const oct9_block_t *block = &tree->pool[*slot];
    if (!oct9_block_uniform(block))
        return false;
    const uint16_t leaf = block->slot[0];
    give_back(tree, *slot);
    *slot = leaf;
    return true;
}

void oct9_tree_set_slot(oct9_tree_t *tree, uint16_t *slot, unsigned level, uint16_t leaf)
{
    uint16_t path[OCT9_LEVELS + 1];
    uint8_t next[OCT9_LEVELS + 1];
    const uint16_t top = *slot;
    *slot = leaf;
    if (top & OCT9_SLOT_LEAF)
        return;
    unsigned l = level;
    path[l] = top;
    next[l] = 0;
    while (l <= level) {                      /* depth first; a node of level 0 is a leaf */
        if (next[l] == 8) {
            give_back(tree, path[l]);
            l++;
            continue;
        }
        const uint16_t child = tree->pool[path[l]].slot[next[l]++];
        if (!(child & OCT9_SLOT_LEAF)) {
            l--;
            path[l] = child;
            next[l] = 0;
        }
    }
}

/* Where the slot of the node of this level at this corner is kept. */
static uint16_t *slot_of(oct9_tree_t *tree, const uint16_t *path, const oct9_cell_t *corner,
                         unsigned level)
{
    if (level == OCT9_LEVELS)
        return &tree->root;
    return &tree->pool[path[level + 1]].slot[oct9_child_at(corner, level)];
}

/* Writes a checked node. */
static oct9_status_t set(oct9_tree_t *tree, const oct9_cell_t *corner, unsigned level,
                         uint16_t leaf)
{
    uint16_t path[OCT9_LEVELS + 1];
    unsigned l = OCT9_LEVELS;
    uint16_t *slot = &tree->root;
    while (l > level && !(*slot & OCT9_SLOT_LEAF)) {
        path[l] = *slot;
        l--;
        slot = slot_of(tree, path, corner, l);
    }
    if (*slot == leaf)
        return OCT9_OK;
    /* l > level only where a larger leaf ended the way: each level down is one split. */
    if (l - level > (unsigned)(tree->capacity - tree->used)) {
        tree->failed++;
        return OCT9_ERR_POOL_FULL;
    }
    oct9_tree_touch(tree);
    while (l > level) {
        path[l] = oct9_tree_split(tree, slot);
        l--;
        slot = slot_of(tree, path, corner, l);
    }
    oct9_tree_set_slot(tree, slot, level, leaf);
    while (l < OCT9_LEVELS) {
        l++;
        if (!oct9_tree_merge(tree, slot_of(tree, path, corner, l)))
            break;
    }
    oct9_tree_touch(tree);
    return OCT9_OK;
}

oct9_status_t oct9_tree_set_node(oct9_tree_t *tree, const oct9_node_t *node, uint16_t payload)
{
    OCT9_ASSERT(tree && node);
    if (node->level > OCT9_LEVELS)
        return OCT9_ERR_LEVEL;
    const unsigned position = (unsigned)node->corner.x | node->corner.y | node->corner.z;
    if (position >= OCT9_CELLS)
        return OCT9_ERR_CELL;
    if (position >> node->level << node->level != position)
        return OCT9_ERR_NODE;
    if (payload > OCT9_PAYLOAD_MAX)
        return OCT9_ERR_PAYLOAD;
    return set(tree, &node->corner, node->level, (uint16_t)(payload | OCT9_SLOT_LEAF));
}

oct9_status_t oct9_tree_set_cell(oct9_tree_t *tree, oct9_cell_t cell, uint16_t payload)
{
    oct9_node_t node;
    oct9_cell_copy(&node.corner, &cell);
    node.level = 0;
    return oct9_tree_set_node(tree, &node, payload);
}
