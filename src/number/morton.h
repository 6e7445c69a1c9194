/* SPDX-License-Identifier: MIT */
/* Internal: Morton codes of cells and nodes: 27 bits, three for each level, as a child's number has
 * them: bit 0 is x, bit 1 is y, bit 2 is z. The cells of a node of level l share all bits from 3 l
 * up, so that cells in the order of their codes come node by node. */
#ifndef OCT9_SRC_MORTON_H
#define OCT9_SRC_MORTON_H

#include "oct9/leaf.h"
#include "port/oct9_port.h"

#define OCT9_MORTON_END ((uint32_t)1 << 27)
#define OCT9_MORTON_BITS 27u        /* three a level */
#define OCT9_MORTON_EACH 0x1249249u /* times three bits: them on each level */

/* The code of a cell, each coordinate 0..511; what stands above its 9 bits is ignored. */
uint32_t oct9_morton_encode(const oct9_cell_t *cell);

/* The cell of a code; what stands above its 27 bits is ignored. */
void oct9_morton_decode(uint32_t code, oct9_cell_t *cell);

/* The bits of cells below a node of `level`, 0..9. */
static inline uint32_t oct9_morton_below(unsigned level)
{
    OCT9_ASSERT(level <= OCT9_LEVELS);
    return ((uint32_t)1 << 3u * level) - 1u;
}

/* The corner of the node of `level` that a code lies in. */
static inline uint32_t oct9_morton_corner(uint32_t code, unsigned level)
{
    OCT9_ASSERT(level <= OCT9_LEVELS);
    return code >> 3u * level << 3u * level;
}

/* The child of a node of level + 1. */
static inline unsigned oct9_morton_child(uint32_t code, unsigned level)
{
    OCT9_ASSERT(level < OCT9_LEVELS);
    return code >> 3u * level & 7u;
}

#endif
