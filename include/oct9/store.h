/* SPDX-License-Identifier: MIT */
/* The store: a RAM map is saved to block flash and loaded back, whatever happens to the power.
 *
 *     static oct9_store_t store;
 *     oct9_store_open(&store, &config);           the flash, told by the config
 *     oct9_tree_init(&tree, pool, 4096, NULL);
 *     status = oct9_store_load(&store, &tree, frame);
 *     ...                                         OCT9_ERR_STORE_EMPTY: nothing was ever saved
 *     status = oct9_store_save(&store, &tree, frame);    begins; if OCT9_OK, a piece at a time,
 *     status = oct9_store_run(&store, 8);         until it answers no more OCT9_AGAIN
 *
 * The flash is cut into slots, and a slot into records. A slot is a log: a record for each page of
 * the pool that holds something, then one that commits them; a later save adds records of the pages
 * that differ from what the flash holds, read back and compared, and commits anew. A save that
 * finds nothing changed writes nothing. When a slot is full, and for the first save after
 * oct9_store_open, a log begins in the next slot, with all pages, and the slot of the last saved
 * map stays as it is until the new one is whole there. So with n slots the last maps of n - 1 of
 * them are whole at any time.
 *
 * Power may fail at any program and any erase: the next load finds the last saved map or the one
 * that was being saved. A log goes only where this run of the program has erased, so that nothing
 * depends on how far an erase or a program came that was cut, not even where flash reads as if it
 * were erased; and no byte is programmed twice between two erases. Every record is read back at
 * once; what cannot be programmed or erased is passed over. Flash that a cut leaves so that it
 * reads otherwise each time asks for three slots: with two, a map that was found once, though its
 * save was cut, may be the only one and vanish.
 *
 * Bits may flip: each record has a CRC-32, one wrong bit in a record is put right by it, and a save
 * that meets such a page writes it anew. Where more is wrong, the newest map that is whole is
 * loaded. A save whose status was none of success may be found by a load, whole, or not.
 * A read that fails while the flash is opened may hide the newest map: then an older one is found,
 * and a later save may take the newer one's place. Open again before you save, if reads can fail.
 *
 * Erases go round the slots, and within a slot round its blocks.
 *
 * What is loaded is not trusted: a tree that is loaded passes oct9_tree_check, whatever the flash
 * holds. The CRC finds damage; it is no signature.
 *
 * Of an occupancy map save `tree`, and as the caller's record what else must survive: `window`, the
 * frame, a number for the model, which the thresholds that come with the map must fit. A map that
 * notes changes has lost the set after a load: everything may have changed.
 *
 * The format, little-endian: a record is 16 bytes of head and a body. Head: CRC-32 of all that
 * follows (4 bytes), the log's number (4), "o9", version 1, kind (1 page, 2 commit), page (2), the
 * slot's block where the log begins (2). A page's body: blocks of 16 bytes as they stand in the
 * pool, 0xFF where a block is free. A commit's: its number (4), the CRC-32 of the pages' numbers
 * and places in the log, two bytes each (4), root (2), thresholds (2 x 2), the pool's blocks (2),
 * the caller's record.
 *
 * Nothing here is reentrant; one store, one user. Stack: docs/footprint.md, and the callbacks'. */
#ifndef OCT9_STORE_H
#define OCT9_STORE_H

#include "oct9/detail/store.h"
#include "oct9/tree.h"

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

#define OCT9_STORE_RECORD_MIN 32u
#define OCT9_STORE_RECORD_MAX 4096u
#define OCT9_STORE_USER_MAX 64u

/* How many entries the table needs for a pool of `blocks`, and how many bytes `seen` does. */
#define OCT9_STORE_PAGES(blocks, record_size) \
    (((blocks) + (record_size) / 16u - 2u) / ((record_size) / 16u - 1u))
#define OCT9_STORE_SEEN(blocks) (((blocks) + 7u) / 8u)

/* The flash, and the memory that the store works in. Addresses count from the beginning of the
 * store's part of the flash. Callbacks return false if they failed. */
