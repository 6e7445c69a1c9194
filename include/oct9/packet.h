/* SPDX-License-Identifier: MIT */
/* Packets: a map goes by radio piece by piece.
 *
 * A packet holds the states (not the log-odds) of some nodes as they are when it is written, where
 * they lie in the world, the run that it is of, its number in that run, and a CRC-32. It stands
 * alone: packets may be lost, come twice, late or in any order, and none makes a map older than it
 * was. What was lost is written anew, not sent again. What leaves the sender's window before it was
 * sent is told by none: before the window moves, write until nothing is left and have it
 * acknowledged, or what a receiver knows of those places may be older than what the sender saw. The
 * CRC finds damage; it is no signature:
 *
 *     sender:   while ((n = oct9_packet_write(&sender, bytes, 250)) > 0) send, and keep the bytes;
 *               a packet that is not acknowledged: oct9_packet_lost(&sender, bytes, n);
 *     receiver: if (oct9_packet_apply(&receiver, bytes, n) == OCT9_OK) acknowledge it, by its bytes
 *               4..15: sender, start and number, so that none is taken for another's.
 *
 * A run is all that a sender tells from one oct9_packet_sender_init to the next. The first packet
 * of a later run empties a receiver's map and its table, so that nothing is left there which only
 * an earlier run told; packets of earlier runs are refused from then on. Begin a new run at each
 * start of the program, when the map begins anew (oct9_occupancy_init), when the numbers end, and
 * when a receiver asks for it.
 *
 * A receiver that begins while a run is under way must ask its sender for a new one, over whatever
 * other messages the two have: what others have acknowledged is not sent again, and a packet that
 * comes late may tell it what was so once and what no later packet will put right.
 *
 * A receiver has one sender, and a map that nobody else writes. Whoever listens to two senders
 * needs two receivers with a map each, and asks both maps.
 *
 * The receiver remembers the number of the packet that each tile of 4 x 4 x 4 cells came from, in
 * a table of the caller's size. Where two tiles share an entry, it may answer OCT9_ERR_PACKET_LATE
 * to what is not late, and never the other way (as long as the window stays within 4,096 cells of
 * where an entry was made). What comes of tiles outside its window takes entries too, so that
 * nothing older is applied when the window has moved there. So the larger the table, the less has
 * to be written anew; on a channel that keeps the order any will do.
 *
 * The format, little-endian: "o9", version 2, 0; sender, start, number (4 bytes each; start and
 * number from 1); the window's corner (3 x 4 bytes, multiples of 8); records; CRC-32 of all before
 * (4 bytes). A record is a word: bits 0..26 the Morton code of the node's corner in the cube, bits
 * 27..30 its level, 2..5, bit 31 zero; then half-words of eight 2-bit states of children, child 0
 * lowest (0 unknown, 1 free, 2 occupied, 3 inner), each inner child's own half-word following in
 * order. Only a node of level 2 has inner children; those of a larger one are all equal leaves. */
#ifndef OCT9_PACKET_H
#define OCT9_PACKET_H

#include "oct9/occupancy.h"

