/* SPDX-License-Identifier: MIT */
/* Internal: what changes of the tree are made of. */
#ifndef OCT9_SRC_TREE_H
#define OCT9_SRC_TREE_H

#include "oct9/tree.h"
#include "port/oct9_port.h"
#include "src/map/descent.h"

#include <stdbool.h>

#define OCT9_NO_BLOCK 0xFFFFu

/* The state that a payload means in this tree. */
oct9_state_t oct9_tree_state(const oct9_tree_t *tree, uint16_t payload);

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

/* Called before the whole tree is made anew, whatever its memory held: the generation is odd, and
 * oct9_tree_touch ends it with a number that no reader has seen. */
static inline void oct9_tree_invalidate(oct9_tree_t *tree)
{
    tree->generation = tree->generation | 1u;
    OCT9_ORDERED;
}

/* Makes a leaf's slot an inner node of eight such leaves and returns its children's. The
 * caller has made sure that a block is free. */
uint16_t *oct9_tree_split(oct9_tree_t *tree, uint16_t *slot);

/* The block returns to the pool. */
static inline void oct9_tree_give_back(oct9_tree_t *tree, uint16_t block)
{
    OCT9_ASSERT(block < tree->capacity && tree->used != 0);
    tree->pool[block].slot[0] = tree->free_head;
    tree->free_head = block;
    tree->used--;
}

/* Makes an inner node's slot a leaf if its eight children are equal leaves. */
bool oct9_tree_merge(oct9_tree_t *tree, uint16_t *slot);

/* Internal: what thresholds are good, and the state that a payload means by them. */

static inline bool oct9_thresholds_good(const oct9_thresholds_t *thresholds)
{
    return thresholds->free_below - 1u < thresholds->occupied_from && /* 0 wraps */
           thresholds->occupied_from <= OCT9_PAYLOAD_MAX;
}

static inline oct9_state_t oct9_thresholds_state(const oct9_thresholds_t *thresholds,
                                                 uint16_t payload)
{
    if (payload >= thresholds->occupied_from)
        return OCT9_OCCUPIED;
    return payload - 1u < thresholds->free_below - 1u ? OCT9_FREE : OCT9_UNKNOWN;
}

/* Changes of the node at which a path ends (src/map/descent.h), and above it. */

/* Splits the leaf at which the path ends, and its child, down to a node of `level`. The caller has
 * made sure that a block is free for each level. */
void oct9_descent_split(oct9_descent_t *descent, oct9_tree_t *tree, unsigned level);

/* Makes the node at which the path ends this leaf; the blocks below it return to the pool. */
void oct9_descent_set(oct9_descent_t *descent, oct9_tree_t *tree, uint16_t leaf);

/* Counts the blocks of the inner node at which the path ends, its own included; and gives them back
 * to the pool, if that is wanted. */
uint32_t oct9_descent_blocks(oct9_descent_t *descent, oct9_tree_t *tree, bool gives_back);

/* Merges what has become equal above the end of the path. */
void oct9_descent_merge(const oct9_descent_t *descent, oct9_tree_t *tree);

#endif
