/* SPDX-License-Identifier: MIT */
/* Target: a sequence of packets of hostile bytes. For any bytes the receiver's tree passes every
 * check, a packet that is refused changes nothing, and the sender takes the same bytes as lost
 * ones.
 *
 * An input is a byte for the set-up, then packets: a byte of length, one that says what is made
 * right, then the packet. */
#include "oct9/packet.h"
#include "verify/fuzz/fuzz.h"

#include <stdlib.h>
#include <string.h>

enum { HEADER = 14, CRC = 4, BLOCKS = 96, SEEN = 16, CHANGES = 16, PACKETS_MOST = 12 };

typedef struct {
    oct9_block_t pool[BLOCKS];
    uint32_t seen[SEEN];
    uint32_t changed[CHANGES];
    oct9_changes_t changes;
    oct9_occupancy_t occupancy;
    oct9_receiver_t receiver;
    oct9_sender_t sender;
} robot_t;

static const oct9_run_t run = { 1, 1 };

static void set_up(robot_t *robot, unsigned bits)
{
    const oct9_model_t model = {
        17, 8, -40, 70, -1, 1, 3, 0, bits & 1u ? OCT9_COARSEN : OCT9_REFUSE
    };
    const uint32_t blocks = bits & 2u ? BLOCKS : 1u + (bits >> 2);
    FUZZ_CHECK(oct9_occupancy_changes_init(&robot->changes, robot->changed, CHANGES) == OCT9_OK);
    FUZZ_CHECK(oct9_occupancy_init(&robot->occupancy, robot->pool, blocks, &model,
                                   &robot->changes) == OCT9_OK);
    FUZZ_CHECK(oct9_packet_receiver_init(&robot->receiver, &robot->occupancy, robot->seen, SEEN,
                                         &run) == OCT9_OK);
    FUZZ_CHECK(oct9_packet_sender_init(&robot->sender, &robot->occupancy, &run) == OCT9_OK);
}

static bool tree_good(const oct9_tree_t *tree)
{
    uint8_t seen[(BLOCKS + 7) / 8];
    return oct9_tree_check(tree, seen) == OCT9_OK;
}

/* Of the receiver's sender, except for one in 16, and of one of a few runs. */
static void repair_run(uint8_t *packet, unsigned bits)
{
    packet[0] = (uint8_t)(run.sender + (bits / 16u == 0 ? 1u : 0u));
    packet[1] = 0;
    set_word(packet, 2, word_at(packet, 2) % 4u + 1u);
}

/* The first record's node: of a level that there is, its corner aligned. */
static void repair_record(uint8_t *packet, size_t size)
{
    if (size < HEADER + 3 + CRC)
        return;
    const uint32_t node = packet[HEADER] | (uint32_t)packet[HEADER + 1] << 8;
    const uint32_t mark = (uint32_t)1 << 3u * (node % 6u),
                   marked = (node & ~(2u * mark - 1u)) | mark;
    packet[HEADER] = (uint8_t)marked;
    packet[HEADER + 1] = (uint8_t)(marked >> 8);
}

/* Of the receiver's window, which never moves, and of those that differ by 8 cells on each axis. */
static void sign(uint8_t *packet, size_t size, unsigned bits)
{
    const uint32_t corner = bits & 1u ? 8u : 0u, step = corner / 8u;
    uint8_t unsent[16];
    set_word(packet, 10, step | step << 9 | step << 18 | (uint32_t)3 << 27);
    set_word(unsent, 0, run.sender);
    for (size_t axis = 0; axis < 3; axis++)
        set_word(unsent, 4 + 4 * axis, corner);
    set_word(packet, size - CRC,
             oct9_rom_crc32(oct9_rom_crc32(0, unsent, sizeof unsent), packet, size - CRC));
}

static void repair(uint8_t *packet, size_t size, unsigned bits)
{
    if (size < HEADER + CRC)
        return;
    if (bits & 2u)
        repair_record(packet, size);
    if (bits & 4u)
        set_word(packet, 6, word_at(packet, 6) % 16u + 1u);
    if (bits & 8u)
        repair_run(packet, bits);
    sign(packet, size, bits);
}

static void take(robot_t *robot, uint8_t *packet, uint32_t size)
{
    oct9_block_t before[BLOCKS];
    const uint16_t root = robot->occupancy.tree.root;
    memcpy(before, robot->pool, sizeof before);
    const oct9_status_t status = oct9_packet_apply(&robot->receiver, packet, size);
    FUZZ_CHECK(status == OCT9_OK || status == OCT9_ERR_PACKET_BAD ||
               status == OCT9_ERR_PACKET_SENDER || status == OCT9_ERR_PACKET_RUN ||
               status == OCT9_ERR_PACKET_LATE || status == OCT9_ERR_POOL_FULL);
    if (status != OCT9_OK && status != OCT9_ERR_PACKET_LATE && status != OCT9_ERR_POOL_FULL)
        FUZZ_CHECK(root == robot->occupancy.tree.root &&
                   memcmp(before, robot->pool, sizeof before) == 0);
    FUZZ_CHECK(tree_good(&robot->occupancy.tree));
    const oct9_status_t lost = oct9_packet_lost(&robot->sender, packet, size);
    FUZZ_CHECK((lost == OCT9_ERR_PACKET_BAD) ==
               (status == OCT9_ERR_PACKET_BAD || status == OCT9_ERR_PACKET_SENDER));
}

/* What the sender makes of such a map, another receiver takes. */
static void send(robot_t *robot, robot_t *other)
{
    uint8_t packet[120];
    for (unsigned i = 0; i < 4; i++) {
        const int32_t size = i % 2 ? oct9_packet_repeat(&robot->sender, packet, sizeof packet, 50)
                                   : oct9_packet_write(&robot->sender, packet, sizeof packet, 50);
        FUZZ_CHECK(size >= OCT9_AGAIN && size <= (int32_t)sizeof packet);
        if (size <= 0)
            continue;
        const oct9_status_t status = oct9_packet_apply(&other->receiver, packet, (uint32_t)size);
        FUZZ_CHECK(status == OCT9_OK || status == OCT9_ERR_POOL_FULL ||
                   status == OCT9_ERR_PACKET_LATE);
    }
    FUZZ_CHECK(tree_good(&other->occupancy.tree));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static robot_t robot, other;
    memset(&robot, 0, sizeof robot);
    memset(&other, 0, sizeof other);
    if (size == 0)
        return 0;
    set_up(&robot, *data);
    set_up(&other, *data);
    size_t at = 1;
    for (unsigned i = 0; i < PACKETS_MOST && size - at >= 2; i++) {
        const size_t said = data[at], room = size - at - 2;
        const unsigned bits = data[at + 1];
        const size_t length = said < room ? said : room;
        uint8_t *packet = exact_copy(data + at + 2, length);
        if (bits != 0xFF)
            repair(packet, length, bits);
        take(&robot, packet, (uint32_t)length);
        free(packet);
        at += 2 + length;
    }
    send(&robot, &other);
    return 0;
}
