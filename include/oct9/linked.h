/* SPDX-License-Identifier: MIT */
/* Linked images: a map that does not change, as leaves that hold the indices of their neighbours.
 *
 * Example, with (const void *bytes, size_t size, oct9_point_t a, oct9_point_t b,
 *                void (*seen)(const oct9_leaf_t *leaf)):
 *
 *     oct9_linked_t linked;
 *     oct9_linked_walk_t walk;
 *     oct9_leaf_t leaf;
 *     if (oct9_linked_open(&linked, bytes, size) != OCT9_OK)
 *         return;
 *     for (bool in = oct9_linked_begin(&walk, &linked, &a, &b); in; in = oct9_linked_next(&walk)) {
 *         oct9_linked_leaf(&walk, &leaf);
 *         seen(&leaf);
 *     }
 *
 * A walk steps from leaf to leaf without going up in a tree. At -O2 a step takes about nine tenths
 * of the instructions of oct9_walk_next; at -Os it takes more than oct9_walk_next, and so may the
 * begin. A leaf takes 20 bytes and more, in an image less than one: linked images are an option for
 * small maps and much flash. docs/footprint.md has the numbers. Any map can be linked: more than
 * 65,535 leaves and quads lie in several pages, and a step from page to page costs a search.
 *
 * Nothing is copied and nothing is trusted: oct9_linked_open validates all that a walk relies on.
 * The bytes must not change while the image is in use. On AVR they must be in RAM, as no pointer
 * reaches its flash.
 *
 * Layout, all little-endian, the whole aligned to 4 bytes:
 *
 *   header    56 bytes, oct9_linked_header_t
 *   leaves    leaf_count * 20 bytes, oct9_linked_record_t, in the order of their Morton codes
 *   quads     quad_count * 8 bytes, oct9_linked_quad_t
 *   pages     8 bytes for each page but the first, oct9_linked_page_t: where it begins
 *
 * The leaves tile the cube. A page is a run of leaves and a run of quads, at most OCT9_LINKED_MOST
 * together, so that 16 bits can name each of them; they are numbered from 0 within their page. A
 * leaf holds one reference for each of its faces. Across a face is
 * - the outside of the cube, or at the face's low corner a leaf of another page:
 *   OCT9_LINKED_BEYOND;
 * - one leaf that covers the whole face: its number, below n, the number of leaves in the page;
 * - smaller leaves: n + the number of a quad. The quad's four references stand for the quarters of
 *   the face in the same manner. Bit 0 of a quarter's number is the upper half of the first of the
 *   other two axes, bit 1 that of the second.
 * The quads of a page are numbered in the order in which a reader meets them from its first leaf
 * on, face by face, each before those below it: so a map has only one linked image with given
 * pages.
 *
 * Source: Samet 1989, "Neighbor finding in images represented by octrees". */
#ifndef OCT9_LINKED_H
#define OCT9_LINKED_H

#include "oct9/detail/linked.h"
#include "oct9/tree.h"
#include "oct9/walk.h"

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

#define OCT9_LINKED_MAGIC 0x6c39636fu /* the bytes "oc9l" */
#define OCT9_LINKED_VERSION 1u
#define OCT9_LINKED_MOST 65535u    /* leaves and quads of a page together */
#define OCT9_LINKED_BEYOND 0xFFFFu /* a reference: the outside of the cube, or another page */

/* The header, as in the file. `crc` is the CRC-32 (IEEE 802.3) of the bytes behind it, from
 * `version` to the image's end. */
typedef struct {
    uint32_t magic;
    uint32_t crc;
    uint32_t version;     /* OCT9_LINKED_VERSION */
    uint32_t bytes;       /* of the whole image */
    int32_t origin_mm[3]; /* the frame */
    uint32_t cell_um;
    uint32_t leaf_count;
    uint32_t quad_count;
    uint16_t free_below, occupied_from; /* the thresholds of tree.h */
    uint16_t extent[6];                 /* x0 y0 z0 x1 y1 z1: the cells that the source spans */
} oct9_linked_header_t;

/* A leaf. `dimensions` holds its level in bits 27..31 and its last cell: x in bits 0..8, y in bits
 * 9..17, z in bits 18..26, each up to 511. Its low corner is its last cell less (1 << level) - 1
 * on each axis. */
