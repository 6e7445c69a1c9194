/* SPDX-License-Identifier: MIT */
/* Target: a map image of hostile bytes is refused, or every query of it ends within its budget.
 *
 * Two of the questions' bytes say what of the image is made right first: the CRC nearly always, and
 * by bits what random bytes would seldom hit, so that all that is behind a check gets its share.
 * The directory is not in an input: it follows from the nodes, or is left zero. */
#include "oct9/image.h"
#include "verify/fuzz/ask.h"
#include "verify/fuzz/fuzz.h"

#include <stdlib.h>
#include <string.h>

#define AT(field) offsetof(oct9_image_header_t, field)
#define HEADER sizeof(oct9_image_header_t)
#define PAGES (HEADER + 2u * OCT9_IMAGE_ENTRIES) /* where they begin */

static uint32_t at_most(uint32_t value, uint32_t most)
{
    return value <= most ? value : value % (most + 1u);
}

/* As many nodes as the header says, if there is room, and bricks in the rest. */
static void repair_counts(uint8_t *bytes, size_t size)
{
    const uint32_t words = (uint32_t)(size - PAGES) / 4u;
    const uint32_t nodes = at_most(word_at(bytes, AT(node_count)), words < 3 ? 0 : words - 2u);
    uint32_t pages = (nodes + OCT9_IMAGE_PAGE - 1u) / OCT9_IMAGE_PAGE;
    if (2u * pages + nodes > words)
        return;
    const uint32_t bricks = 2u * (words - 2u * pages - nodes);
    set_word(bytes, AT(node_count), nodes);
    set_word(bytes, AT(page_count), pages);
    set_word(bytes, AT(brick_count), bricks);
    set_word(bytes, AT(bytes), (uint32_t)PAGES + 4u * words);
    set_word(bytes, AT(root), nodes ? OCT9_IMAGE_INNER : word_at(bytes, AT(root)) % 3u);
}

/* The counts and the length agree: what follows may rely on it. */
static bool counts_right(const uint8_t *bytes, size_t size)
{
    const uint32_t pages = word_at(bytes, AT(page_count)), nodes = word_at(bytes, AT(node_count));
    const uint32_t bricks = word_at(bytes, AT(brick_count));
    return (pages | nodes | bricks) < 65536 && nodes <= pages * OCT9_IMAGE_PAGE &&
           PAGES + 8u * pages + 4u * nodes + 2u * bricks <= size;
}

/* Levels that follow one another. */
static void repair_levels(uint8_t *bytes)
{
    uint32_t begin = 0;
    for (size_t i = 0; i < 8; i++) {
        const size_t at = AT(level_begin) + 4u * i;
        const uint32_t room = word_at(bytes, AT(node_count)) - begin;
        begin += i == 0 ? 0 : at_most(word_at(bytes, at) - begin, room);
        set_word(bytes, at, begin);
    }
}

/* The nodes of a level name children within [begin, end), or one too far, by pages of base 0. */
static void repair_children(uint8_t *nodes, uint32_t from, uint32_t to, uint32_t begin,
                            uint32_t end, bool too_far)
{
    for (uint32_t node = from; node < to; node++) {
        const uint32_t word = word_at(nodes, 4u * node), inner = word & word >> 8 & 0xFFu;
        const uint32_t count = (uint32_t)__builtin_popcount(inner);
        if (end - begin < count) /* none of them is inner then */
            set_word(nodes, 4u * node, word & ~(inner << 8));
        else
            set_word(nodes, 4u * node,
                     (word & 0xFFFFu) | (begin + at_most(word >> 16, end - begin - count + too_far))
                                            << 16);
    }
}

static void repair_indices(uint8_t *bytes, bool too_far)
{
    const uint32_t pages = word_at(bytes, AT(page_count));
    uint8_t *nodes = bytes + PAGES + 8u * pages;
    uint32_t end = word_at(bytes, AT(node_count)), below = 0;
    uint32_t below_end = word_at(bytes, AT(brick_count));
    for (uint32_t page = 0; page < pages; page++)
        set_word(bytes, PAGES + 8u * page, 0);
    for (size_t i = 8; i-- > 0;) {
        const uint32_t begin = word_at(bytes, AT(level_begin) + 4u * i);
        if (begin > end)
            return;
        repair_children(nodes, begin, end, below, below_end, too_far);
        below = begin;
        below_end = end;
        end = begin;
    }
}

static void repair_voids(uint8_t *bytes)
{
    for (uint32_t page = word_at(bytes, AT(page_count)); page-- > 0;)
        set_word(bytes, PAGES + 8u * page + 4u, 0);
}

