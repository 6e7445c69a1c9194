/* SPDX-License-Identifier: MIT */
/* Opening an image: everything that a reader relies on is validated here, once. */
#include "src/node.h"

enum { LEVEL_COUNT = 8, LOWEST_LEVEL = 2 };

#define HEADER_BYTES 96u

_Static_assert(sizeof(oct9_image_header_t) == HEADER_BYTES, "the header's layout is the format's");

/* The most of each kind that an image can name, far above what flash holds, so that no product
 * or sum below overflows: 8 * 2^24 + 4 * 2^24 + 2 * 2^26 + 96 < 2^29. */
#define MOST_NODES ((uint32_t)1 << 24)
#define MOST_BRICKS ((uint32_t)1 << 26)

/* A word of the header. */
#define WORD(image, field)                                                                      \
    oct9_port_word((oct9_rom_words_t)(image), offsetof(oct9_image_header_t, field) / 4u)

static uint32_t level_begin(oct9_rom_t image, unsigned level)
{
    const unsigned first = offsetof(oct9_image_header_t, level_begin) / 4u;
    return oct9_port_word((oct9_rom_words_t)image, first + OCT9_LEVELS - level);
}

static uint32_t level_end(oct9_rom_t image, unsigned level)
{
    return level == LOWEST_LEVEL ? WORD(image, node_count) : level_begin(image, level - 1u);
}

/* The counts, the levels and the length say the same. */
static bool counts_good(oct9_rom_t image)
{
    const uint32_t pages = WORD(image, page_count);
    const uint32_t nodes = WORD(image, node_count);
    const uint32_t bricks = WORD(image, brick_count);
    if (nodes > MOST_NODES || bricks > MOST_BRICKS ||
        pages != (nodes + OCT9_IMAGE_PAGE - 1u) / OCT9_IMAGE_PAGE)
        return false;
    const uint32_t bytes = HEADER_BYTES + 8u * pages + 4u * nodes + 4u * ((bricks + 1u) / 2u);
    if (WORD(image, bytes) != bytes)
        return false;
    uint32_t before = 0;
    for (unsigned level = OCT9_LEVELS; level >= LOWEST_LEVEL; level--) {
        const uint32_t begin = level_begin(image, level);
        if (begin < before || begin > nodes || (begin % OCT9_IMAGE_PAGE != 0 && begin != nodes))
            return false;
        before = begin;
    }
    /* Node 0 is the root, if there are nodes. */
    const bool rooted = WORD(image, root) == OCT9_IMAGE_INNER;
    return level_begin(image, OCT9_LEVELS) == 0 && (nodes != 0) == rooted &&
           (level_end(image, OCT9_LEVELS) != 0) == rooted;
}

static oct9_status_t check_header(oct9_rom_t image, size_t size)
{
    if ((uintptr_t)image % 4u != 0)
        return OCT9_ERR_IMAGE_ALIGN;
    if (size < HEADER_BYTES)
        return OCT9_ERR_IMAGE_SHORT;
    if (WORD(image, magic) != OCT9_IMAGE_MAGIC)
        return OCT9_ERR_IMAGE_MAGIC;
    if (WORD(image, version) != OCT9_IMAGE_VERSION)
        return OCT9_ERR_IMAGE_VERSION;
    const uint32_t bytes = WORD(image, bytes);
    if (size < bytes)
        return OCT9_ERR_IMAGE_SHORT;
    if (!counts_good(image))
        return OCT9_ERR_IMAGE_COUNT;
    const size_t before = offsetof(oct9_image_header_t, version);
    const uint32_t crc = oct9_crc32(0, oct9_rom_behind(image, before), (size_t)bytes - before);
    return crc == WORD(image, crc) ? OCT9_OK : OCT9_ERR_IMAGE_CRC;
}

static bool is_void(const oct9_image_t *image, uint32_t ref, unsigned level)
{
    return level == 1 ? oct9_brick_void(oct9_image_brick(image, ref))
                      : oct9_image_read(image, ref).is_void;
}