typedef struct oct9_linked_record {
    uint32_t dimensions;
    uint16_t next[6]; /* across x low, x high, y low, y high, z low, z high */
    uint16_t payload; /* 0..OCT9_PAYLOAD_MAX */
    uint16_t spare;   /* 0 */
} oct9_linked_record_t;

/* The references of the four quarters of a face. */
typedef struct oct9_linked_quad {
    uint16_t next[4];
} oct9_linked_quad_t;

/* Where a page begins: how many leaves and quads come before it. */
typedef struct {
    uint32_t first_leaf, first_quad;
} oct9_linked_page_t;

/* An open linked image; oct9_linked_open fills it. */
typedef struct oct9_linked {
    const oct9_linked_record_t *leaves;
    const oct9_linked_quad_t *quads;
    const oct9_linked_page_t *pages;    /* all but the first, page_count - 1 */
    const oct9_linked_header_t *header; /* little-endian, in flash */
    oct9_frame_t frame;
    uint32_t leaf_count, page_count;
    oct9_thresholds_t thresholds;
} oct9_linked_t;

/* Opens `size` bytes at `bytes` in place; what follows the image's own length is ignored.
 * Fails with the first of these that holds:
 * - OCT9_ERR_ARGUMENT: the address is no multiple of 4;
 * - OCT9_ERR_IMAGE_SHORT: size is below the header's length;
 * - OCT9_ERR_IMAGE_MAGIC, OCT9_ERR_IMAGE_VERSION: not a linked image, or not of this version;
 * - OCT9_ERR_IMAGE_SHORT: size is below the image's length;
 * - OCT9_ERR_IMAGE_COUNT: there is no leaf, or more than 2^27 leaves or 2^26 quads, or the header's
 *   `bytes` contradicts the counts;
 * - OCT9_ERR_IMAGE_CRC: the bytes have changed since the image was made;
 * - OCT9_ERR_IMAGE_STATE: cell_um is out of range, oct9_tree_init would refuse the thresholds, a
 *   payload is above OCT9_PAYLOAD_MAX, or `spare` is not 0;
 * - OCT9_ERR_IMAGE_INDEX: a page has no leaf, or more than OCT9_LINKED_MOST leaves and quads; the
 *   leaves do not tile the cube in their order; a reference names anything but what is across its
 *   face; or no reference names some quad.
 * Malicious bytes do no harm: they are refused, or they are a map that can be walked.
 * The cost is one pass over the bytes for the CRC, one over the leaves and one over all references.
 * The figures below are of 113 leaves.
 * Stack: M0 296 bytes. Reentrant. */
oct9_status_t oct9_linked_open(oct9_linked_t *linked, const void *bytes, size_t size);

/* Begins a walk at the first leaf of the segment from `from` to `to`, both ends included. Returns
 * true, or false if no point of the segment is in the cube. Any two points are allowed.
 * Never fails.
 * The leaves and their order are exactly those of walk.h.
 * The cost is that of two binary searches, among the leaves and among the pages: at most 16 leaves
 * are read where there is one page, 27 in any image.
 * Stack: M0 140 bytes. Reentrant. */
bool oct9_linked_begin(oct9_linked_walk_t *walk, const oct9_linked_t *linked,
                       const oct9_point_t *from, const oct9_point_t *to);

/* Steps to the next leaf. Returns true, or false when the segment has ended or left the cube: then
 * the walk stays at its last leaf, and a further call returns false again. Across an edge or a
 * corner it steps face by face, and the leaves in between are not visited. It must not be called
 * after a begin that returned false.
 * Never fails.
 * The cost grows with the faces that are crossed, at most 3: for each a reference, and one more for
 * each level that the leaf behind it is smaller, at most 8. A step into another page costs about
 * what a begin does. The figures below are of one page.
 * Stack: M0 212 bytes. Reentrant. */
bool oct9_linked_next(oct9_linked_walk_t *walk);

/* Copies the leaf that the walk is in, after a begin or a step that returned true.
 * Never fails.
 * Stack: M0 16 bytes. Reentrant. */
void oct9_linked_leaf(const oct9_linked_walk_t *walk, oct9_leaf_t *leaf);

/* Returns the face by which the segment enters the leaf that the walk is in, and sets `time` to the
 * exact fraction of the segment, as oct9_walk_entry does.
 * Never fails.
 * Stack: M0 84 bytes. Reentrant. */
oct9_face_t oct9_linked_entry(const oct9_linked_walk_t *walk, oct9_fraction_t *time);

#ifdef __cplusplus
}
#endif
#endif
