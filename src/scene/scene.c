/* SPDX-License-Identifier: MIT */
/* Scenes: the lists in their leaves, and opening a scene's image. */
#include "src/scene/scene.h"

#include "oct9/image.h"
#include "oct9/mm.h"
#include "port/oct9_port.h"
#include "src/map/descent.h"
#include "src/map/tree.h"
#include "src/number/frame.h"

/* No primitive has the number 65535. */
void oct9_scene_list_init(oct9_scene_list_t *list)
{
    list->index = NULL;
    list->left = 0;
    list->tests = 0;
    for (unsigned i = 0; i < OCT9_LIST_TESTED; i++)
        list->tested[i] = UINT16_MAX;
}

void oct9_scene_list_take(oct9_scene_list_t *list, const oct9_scene_t *scene, uint16_t payload)
{
    OCT9_ASSERT(payload != 0 && payload <= scene->list_count);
    const uint32_t packed = scene->lists[payload - 1u];
    list->index = &scene->indices[packed >> 8];
    list->left = (uint8_t)packed;
    OCT9_ASSERT((packed >> 8) + (packed & OCT9_LIST_MAX) <= scene->index_count);
}

void oct9_scene_tree(oct9_scene_t *scene, oct9_block_t *blocks, uint16_t count, uint16_t root)
{
    oct9_tree_t *tree = &scene->tree;
    oct9_tree_invalidate(tree);
    tree->pool = blocks;
    tree->failed = 0;
    tree->capacity = tree->used = tree->peak = count;
    tree->free_head = OCT9_NO_BLOCK;
    tree->root = root;
    tree->thresholds.free_below = tree->thresholds.occupied_from = 1;
}

static bool corners_in_order(const oct9_point_t *low, const oct9_point_t *high)
{
    return low->x <= high->x && low->y <= high->y && low->z <= high->z;
}

oct9_status_t oct9_primitive_check(const oct9_primitive_t *primitive)
{
    oct9_solid_t solid;
    int32_t low[3], high[3];
    if (primitive->kind > OCT9_PRIMITIVE_TRIANGLE ||
        (primitive->kind == OCT9_PRIMITIVE_BOX && !corners_in_order(&primitive->a, &primitive->b)))
        return OCT9_ERR_ARGUMENT;
    oct9_solid_of_primitive(primitive, &solid);
    oct9_solid_bounds(&solid, low, high);
    for (unsigned a = 0; a < 3; a++)
        if (low[a] < OCT9_LOW_Q6 || high[a] >= OCT9_HIGH_Q6)
            return OCT9_ERR_OUTSIDE;
    return OCT9_OK;
}

/* Opening a scene's image: everything that a reader relies on is validated here. */

/* The magic as a machine of the other byte order reads it. */
#define MAGIC_TURNED 0x6f633973u
#define SCENE_CRC_FROM 8u /* the bytes before it: magic and crc */

/* The parts of an image, from the header's counts. */
typedef struct {
    const oct9_scene_header_t *header;
    const uint32_t *lists;
    oct9_block_t *blocks; /* only read */
    const uint16_t *indices;
    const oct9_primitive_t *primitives;
} parts_t;

OCT9_STATIC_ASSERT(sizeof(oct9_primitive_t) == 26, "the image's primitives have no padding");
OCT9_STATIC_ASSERT(sizeof(oct9_scene_header_t) == 52, "nor has the header");

/* The whole length from the counts, which are within their ranges: below 2^19 + 2^17 + 2^25 +
 * 2^21. */
static uint32_t scene_length(const oct9_scene_header_t *header)
{
    const uint32_t bytes = (uint32_t)sizeof *header + 4u * header->list_count +
                           16u * header->block_count + 2u * header->index_count +
                           26u * header->primitive_count;
    return (bytes + 3u) / 4u * 4u;
}

static bool scene_counts_good(const oct9_scene_header_t *header)
{
    return header->primitive_count <= OCT9_PRIMITIVES_MAX &&
           header->block_count <= OCT9_BLOCKS_MAX && header->list_count <= OCT9_LISTS_MAX &&
           header->index_count <= OCT9_INDICES_MAX && header->bytes == scene_length(header);
}

static const oct9_scene_header_t *scene_header(const void *bytes)
{
    return bytes;
}

/* Each part's length is a multiple of the next part's alignment. */
static void split_parts(parts_t *parts, const oct9_scene_header_t *header)
{
    const uint8_t *at = (const uint8_t *)(header + 1);
    parts->header = header;
    parts->lists = (const void *)at;
    at += 4u * header->list_count;
    parts->blocks = (oct9_block_t *)(uintptr_t)at;
    at += 16u * header->block_count;
    parts->indices = (const void *)at;
    at += 2u * header->index_count;
    parts->primitives = (const void *)at;
}

