/* SPDX-License-Identifier: MIT */
/* Internal: what changes of the tree are made of. */
#ifndef OCT9_TREE_POOL_H
#define OCT9_TREE_POOL_H

#include "oct9/tree.h"
#include "port/oct9_port.h"

#include <stdbool.h>

#define OCT9_NO_BLOCK 0xFFFFu

/* The slot of a leaf with this payload. */
static inline uint16_t oct9_leaf_slot(uint16_t payload)
{
    return (uint16_t)(payload + OCT9_SLOT_LEAF);
}

/* Makes a slot this leaf's. Nothing leads to the blocks below it any more, if there are any. */
static inline void oct9_slot_set(uint16_t *slot, uint16_t leaf)
{
    *slot = leaf;
}

/* Makes all eight slots this one. */
void oct9_block_set(oct9_block_t *block, uint16_t slot);

/* True of a block that ought to be merged: it holds eight equal leaves. */
bool oct9_block_uniform(const oct9_block_t *block);

/* Called before and after every change of slots: the generation is odd in between. */
static inline void oct9_tree_touch(oct9_tree_t *tree)
{
    OCT9_ORDERED;
    tree->generation = tree->generation + 1u;
    OCT9_ORDERED;
}

/* Makes a leaf's slot an inner node of eight such leaves and returns its children's. The
 * caller has made sure that a block is free. */
uint16_t *oct9_tree_split(oct9_tree_t *tree, uint16_t *slot);

/* The block returns to the pool. */
static inline void oct9_tree_give_back(oct9_tree_t *tree, uint16_t block)
{
    tree->pool[block].slot[0] = tree->free_head;
    tree->free_head = block;
    tree->used--;
}

/* Makes an inner node's slot a leaf if its eight children are equal leaves. */
bool oct9_tree_merge(oct9_tree_t *tree, uint16_t *slot);

/* Makes the slot of a node of `level` this leaf; the blocks below return to the pool. */
void oct9_tree_set_slot(oct9_tree_t *tree, uint16_t *slot, unsigned level, uint16_t leaf);

#endif
