/* SPDX-License-Identifier: MIT */
/* Packets of up to 64 bytes. */
#include "bench/calls.h"
#include "bench/calls_place.h"
#include "oct9/packet.h"

#include <stddef.h>

enum {
    BLOCKS = 60,
    CHANGES = 64,
    TILES = 32,
    BYTES = 64,
    STEPS = 1000,
    PACKETS = 16,
    LOW = 248,
    EDGE = 12
};

OCT9_POOL(static, pool_here, BLOCKS);
OCT9_POOL(static, pool_there, BLOCKS);
static uint32_t table[CHANGES];
static oct9_changes_t changes;
static oct9_occupancy_t here, there;
static oct9_sender_t sender;
static oct9_receiver_t receiver;
static uint32_t seen[TILES];
static uint8_t packet[BYTES];
static const oct9_run_t run = { 7, 1 };
static const oct9_model_t model = OCT9_MODEL_DEFAULT;

static void begin(void)
{
    (void)oct9_occupancy_changes_init(&changes, table, CHANGES);
    (void)oct9_occupancy_init(&here, pool_here, BLOCKS, &model, &changes);
    (void)oct9_occupancy_init(&there, pool_there, BLOCKS, &model, NULL);
    for (unsigned i = 0; i < 40; i++) {
        const oct9_cell_t cell = place_cell(LOW, EDGE);
        (void)oct9_occupancy_observe(&here, cell, i % 2u == 0);
        (void)oct9_occupancy_observe(&there, cell, i % 2u == 0);
    }
    (void)oct9_packet_sender_init(&sender, &here, &run);
    (void)oct9_tree_set_cell(&here.tree, place_cell(LOW, EDGE), oct9_occupancy_payload(9, 0));
}

static void listen(void)
{
    (void)oct9_packet_receiver_init(&receiver, &there, seen, TILES, &run);
}

static void answer(int32_t length)
{
    calls_answer((uint32_t)length);
    for (int32_t i = 0; i < length; i++)
        calls_answer(packet[i]);
}

static void sender_init(void)
{
    begin();
    oct9_status_t status;
    CALL(status = oct9_packet_sender_init(&sender, &here, &run));
    calls_answer((uint32_t)status);
    calls_answer(sender.number);
}

static void packet_write(void)
{
    int32_t length = 1;
    begin();
    for (unsigned i = 0; i < PACKETS && length > 0; i++) {
        CALL(length = oct9_packet_write(&sender, packet, BYTES, STEPS));
        answer(length);
    }
}

static void packet_repeat(void)
{
    begin();
    for (unsigned i = 0; i < PACKETS; i++) {
        int32_t length;
        CALL(length = oct9_packet_repeat(&sender, packet, BYTES, STEPS));
        answer(length);
    }
}

static void packet_lost(void)
{
    int32_t length = 1;
    begin();
    for (unsigned i = 0; i < PACKETS && length > 0; i++) {
        length = oct9_packet_write(&sender, packet, BYTES, STEPS);
        if (length <= 0)
            break;
        oct9_status_t status;
        CALL(status = oct9_packet_lost(&sender, packet, (uint32_t)length));
        calls_answer((uint32_t)status);
    }
}

static void receiver_init(void)
{
    begin();
    oct9_status_t status;
    CALL(status = oct9_packet_receiver_init(&receiver, &there, seen, TILES, &run));
    calls_answer((uint32_t)status);
}

static void packet_apply(void)
{
    begin();
    listen();
    for (unsigned i = 0; i < PACKETS; i++) {
        const int32_t length = oct9_packet_write(&sender, packet, BYTES, STEPS);
        if (length <= 0)
            break;
        oct9_status_t status;
        CALL(status = oct9_packet_apply(&receiver, packet, (uint32_t)length));
        calls_answer((uint32_t)status);
        calls_answer(there.tree.used);
    }
}

static const call_t call[] = {
    { "packet_sender_init", sender_init },     { "packet_write", packet_write },
    { "packet_repeat", packet_repeat },        { "packet_lost", packet_lost },
    { "packet_receiver_init", receiver_init }, { "packet_apply", packet_apply }
};

int main(void)
{
    return calls_run(call, sizeof call / sizeof call[0]);
}
