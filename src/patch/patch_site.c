/* SPDX-License-Identifier: MIT */
/* A site: which versions its slots hold, and going back to the older one. */
#include "src/patch/patch.h"

enum {
    RECORD_AT_CRC = 0, /* the offsets in a record */
    RECORD_AT_MARK = 4,
    RECORD_AT_NUMBER = 8,
    RECORD_AT_MAGIC = 12,
    RECORD_AT_VERSION_CRC = 16,
    RECORD_AT_BYTES = 20,
    RECORD_BYTES = 24
};

#define RECORD_MARK UINT32_C(0x0170396F) /* "o9p", 1 */

bool oct9_patch_site_good(const oct9_patch_site_t *site)
{
    return site->program_size >= OCT9_PATCH_PROGRAM_MIN &&
           site->program_size <= OCT9_PATCH_PROGRAM_MAX && site->block_size >= site->program_size &&
           site->program_size % 4u == 0 && site->block_size % site->program_size == 0 &&
           site->slot_blocks != 0 && site->block_size <= UINT32_MAX / 2u / site->slot_blocks;
}

/* --- records ---------------------------------------------------------------------------------- */

static uint32_t record_crc(const uint8_t *bytes)
{
    const oct9_rom_t rest = oct9_rom_of_ram(bytes + RECORD_AT_MARK);
    return oct9_rom_crc32(0, rest, RECORD_BYTES - RECORD_AT_MARK);
}

static uint32_t record_address(const oct9_patch_site_t *site, unsigned slot)
{
    return oct9_patch_address(site, slot) + oct9_patch_room(site);
}

/* Returns false if the slot has no record, or it could not be read. */
static bool read_slot_record(const oct9_patch_site_t *site, oct9_patch_survey_t *survey,
                             unsigned slot)
{
    const uint8_t *const bytes = site->work;
    oct9_patch_record_t *const record = &survey->records[slot];
    if (!site->read(site->context, record_address(site, slot), site->work, RECORD_BYTES)) {
        survey->unread |= oct9_patch_bit(slot);
        return false;
    }
    record->number = oct9_get_le32(bytes + RECORD_AT_NUMBER);
    record->magic = oct9_get_le32(bytes + RECORD_AT_MAGIC);
    record->crc = oct9_get_le32(bytes + RECORD_AT_VERSION_CRC);
    record->bytes = oct9_get_le32(bytes + RECORD_AT_BYTES);
    if (oct9_get_le32(bytes + RECORD_AT_MARK) != RECORD_MARK ||
        oct9_get_le32(bytes + RECORD_AT_CRC) != record_crc(bytes))
        return false;
    survey->recorded |= oct9_patch_bit(slot);
    return record->bytes > OCT9_PATCH_START && record->bytes <= oct9_patch_room(site);
}

bool oct9_patch_write_record(const oct9_patch_site_t *site, unsigned slot,
                             const oct9_patch_record_t *record)
{
    uint8_t *const bytes = site->work;
    const uint32_t address = record_address(site, slot);
    uint8_t there[RECORD_BYTES];
    for (unsigned i = RECORD_BYTES; i < site->program_size; i++)
        bytes[i] = 0xFF;
    oct9_put_le32(bytes + RECORD_AT_MARK, RECORD_MARK);
    oct9_put_le32(bytes + RECORD_AT_NUMBER, record->number);
    oct9_put_le32(bytes + RECORD_AT_MAGIC, record->magic);
    oct9_put_le32(bytes + RECORD_AT_VERSION_CRC, record->crc);
    oct9_put_le32(bytes + RECORD_AT_BYTES, record->bytes);
    oct9_put_le32(bytes + RECORD_AT_CRC, record_crc(bytes));
    if (!site->program(site->context, address, bytes, site->program_size) ||
        !site->read(site->context, address, there, RECORD_BYTES))
        return false;
    for (unsigned i = 0; i < RECORD_BYTES; i++)
        if (there[i] != bytes[i])
            return false;
    return true;
}

/* --- the bytes of versions -------------------------------------------------------------------- */

static bool read_version(const oct9_patch_site_t *site, oct9_patch_survey_t *survey, uint32_t at,
                         uint32_t size)
{
    const uint32_t address = oct9_patch_address(site, survey->slot) + at;
    if (site->read(site->context, address, site->work, size))
        return true;
    survey->unread |= oct9_patch_bit(survey->slot);
    return false;
}

bool oct9_patch_check_begin(const oct9_patch_site_t *site, oct9_patch_survey_t *survey,
                            unsigned slot)
{
    const oct9_patch_record_t *const record = &survey->records[slot];
    survey->slot = (uint8_t)slot;
    survey->at = OCT9_PATCH_START;
    survey->crc = 0;
    return read_version(site, survey, 0, OCT9_PATCH_START) &&
           oct9_get_le32(site->work) == record->magic &&
           oct9_get_le32(site->work + 4) == record->crc;
}

