/* SPDX-License-Identifier: MIT */
/* Internal: a cell in one word. */
#ifndef OCT9_SRC_PACKED_H
#define OCT9_SRC_PACKED_H

#include "oct9/leaf.h"
#include "port/oct9_port.h"

#include <stdbool.h>

/* x, y, z, ten bits each. OCT9_EACH times a number has it on each axis. */
#define OCT9_EACH 0x100401u
#define OCT9_TENTH (512u * OCT9_EACH) /* the bit that a cell's axes leave free */
uint32_t oct9_packed(const oct9_cell_t *cell);

/* From a node's low corner to its last cell. */
inline uint32_t oct9_packed_edge(unsigned level)
{
    OCT9_ASSERT(level <= OCT9_LEVELS);
    return ((1u << level) - 1u) * OCT9_EACH;
}

/* The corner of the node of `level` that it lies in. */
inline uint32_t oct9_packed_corner(uint32_t cell, unsigned level)
{
    return cell & ~oct9_packed_edge(level);
}

/* A child's number as a packed cell of 0 and 1. */
static inline uint32_t oct9_packed_bits(unsigned child)
{
    return (child | (uint32_t)child << 9 | (uint32_t)child << 18) & OCT9_EACH;
}

/* The number of the child of a node of level + 1 that a packed cell lies in: its bits 0, 10 and 20,
 * shifted to 29, 30 and 31 by the product. */
inline unsigned oct9_packed_child(uint32_t cell, unsigned level)
{
    OCT9_ASSERT(level <= OCT9_LEVELS);
    return (unsigned)((cell >> level & OCT9_EACH) *
                          ((uint32_t)1 << 29 | (uint32_t)1 << 20 | 1u << 11) >>
                      29);
}

/* OCT9_OK, or OCT9_ERR_ARGUMENT or OCT9_ERR_OUTSIDE as oct9_tree_set_node tells. */
oct9_status_t oct9_node_check(const oct9_node_t *node);

/* Neither empty nor inside out, and within the cube. */
bool oct9_box_good(const oct9_box_t *box);

#endif
