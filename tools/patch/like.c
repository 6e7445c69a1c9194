/* SPDX-License-Identifier: MIT */
/* The layout of a map image like that of an older one.
 *
 * A baked image has its nodes in one order, so that a node that comes moves all behind it and
 * changes what refers to them. But any order is allowed as long as siblings stand side by side.
 * Here each group of siblings stays where the older image has it, if its parent has the same inner
 * children. Others go to gaps, or to the end of their level. Level by level, from the cube down:
 * first all groups that stay are marked, then the others are placed.
 *
 * A node whose `first` is below its page's void_end is void, and then all inner nodes below it must
 * be. So a group stays below void_end only if all below it is as it was; others go above. Where a
 * `first` does not reach, all groups of a page of level 2 go to the end, under a new base. */
#include "tools/patch/like.h"
#include "oct9/image.h"
#include "tools/format/put.h"

#include <stdlib.h>
#include <string.h>

enum {
    LOWEST = 1,
    PAGE = OCT9_IMAGE_PAGE,
    FIRST_MOST = 0xFFFE,
    NONE_VOID = 0,
    NONE_OTHER = 0xFFFF
};

#define NOWHERE UINT32_MAX

/* An image that is read; level 1 are the bricks. */
typedef struct {
    oct9_image_t image;
    oct9_image_header_t header;
    uint32_t begin[OCT9_LEVELS + 1], count[OCT9_LEVELS + 1];
} source_t;

/* A node of the new image, by its place in its level. */
typedef struct {
    uint32_t fresh; /* its number in the fresh image, or NOWHERE: a gap */
    uint32_t group; /* where its inner children go */
    bool stays;     /* they stay there */
} item_t;

typedef struct {
    int64_t base; /* in places of the next level */
    uint32_t void_end;
} page_t;

typedef struct {
    item_t *items;
    page_t *pages;
    uint32_t size, room;
} level_t;

typedef struct {
    source_t old, fresh;
    uint32_t *old_of; /* by the fresh number of a node, or behind all nodes of a brick */
    bool *same;       /* all below it is as it was */
    uint32_t *place;  /* in its level */
    level_t levels[OCT9_LEVELS + 1];
} like_t;

/* --- reading ---------------------------------------------------------------------------------- */

static bool read_source(source_t *source, const version_t *version)
{
    const uint32_t *const bytes = (const uint32_t *)(const void *)version->bytes;
    if (oct9_image_open(&source->image, bytes, version->size) != OCT9_OK)
        return false;
    memcpy(&source->header, bytes, sizeof source->header);
    for (unsigned level = OCT9_LEVELS; level >= 2; level--) {
        const unsigned i = OCT9_LEVELS - level;
        const uint32_t end = i + 1 < OCT9_LEVELS - 1 ? source->header.level_begin[i + 1]
                                                     : source->header.node_count;
        source->begin[level] = source->header.level_begin[i];
        source->count[level] = end - source->begin[level];
        if (source->begin[level] % PAGE != 0)
            return false;
    }
    source->begin[LOWEST] = 0;
    source->count[LOWEST] = source->header.brick_count;
    return true;
}

static uint32_t inner_mask(uint32_t word)
{
    return word & word >> 8 & 0xFFu;
}

static uint32_t count_bits(uint32_t x)
{
    uint32_t count = 0;
    for (; x != 0; x &= x - 1u)
        count++;
    return count;
}

/* The number of a node's first inner child. */
static uint32_t children_of(const source_t *source, uint32_t node)
{
    return source->image.pages[2u * (node / PAGE)] + (source->image.nodes[node] >> 16);
}

/* Whether no cell of a node of level 2 is occupied. */
static bool is_void(const source_t *source, uint32_t node)
{
    const uint32_t word = source->image.nodes[node], children = children_of(source, node);
    if ((word >> 8 & ~word & 0xFFu) != 0)
        return false;
    for (uint32_t i = 0; i < count_bits(inner_mask(word)); i++)
        if (source->image.bricks[children + i] >> 8 != 0)
            return false;
    return true;
}

/* --- what is as it was ------------------------------------------------------------------------ */

/* The index of a node or brick in arrays of both. */
static uint32_t index_of(const like_t *like, unsigned level, uint32_t number)
{
    return level == LOWEST ? like->fresh.header.node_count + number : number;
}

