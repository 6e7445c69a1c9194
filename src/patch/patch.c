/* SPDX-License-Identifier: MIT */
/* Taking a patch: its head, the search for the version that it begins from, the erases, its
 * operations, the check, and the record. */
#include "src/patch/patch.h"

enum {
    TAKES_HEAD, /* the phases */
    LOOKS,
    ERASES,
    TAKES_OPERATION,
    TAKES_SHIFT,
    TAKES_LITERAL,
    COPIES,
    CHECKS_MADE,
    IS_DONE
};

enum {
    HEAD_AT_MAGIC = 0, /* the offsets in the head */
    HEAD_AT_CRC = 4,
    HEAD_AT_VERSION = 8,
    HEAD_AT_BYTES = 12,
    HEAD_AT_OLD_CRC = 16,
    HEAD_AT_OLD_BYTES = 20,
    HEAD_AT_NEW_MAGIC = 24,
    HEAD_AT_NEW_CRC = 28,
    HEAD_AT_NEW_BYTES = 32,
    HEAD_BYTES = 36
};

/* Notes that `size` bytes of the piece are taken. */
static void take(oct9_patch_t *patch, oct9_patch_piece_t *piece, uint32_t size)
{
    OCT9_ASSERT(size <= piece->size && size <= patch->left);
    const oct9_rom_t bytes = oct9_rom_of_ram(piece->bytes);
    patch->crc = oct9_rom_crc32(patch->crc, bytes, size);
    piece->bytes += size;
    piece->size -= size;
    patch->left -= size;
}

/* --- before the operations -------------------------------------------------------------------- */

static oct9_status_t parse_head(oct9_patch_t *patch)
{
    const uint8_t *const head = patch->site->work;
    const uint32_t bytes = oct9_get_le32(head + HEAD_AT_BYTES);
    const oct9_rom_t behind_crc = oct9_rom_of_ram(head + HEAD_AT_VERSION);
    patch->patch_crc = oct9_get_le32(head + HEAD_AT_CRC);
    patch->crc = oct9_rom_crc32(0, behind_crc, HEAD_BYTES - HEAD_AT_VERSION);
    patch->old_crc = oct9_get_le32(head + HEAD_AT_OLD_CRC);
    patch->old_bytes = oct9_get_le32(head + HEAD_AT_OLD_BYTES);
    patch->made.magic = oct9_get_le32(head + HEAD_AT_NEW_MAGIC);
    patch->made.crc = oct9_get_le32(head + HEAD_AT_NEW_CRC);
    patch->made.bytes = oct9_get_le32(head + HEAD_AT_NEW_BYTES);
    if (oct9_get_le32(head + HEAD_AT_MAGIC) != OCT9_PATCH_MAGIC ||
        oct9_get_le32(head + HEAD_AT_VERSION) != OCT9_PATCH_VERSION || bytes < HEAD_BYTES ||
        patch->made.bytes <= OCT9_PATCH_START)
        return OCT9_ERR_PATCH_BAD;
    if (patch->made.bytes > oct9_patch_room(patch->site))
        return OCT9_ERR_PATCH_ROOM;
    patch->left = bytes - HEAD_BYTES;
    patch->phase = LOOKS;
    return OCT9_AGAIN;
}

static oct9_status_t take_head(oct9_patch_t *patch, oct9_patch_piece_t *piece)
{
    patch->site->work[patch->fill] = *piece->bytes;
    patch->fill++;
    take(patch, piece, 1);
    return patch->left != 0 ? OCT9_AGAIN : parse_head(patch);
}

/* True if a slot has a version that is whole, with this CRC. */
static bool slot_has(const oct9_patch_survey_t *survey, unsigned slot, uint32_t crc)
{
    return (survey->good & oct9_patch_bit(slot)) != 0 && survey->records[slot].crc == crc;
}

/* True if it is the one that the patch begins from. */
static bool slot_is_base(const oct9_patch_t *patch, unsigned slot)
{
    return slot_has(&patch->survey, slot, patch->old_crc) &&
           patch->survey.records[slot].bytes == patch->old_bytes;
}

