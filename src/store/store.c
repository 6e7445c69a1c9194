/* SPDX-License-Identifier: MIT */
/* The store: finding the newest complete map in the flash. The store is log-structured, with wear
 * levelling. */
#include "src/store/store.h"

#include "port/oct9_port.h"

static bool sizes_good(const oct9_store_config_t *config)
{
    return config->program_size != 0 && config->record_size >= OCT9_STORE_RECORD_MIN &&
           config->record_size <= OCT9_STORE_RECORD_MAX && config->record_size % 16u == 0 &&
           config->record_size % config->program_size == 0 &&
           config->user_size <= OCT9_STORE_USER_MAX &&
           config->record_size >= (uint32_t)OCT9_STORE_AT_USER + config->user_size &&
           config->blocks != 0 && config->blocks <= OCT9_BLOCKS_MAX;
}

static bool flash_blocks_good(const oct9_store_config_t *config)
{
    return config->slots >= 2 && config->block_count >= config->slots &&
           config->block_size >= config->record_size &&
           config->block_size <= UINT32_MAX / config->block_count;
}

/* A record's number in its log, if the log begins in the slot's block `start`. `number` is the
 * number that it would have if the log began in block 0. */
static uint16_t number_in_log(const oct9_store_t *store, uint16_t number, uint16_t start)
{
    const uint32_t block = number / store->per_block;
    const uint32_t turn = (block + store->slot_blocks - start) % store->slot_blocks;
    OCT9_ASSERT(turn < store->slot_blocks && number < store->records);
    return (uint16_t)(turn * store->per_block + number % store->per_block);
}

/* Handles the record in `work`, which may be the newest commit below `limit` so far. */
static void consider(oct9_store_t *store, uint16_t slot, uint16_t at, unsigned kind, uint32_t limit)
{
    const uint8_t *const record = store->config->work;
    const uint32_t life = oct9_get_le32(record + OCT9_STORE_AT_LIFE);
    const uint32_t number = kind == OCT9_STORE_COMMIT ? oct9_get_le32(record + OCT9_STORE_AT_NUMBER)
                                                      : life;
    if (store->number < number)
        store->number = number;
    if (kind != OCT9_STORE_COMMIT || number >= limit || number <= store->committed)
        return;
    store->committed = number;
    store->life = life;
    store->slot = slot;
    store->start = oct9_get_le16(record + OCT9_STORE_AT_START);
    store->commit_at = number_in_log(store, at, store->start);
}

/* Finds the newest commit below `limit`. No commit has the number 0. */
static bool newest(oct9_store_t *store, uint32_t limit)
{
    store->committed = 0;
    for (uint16_t slot = 0; slot < store->config->slots; slot++)
        for (uint16_t at = 0; at < store->records; at++) {
            const unsigned kind = oct9_store_fetch_from(store, slot, 0, at);
            if (kind != OCT9_STORE_NONE)
                consider(store, slot, at, kind, limit);
        }
    return store->committed != 0;
}

/* Notes a page of the log. A later record replaces an earlier one. */
static void note_page(oct9_store_t *store, uint16_t number)
{
    const uint8_t *const record = store->config->work;
    const uint16_t page = oct9_get_le16(record + OCT9_STORE_AT_PAGE);
    if (page < store->pages && oct9_get_le32(record + OCT9_STORE_AT_LIFE) == store->life &&
        oct9_get_le16(record + OCT9_STORE_AT_START) == store->start)
        store->config->table[page] = number;
}

/* Makes the table of the commit that was found. Returns false if the table is not the one at the
 * time of the commit. */
static bool read_table(oct9_store_t *store, uint32_t crc)
{
    oct9_store_clear_table(store);
    for (uint16_t number = 0; number != store->commit_at; number++)
        if (oct9_store_fetch(store, number) == OCT9_STORE_PAGE)
            note_page(store, number);
    return oct9_store_table_crc(store) == crc;
}

/* Checks whether the commit that was found has a complete map. Returns OCT9_OK, or
 * OCT9_ERR_POOL_FULL if its pool is too large for the table, or OCT9_ERR_STORE_EMPTY. */
static oct9_status_t check_whole(oct9_store_t *store)
{
    const uint8_t *const record = store->config->work;
    if (oct9_store_fetch(store, store->commit_at) != OCT9_STORE_COMMIT)
        return OCT9_ERR_STORE_EMPTY;
    const uint32_t crc = oct9_get_le32(record + OCT9_STORE_AT_TABLE);
    if (oct9_get_le16(record + OCT9_STORE_AT_BLOCKS) > store->config->blocks)
        return OCT9_ERR_POOL_FULL;
    return read_table(store, crc) ? OCT9_OK : OCT9_ERR_STORE_EMPTY;
}

void oct9_store_find(oct9_store_t *store, uint32_t limit)
{
    store->number = 0;
    store->alive = false;
    store->unread = false;
    store->found = OCT9_ERR_STORE_EMPTY;
    while (store->found == OCT9_ERR_STORE_EMPTY && newest(store, limit)) {
        limit = store->committed; /* each is older than the last one */
        store->found = check_whole(store);
    }
    store->number += OCT9_STORE_NUMBERS_LOST; /* below 2^32: those in the flash are limited */
    store->safe = store->slot;
    if (store->found == OCT9_ERR_STORE_EMPTY) {
        store->safe = OCT9_STORE_NO_SLOT;
        store->slot = (uint16_t)(store->config->slots - 1u); /* the next slot is the first */
        if (store->unread)
            store->found = OCT9_ERR_STORE_READ;
    }
    store->clean = store->found == OCT9_OK;
}

oct9_status_t oct9_store_open(oct9_store_t *store, const oct9_store_config_t *config)
{
    OCT9_ASSERT(store && config && config->read && config->program && config->erase);
    OCT9_ASSERT(config->work && config->table && config->seen);
    if (!sizes_good(config) || !flash_blocks_good(config))
        return OCT9_REFUSE();
    const uint32_t per_block = config->block_size / config->record_size;
    const uint32_t slot_blocks = config->block_count / config->slots;
    const uint32_t pages = OCT9_STORE_PAGES(config->blocks, config->record_size);
    if (per_block > OCT9_STORE_RECORDS_MAX / slot_blocks || pages >= per_block * slot_blocks)
        return OCT9_REFUSE();
    store->config = config;
    store->per_block = (uint16_t)per_block;
    store->slot_blocks = (uint16_t)slot_blocks;
    store->records = (uint16_t)(per_block * slot_blocks);
    store->pages = (uint16_t)pages;
    store->page_blocks = (uint16_t)(config->record_size / 16u - 1u);
    store->repaired = 0;
    store->failed = 0;
    store->status = OCT9_OK;
    oct9_store_find(store, UINT32_MAX);
    return OCT9_OK;
}
