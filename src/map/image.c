/* SPDX-License-Identifier: MIT */
/* Opening an image: everything that a reader relies on is validated here, once. First come the
 * bytes, for the CRC, then the bricks, then the nodes from the lowest level up, so that a node's
 * children have been checked before the node, and at last the directory, by descents from the
 * cube. */
#include "src/map/image.h"

#include "oct9/mm.h"
#include "port/oct9_port.h"
#include "src/number/frame.h"
#include "src/number/morton.h"
#include "src/number/slice.h"

#define IMAGE_HEADER_BYTES 96u
#define DIRECTORY_BYTES (2u * OCT9_IMAGE_ENTRIES)
#define COUNT_END 0x4000000u /* nodes and bricks are fewer */

OCT9_STATIC_ASSERT(sizeof(oct9_image_header_t) == IMAGE_HEADER_BYTES,
                   "the header's layout is the format's");

/* A word of the header. */
#define IMAGE_WORD(image, field) \
    oct9_port_word(oct9_rom_words(image), offsetof(oct9_image_header_t, field) / 4u)
/* The first node of a level. */
#define LEVEL_BEGIN(image, level)         \
    oct9_port_word(oct9_rom_words(image), \
                   offsetof(oct9_image_header_t, level_begin) / 4u + OCT9_LEVELS - (level))
#define IMAGE_CRC_FROM offsetof(oct9_image_header_t, version)

/* What a step checks: a node, or an entry of the directory, or 2^3 bricks, or 2^4 bytes. */
enum { NODE_SHIFT = 0, BRICK_SHIFT = 3, BYTE_SHIFT = 4 };

enum { DIRECTORY_LEVEL = OCT9_LEVELS + 1 };

/* True if the counts and the length agree. */
static bool image_counts_good(oct9_rom_t image)
{
    const uint32_t pages = IMAGE_WORD(image, page_count);
    const uint32_t nodes = IMAGE_WORD(image, node_count);
    const uint32_t bricks = IMAGE_WORD(image, brick_count);
    /* The limit is far above what a flash holds, and keeps the sum below 2^29. */
    return nodes / COUNT_END + bricks / COUNT_END == 0 &&
           pages == (nodes + OCT9_IMAGE_PAGE - 1u) / OCT9_IMAGE_PAGE &&
           IMAGE_WORD(image, bytes) == IMAGE_HEADER_BYTES + DIRECTORY_BYTES +
                                           4u * (2u * pages + nodes + (bricks + 1u) / 2u);
}

static oct9_status_t check_image_header(oct9_rom_t image, oct9_rom_size_t size)
{
    if (!oct9_rom_aligned(image))
        return OCT9_REFUSE();
    if (size < IMAGE_HEADER_BYTES)
        return OCT9_ERR_IMAGE_SHORT;
    if (IMAGE_WORD(image, magic) != OCT9_IMAGE_MAGIC)
        return OCT9_ERR_IMAGE_MAGIC;
    if (IMAGE_WORD(image, version) != OCT9_IMAGE_VERSION)
        return OCT9_ERR_IMAGE_VERSION;
    if (size < IMAGE_WORD(image, bytes))
        return OCT9_ERR_IMAGE_SHORT;
    return image_counts_good(image) ? OCT9_OK : OCT9_ERR_IMAGE_COUNT;
}

/* The fields are copied one by one: the core uses no memcpy. */
static OCT9_APART void place_parts(oct9_image_t *image, oct9_rom_t bytes)
{
    const oct9_rom_t directory = oct9_rom_behind(bytes, IMAGE_HEADER_BYTES);
    const oct9_rom_t pages = oct9_rom_behind(directory, DIRECTORY_BYTES);
    const oct9_rom_t nodes = oct9_rom_behind(pages, 8u * IMAGE_WORD(bytes, page_count));
    image->bytes = bytes;
    image->directory = oct9_rom_halves(directory);
    image->pages = oct9_rom_words(pages);
    image->nodes = oct9_rom_words(nodes);
    image->bricks = oct9_rom_halves(oct9_rom_behind(nodes, 4u * IMAGE_WORD(bytes, node_count)));
    image->root = IMAGE_WORD(bytes, root);
    image->layers = NULL;
}