/* True if it is the one that the patch makes. */
static bool slot_is_made(const oct9_patch_t *patch, unsigned slot)
{
    const oct9_patch_record_t *const record = &patch->survey.records[slot];
    return slot_has(&patch->survey, slot, patch->made.crc) && record->bytes == patch->made.bytes &&
           record->magic == patch->made.magic;
}

/* The slot that stays: with the version that the patch begins from, or with the newest one. */
static unsigned slot_that_stays(const oct9_patch_t *patch, unsigned newest)
{
    if (patch->old_bytes == 0 || newest == OCT9_PATCH_SLOTS || slot_is_base(patch, newest))
        return newest;
    return slot_is_base(patch, newest ^ 1u) ? newest ^ 1u : OCT9_PATCH_SLOTS;
}

/* True if the version in use is not in that slot, surely. */
static bool may_erase(const oct9_patch_t *patch, unsigned slot)
{
    const oct9_patch_survey_t *const survey = &patch->survey;
    if (!patch->uses || slot_has(survey, slot ^ 1u, patch->in_use))
        return true;
    return (survey->unread & oct9_patch_bit(slot)) == 0 && !slot_has(survey, slot, patch->in_use);
}

/* Both slots are known: decides which one is written to, and begins to erase it. It need not be
 * readable: what a power failure left may not be. */
static oct9_status_t choose_slot(oct9_patch_t *patch)
{
    const oct9_patch_survey_t *const survey = &patch->survey;
    const unsigned newest = oct9_patch_newest(survey);
    if (newest != OCT9_PATCH_SLOTS && slot_is_made(patch, newest))
        return OCT9_ERR_PATCH_HELD;
    const unsigned stays = slot_that_stays(patch, newest);
    if (stays == OCT9_PATCH_SLOTS && patch->old_bytes != 0)
        return survey->unread != 0 ? OCT9_ERR_STORE_READ : OCT9_ERR_PATCH_BASE;
    patch->slot = (uint8_t)(stays < OCT9_PATCH_SLOTS ? stays ^ 1u : survey->unread & 1u);
    if (!may_erase(patch, patch->slot))
        return OCT9_ERR_PATCH_ROOM;
    patch->made.number = oct9_patch_next_number(survey);
    patch->at = patch->site->slot_blocks - 1u;
    patch->phase = ERASES;
    return OCT9_AGAIN;
}

static oct9_status_t look_at_slots(oct9_patch_t *patch)
{
    return oct9_patch_survey_step(patch->site, &patch->survey) ? OCT9_AGAIN : choose_slot(patch);
}

/* Erases block number `at`: first the one with the record, then downwards those that the new
 * version needs. At last its first bytes are there, from the patch's head. */
static oct9_status_t erase_block(oct9_patch_t *patch)
{
    const oct9_patch_site_t *const site = patch->site;
    const uint32_t needed = (patch->made.bytes - 1u) / site->block_size + 1u;
    const uint32_t address = oct9_patch_address(site, patch->slot) + patch->at * site->block_size;
    if (!site->erase(site->context, address))
        return OCT9_ERR_STORE_WORN;
    if (patch->at != 0) {
        patch->at = (patch->at < needed ? patch->at : needed) - 1u;
        return OCT9_AGAIN;
    }
    oct9_put_le32(site->work, patch->made.magic);
    oct9_put_le32(site->work + 4, patch->made.crc);
    patch->fill = OCT9_PATCH_START;
    patch->at = OCT9_PATCH_START;
    patch->shift = patch->made_crc = 0;
    patch->phase = TAKES_OPERATION;
    return OCT9_AGAIN;
}

/* --- operations ------------------------------------------------------------------------------- */

/* Takes a byte of a number: seven bits, the lowest first; bit 7: more follow. Returns OCT9_OK when
 * `value` is complete. */
static oct9_status_t take_number(oct9_patch_t *patch, oct9_patch_piece_t *piece)
{
    const uint32_t byte = *piece->bytes;
    take(patch, piece, 1);
    if (patch->bits == 0)
        patch->value = 0;
    if (patch->bits == 28 && byte > 15)
        return OCT9_ERR_PATCH_BAD;
    patch->value |= (byte & 127u) << patch->bits;
    patch->bits = (uint8_t)(patch->bits + 7u);
    if (byte > 127)
        return OCT9_AGAIN;
    patch->bits = 0;
    return OCT9_OK;
}

