/* SPDX-License-Identifier: MIT */
/* Packets: send a map by radio, in pieces that may be lost.
 *
 * A packet holds the states (not the log-odds) of some nodes at the time it is written, their place
 * in the world, its run, its number in the run, and a CRC-32. Each packet stands alone: packets may
 * be lost, doubled, late or in any order, and none replaces newer states by older ones.
 *
 * Example, with (oct9_sender_t *sender, bool (*send)(const uint8_t *, uint32_t),
 *                oct9_receiver_t *receiver, const uint8_t *received, uint32_t length,
 *                void (*acknowledge)(const uint8_t *)):
 *
 *     uint8_t bytes[250];
 *     const int32_t size = oct9_packet_write(sender, bytes, sizeof bytes);
 *     if (size > 0 && !send(bytes, (uint32_t)size))
 *         (void)oct9_packet_lost(sender, bytes, (uint32_t)size);
 *
 *     if (oct9_packet_apply(receiver, received, length) == OCT9_OK)
 *         acknowledge(received + 4);
 *
 * The upper part runs at the sender, the lower part at the receiver. The sender keeps each packet
 * until it is acknowledged, by its bytes 4 to 15 (sender, start and number), so that no
 * acknowledgement is taken for that of another packet. A lost packet is not sent again: its places
 * are, in their newest state. What leaves the sender's window before it was sent is never sent. So
 * before the window moves, write until nothing is left and wait for the acknowledgements; else a
 * receiver may keep older states of those places than the sender saw. The CRC finds damage; it is
 * no signature.
 *
 * A run is all that a sender sends between two calls of oct9_packet_sender_init. The first packet
 * of a later run empties a receiver's map and its table, so that no state of an earlier run stays;
 * from then on packets of earlier runs are refused. Begin a new run at each start of the program,
 * when the map begins anew (oct9_occupancy_init), when the numbers end, and when a receiver asks
 * for one.
 *
 * A receiver that starts during a run must ask its sender for a new run, by any other message that
 * the two have. The sender does not send again what others have acknowledged, and a late packet may
 * bring an old state that no later packet corrects.
 *
 * A receiver has one sender and a map that nothing else writes. To listen to two senders, use two
 * receivers with a map each, and query both maps.
 *
 * The receiver remembers the number of the packet from which each tile of 4 x 4 x 4 cells came, in
 * a table whose size the caller chooses. Where two tiles share an entry, oct9_packet_apply may
 * return OCT9_ERR_PACKET_LATE for a tile that is not late, but never applies one that is (as long
 * as the window stays within 4,096 cells of its place when the entry was made). Tiles outside the
 * receiver's window take entries too, so that nothing older is applied once the window has moved
 * there. The larger the table, the less must be written again; on a channel that keeps the order
 * any size will do.
 *
 * The format, little-endian: "o9", version 2, 0; sender, start, number (4 bytes each; start and
 * number from 1); the window's corner (3 x 4 bytes, multiples of 8); records; CRC-32 of all bytes
 * before it (4 bytes). A record begins with a word: bits 0..26 are the Morton code of the node's
 * corner in the cube, bits 27..30 its level, 2..5, bit 31 is zero. Half-words follow, each with
 * eight 2-bit states of children, child 0 lowest (0 unknown, 1 free, 2 occupied, 3 inner): that of
 * the node, then one for each inner child in order. Only a node of level 2 has inner children; the
 * children of a larger node are eight equal leaves. */
#ifndef OCT9_PACKET_H
#define OCT9_PACKET_H

#include "oct9/occupancy.h"

