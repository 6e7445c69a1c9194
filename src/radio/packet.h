/* SPDX-License-Identifier: MIT */
/* Internal: the format of packets, for the sender and the receiver. */
#ifndef OCT9_SRC_PACKET_H
#define OCT9_SRC_PACKET_H

#include "oct9/packet.h"
#include "src/number/bytes.h"
#include "src/number/morton.h"

enum {
    OCT9_PACKET_HEADER = 14, /* sender, start, number, place */
    OCT9_PACKET_CRC = 4,
    OCT9_PACKET_VERSION = 3,
    OCT9_PACKET_TILE = 2, /* the level of a tile */
    OCT9_PACKET_HALF_CELLS = 4 * 4 * 2,
    OCT9_PACKET_CHILDREN = 4, /* of half a tile: nodes of level 1 */
    OCT9_PACKET_INNER = 3,    /* the state of a child that has children; of a record: half a tile */
    OCT9_PACKET_HALF_MOST = 3 + 1 + 2 * OCT9_PACKET_CHILDREN /* bytes of the largest record */
};

OCT9_STATIC_ASSERT(OCT9_PACKET_HEADER + OCT9_PACKET_HALF_MOST + OCT9_PACKET_CRC <= OCT9_PACKET_MIN,
                   "a packet has room for any one record");

/* A node of one state; or, if `state` is OCT9_PACKET_INNER, half a tile: the states of its
 * children, and for each inner child the states of its cells. The corner is a Morton code in the
 * sender's cube. */
typedef struct {
    uint32_t corner;
    unsigned level; /* of half a tile 2 */
    unsigned state;
    uint8_t states;
    uint16_t cells[OCT9_PACKET_CHILDREN];
} oct9_record_t;

/* The state of a child. */
static inline unsigned oct9_record_state(uint16_t states, unsigned child)
{
    return (unsigned)states >> 2u * child & 3u;
}

/* A packet that is being read: `at` moves from record to record. */
typedef struct {
    const uint8_t *bytes;
    uint32_t at, end; /* the end of the records */
    oct9_run_t run;
    uint32_t number;
    oct9_offset_t window;
} oct9_packet_t;

/* Opens a packet of a sender whose window is near that one, and checks all of it. Returns OCT9_OK
 * or OCT9_ERR_PACKET_BAD. */
oct9_status_t oct9_packet_open(oct9_packet_t *packet, const uint8_t *bytes, uint32_t size,
                               uint32_t sender, const oct9_offset_t *around);

/* The next record of a good packet. Returns false at the end. */
bool oct9_packet_next(oct9_packet_t *packet, oct9_record_t *record);

/* The cell of the world at the corner of a record's node, or of the part that is `offset` behind
 * it, a Morton code. */
void oct9_packet_corner(const oct9_packet_t *packet, const oct9_record_t *record, uint32_t offset,
                        oct9_offset_t *corner);

/* The low bits of a window's corner, as a packet has them. */
uint32_t oct9_packet_place(const oct9_offset_t *window);

/* The CRC of a packet: of the bytes [0, end), the sender's name and the window's corner. */
uint32_t oct9_packet_crc(const uint8_t *bytes, uint32_t end, uint32_t sender,
                         const oct9_offset_t *window);

#endif