/* Takes what an operation does: bit 0: it copies; the rest: how many bytes. */
static oct9_status_t take_operation(oct9_patch_t *patch, oct9_patch_piece_t *piece)
{
    const oct9_status_t status = take_number(patch, piece);
    if (status != OCT9_OK)
        return status;
    patch->count = patch->value / 2u;
    patch->phase = patch->value % 2u != 0 ? TAKES_SHIFT : TAKES_LITERAL;
    return patch->count != 0 && patch->count <= patch->made.bytes - patch->at ? OCT9_AGAIN
                                                                              : OCT9_ERR_PATCH_BAD;
}

/* Takes how much farther the bytes of a copy are from their place than those of the last copy.
 * Bit 0: less far, by one more than the rest. */
static oct9_status_t take_shift(oct9_patch_t *patch, oct9_patch_piece_t *piece)
{
    const oct9_status_t status = take_number(patch, piece);
    if (status != OCT9_OK)
        return status;
    patch->shift += patch->value / 2u ^ (0u - patch->value % 2u);
    const uint32_t from = patch->at + patch->shift;
    patch->phase = COPIES;
    return patch->count <= patch->old_bytes && from <= patch->old_bytes - patch->count
             ? OCT9_AGAIN
             : OCT9_ERR_PATCH_BAD;
}

/* Field by field: small compilers call memcpy for an assignment. */
static void copy_record(oct9_patch_record_t *to, const oct9_patch_record_t *from)
{
    to->number = from->number;
    to->magic = from->magic;
    to->crc = from->crc;
    to->bytes = from->bytes;
}

/* What was programmed does not read back. */
static oct9_status_t not_there(const oct9_patch_t *patch)
{
    return patch->survey.unread != 0 ? OCT9_ERR_STORE_READ : OCT9_ERR_STORE_WORN;
}

/* All bytes are made, and are those that the patch names: begins to read them back. */
static oct9_status_t begin_check(oct9_patch_t *patch)
{
    if (patch->left != 0 || patch->crc != patch->patch_crc || patch->made_crc != patch->made.crc)
        return OCT9_ERR_PATCH_BAD;
    patch->phase = CHECKS_MADE;
    patch->survey.good = patch->survey.unread = 0;
    copy_record(&patch->survey.records[patch->slot], &patch->made);
    return oct9_patch_check_begin(patch->site, &patch->survey, patch->slot) ? OCT9_AGAIN
                                                                            : not_there(patch);
}

/* `size` more bytes are in `work`: programs them if no more go there. */
static oct9_status_t made_bytes(oct9_patch_t *patch, uint32_t size)
{
    const oct9_patch_site_t *const site = patch->site;
    const oct9_rom_t bytes = oct9_rom_of_ram(site->work + patch->fill);
    patch->made_crc = oct9_rom_crc32(patch->made_crc, bytes, size);
    patch->fill = (uint16_t)(patch->fill + size);
    patch->at += size;
    patch->count -= size;
    if (patch->count == 0)
        patch->phase = TAKES_OPERATION;
    if (patch->fill < site->program_size && patch->at < patch->made.bytes)
        return OCT9_AGAIN;
    const uint32_t address = oct9_patch_address(site, patch->slot) + patch->at - patch->fill;
    for (; patch->fill < site->program_size; patch->fill++)
        site->work[patch->fill] = 0xFF;
    patch->fill = 0;
    if (!site->program(site->context, address, site->work, site->program_size))
        return OCT9_ERR_STORE_WORN;
    return patch->at < patch->made.bytes ? OCT9_AGAIN : begin_check(patch);
}

/* How many bytes the operation can make at once. */
static uint32_t room_for(const oct9_patch_t *patch)
{
    const uint32_t room = (uint32_t)patch->site->program_size - patch->fill;
    return patch->count < room ? patch->count : room;
}

