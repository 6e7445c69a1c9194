/* SPDX-License-Identifier: MIT */
/* Images: the same leaves as the tree that they were baked from, and each error by its name, opened
 * whole and in slices. */
#include "oct9/visit.h"
#include "port/oct9_port.h"
#include "tests/golden/query.h"
#include "tests/golden/suites.h"
#include "tests/golden/world.h"
#include "tests/test.h"

enum { COPY_BYTES = 3072, DIRECTORY_BYTES = 2 * OCT9_IMAGE_ENTRIES };

static _Alignas(4) unsigned char copy[COPY_BYTES];
static oct9_image_t image;

static oct9_image_header_t *copy_world(void)
{
    CHECK(oct9_map_world_size <= COPY_BYTES);
    for (size_t i = 0; i < oct9_map_world_size; i++)
        copy[i] = oct9_port_byte(OCT9_ROM(oct9_map_world), i);
    return (oct9_image_header_t *)(void *)copy;
}

static uint32_t word(uint32_t value) /* native to little-endian */
{
    union {
        unsigned char byte[4];
        uint32_t word;
    } u;
    for (unsigned i = 0; i < 4; i++)
        u.byte[i] = (unsigned char)(value >> 8 * i);
    return u.word;
}

static uint16_t half(uint32_t value) /* native to little-endian */
{
    union {
        uint32_t word;
        uint16_t half[2];
    } u;
    u.word = word(value);
    return u.half[0]; /* the first two bytes */
}

static bool same_image(const oct9_image_t *a, const oct9_image_t *b)
{
    return a->bytes == b->bytes && a->directory == b->directory && a->pages == b->pages &&
           a->nodes == b->nodes && a->bricks == b->bricks && a->root == b->root &&
           a->layers == b->layers && a->frame.origin_mm.x == b->frame.origin_mm.x &&
           a->frame.origin_mm.y == b->frame.origin_mm.y &&
           a->frame.origin_mm.z == b->frame.origin_mm.z && a->frame.cell_um == b->frame.cell_um;
}

/* In slices, which must return what the whole did; no image is set before the end. */
static void open_sliced(size_t size, uint32_t budget, oct9_status_t want)
{
    oct9_image_open_t opening;
    oct9_image_t sliced;
    oct9_status_t status = oct9_image_open_begin(&opening, oct9_rom_of_ram(copy), size);
    query_paint(&sliced, sizeof sliced);
    if (status == OCT9_OK)
        while ((status = oct9_image_open_run(&opening, budget, &sliced)) == OCT9_AGAIN)
            CHECK(query_painted(&sliced, sizeof sliced));
    CHECK_EQ(status, want);
    if (want == OCT9_OK)
        CHECK(same_image(&sliced, &image));
    else
        CHECK(query_painted(&sliced, sizeof sliced));
    CHECK_EQ(oct9_image_open_run(&opening, budget, &sliced), want); /* and so again */
    CHECK_EQ(oct9_image_open_run(&opening, 0, &sliced), OCT9_ERR_ARGUMENT);
}

static oct9_status_t open_size(size_t size)
{
    const oct9_status_t status = oct9_image_open(&image, oct9_rom_of_ram(copy), size);
    for (unsigned i = 0; i < QUERY_BUDGETS; i++)
        open_sliced(size, query_budgets[i], status);
    return status;
}

static oct9_status_t open_copy(void)
{
    return open_size(oct9_map_world_size);
}

/* As someone who wants the image to be taken for good would. */
static oct9_status_t open_signed(void)
{
    oct9_image_header_t *header = (oct9_image_header_t *)(void *)copy;
    header->crc = word(oct9_rom_crc32(0, oct9_rom_of_ram(copy + 8), oct9_map_world_size - 8));
    return open_copy();
}

