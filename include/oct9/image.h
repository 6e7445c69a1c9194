/* SPDX-License-Identifier: MIT */
/* The map image: a map that does not change, read in place from flash.
 *
 * Layout, all little-endian, the whole aligned to 4 bytes:
 *
 *   header    96 bytes, oct9_image_header_t
 *   pages     page_count * 8 bytes: base (32 bits), void_end (16 bits), 0 (16 bits)
 *   nodes     node_count * 4 bytes: the inner nodes of level 9 down to 2, level by level
 *   bricks    brick_count * 2 bytes: the nodes of level 1; 2 bytes of 0 if the count is odd
 *
 * A node's low 16 bits are its children's states in two planes: bit c of the low byte and bit c
 * of the high byte are bit 0 and bit 1 of the state of child c (bit 0 of c is x, bit 1 y, bit 2
 * z): 0 unknown, 1 free, 2 occupied, 3 an inner node. The planes give the inner children in one
 * AND. Its high 16 bits, `first`, say where its inner children begin; they follow one another in
 * the order of their numbers. A brick is 16 such bits for eight cells, state 3 excepted.
 *
 * Node n belongs to page n / 64; each level begins on a page of its own, after up to 63 empty
 * nodes. Inner child number k (0 for the first one) of node n is pages[n / 64].base + first + k:
 * of the bricks if n is of level 2, of the nodes otherwise. A node whose `first` is below its
 * page's void_end has nothing occupied below it: a ray that only an obstacle stops may cross it
 * in one step. The converse is not promised.
 *
 * Nothing is copied and nothing is trusted: oct9_image_open validates all that a reader relies
 * on, and the readers check no more. The bytes must not change while the image is in use. */
#ifndef OCT9_IMAGE_H
#define OCT9_IMAGE_H

#include "oct9/detail/rom.h"
#include "oct9/leaf.h"
#include "oct9/rom.h"

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

#define OCT9_IMAGE_MAGIC 0x3974636fu /* the bytes "oct9" */
#define OCT9_IMAGE_VERSION 1u
#define OCT9_IMAGE_PAGE 64u /* nodes to a page */
#define OCT9_IMAGE_INNER 3u /* the child state of an inner node */

/* As it stands in the file. `crc` is the CRC-32 (IEEE 802.3) of the bytes behind it, from
 * `version` on to the image's end. */
typedef struct {
    uint32_t magic;
    uint32_t crc;
    uint32_t version;     /* OCT9_IMAGE_VERSION */
    uint32_t bytes;       /* of the whole image, a multiple of 4 */
    int32_t origin_mm[3]; /* the frame */
    uint32_t cell_um;
    uint32_t root; /* the cube's state; OCT9_IMAGE_INNER: node 0 */
    uint32_t page_count;
    uint32_t node_count;
    uint32_t brick_count;
    uint16_t extent[6]; /* x0 y0 z0 x1 y1 z1: the cells that the source spans, x0 below x1 and so
                           on; no query asks it, and oct9_image_open does not look at it */
    uint32_t level_begin[8]; /* the first node of level 9, 8, ... 2 */
    uint32_t reserved;       /* 0 */
} oct9_image_header_t;

/* An open image. */
typedef struct {
    oct9_rom_words_t pages; /* two words a page */
    oct9_rom_words_t nodes;
    oct9_rom_halves_t bricks;
    oct9_rom_t bytes; /* the whole, an oct9_image_header_t first */
    oct9_frame_t frame;
    uint32_t root; /* the cube's state, or OCT9_IMAGE_INNER */
} oct9_image_t;

/* Opens `size` bytes at `bytes` in place; what follows the image's own length is ignored.
 * Fails with the first that holds of: OCT9_ERR_ARGUMENT iff the address is no multiple of 4,
 * _SHORT iff size is below the header's length, _MAGIC, _VERSION, _SHORT iff size is below the
 * image's length, _COUNT iff the counts and the length contradict each other, _CRC,
 * _STATE iff cell_um is out of range or the root's or a brick's state is not allowed there; then,
 * from the lowest level up, _COUNT iff the levels' places contradict each other or the counts,
 * _INDEX iff a node's child lies outside the next level, _VOID iff a node below void_end has
 * something occupied below it. Hostile bytes do no harm.
 * Cost: one pass over the bytes for the CRC, one over the nodes and their children: about 26
 * instructions a byte on Cortex-M4. */
oct9_status_t oct9_image_open(oct9_image_t *image, oct9_rom_t bytes, oct9_rom_size_t size);

#ifdef __cplusplus
}
#endif
#endif
