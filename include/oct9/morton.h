/* SPDX-License-Identifier: MIT */
/* Morton codes of cells: 27 bits, three for each level, as a child's number has them: bit 0 is x,
 * bit 1 is y, bit 2 is z. The cells of a node of level l share all bits from 3 l up, so that cells
 * in the order of their codes come node by node. */
#ifndef OCT9_MORTON_H
#define OCT9_MORTON_H

#include "oct9/point.h"

#ifdef __cplusplus
extern "C" {
#endif

#define OCT9_MORTON_END ((uint32_t)1 << 27)

/* The code of a cell, each coordinate 0..511; what stands above its 9 bits is ignored. No more than
 * shifts and masks; reentrant.
 * Source: "dilated integers" (Raman and Wise 2008). */
uint32_t oct9_morton_encode(const oct9_cell_t *cell);

#ifdef __cplusplus
}
#endif
#endif