static void same_leaves_as_the_tree(void)
{
    world_build(1);
    CHECK_EQ(query_open(&image), OCT9_OK);
    const oct9_map_t map = oct9_map_of_image(&image);
    oct9_visit_t of_tree, of_image;
    oct9_leaf_t a, b;
    uint32_t digest = DIGEST_BEGIN;
    CHECK_EQ(oct9_visit_begin(&of_tree, &world_map, NULL, OCT9_STATES_ALL), OCT9_OK);
    CHECK_EQ(oct9_visit_begin(&of_image, &map, NULL, OCT9_STATES_ALL), OCT9_OK);
    while (oct9_visit_next(&of_tree, UINT32_MAX, &a) > 0) {
        CHECK_EQ(oct9_visit_next(&of_image, UINT32_MAX, &b), 1);
        CHECK(a.corner.x == b.corner.x && a.corner.y == b.corner.y && a.corner.z == b.corner.z);
        CHECK(a.level == b.level && a.state == b.state);
        CHECK_EQ(oct9_map_locate(&map, a.corner, &b), OCT9_OK);
        CHECK(a.level == b.level && a.state == b.state);
        digest = digest_add(digest, (uint32_t)a.corner.x << 16 | a.corner.y);
        digest = digest_add(digest, (uint32_t)a.corner.z << 16 | (uint32_t)a.level << 8 | a.state);
    }
    CHECK_EQ(oct9_visit_next(&of_image, UINT32_MAX, &b), 0);
    TEST_DIGEST("leaves", digest);
}

static void frame_is_returned(void)
{
    oct9_image_header_t *h = copy_world();
    h->origin_mm[0] = (int32_t)word((uint32_t)0 - 1000u);
    h->origin_mm[1] = (int32_t)word(20);
    h->origin_mm[2] = (int32_t)word(300);
    h->cell_um = word(50000);
    CHECK_EQ(open_signed(), OCT9_OK);
    CHECK_EQ(image.frame.origin_mm.x, -1000);
    CHECK_EQ(image.frame.origin_mm.y, 20);
    CHECK_EQ(image.frame.origin_mm.z, 300);
    CHECK_EQ(image.frame.cell_um, 50000);
}

static void header_errors(void)
{
    oct9_image_header_t *h = copy_world();
    CHECK_EQ(open_signed(), OCT9_OK);
    CHECK_EQ(oct9_image_open(&image, oct9_rom_of_ram(copy + 2), COPY_BYTES - 2), OCT9_ERR_ARGUMENT);
    CHECK_EQ(open_size(0), OCT9_ERR_IMAGE_SHORT);
    CHECK_EQ(open_size(sizeof *h - 1), OCT9_ERR_IMAGE_SHORT);
    CHECK_EQ(open_size(oct9_map_world_size - 1), OCT9_ERR_IMAGE_SHORT);
    h->magic = 0;
    CHECK_EQ(open_copy(), OCT9_ERR_IMAGE_MAGIC);
    h = copy_world();
    h->version = word(OCT9_IMAGE_VERSION - 1); /* without a directory */
    CHECK_EQ(open_signed(), OCT9_ERR_IMAGE_VERSION);
    h->version = word(OCT9_IMAGE_VERSION + 1);
    CHECK_EQ(open_signed(), OCT9_ERR_IMAGE_VERSION);
    h = copy_world();
    h->crc = ~h->crc;
    CHECK_EQ(open_copy(), OCT9_ERR_IMAGE_CRC);
    h = copy_world();
    h->cell_um = 0;
    CHECK_EQ(open_signed(), OCT9_ERR_IMAGE_STATE);
}