/* Finds the old child of each fresh one, from the cube down. */
static void pair_up(like_t *like)
{
    const source_t *const old = &like->old, *const fresh = &like->fresh;
    for (unsigned level = OCT9_LEVELS; level >= 2; level--)
        for (uint32_t i = 0; i < fresh->count[level]; i++) {
            const uint32_t node = fresh->begin[level] + i, was = like->old_of[node];
            const uint32_t mask = inner_mask(fresh->image.nodes[node]);
            const uint32_t old_mask = was == NOWHERE ? 0 : inner_mask(old->image.nodes[was]);
            uint32_t next = mask ? children_of(fresh, node) : 0;
            for (uint32_t bit = 1; bit < 256; bit <<= 1)
                if (mask & bit)
                    like->old_of[index_of(like, level - 1u, next++)] =
                        (old_mask & bit) != 0
                            ? children_of(old, was) + count_bits(old_mask & (bit - 1u))
                            : NOWHERE;
        }
}

/* Whether all below a node is as it was, from the bricks up. */
static void compare(like_t *like)
{
    const source_t *const old = &like->old, *const fresh = &like->fresh;
    for (uint32_t i = 0; i < fresh->count[LOWEST]; i++) {
        const uint32_t at = index_of(like, LOWEST, i), was = like->old_of[at];
        like->same[at] = was != NOWHERE && old->image.bricks[was] == fresh->image.bricks[i];
    }
    for (unsigned level = 2; level <= OCT9_LEVELS; level++)
        for (uint32_t i = 0; i < fresh->count[level]; i++) {
            const uint32_t node = fresh->begin[level] + i, was = like->old_of[node];
            const uint32_t word = fresh->image.nodes[node], mask = inner_mask(word);
            bool same = was != NOWHERE && ((old->image.nodes[was] ^ word) & 0xFFFFu) == 0;
            for (uint32_t k = 0; same && k < count_bits(mask); k++)
                same = like->same[index_of(like, level - 1u, children_of(fresh, node) + k)];
            like->same[node] = same;
        }
}

/* --- places ----------------------------------------------------------------------------------- */

/* Makes a level as long as that. */
static bool grow_level(level_t *level, uint32_t size)
{
    if (size > level->room) {
        const uint32_t room = size + size / 2u + PAGE;
        item_t *const items = realloc(level->items, room * sizeof *items);
        if (!items)
            return false;
        level->items = items;
        level->room = room;
    }
    for (; level->size < size; level->size++)
        level->items[level->size].fresh = NOWHERE;
    return true;
}

/* Puts the inner children of a fresh node at `group` of the next level. */
static bool put_group(like_t *like, unsigned level, item_t *item, uint32_t group)
{
    level_t *const next = &like->levels[level - 1u];
    const uint32_t count = count_bits(inner_mask(like->fresh.image.nodes[item->fresh]));
    const uint32_t children = children_of(&like->fresh, item->fresh);
    item->group = group;
    if (group + count > next->size && !grow_level(next, group + count))
        return false;
    for (uint32_t i = 0; i < count; i++) {
        next->items[group + i].fresh = children + i;
        next->items[group + i].stays = false;
        like->place[index_of(like, level - 1u, children + i)] = group + i;
    }
    return true;
}

static bool is_free(const level_t *level, uint32_t group, uint32_t count)
{
    for (uint32_t i = group; i < group + count && i < level->size; i++)
        if (level->items[i].fresh != NOWHERE)
            return false;
    return true;
}

static bool reaches(const page_t *page, int64_t group)
{
    return group >= page->base && group - page->base <= FIRST_MOST;
}

/* Leaves a node's group where the old image has it, if it may be there. False: two nodes share it,
 * or there is not enough memory. */
static bool leave_group(like_t *like, unsigned level, item_t *item, const page_t *page)
{
    const uint32_t was = like->old_of[item->fresh];
    const uint32_t mask = inner_mask(like->fresh.image.nodes[item->fresh]);
    item->stays = false;
    if (mask == 0 || was == NOWHERE || inner_mask(like->old.image.nodes[was]) != mask)
        return true;
    const uint32_t group = children_of(&like->old, was) - like->old.begin[level - 1u];
    const bool may_be_void = level == 2 ? is_void(&like->fresh, item->fresh)
                                        : like->same[item->fresh];
    if (!reaches(page, group) || (group < page->base + page->void_end && !may_be_void))
        return true;
    if (!is_free(&like->levels[level - 1u], group, count_bits(mask)))
        return false;
    item->stays = true;
    return put_group(like, level, item, group);
}

/* Places the groups of a page at the end of the next level, those of void nodes first. */
static bool renew_page(like_t *like, unsigned level, uint32_t begin, uint32_t end)
{
    level_t *const own = &like->levels[level], *const next = &like->levels[level - 1u];
    page_t *const page = &own->pages[begin / PAGE];
    for (uint32_t i = begin; i < end; i++)
        if (own->items[i].fresh != NOWHERE && own->items[i].stays)
            for (uint32_t k = 0;
                 k < count_bits(inner_mask(like->fresh.image.nodes[own->items[i].fresh])); k++)
                next->items[own->items[i].group + k].fresh = NOWHERE;
    page->base = (int64_t)next->size - 1;
    page->void_end = 1;
    for (unsigned turn = 0; turn < 2; turn++) {
        for (uint32_t i = begin; i < end; i++) {
            item_t *const item = &own->items[i];
            if (item->fresh == NOWHERE || inner_mask(like->fresh.image.nodes[item->fresh]) == 0 ||
                (level == 2 && is_void(&like->fresh, item->fresh)) != (turn == 0))
                continue;
            if (!put_group(like, level, item, next->size))
                return false;
        }
        if (turn == 0)
            page->void_end = (uint32_t)(next->size - page->base);
    }
    return true;
}

