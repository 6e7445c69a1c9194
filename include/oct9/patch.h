/* SPDX-License-Identifier: MIT */
/* Patches: change a map in flash over the air, safe from power failures.
 *
 * Example, with (const oct9_patch_site_t *site, oct9_patch_t *patch, uint32_t in_use,
 *                uint32_t (*receive)(const uint8_t **bytes), void (*use)(uint32_t address)):
 *
 *     oct9_patch_version_t version;
 *     oct9_patch_piece_t piece;
 *     oct9_status_t status = oct9_patch_begin(patch, site, &in_use);
 *     while (status == OCT9_OK && patch->left != 0) {
 *         piece.size = receive(&piece.bytes);
 *         do
 *             status = oct9_patch_run(patch, &piece, 4);
 *         while (status == OCT9_AGAIN);
 *     }
 *     if (oct9_patch_find(site, NULL, &version) == OCT9_OK)
 *         use(version.address);
 *
 * A patch makes one version of a file from another one. `oct9 world diff` writes it. It is for each
 * file whose bytes 4..7 are the CRC of the bytes behind them: map images and all others that the
 * `oct9` command writes, and the header with the table of a world. This CRC is the version's name:
 * it is the one that a world's table has for a tile. A patch names the version that it begins from,
 * by CRC and length, and that which it makes. One that begins from nothing brings a file for the
 * first time.
 *
 * A site is a part of the flash with two slots of the same size, the second behind the first. A
 * slot has a version from its beginning on, so that it can be read in place, and a record in its
 * last program_size bytes. A version counts if its record and all its bytes are right. A patch
 * reads the slot with the version that it begins from, writes to the other one, reads that back,
 * and then writes the record.
 *
 * Power may fail in any program and any erase. The version that the patch begins from stays as it
 * is; the new one counts, or it does not: never a mixture. It writes only what it has erased since
 * oct9_patch_begin, each byte once. A patch that was cut begins again with its first byte. If the
 * power fails while a record is written, or its block is erased, the flash may read otherwise each
 * time: that version may count once, the next patch may begin from it, and it may then disappear. A
 * robot that cannot have that keeps a map that is never patched.
 *
 * The version that a patch does not begin from is erased as soon as its 36 bytes of head are there.
 * It may be the newest one. So give oct9_patch_begin the one in use: it is never erased.
 * An open image reads its bytes on, and what is erased under it is read as nodes.
 *
 * Nothing in a patch is trusted: with any bytes nothing but the two slots is read, and nothing but
 * the one is written. What does not make the version that it names, with the CRC before and after,
 * never counts. A CRC finds damage; it is not a signature. Who may send patches, and that an old
 * one does not come again, the transport must decide before the first piece is taken: a late patch
 * whose version is still there is applied.
 *
 * Many files can change at once. A world's table names the CRC of each tile. Let each tile have its
 * site, and the header with the table one, too, and let `load` of the world call oct9_patch_find
 * with the tile's CRC. Apply the patches of the tiles first: the old table still finds the old
 * tiles. When the patch of the table is applied, open the world again: all new tiles are there at
 * once. oct9_patch_back of the table's site brings all old ones back, until a tile is patched
 * again. A tile's site holds two versions: begin with the CRC that the table names as the one in
 * use. Then a robot that missed a table is refused the tile after the next one, with
 * OCT9_ERR_PATCH_ROOM.
 *
 * The format is in docs/formats.md. A site keeps its numbers for life. It has one user: one
 * oct9_patch_t, and no two calls with it, or with a copy of it, at the same time. During a program
 * or an erase some chips cannot be read in place, in the other slot neither. While a patch is
 * taken, `work` holds bytes of it: between two of its pieces call oct9_patch_find with a copy of
 * the site that has other `work`. The callbacks add their own stack. */
#ifndef OCT9_PATCH_H
#define OCT9_PATCH_H

#include "oct9/detail/patch.h"

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

#define OCT9_PATCH_MAGIC 0x7039636fu /* the bytes "oc9p" */
#define OCT9_PATCH_VERSION 1u
#define OCT9_PATCH_PROGRAM_MIN 64u
#define OCT9_PATCH_PROGRAM_MAX 4096u

/* The flash of a site, and memory to work in. Addresses count from the site's beginning. The
 * callbacks return false if they failed. */
