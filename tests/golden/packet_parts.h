/* SPDX-License-Identifier: MIT */
/* What the parts of the suite of packets share. */
#ifndef TESTS_GOLDEN_PACKET_PARTS_H
#define TESTS_GOLDEN_PACKET_PARTS_H

#include "oct9/packet.h"
#include "oct9/window.h"
#include "tests/golden/query.h"

enum {
    TABLE = 256,
    SEEN = 256,
    BYTES = 256,
    ROUNDS = 4,
    HEADER = 28,
    CRC = 4,
    FORGED = HEADER + 6 + CRC /* one record of one half-word */
};

#define CUBE ((uint32_t)1 << 27) /* all Morton codes of cells */

/* A record's word: a node's level and corner. */
#define NODE(level, corner) ((uint32_t)(level) << 27 | (corner))

extern oct9_changes_t packet_changes;
extern oct9_tile_seen_t packet_seen[SEEN];
extern oct9_sender_t packet_sender;
extern oct9_receiver_t packet_receiver;
extern uint8_t packet_bytes[BYTES];
extern const oct9_run_t packet_run;

void packet_begin_run(uint32_t start);

void packet_begin_sender(uint32_t size);

void packet_begin_receiver(uint32_t blocks, oct9_full_t full, uint32_t size);

void packet_begin(void);

void packet_see(unsigned x, unsigned y, unsigned z, bool hit);

uint32_t packet_write(uint32_t size);

oct9_status_t packet_apply(uint32_t size);

/* The first packet of a run of which nothing is known: it holds no record, and is no other's. */
void packet_hear_of_run(void);

/* Sends all there is; how many packets. */
uint32_t packet_send_all(uint32_t size);

void packet_same_states(void);

uint32_t packet_word_at(uint32_t at);

void packet_put_word(uint32_t at, uint32_t word);

void packet_sign(uint32_t length);

/* A packet of that number of the run, of one record of one half-word, signed. */
void packet_forge(uint32_t number, oct9_offset_t window, uint32_t node, uint32_t states);

void packet_runs(void);

void packet_limits(void);

#endif