#ifdef __cplusplus
extern "C" {
#endif

#define OCT9_PACKET_MIN 64u /* bytes: enough for any one record */
#define OCT9_PACKET_MAX 65535u

/* The identity of a run. A receiver takes two runs with the same identity for one: it may then skip
 * obstacles of the second as late. */
typedef struct {
    uint32_t sender; /* a number that no other sender here has */
    uint32_t start;  /* the number of the run, at least 1 and greater each time: a counter
                        that survives a power loss, or the seconds of a clock that never goes
                        back */
} oct9_run_t;

/* A sender. The caller owns it; only the library uses its fields. */
typedef struct {
    oct9_occupancy_t *occupancy;
    oct9_run_t run;
    uint32_t number;  /* of the next packet; 0: none is left */
    uint32_t at, end; /* the range that is being sent, as Morton codes in the world */
    bool known;       /* unknown places of the range are skipped */
    bool owes;        /* the next packet must be sent even if it has no record */
} oct9_sender_t;

/* Begins a run, which sends all known places of the map, then its changes. The map must note
 * changes, and nothing else may read them. Changes noted before are dropped; the caller drops the
 * packets that it kept of an earlier run. It writes each word of the set of changes.
 * Fails with OCT9_ERR_PACKET_RUN iff run->start is 0, OCT9_ERR_ARGUMENT iff occupancy->changes is
 * NULL.
 * Cost: M4 488 mean, 488 worst. Stack: M0 24 bytes. One writer. */
oct9_status_t oct9_packet_sender_init(oct9_sender_t *sender, oct9_occupancy_t *occupancy,
                                      const oct9_run_t *run);

/* Writes a packet of at most `size` bytes. Returns its length in bytes, or 0 if nothing is left to
 * send. The first packet of a run, and the first after oct9_packet_lost, is written even if nothing
 * is left, so that receivers learn of the run. If the set of changes was lost, or a call that notes
 * nothing changed the map (tree.h, a load), the whole map is sent again, unknown places included.
 * Fails with OCT9_ERR_ARGUMENT iff size is not in OCT9_PACKET_MIN..OCT9_PACKET_MAX or
 * occupancy->changes is NULL, OCT9_ERR_PACKET_LAST iff the run has used number 2^32 - 1, after 13
 * years of ten packets a second: begin a new run.
 * Its cost is a visit of 9 nodes for each tile in the packet, and for each node of the world that
 * is skipped because it is unknown and lies in one leaf: in a run at most 262,144, and 6 more for
 * each node of 8 x 8 x 8 cells that is known in part. It also reads the table of changes up to the
 * next change, at most all of it.
 * Cost: M4 6,164 mean, 35,059 worst. Stack: M0 160 bytes. One writer. */
int32_t oct9_packet_write(oct9_sender_t *sender, uint8_t *bytes, uint32_t size);

/* Notes the places of a packet of this sender as changed again, so that they are sent again.
 * Fails with OCT9_ERR_PACKET_BAD iff the bytes are not a packet or were damaged, OCT9_ERR_ARGUMENT
 * iff occupancy->changes is NULL.
 * Cost: M4 2,832 mean, 3,429 worst. Stack: M0 256 bytes. One writer. */
oct9_status_t oct9_packet_lost(oct9_sender_t *sender, const uint8_t *bytes, uint32_t size);

/* An entry of a receiver's table: a tile's place in the world, modulo 8 cubes on each axis, and the
 * number of its packet. */
typedef struct {
    uint32_t tile;
    uint32_t number; /* 0: none yet */
} oct9_tile_seen_t;

/* A receiver. The caller owns it and the table. Read `run`. */
typedef struct {
    oct9_occupancy_t *occupancy;
    oct9_tile_seen_t *seen;
    uint32_t size;  /* entries, a power of two */
    oct9_run_t run; /* the run that it follows */
} oct9_receiver_t;

/* Begins to receive a run, and later runs of the same sender, into `occupancy`, which becomes
 * unknown. Its window may lie elsewhere than the sender's. `run` is the run that the receiver asked
 * for; with a start of 1 it follows the first run that arrives.
 * Fails with OCT9_ERR_ARGUMENT iff size is not a power of two from 16 to 2^24, OCT9_ERR_PACKET_RUN
 * iff run->start is 0.
 * It writes each entry of the table, and clears the cube as oct9_occupancy_clear_box does.
 * Cost: M4 6,704 mean, 6,704 worst. Stack: M0 352 bytes. One writer. */
oct9_status_t oct9_packet_receiver_init(oct9_receiver_t *receiver, oct9_occupancy_t *occupancy,
                                        oct9_tile_seen_t *seen, uint32_t size,
                                        const oct9_run_t *run);

/* Applies a packet: free places get the lowest log-odds of the model, occupied places the highest,
 * unknown places 0. Places outside the window are skipped, except that their packet's number is
 * kept. Any bytes are safe.
 * Fails, and changes nothing, with OCT9_ERR_PACKET_BAD iff the bytes are not a packet or were
 * damaged, OCT9_ERR_PACKET_SENDER iff it is of another sender, OCT9_ERR_PACKET_RUN iff it is of an
 * earlier run than the receiver follows: it is of no use to send these again.
 * Fails with OCT9_ERR_PACKET_LATE iff a tile differs from the packet and its entry holds a greater
 * number, of another tile or from a time when the tile lay outside the window; the other tiles were
 * applied.
 * Fails with OCT9_ERR_POOL_FULL iff the model refuses and the pool is full; what fits was applied.
 * Where both happen, the status is that of the first tile that failed.
 * Its cost is that of setting a node of 4 x 4 x 4 cells for each tile. The first packet of a later
 * run also costs as much as oct9_packet_receiver_init.
 * Cost: M4 873,745 mean, 1,056,303 worst. Stack: M0 512 bytes. One writer. */
oct9_status_t oct9_packet_apply(oct9_receiver_t *receiver, const uint8_t *bytes, uint32_t size);

#ifdef __cplusplus
}
#endif
#endif