typedef struct oct9_patch_site {
    void *context; /* for the callbacks */
    /* 1..program_size bytes at any address. Where a cut left what cannot be read, it fails. */
    bool (*read)(void *context, uint32_t address, uint8_t *bytes, uint32_t size);
    /* program_size bytes, at a multiple of it. */
    bool (*program)(void *context, uint32_t address, const uint8_t *bytes, uint32_t size);
    bool (*erase)(void *context, uint32_t address); /* the block there, to 0xFF */
    uint32_t block_size;                            /* bytes of an erase */
    uint16_t slot_blocks;  /* of one slot: 1 and up; both have less than 4 GB */
    uint16_t program_size; /* 64..4096, a multiple of 4 and of what the flash programs at a time,
                              once between two erases; it divides block_size */
    uint8_t *work;         /* program_size bytes; no other site's while a patch is taken */
} oct9_patch_site_t;

/* A version in a slot. */
typedef struct {
    uint32_t address; /* where it begins */
    uint32_t bytes;
    uint32_t crc; /* the CRC in its bytes 4..7 */
} oct9_patch_version_t;

/* Bytes of a patch, as they came. */
typedef struct {
    const uint8_t *bytes;
    uint32_t size; /* 0 and up */
} oct9_patch_piece_t;

/* Finds the version with this CRC, or the newest one where `crc` is NULL.
 * Fails with OCT9_ERR_ARGUMENT iff a number of the site is not in its range; else with
 * OCT9_ERR_STORE_EMPTY iff no slot has such a version that is whole, or OCT9_ERR_STORE_READ iff
 * none has, and a read failed. A read that fails may hide the newest version: an older one is then
 * found. The cost is a read and a CRC of both versions.
 * Stack: M0 168 bytes. One writer. */
oct9_status_t oct9_patch_find(const oct9_patch_site_t *site, const uint32_t *crc,
                              oct9_patch_version_t *version);

/* Begins to take a patch, from its first byte on. *in_use is the CRC of the version that must not
 * be erased: the one that the robot reads, or that a world's table names; NULL: none is read. Keeps
 * `site` by pointer. Writes nothing yet.
 * Fails with OCT9_ERR_ARGUMENT iff a number of the site is not in its range.
 * Stack: M0 48 bytes. One writer. */
oct9_status_t oct9_patch_begin(oct9_patch_t *patch, const oct9_patch_site_t *site,
                               const uint32_t *in_use);

/* Takes bytes of the patch, by at most `budget` steps, and moves the piece's beginning to those
 * that it has not taken. A step takes one byte of the patch, or makes up to program_size bytes and
 * programs them, or reads and checks as many, or erases a block. Returns OCT9_AGAIN when the budget
 * is used up: call again with the same piece. Returns OCT9_OK when the piece is empty: call with
 * the next one; and when `left` is 0: then the new version counts.
 * Fails with OCT9_ERR_ARGUMENT iff budget is 0 or a patch that is all 0 was not begun. Fails with
 * one of these, and then with the same until oct9_patch_begin; before anything was erased:
 * - OCT9_ERR_PATCH_HELD: the newest version is the one that it makes;
 * - OCT9_ERR_PATCH_BASE: no slot has the version that it begins from;
 * - OCT9_ERR_PATCH_ROOM: the new version is too long for a slot, or the version in use is, or may
 *   be, in the slot for it;
 * and before or behind that, so that oct9_patch_find must say which version counts:
 * - OCT9_ERR_PATCH_BAD: it is no patch of this format, its bytes have changed, it does not make the
 *   version that it names, or it has ended and bytes follow;
 * - OCT9_ERR_STORE_READ: a read failed;
 * - OCT9_ERR_STORE_WORN: a program or an erase failed, or the flash does not hold what was
 *   programmed.
 * The cost grows with the bytes of both versions.
 * Stack: M0 128 bytes. One writer. */
oct9_status_t oct9_patch_run(oct9_patch_t *patch, oct9_patch_piece_t *piece, uint32_t budget);

/* Makes the newest version count no more, so that the other one counts: it erases the last block of
 * its slot. Use neither version meanwhile, and then open the one that oct9_patch_find finds. A
 * patch that is being taken must begin again: if it goes on, no version may be left.
 * Fails with OCT9_ERR_ARGUMENT iff a number of the site is not in its range; else with
 * OCT9_ERR_STORE_READ or OCT9_ERR_PATCH_BASE iff there are no two versions that are whole, and a
 * read failed, or not: nothing was erased; else with
 * OCT9_ERR_STORE_WORN iff the erase failed.
 * The cost is that of oct9_patch_find, and an erase.
 * Stack: M0 168 bytes. One writer. */
oct9_status_t oct9_patch_back(const oct9_patch_site_t *site);

#ifdef __cplusplus
}
#endif
#endif
