/* SPDX-License-Identifier: MIT */
/* The store: saves a RAM tree to block flash and loads it, safe from power failures.
 *
 * Example, with (oct9_store_t *store, const oct9_store_config_t *config, oct9_tree_t *tree,
 *                uint8_t *user, void (*first_start)(void), void (*map_world)(void),
 *                void (*wait)(void)):
 *
 *     if (oct9_store_open(store, config) != OCT9_OK)
 *         return;
 *     if (oct9_store_load(store, tree, user) == OCT9_ERR_STORE_EMPTY)
 *         first_start();
 *     map_world();
 *     if (oct9_store_save(store, tree, user) == OCT9_OK)
 *         while (oct9_store_run(store, 8) == OCT9_AGAIN)
 *             wait();
 *
 * The flash is divided into slots, and a slot into records. A slot is a log (log-structured, with
 * wear levelling): one record for each page of the pool that is in use, then a record that commits
 * them. A later save appends the pages that differ from the flash, which it reads back and
 * compares, and a new commit. A save that finds no change writes nothing. When a slot is full, and
 * at the first save after oct9_store_open, a new log with all pages begins in the next slot. The
 * slot of the last saved map is unchanged until the new log has its commit. So with n slots the
 * last maps of n - 1 slots are complete at any time. Erases go round the slots, and in a slot round
 * its blocks.
 *
 * Power may fail in any program and any erase: the next load finds the last saved map, or the one
 * that was being saved. The store writes a log only where it has erased since it was opened, and
 * programs no byte twice between two erases. So nothing depends on how far an interrupted erase or
 * program came, not even if flash then reads as erased. The store reads every record back at once,
 * and skips what it cannot program or erase. If a power cut can leave flash that reads differently
 * each time, use three slots. With two slots, a map whose save was cut may be found once, may be
 * the only one, and may then disappear.
 *
 * Bits may flip: each record has a CRC-32. The store corrects one wrong bit in a record, and a save
 * that meets such a page writes it again. With more wrong bits, a load finds the newest map that is
 * complete. After a failed save the next load finds either the previous map or the complete new
 * one. A read that fails in oct9_store_open may hide the newest map: the store then finds an older
 * one, and a later save may overwrite the newer one. If reads can fail, open again before you save.
 *
 * A load does not trust the flash: for any content the loaded tree passes oct9_tree_check. A CRC
 * finds damage; it is not a signature.
 *
 * For an occupancy map, save `tree`. Put into the caller's record what else must survive: `window`,
 * the frame, and a number for the model, which must fit the thresholds that come with the map. The
 * set of changes is lost after a load: everything may have changed.
 *
 * The format is little-endian. A record is a head of 16 bytes and a body. Head: CRC-32 of all that
 * follows (4 bytes), number of the log (4), "o9", version 1, kind (1 page, 2 commit), page (2), the
 * block of the slot where the log begins (2). Body of a page: its blocks of 16 bytes as in the
 * pool, 0xFF where a block is free. Body of a commit: its number (4), CRC-32 of the numbers of the
 * pages and their places in the log, two bytes each (4), root (2), thresholds (2 x 2), blocks of
 * the pool (2), the caller's record.
 *
 * A store has one user: no two of its calls may run at the same time. The callbacks add their own
 * stack. */
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

/* The entries that `table`, and the bytes that `seen`, need for a pool of `blocks` blocks. */
#define OCT9_STORE_PAGES(blocks, record_size) \
    (((blocks) + (record_size) / 16u - 2u) / ((record_size) / 16u - 1u))
#define OCT9_STORE_SEEN(blocks) (((blocks) + 7u) / 8u)

/* The flash, and the memory that the store works in. Addresses count from the beginning of the
 * store's part of the flash. The callbacks return false if they failed. */
