/* SPDX-License-Identifier: MIT */
/* Internal: Morton codes of cells and nodes: 27 bits, three for each level, as a child's number has
 * them: bit 0 is x, bit 1 is y, bit 2 is z. The cells of a node of level l share all bits from 3 l
 * up, so that cells in the order of their codes come node by node. */
#ifndef OCT9_SRC_MORTON_H
#define OCT9_SRC_MORTON_H

#include "oct9/leaf.h"
#include "port/oct9_port.h"

#include <stdbool.h>

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

/* The child of a node of level + 1: of level 9 it is the cube, 0. */
static inline unsigned oct9_morton_child(uint32_t code, unsigned level)
{
    OCT9_ASSERT(level <= OCT9_LEVELS);
    return code >> 3u * level & 7u;
}

/* Children as bits: those without bit a in their number for each bit a of the index, which are the
 * lower ones on those axes. The upper ones are these, shifted by the index. */
static const uint8_t oct9_lower_children[8] = { 0xFF, 0x55, 0x33, 0x11, 0x0F, 0x05, 0x03, 0x01 };

/* The eight bits with bit i moved to i XOR order. */
static inline unsigned oct9_children_reorder(unsigned bits, unsigned order)
{
    OCT9_UNROLL
    for (unsigned axis = 4; axis != 0; axis /= 2)
        if (order & axis)
            bits = ((bits & oct9_lower_children[axis]) << axis) +
                   (bits >> axis & oct9_lower_children[axis]);
    return bits;
}

/* A box of cells and the nodes that it meets, by their numbers as children. Its faces are bits:
 * 0..2 the low ones on x, y and z, 3..5 the high ones. A span is made of the children of one level
 * that its corner cells lie in: bits 0..2 the low cell's, 3..5 the high cell's, inverted. */

/* Of the faces that may cut a node, those which leave this child out. */
static inline unsigned oct9_span_beyond(unsigned cut, unsigned span, unsigned child)
{
    return cut & span & ((child ^ 7u) | child << 3);
}

/* Which of them may cut the child. */
static inline unsigned oct9_span_cut(unsigned cut, unsigned span, unsigned child)
{
    return cut & (child * 9u ^ span ^ 7u);
}

/* The children, as bits, that meet the box, as their parent does. */
static inline unsigned oct9_span_meets(unsigned cut, unsigned span)
{
    const unsigned without = cut & span, upper = without & 7u;
    return (unsigned)oct9_lower_children[upper] << upper & 0xFFu &
           oct9_lower_children[without / 8u];
}

/* OCT9_OK, or OCT9_ERR_ARGUMENT or OCT9_ERR_OUTSIDE as oct9_tree_set_node tells. */
oct9_status_t oct9_node_check(const oct9_node_t *node);

/* Neither empty nor inside out, and within the cube. */
bool oct9_box_good(const oct9_box_t *box);

#endif
