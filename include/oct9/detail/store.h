/* SPDX-License-Identifier: MIT */
/* A store: the caller owns it, its fields but the counters are the library's. See oct9/store.h. */
#ifndef OCT9_DETAIL_STORE_H
#define OCT9_DETAIL_STORE_H

#include "oct9/tree.h"

#include <stdbool.h>

/* A store. Its counters are to be read. */
typedef struct {
    const struct oct9_store_config *config;
    uint32_t repaired;       /* times that a record was read with one bit put right */
    uint32_t failed;         /* programs and erases that failed */
    const oct9_tree_t *tree; /* what is being saved */
    const uint8_t *user;
    uint32_t generation;         /* of the tree when the save began */
    uint32_t number;             /* the greatest in the flash */
    uint32_t life;               /* the number of the log that is written or loaded */
    uint32_t committed;          /* the number of the last saved map */
    uint16_t records, per_block; /* in a slot, in a block */
    uint16_t slot_blocks, pages;
    uint16_t page_blocks;        /* of the pool, to a page */
    uint16_t slot, start;        /* where the log is: its slot, and the block in it */
    uint16_t at, commit_at;      /* the next record, and that of the last commit */
    uint16_t page;               /* the next page to be saved */
    uint16_t safe;               /* the slot of the last saved map */
    uint8_t begun;               /* logs begun by this save */
    bool alive;                  /* the log may be added to */
    bool erased;                 /* the block where the next record goes is */
    bool clean;                  /* the table is that of the last saved map */
    bool unread;                 /* a read failed */
    oct9_status_t status, found; /* of the save; of the search for a map */
} oct9_store_t;

#endif
