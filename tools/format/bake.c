/* SPDX-License-Identifier: MIT */
/* From a grid to a map image.
 *
 * The nodes are listed level by level, and each appends its inner children to the next level's
 * list. The nodes of a page are visited twice: first those with nothing occupied below them, then
 * the rest. So the children of the former come first, and the page's void_end, noted in between,
 * separates the two. A node of the directory's level is noted there when it is listed. */
#include "tools/format/bake.h"
#include "src/number/morton.h"
#include "tools/format/put.h"
#include "tools/format/pyramid.h"

#include <stdlib.h>
#include <string.h>

enum {
    PAGE = OCT9_IMAGE_PAGE,
    HEADER_BYTES = sizeof(oct9_image_header_t),
    DIRECTORY_BYTES = 2u * OCT9_IMAGE_ENTRIES
};

/* What `first` is where there are no children: below every void_end, or above. */
enum { FIRST_VOID = 0, FIRST_OTHER = 0xFFFF };

typedef struct {
    uint32_t word;    /* as in the image */
    uint16_t x, y, z; /* in nodes of its level */
} item_t;

typedef struct {
    uint32_t base, void_end;
} page_t;

typedef struct {
    const grid_t *grid;
    const pyramid_t *pyramid;
    item_t *nodes;
    uint16_t *bricks;
    page_t *pages;
    uint32_t node_count, brick_count;
    uint32_t level_begin[OCT9_LEVELS + 1];
    uint16_t directory[OCT9_IMAGE_ENTRIES];
} baker_t;

/* The entry of the directory of a node of its level. */
static uint16_t *entry(baker_t *baker, unsigned x, unsigned y, unsigned z)
{
    const oct9_cell_t place = { (uint16_t)x, (uint16_t)y, (uint16_t)z };
    return &baker->directory[oct9_morton_encode(&place)];
}

/* Appends an inner node of `level` to the list of its kind. */
static void append(baker_t *baker, unsigned level, unsigned x, unsigned y, unsigned z)
{
    if (level == 1) {
        const size_t i = ((size_t)z * GRID_BRICKS + y) * GRID_BRICKS + x;
        baker->bricks[baker->brick_count++] = baker->grid->bricks[i];
        return;
    }
    const item_t item = { 0, (uint16_t)x, (uint16_t)y, (uint16_t)z };
    if (level == OCT9_IMAGE_START)
        *entry(baker, x, y, z) = (uint16_t)baker->node_count;
    baker->nodes[baker->node_count++] = item;
}

static uint32_t children_listed(const baker_t *baker, unsigned level)
{
    return level == 2 ? baker->brick_count : baker->node_count;
}

/* Makes a node's word and appends its inner children. */
static void emit(baker_t *baker, unsigned level, item_t *node, uint32_t base, bool is_void)
{
    const uint32_t begin = children_listed(baker, level);
    uint32_t states = 0;
    for (unsigned c = 0; c < 8; c++) {
        const unsigned x = node->x * 2u + (c & 1u), y = node->y * 2u + (c >> 1 & 1u),
                       z = node->z * 2u + (c >> 2);
        const uint32_t state = pyramid_state(baker->pyramid, level - 1u, x, y, z);
        states |= (state & 1u) << c | (state >> 1) << (8u + c);
        if (state == OCT9_IMAGE_INNER)
            append(baker, level - 1u, x, y, z);
    }
    const bool childless = children_listed(baker, level) == begin;
    const uint32_t none = is_void ? FIRST_VOID : FIRST_OTHER;
    node->word = states | (childless ? none : begin - base) << 16;
}

static void emit_kind(baker_t *baker, unsigned level, uint32_t begin, uint32_t end, bool is_void)
{
    const uint32_t base = baker->pages[begin / PAGE].base;
    for (uint32_t i = begin; i < end; i++) {
        item_t *node = &baker->nodes[i];
        if (pyramid_void(baker->pyramid, level, node->x, node->y, node->z) == is_void)
            emit(baker, level, node, base, is_void);
    }
}

/* The nodes [begin, end) of one page. The base is one less than the first child's number, so that
 * no child but a childless void node's has a `first` of 0. A page has at most 64 * 8 children, so
 * that `first` fits 16 bits by far. */
static void emit_page(baker_t *baker, unsigned level, uint32_t begin, uint32_t end)
{
    page_t *page = &baker->pages[begin / PAGE];
    page->base = children_listed(baker, level) - 1u;
    emit_kind(baker, level, begin, end, true);
    page->void_end = children_listed(baker, level) - page->base;
    emit_kind(baker, level, begin, end, false);
}

/* A page serves one level: empty nodes fill it up to the next. */
static void pad(baker_t *baker)
{
    while (baker->node_count % PAGE != 0)
        append(baker, OCT9_LEVELS, 0, 0, 0);
}

static void emit_level(baker_t *baker, unsigned level)
{
    const uint32_t end = baker->node_count;
    if (level > 2 && pyramid_inner(baker->pyramid, level - 1u) != 0)
        pad(baker);
    baker->level_begin[level - 1u] = baker->node_count;
    for (uint32_t i = baker->level_begin[level]; i < end; i += PAGE)
        emit_page(baker, level, i, i + PAGE < end ? i + PAGE : end);
}

