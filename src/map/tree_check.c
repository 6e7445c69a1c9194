/* SPDX-License-Identifier: MIT */
/* The check of every invariant. It trusts nothing that it reads: it compares each index with the
 * capacity before it follows it, and visits no block twice, so that it always ends. */
#include "port/oct9_port.h"
#include "src/map/tree.h"

/* Marks a block. Returns false if it is not in the pool or was marked before. */
static bool mark_block(const oct9_tree_t *tree, uint8_t *seen, unsigned block)
{
    const unsigned bit = 1u << block % 8u;
    if (block >= tree->capacity)
        return false;
    seen += block / 8u;
    if (*seen & bit)
        return false;
    *seen = (uint8_t)(*seen | bit);
    return true;
}

/* Visits the tree and counts its blocks. */
static oct9_status_t check_blocks(const oct9_tree_t *tree, uint8_t *seen, uint32_t *count)
{
    uint16_t root = tree->root;
    oct9_descent_t descent;
    oct9_descent_begin(&descent, &root, 0);
    if (root >= OCT9_SLOT_LEAF)
        return OCT9_OK;
    for (;;) {
        const uint16_t block = *oct9_descent_end(&descent);
        unsigned child = 0;
        if (descent.level == 0 || !mark_block(tree, seen, block))
            return OCT9_ERR_TREE_LINK;
        if (oct9_block_uniform(&tree->pool[block]))
            return OCT9_ERR_TREE_MERGE;
        ++*count;
        while (!oct9_descent_inner(&descent, tree->pool, child)) {
            if (descent.level == OCT9_LEVELS)
                return OCT9_OK;
            child = oct9_descent_up(&descent);
        }
    }
}

oct9_status_t oct9_tree_check(const oct9_tree_t *tree, uint8_t *seen)
{
    OCT9_ASSERT(tree && seen);
    for (uint32_t i = 0; i < tree->capacity; i += 8)
        seen[i / 8u] = 0;
    uint32_t free = 0, used = 0;
    for (uint16_t b = tree->free_head; b != OCT9_NO_BLOCK; b = tree->pool[b].slot[0]) {
        if (!mark_block(tree, seen, b))
            return OCT9_ERR_TREE_FREE;
        free++;
    }
    const oct9_status_t status = check_blocks(tree, seen, &used);
    if (status != OCT9_OK)
        return status;
    return used == tree->used && used + free == tree->capacity && used <= tree->peak &&
                   tree->peak <= tree->capacity
             ? OCT9_OK
             : OCT9_ERR_TREE_COUNT;
}
