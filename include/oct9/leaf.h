/* SPDX-License-Identifier: MIT */
/* What every map is made of: leaves and nodes, their states, and boxes of cells. */
#ifndef OCT9_LEAF_H
#define OCT9_LEAF_H

#include "oct9/detail/as.h"
#include "oct9/point.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What is known about the space of a leaf. An image stores these numbers. */
typedef enum { OCT9_UNKNOWN = 0, OCT9_FREE = 1, OCT9_OCCUPIED = 2 } oct9_state_t;

/* Sets of states, which can be combined by |. */
#define OCT9_STATES_UNKNOWN (1u << OCT9_UNKNOWN)
#define OCT9_STATES_FREE (1u << OCT9_FREE)
#define OCT9_STATES_OCCUPIED (1u << OCT9_OCCUPIED)
#define OCT9_STATES_ALL 7u

#define OCT9_PAYLOAD_MAX 32767u /* 15 bits */

/* A node: the cells [corner, corner + (1 << level)), corner aligned to that size. */
typedef struct {
    oct9_cell_t corner;
    uint8_t level; /* 0..9 */
} oct9_node_t;

/* A leaf: the cells [corner, corner + size) on each axis, size = 1 << level. */
typedef struct {
    oct9_cell_t corner;
    uint16_t payload; /* in a tree its 15 bits, in an image or a layered map the state */
    uint8_t level;    /* 0..9 */
    uint8_t state;    /* oct9_state_t */
} oct9_leaf_t;

/* A box of cells: [lo, hi) on each axis; hi may be 512. */
typedef struct {
    oct9_cell_t lo, hi;
} oct9_box_t;

/* Returns the length of a leaf's edge in cells, 1..512.
 * Inline. Reentrant. */
static inline uint16_t oct9_leaf_size(const oct9_leaf_t *leaf)
{
    return OCT9_AS(uint16_t, 1u << leaf->level);
}

#ifdef __cplusplus
}
#endif
#endif
