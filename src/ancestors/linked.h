/* SPDX-License-Identifier: MIT */
/* Internal: how the records of a linked image are read. */
#ifndef OCT9_SRC_LINKED_H
#define OCT9_SRC_LINKED_H

#include "oct9/linked.h"
#include "port/oct9_port.h"

/* A number below 512, times this, is a dimension word with that number on each axis. */
#define OCT9_WORD_EACH ((uint32_t)1 << 18 | 1u << 9 | 1u)

/* A leaf's dimension word; of the leaves of an image, or of a page. */
static inline uint32_t oct9_linked_word(const oct9_linked_record_t *leaves, uint32_t leaf)
{
    return oct9_port_le32(leaves[leaf].dimensions);
}

/* The record of the leaf that a walk is in. */
static inline const oct9_linked_record_t *oct9_linked_record(const oct9_linked_walk_t *walk)
{
    return &walk->page.leaves[walk->leaf];
}

static inline unsigned oct9_word_level(uint32_t word)
{
    return (unsigned)(word / ((uint32_t)1 << 27));
}

/* The last cell on an axis. */
static inline unsigned oct9_word_last(uint32_t word, unsigned axis)
{
    return (unsigned)(word >> 9u * axis & 511u);
}

/* The number of a leaf's cells on an axis, minus one, for a level of at most 9. */
static inline unsigned oct9_word_inside(uint32_t word)
{
    return (1u << oct9_word_level(word)) - 1u;
}

/* The dimension word of a leaf in a walk's mirrored coordinates: its last cell is the one on the
 * far side. */
static inline uint32_t oct9_linked_mirrored(const oct9_linked_walk_t *walk, uint32_t number)
{
    OCT9_ASSERT(number < walk->page.leaf_count);
    const uint32_t word = oct9_linked_word(walk->page.leaves, number);
    return (word ^ walk->flip) | oct9_word_inside(word) * OCT9_WORD_EACH;
}

/* The other two axes of a face, in order. */
static inline unsigned oct9_face_first(unsigned axis)
{
    return axis == 0;
}

static inline unsigned oct9_face_second(unsigned axis)
{
    return 2u - (axis == 2);
}

#endif
