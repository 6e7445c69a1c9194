/* SPDX-License-Identifier: MIT */
/* Internal: how an image's nodes are read.
 *
 * A reference has OCT9_REF_LEAF set and a leaf's payload in its low 15 bits, or else it names an
 * inner node by its index, at level 1 that of a brick.
 *
 * Functions are `inline` without `static`: a compiler that does not inline one calls its copy
 * in src/map/image.c. */
#ifndef OCT9_SRC_IMAGE_H
#define OCT9_SRC_IMAGE_H

#include "oct9/image.h"
#include "port/oct9_port.h"

#define OCT9_REF_LEAF 0x80000000u

/* An inner node of an image as it was read; of level 2 and above. */
typedef struct {
    uint32_t first;  /* the index of its first inner child */
    uint32_t states; /* of its children in the low 16 bits, two planes */
    bool is_void;    /* known to hold nothing occupied */
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

/* The states alone of what was read of a node. */
static inline uint16_t oct9_image_states(uint32_t states)
{
    return (uint16_t)(states & 0xFFFFu);
}

/* A brick has something occupied iff its plane of bit 1 has a bit, as it has no state 3. */
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
    /* Both planes: the inner children. Child c comes to bit 31, those before it to 24..30, and
     * what stood above bit 7 is shifted out. */
    const uint32_t inner = (states & states >> 8) << (31u - child);
    return inner >> 31 ? first + oct9_port_bits(inner >> 24 & 0x7Fu) : oct9_leaf_ref(states, child);
}

#endif
