/* SPDX-License-Identifier: MIT */
/* Packets: a map goes by radio piece by piece.
 *
 * A packet holds the states (not the log-odds) of some nodes as they are when it is written, where
 * they lie in the world, a number that grows, and a CRC-32. It stands alone: packets may be lost,
 * come twice, late or in any order, and none makes a map older than it was. What was lost is
 * written anew, not sent again. What leaves the sender's window before it was sent is told by none:
 * before the window moves, write until nothing is left and have it acknowledged, or what a receiver
 * knows of those places may be older than what the sender saw. The CRC finds damage; it is no
 * signature:
 *
 *     sender:   while ((n = oct9_packet_write(&sender, bytes, 250)) > 0) send, and keep the bytes;
 *               a packet that is not acknowledged: oct9_packet_lost(&sender, bytes, n);
 *     receiver: if (oct9_packet_apply(&receiver, bytes, n) == OCT9_OK) acknowledge it.
 *
 * The receiver remembers the number of the packet that each tile of 4 x 4 x 4 cells came from, in
 * a table of the caller's size. Where two tiles share an entry it may answer OCT9_ERR_PACKET_LATE
 * to what is not late, and never the other way (as long as the window stays within 4,096 cells of
 * where an entry was made). What comes of tiles outside its window takes entries too, so that nothing
 * older is applied when the window has moved there. So the larger the table, the less has to be
 * written anew; on a channel that keeps the order any will do.
 *
 * The format, little-endian: "o9", version 1, 0; number (4 bytes); the window's corner (3 x 4
 * bytes, multiples of 8); records; CRC-32 of all before (4 bytes). A record is a word: bits 0..26
 * the Morton code of the node's corner in the cube, bits 27..30 its level, 2..5, bit 31 zero; then
 * half-words of eight 2-bit states of children, child 0 lowest (0 unknown, 1 free, 2 occupied, 3
 * inner), each inner child's own half-word following in order. Only a node of level 2 has inner
 * children; those of a larger one are all equal leaves. */
#ifndef OCT9_PACKET_H
#define OCT9_PACKET_H

#include "oct9/occupancy.h"

#ifdef __cplusplus
extern "C" {
#endif

#define OCT9_PACKET_MIN 64u               /* bytes: room for any one record */
#define OCT9_PACKET_MAX 65535u

/* Who sends; the caller owns it, its fields are the library's. */
typedef struct {
    oct9_occupancy_t *occupancy;
    uint32_t number;                      /* the next packet's */
    uint32_t at, end;                     /* what is being sent: Morton codes in the world */
    bool known;                           /* only what is known of it */
} oct9_sender_t;

/* Begins to send the changes of `occupancy`, which must note them; nothing else may take them.
 * All that is known in the map goes first. `number` is 1, or more than that of any packet that
 * a receiver may have seen from an earlier run: then it is told what is unknown, too. Numbers end
 * with 2^32 - 1, after 13 years of ten packets a second: then all must begin anew. */
void oct9_sender_init(oct9_sender_t *sender, oct9_occupancy_t *occupancy, uint32_t number);

/* Writes a packet of at most `size` bytes and answers its length, 0 if nothing is left to send.
 * When the set of changes was lost, it begins again with the whole map, and then also says which
 * places are unknown.
 * Fails with OCT9_ERR_PACKET_SIZE iff size is not in OCT9_PACKET_MIN..OCT9_PACKET_MAX.
 * Cost: a look at 9 nodes for each tile in the packet, and for each node of the world that is
 * passed over since it is unknown and lies in one leaf: at most 262,144 in all. */
int32_t oct9_packet_write(oct9_sender_t *sender, uint8_t *bytes, uint32_t size);

/* Notes as changed again all that lies where a packet's nodes lie, which this sender wrote.
 * Fails with OCT9_ERR_PACKET_BAD as below. */
oct9_status_t oct9_packet_lost(oct9_sender_t *sender, const uint8_t *bytes, uint32_t size);

/* One entry: a tile's name in the world, modulo 8 cubes on each axis, and its packet's number. */
typedef struct {
    uint32_t tile;
    uint32_t number;                      /* 0: none yet */
} oct9_tile_seen_t;

/* Who receives; the caller owns it and the table. */
typedef struct {
    oct9_occupancy_t *occupancy;
    oct9_tile_seen_t *seen;
    uint32_t size;                        /* entries, a power of two */
} oct9_receiver_t;

/* Begins to receive into `occupancy`, whose window may lie elsewhere than the sender's.
 * Fails with OCT9_ERR_CHANGES_SIZE iff size is no power of two from 16 to 2^24. Cost: a write for each
 * entry. */
oct9_status_t oct9_receiver_init(oct9_receiver_t *receiver, oct9_occupancy_t *occupancy,
                                 oct9_tile_seen_t *seen, uint32_t size);

/* Applies a packet: free places get the model's lowest log-odds, occupied ones its highest. What
 * lies outside the window is passed over, but for its number. Any bytes are safe.
 * Fails with OCT9_ERR_PACKET_BAD iff it is not a packet or was damaged: nothing is changed;
 * OCT9_ERR_PACKET_LATE iff the number of another tile stood in the entry of a tile that is not as
 * the packet says, and was greater: the other tiles were applied; OCT9_ERR_POOL_FULL where the
 * model refuses: what fits was applied.
 * Cost: for each tile, as for a node of 4 x 4 x 4 cells to be set. */
oct9_status_t oct9_packet_apply(oct9_receiver_t *receiver, const uint8_t *bytes, uint32_t size);

#ifdef __cplusplus
}
#endif
#endif