static void count_errors(void)
{
    static const size_t fields[] = { offsetof(oct9_image_header_t, page_count),
                                     offsetof(oct9_image_header_t, node_count),
                                     offsetof(oct9_image_header_t, brick_count),
                                     offsetof(oct9_image_header_t, level_begin),
                                     offsetof(oct9_image_header_t, level_begin[7]) };
    static const uint32_t values[] = { 0x7FFFFFFFu, 0xFFFFFFFFu, 0x20000000u, 0x01000001u };
    for (unsigned f = 0; f < 5; f++)
        for (unsigned v = 0; v < 4; v++) {
            (void)copy_world();
            uint32_t *field = (uint32_t *)(void *)(copy + fields[f]);
            *field = word(values[v]);
            CHECK_EQ(open_signed(), OCT9_ERR_IMAGE_COUNT);
        }
    oct9_image_header_t *h = copy_world();
    h->bytes = word((uint32_t)oct9_map_world_size - 4);
    CHECK_EQ(open_signed(), OCT9_ERR_IMAGE_COUNT);
    h = copy_world();
    h->root = word(1); /* a root that is a leaf has no nodes */
    CHECK_EQ(open_signed(), OCT9_ERR_IMAGE_COUNT);
}

static uint32_t bits(uint32_t byte)
{
    uint32_t count = 0;
    for (; byte != 0; byte >>= 1)
        count += byte & 1u;
    return count;
}

/* The node of level 2 whose children end with the last brick. */
static uint32_t *last_parent(const oct9_image_header_t *h, const uint32_t *pages, uint32_t *nodes)
{
    for (uint32_t n = word(h->level_begin[7]); n < word(h->node_count); n++) {
        const uint32_t w = word(nodes[n]), inner = bits(w & w >> 8 & 0xFFu);
        const uint32_t first = word(pages[n / OCT9_IMAGE_PAGE * 2u]) + (w >> 16);
        if (inner != 0 && first + inner == word(h->brick_count))
            return &nodes[n];
    }
    return NULL;
}

/* What only a second look at the nodes can find. */
static void content_errors(void)
{
    oct9_image_header_t *h = copy_world();
    CHECK_EQ(open_signed(), OCT9_OK);
    uint32_t *pages = (uint32_t *)(void *)(copy + sizeof *h + DIRECTORY_BYTES);
    uint32_t *nodes = pages + 2u * word(h->page_count);
    const uint32_t last = word(h->node_count) - 1u;
    uint16_t *bricks = (uint16_t *)(void *)(nodes + last + 1u);

    nodes[0] = word(word(nodes[0]) + 0x00400000u); /* a page on: the children overrun level 8 */
    CHECK_EQ(open_signed(), OCT9_ERR_IMAGE_INDEX);
    (void)copy_world();
    CHECK_EQ(word(nodes[0]) & 0xFFFFu, 0xFFFFu); /* has eight: the last of them is too far */
    nodes[0] = word(word(nodes[0]) +
                    ((word(h->level_begin[2]) - word(h->level_begin[1]) - 7u) << 16));
    CHECK_EQ(open_signed(), OCT9_ERR_IMAGE_INDEX);
    (void)copy_world();
    uint32_t *node = last_parent(h, pages, nodes);
    CHECK(node != NULL);
    if (node)
        *node = word(word(*node) + 0x00010000u); /* its last brick is one too far */
    CHECK_EQ(open_signed(), OCT9_ERR_IMAGE_INDEX);
    (void)copy_world();
    nodes[0] = word(0x0000FFFFu); /* the root its own child: a cycle */
    CHECK_EQ(open_signed(), OCT9_ERR_IMAGE_INDEX);
    (void)copy_world();
    bricks[0] = 0xFFFFu; /* a cell cannot be divided */
    CHECK_EQ(open_signed(), OCT9_ERR_IMAGE_STATE);
    (void)copy_world();
    for (uint32_t page = 0; page < word(h->page_count); page++)
        pages[2u * page + 1u] = word(0xFFFFu); /* all void: a false clear, were it true */
    CHECK_EQ(open_signed(), OCT9_ERR_IMAGE_VOID);
}

