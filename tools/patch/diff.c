/* SPDX-License-Identifier: MIT */
/* Writes patches. Greedy: at each byte it takes the copy that is longest, of those that begin with
 * the same 8 bytes and of the one that goes on where the last one ended, or else that byte as it
 * is. */
#include "tools/patch/diff.h"
#include "oct9/patch.h"
#include "oct9/rom.h"
#include "tools/format/put.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum {
    START = 8, /* the magic and the CRC, which the head has */
    HEAD = 36,
    BLOCK = 8, /* bytes that are looked up */
    HASH_BITS = 17,
    TRIES = 32,   /* places that are compared */
    WORTH_ON = 6, /* bytes for which a copy is shorter than bytes as they are */
    WORTH = 12,   /* the same, from elsewhere */
    NUMBER_MOST = 5
};

#define NO_PLACE UINT32_MAX

typedef struct {
    const version_t *old, *fresh;
    uint32_t *first;  /* by hash: the last place of the old version with it */
    uint32_t *before; /* by place: the one before with the same hash */
    unsigned char *patch, *at;
    int64_t shift;
} diff_t;

bool version_is_good(const version_t *version)
{
    unsigned char crc[4];
    if (version->size <= START || version->size > UINT32_MAX / 2)
        return false;
    put32(crc, oct9_rom_crc32(0, version->bytes + START, version->size - START));
    return memcmp(crc, version->bytes + 4, 4) == 0;
}

bool version_is_same(const version_t *a, const version_t *b)
{
    return a->bytes && b->bytes && a->size == b->size && memcmp(a->bytes, b->bytes, a->size) == 0;
}

/* --- looking up ------------------------------------------------------------------------------- */

static uint32_t hash_of(const unsigned char *block)
{
    uint64_t x;
    memcpy(&x, block, BLOCK);
    return (uint32_t)(x * UINT64_C(0x9E3779B97F4A7C15) >> (64 - HASH_BITS));
}

static void note_blocks(diff_t *diff)
{
    for (uint32_t i = 0; i < UINT32_C(1) << HASH_BITS; i++)
        diff->first[i] = NO_PLACE;
    for (uint32_t place = 0; place + BLOCK <= diff->old->size; place++) {
        uint32_t *const first = &diff->first[hash_of(diff->old->bytes + place)];
        diff->before[place] = *first;
        *first = place;
    }
}

static size_t length_at(const diff_t *diff, size_t at, int64_t place)
{
    const size_t old_size = diff->old->size, size = diff->fresh->size;
    size_t length = 0;
    if (place < 0)
        return 0;
    while (at + length < size && (size_t)place + length < old_size &&
           diff->fresh->bytes[at + length] == diff->old->bytes[(size_t)place + length])
        length++;
    return length;
}

/* The best copy for the bytes from `at` on. Returns its length, 0 if none is worth it. */
static size_t best_copy(const diff_t *diff, size_t at, int64_t *place)
{
    size_t best = length_at(diff, at, (int64_t)at + diff->shift);
    *place = (int64_t)at + diff->shift;
    if (best < WORTH_ON)
        best = 0;
    if (best >= 4096 || at + BLOCK > diff->fresh->size)
        return best;
    uint32_t other = diff->first[hash_of(diff->fresh->bytes + at)];
    for (unsigned i = 0; i < TRIES && other != NO_PLACE; i++, other = diff->before[other]) {
        const size_t length = length_at(diff, at, other);
        if (length >= WORTH && length > best + 4) {
            best = length;
            *place = other;
        }
    }
    return best;
}

/* --- writing ---------------------------------------------------------------------------------- */

static void put_number(diff_t *diff, uint64_t x)
{
    for (; x > 127; x >>= 7)
        *diff->at++ = (unsigned char)(x | 128);
    *diff->at++ = (unsigned char)x;
}

static void put_literal(diff_t *diff, size_t from, size_t to)
{
    if (from == to)
        return;
    put_number(diff, 2 * (uint64_t)(to - from));
    memcpy(diff->at, diff->fresh->bytes + from, to - from);
    diff->at += to - from;
}

static void put_copy(diff_t *diff, size_t at, int64_t place, size_t length)
{
    const int64_t shift = place - (int64_t)at, change = shift - diff->shift;
    put_number(diff, 2 * (uint64_t)length + 1);
    put_number(diff, change < 0 ? 2 * (uint64_t)(-change - 1) + 1 : 2 * (uint64_t)change);
    diff->shift = shift;
}

static void put_operations(diff_t *diff)
{
    size_t begin = START;
    for (size_t at = START; at < diff->fresh->size;) {
        int64_t place;
        const size_t length = diff->old->size == 0 ? 0 : best_copy(diff, at, &place);
        if (length == 0) {
            at++;
            continue;
        }
        put_literal(diff, begin, at);
        put_copy(diff, at, place, length);
        at += length;
        begin = at;
    }
    put_literal(diff, begin, diff->fresh->size);
}

static uint32_t word_at(const version_t *version, size_t at)
{
    return version->size == 0 ? 0 : get32(version->bytes + at);
}

static void put_head(const diff_t *diff)
{
    const size_t size = (size_t)(diff->at - diff->patch);
    const uint32_t words[] = { OCT9_PATCH_MAGIC,           0,
                               OCT9_PATCH_VERSION,         (uint32_t)size,
                               word_at(diff->old, 4),      (uint32_t)diff->old->size,
                               word_at(diff->fresh, 0),    word_at(diff->fresh, 4),
                               (uint32_t)diff->fresh->size };
    unsigned char *at = diff->patch;
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        at = put32(at, words[i]);
    put32(diff->patch + 4, oct9_rom_crc32(0, diff->patch + START, size - START));
}

bool diff_make(const version_t *old, const version_t *fresh, unsigned char **patch, size_t *size)
{
    diff_t diff = { .old = old, .fresh = fresh };
    diff.first = malloc(sizeof *diff.first << HASH_BITS);
    diff.before = malloc((old->size + 1) * sizeof *diff.before);
    diff.patch = malloc(HEAD + 4 * fresh->size + 4 * (size_t)NUMBER_MOST);
    const bool good = diff.first && diff.before && diff.patch;
    if (good) {
        note_blocks(&diff);
        diff.at = diff.patch + HEAD;
        put_operations(&diff);
        put_head(&diff);
        *patch = diff.patch;
        *size = (size_t)(diff.at - diff.patch);
    } else {
        free(diff.patch);
    }
    free(diff.first);
    free(diff.before);
    return good;
}
