/* SPDX-License-Identifier: MIT */
/* A tree with any slots. Its pool has every block that a slot can name. */
#ifndef OCT9_VERIFY_EVA_TREE_H
#define OCT9_VERIFY_EVA_TREE_H

#include "oct9/tree.h"

#include "any.h"

static oct9_block_t pool[OCT9_BLOCKS_MAX];

static void any_tree(oct9_tree_t *tree)
{
    ANY(*tree);
    /* In pieces, because a size has 16 bits where int has 16. */
    //@ loop unroll 16;
    for (uint32_t i = 0; i < OCT9_BLOCKS_MAX; i += 2048)
        Frama_C_make_unknown((char *)&pool[i], 2048 * sizeof pool[0]);
    tree->pool = pool;
    tree->capacity = OCT9_BLOCKS_MAX;
    tree->thresholds.occupied_from = (uint16_t)WITHIN(1, OCT9_PAYLOAD_MAX);
    tree->thresholds.free_below = (uint16_t)WITHIN(1, OCT9_PAYLOAD_MAX);
}

#endif
