/* SPDX-License-Identifier: MIT */
/* Internal: records of the store, and where they stand. */
#ifndef OCT9_SRC_STORE_H
#define OCT9_SRC_STORE_H

#include "oct9/store.h"
#include "src/number/bytes.h"

enum {
    OCT9_STORE_NONE = 0, /* kinds of a record */
    OCT9_STORE_PAGE = 1,
    OCT9_STORE_COMMIT = 2,

    OCT9_STORE_AT_CRC = 0, /* where its fields begin */
    OCT9_STORE_AT_LIFE = 4,
    OCT9_STORE_AT_MARK = 8,
    OCT9_STORE_AT_KIND = 11,
    OCT9_STORE_AT_PAGE = 12,
    OCT9_STORE_AT_START = 14,
    OCT9_STORE_AT_BODY = 16,
    OCT9_STORE_AT_NUMBER = 16, /* of a commit */
    OCT9_STORE_AT_TABLE = 20,
    OCT9_STORE_AT_ROOT = 24,
    OCT9_STORE_AT_FREE = 26,
    OCT9_STORE_AT_OCCUPIED = 28,
    OCT9_STORE_AT_BLOCKS = 30,
    OCT9_STORE_AT_USER = 32
};

#define OCT9_STORE_NOWHERE 0xFFFFu    /* in the table: the page was never written */
#define OCT9_STORE_SPOILT 0xFFFEu     /* a record of it failed: another must follow */
#define OCT9_STORE_RECORDS_MAX 65000u /* in a slot */
#define OCT9_STORE_NO_SLOT 0xFFFFu
#define OCT9_STORE_NUMBER_MAX 0xFFFFFF00u /* a greater one is none that a save ever had */
#define OCT9_STORE_NUMBERS_LOST 64u       /* more than a cut may hide, and give back later */

/* A block's bit in `seen`. */
static inline bool oct9_store_marked(const uint8_t *seen, uint16_t block)
{
    return ((unsigned)seen[block / 8u] >> block % 8u) % 2u != 0;
}

/* Where the record of this number is, in a log that begins in block `start` of a slot. */
uint32_t oct9_store_address(const oct9_store_t *store, uint16_t slot, uint16_t start,
                            uint16_t number);

/* Reads it into `work` and answers its kind, OCT9_STORE_NONE if it is none. */
unsigned oct9_store_fetch_from(oct9_store_t *store, uint16_t slot, uint16_t start, uint16_t number);

/* The same in the log that the store is at. */
static inline unsigned oct9_store_fetch(oct9_store_t *store, uint16_t number)
{
    return oct9_store_fetch_from(store, store->slot, store->start, number);
}

/* Writes the head of the record in `work`, whose body is there. */
void oct9_store_seal(const oct9_store_t *store, unsigned kind, uint16_t page);

/* The flash holds there what is in `work`, bit by bit. */
bool oct9_store_same(const oct9_store_t *store, uint16_t number);

/* Puts one wrong bit right in a record of `size` bytes whose CRC is off by `syndrome`, not 0; false
 * if it is not one bit. One in the CRC stays. */
bool oct9_store_repair(uint8_t *record, uint32_t size, uint32_t syndrome);

/* The CRC of the table's entries that are set. */
uint32_t oct9_store_table_crc(const oct9_store_t *store);

/* Makes the table empty. */
void oct9_store_clear_table(const oct9_store_t *store);

/* Looks for the newest map that is whole and has a number below `limit`: `found` tells. */
void oct9_store_find(oct9_store_t *store, uint32_t limit);

#endif
