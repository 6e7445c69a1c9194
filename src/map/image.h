/* SPDX-License-Identifier: MIT */
/* Internal: how an image's nodes are read.
 *
 * A reference is a leaf if OCT9_REF_LEAF is set: its low 15 bits are the payload. Otherwise it is
 * the index of an inner node, or at level 1 the index of a brick.
 *
 * Functions are `inline` without `static`: a compiler that does not inline one calls its copy in
 * src/map/image.c. */
#ifndef OCT9_SRC_IMAGE_H
#define OCT9_SRC_IMAGE_H

#include "oct9/image.h"
#include "port/oct9_port.h"

#define OCT9_REF_LEAF 0x80000000u

/* An inner node of an image, of level 2 or above, as read. */
typedef struct {
    uint32_t first;  /* the index of its first inner child */
    uint32_t states; /* its children's states in the low 16 bits, two planes */
    bool is_void;    /* known to contain nothing occupied */
} oct9_inner_t;

inline oct9_inner_t oct9_image_read(const oct9_image_t *image, uint32_t ref)
{
    oct9_inner_t node;
    const oct9_rom_size_t page = ref / OCT9_IMAGE_PAGE * 2u;
    node.states = oct9_port_word(image->nodes, ref);
    node.first = oct9_port_word(image->pages, page) + (node.states >> 16);
    node.is_void = node.states >> 16 < oct9_port_word(image->pages, page + 1u);
    return node;
}

inline uint32_t oct9_image_brick(const oct9_image_t *image, uint32_t ref)
{
    return oct9_port_half(image->bricks, ref);
}

/* The states alone. */
static inline uint16_t oct9_image_states(uint32_t states)
{
    return (uint16_t)(states & 0xFFFFu);
}

/* A brick has no state 3, so it contains something occupied iff its plane of bit 1 is not zero. */
inline bool oct9_brick_void(uint32_t brick)
{
    return brick < 0x100u;
}

OCT9_INLINE uint32_t oct9_leaf_ref(uint32_t states, unsigned child)
{
    states >>= child;
    return OCT9_REF_LEAF + (states & 1u) + (states >> 7 & 2u);
}

inline uint32_t oct9_image_child(uint32_t first, uint32_t states, unsigned child)
{
    /* Both bits are set for inner children. The shift moves child c to bit 31 and those before it
     * to bits 24..30, and shifts out all that was above bit 7. */
    const uint32_t inner = (states & states >> 8) << (31u - child);
    return inner >> 31 ? first + oct9_port_bits(inner >> 24 & 0x7Fu) : oct9_leaf_ref(states, child);
}

#endif
