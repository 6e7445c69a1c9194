/* SPDX-License-Identifier: MIT */
/* The linked image of a map whose leaves are the eight octants of the cube, made where `oct9 link`
 * cannot run: on a board. */
#ifndef TESTS_GOLDEN_OCTANTS_H
#define TESTS_GOLDEN_OCTANTS_H

#include "oct9/image.h"
#include "oct9/linked.h"
#include "port/oct9_port.h"

typedef struct {
    oct9_linked_header_t header;
    oct9_linked_record_t leaves[8];
} octants_image_t;

static inline void octants_set_leaf(oct9_linked_record_t *leaf, unsigned c, uint16_t payload)
{
    const uint32_t x = c & 1u ? 511 : 255, y = c & 2u ? 511 : 255, z = c & 4u ? 511 : 255;
    leaf->dimensions = oct9_port_le32((uint32_t)8 << 27 | z << 18 | y << 9 | x);
    for (unsigned face = 0; face < 6; face++) {
        const unsigned bit = 1u << face / 2u,
                       inner = (c & bit) != 0 ? face % 2u == 0 : face % 2u == 1;
        leaf->next[face] = oct9_port_le16((uint16_t)(inner ? c ^ bit : OCT9_LINKED_BEYOND));
    }
    leaf->payload = oct9_port_le16(payload);
    leaf->spare = 0;
}

/* Makes the image; thresholds are 1 and 1, as a scene has them. */
static inline void octants_make(octants_image_t *image, const oct9_map_t *map)
{
    oct9_linked_header_t *header = &image->header;
    const size_t behind = offsetof(oct9_linked_header_t, version);
    header->magic = oct9_port_le32(OCT9_LINKED_MAGIC);
    header->version = oct9_port_le32(OCT9_LINKED_VERSION);
    header->bytes = oct9_port_le32((uint32_t)sizeof *image);
    for (unsigned a = 0; a < 3; a++)
        header->origin_mm[a] = 0;
    header->cell_um = oct9_port_le32(80000);
    header->leaf_count = oct9_port_le32(8);
    header->quad_count = 0;
    header->free_below = header->occupied_from = oct9_port_le16(1);
    for (unsigned i = 0; i < 6; i++)
        header->extent[i] = oct9_port_le16(i < 3 ? 0 : OCT9_CELLS);
    for (unsigned c = 0; c < 8; c++) {
        const oct9_cell_t cell = { (uint16_t)(c % 2u * 256u), (uint16_t)(c / 2u % 2u * 256u),
                                   (uint16_t)(c / 4u * 256u) };
        oct9_leaf_t leaf;
        (void)oct9_map_locate(map, cell, &leaf);
        octants_set_leaf(&image->leaves[c], c, leaf.payload);
    }
    header->crc = oct9_port_le32(oct9_rom_crc32(
        0, oct9_rom_of_ram((const unsigned char *)image + behind), sizeof *image - behind));
}

#endif