/* An entry that the nodes contradict would be a false clear, were it believed. */
static void directory_errors(void)
{
    oct9_image_header_t *h = copy_world();
    uint16_t *entries = (uint16_t *)(void *)(h + 1);
    for (unsigned i = 0; i < OCT9_IMAGE_ENTRIES; i++) {
        const unsigned entry = oct9_port_half(oct9_rom_halves(OCT9_ROM(oct9_map_world)),
                                              sizeof *h / 2 + i);
        const unsigned wrong[] = { OCT9_IMAGE_LEAF + 4 * 9 + OCT9_FREE,
                                   entry ^ 1u,
                                   entry ^ 4u,
                                   entry ^ OCT9_IMAGE_LEAF,
                                   0xFFFFu,
                                   0 };
        for (unsigned k = 0; k < sizeof wrong / sizeof wrong[0]; k++) {
            entries[i] = half(wrong[k]);
            if (wrong[k] != entry && (k == 0 || i % 61 == 0))
                CHECK_EQ(open_signed(), OCT9_ERR_IMAGE_INDEX);
        }
        entries[i] = half(entry);
    }
    CHECK_EQ(open_signed(), OCT9_OK);
}

/* Each budget opens it in as many slices as there are steps for it: a step is 16 bytes behind the
 * CRC, 8 bricks, a node or an entry of the directory; no slice goes from one of these to the next
 * without a step. */
static void steps_of_an_opening(void)
{
    const oct9_image_header_t *h = copy_world();
    const uint32_t steps = (word(h->bytes) - 8u + 15u) / 16u + (word(h->brick_count) + 7u) / 8u +
                           word(h->node_count) + OCT9_IMAGE_ENTRIES;
    for (uint32_t budget = 1; budget < steps + 3; budget += 1 + budget / 8) {
        oct9_image_open_t opening;
        uint32_t slices = 1;
        CHECK_EQ(oct9_image_open_begin(&opening, oct9_rom_of_ram(copy), oct9_map_world_size),
                 OCT9_OK);
        while (oct9_image_open_run(&opening, budget, &image) == OCT9_AGAIN)
            slices++;
        CHECK(slices == (steps + budget - 1) / budget || slices == steps / budget + 1);
    }
}

/* A map of one leaf has no nodes at all. */
static void uniform_image(void)
{
    oct9_image_header_t *h = copy_world();
    const size_t bytes = sizeof *h + DIRECTORY_BYTES;
    uint16_t *entries = (uint16_t *)(void *)(h + 1);
    h->bytes = word((uint32_t)bytes);
    h->page_count = h->node_count = h->brick_count = 0;
    for (unsigned i = 0; i < 8; i++)
        h->level_begin[i] = 0;
    for (uint32_t root = 0; root < 6; root++) {
        h->root = word(root);
        for (unsigned i = 0; i < OCT9_IMAGE_ENTRIES; i++)
            entries[i] = half(OCT9_IMAGE_LEAF + 4u * OCT9_LEVELS + root);
        h->crc = word(oct9_rom_crc32(0, oct9_rom_of_ram(copy + 8), bytes - 8));
        const oct9_status_t status = open_size(bytes);
        if (root > 2) {
            CHECK_EQ(status, root == 3 ? OCT9_ERR_IMAGE_COUNT : OCT9_ERR_IMAGE_STATE);
            continue;
        }
        CHECK_EQ(status, OCT9_OK);
        const oct9_map_t map = oct9_map_of_image(&image);
        oct9_leaf_t leaf;
        CHECK_EQ(oct9_map_locate(&map, (oct9_cell_t){ 511, 0, 7 }, &leaf), OCT9_OK);
        CHECK(leaf.level == 9 && leaf.state == root);
    }
}

GOLDEN_SUITE(image)
{
    RUN(same_leaves_as_the_tree);
    RUN(frame_is_returned);
    RUN(header_errors);
    RUN(count_errors);
    RUN(content_errors);
    RUN(directory_errors);
    RUN(steps_of_an_opening);
    RUN(uniform_image);
}
