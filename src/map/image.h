/* SPDX-License-Identifier: MIT */
/* Internal: how an image's nodes are read.
 *
 * A reference is a leaf if OCT9_REF_LEAF is set: its low 15 bits are the payload. Otherwise it is
 * the index of an inner node, or at level 1 the index of a brick; or OCT9_REF_PAIR: an inner node
 * of a layered map, or the cube of a world, that was opened, so that oct9_opened_t has all of it.
 *
 * A pair that was opened looks like an image's node whose eight children are inner nodes, the first
 * of which has a reference from OCT9_REF_PAIRS on. So a query computes the children of both in the
 * same manner. A pair of level 1 looks like a brick.
 *
 * The nodes below a world's cube are those of several images. A query keeps the image that it is
 * in, `tile`; what leads from a pair to an image's node sets it. On any path from the cube down,
 * pairs come first and then nodes of one image.
 *
 * Functions are `inline` without `static`: a compiler that does not inline one calls its copy in
 * src/map/image.c. */
#ifndef OCT9_SRC_IMAGE_H
#define OCT9_SRC_IMAGE_H

#include "oct9/image.h"
#include "port/oct9_port.h"

#define OCT9_REF_LEAF 0x80000000u
#define OCT9_REF_PAIRS 0x40000000u /* from here on: a child of a pair, in the low three bits */
#define OCT9_REF_PAIR 0x7FFFFFFFu
#define OCT9_IMAGE_LAYERED (OCT9_REF_PAIR - OCT9_REF_LEAF) /* the root of a layered map */

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

/* The child, which has `level`, of the inner node that `ref` names; no pair. */
static inline uint32_t oct9_image_below(const oct9_image_t *image, uint32_t ref, unsigned level,
                                        unsigned child)
{
    if (level == 0)
        return oct9_leaf_ref(oct9_image_brick(image, ref), child);
    const oct9_inner_t node = oct9_image_read(image, ref);
    return oct9_image_child(node.first, node.states, child);
}

/* Where a descent starts in an image that is not layered, by an entry's number, which is the Morton
 * code of a node of level OCT9_IMAGE_START: that node, or the leaf that it is or is in. Sets the
 * level. */
inline uint32_t oct9_image_start(const oct9_image_t *image, uint32_t number, unsigned *level)
{
    const unsigned entry = oct9_port_half(image->directory, number);
    if (entry < OCT9_IMAGE_LEAF) {
        *level = OCT9_IMAGE_START;
        return entry;
    }
    *level = (entry - OCT9_IMAGE_LEAF) / 4u;
    return OCT9_REF_LEAF + entry % 4u;
}

/* The number of a cell's entry, from its Morton code. */
static inline uint32_t oct9_image_entry(uint32_t code)
{
    return code >> 3u * OCT9_IMAGE_START;
}

/* As oct9_image_open_run, but it takes from `budget`, which is not 0, what it uses. */
oct9_status_t oct9_image_open_some(oct9_image_open_t *opening, uint32_t *budget,
                                   oct9_image_t *image);

/* The number of a pair's child, which has `level`, for oct9_pair_child. */
static inline unsigned oct9_pair_number(unsigned level, unsigned child)
{
    return level * 8u + child;
}

/* The child of a pair; for level 9 it is the cube, and `at` has no meaning. Returns a leaf; or an
 * inner node of an image, and `tile` becomes that image; or OCT9_REF_PAIR, and `below` is that
 * pair, opened. `at` and `below` may be the same. */
uint32_t oct9_pair_child(const oct9_image_t *image, const oct9_opened_t *at, oct9_opened_t *below,
                         unsigned number, const oct9_image_t **tile);

/* Descends from the cube through pairs, toward the node of `level` at a Morton code. It ends at
 * that node if it is a pair, which `pair` becomes; or at a node that is no pair: a leaf, or an
 * inner node of an image, which `tile` becomes. `level` becomes the level of the node. */
uint32_t oct9_descend_pairs(const oct9_image_t *image, uint32_t code, unsigned *level,
                            oct9_opened_t *pair, const oct9_image_t **tile);

#endif
