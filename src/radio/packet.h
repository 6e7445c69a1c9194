/* SPDX-License-Identifier: MIT */
/* Internal: the format of packets, for the sender and the receiver. */
#ifndef OCT9_SRC_PACKET_H
#define OCT9_SRC_PACKET_H

#include "oct9/packet.h"
#include "src/number/bytes.h"
#include "src/number/morton.h"

enum {
    OCT9_PACKET_HEADER = 28, /* mark, run, number, window */
    OCT9_PACKET_CRC = 4,
    OCT9_PACKET_VERSION = 2,
    OCT9_PACKET_TILE = 2, /* the level of a tile */
    OCT9_PACKET_TILE_CELLS = 4 * 4 * 4,
    OCT9_PACKET_LARGEST = 5, /* the level of the largest node in a record */
    OCT9_PACKET_INNER = 3    /* the state of a child that has children */
};

OCT9_STATIC_ASSERT(OCT9_PACKET_HEADER + 6 + 8 * 2 + OCT9_PACKET_CRC <= OCT9_PACKET_MIN,
                   "a packet has room for any one record");

/* A node: its corner, as a Morton code in the sender's cube; the states of its children; and for
 * each inner child the states of its cells. */
typedef struct {
    uint32_t corner;
    unsigned level;
    uint16_t states;
    uint16_t cells[8];
} oct9_record_t;

/* The state of a child. */
static inline unsigned oct9_record_state(uint16_t states, unsigned child)
{
    return (unsigned)states >> 2u * child & 3u;
}

/* Eight equal states. */
static inline uint16_t oct9_record_all(unsigned state)
{
    return (uint16_t)(state * 0x5555u);
}

/* A packet that is being read: `at` moves from record to record. */
typedef struct {
    const uint8_t *bytes;
    uint32_t at, end; /* the end of the records */
    oct9_run_t run;
    uint32_t number;
    oct9_offset_t window;
} oct9_packet_t;

/* Opens a packet and checks all of it. Returns OCT9_OK or OCT9_ERR_PACKET_BAD. */
oct9_status_t oct9_packet_open(oct9_packet_t *packet, const uint8_t *bytes, uint32_t size);

/* The next record of a good packet. Returns false at the end. */
bool oct9_packet_next(oct9_packet_t *packet, oct9_record_t *record);

/* The cell of the world at the corner of a record's node. */
void oct9_packet_corner(const oct9_packet_t *packet, const oct9_record_t *record,
                        oct9_offset_t *corner);

#endif