/* Places a group in the first gap that its page reaches, above void_end. */
static bool place_group(like_t *like, unsigned level, item_t *item, const page_t *page)
{
    const level_t *const next = &like->levels[level - 1u];
    const uint32_t count = count_bits(inner_mask(like->fresh.image.nodes[item->fresh]));
    int64_t group = page->base + page->void_end;
    if (group < 0)
        group = 0;
    while (group < next->size && !is_free(next, (uint32_t)group, count))
        group++;
    return reaches(page, group) && put_group(like, level, item, (uint32_t)group);
}

/* Places what does not stay of a page. */
static bool place_page(like_t *like, unsigned level, uint32_t begin, uint32_t end)
{
    level_t *const own = &like->levels[level];
    for (uint32_t i = begin; i < end; i++) {
        item_t *const item = &own->items[i];
        if (item->fresh == NOWHERE || item->stays ||
            inner_mask(like->fresh.image.nodes[item->fresh]) == 0)
            continue;
        if (begin >= like->old.count[level] ||
            !place_group(like, level, item, &own->pages[begin / PAGE]))
            return (level == 2 || begin >= like->old.count[level]) &&
                   renew_page(like, level, begin, end);
    }
    return true;
}

/* The pages of a level, as far as the old image has them. */
static bool read_pages(like_t *like, unsigned level)
{
    level_t *const own = &like->levels[level];
    const source_t *const old = &like->old;
    own->pages = calloc(own->size / PAGE + 1u, sizeof *own->pages);
    if (!own->pages)
        return false;
    for (uint32_t i = 0; i < own->size; i += PAGE) {
        page_t *const page = &own->pages[i / PAGE];
        const uint32_t number = (old->begin[level] + i) / PAGE;
        page->base = -1;
        page->void_end = 1;
        if (i >= old->count[level])
            continue;
        page->base = (int32_t)(old->image.pages[2u * number] - old->begin[level - 1u]);
        page->void_end = old->image.pages[2u * number + 1u] & 0xFFFFu;
    }
    return true;
}

/* Places the next level, of which the gaps of the old image are there already. */
static bool place_level(like_t *like, unsigned level)
{
    level_t *const own = &like->levels[level];
    if (!read_pages(like, level) ||
        !grow_level(&like->levels[level - 1u], like->old.count[level - 1u]))
        return false;
    for (uint32_t i = 0; i < own->size; i++)
        if (i < like->old.count[level] && own->items[i].fresh != NOWHERE &&
            !leave_group(like, level, &own->items[i], &own->pages[i / PAGE]))
            return false;
    for (uint32_t i = 0; i < own->size; i += PAGE)
        if (!place_page(like, level, i, i + PAGE < own->size ? i + PAGE : own->size))
            return false;
    level_t *const next = &like->levels[level - 1u];
    return level - 1u <= 2 || next->size % PAGE == 0 ||
           grow_level(next, (next->size / PAGE + 1u) * PAGE);
}

static bool place_all(like_t *like)
{
    if (!grow_level(&like->levels[OCT9_LEVELS], like->old.count[OCT9_LEVELS]))
        return false;
    like->levels[OCT9_LEVELS].items[0].fresh = 0;
    like->place[0] = 0;
    for (unsigned level = OCT9_LEVELS; level >= 2; level--)
        if (!place_level(like, level))
            return false;
    return true;
}

/* --- writing ---------------------------------------------------------------------------------- */

static uint32_t word_of(const like_t *like, unsigned level, uint32_t at)
{
    const item_t *const item = &like->levels[level].items[at];
    const page_t *const page = &like->levels[level].pages[at / PAGE];
    if (item->fresh == NOWHERE)
        return 0;
    const uint32_t word = like->fresh.image.nodes[item->fresh] & 0xFFFFu;
    if (inner_mask(word) != 0)
        return word | (uint32_t)(item->group - page->base) << 16;
    const bool occupied = (word >> 8 & ~word & 0xFFu) != 0;
    return word | (uint32_t)(occupied ? NONE_OTHER : NONE_VOID) << 16;
}

