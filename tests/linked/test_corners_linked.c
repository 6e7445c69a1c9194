/* SPDX-License-Identifier: MIT */
/* Corners of linked images: counts that are right only modulo 2^32, and a quad of nothing. */
#include "oct9/linked.h"
#include "oct9/rom.h"
#include "tests/test.h"

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
        oct9_linked_record_t leaves[LEAVES + 1];
        oct9_linked_quad_t quads[QUADS];
    } image;
    const uint32_t bytes = sizeof image - sizeof image.leaves[0];
    oct9_linked_t linked;
    image.header.magic = OCT9_LINKED_MAGIC;
    image.header.version = OCT9_LINKED_VERSION;
    image.header.bytes = bytes;
    image.header.leaf_count = LEAVES;
    image.header.quad_count = QUADS;
    image.header.free_below = image.header.occupied_from = 1;
    image.header.cell_um = 1;
    sign_linked(&image.header);
    CHECK_EQ(oct9_linked_open(&linked, &image, bytes), OCT9_ERR_IMAGE_INDEX);
    image.header.bytes = sizeof image; /* the leaves alone are too many */
    image.header.leaf_count = LEAVES + 1;
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

/* The leaf in that octant of its parent, all of whose lower siblings' parents are at the cube's low
 * corner; it has no neighbours in its page. */
static void set_alone(oct9_linked_record_t *leaf, unsigned octant, unsigned level)
{
    const uint32_t inside = ((uint32_t)1 << level) - 1u;
    leaf->dimensions = (uint32_t)level << 27;
    for (unsigned a = 0; a < 3; a++)
        leaf->dimensions |= ((octant >> a & 1u) << level | inside) << 9 * a;
    memset(leaf->next, 0xFF, sizeof leaf->next);
}

/* The cells at the cube's corner are leaves, the first two of them in one page, and all others in
 * pages of their own. The first cell names a quad, where it has no quarters. */
static void a_quad_at_a_cell(void)
{
    enum { LEAVES = 7 * OCT9_LEVELS + 1, PAGES = LEAVES - 1 };
    static struct {
        oct9_linked_header_t header;
        oct9_linked_record_t leaves[LEAVES];
        oct9_linked_page_t quads_and_pages[PAGES]; /* one quad, then all pages but the first */
    } image;
    oct9_linked_t linked;
    image.header.magic = OCT9_LINKED_MAGIC;
    image.header.version = OCT9_LINKED_VERSION;
    image.header.leaf_count = LEAVES;
    image.header.free_below = image.header.occupied_from = 1;
    image.header.cell_um = 1;
    set_alone(&image.leaves[0], 0, 0);
    for (unsigned i = 1; i < LEAVES; i++)
        set_alone(&image.leaves[i], 1 + (i - 1) % 7, (i - 1) / 7);
    image.leaves[1].next[0] = 0;
    for (uint32_t quads = 0; quads < 2; quads++) {
        image.header.quad_count = quads;
        image.header.bytes = (uint32_t)(sizeof image -
                                        (quads == 0 ? sizeof(oct9_linked_page_t) : 0));
        image.leaves[0].next[1] = quads == 0 ? 1 : 2; /* the other cell, or the quad */
        for (uint32_t i = 0; i < PAGES - 1; i++)
            image.quads_and_pages[quads + i] = (oct9_linked_page_t){ i + 2, quads };
        sign_linked(&image.header);
        CHECK_EQ(oct9_linked_open(&linked, &image, image.header.bytes),
                 quads == 0 ? OCT9_OK : OCT9_ERR_IMAGE_INDEX);
    }
}

int main(void)
{
    RUN(linked_images_of_large_counts);
    RUN(linked_pages_around_2_to_32);
    RUN(a_quad_at_a_cell);
    return test_end();
}
