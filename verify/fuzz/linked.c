/* SPDX-License-Identifier: MIT */
/* Target: a linked image of hostile bytes is refused, or every walk over it ends, through leaves
 * that can be. What opens tiles the cube, so that a walk meets no leaf twice. */
#include "oct9/linked.h"
#include "verify/fuzz/ask.h"
#include "verify/fuzz/fuzz.h"

#include <stdlib.h>
#include <string.h>

#define AT(field) offsetof(oct9_linked_header_t, field)
#define HEADER sizeof(oct9_linked_header_t)
#define LEAF sizeof(oct9_linked_record_t)
#define QUAD sizeof(oct9_linked_quad_t)
#define PAGE sizeof(oct9_linked_page_t)

/* As many leaves and then quads as the header says, if there is room, and pages in the rest. */
static void repair_counts(uint8_t *bytes, size_t size)
{
    const uint32_t room = (uint32_t)((size - HEADER) / LEAF);
    uint32_t leaves = word_at(bytes, AT(leaf_count));
    if (room == 0)
        return;
    if (leaves == 0 || leaves > room)
        leaves = 1u + leaves % room;
    const uint32_t fit = (uint32_t)((size - HEADER - leaves * LEAF) / QUAD);
    uint32_t quads = word_at(bytes, AT(quad_count));
    if (quads > fit)
        quads = fit;
    const size_t pages_at = HEADER + leaves * LEAF + quads * QUAD;
    set_word(bytes, AT(leaf_count), leaves);
    set_word(bytes, AT(quad_count), quads);
    set_word(bytes, AT(bytes), (uint32_t)(pages_at + (size - pages_at) / PAGE * PAGE));
}

static void repair_numbers(uint8_t *bytes)
{
    static const oct9_thresholds_t thresholds = OCT9_THRESHOLDS_DEFAULT;
    memcpy(bytes + AT(free_below), &thresholds, sizeof thresholds);
    set_word(bytes, AT(cell_um), word_at(bytes, AT(cell_um)) % 1000000u + 1u);
}

/* Each leaf begins where the one before it ended, as large as its level asks for and its place
 * allows. */
static void repair_tiles(uint8_t *bytes, size_t size)
{
    const uint32_t count = word_at(bytes, AT(leaf_count));
    uint32_t code = 0;
    for (uint32_t i = 0; i < count && HEADER + (i + 1u) * LEAF <= size; i++) {
        const size_t at = HEADER + i * LEAF;
        uint32_t level = word_at(bytes, at) >> 27;
        level = level > OCT9_LEVELS ? level % (OCT9_LEVELS + 1u) : level;
        while (level > 0 && (code & ((1u << 3u * level) - 1u)) != 0)
            level--;
        uint32_t word = level << 27;
        for (unsigned bit = 0; bit < 9; bit++)
            for (unsigned axis = 0; axis < 3; axis++)
                word |= (bit < level ? 1u : code >> (3u * bit + axis) & 1u) << (9u * axis + bit);
        set_word(bytes, at, word);
        code = (code + (1u << 3u * level)) & ((1u << 27) - 1u);
    }
}

/* No page begins before the one before it. */
static void repair_pages(uint8_t *bytes, size_t size)
{
    const uint32_t leaves = word_at(bytes, AT(leaf_count)), quads = word_at(bytes, AT(quad_count));
    const uint64_t pages_at = HEADER + (uint64_t)leaves * LEAF + (uint64_t)quads * QUAD;
    uint32_t low = 0, low_quad = 0;
    for (uint64_t at = pages_at; at + PAGE <= size; at += PAGE) {
        const uint32_t leaf = word_at(bytes, at), quad = word_at(bytes, at + 4);
        low = leaf <= low || leaf >= leaves ? low + 1u : leaf;
        low_quad = quad < low_quad || quad > quads ? low_quad : quad;
        set_word(bytes, at, low);
        set_word(bytes, at + 4, low_quad);
    }
}

static void repair(uint8_t *bytes, size_t size, unsigned bits)
{
    if (bits & 1u) {
        set_word(bytes, AT(magic), OCT9_LINKED_MAGIC);
        set_word(bytes, AT(version), OCT9_LINKED_VERSION);
    }
    if (bits & 2u)
        repair_numbers(bytes);
    if (bits & 4u)
        repair_counts(bytes, size);
    if (bits & 8u)
        repair_tiles(bytes, size);
    if (bits & 16u)
        repair_pages(bytes, size);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    questions_t questions;
    oct9_linked_t linked;
    uint8_t *bytes = hostile_image(&questions, data, &size, HEADER, AT(bytes), repair);
    if (oct9_linked_open(&linked, bytes, size) == OCT9_OK)
        ask_linked(&linked, &questions);
    free(bytes);
    return 0;
}
