/* SPDX-License-Identifier: MIT */
/* Internal: what changes of the tree are made of. */
#ifndef OCT9_SRC_TREE_H
#define OCT9_SRC_TREE_H

#include "oct9/tree.h"
#include "port/oct9_port.h"
#include "src/number/morton.h"

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

/* Makes the slot of a node of `level` this leaf; the blocks below return to the pool. */
void oct9_tree_set_slot(oct9_tree_t *tree, uint16_t *slot, unsigned level, uint16_t leaf);

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

/* Internal: the way from the cube down to a node, and back. */

/* slot[l] keeps the node of level l that lies on the way, down to `level`. */
typedef struct {
    uint16_t *slot[OCT9_LEVELS + 1];
    unsigned level;
} oct9_way_t;

/* Goes to the node of `level` at a Morton code, or to the larger leaf that holds it. */
void oct9_way_find(oct9_tree_t *tree, uint32_t code, unsigned level, oct9_way_t *way);

/* Where the way ends. */
static inline uint16_t *oct9_way_end(const oct9_way_t *way)
{
    return way->slot[way->level];
}

/* Goes on to the child of the inner node where the way ends. */
void oct9_way_down(oct9_tree_t *tree, uint32_t code, oct9_way_t *way);

/* Merges what has become equal above the end of the way. */
void oct9_way_merge(oct9_tree_t *tree, const oct9_way_t *way);

/* Internal: a tree's nodes in the order of their children's numbers, without recursion. */

/* slot[l] keeps the node of level l that lies on the way to the one where the cursor is. */
typedef struct {
    uint16_t *slot[OCT9_LEVELS + 1];
    uint32_t at; /* the node's low corner, packed */
    unsigned level;
} oct9_cursor_t;

/* To the node's child, of these eight slots, that `at` lies in: the first, if `at` is the node's
 * own corner. */
void oct9_cursor_down(oct9_cursor_t *cursor, uint16_t *children);

/* To the node's next sibling. Answers 0 if it has none in the cells of a node with this edge,
 * packed; `at` is then their parent's corner, and all that is left is to go up. */
uint32_t oct9_cursor_next(oct9_cursor_t *cursor, uint32_t edge);

#endif
