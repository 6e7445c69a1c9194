/* SPDX-License-Identifier: MIT */
/* Internal: what changes of the tree are made of. */
#ifndef OCT9_TREE_POOL_H
#define OCT9_TREE_POOL_H

#include "src/cursor.h"

#define OCT9_NO_BLOCK 0xFFFFu

/* True of a block that ought to be merged: it holds eight equal leaves. */
bool oct9_block_uniform(const oct9_block_t *block);

/* Called before and after every change of slots: the generation is odd in between. */
void oct9_tree_touch(oct9_tree_t *tree);

/* Makes a leaf's slot an inner node of eight such leaves and returns its block. The caller has
 * made sure that a block is free. */
uint16_t oct9_tree_split(oct9_tree_t *tree, uint16_t *slot);

/* Makes an inner node's slot a leaf if its eight children are equal leaves. */
bool oct9_tree_merge(oct9_tree_t *tree, uint16_t *slot);

/* Makes the slot of a node of `level` this leaf; the blocks below return to the pool. */
void oct9_tree_set_slot(oct9_tree_t *tree, uint16_t *slot, unsigned level, uint16_t leaf);

#endif
