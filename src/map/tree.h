/* SPDX-License-Identifier: MIT */
/* Internal: the steps of which all changes of a tree consist. */
#ifndef OCT9_SRC_TREE_H
#define OCT9_SRC_TREE_H

#include "oct9/tree.h"
#include "port/oct9_port.h"
#include "src/map/descent.h"

#include <stdbool.h>

#define OCT9_NO_BLOCK 0xFFFFu

/* The state of this payload in this tree. */
oct9_state_t oct9_tree_state(const oct9_tree_t *tree, uint16_t payload);

/* The slot of a leaf with this payload. */
static inline uint16_t oct9_leaf_slot(uint16_t payload)
{
    return (uint16_t)(payload + OCT9_SLOT_LEAF);
}

/* Makes a slot this leaf. The blocks below it, if any, are no longer reachable. */
static inline void oct9_slot_set(uint16_t *slot, uint16_t leaf)
{
    *slot = leaf;
}

/* Sets all eight slots to this one. */
void oct9_block_set(oct9_block_t *block, uint16_t slot);

/* True if the block must be merged: it contains eight equal leaves. */
bool oct9_block_uniform(const oct9_block_t *block);

/* The read side of the seqlock, as oct9_map_read_begin has it. */
uint32_t oct9_tree_read_begin(const oct9_tree_t *tree);

/* OCT9_OK, or OCT9_ERR_STALE iff a write was in progress when the read began, or came since. */
oct9_status_t oct9_tree_read_end(const oct9_tree_t *tree, uint32_t seen);

/* The write side of the seqlock. It is called before and after every change of slots: in between
 * the generation is odd. */
static inline void oct9_tree_touch(oct9_tree_t *tree)
{
    OCT9_ORDERED;
    tree->generation = tree->generation + 1u;
    OCT9_ORDERED;
}

/* Called before the whole tree is initialised, with any content of its memory. It makes the
 * generation odd; oct9_tree_touch then makes it a number that no reader has seen. */
static inline void oct9_tree_invalidate(oct9_tree_t *tree)
{
    tree->generation = tree->generation | 1u;
    OCT9_ORDERED;
}

/* Makes a leaf an inner node of eight such leaves and returns the children's slots. The caller has
 * made sure that a block is free. */
uint16_t *oct9_tree_split(oct9_tree_t *tree, uint16_t *slot);

/* Returns the block to the pool. */
static inline void oct9_tree_give_back(oct9_tree_t *tree, uint16_t block)
{
    OCT9_ASSERT(block < tree->capacity && tree->used != 0);
    tree->pool[block].slot[0] = tree->free_head;
    tree->free_head = block;
    tree->used--;
}

/* Makes an inner node a leaf if its eight children are equal leaves. */
bool oct9_tree_merge(oct9_tree_t *tree, uint16_t *slot);

/* Internal: the check of thresholds, and the state that they give a payload. */

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

/* Changes of the node at which a path ends (src/map/descent.h), and of the nodes above it. */

/* Splits the leaf at which the path ends, then its child, and so on down to a node of `level`. The
 * caller has made sure that a block is free for each level. */
void oct9_descent_split(oct9_descent_t *descent, oct9_tree_t *tree, unsigned level);

/* Makes the node at which the path ends this leaf. The blocks below it return to the pool. */
void oct9_descent_set(oct9_descent_t *descent, oct9_tree_t *tree, uint16_t leaf);

/* Counts the blocks of the inner node at which the path ends, including its own. With `gives_back`
 * they also return to the pool. */
uint32_t oct9_descent_blocks(oct9_descent_t *descent, oct9_tree_t *tree, bool gives_back);

/* Merges the nodes above the end of the path whose children have become equal leaves. Where nodes
 * merge, the path then ends at the new leaf. */
void oct9_descent_merge(oct9_descent_t *descent, oct9_tree_t *tree);

#endif
