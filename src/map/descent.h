/* SPDX-License-Identifier: MIT */
/* Internal: the descent through a RAM tree: the path from the root to a node, and on to others,
 * depth first. A cell's Morton code names the children on its path (a locational code: Frisken and
 * Perry 2002). */
#ifndef OCT9_SRC_DESCENT_H
#define OCT9_SRC_DESCENT_H

#include "oct9/tree.h"

#include <stdbool.h>

/* slot[l] is where the node of level l on the path is kept, down to `level`, where the path ends.
 * The code is that of a cell in this node. */
typedef struct {
    uint16_t *slot[OCT9_LEVELS + 1];
    uint32_t code;
    unsigned level;
} oct9_descent_t;

/* Where the node is kept at which the path ends. */
static inline uint16_t *oct9_descent_end(const oct9_descent_t *descent)
{
    return descent->slot[descent->level];
}

/* A path of the root alone. */
static inline void oct9_descent_begin(oct9_descent_t *descent, uint16_t *root, uint32_t code)
{
    descent->slot[OCT9_LEVELS] = root;
    descent->code = code;
    descent->level = OCT9_LEVELS;
}

/* Goes down to a child of the node, which is kept there. The code must lead to it, too. */
static inline void oct9_descent_to(oct9_descent_t *descent, uint16_t *slot)
{
    descent->level--;
    descent->slot[descent->level] = slot;
}

/* Puts the number of the node at which the path ends, as a child, into the code. */
static inline void oct9_descent_name(oct9_descent_t *descent, unsigned child)
{
    const unsigned bit = 3u * descent->level;
    descent->code = (descent->code & ~((uint32_t)7 << bit)) | (uint32_t)child << bit;
}

/* Goes down to the first inner child, from number `child` on, of the inner node at which the path
 * ends; false if it has none. */
bool oct9_descent_inner(oct9_descent_t *descent, oct9_block_t *pool, unsigned child);

/* Goes up to the parent: returns the number of its child behind that from which the path came. */
unsigned oct9_descent_up(oct9_descent_t *descent);

/* Goes from the root to the node of `level` that a code lies in, or to a larger leaf. */
void oct9_descent_find(oct9_descent_t *descent, oct9_tree_t *tree, uint32_t code, unsigned level);

#endif
