/* SPDX-License-Identifier: MIT */
/* What the suites of packets share: a robot that sends robot_map, a listener whose map is
 * robot_other, and the packet between them. */
#ifndef TESTS_PACKET_RADIO_H
#define TESTS_PACKET_RADIO_H

#include "oct9/packet.h"
#include "oct9/window.h"
#include "tests/golden/robot.h"

enum {
    RADIO_TABLE = 256,
    RADIO_SEEN = 256,
    RADIO_BYTES = 256,
    RADIO_HEADER = 14,
    RADIO_CRC = 4,
    RADIO_FORGED = RADIO_HEADER + 3 + RADIO_CRC, /* one record: a node of one state */
    RADIO_BUDGET = 1000000
};

/* A record of a node of one state: the mark of its level is below its corner. */
#define NODE(level, corner, state) \
    ((uint32_t)(state) << 22 | (corner) / 32u | (uint32_t)1 << 3 * ((level)-2))

extern uint32_t radio_table[RADIO_TABLE];
extern oct9_changes_t radio_changes;
extern uint32_t radio_seen[RADIO_SEEN];
extern oct9_sender_t radio_sender;
extern oct9_receiver_t radio_receiver;
extern uint8_t radio_bytes[RADIO_BYTES];
extern const oct9_run_t radio_run;

/* A robot that knows nothing, with a table of that size, and its run; a listener; both. */
void radio_begin_run(uint32_t start);
void radio_begin_sender(uint32_t size);
void radio_begin_receiver(uint32_t blocks, oct9_full_t full, uint32_t size);
void radio_begin(void);

/* The robot sees a cell. */
void radio_see(unsigned x, unsigned y, unsigned z, bool hit);

/* The next packet, of that size at most: its length; and the listener takes it. */
uint32_t radio_write(uint32_t size);
oct9_status_t radio_apply(uint32_t size);

/* The first packet of a run of which nothing is known: it holds no record, and is no other's. */
void radio_hear_of_run(void);

/* Sends all there is; how many packets. */
uint32_t radio_send_all(uint32_t size);

/* The listener knows what the robot does. */
void radio_same_states(void);

uint32_t radio_word_at(uint32_t at);
void radio_put_word(uint32_t at, uint32_t word);

/* Makes the CRC of a packet of a sender with that window right. */
void radio_sign(uint32_t length, uint32_t sender, oct9_offset_t window);

/* A packet of that number of the run, of one record of one state, signed. */
void radio_forge(uint32_t number, oct9_offset_t window, uint32_t node);

#endif
