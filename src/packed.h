/* SPDX-License-Identifier: MIT */
/* Internal: a cell in one word. */
#ifndef OCT9_PACKED_H
#define OCT9_PACKED_H

#include "oct9/leaf.h"

/* x, y, z, ten bits each. OCT9_EACH times a number has it on each axis. */
#define OCT9_EACH 0x100401u
uint32_t oct9_packed(const oct9_cell_t *cell);

/* The corner of the node of `level` that it lies in. */
inline uint32_t oct9_packed_corner(uint32_t cell, unsigned level)
{
    return cell & ~(((1u << level) - 1u) * OCT9_EACH);
}

/* A child's number as a packed cell of 0 and 1. */
static inline uint32_t oct9_packed_bits(unsigned child)
{
    return (child & 1u) | (uint32_t)(child & 2u) << 9 | (uint32_t)(child & 4u) << 18;
}

/* The number of the child of a node of level + 1 that a packed cell lies in: its bits 0, 10 and 20,
 * shifted to 20, 21 and 22 by the product. */
inline unsigned oct9_packed_child(uint32_t cell, unsigned level)
{
    return (cell >> level & OCT9_EACH) * ((uint32_t)1 << 20 | 1u << 11 | 1u << 2) >> 20 & 7u;
}

#endif
