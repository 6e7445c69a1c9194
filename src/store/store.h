/* SPDX-License-Identifier: MIT */
/* Internal: the store's records and their addresses. */
#ifndef OCT9_SRC_STORE_H
#define OCT9_SRC_STORE_H

#include "oct9/store.h"
#include "src/number/bytes.h"

enum {
    OCT9_STORE_NONE = 0, /* the kinds of records */
    OCT9_STORE_PAGE = 1,
    OCT9_STORE_COMMIT = 2,

    OCT9_STORE_AT_CRC = 0, /* the offsets of its fields */
    OCT9_STORE_AT_LIFE = 4,
    OCT9_STORE_AT_MARK = 8,
    OCT9_STORE_AT_KIND = 11,
    OCT9_STORE_AT_PAGE = 12,
    OCT9_STORE_AT_START = 14,
    OCT9_STORE_AT_BODY = 16,
    OCT9_STORE_AT_NUMBER = 16, /* from here on, of a commit */
    OCT9_STORE_AT_TABLE = 20,
    OCT9_STORE_AT_ROOT = 24,
    OCT9_STORE_AT_FREE = 26,
    OCT9_STORE_AT_OCCUPIED = 28,
    OCT9_STORE_AT_BLOCKS = 30,
    OCT9_STORE_AT_USER = 32
};

#define OCT9_STORE_NOWHERE 0xFFFFu    /* in the table: the page was never written */
#define OCT9_STORE_FAILED 0xFFFEu     /* a record of it failed: another one must follow */
#define OCT9_STORE_RECORDS_MAX 65000u /* in a slot */
#define OCT9_STORE_NO_SLOT 0xFFFFu
#define OCT9_STORE_NUMBER_MAX 0xFFFFFF00u /* no save ever used a greater number */
#define OCT9_STORE_NUMBERS_LOST 64u       /* more than a power cut may hide and later reveal */

/* A block's bit in `seen`. */
static inline bool oct9_store_marked(const uint8_t *seen, uint16_t block)
{
    return ((unsigned)seen[block / 8u] >> block % 8u) % 2u != 0;
}

/* The address of the record with this number, in a log that begins in block `start` of a slot. */
uint32_t oct9_store_address(const oct9_store_t *store, uint16_t slot, uint16_t start,
                            uint16_t number);

/* Reads a record into `work` and returns its kind, OCT9_STORE_NONE if it is not a record. */
unsigned oct9_store_fetch_from(oct9_store_t *store, uint16_t slot, uint16_t start, uint16_t number);

/* Reads a record of the store's current log. */
static inline unsigned oct9_store_fetch(oct9_store_t *store, uint16_t number)
{
    return oct9_store_fetch_from(store, store->slot, store->start, number);
}

/* Writes the head of the record in `work`. The body must be there. */
void oct9_store_seal(const oct9_store_t *store, unsigned kind, uint16_t page);

/* True if the flash has the content of `work` there, bit by bit. */
bool oct9_store_same(const oct9_store_t *store, uint16_t number);

/* Corrects one wrong bit in a record of `size` bytes whose CRC differs by `syndrome`, not 0.
 * Returns false if the error is not one bit. A wrong bit in the CRC stays. */
bool oct9_store_repair(uint8_t *record, uint32_t size, uint32_t syndrome);

/* The CRC of those entries of the table that are set. */
uint32_t oct9_store_table_crc(const oct9_store_t *store);

/* Empties the table. */
void oct9_store_clear_table(const oct9_store_t *store);

/* Finds the newest complete map with a number below `limit`; `found` is then its status. */
void oct9_store_find(oct9_store_t *store, uint32_t limit);

#endif
