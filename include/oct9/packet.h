/* SPDX-License-Identifier: MIT */
/* Packets: send a map by radio, in pieces that may be lost.
 *
 * A packet holds the states (not the log-odds) of some nodes at the time it is written, their place
 * in the world, its run, its number in the run, and a CRC-32. Each packet stands alone: packets may
 * be lost, doubled, late or in any order, and none replaces newer states by older ones. A packet of
 * 30 bytes carries any record, so that the smallest radios do.
 *
 * Example, with (oct9_sender_t *sender, bool (*send)(const uint8_t *, uint32_t), uint32_t slot,
 *                oct9_receiver_t *receiver, const uint8_t *received, uint32_t length):
 *
 *     uint8_t bytes[OCT9_PACKET_SIZE(60)];
 *     int32_t size = slot % 4 != 0 ? oct9_packet_write(sender, bytes, sizeof bytes, 100) : 0;
 *     if (size <= 0)
 *         size = oct9_packet_repeat(sender, bytes, sizeof bytes, 100);
 *     if (size > 0)
 *         (void)send(bytes, (uint32_t)size);
 *
 *     (void)oct9_packet_apply(receiver, received, length);
 *
 * The upper part runs at the sender, once for each packet that the radio has room for, the lower
 * part at the receiver. There are two cures for loss; use either or both.
 *
 * By repeats: oct9_packet_repeat goes round the whole map, unknown places included, and never ends.
 * The caller sets its pace by how often it calls. No acknowledgement is needed, any number may
 * listen, and a receiver that starts late becomes equal too, without a new run: what stays
 * unchanged is equal after the first round of which all packets arrive, or sooner, piece by piece.
 *
 * By acknowledgements: the sender keeps each packet until it is acknowledged, by its bytes 0 to 9
 * (sender, start and number), and else calls oct9_packet_lost. A lost packet is not sent again: its
 * places are, in their newest state. Without repeats a receiver that starts during a run must ask
 * its sender for a new run, by any other message that the two have: what others have acknowledged
 * is not sent again, and a late packet may bring an old state that no later packet corrects.
 *
 * What leaves the sender's window before it was received is never sent again. So before the window
 * moves, write until nothing is left and wait for the acknowledgements; else a receiver may keep
 * older states of those places than the sender saw.
 *
 * A run is all that a sender sends between two calls of oct9_packet_sender_init. The first packet
 * of a later run empties a receiver's map and its table, so that no state of an earlier run stays;
 * from then on packets of earlier runs are refused. Begin a new run at each start of the program,
 * when the map begins anew (oct9_occupancy_init), when the numbers end, and when a receiver asks
 * for one.
 *
 * A receiver has one sender and a map that nothing else writes. To listen to two senders, use two
 * receivers with a map each, and query both maps. What the two know of each other beforehand is the
 * sender's 32-bit name, and that their windows lie less than 2,048 cells apart on each axis. No
 * packet is needed to learn them: every packet may be lost.
 *
 * What the window of the sender leaves is not sent as unknown when it enters there again: the
 * receiver keeps what it knew of it, as far as its own window holds it. oct9_packet_repeat sends
 * all places of the window, unknown ones too.
 *
 * The receiver remembers the number of the packet from which each half of a tile of 4 x 4 x 4 cells
 * came, in a table whose size the caller chooses, of 4 bytes an entry. Where two share an entry,
 * oct9_packet_apply may return OCT9_ERR_PACKET_LATE for a place that is not late, but it never
 * applies one that is. Places outside the receiver's window take entries too, so that nothing older
 * is applied once the window has moved there. The larger the table, the less must be sent again; on
 * a channel that keeps the order any size will do. More than 2^22 entries are not used.
 *
 * The format, little-endian: sender (2 bytes, the low half of its name), start, number (4 bytes
 * each, from 1), place (4 bytes); records; CRC-32 (4 bytes). The place: bits 0..8, 9..17 and 18..26
 * are x, y and z of the window's corner / 8, modulo 512; bits 27..31 are the version, 3. The CRC is
 * that of 16 bytes which are not sent and of all bytes before it. The 16 bytes are the sender's
 * whole name and the window's whole corner (3 x 4 bytes). So the receiver, which knows the name and
 * takes the corner that is nearest to its own window, refuses a packet that means others. A record
 * begins with 3 bytes. Bits 22 and 23 are a state; 3 means half a tile. Else the record is a node
 * of level 2..9, all of one state (0 unknown, 1 free, 2 occupied): bits 0..21 are its corner's
 * Morton code in the sender's cube / 32, plus 8^(level - 2), which is a one below all bits that the
 * code of such a node can have. Half a tile is 4 x 4 x 2 cells: bits 0..21 are its Morton code
 * / 32. A byte follows with the 2-bit states of its four children of level 1, child 0 lowest, then
 * for each child of state 3, in order, a half-word with those of its eight cells.
 *
 * The CRC finds damage; it is no signature. It finds any four wrong bits in up to 371 bytes, any
 * three in up to 11,397, and any burst of 32 bits. With other damage one packet in 2^32 passes:
 * with 20 damaged packets a second that reach this check, one in 7 years. A packet of a sender with
 * another name never passes, if the names differ in their upper or in their lower half only;
 * otherwise it is refused by the lower half. A packet whose window lies more than 2,047 cells
 * away is refused for certain if that is so on one axis, else passes with 2^-32. A late packet is
 * never taken for a newer one: numbers and starts are sent whole.
 * Source: a check of what is not sent, as RFC 4303, "IP Encapsulating Security Payload", does with
 * the high half of a sequence number. Distances: Koopman 2002, "32-bit cyclic redundancy codes for
 * internet applications". */