typedef struct oct9_store_config {
    void *context; /* for the callbacks */
    bool (*read)(void *context, uint32_t address, uint8_t *bytes, uint32_t size);
    /* One record, at a multiple of record_size in its block. */
    bool (*program)(void *context, uint32_t address, const uint8_t *bytes, uint32_t size);
    bool (*erase)(void *context, uint32_t address); /* the block there, to 0xFF */
    uint32_t block_size;                            /* bytes of an erase */
    uint16_t block_count;
    uint16_t program_size; /* bytes that the flash programs at a time: once between two erases */
    uint16_t record_size;  /* a multiple of program_size and of 16, 32..4096: small
                              records save small changes, large ones take less flash */
    uint8_t slots;         /* 2 and more, each with the same number of blocks */
    uint8_t user_size;     /* bytes of the caller's record, kept with each map: 0..64, and at
                              most record_size - 32 */
    uint32_t blocks;       /* of the largest pool that is saved */
    uint8_t *work;         /* record_size bytes */
    uint16_t *table;       /* OCT9_STORE_PAGES(blocks, record_size) entries */
    uint8_t *seen;         /* OCT9_STORE_SEEN(blocks) bytes */
} oct9_store_config_t;

/* Opens the flash and looks for the newest map. oct9_store_load reports whether there is one. Keeps
 * `config` by pointer. Writes nothing. Read the store's counters `repaired` and `failed`.
 * Fails with OCT9_ERR_ARGUMENT iff a number of the config is not in its range, a record is longer
 * than a block, there are fewer blocks than slots, the blocks have 4 GB or more, or a slot has no
 * room for a record of each page and a commit, or has more than 65,000 records.
 * It reads all records once and those of the map's log twice, with a CRC each. If a map is damaged,
 * it reads as much again for each newer commit that it skips.
 * Stack: M0 160 bytes. One writer. */
oct9_status_t oct9_store_open(oct9_store_t *store, const oct9_store_config_t *config);

/* Loads the last saved map into a tree that has its pool already: blocks, root and thresholds. The
 * caller's record goes to `user`, with zeros after a record that was shorter; `user` may be NULL
 * iff user_size is 0. Sets the tree's `peak` to `used` and `failed` to 0.
 * Fails with OCT9_ERR_ARGUMENT iff the tree's pool is larger than config->blocks,
 * OCT9_ERR_STORE_EMPTY iff there is no complete map, OCT9_ERR_STORE_READ iff there is none and the
 * flash could not be read somewhere, OCT9_ERR_POOL_FULL iff the saved map had a larger pool than
 * the tree: then nothing is changed.
 * Fails with OCT9_ERR_STORE_MAP iff the flash holds a map that was never saved, or that cannot be
 * read any more: then the tree is as after oct9_tree_init and `user` is unchanged.
 * A save in progress ends: oct9_store_run returns OCT9_ERR_STALE.
 * Its cost is a read and a CRC for each page, and oct9_tree_check. Where no map was found, or a
 * save has begun and not ended well, it first looks for the newest map again, as oct9_store_open
 * does.
 * Stack: M0 208 bytes. One writer. */
oct9_status_t oct9_store_load(oct9_store_t *store, oct9_tree_t *tree, uint8_t *user);

/* Begins to save a tree and user_size bytes at `user`; both must not change until the save has
 * ended. Writes nothing yet. A save in progress is given up; what it wrote is not written again.
 * Fails with OCT9_ERR_ARGUMENT iff the tree's pool is larger than config->blocks, OCT9_ERR_STALE
 * iff the tree is being written to.
 * After an error oct9_store_run returns the same, until a save begins.
 * Its cost is one visit of each free block.
 * Stack: M0 40 bytes. One writer. */
oct9_status_t oct9_store_save(oct9_store_t *store, const oct9_tree_t *tree, const uint8_t *user);

/* Continues the save by at most `budget` steps. A step compares a page with its record in the
 * flash, and programs a record or erases a block if it must; or it reads a record of each block of
 * a slot in which a log begins. Returns OCT9_OK when the map is saved, and when no save was begun;
 * OCT9_AGAIN: call again.
 * Fails with OCT9_ERR_ARGUMENT iff budget is 0, OCT9_ERR_STALE iff the tree was changed, or a map
 * loaded, since the save began, OCT9_ERR_STORE_WORN iff no slot except that of the last saved map
 * takes this one.
 * The last two end the save: the last saved map is as complete as before, and a save may begin
 * again.
 * Stack: M0 184 bytes. One writer. */
oct9_status_t oct9_store_run(oct9_store_t *store, uint32_t budget);

#ifdef __cplusplus
}
#endif
#endif