/* Reads the frame, once: its factors take divisions. Returns false if cell_um is out of range. */
static OCT9_APART bool place_frame(oct9_image_t *image, oct9_rom_t bytes)
{
    image->frame.origin_mm.x = (int32_t)IMAGE_WORD(bytes, origin_mm[0]);
    image->frame.origin_mm.y = (int32_t)IMAGE_WORD(bytes, origin_mm[1]);
    image->frame.origin_mm.z = (int32_t)IMAGE_WORD(bytes, origin_mm[2]);
    return oct9_frame_set_cell(&image->frame, IMAGE_WORD(bytes, cell_um));
}

static bool is_void(const oct9_image_open_t *opening, const oct9_image_t *image, uint32_t ref)
{
    return opening->level == 2 ? oct9_brick_void(oct9_image_brick(image, ref))
                               : oct9_image_read(image, ref).is_void;
}

/* Checks the children of one node: they must be in the level below, and void if the node is
 * void. */
static oct9_status_t check_node(const oct9_image_open_t *opening, const oct9_image_t *image,
                                uint32_t ref)
{
    const oct9_inner_t node = oct9_image_read(image, ref);
    uint32_t inner = node.first; /* modulo 2^32, as readers compute it */
    for (unsigned child = 0; child < 8; child++) {
        const unsigned state = oct9_leaf_ref(node.states, child) & 3u;
        bool occupied = state == OCT9_OCCUPIED;
        if (state == OCT9_IMAGE_INNER) {
            if (inner < opening->below || inner >= opening->below_end)
                return OCT9_ERR_IMAGE_INDEX;
            occupied = node.is_void && !is_void(opening, image, inner);
            inner++;
        }
        if (occupied && node.is_void)
            return OCT9_ERR_IMAGE_VOID;
    }
    return OCT9_OK;
}

/* Begins the next level. That of the nodes above ends where this one begins. */
static oct9_status_t climb(oct9_image_open_t *opening)
{
    const oct9_rom_t bytes = opening->bytes;
    const uint32_t begin = opening->begin;
    opening->level++;
    opening->below = begin;
    opening->below_end = opening->end;
    opening->end = opening->level == 1 ? IMAGE_WORD(bytes, brick_count)
                 : opening->level == 2 ? IMAGE_WORD(bytes, node_count)
                                       : begin;
    opening->begin = opening->level == 1 ? 0 : LEVEL_BEGIN(bytes, opening->level);
    opening->at = opening->begin;
    return opening->begin > opening->end ? OCT9_ERR_IMAGE_COUNT : OCT9_AGAIN;
}

static oct9_status_t check_bytes(oct9_image_open_t *opening, uint32_t *budget)
{
    const oct9_rom_t bytes = opening->bytes;
    const uint32_t stop = oct9_slice_end(budget, opening->at, opening->end, BYTE_SHIFT);
    oct9_image_t image;
    opening->crc = oct9_rom_crc32(opening->crc, oct9_rom_behind(bytes, opening->at),
                                  stop - opening->at);
    opening->at = stop;
    if (stop != opening->end)
        return OCT9_AGAIN;
    if (opening->crc != IMAGE_WORD(bytes, crc))
        return OCT9_ERR_IMAGE_CRC;
    const bool good = place_frame(&image, bytes) && IMAGE_WORD(bytes, root) <= OCT9_IMAGE_INNER;
    return good ? climb(opening) : OCT9_ERR_IMAGE_STATE;
}

/* Checks the states of bricks. A brick's cells cannot be inner nodes. */
static oct9_status_t check_bricks(oct9_image_open_t *opening, uint32_t *budget)
{
    const uint32_t stop = oct9_slice_end(budget, opening->at, opening->end, BRICK_SHIFT);
    oct9_image_t image;
    place_parts(&image, opening->bytes);
    for (uint32_t i = opening->at; i < stop; i++) {
        const uint32_t brick = oct9_image_brick(&image, i);
        if (brick & brick >> 8)
            return OCT9_ERR_IMAGE_STATE;
    }
    opening->at = stop;
    return stop == opening->end ? climb(opening) : OCT9_AGAIN;
}

/* The cube's level must begin with node 0, which is the root, if there are nodes. Then begins the
 * directory. */
static oct9_status_t check_root(oct9_image_open_t *opening)
{
    const bool good = IMAGE_WORD(opening->bytes, root) == OCT9_IMAGE_INNER
                        ? opening->end != 0
                        : IMAGE_WORD(opening->bytes, node_count) == 0;
    if (!good || opening->begin != 0)
        return OCT9_ERR_IMAGE_COUNT;
    opening->level = DIRECTORY_LEVEL;
    opening->at = 0;
    opening->end = OCT9_IMAGE_ENTRIES;
    return OCT9_AGAIN;
}