static oct9_status_t find_parts(parts_t *parts, const void *bytes, size_t size)
{
    const oct9_scene_header_t *const header = scene_header(bytes);
    const oct9_rom_t rom = oct9_rom_of_ram(bytes);
    if (!oct9_rom_aligned(rom))
        return OCT9_REFUSE();
    if (size < sizeof *header)
        return OCT9_ERR_IMAGE_SHORT;
    if (header->magic == MAGIC_TURNED)
        return OCT9_ERR_IMAGE_ENDIAN;
    if (header->magic != OCT9_SCENE_MAGIC)
        return OCT9_ERR_IMAGE_MAGIC;
    if (header->version != OCT9_SCENE_VERSION)
        return OCT9_ERR_IMAGE_VERSION;
    if (size < header->bytes)
        return OCT9_ERR_IMAGE_SHORT;
    if (!scene_counts_good(header))
        return OCT9_ERR_IMAGE_COUNT;
    if (oct9_rom_crc32(0, oct9_rom_behind(rom, SCENE_CRC_FROM), header->bytes - SCENE_CRC_FROM) !=
        header->crc)
        return OCT9_ERR_IMAGE_CRC;
    split_parts(parts, header);
    return OCT9_OK;
}

/* True if the slots of leaves name existing lists, or none. */
static bool leaves_good(const parts_t *parts, const uint16_t *slot, unsigned count)
{
    const uint32_t last = OCT9_SLOT_LEAF + parts->header->list_count;
    for (unsigned i = 0; i < count; i++)
        if (slot[i] > last)
            return false;
    return true;
}

/* True if each inner node's slot names the next block. So each block has one place, no deeper than
 * there are levels. */
static bool slots_good(const parts_t *parts)
{
    const oct9_scene_header_t *header = parts->header;
    uint32_t blocks = 0;
    oct9_descent_t descent;
    if (header->root > UINT16_MAX)
        return false;
    uint16_t root = (uint16_t)header->root;
    oct9_descent_begin(&descent, &root, 0);
    if (root >= OCT9_SLOT_LEAF)
        return leaves_good(parts, &root, 1) && header->block_count == 0;
    for (;;) {
        const uint16_t block = *oct9_descent_end(&descent);
        unsigned child = 0;
        if (descent.level == 0 || block != blocks || blocks == header->block_count ||
            !leaves_good(parts, parts->blocks[block].slot, 8))
            return false;
        blocks++;
        while (!oct9_descent_inner(&descent, parts->blocks, child)) {
            if (descent.level == OCT9_LEVELS)
                return blocks == header->block_count;
            child = oct9_descent_up(&descent);
        }
    }
}

static bool lists_good(const parts_t *parts)
{
    const oct9_scene_header_t *header = parts->header;
    for (uint32_t i = 0; i < header->list_count; i++)
        if ((parts->lists[i] & OCT9_LIST_MAX) == 0 ||
            (parts->lists[i] >> 8) + (parts->lists[i] & OCT9_LIST_MAX) > header->index_count)
            return false;
    for (uint32_t i = 0; i < header->index_count; i++)
        if (parts->indices[i] >= header->primitive_count)
            return false;
    return true;
}

static oct9_status_t validate_parts(const parts_t *parts)
{
    if (!slots_good(parts) || !lists_good(parts))
        return OCT9_ERR_IMAGE_INDEX;
    for (uint32_t i = 0; i < parts->header->primitive_count; i++)
        if (oct9_primitive_check(&parts->primitives[i]) != OCT9_OK)
            return OCT9_ERR_IMAGE_STATE;
    return OCT9_OK;
}

static bool read_frame(const oct9_scene_header_t *header, oct9_frame_t *frame)
{
    frame->origin_mm.x = header->origin_mm[0];
    frame->origin_mm.y = header->origin_mm[1];
    frame->origin_mm.z = header->origin_mm[2];
    return oct9_frame_set_cell(frame, header->cell_um);
}

static oct9_status_t check_frame(const oct9_scene_header_t *header)
{
    oct9_frame_t frame;
    return read_frame(header, &frame) ? OCT9_OK : OCT9_ERR_IMAGE_STATE;
}

static void fill_scene(oct9_scene_t *scene, const parts_t *parts)
{
    const oct9_scene_header_t *header = parts->header;
    oct9_scene_tree(scene, parts->blocks, (uint16_t)header->block_count, (uint16_t)header->root);
    scene->primitives = parts->primitives;
    scene->lists = parts->lists;
    scene->indices = parts->indices;
    scene->primitive_count = (uint16_t)header->primitive_count;
    scene->list_count = (uint16_t)header->list_count;
    scene->index_count = header->index_count;
    oct9_tree_touch(&scene->tree);
}

oct9_status_t oct9_scene_open(oct9_scene_t *scene, const void *bytes, size_t size,
                              oct9_frame_t *frame)
{
    parts_t parts;
    OCT9_ASSERT(scene && bytes);
    oct9_status_t status = find_parts(&parts, bytes, size);
    if (status != OCT9_OK)
        return status;
    status = check_frame(parts.header);
    if (status == OCT9_OK)
        status = validate_parts(&parts);
    if (status != OCT9_OK)
        return status;
    if (frame)
        (void)read_frame(parts.header, frame);
    fill_scene(scene, &parts);
    return OCT9_OK;
}
