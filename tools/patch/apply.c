/* SPDX-License-Identifier: MIT */
/* Applies a patch as a robot does: the old version comes to the flash by a patch from nothing. */
#include "tools/patch/apply.h"
#include "oct9/patch.h"
#include "oct9/rom.h"
#include "tools/format/put.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum {
    BLOCK_SIZE = 65536,
    PROGRAM_SIZE = 4096,
    SLOT_BLOCKS_MOST = 32767,
    CRC_AT = 4, /* in a patch */
    BEHIND_CRC = 8,
    NEW_BYTES_AT = 32
};

typedef struct {
    unsigned char *flash;
    unsigned char work[PROGRAM_SIZE];
    oct9_patch_site_t site;
} memory_t;

static bool read_flash(void *context, uint32_t address, uint8_t *bytes, uint32_t size)
{
    memcpy(bytes, (unsigned char *)context + address, size);
    return true;
}

static bool program_flash(void *context, uint32_t address, const uint8_t *bytes, uint32_t size)
{
    memcpy((unsigned char *)context + address, bytes, size);
    return true;
}

static bool erase_flash(void *context, uint32_t address)
{
    memset((unsigned char *)context + address, 0xFF, BLOCK_SIZE);
    return true;
}

/* A site with room for a version of `size` bytes. */
static bool memory_new(memory_t *memory, size_t size)
{
    const size_t blocks = (size + PROGRAM_SIZE) / BLOCK_SIZE + 1;
    memset(memory, 0, sizeof *memory);
    if (blocks > SLOT_BLOCKS_MOST)
        return false;
    memory->flash = malloc(2 * blocks * BLOCK_SIZE);
    if (!memory->flash)
        return false;
    memset(memory->flash, 0xFF, 2 * blocks * BLOCK_SIZE);
    memory->site.context = memory->flash;
    memory->site.read = read_flash;
    memory->site.program = program_flash;
    memory->site.erase = erase_flash;
    memory->site.block_size = BLOCK_SIZE;
    memory->site.slot_blocks = (uint16_t)blocks;
    memory->site.program_size = PROGRAM_SIZE;
    memory->site.work = memory->work;
    return true;
}

static oct9_status_t take_patch(const memory_t *memory, const version_t *bytes)
{
    oct9_patch_t patch;
    oct9_patch_piece_t piece = { bytes->bytes, (uint32_t)bytes->size };
    oct9_status_t status = oct9_patch_begin(&patch, &memory->site, NULL);
    if (status == OCT9_OK)
        do
            status = oct9_patch_run(&patch, &piece, UINT32_MAX);
        while (status == OCT9_AGAIN);
    return status == OCT9_OK && patch.left != 0 ? OCT9_ERR_PATCH_BAD : status;
}

static oct9_status_t bring_old(const memory_t *memory, const version_t *old)
{
    const version_t none = { NULL, 0 };
    unsigned char *bytes;
    version_t first;
    if (old->size == 0)
        return OCT9_OK;
    if (!diff_make(&none, old, &bytes, &first.size))
        return OCT9_ERR_POOL_FULL;
    first.bytes = bytes;
    const oct9_status_t status = take_patch(memory, &first);
    free(bytes);
    return status;
}

static oct9_status_t take_version(const memory_t *memory, unsigned char **bytes, size_t *size)
{
    oct9_patch_version_t version;
    const oct9_status_t status = oct9_patch_find(&memory->site, NULL, &version);
    if (status != OCT9_OK)
        return status;
    *bytes = malloc(version.bytes);
    if (!*bytes)
        return OCT9_ERR_POOL_FULL;
    *size = version.bytes;
    memcpy(*bytes, memory->flash + version.address, version.bytes);
    return OCT9_OK;
}

oct9_status_t apply_patch(const version_t *old, const version_t *patch, unsigned char **bytes,
                          size_t *size)
{
    memory_t memory;
    if (patch->size < NEW_BYTES_AT + 4u ||
        get32(patch->bytes + CRC_AT) !=
            oct9_rom_crc32(0, patch->bytes + BEHIND_CRC, patch->size - BEHIND_CRC))
        return OCT9_ERR_PATCH_BAD;
    const uint32_t room = get32(patch->bytes + NEW_BYTES_AT);
    if (!memory_new(&memory, room > old->size ? room : old->size))
        return OCT9_ERR_POOL_FULL;
    oct9_status_t status = bring_old(&memory, old);
    if (status == OCT9_OK)
        status = take_patch(&memory, patch);
    if (status == OCT9_OK)
        status = take_version(&memory, bytes, size);
    free(memory.flash);
    return status;
}
