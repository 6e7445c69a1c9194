/* SPDX-License-Identifier: MIT */
/* From a map to a linked image.
 *
 * The leaves are listed in the order of a visit, which is that of their codes, so that a binary
 * search finds the leaf of a cell. A face's reference is the leaf across its low corner, if that is
 * large enough, and otherwise a quad: the references of the face's four quarters, found so, too.
 * A page takes as many leaves as fit with their quads, by trial: with an eighth fewer each time. */
#include "tools/format/link.h"

#include "oct9/visit.h"
#include "src/number/morton.h"
#include "tools/format/put.h"

#include <stdlib.h>
#include <string.h>

/* One leaf, and the code of its first cell. */
typedef struct {
    oct9_leaf_t leaf;
    uint32_t code;
} item_t;

typedef struct {
    item_t *items;
    uint16_t (*next)[6];
    oct9_linked_quad_t *quads;
    oct9_linked_page_t *pages; /* but the first */
    uint32_t leaf_count, quad_count, quad_room, page_count, page_most;
    oct9_linked_page_t first; /* the page that is linked, and its number of leaves */
    uint32_t count;
    bool full;   /* it has no room for one more quad */
    bool failed; /* out of memory */
} linker_t;

/* The number of the leaf that a cell lies in. */
static uint32_t leaf_at(const linker_t *linker, const uint32_t cell[3])
{
    const oct9_cell_t at = { (uint16_t)cell[0], (uint16_t)cell[1], (uint16_t)cell[2] };
    const uint32_t code = oct9_morton_encode(&at);
    uint32_t first = 0, behind = linker->leaf_count;
    while (behind - first > 1) {
        const uint32_t middle = first + (behind - first) / 2u;
        if (linker->items[middle].code <= code)
            first = middle;
        else
            behind = middle;
    }
    return first;
}

/* Adds a quad to the page. */
static void add_quad(linker_t *linker)
{
    linker->full = linker->count + linker->quad_count - linker->first.first_quad >=
                   linker->page_most;
    if (linker->quad_count == linker->quad_room) {
        const uint32_t room = linker->quad_room * 2u + 1024u;
        oct9_linked_quad_t *quads = realloc(linker->quads, room * sizeof *quads);
        linker->failed = !quads;
        if (!quads)
            return;
        linker->quads = quads;
        linker->quad_room = room;
    }
    linker->quad_count++;
}

/* What lies across a square of `level` in a face that looks along `axis`: `cell` is across its low
 * corner. At most nine calls deep. */
static uint16_t reference(linker_t *linker, const uint32_t cell[3], unsigned level, unsigned axis)
{
    const uint32_t number = leaf_at(linker, cell);
    if (number - linker->first.first_leaf >= linker->count)
        return OCT9_LINKED_BEYOND;
    if (linker->items[number].leaf.level >= level)
        return (uint16_t)(number - linker->first.first_leaf);
    const uint32_t quad = linker->quad_count, half = 1u << (level - 1u);
    add_quad(linker);
    for (unsigned quarter = 0; quarter < 4 && !linker->full && !linker->failed; quarter++) {
        uint32_t low[3] = { cell[0], cell[1], cell[2] };
        low[axis == 0 ? 1 : 0] += quarter & 1u ? half : 0;
        low[axis == 2 ? 1 : 2] += quarter & 2u ? half : 0;
        const uint16_t next = reference(linker, low, level - 1u, axis);
        linker->quads[quad].next[quarter] = next;
    }
    return (uint16_t)(linker->count + quad - linker->first.first_quad);
}

static uint16_t face_reference(linker_t *linker, uint32_t number, unsigned face)
{
    const oct9_leaf_t *leaf = &linker->items[number].leaf;
    const unsigned axis = face / 2u;
    uint32_t cell[3] = { leaf->corner.x, leaf->corner.y, leaf->corner.z };
    cell[axis] += face % 2u ? oct9_leaf_size(leaf) : UINT32_MAX;
    return cell[axis] < OCT9_CELLS ? reference(linker, cell, leaf->level, axis)
                                   : OCT9_LINKED_BEYOND;
}

static bool visit_leaves(linker_t *linker, const oct9_map_t *map)
{
    oct9_visit_t visit;
    oct9_leaf_t leaf;
    uint32_t room = 0;
    (void)oct9_visit_begin(&visit, map, NULL, OCT9_STATES_ALL);
    while (oct9_visit_next(&visit, UINT32_MAX, &leaf) > 0) {
        if (linker->leaf_count == room) {
            room = room * 2u + 1024u;
            item_t *items = realloc(linker->items, room * sizeof *items);
            if (!items)
                return false;
            linker->items = items;
        }
        linker->items[linker->leaf_count].leaf = leaf;
        linker->items[linker->leaf_count++].code = oct9_morton_encode(&leaf.corner);
    }
    return true;
}

/* Tries a page of so many leaves. Returns false if they do not fit with their quads. */
static bool try_page(linker_t *linker, uint32_t count)
{
    linker->count = count;
    linker->full = false;
    linker->quad_count = linker->first.first_quad;
    for (uint32_t i = 0; i < count && !linker->full; i++)
        for (unsigned face = 0; face < 6 && !linker->full && !linker->failed; face++) {
            const uint32_t number = linker->first.first_leaf + i;
            linker->next[number][face] = face_reference(linker, number, face);
        }
    return !linker->full;
}

