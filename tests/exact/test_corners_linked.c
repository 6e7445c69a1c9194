/* SPDX-License-Identifier: MIT */
/* Corners of linked images: counts that are right only modulo 2^32. */
#include "oct9/linked.h"
#include "oct9/rom.h"
#include "tests/test.h"

#include <stdlib.h>
#include <string.h>

static void sign_linked(oct9_linked_header_t *header)
{
    const size_t before = offsetof(oct9_linked_header_t, version);
    header->crc = oct9_rom_crc32(0, oct9_rom_of_ram((const char *)header + before),
                                 header->bytes - before);
}

/* Leaves and quads together are too many for a page; counts with which the length would overflow.
 */
static void linked_images_of_large_counts(void)
{
    enum { LEAVES = OCT9_LINKED_MOST, QUADS = 1 };
    static struct {
        oct9_linked_header_t header;
        oct9_linked_record_t leaves[LEAVES];
        oct9_linked_quad_t quads[QUADS];
    } image;
    oct9_linked_t linked;
    image.header.magic = OCT9_LINKED_MAGIC;
    image.header.version = OCT9_LINKED_VERSION;
    image.header.bytes = sizeof image;
    image.header.leaf_count = LEAVES;
    image.header.quad_count = QUADS;
    image.header.free_below = image.header.occupied_from = 1;
    image.header.cell_um = 1;
    sign_linked(&image.header);
    CHECK_EQ(oct9_linked_open(&linked, &image, sizeof image), OCT9_ERR_IMAGE_INDEX);
    image.header.leaf_count = ((uint32_t)1 << 27) + 1u;
    CHECK_EQ(oct9_linked_open(&linked, &image, sizeof image), OCT9_ERR_IMAGE_COUNT);
    image.header.leaf_count = LEAVES;
    image.header.quad_count = ((uint32_t)1 << 26) + 1u;
    CHECK_EQ(oct9_linked_open(&linked, &image, sizeof image), OCT9_ERR_IMAGE_COUNT);
    image.header.quad_count = QUADS + ((uint32_t)1 << 29); /* times 8: 2^32 */
    CHECK_EQ(oct9_linked_open(&linked, &image, sizeof image), OCT9_ERR_IMAGE_COUNT);
}

/* Pages that are small enough, one by one, but end at the only leaf modulo 2^32 alone. */
static void linked_pages_around_2_to_32(void)
{
    enum { PAGES = 65538 };
    static struct {
        oct9_linked_header_t header;
        oct9_linked_record_t leaf;
        oct9_linked_page_t pages[PAGES - 1];
    } image;
    oct9_linked_t linked;
    image.header.magic = OCT9_LINKED_MAGIC;
    image.header.version = OCT9_LINKED_VERSION;
    image.header.bytes = sizeof image;
    image.header.leaf_count = image.header.cell_um = 1;
    image.header.free_below = image.header.occupied_from = 1;
    image.leaf.dimensions = (uint32_t)OCT9_LEVELS << 27 | (((uint32_t)1 << 27) - 1u);
    memset(image.leaf.next, 0xFF, sizeof image.leaf.next);
    for (uint32_t i = 0; i < PAGES - 1; i++) /* 65,537 * 65,535 = 2^32 - 1: the last one has 2 */
        image.pages[i].first_leaf = (i + 1u) * OCT9_LINKED_MOST;
    sign_linked(&image.header);
    CHECK_EQ(oct9_linked_open(&linked, &image, sizeof image), OCT9_ERR_IMAGE_INDEX);
    image.header.bytes = sizeof image.header + sizeof image.leaf; /* good without pages */
    sign_linked(&image.header);
    CHECK_EQ(oct9_linked_open(&linked, &image, sizeof image), OCT9_OK);
}

/* --- nodes and cells ------------------------------------------------------------------------- */

int main(void)
{
    RUN(linked_images_of_large_counts);
    RUN(linked_pages_around_2_to_32);
    return test_end();
}