void oct9_patch_survey_begin(oct9_patch_survey_t *survey)
{
    survey->slot = 0;
    survey->at = 0;
    survey->recorded = survey->good = survey->unread = 0;
}

/* Goes to the next slot. */
static bool next_slot(oct9_patch_survey_t *survey)
{
    survey->slot++;
    survey->at = 0;
    return survey->slot < OCT9_PATCH_SLOTS;
}

bool oct9_patch_survey_step(const oct9_patch_site_t *site, oct9_patch_survey_t *survey)
{
    const unsigned slot = survey->slot;
    OCT9_ASSERT(slot < OCT9_PATCH_SLOTS);
    if (survey->at == 0)
        return (read_slot_record(site, survey, slot) &&
                oct9_patch_check_begin(site, survey, slot)) ||
               next_slot(survey);
    const oct9_patch_record_t *const record = &survey->records[slot];
    const uint32_t rest = record->bytes - survey->at;
    const uint32_t size = rest < site->program_size ? rest : site->program_size;
    if (!read_version(site, survey, survey->at, size))
        return next_slot(survey);
    const oct9_rom_t bytes = oct9_rom_of_ram(site->work);
    survey->crc = oct9_rom_crc32(survey->crc, bytes, size);
    survey->at += size;
    if (survey->at < record->bytes)
        return true;
    if (survey->crc == record->crc)
        survey->good |= oct9_patch_bit(slot);
    return next_slot(survey);
}

/* The slot, of those whose bits are set, with the greatest number; OCT9_PATCH_SLOTS: none is set.
 */
static unsigned newest_of(const oct9_patch_survey_t *survey, unsigned slots)
{
    if (slots == 3) /* the second is newer if its number is greater by less than 2^31 */
        return survey->records[1].number - survey->records[0].number - 1u < 0x7FFFFFFFu ? 1 : 0;
    return slots == 0 ? OCT9_PATCH_SLOTS : slots - 1u;
}

unsigned oct9_patch_newest(const oct9_patch_survey_t *survey)
{
    return newest_of(survey, survey->good);
}

uint32_t oct9_patch_next_number(const oct9_patch_survey_t *survey)
{
    const unsigned newest = newest_of(survey, survey->recorded);
    return newest == OCT9_PATCH_SLOTS ? 1u : survey->records[newest].number + 1u;
}

/* --- the calls -------------------------------------------------------------------------------- */

static oct9_status_t survey_all(const oct9_patch_site_t *site, oct9_patch_survey_t *survey)
{
    OCT9_ASSERT(site->read && site->program && site->erase && site->work);
    if (!oct9_patch_site_good(site))
        return OCT9_REFUSE();
    oct9_patch_survey_begin(survey);
    while (oct9_patch_survey_step(site, survey)) {
    }
    return OCT9_OK;
}

oct9_status_t oct9_patch_find(const oct9_patch_site_t *site, const uint32_t *crc,
                              oct9_patch_version_t *version)
{
    OCT9_ASSERT(site && version);
    oct9_patch_survey_t survey;
    const oct9_status_t status = survey_all(site, &survey);
    if (status != OCT9_OK)
        return status;
    unsigned slot = oct9_patch_newest(&survey);
    if (crc && slot < OCT9_PATCH_SLOTS && survey.records[slot].crc != *crc)
        slot = survey.good == 3 && survey.records[slot ^ 1u].crc == *crc ? slot ^ 1u
                                                                         : OCT9_PATCH_SLOTS;
    if (slot == OCT9_PATCH_SLOTS)
        return survey.unread != 0 ? OCT9_ERR_STORE_READ : OCT9_ERR_STORE_EMPTY;
    version->address = oct9_patch_address(site, slot);
    version->bytes = survey.records[slot].bytes;
    version->crc = survey.records[slot].crc;
    return OCT9_OK;
}

oct9_status_t oct9_patch_back(const oct9_patch_site_t *site)
{
    OCT9_ASSERT(site);
    oct9_patch_survey_t survey;
    const oct9_status_t status = survey_all(site, &survey);
    if (status != OCT9_OK)
        return status;
    if (survey.good != 3)
        return survey.unread != 0 ? OCT9_ERR_STORE_READ : OCT9_ERR_PATCH_BASE;
    const uint32_t slot_bytes = oct9_patch_slot_bytes(site);
    const uint32_t begin = oct9_patch_address(site, oct9_patch_newest(&survey));
    return site->erase(site->context, begin + slot_bytes - site->block_size) ? OCT9_OK
                                                                             : OCT9_ERR_STORE_WORN;
}
