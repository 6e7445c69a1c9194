/* SPDX-License-Identifier: MIT */
/* Internal: a tree's nodes in the order of their children's numbers, without recursion. */
#ifndef OCT9_CURSOR_H
#define OCT9_CURSOR_H

#include "oct9/tree.h"

/* slot[l] keeps the node of level l that lies on the way to the one where the cursor is. */
typedef struct {
    uint16_t *slot[OCT9_LEVELS + 1];
    uint32_t at;                          /* the node's low corner, packed */
    unsigned level;
} oct9_cursor_t;

/* To the node's child, of these eight slots, that `at` lies in: the first, if `at` is the node's
 * own corner. */
void oct9_cursor_down(oct9_cursor_t *cursor, uint16_t *children);

/* To the node's next sibling. Answers 0 if it has none in the cells of a node with this edge,
 * packed; `at` is then their parent's corner, and all that is left is to go up. */
uint32_t oct9_cursor_next(oct9_cursor_t *cursor, uint32_t edge);

#endif
