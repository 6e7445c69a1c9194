/* SPDX-License-Identifier: MIT */
/* Internal: Morton codes of cells, 27 bits: three for each level, as a child's number has them.
 * The cells of a node of level l share all bits from 3 l up. */
#ifndef OCT9_MORTON_H
#define OCT9_MORTON_H

#include "oct9/leaf.h"

#define OCT9_MORTON_X 0x1249249u              /* the bits of x; y and z are one and two up */
#define OCT9_MORTON_END ((uint32_t)1 << 27)

uint32_t oct9_morton(const oct9_cell_t *cell);

void oct9_morton_cell(uint32_t code, oct9_cell_t *cell);

/* The bits of cells below a node of `level`, 0..9. */
static inline uint32_t oct9_morton_below(unsigned level)
{
    return ((uint32_t)1 << 3u * level) - 1u;
}

/* The child of a node of level + 1. */
static inline unsigned oct9_morton_child(uint32_t code, unsigned level)
{
    return code >> 3u * level & 7u;
}

#endif
