/* SPDX-License-Identifier: MIT */
/* The map image: a map that does not change, read in place from flash.
 *
 * Example, with (oct9_rom_t bytes, oct9_rom_size_t size):
 *
 *     oct9_image_t image;
 *     if (oct9_image_open(&image, bytes, size) != OCT9_OK)
 *         return;
 *     const oct9_map_t map = oct9_map_of_image(&image);
 *     const oct9_cell_t cell = { 10, 20, 30 };
 *     oct9_leaf_t leaf;
 *     (void)oct9_map_locate(&map, cell, &leaf);
 *
 * Nothing is copied and nothing is trusted: oct9_image_open validates all that a reader relies on,
 * and the readers check no more. The bytes must not change while the image is in use. Do not open
 * another image in the same oct9_image_t while a query is in progress: no status would report it.
 *
 * Layout, all little-endian, the whole aligned to 4 bytes:
 *
 *   header    96 bytes, oct9_image_header_t
 *   directory 1,024 bytes: 512 entries of 16 bits, where a descent starts
 *   pages     page_count * 8 bytes: base (32 bits), void_end (16 bits), 0 (16 bits)
 *   nodes     node_count * 4 bytes: the inner nodes of level 9 down to 2, level by level
 *   bricks    brick_count * 2 bytes: the nodes of level 1; 2 bytes of 0 if the count is odd
 *
 * A node's low 16 bits are its children's states in two planes: bit c of the low byte and bit c
 * of the high byte are bit 0 and bit 1 of the state of child c (bit 0 of c is x, bit 1 y, bit 2
 * z): 0 unknown, 1 free, 2 occupied, 3 an inner node. The planes give the inner children in one
 * AND. Its high 16 bits, `first`, are the index of its first inner child, relative to its page's
 * base; the others follow in the order of their numbers. A brick is 16 such bits for eight cells,
 * without state 3.
 *
 * The directory has an entry for each node of 64 cells, in the order of their Morton codes, so that
 * an octant of the cube is 64 entries in a row: below OCT9_IMAGE_LEAF the number of that inner node
 * of level 6; otherwise OCT9_IMAGE_LEAF + 4 * level + state of the leaf of level 6 to 9 that the
 * node is or is in. Queries start there instead of at the cube, unless they are about more than one
 * such node.
 *
 * Node n belongs to page n / 64; each level begins on a new page, after up to 63 empty nodes. Inner
 * child number k (0 for the first one) of node n is pages[n / 64].base + first + k: of the bricks
 * if n is of level 2, of the nodes otherwise. A node whose `first` is below its page's void_end has
 * nothing occupied below it: a ray that only an obstacle stops may cross it in one step. A node at
 * or above void_end may hold nothing occupied, too. */
#ifndef OCT9_IMAGE_H
#define OCT9_IMAGE_H

#include "oct9/detail/image.h"
#include "oct9/detail/opened.h"
#include "oct9/detail/rom.h"
#include "oct9/leaf.h"
#include "oct9/rom.h"

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

#define OCT9_IMAGE_MAGIC 0x3974636fu /* the bytes "oct9" */
#define OCT9_IMAGE_VERSION 2u
#define OCT9_IMAGE_PAGE 64u /* nodes to a page */
#define OCT9_IMAGE_INNER 3u /* the child state of an inner node */
#define OCT9_IMAGE_START 6u /* the level of the nodes that the directory names */
#define OCT9_IMAGE_ENTRIES 512u
#define OCT9_IMAGE_LEAF 0x8000u /* an entry of the directory from here on is a leaf */

/* The header, as in the file. `crc` is the CRC-32 (IEEE 802.3) of the bytes behind it, from
 * `version` to the image's end. */
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
                           on; no query reads it, and oct9_image_open does not check it */
    uint32_t level_begin[8]; /* the first node of level 9, 8, ... 2 */
    uint32_t reserved;       /* 0 */
} oct9_image_header_t;

/* An open image; oct9_image_open fills it. */
typedef struct oct9_image {
    oct9_rom_halves_t directory;
    oct9_rom_words_t pages; /* two words a page */
    oct9_rom_words_t nodes;
    oct9_rom_halves_t bricks;
    oct9_rom_t bytes; /* the whole, an oct9_image_header_t first */
    oct9_frame_t frame;
    uint32_t root;               /* the cube's state, or OCT9_IMAGE_INNER */
    const oct9_layers_t *layers; /* NULL unless the map is layered, or a world's cube */
} oct9_image_t;

/* Opens `size` bytes at `bytes` in place; what follows the image's own length is ignored.
 * Fails with the first of these that holds:
 * - OCT9_ERR_ARGUMENT: the address is no multiple of 4;
 * - OCT9_ERR_IMAGE_SHORT: size is below the header's length;
 * - OCT9_ERR_IMAGE_MAGIC, OCT9_ERR_IMAGE_VERSION: not an image, or not of this version;
 * - OCT9_ERR_IMAGE_SHORT: size is below the image's length;
 * - OCT9_ERR_IMAGE_COUNT: the counts and the length contradict each other;
 * - OCT9_ERR_IMAGE_CRC: the bytes have changed since the image was made;
 * - OCT9_ERR_IMAGE_STATE: cell_um is out of range, or the root or a brick has a state that it must
 *   not have.
 * Then, from the lowest level up:
 * - OCT9_ERR_IMAGE_COUNT: `level_begin` contradicts itself or the counts;
 * - OCT9_ERR_IMAGE_INDEX: a child is not among the nodes of the next level;
 * - OCT9_ERR_IMAGE_VOID: a node below void_end has something occupied below it.
 * At last OCT9_ERR_IMAGE_INDEX: an entry of the directory is not what the nodes say.
 * Malicious bytes do no harm: they are refused, or they are a map that can be read.
 * The cost is one pass over the bytes for the CRC, one over the nodes and their children, and one
 * over the directory: about 31 instructions a byte on a Cortex-M4. The figures below are of an
 * image of 25 KB.
 * Stack: M0 232 bytes. Reentrant. */
oct9_status_t oct9_image_open(oct9_image_t *image, oct9_rom_t bytes, oct9_rom_size_t size);

/* Begins to open an image in slices; oct9_image_open_run returns it. The bytes must not change
 * meanwhile.
 * Fails as oct9_image_open does for the address, the size and the header, up to the first
 * OCT9_ERR_IMAGE_COUNT.
 * Stack: M0 20 bytes. Reentrant. */
oct9_status_t oct9_image_open_begin(oct9_image_open_t *opening, oct9_rom_t bytes,
                                    oct9_rom_size_t size);

/* Continues to open an image by at most `budget` steps. A step checks 16 bytes for the CRC, or 8
 * bricks, or a node with its children, or an entry of the directory; a budget of 1 takes at most
 * 1,100 instructions on a Cortex-M4, for any bytes. Returns OCT9_OK when all is checked, and sets
 * `image`; OCT9_AGAIN when the budget is used up: call again. Until OCT9_OK it does not change
 * `image`.
 * Fails with OCT9_ERR_ARGUMENT iff budget is 0; otherwise as oct9_image_open does for what is
 * behind the header, and then with the same status again.
 * Stack: M0 200 bytes. Reentrant. */
oct9_status_t oct9_image_open_run(oct9_image_open_t *opening, uint32_t budget, oct9_image_t *image);

#ifdef __cplusplus
}
#endif
#endif
