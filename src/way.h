/* SPDX-License-Identifier: MIT */
/* Internal: the way from the cube down to a node, and back. */
#ifndef OCT9_WAY_H
#define OCT9_WAY_H

#include "src/morton.h"
#include "src/tree_pool.h"

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

#endif