/* The inner children of one node: within [begin, end), and void if the node is. */
static oct9_status_t check_node(const oct9_image_t *image, uint32_t ref, unsigned level,
                                uint32_t begin, uint32_t end)
{
    const oct9_inner_t node = oct9_image_read(image, ref);
    const uint32_t high = node.states >> 8 & 0xFFu, low = node.states & 0xFFu;
    const uint32_t both = high & low, inner = oct9_port_bits(both & 0x7Fu) + (both >> 7);
    /* node.first is taken modulo 2^32 here as by the readers. */
    if (inner != 0 && (node.first < begin || node.first > end || end - node.first < inner))
        return OCT9_ERR_IMAGE_INDEX;
    if (!node.is_void)
        return OCT9_OK;
    if (high & ~low)                          /* state 2 */
        return OCT9_ERR_IMAGE_VOID;
    for (uint32_t i = 0; i < inner; i++)
        if (!is_void(image, node.first + i, level - 1u))
            return OCT9_ERR_IMAGE_VOID;
    return OCT9_OK;
}

static oct9_status_t check_nodes(const oct9_image_t *image)
{
    const oct9_rom_t h = image->bytes;
    for (unsigned level = OCT9_LEVELS; level >= LOWEST_LEVEL; level--) {
        const bool bricks = level == LOWEST_LEVEL;
        const uint32_t begin = bricks ? 0 : level_begin(h, level - 1u);
        const uint32_t end = bricks ? WORD(h, brick_count) : level_end(h, level - 1u);
        for (uint32_t node = level_begin(h, level); node < level_end(h, level); node++) {
            const oct9_status_t status = check_node(image, node, level, begin, end);
            if (status != OCT9_OK)
                return status;
        }
    }
    return OCT9_OK;
}

static oct9_status_t check_bricks(const oct9_image_t *image)
{
    const uint32_t count = WORD(image->bytes, brick_count);
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t brick = oct9_image_brick(image, i);
        if (brick & brick >> 8)
            return OCT9_ERR_IMAGE_STATE;
    }
    return OCT9_OK;
}

/* Copied by field: no memcpy in the core. */
static OCT9_APART void place(oct9_image_t *image, oct9_rom_t bytes)
{
    const oct9_rom_t pages = oct9_rom_behind(bytes, HEADER_BYTES);
    const oct9_rom_t nodes = oct9_rom_behind(pages, 8u * WORD(bytes, page_count));
    image->bytes = bytes;
    image->pages = (oct9_rom_words_t)pages;
    image->nodes = (oct9_rom_words_t)nodes;
    image->bricks = (oct9_rom_halves_t)oct9_rom_behind(nodes, 4u * WORD(bytes, node_count));
    image->frame.origin_mm.x = (int32_t)WORD(bytes, origin_mm[0]);
    image->frame.origin_mm.y = (int32_t)WORD(bytes, origin_mm[1]);
    image->frame.origin_mm.z = (int32_t)WORD(bytes, origin_mm[2]);
    image->frame.cell_um = WORD(bytes, cell_um);
    image->root = (uint8_t)WORD(bytes, root);
}

oct9_status_t oct9_image_open(oct9_image_t *image, oct9_rom_t bytes, size_t size)
{
    OCT9_ASSERT(image && bytes != 0);
    oct9_image_t candidate;
    oct9_status_t status = check_header(bytes, size);
    if (status != OCT9_OK)
        return status;
    place(&candidate, bytes);
    status = oct9_frame_check(&candidate.frame);
    if (status == OCT9_OK && WORD(bytes, root) > OCT9_IMAGE_INNER)
        status = OCT9_ERR_IMAGE_STATE;
    if (status == OCT9_OK)
        status = check_bricks(&candidate);
    if (status == OCT9_OK)
        status = check_nodes(&candidate);
    if (status == OCT9_OK)
        place(image, bytes);
    return status;
}