#ifndef OCT9_PACKET_H
#define OCT9_PACKET_H

#include "oct9/occupancy.h"

#ifdef __cplusplus
extern "C" {
#endif

#define OCT9_PACKET_MIN 30u /* bytes: enough for any one record */
#define OCT9_PACKET_MAX 65535u

/* The number of bytes, if a packet may have that size; otherwise the program does not compile. For
 * the size of a buffer. */
#define OCT9_PACKET_SIZE(bytes) \
    ((bytes) + 0u * sizeof(char[(bytes) >= OCT9_PACKET_MIN && (bytes) <= OCT9_PACKET_MAX ? 1 : -1]))

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
    uint32_t number;      /* of the next packet; 0: none is left */
    uint32_t from, end;   /* what is left of a node that changed: Morton codes in the world */
    uint32_t at;          /* where the round continues: a Morton code in the cube */
    uint32_t left;        /* the cells from there on that oct9_packet_write must send */
    oct9_offset_t window; /* where the window lay then */
    bool known;           /* unknown places of these are skipped */
    bool owes;            /* the next packet must be sent even if it has no record */
    bool round_first;     /* oct9_packet_write begins with the round, not with changes */
} oct9_sender_t;

/* Begins a run, which sends all known places of the map, then its changes. The map must note
 * changes, and nothing else may read them. Changes noted before are dropped; the caller drops the
 * packets that it kept of an earlier run. It writes each word of the set of changes.
 * Fails with OCT9_ERR_PACKET_RUN iff run->start is 0, OCT9_ERR_ARGUMENT iff occupancy->changes is
 * NULL.
 * Stack: M0 24 bytes. One writer. */
oct9_status_t oct9_packet_sender_init(oct9_sender_t *sender, oct9_occupancy_t *occupancy,
                                      const oct9_run_t *run);

/* Writes a packet of at most `size` bytes: changes, and in turns with them what the run has not
 * sent yet. Returns its length in bytes, or 0 if nothing is left to send. The first packet of a
 * run, and the first after oct9_packet_lost, is written even if nothing is left, so that receivers
 * learn of the run. If the set of changes was lost, or a call that notes nothing changed the map
 * (tree.h, a load), the whole map is sent again, unknown places included. If the window moves
 * before all of that is sent, it is sent from the beginning. `budget` is the most steps of this
 * call. A step is a leaf or half a tile that is sent or skipped, or 16 words of the table of
 * changes that are read. Where it is used up the packet is shorter, or the status is OCT9_AGAIN and
 * nothing is written: call again. So a call with a budget of 100 costs at most 100 visits of up to
 * 9 nodes and the CRC, however large the map and the table are.
 * Fails with OCT9_ERR_ARGUMENT iff size is not in OCT9_PACKET_MIN..OCT9_PACKET_MAX, budget is 0 or
 * occupancy->changes is NULL, OCT9_ERR_PACKET_LAST iff the run has used number 2^32 - 1, after 13
 * years of ten packets a second: begin a new run.
 * Stack: M0 208 bytes. One writer. */
