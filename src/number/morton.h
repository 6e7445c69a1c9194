/* SPDX-License-Identifier: MIT */
/* Internal: Morton codes of cells and nodes. A code has 27 bits, three for each level; these three
 * are the node's number as a child: bit 0 is x, bit 1 is y, bit 2 is z. The cells of a node of
 * level l share all bits from 3 l up. So cells in the order of their codes come node by node. */
#ifndef OCT9_SRC_MORTON_H
#define OCT9_SRC_MORTON_H

#include "oct9/leaf.h"
#include "port/oct9_port.h"

#include <stdbool.h>

#define OCT9_MORTON_END ((uint32_t)1 << 27)
#define OCT9_MORTON_BITS 27u        /* three for each level */
#define OCT9_MORTON_EACH 0x1249249u /* times three bits repeats them on each level */

/* The code of a cell. Each coordinate is 0..511; bits above these 9 are ignored. */
uint32_t oct9_morton_encode(const oct9_cell_t *cell);

/* The cell of a code. Bits above its 27 are ignored. */
void oct9_morton_decode(uint32_t code, oct9_cell_t *cell);

/* A mask of the code's bits below a node of `level`, 0..9. */
static inline uint32_t oct9_morton_below(unsigned level)
{
    OCT9_ASSERT(level <= OCT9_LEVELS);
    return ((uint32_t)1 << 3u * level) - 1u;
}

/* The corner, as a code, of the node of `level` that contains a code's cell. */
static inline uint32_t oct9_morton_corner(uint32_t code, unsigned level)
{
    OCT9_ASSERT(level <= OCT9_LEVELS);
    return code >> 3u * level << 3u * level;
}

/* The number, as a child, of the node of `level` that contains a code's cell. For level 9, the
 * cube, it is 0. */
static inline unsigned oct9_morton_child(uint32_t code, unsigned level)
{
    OCT9_ASSERT(level <= OCT9_LEVELS);
    return code >> 3u * level & 7u;
}

/* The code of the cell that is as far from one cell as another is from the corner of the cube,
 * modulo the cube on each axis. A carry passes through the ones in the other axes' bits. */
static inline uint32_t oct9_morton_plus(uint32_t code, uint32_t by)
{
    uint32_t sum = 0;
    OCT9_UNROLL
    for (unsigned axis = 0; axis < 3; axis++) {
        const uint32_t digits = OCT9_MORTON_EACH << axis;
        sum |= ((code | ~digits) + (by & digits)) & digits;
    }
    return sum;
}

/* Sets of children as bits. Entry i has the children whose number lacks each bit that is set in i:
 * the lower ones on those axes. The upper ones are the same set, shifted left by i. */
static const uint8_t oct9_lower_children[8] = { 0xFF, 0x55, 0x33, 0x11, 0x0F, 0x05, 0x03, 0x01 };

/* The eight bits, with bit i moved to bit i XOR order. */
static inline unsigned oct9_children_reorder(unsigned bits, unsigned order)
{
    OCT9_UNROLL
    for (unsigned axis = 4; axis != 0; axis /= 2)
        if (order & axis)
            bits = ((bits & oct9_lower_children[axis]) << axis) +
                   (bits >> axis & oct9_lower_children[axis]);
    return bits;
}

/* Which children a box of cells overlaps, from their numbers alone. The box's faces are bits: 0..2
 * the low ones on x, y and z, 3..5 the high ones. A span describes one level: bits 0..2 are the
 * number of the child that contains the box's low corner cell, bits 3..5 that of its high corner
 * cell, inverted. */

/* Of the faces that may cut a node, those that exclude this child from the box. */
static inline unsigned oct9_span_beyond(unsigned cut, unsigned span, unsigned child)
{
    return cut & span & ((child ^ 7u) | child << 3);
}

/* Of the faces that may cut a node, those that may cut this child. */
static inline unsigned oct9_span_cut(unsigned cut, unsigned span, unsigned child)
{
    return cut & (child * 9u ^ span ^ 7u);
}

/* The children, as bits, that overlap the box. Their parent must overlap it. */
static inline unsigned oct9_span_meets(unsigned cut, unsigned span)
{
    const unsigned without = cut & span, upper = without & 7u;
    return (unsigned)oct9_lower_children[upper] << upper & 0xFFu &
           oct9_lower_children[without / 8u];
}

/* OCT9_OK, OCT9_ERR_ARGUMENT or OCT9_ERR_OUTSIDE, as oct9_tree_set_node returns them. */
oct9_status_t oct9_node_check(const oct9_node_t *node);

/* True if the box is in the cube and lo is below hi on each axis. */
bool oct9_box_good(const oct9_box_t *box);

#endif