static uint16_t brick_of(const like_t *like, uint32_t at)
{
    const uint32_t fresh = like->levels[LOWEST].items[at].fresh;
    return fresh != NOWHERE             ? like->fresh.image.bricks[fresh]
         : at < like->old.count[LOWEST] ? like->old.image.bricks[at]
                                        : 0;
}

/* Where each level begins. */
static uint32_t count_nodes(const like_t *like, uint32_t begin[OCT9_LEVELS + 1])
{
    uint32_t nodes = 0;
    for (unsigned level = OCT9_LEVELS; level >= 2; level--) {
        begin[level] = nodes;
        nodes += like->levels[level].size;
    }
    begin[LOWEST] = 0;
    return nodes;
}

static unsigned char *put_directory(unsigned char *at, const like_t *like, const uint32_t *begin)
{
    for (unsigned i = 0; i < OCT9_IMAGE_ENTRIES; i++) {
        const uint32_t entry = like->fresh.image.directory[i];
        at = put16(at,
                   entry < OCT9_IMAGE_LEAF ? begin[OCT9_IMAGE_START] + like->place[entry] : entry);
    }
    return at;
}

static unsigned char *put_nodes(unsigned char *at, const like_t *like, const uint32_t *begin)
{
    for (unsigned level = OCT9_LEVELS; level >= 2; level--)
        for (uint32_t i = 0; i < like->levels[level].size; i += PAGE) {
            const page_t *const page = &like->levels[level].pages[i / PAGE];
            at = put32(at, (uint32_t)page->base + begin[level - 1u]);
            at = put32(at, page->void_end);
        }
    for (unsigned level = OCT9_LEVELS; level >= 2; level--)
        for (uint32_t i = 0; i < like->levels[level].size; i++)
            at = put32(at, word_of(like, level, i));
    return at;
}

static bool put_image(const like_t *like, unsigned char **bytes, size_t *size)
{
    uint32_t begin[OCT9_LEVELS + 1];
    const uint32_t nodes = count_nodes(like, begin), pages = (nodes + PAGE - 1u) / PAGE;
    const uint32_t bricks = like->levels[LOWEST].size;
    oct9_image_header_t header = like->fresh.header;
    *size = sizeof header + 2u * OCT9_IMAGE_ENTRIES + 8u * (size_t)pages + 4u * (size_t)nodes +
            ((size_t)bricks + 1u) / 2u * 4u;
    *bytes = calloc(*size, 1);
    if (!*bytes)
        return false;
    header.bytes = (uint32_t)*size;
    header.page_count = pages;
    header.node_count = nodes;
    header.brick_count = bricks;
    for (unsigned level = OCT9_LEVELS; level >= 2; level--)
        header.level_begin[OCT9_LEVELS - level] = begin[level];
    unsigned char *at = put_directory(*bytes + sizeof header, like, begin);
    at = put_nodes(at, like, begin);
    for (uint32_t i = 0; i < bricks; i++)
        at = put16(at, brick_of(like, i));
    memcpy(*bytes, &header, sizeof header);
    const size_t version = offsetof(oct9_image_header_t, version);
    header.crc = oct9_rom_crc32(0, *bytes + version, *size - version);
    memcpy(*bytes, &header, sizeof header);
    return true;
}

/* --- the call --------------------------------------------------------------------------------- */

static bool begin_like(like_t *like)
{
    const size_t count = (size_t)like->fresh.header.node_count + like->fresh.header.brick_count;
    like->old_of = malloc(count * sizeof *like->old_of);
    like->place = calloc(count, sizeof *like->place);
    like->same = calloc(count, sizeof *like->same);
    if (!like->old_of || !like->place || !like->same)
        return false;
    for (size_t i = 0; i < count; i++)
        like->old_of[i] = NOWHERE;
    like->old_of[0] = 0;
    return true;
}

static void free_like(like_t *like)
{
    free(like->old_of);
    free(like->place);
    free(like->same);
    for (unsigned level = 0; level <= OCT9_LEVELS; level++) {
        free(like->levels[level].items);
        free(like->levels[level].pages);
    }
}

bool like_lay_out(const version_t *old, const version_t *fresh, unsigned char **bytes, size_t *size)
{
    like_t like;
    oct9_image_t image;
    memset(&like, 0, sizeof like);
    *bytes = NULL;
    bool good = old->size != 0 && read_source(&like.old, old) && read_source(&like.fresh, fresh) &&
                like.old.image.root == OCT9_IMAGE_INNER &&
                like.fresh.image.root == OCT9_IMAGE_INNER && begin_like(&like);
    if (good) {
        pair_up(&like);
        compare(&like);
        good = place_all(&like) && put_image(&like, bytes, size) &&
               oct9_image_open(&image, *bytes, *size) == OCT9_OK;
    }
    free_like(&like);
    if (!good)
        free(*bytes);
    return good;
}