typedef struct oct9_store_config {
    void *context; /* for the callbacks */
    bool (*read)(void *context, uint32_t address, uint8_t *bytes, uint32_t size);
    /* One record, at a multiple of record_size in its block. */
    bool (*program)(void *context, uint32_t address, const uint8_t *bytes, uint32_t size);
    bool (*erase)(void *context, uint32_t address); /* the block there, to 0xFF */
    uint32_t block_size;                            /* bytes that are erased at a time */
    uint16_t block_count;
    uint16_t program_size; /* bytes that are programmed at a time, once */
    uint16_t record_size;  /* a multiple of program_size and of 16, 32..4096: small
                              ones save small changes, large ones take less room */
    uint8_t slots;         /* 2 and more; the blocks are shared out evenly */
    uint8_t user_size;     /* bytes of the caller's kept with each map: 0..64, and at
                              most record_size - 32 */
    uint32_t blocks;       /* of the largest pool that is saved */
    uint8_t *work;         /* record_size bytes */
    uint16_t *table;       /* OCT9_STORE_PAGES(blocks, record_size) entries */
    uint8_t *seen;         /* OCT9_STORE_SEEN(blocks) bytes */
} oct9_store_config_t;

/* Opens the flash and looks for the newest map. `config` is kept. Writes nothing. Read the
 * store's counters `repaired` and `failed`. Whether there is
 * a map, oct9_store_load tells.
 * Fails with OCT9_ERR_ARGUMENT iff a number of the config is not in its range, a record is
 * longer than a block, there are fewer blocks than slots, or 4 GB of them or more, or a slot has no
 * room for a record of each page and a commit, or more than 65,000 records.
 * Cost: reads all records once and those of the map's log twice, a CRC each. Where a map is
 * damaged, as much again for each newer commit that is passed over. */
oct9_status_t oct9_store_open(oct9_store_t *store, const oct9_store_config_t *config);

/* Loads the last saved map into a tree that has its pool already: blocks, root and thresholds; and
 * into `user` the caller's record, with zeros behind one that was shorter (`user` may be NULL iff
 * user_size is 0). The tree's peak and failed count anew.
 * Fails, and changes nothing, with OCT9_ERR_ARGUMENT iff the tree's pool is larger than
 * config->blocks, OCT9_ERR_STORE_EMPTY iff there is no whole map, OCT9_ERR_STORE_READ iff there is
 * none and the flash could not be read somewhere, OCT9_ERR_POOL_FULL iff the pool of the map that
 * was saved was larger than the tree's.
 * Fails with OCT9_ERR_STORE_MAP iff the flash holds what was never saved, or cannot be read any
 * more: the tree is as after oct9_tree_init then, and `user` unchanged.
 * A save that is not over is spoilt: oct9_store_run answers OCT9_ERR_STALE then.
 * Cost: a read and a CRC of each page, and as oct9_tree_check. */
oct9_status_t oct9_store_load(oct9_store_t *store, oct9_tree_t *tree, uint8_t *user);

/* Begins to save a tree and user_size bytes; both must stay until the save is over. Writes nothing
 * yet. A save that was under way is given up; what it wrote is not written again.
 * Fails with OCT9_ERR_ARGUMENT iff the tree's pool is larger than config->blocks,
 * OCT9_ERR_STALE iff the tree is being written to; oct9_store_run answers the same then, until a
 * save begins. Cost: a visit of each free block. */
oct9_status_t oct9_store_save(oct9_store_t *store, const oct9_tree_t *tree, const uint8_t *user);

/* Goes on with the save for at most `budget` steps: a step looks at a page and at the record it has
 * in the flash, and programs one or erases a block if it must, or looks at a record of each block
 * of a slot that is begun. OCT9_OK: the map is saved; so too, with nothing
 * done, if no save was begun. OCT9_AGAIN: call again.
 * Fails with OCT9_ERR_ARGUMENT iff budget is 0, OCT9_ERR_STALE iff the tree was changed, or a map
 * loaded, since the save began, OCT9_ERR_STORE_WORN iff no slot but that of the last saved map
 * takes this one. Then the save is over, the last saved map is as whole as before, and a save may
 * begin again. */
oct9_status_t oct9_store_run(oct9_store_t *store, uint32_t budget);

#ifdef __cplusplus
}
#endif
#endif
