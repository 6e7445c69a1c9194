/* SPDX-License-Identifier: MIT */
/* Internal: nodes in Morton order. No recursion, no stack: the place
 * in the order is the node's own corner and level. */
#ifndef OCT9_CURSOR_H
#define OCT9_CURSOR_H

#include "oct9/tree.h"

#include <stdbool.h>

/* The number of the child of a node of level+1 that `corner` lies in. */
unsigned oct9_child_at(const oct9_cell_t *corner, unsigned level);

/* To the whole cube. */
void oct9_cursor_first(oct9_node_t *node);

/* To the node's first child, which has the same corner; level > 0. */
static inline void oct9_cursor_down(oct9_node_t *node)
{
    node->level--;
}

/* From a last child to its parent; false if the node is no last child. */
bool oct9_cursor_up(oct9_node_t *node);

/* To the next sibling of a node that is no last child. */
void oct9_cursor_sibling(oct9_node_t *node);

/* Neither empty nor inside out, and within the cube. */
bool oct9_box_good(const oct9_box_t *box);

#endif
