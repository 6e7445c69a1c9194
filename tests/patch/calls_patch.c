/* SPDX-License-Identifier: MIT */
/* Patches: of versions of 600 bytes that differ in a few, in two slots of 1 KB of flash that is RAM
 * here; a run takes a whole patch. */
#include "bench/calls.h"
#include "oct9/patch.h"
#include "oct9/rom.h"
#include "src/number/bytes.h"

#include <stddef.h>

enum {
    BLOCK = 256,
    SLOT_BLOCKS = 4,
    PROGRAM = 64,
    VERSION = 600,
    START = 8,
    HEAD = 36,
    CHANGED = 40, /* the bytes of a literal, which are here */
    CHANGED_AT = 300,
    PATCHES = 8
};

static uint8_t flash[2 * BLOCK * SLOT_BLOCKS], work[PROGRAM], version[VERSION];
static uint8_t bytes[HEAD + 2 + VERSION];
static uint32_t size;
static oct9_patch_t patch;

static bool flash_read(void *context, uint32_t address, uint8_t *to, uint32_t count)
{
    (void)context;
    for (uint32_t i = 0; i < count; i++)
        to[i] = flash[address + i];
    return true;
}

static bool flash_program(void *context, uint32_t address, const uint8_t *from, uint32_t count)
{
    (void)context;
    for (uint32_t i = 0; i < count; i++)
        flash[address + i] = from[i];
    return true;
}

static bool flash_erase(void *context, uint32_t address)
{
    (void)context;
    for (uint32_t i = 0; i < BLOCK; i++)
        flash[address + i] = 0xFF;
    return true;
}

static const oct9_patch_site_t site = { .read = flash_read,
                                        .program = flash_program,
                                        .erase = flash_erase,
                                        .block_size = BLOCK,
                                        .slot_blocks = SLOT_BLOCKS,
                                        .program_size = PROGRAM,
                                        .work = work };

static uint32_t crc_of(const uint8_t *of, uint32_t count)
{
    return oct9_rom_crc32(0, oct9_rom_of_ram(of + START), count - START);
}

static void put_number(uint32_t x)
{
    for (; x > 127; x >>= 7)
        bytes[size++] = (uint8_t)(x % 128u + 128u);
    bytes[size++] = (uint8_t)x;
}

static void put_literal(uint32_t from, uint32_t count)
{
    put_number(2u * count);
    for (uint32_t i = 0; i < count; i++)
        bytes[size++] = version[from + i];
}

static void put_copy(uint32_t count)
{
    put_number(2u * count + 1u);
    put_number(0);
}

/* Changes the version, and makes the patch that does so; the first one begins from nothing. */
static void make_patch(bool first)
{
    const uint32_t old_crc = oct9_get_le32(version + 4);
    for (uint32_t i = 0; i < CHANGED; i++)
        version[CHANGED_AT + i] = (uint8_t)calls_random();
    oct9_put_le32(version + 4, crc_of(version, VERSION));
    size = HEAD;
    if (first) {
        put_literal(START, VERSION - START);
    } else {
        put_copy(CHANGED_AT - START);
        put_literal(CHANGED_AT, CHANGED);
        put_copy(VERSION - CHANGED_AT - CHANGED);
    }
    const uint32_t words[] = { OCT9_PATCH_MAGIC,
                               0,
                               OCT9_PATCH_VERSION,
                               size,
                               first ? 0 : old_crc,
                               first ? 0 : UINT32_C(600),
                               oct9_get_le32(version),
                               oct9_get_le32(version + 4),
                               VERSION };
    for (unsigned i = 0; i < sizeof words / sizeof words[0]; i++)
        oct9_put_le32(bytes + 4u * i, words[i]);
    oct9_put_le32(bytes + 4, crc_of(bytes, size));
}

static oct9_status_t take_patch(void)
{
    oct9_patch_piece_t piece = { bytes, size };
    return oct9_patch_run(&patch, &piece, UINT32_MAX);
}

static void bring_first(void)
{
    for (unsigned i = 0; i < sizeof flash; i++)
        flash[i] = 0xFF;
    for (unsigned i = 0; i < VERSION; i++)
        version[i] = (uint8_t)calls_random();
    make_patch(true);
    (void)oct9_patch_begin(&patch, &site, NULL);
    calls_answer((uint32_t)take_patch());
}

static void patch_begin(void)
{
    for (unsigned i = 0; i < PATCHES; i++) {
        oct9_status_t status;
        CALL(status = oct9_patch_begin(&patch, &site, NULL));
        calls_answer((uint32_t)status);
    }
}

static void patch_run(void)
{
    bring_first();
    for (unsigned i = 0; i < PATCHES; i++) {
        oct9_status_t status;
        make_patch(false);
        (void)oct9_patch_begin(&patch, &site, NULL);
        CALL(status = take_patch());
        calls_answer((uint32_t)status);
        calls_answer(patch.left);
    }
}

static void patch_find(void)
{
    bring_first();
    for (unsigned i = 0; i < PATCHES; i++) {
        oct9_patch_version_t found = { 0, 0, 0 };
        oct9_status_t status;
        make_patch(false);
        (void)oct9_patch_begin(&patch, &site, NULL);
        (void)take_patch();
        CALL(status = oct9_patch_find(&site, NULL, &found));
        calls_answer((uint32_t)status);
        calls_answer(found.crc);
    }
}

static void patch_back(void)
{
    for (unsigned i = 0; i < PATCHES; i++) {
        oct9_status_t status;
        bring_first();
        make_patch(false);
        (void)oct9_patch_begin(&patch, &site, NULL);
        (void)take_patch();
        CALL(status = oct9_patch_back(&site));
        calls_answer((uint32_t)status);
    }
}

static const call_t call[] = { { "patch_begin", patch_begin },
                               { "patch_run", patch_run },
                               { "patch_find", patch_find },
                               { "patch_back", patch_back } };

int main(void)
{
    return calls_run(call, sizeof call / sizeof call[0]);
}