#ifdef __cplusplus
extern "C" {
#endif

#define OCT9_PACKET_MIN 64u /* bytes: room for any one record */
#define OCT9_PACKET_MAX 65535u

/* A run's identity. Two runs with the same one are taken for one: then obstacles of the second are
 * passed over as late. */
typedef struct {
    uint32_t sender; /* who: a number that no other sender here has */
    uint32_t start;  /* which run of his: 1 and up, greater each time: counted
                        where it outlives the power, or the seconds of a clock
                        that never goes back */
} oct9_run_t;

/* Who sends; the caller owns it, its fields are the library's. */
typedef struct {
    oct9_occupancy_t *occupancy;
    oct9_run_t run;
    uint32_t number;  /* the next packet's; 0: none is left */
    uint32_t at, end; /* what is being sent: Morton codes in the world */
    bool known;       /* only what is known of it */
    bool owes;        /* a packet must go though it holds nothing */
} oct9_sender_t;

/* Begins a run: sends all that is known in the map, then its changes, which it must note; nothing
 * else may take them. What was noted before is dropped; forget what was kept of an earlier run.
 * Fails with OCT9_ERR_PACKET_RUN iff run->start is 0, with OCT9_ERR_ARGUMENT iff
 * occupancy->changes is NULL. Cost: a write for each word of the set of changes. */
oct9_status_t oct9_packet_sender_init(oct9_sender_t *sender, oct9_occupancy_t *occupancy,
                                      const oct9_run_t *run);

/* Writes a packet of at most `size` bytes and answers its length, 0 if nothing is left to send. A
 * run's first packet, and the first after a loss, is written even where nothing is left: receivers
 * must hear of the run. When the set of changes was lost, or a call changed the map that notes
 * nothing (tree.h, a load), it begins again with the whole map, and then also says which places are
 * unknown.
 * Fails with OCT9_ERR_ARGUMENT iff size is not in OCT9_PACKET_MIN..OCT9_PACKET_MAX or
 * occupancy->changes is NULL, with OCT9_ERR_PACKET_LAST iff this run has
 * used number 2^32 - 1, after 13 years of ten packets a second: begin a new run.
 * Cost: a look at 9 nodes for each tile in the packet, and for each node of the world that is
 * passed over since it is unknown and lies in one leaf: in a run at most 262,144, and 6 more for
 * each node of 8 x 8 x 8 cells that is known in part. */
int32_t oct9_packet_write(oct9_sender_t *sender, uint8_t *bytes, uint32_t size);

/* Notes as changed again all that lies where the nodes of a packet lie that this sender wrote.
 * Fails with OCT9_ERR_PACKET_BAD as below, with OCT9_ERR_ARGUMENT iff occupancy->changes is NULL.
 */
oct9_status_t oct9_packet_lost(oct9_sender_t *sender, const uint8_t *bytes, uint32_t size);

/* One entry: a tile's name in the world, modulo 8 cubes on each axis, and its packet's number. */
typedef struct {
    uint32_t tile;
    uint32_t number; /* 0: none yet */
} oct9_tile_seen_t;

/* Who receives; the caller owns it and the table. Read `run`. */
typedef struct {
    oct9_occupancy_t *occupancy;
    oct9_tile_seen_t *seen;
    uint32_t size;  /* entries, a power of two */
    oct9_run_t run; /* that is followed */
} oct9_receiver_t;

/* Begins to receive a run, and later ones of the same sender, into `occupancy`, which is emptied.
 * Its window may lie elsewhere than the sender's. `run` is the one that was asked for; with a start
 * of 1 the first that comes is followed.
 * Fails with OCT9_ERR_ARGUMENT iff size is no power of two from 16 to 2^24, with
 * OCT9_ERR_PACKET_RUN iff run->start is 0. Cost: a write for each entry, and as
 * oct9_occupancy_clear_box of the whole cube. */
oct9_status_t oct9_packet_receiver_init(oct9_receiver_t *receiver, oct9_occupancy_t *occupancy,
                                        oct9_tile_seen_t *seen, uint32_t size,
                                        const oct9_run_t *run);

/* Applies a packet: free places get the model's lowest log-odds, occupied ones its highest. What
 * lies outside the window is passed over, but for its number. Any bytes are safe.
 * Fails, and changes nothing, with OCT9_ERR_PACKET_BAD iff it is not a packet or was damaged, with
 * OCT9_ERR_PACKET_SENDER iff it is of another sender, with OCT9_ERR_PACKET_RUN iff it is of an
 * earlier run than the one that is followed: to send it anew would not help.
 * Fails with OCT9_ERR_PACKET_LATE iff a tile is not as the packet says, and its entry holds a
 * greater number: that of another tile, or of what came while the tile was outside the window. The
 * other tiles were applied; OCT9_ERR_POOL_FULL where the model refuses: what fits was applied.
 * Cost: for each tile, as for a node of 4 x 4 x 4 cells to be set; for the first packet of a later
 * run that of oct9_packet_receiver_init too. */
oct9_status_t oct9_packet_apply(oct9_receiver_t *receiver, const uint8_t *bytes, uint32_t size);

#ifdef __cplusplus
}
#endif
#endif