static oct9_status_t take_literal(oct9_patch_t *patch, oct9_patch_piece_t *piece)
{
    const uint32_t room = room_for(patch);
    uint32_t size = room < piece->size ? room : piece->size;
    size = size < patch->left ? size : patch->left;
    for (uint32_t i = 0; i < size; i++)
        patch->site->work[patch->fill + i] = piece->bytes[i];
    take(patch, piece, size);
    return made_bytes(patch, size);
}

static oct9_status_t copy_old(oct9_patch_t *patch)
{
    const oct9_patch_site_t *const site = patch->site;
    const uint32_t size = room_for(patch);
    const uint32_t address = oct9_patch_address(site, patch->slot ^ 1u) + patch->at + patch->shift;
    return site->read(site->context, address, site->work + patch->fill, size)
             ? made_bytes(patch, size)
             : OCT9_ERR_STORE_READ;
}

/* --- behind the operations -------------------------------------------------------------------- */

static oct9_status_t check_made(oct9_patch_t *patch)
{
    oct9_patch_survey_t *const survey = &patch->survey;
    const unsigned slot = patch->slot;
    (void)oct9_patch_survey_step(patch->site, survey);
    if (survey->slot == slot)
        return OCT9_AGAIN;
    if (survey->good == 0)
        return not_there(patch);
    patch->phase = IS_DONE;
    return oct9_patch_write_record(patch->site, slot, &patch->made) ? OCT9_OK : OCT9_ERR_STORE_WORN;
}

/* --- the calls -------------------------------------------------------------------------------- */

oct9_status_t oct9_patch_begin(oct9_patch_t *patch, const oct9_patch_site_t *site,
                               const uint32_t *in_use)
{
    OCT9_ASSERT(patch && site && site->read && site->program && site->erase && site->work);
    if (!oct9_patch_site_good(site))
        return OCT9_REFUSE();
    patch->site = site;
    patch->uses = in_use != NULL;
    patch->in_use = in_use ? *in_use : 0;
    patch->left = HEAD_BYTES;
    patch->crc = 0;
    patch->fill = 0;
    patch->bits = 0;
    patch->phase = TAKES_HEAD;
    patch->status = OCT9_AGAIN;
    oct9_patch_survey_begin(&patch->survey);
    return OCT9_OK;
}

/* A step that takes bytes of the piece. */
static oct9_status_t take_bytes(oct9_patch_t *patch, oct9_patch_piece_t *piece)
{
    if (patch->left == 0)
        return OCT9_ERR_PATCH_BAD;
    switch (patch->phase) {
    case TAKES_HEAD: return take_head(patch, piece);
    case TAKES_OPERATION: return take_operation(patch, piece);
    case TAKES_SHIFT: return take_shift(patch, piece);
    default: return take_literal(patch, piece);
    }
}

/* A step that takes none. */
static oct9_status_t work_on(oct9_patch_t *patch)
{
    switch (patch->phase) {
    case LOOKS: return look_at_slots(patch);
    case ERASES: return erase_block(patch);
    case COPIES: return copy_old(patch);
    default: return check_made(patch);
    }
}

static bool needs_bytes(const oct9_patch_t *patch)
{
    return patch->phase == TAKES_HEAD || patch->phase == TAKES_OPERATION ||
           patch->phase == TAKES_SHIFT || patch->phase == TAKES_LITERAL;
}

oct9_status_t oct9_patch_run(oct9_patch_t *patch, oct9_patch_piece_t *piece, uint32_t budget)
{
    OCT9_ASSERT(patch && piece && (piece->bytes || piece->size == 0));
    if (budget == 0 || !patch->site)
        return OCT9_REFUSE();
    if (patch->status == OCT9_OK && piece->size != 0) /* it had ended before */
        patch->status = OCT9_ERR_PATCH_BAD;
    for (; patch->status == OCT9_AGAIN && budget != 0; budget--) {
        if (!needs_bytes(patch))
            patch->status = work_on(patch);
        else if (piece->size != 0 || patch->left == 0)
            patch->status = take_bytes(patch, piece);
        else
            return OCT9_OK;
    }
    return patch->status;
}