static oct9_status_t check_nodes(oct9_image_open_t *opening, uint32_t *budget)
{
    const uint32_t stop = oct9_slice_end(budget, opening->at, opening->end, NODE_SHIFT);
    oct9_image_t image;
    place_parts(&image, opening->bytes);
    for (uint32_t node = opening->at; node < stop; node++) {
        const oct9_status_t status = check_node(opening, &image, node);
        if (status != OCT9_OK)
            return status;
    }
    opening->at = stop;
    if (stop != opening->end)
        return OCT9_AGAIN;
    return opening->level == OCT9_LEVELS ? check_root(opening) : climb(opening);
}

/* An entry of the directory is right if a descent from the cube comes to the same. */
static bool entry_good(const oct9_image_t *image, uint32_t entry)
{
    const uint32_t code = entry << 3u * OCT9_IMAGE_START;
    unsigned at = OCT9_LEVELS, level;
    uint32_t ref = image->root == OCT9_IMAGE_INNER ? 0 : OCT9_REF_LEAF + image->root;
    while (at > OCT9_IMAGE_START && ref < OCT9_REF_LEAF) {
        at--;
        ref = oct9_image_below(image, ref, at, oct9_morton_child(code, at));
    }
    return oct9_image_start(image, entry, &level) == ref && level == at;
}

static oct9_status_t check_directory(oct9_image_open_t *opening, uint32_t *budget)
{
    const uint32_t stop = oct9_slice_end(budget, opening->at, opening->end, NODE_SHIFT);
    oct9_image_t image;
    place_parts(&image, opening->bytes);
    for (uint32_t entry = opening->at; entry < stop; entry++)
        if (!entry_good(&image, entry))
            return OCT9_ERR_IMAGE_INDEX;
    opening->at = stop;
    return stop == opening->end ? OCT9_OK : OCT9_AGAIN;
}

oct9_status_t oct9_image_open_begin(oct9_image_open_t *opening, oct9_rom_t bytes,
                                    oct9_rom_size_t size)
{
    OCT9_ASSERT(opening && bytes != 0);
    const oct9_status_t status = check_image_header(bytes, size);
    opening->bytes = bytes;
    opening->crc = 0;
    opening->begin = opening->at = IMAGE_CRC_FROM;
    opening->end = status == OCT9_OK ? IMAGE_WORD(bytes, bytes) : IMAGE_CRC_FROM;
    opening->level = 0;
    opening->status = status == OCT9_OK ? OCT9_AGAIN : status;
    return status;
}

oct9_status_t oct9_image_open_some(oct9_image_open_t *opening, uint32_t *budget,
                                   oct9_image_t *image)
{
    while (opening->status == OCT9_AGAIN && *budget != 0)
        opening->status = opening->level == 0               ? check_bytes(opening, budget)
                        : opening->level == 1               ? check_bricks(opening, budget)
                        : opening->level != DIRECTORY_LEVEL ? check_nodes(opening, budget)
                                                            : check_directory(opening, budget);
    if (opening->status == OCT9_OK) {
        place_parts(image, opening->bytes);
        (void)place_frame(image, opening->bytes);
    }
    return opening->status;
}

oct9_status_t oct9_image_open_run(oct9_image_open_t *opening, uint32_t budget, oct9_image_t *image)
{
    OCT9_ASSERT(opening && image);
    return budget == 0 ? OCT9_REFUSE() : oct9_image_open_some(opening, &budget, image);
}

/* There are fewer than 2^27 steps. */
oct9_status_t oct9_image_open(oct9_image_t *image, oct9_rom_t bytes, oct9_rom_size_t size)
{
    OCT9_ASSERT(image);
    oct9_image_open_t opening;
    const oct9_status_t status = oct9_image_open_begin(&opening, bytes, size);
    return status == OCT9_OK ? oct9_image_open_run(&opening, UINT32_MAX, image) : status;
}

/* Copies for builds that do not inline these functions. */

extern inline oct9_inner_t oct9_image_read(const oct9_image_t *image, uint32_t ref);
extern inline uint32_t oct9_image_brick(const oct9_image_t *image, uint32_t ref);
extern inline bool oct9_brick_void(uint32_t brick);
extern inline uint32_t oct9_leaf_ref(uint32_t states, unsigned child);
extern inline uint32_t oct9_image_child(uint32_t first, uint32_t states, unsigned child);
extern inline uint32_t oct9_image_start(const oct9_image_t *image, uint32_t number,
                                        unsigned *level);
