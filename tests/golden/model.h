/* SPDX-License-Identifier: MIT */
/* A plain array of the cube's first 8^3 cells, to compare the shared tree with. */
#ifndef TESTS_GOLDEN_MODEL_H
#define TESTS_GOLDEN_MODEL_H

#include "tests/golden/world.h"

enum { MODEL_EDGE = 8 };

/* Empties the array, and the shared tree with a pool of `blocks`. */
void model_reset(uint32_t blocks);

void model_fill(const oct9_box_t *box, uint16_t payload);

/* Checks each cell of the array, and that the leaves tile the cube. */
void model_compare(void);

/* Of the pool's bytes and all that the tree's struct says but `failed`. */
uint32_t model_pool_digest(void);

/* How many blocks a tree of the array's content has. */
uint32_t model_blocks(void);

/* How many it would have with the box filled; the array stays as it is. */
uint32_t model_blocks_after(const oct9_box_t *box, uint16_t payload);

oct9_box_t model_node_box(const oct9_node_t *node);
oct9_box_t model_random_box(random_t *random, uint32_t edge);
uint32_t model_common_volume(const oct9_leaf_t *leaf, const oct9_box_t *box);

#endif
