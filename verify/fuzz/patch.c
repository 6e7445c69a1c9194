/* SPDX-License-Identifier: MIT */
/* Target: a patch of any operations, in pieces of any size, over a flash whose power is cut.
 *
 * The version that the patch begins from is there at all times, nothing is read beyond the slots,
 * and only the other slot is written, where it was erased, once. What counts then is a version that
 * was there, or the one that the patch names.
 *
 * An input is the patch behind its CRC and its length, which are made right by most inputs. Those
 * that are run to their end are applied once more, with the CRC of what they made as the name. */
#include "oct9/patch.h"
#include "oct9/rom.h"
#include "verify/fuzz/fuzz.h"

#include <stdlib.h>
#include <string.h>

enum {
    BLOCK = 256,
    SLOT_BLOCKS = 3,
    PROGRAM = 64,
    SLOT = BLOCK * SLOT_BLOCKS,
    OLD = 500,
    HEAD = 36,
    START = 8,
    AT_BYTES = 12,
    AT_OLD_CRC = 16,
    AT_OLD_BYTES = 20,
    AT_NEW_CRC = 28,
    AT_NEW_BYTES = 32
};

typedef struct {
    uint8_t bytes[2 * SLOT];
    bool erased[2 * SLOT / PROGRAM]; /* since this patch began */
    uint32_t fuel;                   /* writes until the power fails */
    uint8_t torn;                    /* what a write that is cut leaves */
    bool safe;                       /* slot 0 must not be written to */
} flash_t;

static flash_t flash;
static uint8_t old[OLD], work[PROGRAM];

static bool flash_read(void *context, uint32_t address, uint8_t *bytes, uint32_t size)
{
    (void)context;
    FUZZ_CHECK(address <= 2 * SLOT && size <= 2 * SLOT - address);
    memcpy(bytes, flash.bytes + address, size);
    return flash.fuel != 0;
}

/* How many of a write's bytes are written. */
static uint32_t written(uint32_t size)
{
    if (flash.fuel == 0)
        return 0;
    flash.fuel--;
    return flash.fuel == 0 ? flash.torn % size : size;
}

static bool flash_program(void *context, uint32_t address, const uint8_t *bytes, uint32_t size)
{
    (void)context;
    FUZZ_CHECK(size == PROGRAM && address % PROGRAM == 0 && address <= 2 * SLOT - PROGRAM);
    if (flash.fuel == 0)
        return false;
    FUZZ_CHECK(flash.erased[address / PROGRAM] && (!flash.safe || address >= SLOT));
    flash.erased[address / PROGRAM] = false;
    const uint32_t done = written(size);
    for (uint32_t i = 0; i < done; i++)
        flash.bytes[address + i] &= bytes[i];
    return done == size;
}

static bool flash_erase(void *context, uint32_t address)
{
    (void)context;
    FUZZ_CHECK(address % BLOCK == 0 && address < 2 * SLOT && (!flash.safe || address >= SLOT));
    const uint32_t done = written(BLOCK);
    memset(flash.bytes + address, 0xFF, done);
    for (uint32_t i = 0; i < BLOCK / PROGRAM; i++)
        flash.erased[address / PROGRAM + i] = done == BLOCK;
    return done == BLOCK;
}

static const oct9_patch_site_t site = { .read = flash_read,
                                        .program = flash_program,
                                        .erase = flash_erase,
                                        .block_size = BLOCK,
                                        .slot_blocks = SLOT_BLOCKS,
                                        .program_size = PROGRAM,
                                        .work = work };

static uint32_t crc_behind(const uint8_t *bytes, size_t size)
{
    return oct9_rom_crc32(0, oct9_rom_of_ram(bytes + START), (oct9_rom_size_t)(size - START));
}

/* Takes a patch in pieces. Returns its last status, OCT9_AGAIN if it waits for more. */
static oct9_status_t take_all(const uint8_t *bytes, size_t size, questions_t *questions)
{
    oct9_patch_t patch;
    oct9_status_t status;
    memset(flash.erased, 0, sizeof flash.erased);
    FUZZ_CHECK(oct9_patch_begin(&patch, &site, NULL) == OCT9_OK);
    for (size_t at = 0; at < size && patch.left != 0;) {
        const size_t most = 1u + question_u8(questions), rest = size - at;
        const size_t length = most < rest ? most : rest;
        uint8_t *const copy = exact_copy(bytes + at, length);
        oct9_patch_piece_t piece = { copy, (uint32_t)length };
        do
            status = oct9_patch_run(&patch, &piece, 1u + length % 7u);
        while (status == OCT9_AGAIN);
        free(copy);
        if (status != OCT9_OK)
            return status;
        at += length;
    }
    return patch.left == 0 ? OCT9_OK : OCT9_AGAIN;
}