static void repair_bricks(uint8_t *bytes)
{
    const size_t at = PAGES + 8u * word_at(bytes, AT(page_count)) +
                      4u * word_at(bytes, AT(node_count));
    for (size_t i = word_at(bytes, AT(brick_count)); i-- > 0;)
        bytes[at + 2u * i + 1u] &= (uint8_t)~bytes[at + 2u * i];
}

/* What the directory must say of a node of its level, by its Morton code. */
static uint32_t entry_of(const uint8_t *bytes, uint32_t code)
{
    const uint8_t *nodes = bytes + PAGES + 8u * word_at(bytes, AT(page_count));
    const uint32_t root = word_at(bytes, AT(root));
    uint32_t node = 0;
    if (root != OCT9_IMAGE_INNER)
        return OCT9_IMAGE_LEAF + 4u * OCT9_LEVELS + root % 4u;
    for (unsigned level = OCT9_LEVELS; level > OCT9_IMAGE_START; level--) {
        if (node >= word_at(bytes, AT(node_count)))
            return 0;
        const uint32_t word = word_at(nodes, 4u * (size_t)node);
        const unsigned child = code >> 3u * (level - OCT9_IMAGE_START - 1u) & 7u;
        const uint32_t state = (word >> child & 1u) + (word >> child >> 7 & 2u);
        if (state != OCT9_IMAGE_INNER)
            return OCT9_IMAGE_LEAF + 4u * (level - 1u) + state;
        node = word_at(bytes, PAGES + 8u * (size_t)(node / OCT9_IMAGE_PAGE)) + (word >> 16) +
               (uint32_t)__builtin_popcount(word & word >> 8 & ((1u << child) - 1u));
    }
    return node;
}

static void repair_directory(uint8_t *bytes)
{
    for (uint32_t i = 0; i < OCT9_IMAGE_ENTRIES; i += 2)
        set_word(bytes, HEADER + 2u * i,
                 (entry_of(bytes, i) & 0xFFFFu) | entry_of(bytes, i + 1u) << 16);
}

static void repair(uint8_t *bytes, size_t size, unsigned bits)
{
    if (bits & 1u) {
        set_word(bytes, AT(magic), OCT9_IMAGE_MAGIC);
        set_word(bytes, AT(version), OCT9_IMAGE_VERSION);
    }
    if (bits & 2u)
        set_word(bytes, AT(cell_um), at_most(word_at(bytes, AT(cell_um)), 1000000u) | 1u);
    if (bits & 4u)
        repair_counts(bytes, size);
    if (!counts_right(bytes, size))
        return;
    if (bits & 8u)
        repair_levels(bytes);
    if (bits & 16u)
        repair_indices(bytes, (bits & 128u) != 0);
    if (bits & 32u)
        repair_voids(bytes);
    if (bits & 64u)
        repair_bricks(bytes);
    if ((bits & 160u) != 128u)
        repair_directory(bytes);
}

/* The input with room for a directory behind the header. */
static uint8_t *with_directory(const uint8_t *data, size_t *size)
{
    const size_t begin = *size < HEADER ? *size : HEADER, room = PAGES - HEADER;
    uint8_t *bytes = calloc(*size + room, 1);
    if (!bytes)
        abort();
    memcpy(bytes, data, begin);
    memcpy(bytes + begin + room, data + begin, *size - begin);
    *size += room;
    return bytes;
}

/* In slices, of a budget that the size chooses, opening ends as it does whole. */
static void slices_agree(const uint8_t *bytes, size_t size, oct9_status_t whole)
{
    const uint32_t budget = 1u + (uint32_t)(size % 61u);
    oct9_image_open_t opening;
    oct9_image_t image;
    oct9_status_t status = oct9_image_open_begin(&opening, bytes, size);
    size_t steps = 0;
    if (status == OCT9_OK)
        while ((status = oct9_image_open_run(&opening, budget, &image)) == OCT9_AGAIN) {
            steps += budget;
            FUZZ_CHECK(steps <= size);
        }
    FUZZ_CHECK(status == whole);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    questions_t questions;
    oct9_image_t image;
    uint8_t *input = with_directory(data, &size);
    uint8_t *bytes = hostile_image(&questions, input, &size, PAGES, AT(bytes), repair);
    const oct9_status_t status = oct9_image_open(&image, bytes, size);
    slices_agree(bytes, size, status);
    if (status == OCT9_OK) {
        const oct9_map_t map = oct9_map_of_image(&image);
        ask_map(&map, &questions);
    }
    free(bytes);
    free(input);
    return 0;
}
