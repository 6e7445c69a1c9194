/* SPDX-License-Identifier: MIT */
/* Records: reading them from the flash, checking them, and sealing them. */
#include "oct9/image.h"
#include "port/oct9_port.h"
#include "src/store/store.h"

enum { PIECE = 16 }; /* bytes compared at a time: sizes are multiples */

static const uint8_t record_mark[3] = { 'o', '9', 1 };

uint32_t oct9_store_address(const oct9_store_t *store, uint16_t slot, uint16_t start,
                            uint16_t number)
{
    OCT9_ASSERT(slot < store->config->slots && start < store->slot_blocks &&
                number < store->records);
    const uint32_t turn = (uint32_t)start + number / store->per_block;
    const uint32_t block = (uint32_t)slot * store->slot_blocks + turn % store->slot_blocks;
    return block * store->config->block_size +
           (uint32_t)(number % store->per_block) * store->config->record_size;
}

static uint32_t crc_of(const oct9_store_t *store)
{
    const oct9_rom_t rest = oct9_rom_of_ram(store->config->work + OCT9_STORE_AT_LIFE);
    return oct9_rom_crc32(0, rest, store->config->record_size - (uint32_t)OCT9_STORE_AT_LIFE);
}

/* A record that was never programmed has no mark. */
static bool blank(const uint8_t *record)
{
    return oct9_get_le32(record + OCT9_STORE_AT_MARK) == 0xFFFFFFFFu;
}

/* The kind of a record whose CRC is right. Its numbers are compared with their limits. */
static unsigned kind_of(const oct9_store_t *store)
{
    const uint8_t *const record = store->config->work;
    const uint32_t life = oct9_get_le32(record + OCT9_STORE_AT_LIFE);
    const unsigned kind = record[OCT9_STORE_AT_KIND];
    for (unsigned i = 0; i < 3; i++)
        if (record[OCT9_STORE_AT_MARK + i] != record_mark[i])
            return OCT9_STORE_NONE;
    if (life > OCT9_STORE_NUMBER_MAX ||
        oct9_get_le16(record + OCT9_STORE_AT_START) >= store->slot_blocks)
        return OCT9_STORE_NONE;
    if (kind == OCT9_STORE_COMMIT) {
        const uint32_t number = oct9_get_le32(record + OCT9_STORE_AT_NUMBER);
        return number > life && number <= OCT9_STORE_NUMBER_MAX ? OCT9_STORE_COMMIT
                                                                : OCT9_STORE_NONE;
    }
    return kind == OCT9_STORE_PAGE ? OCT9_STORE_PAGE : OCT9_STORE_NONE;
}

unsigned oct9_store_fetch_from(oct9_store_t *store, uint16_t slot, uint16_t start, uint16_t number)
{
    const oct9_store_config_t *const config = store->config;
    if (!config->read(config->context, oct9_store_address(store, slot, start, number), config->work,
                      config->record_size)) {
        store->unread = true;
        return OCT9_STORE_NONE;
    }
    if (blank(config->work))
        return OCT9_STORE_NONE;
    const uint32_t syndrome = crc_of(store) ^ oct9_get_le32(config->work + OCT9_STORE_AT_CRC);
    if (syndrome != 0) {
        if (!oct9_store_repair(config->work, config->record_size, syndrome))
            return OCT9_STORE_NONE;
        store->repaired++;
    }
    return kind_of(store);
}

void oct9_store_seal(const oct9_store_t *store, unsigned kind, uint16_t page)
{
    uint8_t *const record = store->config->work;
    oct9_put_le32(record + OCT9_STORE_AT_LIFE, store->life);
    for (unsigned i = 0; i < 3; i++)
        record[OCT9_STORE_AT_MARK + i] = record_mark[i];
    record[OCT9_STORE_AT_KIND] = (uint8_t)kind;
    oct9_put_le16(record + OCT9_STORE_AT_PAGE, page);
    oct9_put_le16(record + OCT9_STORE_AT_START, store->start);
    oct9_put_le32(record + OCT9_STORE_AT_CRC, crc_of(store));
}

bool oct9_store_same(const oct9_store_t *store, uint16_t number)
{
    const oct9_store_config_t *const config = store->config;
    const uint32_t address = oct9_store_address(store, store->slot, store->start, number);
    uint8_t there[PIECE];
    for (uint32_t at = 0; at < config->record_size; at += PIECE) {
        if (!config->read(config->context, address + at, there, PIECE))
            return false;
        for (uint32_t i = 0; i < PIECE; i++)
            if (there[i] != config->work[at + i])
                return false;
    }
    return true;
}

static uint32_t crc_with_entry(uint32_t crc, uint16_t page, uint16_t number)
{
    uint8_t entry[4];
    oct9_put_le16(entry, page);
    oct9_put_le16(entry + 2, number);
    const oct9_rom_t bytes = oct9_rom_of_ram(entry);
    return oct9_rom_crc32(crc, bytes, 4);
}

uint32_t oct9_store_table_crc(const oct9_store_t *store)
{
    uint32_t crc = 0;
    for (uint16_t page = 0; page < store->pages; page++) {
        const uint16_t number = store->config->table[page];
        if (number != OCT9_STORE_NOWHERE)
            crc = crc_with_entry(crc, page, number);
    }
    return crc;
}

void oct9_store_clear_table(const oct9_store_t *store)
{
    for (uint16_t page = 0; page < store->pages; page++)
        store->config->table[page] = OCT9_STORE_NOWHERE;
}

/* The CRC locates one wrong bit. The k-th bit from the end of the bytes under the CRC changes the
 * CRC by the k-th state of the CRC's register, starting from 1. Up to 91,606 bits any two of these
 * states differ, and no sum of two is a third one. So two wrong bits are never taken for one.
 * Source: Koopman 2002, "32-bit cyclic redundancy codes for internet applications". */

#define POLYNOMIAL 0xEDB88320u /* as in src/number/crc32.c */

bool oct9_store_repair(uint8_t *record, uint32_t size, uint32_t syndrome)
{
    uint32_t state = 1;
    if ((syndrome & (syndrome - 1u)) == 0) /* the wrong bit is in the CRC itself */
        return true;
    for (uint32_t bit = 8u * size; bit > 8u * OCT9_STORE_AT_LIFE; bit--) {
        state = state / 2u ^ (state % 2u != 0 ? POLYNOMIAL : 0);
        if (state == syndrome) {
            uint8_t *const byte = &record[(bit - 1u) / 8u];
            *byte = (uint8_t)(*byte ^ 1u << (bit - 1u) % 8u);
            return true;
        }
    }
    return false;
}