int32_t oct9_packet_write(oct9_sender_t *sender, uint8_t *bytes, uint32_t size, uint32_t budget);

/* Writes a packet of at most `size` bytes of the round, which visits all leaves of the cube, also
 * unknown ones, and begins anew behind the last. Returns its length in bytes, never 0. A round
 * follows the places in the cube: leaves that a move of the window shifts may be sent twice or not
 * at all in that round. `budget` is the most leaves and half tiles; a packet is shorter where it is
 * used up.
 * Fails as oct9_packet_write does, but never with OCT9_AGAIN.
 * Stack: M0 144 bytes. One writer. */
int32_t oct9_packet_repeat(oct9_sender_t *sender, uint8_t *bytes, uint32_t size, uint32_t budget);

/* Notes the places of a packet of this sender as changed again, so that they are sent again. A node
 * that is not aligned to its size in the world is noted by parts that are: 8 times as many for each
 * level, until the set is lost.
 * Fails with OCT9_ERR_PACKET_BAD iff the bytes are not a packet of this sender or were damaged, or
 * the window has moved by 2,048 cells since, OCT9_ERR_ARGUMENT iff occupancy->changes is NULL.
 * Stack: M0 264 bytes. One writer. */
oct9_status_t oct9_packet_lost(oct9_sender_t *sender, const uint8_t *bytes, uint32_t size);

/* A receiver. The caller owns it and the table. Read `run`. */
typedef struct {
    oct9_occupancy_t *occupancy;
    uint32_t *seen; /* numbers of packets */
    uint32_t size;  /* entries, a power of two */
    oct9_run_t run; /* the run that it follows */
} oct9_receiver_t;

/* Begins to receive a run, and later runs of the same sender, into `occupancy`, which becomes
 * unknown. Its window may lie elsewhere than the sender's. `run` is the run that the receiver asked
 * for; with a start of 1 it follows the first run that arrives.
 * Fails with OCT9_ERR_ARGUMENT iff size is not a power of two from 16 to 2^24, OCT9_ERR_PACKET_RUN
 * iff run->start is 0.
 * It writes each entry of the table, and clears the cube as oct9_occupancy_clear_box does.
 * Stack: M0 328 bytes. One writer. */
oct9_status_t oct9_packet_receiver_init(oct9_receiver_t *receiver, oct9_occupancy_t *occupancy,
                                        uint32_t *seen, uint32_t size, const oct9_run_t *run);

/* Applies a packet: free places get the lowest log-odds of the model, occupied places the highest,
 * unknown places 0. Places outside the window are skipped, except that their packet's number is
 * kept. Any bytes are safe.
 * Fails, and changes nothing, with OCT9_ERR_PACKET_SENDER iff the sender's low 16 bits are not
 * those of the receiver's, OCT9_ERR_PACKET_BAD iff the bytes are not a packet, were damaged, or are
 * of a sender whose other bits differ or whose window is not within -2,048..2,047 cells of this
 * one, OCT9_ERR_PACKET_RUN iff it is of an earlier run than the receiver follows: it is of no use
 * to send these again.
 * Fails with OCT9_ERR_PACKET_LATE iff the entry of one of a record's places holds a greater number;
 * the other records were applied.
 * Fails with OCT9_ERR_POOL_FULL iff the model refuses and the pool is full; what fits was applied.
 * Where both happen, the status is that of the first record that failed.
 * A packet is one write: a reader that preempts it gets OCT9_ERR_STALE (reader.h). So there is no
 * call in slices: shorter packets are the slices, except for large nodes and a run's first packet.
 * Its cost is that of setting the cells of each half tile. A larger node costs a look at the
 * entries of its places, at most 8 times the table, and the setting of a node, or of its parts that
 * are nodes in this window: 8 for each level by which the windows differ. That is 512 for a node of
 * 512 cells where they are 64 cells apart, but 262,144 where they are 8 apart: move both by large
 * steps. The first packet of a later run also costs as much as oct9_packet_receiver_init.
 * Stack: M0 448 bytes. One writer. */
oct9_status_t oct9_packet_apply(oct9_receiver_t *receiver, const uint8_t *bytes, uint32_t size);

#ifdef __cplusplus
}
#endif
#endif
