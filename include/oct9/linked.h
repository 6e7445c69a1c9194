/* SPDX-License-Identifier: MIT */
/* Linked leaves: a map that does not change, as leaves that name their neighbours. A walk steps
 * from leaf to leaf without going up in a tree: at -O2 a step takes about nine tenths of
 * oct9/walk.h's instructions, at -Os more of them than there, and to begin may take more, too. A
 * leaf takes 20 bytes and more, where an image takes less than one: an option for small maps and
 * much flash. docs/footprint.md has the numbers.
 *
 * Layout, all little-endian, the whole aligned to 4 bytes:
 *
 *   header    56 bytes, oct9_linked_header_t
 *   leaves    leaf_count * 20 bytes, oct9_linked_record_t, in the order of their Morton codes
 *   quads     quad_count * 8 bytes, oct9_linked_quad_t
 *
 * The leaves tile the cube. Across each face of a leaf lies the outside of the cube
 * (OCT9_LINKED_OUTSIDE), or one leaf that covers the whole face (its number, below leaf_count), or
 * smaller leaves: then leaf_count + the number of a quad, whose four references stand for the
 * face's quarters in the same way: bit 0 of a quarter's number is the upper half of the first of
 * the other two axes, bit 1 that of the second. Quads are numbered in the order in which they are
 * met from leaf 0 on, face by face, each before those below it, so that a map has one image only.
 *
 * Nothing is copied and nothing is trusted: oct9_linked_open validates all that a walk relies on.
 * The bytes must not change while the image is in use. On AVR, whose flash no pointer reaches, they
 * lie in RAM.
 *
 * Source: the linked leaves of Pease's engine octree. */
#ifndef OCT9_LINKED_H
#define OCT9_LINKED_H

#include "oct9/detail/linked.h"
#include "oct9/tree.h"

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

#define OCT9_LINKED_MAGIC 0x6c39636fu /* the bytes "oc9l" */
#define OCT9_LINKED_VERSION 1u
#define OCT9_LINKED_MOST 65535u /* leaves and quads together */
#define OCT9_LINKED_OUTSIDE 0xFFFFu

/* As it stands in the file. `crc` is the CRC-32 (IEEE 802.3) of the bytes behind it, from
 * `version` on to the image's end. */
typedef struct {
    uint32_t magic;
    uint32_t crc;
    uint32_t version;     /* OCT9_LINKED_VERSION */
    uint32_t bytes;       /* of the whole image */
    int32_t origin_mm[3]; /* the frame */
    uint32_t cell_um;
    uint32_t leaf_count;
    uint32_t quad_count;
    uint16_t free_below, occupied_from; /* how payloads are read, as in tree.h */
    uint16_t extent[6];                 /* x0 y0 z0 x1 y1 z1: the cells that the source spans */
} oct9_linked_header_t;

/* A leaf. Its dimensions are its level in bits 27..31 and its last cell: x in bits 0..8, y in
 * 9..17, z in 18..26; so 511 is the largest, and the low corner is the last cell less
 * (1 << level) - 1. */
typedef struct {
    uint32_t dimensions;
    uint16_t next[6]; /* across x low, x high, y low, y high, z low, z high */
    uint16_t payload; /* 0..OCT9_PAYLOAD_MAX */
    uint16_t spare;   /* 0 */
} oct9_linked_record_t;

/* The quarters of a face. */
typedef struct {
    uint16_t next[4];
} oct9_linked_quad_t;

/* An open linked image. */
typedef struct oct9_linked {
    const oct9_linked_record_t *leaves;
    const oct9_linked_quad_t *quads;
    const oct9_linked_header_t *header; /* little-endian, in flash */
    oct9_frame_t frame;
    uint16_t leaf_count;
    oct9_thresholds_t thresholds;
} oct9_linked_t;

/* Opens `size` bytes at `bytes` in place; what follows the image's own length is ignored.
 * Fails with the first that holds of: OCT9_ERR_ARGUMENT iff the address is no multiple of 4,
 * _SHORT iff size is below the header's length, _MAGIC, _VERSION, _SHORT iff size is below the
 * image's length, _COUNT iff there is no leaf, or more than OCT9_LINKED_MOST leaves and quads, or
 * `bytes` does not fit the counts, _CRC, _STATE iff cell_um is out of range, the
 * thresholds are those that oct9_tree_init refuses, a payload is above OCT9_PAYLOAD_MAX or `spare`
 * is not 0, _INDEX iff the leaves do not tile the cube in their order, or a reference names
 * anything but what lies there. Hostile bytes do no harm.
 * Cost: one pass over the bytes for the CRC, one over the leaves, one over all references. */
oct9_status_t oct9_linked_open(oct9_linked_t *linked, const void *bytes, size_t size);

/* Begins at the first leaf of the segment from `from` to `to`, both ends included: true, or false
 * if no point of it lies in the cube. The same leaves in the same order as oct9/walk.h.
 * Every pair of points is good. Cost: at most 16 looks at leaves, by halving. Reentrant. */
bool oct9_linked_begin(oct9_linked_walk_t *walk, const oct9_linked_t *linked,
                       const oct9_point_t *from, const oct9_point_t *to);

/* Goes on to the next leaf: true, or false when the segment has ended or left the cube; then
 * the walk stays where it was and a further call answers false again. Over an edge or a corner it
 * goes face by face, without telling the leaves in between. To call it after a begin that answered
 * false is a programmer's mistake.
 * Cost: for each face that is crossed, at most 3, a reference, and one more for each level that the
 * leaf behind it is smaller, at most 8. */
bool oct9_linked_next(oct9_linked_walk_t *walk);

/* The leaf that the walk is in, after a call that answered true. */
void oct9_linked_leaf(const oct9_linked_walk_t *walk, oct9_leaf_t *leaf);

#ifdef __cplusplus
}
#endif
#endif
