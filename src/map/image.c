/* SPDX-License-Identifier: MIT */
/* Opening an image: everything that a reader relies on is validated here, once. */
#include "src/map/image.h"

#include "oct9/mm.h"
#include "port/oct9_port.h"
#include "src/number/frame.h"
#define HEADER_BYTES 96u
#define COUNT_END 0x4000000u /* nodes and bricks are fewer */

OCT9_STATIC_ASSERT(sizeof(oct9_image_header_t) == HEADER_BYTES,
                   "the header's layout is the format's");

/* A word of the header. */
#define WORD(image, field) \
    oct9_port_word(oct9_rom_words(image), offsetof(oct9_image_header_t, field) / 4u)
#define LEVEL_BEGIN (offsetof(oct9_image_header_t, level_begin) / 4u)

/* True if the counts and the length agree. */
static bool counts_good(oct9_rom_t image)
{
    const uint32_t pages = WORD(image, page_count);
    const uint32_t nodes = WORD(image, node_count);
    const uint32_t bricks = WORD(image, brick_count);
    /* The limit is far above what a flash holds, and keeps the sum below 2^29. */
    return nodes / COUNT_END + bricks / COUNT_END == 0 &&
           pages == (nodes + OCT9_IMAGE_PAGE - 1u) / OCT9_IMAGE_PAGE &&
           WORD(image, bytes) == HEADER_BYTES + 4u * (2u * pages + nodes + (bricks + 1u) / 2u);
}

static oct9_status_t check_header(oct9_rom_t image, oct9_rom_size_t size)
{
    if (!oct9_rom_aligned(image))
        return OCT9_REFUSE();
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
    const uint32_t before = offsetof(oct9_image_header_t, version);
    const uint32_t crc = oct9_rom_crc32(0, oct9_rom_behind(image, before), bytes - before);
    return crc == WORD(image, crc) ? OCT9_OK : OCT9_ERR_IMAGE_CRC;
}

/* An image that is being checked, level by level. */
typedef struct {
    oct9_image_t image;
    uint32_t begin, end; /* of the level below: where children may be */
    bool bricks;         /* true if these are bricks */
} check_t;

static bool is_void(const check_t *check, uint32_t ref)
{
    return check->bricks ? oct9_brick_void(oct9_image_brick(&check->image, ref))
                         : oct9_image_read(&check->image, ref).is_void;
}

/* Checks the children of one node: they must be in the level below, and void if the node is
 * void. */
static oct9_status_t check_node(const check_t *check, uint32_t ref)
{
    const oct9_inner_t node = oct9_image_read(&check->image, ref);
    uint32_t inner = node.first; /* modulo 2^32, as readers compute it */
    for (unsigned child = 0; child < 8; child++) {
        const unsigned state = oct9_leaf_ref(node.states, child) & 3u;
        bool occupied = state == OCT9_OCCUPIED;
        if (state == OCT9_IMAGE_INNER) {
            if (inner < check->begin || inner >= check->end)
                return OCT9_ERR_IMAGE_INDEX;
            occupied = node.is_void && !is_void(check, inner);
            inner++;
        }
        if (occupied && node.is_void)
            return OCT9_ERR_IMAGE_VOID;
    }
    return OCT9_OK;
}

/* Checks from the lowest level up: a node's children have been checked before the node. */
static oct9_status_t check_nodes(check_t *check)
{
    const oct9_rom_t bytes = check->image.bytes;
    uint32_t end = WORD(bytes, node_count);
    check->begin = 0;
    check->end = WORD(bytes, brick_count);
    check->bricks = true;
    for (unsigned i = 8; i-- > 0;) {
        const uint32_t begin = oct9_port_word(oct9_rom_words(bytes), LEVEL_BEGIN + i);
        if (begin > end)
            return OCT9_ERR_IMAGE_COUNT;
        for (uint32_t node = begin; node < end; node++) {
            const oct9_status_t status = check_node(check, node);
            if (status != OCT9_OK)
                return status;
        }
        check->begin = begin;
        check->end = end;
        check->bricks = false;
        end = begin;
    }
    /* Node 0 is the root, if there are nodes. */
    const bool good = check->image.root == OCT9_IMAGE_INNER ? check->end != 0
                                                            : WORD(bytes, node_count) == 0;
    return good && end == 0 ? OCT9_OK : OCT9_ERR_IMAGE_COUNT;
}

/* Checks the states of the root and of the bricks. A brick's cells cannot be inner nodes. */
static oct9_status_t check_states(const oct9_image_t *image)
{
    if (image->root > OCT9_IMAGE_INNER)
        return OCT9_ERR_IMAGE_STATE;
    for (uint32_t i = WORD(image->bytes, brick_count); i-- > 0;) {
        const uint32_t brick = oct9_image_brick(image, i);
        if (brick & brick >> 8)
            return OCT9_ERR_IMAGE_STATE;
    }
    return OCT9_OK;
}

/* The fields are copied one by one: the core uses no memcpy. */
static OCT9_APART void place(oct9_image_t *image, oct9_rom_t bytes)
{
    const oct9_rom_t pages = oct9_rom_behind(bytes, HEADER_BYTES);
    const oct9_rom_t nodes = oct9_rom_behind(pages, 8u * WORD(bytes, page_count));
    image->bytes = bytes;
    image->pages = oct9_rom_words(pages);
    image->nodes = oct9_rom_words(nodes);
    image->bricks = oct9_rom_halves(oct9_rom_behind(nodes, 4u * WORD(bytes, node_count)));
    image->frame.origin_mm.x = (int32_t)WORD(bytes, origin_mm[0]);
    image->frame.origin_mm.y = (int32_t)WORD(bytes, origin_mm[1]);
    image->frame.origin_mm.z = (int32_t)WORD(bytes, origin_mm[2]);
    image->frame.cell_um = WORD(bytes, cell_um);
    image->root = WORD(bytes, root);
    image->layers = NULL;
}

oct9_status_t oct9_image_open(oct9_image_t *image, oct9_rom_t bytes, oct9_rom_size_t size)
{
    OCT9_ASSERT(image && bytes != 0);
    check_t check;
    oct9_status_t status = check_header(bytes, size);
    if (status != OCT9_OK)
        return status;
    place(&check.image, bytes);
    if (!oct9_frame_good(&check.image.frame))
        return OCT9_ERR_IMAGE_STATE;
    status = check_states(&check.image);
    if (status == OCT9_OK)
        status = check_nodes(&check);
    if (status == OCT9_OK)
        place(image, bytes);
    return status;
}

/* Copies for builds that do not inline these functions. */

extern inline oct9_inner_t oct9_image_read(const oct9_image_t *image, uint32_t ref);
extern inline uint32_t oct9_image_brick(const oct9_image_t *image, uint32_t ref);
extern inline bool oct9_brick_void(uint32_t brick);
extern inline uint32_t oct9_leaf_ref(uint32_t states, unsigned child);
extern inline uint32_t oct9_image_child(uint32_t first, uint32_t states, unsigned child);