/* The old version is there, and each that counts is one that is named. */
static void check_site(uint32_t named)
{
    oct9_patch_version_t version;
    const uint32_t old_crc = word_at(old, 4);
    flash.fuel = UINT32_MAX;
    FUZZ_CHECK(oct9_patch_find(&site, &old_crc, &version) == OCT9_OK && version.address == 0 &&
               version.bytes == OLD && memcmp(flash.bytes, old, OLD) == 0);
    FUZZ_CHECK(oct9_patch_find(&site, NULL, &version) == OCT9_OK);
    FUZZ_CHECK(version.crc == old_crc || version.crc == named);
    FUZZ_CHECK(crc_behind(flash.bytes + version.address, version.bytes) == version.crc);
}

/* Brings the old version to slot 0, by a patch of one operation. */
static void begin_site(void)
{
    uint8_t patch[HEAD + 2 + OLD - START] = { 0 };
    questions_t none = { NULL, 0 };
    memset(&flash, 0, sizeof flash);
    flash.fuel = UINT32_MAX;
    for (uint32_t i = 0; i < OLD; i++)
        old[i] = (uint8_t)(i * i / 7u + i / 64u);
    set_word(old, 4, crc_behind(old, OLD));
    set_word(patch, 0, OCT9_PATCH_MAGIC);
    set_word(patch, 8, OCT9_PATCH_VERSION);
    set_word(patch, AT_BYTES, sizeof patch);
    set_word(patch, 24, word_at(old, 0));
    set_word(patch, AT_NEW_CRC, word_at(old, 4));
    set_word(patch, AT_NEW_BYTES, OLD);
    patch[HEAD] = (uint8_t)(2u * (OLD - START) % 128u + 128u);
    patch[HEAD + 1] = 2u * (OLD - START) / 128u;
    memcpy(patch + HEAD + 2, old + START, OLD - START);
    set_word(patch, 4, crc_behind(patch, sizeof patch));
    FUZZ_CHECK(take_all(patch, sizeof patch, &none) == OCT9_OK);
    flash.safe = true;
}

/* Makes the head right, as far as the bits say; it says at most what a slot takes. */
static void repair_head(uint8_t *bytes, size_t size, unsigned bits)
{
    set_word(bytes, 0, OCT9_PATCH_MAGIC);
    set_word(bytes, 8, OCT9_PATCH_VERSION);
    if (bits % 8u != 0)
        set_word(bytes, AT_BYTES, (uint32_t)size);
    if (bits % 8u != 1) {
        set_word(bytes, AT_OLD_CRC, word_at(old, 4));
        set_word(bytes, AT_OLD_BYTES, OLD);
    }
    if (bits % 8u != 2)
        set_word(bytes, AT_NEW_BYTES, word_at(bytes, AT_NEW_BYTES) % (SLOT - PROGRAM + 1u));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    questions_t questions;
    size = questions_split(&questions, data, size);
    const unsigned bits = question_u8(&questions), fuel = question_u8(&questions);
    uint8_t *const bytes = exact_copy(data, size);
    begin_site();
    if (size >= HEAD && bits < 250) {
        repair_head(bytes, size, bits);
        set_word(bytes, 4, crc_behind(bytes, size));
    }
    flash.torn = question_u8(&questions);
    flash.safe = size < HEAD || word_at(bytes, AT_OLD_BYTES) != 0;
    flash.fuel = fuel < 128 ? UINT32_MAX : fuel - 127u;
    oct9_status_t status = take_all(bytes, size, &questions);
    const uint32_t named = size < HEAD ? 0 : word_at(bytes, AT_NEW_CRC);
    if (flash.safe)
        check_site(named);
    const uint32_t made = size < HEAD ? 0 : word_at(bytes, AT_NEW_BYTES);
    if (status == OCT9_ERR_PATCH_BAD && flash.safe && made > START && made <= SLOT - PROGRAM) {
        const uint32_t crc = crc_behind(flash.bytes + SLOT, made);
        set_word(bytes, AT_NEW_CRC, crc);
        set_word(bytes, 4, crc_behind(bytes, size));
        status = take_all(bytes, size, &questions);
        check_site(crc);
        oct9_patch_version_t version;
        if (status == OCT9_OK) {
            FUZZ_CHECK(oct9_patch_find(&site, &crc, &version) == OCT9_OK);
            FUZZ_CHECK(crc == word_at(old, 4) || oct9_patch_back(&site) == OCT9_OK);
            check_site(crc);
        }
    }
    free(bytes);
    return 0;
}
