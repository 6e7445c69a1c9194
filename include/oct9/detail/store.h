/* SPDX-License-Identifier: MIT */
/* The state of a store: the caller owns it and reads its counters, only the library uses its other
 * fields. See oct9/store.h. */
#ifndef OCT9_DETAIL_STORE_H
#define OCT9_DETAIL_STORE_H

#include "oct9/tree.h"

#include <stdbool.h>

/* A store. `repaired` and `failed` are counters for the caller. */
typedef struct {
    const struct oct9_store_config *config;
    uint32_t repaired;       /* reads of a record in which one bit was corrected */
    uint32_t failed;         /* programs and erases that failed */
    const oct9_tree_t *tree; /* what is being saved */
    const uint8_t *user;
    uint32_t generation;         /* of the tree when the save began */
    uint32_t number;             /* the greatest in the flash */
    uint32_t life;               /* the number of the log that is written or loaded */
    uint32_t committed;          /* the number of the last saved map */
    uint16_t records, per_block; /* in a slot, in a block */
    uint16_t slot_blocks, pages;
    uint16_t page_blocks;        /* blocks of the pool in a page */
    uint16_t slot, start;        /* the slot of the log, and the block in it where the log begins */
    uint16_t at, commit_at;      /* the next record, and that of the last commit */
    uint16_t page;               /* the next page to be saved */
    uint16_t safe;               /* the slot of the last saved map */
    uint8_t begun;               /* logs begun by this save */
    bool alive;                  /* records may be appended to the log */
    bool erased;                 /* the block of the next record is erased */
    bool clean;                  /* the table is that of the last saved map */
    bool unread;                 /* a read failed */
    oct9_status_t status, found; /* of the save; of the search for a map */
} oct9_store_t;

#endif