/* Notes the leaf that a node of the directory's level is or is in, if there is one. */
static void note_leaf(baker_t *baker, unsigned x, unsigned y, unsigned z)
{
    for (unsigned level = OCT9_LEVELS; level >= OCT9_IMAGE_START; level--) {
        const unsigned up = level - OCT9_IMAGE_START;
        const unsigned state = pyramid_state(baker->pyramid, level, x >> up, y >> up, z >> up);
        if (state == OCT9_IMAGE_INNER)
            continue;
        *entry(baker, x, y, z) = (uint16_t)(OCT9_IMAGE_LEAF + 4u * level + state);
        return;
    }
}

static void note_leaves(baker_t *baker)
{
    const unsigned end = OCT9_CELLS >> OCT9_IMAGE_START;
    for (unsigned z = 0; z < end; z++)
        for (unsigned y = 0; y < end; y++)
            for (unsigned x = 0; x < end; x++)
                note_leaf(baker, x, y, z);
}

static void emit_all(baker_t *baker)
{
    note_leaves(baker);
    if (pyramid_state(baker->pyramid, OCT9_LEVELS, 0, 0, 0) == OCT9_IMAGE_INNER)
        append(baker, OCT9_LEVELS, 0, 0, 0);
    for (unsigned level = OCT9_LEVELS; level >= 2; level--)
        emit_level(baker, level);
}

/* The most of each, plus one as malloc(0) may be NULL. */
static bool baker_new(baker_t *baker, const grid_t *grid, const pyramid_t *pyramid)
{
    memset(baker, 0, sizeof *baker);
    size_t nodes = OCT9_LEVELS * PAGE; /* the padding at most */
    for (unsigned level = 2; level <= OCT9_LEVELS; level++)
        nodes += pyramid_inner(pyramid, level);
    baker->grid = grid;
    baker->pyramid = pyramid;
    baker->nodes = calloc(nodes, sizeof *baker->nodes);
    baker->bricks = calloc((size_t)pyramid_inner(pyramid, 1) + 1u, sizeof *baker->bricks);
    baker->pages = calloc(nodes / PAGE + 1u, sizeof *baker->pages);
    return baker->nodes && baker->bricks && baker->pages;
}

static void baker_free(baker_t *baker)
{
    free(baker->nodes);
    free(baker->bricks);
    free(baker->pages);
}

static uint32_t page_count(const baker_t *baker)
{
    return (baker->node_count + PAGE - 1u) / PAGE;
}

static uint32_t image_size(const baker_t *baker)
{
    return HEADER_BYTES + DIRECTORY_BYTES + 8u * page_count(baker) + 4u * baker->node_count +
           4u * ((baker->brick_count + 1u) / 2u);
}

/* All of the header but the CRC, which is left 0. */
static unsigned char *put_header(unsigned char *at, const baker_t *baker, const oct9_frame_t *frame,
                                 const uint16_t extent[6])
{
    const uint32_t fields[] = { OCT9_IMAGE_MAGIC,
                                0,
                                OCT9_IMAGE_VERSION,
                                image_size(baker),
                                (uint32_t)frame->origin_mm.x,
                                (uint32_t)frame->origin_mm.y,
                                (uint32_t)frame->origin_mm.z,
                                frame->cell_um,
                                pyramid_state(baker->pyramid, OCT9_LEVELS, 0, 0, 0),
                                page_count(baker),
                                baker->node_count,
                                baker->brick_count };
    for (size_t i = 0; i < sizeof fields / sizeof fields[0]; i++)
        at = put32(at, fields[i]);
    for (unsigned i = 0; i < 6; i++)
        at = put16(at, extent[i]);
    for (unsigned level = OCT9_LEVELS; level >= 2; level--)
        at = put32(at, baker->level_begin[level]);
    return put32(at, 0);
}

static void put_image(unsigned char *bytes, const baker_t *baker, const oct9_frame_t *frame,
                      const uint16_t extent[6])
{
    const size_t before_crc = offsetof(oct9_image_header_t, crc);
    const size_t behind_crc = offsetof(oct9_image_header_t, version);
    unsigned char *at = put_header(bytes, baker, frame, extent);
    for (size_t i = 0; i < OCT9_IMAGE_ENTRIES; i++)
        at = put16(at, baker->directory[i]);
    for (uint32_t i = 0; i < page_count(baker); i++)
        at = put32(put32(at, baker->pages[i].base), baker->pages[i].void_end);
    for (uint32_t i = 0; i < baker->node_count; i++)
        at = put32(at, baker->nodes[i].word);
    for (uint32_t i = 0; i < baker->brick_count; i++)
        at = put16(at, baker->bricks[i]);
    put32(bytes + before_crc,
          oct9_rom_crc32(0, bytes + behind_crc, image_size(baker) - behind_crc));
}

bool bake_image(const grid_t *grid, const oct9_frame_t *frame, const uint16_t extent[6],
                unsigned char **bytes, size_t *size)
{
    pyramid_t pyramid;
    baker_t baker;
    if (!pyramid_new(&pyramid, grid))
        return false;
    *bytes = NULL;
    if (baker_new(&baker, grid, &pyramid)) {
        emit_all(&baker);
        *size = image_size(&baker);
        *bytes = calloc(*size, 1);
        if (*bytes)
            put_image(*bytes, &baker, frame, extent);
    }
    baker_free(&baker);
    pyramid_free(&pyramid);
    return *bytes != NULL;
}
