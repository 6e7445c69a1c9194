/* SPDX-License-Identifier: MIT */
/* Internal: the descent through a RAM tree: the path from the root to a node, and on to other
 * nodes, depth first. A cell's Morton code names the children on its path: it is a locational code.
 * Source: Frisken and Perry 2002, "Simple and efficient traversal methods for quadtrees and
 * octrees". */
#ifndef OCT9_SRC_DESCENT_H
#define OCT9_SRC_DESCENT_H

#include "oct9/tree.h"

#include <stdbool.h>

/* slot[l] points to the slot of the path's node of level l. The path ends at the node of `level`.
 * The code is that of a cell in this node. */
typedef struct {
    uint16_t *slot[OCT9_LEVELS + 1];
    uint32_t code;
    unsigned level;
} oct9_descent_t;

/* The slot of the node at which the path ends. */
static inline uint16_t *oct9_descent_end(const oct9_descent_t *descent)
{
    return descent->slot[descent->level];
}

/* Begins a path that consists of the root alone. */
static inline void oct9_descent_begin(oct9_descent_t *descent, uint16_t *root, uint32_t code)
{
    descent->slot[OCT9_LEVELS] = root;
    descent->code = code;
    descent->level = OCT9_LEVELS;
}

/* Goes down to a child of the path's last node; `slot` is the child's. The code must lead to the
 * child, too. */
static inline void oct9_descent_to(oct9_descent_t *descent, uint16_t *slot)
{
    descent->level--;
    descent->slot[descent->level] = slot;
}

/* Writes the number, as a child, of the node at which the path ends into the code. */
static inline void oct9_descent_name(oct9_descent_t *descent, unsigned child)
{
    const unsigned bit = 3u * descent->level;
    descent->code = (descent->code & ~((uint32_t)7 << bit)) | (uint32_t)child << bit;
}

/* Goes down to the first inner child, from number `child` on, of the inner node at which the path
 * ends. Returns false if there is none. */
bool oct9_descent_inner(oct9_descent_t *descent, oct9_block_t *pool, unsigned child);

/* Goes up to the parent. Returns the number that follows the child from which the path came. */
unsigned oct9_descent_up(oct9_descent_t *descent);

/* Goes from the root to the node of `level` that contains a code's cell, or to a larger leaf. */
void oct9_descent_find(oct9_descent_t *descent, oct9_tree_t *tree, uint32_t code, unsigned level);

/* Goes from the node at which the path ends to the leaf of another code: up to the smallest node of
 * the path that contains both, and down from there. */
void oct9_descent_go(oct9_descent_t *descent, oct9_tree_t *tree, uint32_t code);

#endif