/* The next page begins behind this one. */
static void end_page(linker_t *linker)
{
    oct9_linked_page_t *pages = realloc(linker->pages, (linker->page_count + 1u) * sizeof *pages);
    if (!pages) {
        linker->failed = true;
        return;
    }
    linker->pages = pages;
    linker->first.first_leaf += linker->count;
    linker->first.first_quad = linker->quad_count;
    linker->pages[linker->page_count++] = linker->first;
}

/* A single leaf always fits: it is not its own neighbour. */
static bool link_leaves(linker_t *linker)
{
    linker->next = calloc(linker->leaf_count, sizeof *linker->next);
    linker->failed = !linker->next;
    while (linker->first.first_leaf < linker->leaf_count && !linker->failed) {
        const uint32_t rest = linker->leaf_count - linker->first.first_leaf;
        uint32_t count = rest < linker->page_most ? rest : linker->page_most;
        while (!try_page(linker, count))
            count -= count / 8u + 1u;
        end_page(linker);
    }
    return !linker->failed;
}

/* All of the header but the CRC, which is left 0. */
static unsigned char *put_header(unsigned char *at, const linker_t *linker, size_t size,
                                 const oct9_frame_t *frame, const oct9_thresholds_t *thresholds,
                                 const uint16_t extent[6])
{
    const uint32_t fields[] = { OCT9_LINKED_MAGIC,
                                0,
                                OCT9_LINKED_VERSION,
                                (uint32_t)size,
                                (uint32_t)frame->origin_mm.x,
                                (uint32_t)frame->origin_mm.y,
                                (uint32_t)frame->origin_mm.z,
                                frame->cell_um,
                                linker->leaf_count,
                                linker->quad_count };
    for (size_t i = 0; i < sizeof fields / sizeof fields[0]; i++)
        at = put32(at, fields[i]);
    at = put16(put16(at, thresholds->free_below), thresholds->occupied_from);
    for (unsigned i = 0; i < 6; i++)
        at = put16(at, extent[i]);
    return at;
}

static unsigned char *put_leaf(unsigned char *at, const oct9_leaf_t *leaf, const uint16_t next[6])
{
    const uint32_t inside = oct9_leaf_size(leaf) - 1u;
    at = put32(at, (uint32_t)leaf->level << 27 | (leaf->corner.z + inside) << 18 |
                       (leaf->corner.y + inside) << 9 | (leaf->corner.x + inside));
    for (unsigned face = 0; face < 6; face++)
        at = put16(at, next[face]);
    return put32(at, leaf->payload);
}

static void put_image(unsigned char *bytes, size_t size, const linker_t *linker,
                      const oct9_frame_t *frame, const oct9_thresholds_t *thresholds,
                      const uint16_t extent[6])
{
    const size_t before_crc = offsetof(oct9_linked_header_t, crc);
    const size_t behind_crc = offsetof(oct9_linked_header_t, version);
    unsigned char *at = put_header(bytes, linker, size, frame, thresholds, extent);
    for (uint32_t i = 0; i < linker->leaf_count; i++)
        at = put_leaf(at, &linker->items[i].leaf, linker->next[i]);
    for (uint32_t i = 0; i < linker->quad_count; i++)
        for (unsigned quarter = 0; quarter < 4; quarter++)
            at = put16(at, linker->quads[i].next[quarter]);
    for (uint32_t i = 0; i + 1u < linker->page_count; i++)
        at = put32(put32(at, linker->pages[i].first_leaf), linker->pages[i].first_quad);
    put32(bytes + before_crc, oct9_rom_crc32(0, bytes + behind_crc, size - behind_crc));
}

static oct9_status_t make(linker_t *linker, const oct9_map_t *map, const oct9_frame_t *frame,
                          const uint16_t extent[6], unsigned char **bytes, size_t *size)
{
    static const oct9_thresholds_t of_image = OCT9_THRESHOLDS_DEFAULT;
    if (!visit_leaves(linker, map) || !link_leaves(linker))
        return OCT9_ERR_POOL_FULL;
    *size = sizeof(oct9_linked_header_t) + linker->leaf_count * sizeof(oct9_linked_record_t) +
            linker->quad_count * sizeof(oct9_linked_quad_t) +
            (linker->page_count - 1u) * sizeof(oct9_linked_page_t);
    *bytes = malloc(*size);
    if (!*bytes)
        return OCT9_ERR_POOL_FULL;
    put_image(*bytes, *size, linker, frame, map->tree ? &map->tree->thresholds : &of_image, extent);
    return OCT9_OK;
}

oct9_status_t link_map(const oct9_map_t *map, const oct9_frame_t *frame, const uint16_t extent[6],
                       uint32_t page_most, unsigned char **bytes, size_t *size,
                       link_counts_t *counts)
{
    linker_t linker;
    memset(&linker, 0, sizeof linker);
    linker.page_most = page_most;
    const oct9_status_t status = make(&linker, map, frame, extent, bytes, size);
    counts->leaves = linker.leaf_count;
    counts->quads = linker.quad_count;
    counts->pages = linker.page_count;
    free(linker.items);
    free(linker.next);
    free(linker.quads);
    free(linker.pages);
    return status;
}
