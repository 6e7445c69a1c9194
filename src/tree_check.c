/* SPDX-License-Identifier: MIT */
/* The check of every invariant. It trusts nothing that it reads: each index is held against the
 * capacity before it is followed, and no block is visited twice, so that it always ends. */
#include "src/tree_pool.h"

#include "port/oct9_port.h"

/* Marks a block; false if it is none of the pool's or was marked before. */
static bool mark(const oct9_tree_t *tree, uint8_t *seen, uint16_t block)
{
    if (block >= tree->capacity)
        return false;
    const uint8_t bit = (uint8_t)(1u << (block & 7u));
    if (seen[block >> 3] & bit)
        return false;
    seen[block >> 3] |= bit;
    return true;
}

static oct9_status_t check_free(const oct9_tree_t *tree, uint8_t *seen)
{
    uint32_t count = 0;
    for (uint16_t b = tree->free_head; b != OCT9_NO_BLOCK; b = tree->pool[b].slot[0]) {
        if (!mark(tree, seen, b))
            return OCT9_ERR_TREE_FREE;
        count++;
    }
    return count + tree->used == tree->capacity ? OCT9_OK : OCT9_ERR_TREE_COUNT;
}

/* Enters a block of the given level, or says what is wrong with it. */
static oct9_status_t enter(const oct9_tree_t *tree, uint8_t *seen, uint16_t block, unsigned level)
{
    if (level == 0 || !mark(tree, seen, block))
        return OCT9_ERR_TREE_LINK;
    return oct9_block_uniform(&tree->pool[block]) ? OCT9_ERR_TREE_MERGE : OCT9_OK;
}

static oct9_status_t check_blocks(const oct9_tree_t *tree, uint8_t *seen)
{
    uint16_t path[OCT9_LEVELS + 2];
    uint8_t next[OCT9_LEVELS + 2];
    uint32_t count = 0;
    uint16_t slot = tree->root;
    unsigned l = OCT9_LEVELS + 1;             /* above the root there is one slot only */
    next[l] = 8;
    for (;;) {
        if (!(slot & OCT9_SLOT_LEAF)) {
            l--;
            const oct9_status_t status = enter(tree, seen, slot, l);
            if (status != OCT9_OK)
                return status;
            count++;
            path[l] = slot;
            next[l] = 0;
        }
        while (next[l] == 8)
            if (++l > OCT9_LEVELS + 1)
                return count == tree->used ? OCT9_OK : OCT9_ERR_TREE_COUNT;
        slot = tree->pool[path[l]].slot[next[l]++];
    }
}

oct9_status_t oct9_tree_check(const oct9_tree_t *tree, uint8_t *seen)
{
    OCT9_ASSERT(tree && seen);
    if (tree->used > tree->peak || tree->peak > tree->capacity)
        return OCT9_ERR_TREE_COUNT;
    for (uint32_t i = 0; i < (tree->capacity + 7u) / 8u; i++)
        seen[i] = 0;
    const oct9_status_t status = check_free(tree, seen);
    return status == OCT9_OK ? check_blocks(tree, seen) : status;
}
