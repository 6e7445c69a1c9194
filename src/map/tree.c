/* SPDX-License-Identifier: MIT */
/* The RAM tree: its pool. */
#include "src/map/tree.h"

#include "port/oct9_port.h"
#include "src/map/fill.h"
#include "src/number/packed.h"

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
    tree->generation = tree->generation |
                       1u; /* a write is under way; it ends with another number */
    OCT9_ORDERED;
    tree->pool = pool;
    tree->failed = 0;
    tree->capacity = (uint16_t)blocks;
    tree->used = (uint16_t)blocks; /* and all are given back */
    tree->peak = 0;
    tree->free_head = OCT9_NO_BLOCK;
    tree->root = OCT9_SLOT_LEAF;
    tree->thresholds.free_below = t->free_below;
    tree->thresholds.occupied_from = t->occupied_from;
    /* Whatever a reader that meets a write may come upon lies in the pool. */
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

/* No read of a query is moved beyond these, neither by link-time optimization. */
uint32_t oct9_tree_read_begin(const oct9_tree_t *tree)
{
    const uint32_t seen = oct9_port_generation(&tree->generation);
    OCT9_ORDERED;
    return seen;
}

oct9_status_t oct9_tree_read_end(const oct9_tree_t *tree, uint32_t seen)
{
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
    OCT9_ORDERED; /* a reader in an interrupt finds the children there */
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

/* A slot becomes a leaf, whatever is below it. */

void oct9_tree_set_slot(oct9_tree_t *tree, uint16_t *slot, unsigned level, uint16_t leaf)
{
    uint16_t path[OCT9_LEVELS + 1];
    uint8_t next[OCT9_LEVELS + 1];
    const uint16_t top = *slot;
    OCT9_ASSERT(level <= OCT9_LEVELS && leaf >= OCT9_SLOT_LEAF);
    oct9_slot_set(slot, leaf);
    if (top >= OCT9_SLOT_LEAF)
        return;
    unsigned l = level;
    path[l] = top;
    next[l] = 0;
    while (l <= level) { /* depth first; a node of level 0 is a leaf */
        if (next[l] == 8) {
            oct9_tree_give_back(tree, path[l]);
            l++;
            continue;
        }
        const uint16_t child = tree->pool[path[l]].slot[next[l]++];
        if (child < OCT9_SLOT_LEAF) {
            l--;
            path[l] = child;
            next[l] = 0;
        }
    }
}

void oct9_way_down(oct9_tree_t *tree, uint32_t code, oct9_way_t *way)
{
    uint16_t *const children = tree->pool[*way->slot[way->level]].slot;
    way->level--;
    way->slot[way->level] = &children[oct9_morton_child(code, way->level)];
}

void oct9_way_find(oct9_tree_t *tree, uint32_t code, unsigned level, oct9_way_t *way)
{
    way->level = OCT9_LEVELS;
    way->slot[OCT9_LEVELS] = &tree->root;
    while (way->level > level && *oct9_way_end(way) < OCT9_SLOT_LEAF)
        oct9_way_down(tree, code, way);
}

void oct9_way_merge(oct9_tree_t *tree, const oct9_way_t *way)
{
    for (unsigned level = way->level + 1u; level <= OCT9_LEVELS; level++) {
        if (!oct9_tree_merge(tree, way->slot[level]))
            return;
    }
}

void oct9_cursor_down(oct9_cursor_t *cursor, uint16_t *children)
{
    cursor->level--;
    cursor->slot[cursor->level] = children + oct9_packed_child(cursor->at, cursor->level);
}

uint32_t oct9_cursor_next(oct9_cursor_t *cursor, uint32_t edge)
{
    /* A count of three bits that lie apart: the borrow runs through what the mask leaves out. */
    const uint32_t bits = OCT9_EACH << cursor->level & edge;
    const uint32_t next = ((cursor->at & bits) - bits) & bits;
    cursor->at = (cursor->at & ~bits) | next;
    cursor->slot[cursor->level]++;
    return next;
}

/* Setting a node: straight down to it, in a quarter of the instructions of filling a box. */

static oct9_status_t set(oct9_tree_t *tree, uint32_t corner, unsigned level, uint16_t payload)
{
    const uint16_t leaf = oct9_leaf_slot(payload);
    uint16_t *way[OCT9_LEVELS + 1];
    unsigned l = OCT9_LEVELS;
    way[l] = &tree->root;
    while (l > level && *way[l] < OCT9_SLOT_LEAF) {
        uint16_t *const children = tree->pool[*way[l]].slot;
        l--;
        way[l] = &children[oct9_packed_child(corner, l)];
    }
    if (*way[l] == leaf)
        return OCT9_OK;
    /* l > level only where a larger leaf ended the way: each level down is one split. */
    if (l - level > (unsigned)(tree->capacity - tree->used)) {
        tree->failed++;
        return OCT9_ERR_POOL_FULL;
    }
    oct9_tree_touch(tree);
    while (l > level) {
        uint16_t *const children = oct9_tree_split(tree, way[l]);
        l--;
        way[l] = &children[oct9_packed_child(corner, l)];
    }
    oct9_tree_set_slot(tree, way[l], level, leaf);
    while (l < OCT9_LEVELS && oct9_tree_merge(tree, way[l + 1u]))
        l++;
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
    return set(tree, oct9_packed(&node->corner), node->level, payload);
}
