/* SPDX-License-Identifier: MIT */
/* Packets: bytes told by hand, each damage refused, lost and late ones, and random maps sent
 * through packets of random sizes. */
#include "tests/golden/packet_parts.h"
#include "tests/golden/query.h"
#include "tests/golden/robot.h"
#include "tests/golden/suites.h"
#include "tests/test.h"

static uint32_t table[TABLE];

oct9_changes_t packet_changes;

oct9_tile_seen_t packet_seen[SEEN];

oct9_sender_t packet_sender;

oct9_receiver_t packet_receiver;

uint8_t packet_bytes[BYTES];

const oct9_run_t packet_run = { 0xA1B2C3D4, 5 };

void packet_begin_run(uint32_t start)
{
    const oct9_run_t next = { packet_run.sender, start };
    CHECK_EQ(oct9_packet_sender_init(&packet_sender, &robot_map, &next), OCT9_OK);
}

void packet_begin_sender(uint32_t size)
{
    CHECK_EQ(oct9_occupancy_changes_init(&packet_changes, table, size), OCT9_OK);
    CHECK_EQ(
        oct9_occupancy_init(&robot_map, world_pool, ROBOT_BLOCKS, &robot_model, &packet_changes),
        OCT9_OK);
    packet_begin_run(packet_run.start);
}

void packet_begin_receiver(uint32_t blocks, oct9_full_t full, uint32_t size)
{
    robot_reset(&robot_other, blocks, full);
    CHECK_EQ(
        oct9_packet_receiver_init(&packet_receiver, &robot_other, packet_seen, size, &packet_run),
        OCT9_OK);
}

void packet_begin(void)
{
    packet_begin_sender(TABLE);
    packet_begin_receiver(ROBOT_BLOCKS, OCT9_COARSEN, SEEN);
}

void packet_see(unsigned x, unsigned y, unsigned z, bool hit)
{
    const oct9_cell_t cell = { (uint16_t)x, (uint16_t)y, (uint16_t)z };
    CHECK_EQ(oct9_occupancy_observe(&robot_map, cell, hit), OCT9_OK);
}

uint32_t packet_write(uint32_t size)
{
    const int32_t length = oct9_packet_write(&packet_sender, packet_bytes, size);
    CHECK(length >= 0);
    CHECK(length <= (int32_t)size);
    return (uint32_t)length;
}

oct9_status_t packet_apply(uint32_t size)
{
    return oct9_packet_apply(&packet_receiver, packet_bytes, size);
}

void packet_hear_of_run(void)
{
    CHECK_EQ(packet_write(64), HEADER + CRC);
    CHECK_EQ(packet_apply(HEADER + CRC), OCT9_OK);
    CHECK_EQ(packet_write(64), 0);
}

uint32_t packet_send_all(uint32_t size)
{
    uint32_t count = 0, length;
    while (count < 1000 && (length = packet_write(size)) > 0) {
        CHECK_EQ(packet_apply(length), OCT9_OK);
        count++;
    }
    return count;
}

void packet_same_states(void)
{
    CHECK_EQ(robot_states_digest(&robot_other), robot_states_digest(&robot_map));
    robot_check(&robot_other);
}

uint32_t packet_word_at(uint32_t at)
{
    return packet_bytes[at] | (uint32_t)packet_bytes[at + 1] << 8 |
           (uint32_t)packet_bytes[at + 2] << 16 | (uint32_t)packet_bytes[at + 3] << 24;
}

/* --- by hand ---------------------------------------------------------------------------------- */

/* One occupied cell: its tile has one inner child, whose child 5 is occupied. */
static void one_cell(void)
{
    packet_begin_sender(TABLE);
    packet_begin_receiver(ROBOT_BLOCKS, OCT9_COARSEN, SEEN);
    robot_map.window = (oct9_offset_t){ 8, -16, (int32_t)1 << 20 };
    robot_other.window = robot_map.window;
    packet_hear_of_run();              /* nothing is known yet */
    packet_sender.number = 0x01020304; /* as after as many packets */
    packet_see(9, 8, 9, true);
    CHECK_EQ(packet_write(64), HEADER + 8 + CRC);
    CHECK(packet_bytes[0] == 'o' && packet_bytes[1] == '9' && packet_bytes[2] == 2 &&
          packet_bytes[3] == 0);
    CHECK_EQ(packet_word_at(4), 0xA1B2C3D4);
    CHECK_EQ(packet_word_at(8), 5);
    CHECK_EQ(packet_word_at(12), 0x01020304);
    CHECK_EQ(packet_word_at(16), 8);
    CHECK_EQ((int32_t)packet_word_at(20), -16);
    CHECK_EQ(packet_word_at(24), (int32_t)1 << 20);
    CHECK_EQ(packet_word_at(28), NODE(2, 7u << 9)); /* level 2 at 8, 8, 8 */
    CHECK_EQ(packet_word_at(32), 3u | (uint32_t)2 << 16 << 2 * 5);
    CHECK_EQ(packet_word_at(36), oct9_rom_crc32(0, oct9_rom_of_ram(packet_bytes), 36));
    CHECK_EQ(packet_apply(40), OCT9_OK);
    CHECK_EQ(robot_leaf(&robot_other, 9, 8, 9).payload, oct9_occupancy_payload(30, 0));
    CHECK_EQ(robot_log_odds(&robot_other, 8, 8, 9), 0);
    packet_same_states();
    CHECK_EQ(packet_write(64), 0); /* nothing is left */
    packet_see(9, 8, 9, true);
    CHECK_EQ(packet_write(64), 0); /* surer, but the same */
    for (int i = 0; i < 9; i++)
        packet_see(9, 8, 9, false);
    CHECK_EQ(packet_write(64), 40);
    CHECK_EQ(packet_word_at(12), 0x01020305);
    CHECK_EQ(packet_apply(40), OCT9_OK);
    CHECK_EQ(robot_leaf(&robot_other, 9, 8, 9).payload, oct9_occupancy_payload(-20, 0));
    packet_same_states();
}

/* All that is known when it begins is sent, also what nobody noted. */
static void begins_with_all(void)
{
    const oct9_box_t part = { { 64, 64, 64 }, { 128, 128, 128 } };
    packet_begin();
    robot_fill(&robot_map, &part, -4);
    robot_fill(&robot_map, &(oct9_box_t){ { 70, 71, 72 }, { 75, 73, 74 } }, 20);
    packet_begin_run(6);
    const uint32_t count = packet_send_all(64);
    CHECK(count > 2 && count < 100); /* and no more than that */
    packet_same_states();
}

/* When changes were lost all is sent anew, and what is unknown too: the cube by its parts. To take
 * that in lasts long on a small board; tests/exact sees it through. */
static void begins_again(void)
{
    packet_begin_sender(16);
    packet_begin_receiver(ROBOT_BLOCKS, OCT9_COARSEN, SEEN);
    packet_see(100, 100, 100, true);
    CHECK(packet_send_all(200) > 0);
    packet_same_states();
    const oct9_box_t box = { { 100, 100, 100 }, { 101, 101, 101 } };
    CHECK_EQ(oct9_occupancy_clear_box(&robot_map, &box), OCT9_OK);
    for (unsigned i = 0; i < 40; i++)
        packet_see(8 * i, 0, 0, true);
    CHECK(packet_changes.lost);
    const uint32_t length = packet_write(BYTES);
    CHECK(!packet_changes.lost);
    CHECK(length > BYTES - 16);     /* full */
    CHECK(packet_write(BYTES) > 0); /* and not all */
}

static void shifted_window(void)
{
    packet_begin();
    robot_other.window = (oct9_offset_t){ 8, -8, 504 };
    packet_see(20, 30, 511, true); /* at 12, 38, 7 there */
    packet_see(3, 30, 511, true);  /* outside there */
    packet_see(20, 30, 100, false);
    CHECK(packet_send_all(64) > 0);
    CHECK_EQ(robot_leaf(&robot_other, 12, 38, 7).state, OCT9_OCCUPIED);
    CHECK_EQ(oct9_occupancy_clear_box(&robot_other, &(oct9_box_t){ { 12, 38, 7 }, { 13, 39, 8 } }),
             OCT9_OK);
    CHECK_EQ(robot_other.tree.used, 0);
}

/* The window moves when a packet is full and more is to come: that is sent from where it lies
 * then. */
static void window_moves_meanwhile(void)
{
    const oct9_offset_t by = { -1, 2, 1 };
    packet_begin();
    packet_hear_of_run();
    for (unsigned i = 0; i < 64; i++) /* eight tiles, no two alike in a packet */
        packet_see(100 + i % 8, 100 + i / 8 % 8, 100 + (i * 5 + i / 8) % 8, i % 3 != 0);
    CHECK_EQ(packet_apply(packet_write(64)), OCT9_OK);
    CHECK_EQ(oct9_window_move(&robot_map, &by, 5), OCT9_OK);
    CHECK_EQ(oct9_window_move(&robot_other, &by, 5), OCT9_OK);
    CHECK(packet_send_all(64) > 1);
    packet_same_states();
}

static void lost_ones_are_written_anew(void)
{
    packet_begin();
    packet_see(20, 30, 40, true);
    const uint32_t first = packet_write(64);
    CHECK(first > 0);
    CHECK_EQ(packet_write(64), 0);
    packet_see(21, 30, 40, true); /* what is sent then is what is so then */
    packet_see(20, 30, 40, false);
    packet_see(20, 30, 40, false);
    packet_see(20, 30, 40, false);
    uint8_t kept[64];
    for (uint32_t i = 0; i < first; i++)
        kept[i] = packet_bytes[i];
    CHECK(packet_send_all(64) > 0);
    packet_same_states();
    CHECK_EQ(oct9_packet_lost(&packet_sender, kept, first), OCT9_OK);
    CHECK_EQ(packet_send_all(64), 1);
    packet_same_states();
    kept[21] ^= 1;
    CHECK_EQ(oct9_packet_lost(&packet_sender, kept, first), OCT9_ERR_PACKET_BAD);
    CHECK_EQ(oct9_packet_lost(&packet_sender, kept, first - 1), OCT9_ERR_PACKET_BAD);
    CHECK_EQ(packet_write(64), 0);
}

/* An older packet that comes after a newer one changes nothing. */
static void late_ones_are_passed_over(void)
{
    uint8_t old[64];
    packet_begin();
    packet_see(20, 30, 40, true);
    const uint32_t length = packet_write(64);
    for (uint32_t i = 0; i < length; i++)
        old[i] = packet_bytes[i];
    for (int i = 0; i < 9; i++)
        packet_see(20, 30, 40, false);
    CHECK_EQ(packet_send_all(64), 1);
    const uint32_t digest = robot_digest(&robot_other);
    CHECK_EQ(oct9_packet_apply(&packet_receiver, old, length), OCT9_OK);
    CHECK_EQ(robot_digest(&robot_other), digest);
    CHECK_EQ(packet_send_all(64), 0);
    packet_same_states();
}

/* --- damage ----------------------------------------------------------------------------------- */

/* Each bit and each length of a packet, and its own bytes once more. */
static void damage_is_refused(void)
{
    random_t random = { 261 };
    packet_begin();
    for (int i = 0; i < 60; i++) {
        const oct9_cell_t at = robot_random_cell(&random, 8);
        packet_see(100u + at.x, 100, 100u + at.z, at.y % 2 == 1);
    }
    const uint32_t length = packet_write(128);
    const uint32_t empty = robot_digest(&robot_other), generation = robot_other.tree.generation;
    CHECK(length > 40);
    for (uint32_t bit = 0; bit < 8 * length; bit++) {
        packet_bytes[bit / 8] = (uint8_t)(packet_bytes[bit / 8] ^ 1u << bit % 8);
        CHECK_EQ(packet_apply(length), OCT9_ERR_PACKET_BAD);
        packet_bytes[bit / 8] = (uint8_t)(packet_bytes[bit / 8] ^ 1u << bit % 8);
    }
    for (uint32_t size = 0; size < length; size++)
        CHECK_EQ(packet_apply(size), OCT9_ERR_PACKET_BAD);
    CHECK_EQ(packet_apply(length + 1), OCT9_ERR_PACKET_BAD);
    CHECK_EQ(robot_other.tree.generation, generation);
    CHECK_EQ(robot_digest(&robot_other), empty);
    CHECK_EQ(packet_apply(length), OCT9_OK);
    const uint32_t applied = robot_digest(&robot_other);
    CHECK_EQ(packet_apply(length), OCT9_OK); /* again, and harmless */
    CHECK_EQ(robot_digest(&robot_other), applied);
}

void packet_put_word(uint32_t at, uint32_t word)
{
    for (unsigned i = 0; i < 4; i++)
        packet_bytes[at + i] = (uint8_t)(word >> 8 * i);
}

void packet_sign(uint32_t length)
{
    packet_put_word(length - CRC,
                    oct9_rom_crc32(0, oct9_rom_of_ram(packet_bytes), (size_t)(length - CRC)));
}

void packet_forge(uint32_t number, oct9_offset_t window, uint32_t node, uint32_t states)
{
    packet_put_word(0, 0x0002396F); /* "o9", version 2 */
    packet_put_word(4, packet_run.sender);
    packet_put_word(8, packet_run.start);
    packet_put_word(12, number);
    packet_put_word(16, (uint32_t)window.x);
    packet_put_word(20, (uint32_t)window.y);
    packet_put_word(24, (uint32_t)window.z);
    packet_put_word(HEADER, node);
    packet_bytes[HEADER + 4] = (uint8_t)states;
    packet_bytes[HEADER + 5] = (uint8_t)(states >> 8);
    packet_sign(FORGED);
}

/* What a receiver that has seen nothing yet says of it. */
static oct9_status_t forged_first(uint32_t number, uint32_t node, uint32_t states)
{
    packet_forge(number, (oct9_offset_t){ 0, 0, 0 }, node, states);
    packet_begin_receiver(ROBOT_BLOCKS, OCT9_COARSEN, SEEN);
    return packet_apply(FORGED);
}

static oct9_status_t forged(uint32_t node, uint32_t states)
{
    return forged_first(1, node, states);
}

/* A receiver that has seen nothing yet takes any number, but for 0, which no packet has. */
static void first_number(void)
{
    CHECK_EQ(forged_first(0, NODE(2, 7u << 9), 0x5555), OCT9_ERR_PACKET_BAD);
    CHECK_EQ(forged_first(UINT32_MAX, NODE(2, 7u << 9), 0x5555), OCT9_OK);
    CHECK_EQ(robot_leaf(&robot_other, 11, 11, 11).state, OCT9_FREE);
}

/* Signed by someone who means harm. */
static void forgery_is_refused(void)
{
    CHECK_EQ(forged(NODE(2, 7u << 9), 0x5555), OCT9_OK);
    CHECK_EQ(robot_leaf(&robot_other, 11, 11, 11).state, OCT9_FREE);
    CHECK_EQ(robot_leaf(&robot_other, 12, 11, 11).state, OCT9_UNKNOWN);
    CHECK_EQ(forged(NODE(3, 7u << 9), 0xAAAA), OCT9_OK);
    CHECK_EQ(robot_leaf(&robot_other, 15, 15, 15).level, 3);
    packet_sign(HEADER + CRC); /* of nothing, which is no harm */
    CHECK_EQ(packet_apply(HEADER + CRC), OCT9_OK);
    static const struct {
        uint32_t node, states;
    } bad[] = { { NODE(2, 7u << 9), 0x5557 }, /* an inner child, and no half-word of it */
                { NODE(2, 7u << 5), 0x5555 }, /* not aligned to its size */
                { NODE(3, 7u << 6), 0x5555 }, { NODE(1, 0), 0x5555 }, { 0, 0x5555 },
                { NODE(6, 0), 0x5555 },       { NODE(9, 0), 0x5555 }, { NODE(15, 0), 0x5555 },
                { NODE(3, 7u << 9), 0x5556 }, /* a larger node's children not all equal */
                { NODE(3, 7u << 9), 0xFFFF } };
    for (unsigned i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        CHECK_EQ(forged(bad[i].node, bad[i].states), OCT9_ERR_PACKET_BAD);
        CHECK_EQ(robot_other.tree.root, OCT9_SLOT_LEAF);
    }
    static const struct {
        uint32_t at, word;
    } wrong[] = {
        { 0, 0x0001396F }, { 0, 0x0003396F }, { 0, 0x0102396F }, /* the version, and what is 0 */
        { 8, 0 },          { 12, 0 },         { 16, 4 },         { 20, 2 }, { 24, 1 }
    };
    for (unsigned i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        CHECK_EQ(forged(NODE(2, 0), 0x5555), OCT9_OK);
        packet_put_word(wrong[i].at, wrong[i].word);
        packet_sign(FORGED);
        CHECK_EQ(packet_apply(FORGED), OCT9_ERR_PACKET_BAD);
    }
}

/* What a receiver with its window at `window`, in x, says of a packet of a tile at `x`. */
static oct9_status_t forged_to(int32_t window, int32_t x, uint32_t number, uint32_t states)
{
    robot_other.window.x = window;
    packet_forge(number, (oct9_offset_t){ x, 0, 0 }, NODE(2, 0), states);
    return packet_apply(FORGED);
}

/* Outside its window a receiver takes no packet, but an older one does not come in later, when the
 * window has moved. */
static void late_since_one_came_outside(void)
{
    packet_begin_receiver(ROBOT_BLOCKS, OCT9_COARSEN, SEEN);
    CHECK_EQ(forged_to(512, 0, 2, 0xAAAA), OCT9_OK);
    CHECK_EQ(robot_other.tree.root, OCT9_SLOT_LEAF);
    CHECK_EQ(forged_to(0, 0, 1, 0x5555), OCT9_ERR_PACKET_LATE);
    CHECK_EQ(robot_leaf(&robot_other, 1, 1, 1).state, OCT9_UNKNOWN);
    CHECK_EQ(forged_to(0, 0, 2, 0xAAAA), OCT9_OK);
    CHECK_EQ(robot_leaf(&robot_other, 1, 1, 1).state, OCT9_OCCUPIED);
    CHECK_EQ(forged_to(512, 0, 1, 0x5555), OCT9_OK);
    CHECK_EQ(forged_to(0, 0, 1, 0x5555), OCT9_OK); /* the tile's own is newer: it is done */
    CHECK_EQ(robot_leaf(&robot_other, 1, 1, 1).state, OCT9_OCCUPIED);
}

/* A tile 8 cubes away has the same name: what came of it outside does not make this one's done. */
static void not_done_by_one_outside(void)
{
    packet_begin_receiver(ROBOT_BLOCKS, OCT9_COARSEN, SEEN);
    CHECK_EQ(forged_to(0, 4096, 2, 0x5555), OCT9_OK);
    CHECK_EQ(forged_to(0, 0, 1, 0xAAAA), OCT9_ERR_PACKET_LATE);
    CHECK_EQ(forged_to(0, 0, 3, 0xAAAA), OCT9_OK);
    CHECK_EQ(robot_leaf(&robot_other, 1, 1, 1).state, OCT9_OCCUPIED);
}

/* A node that was lost lies off the window's nodes when the window has moved by less than its size:
 * if it leaves then, a part of it may stay, and all is sent anew. */
static void lost_before_a_move(void)
{
    const oct9_offset_t back = { -1, 0, 0 }, ahead = { 1, 0, 0 };
    packet_begin();
    packet_hear_of_run();
    CHECK_EQ(forged(NODE(5, 0), 0x5555), OCT9_OK);
    CHECK_EQ(oct9_window_move(&robot_map, &back, 3), OCT9_OK);
    CHECK_EQ(oct9_packet_lost(&packet_sender, packet_bytes, FORGED), OCT9_OK);
    CHECK(packet_changes.largest == 5 && !packet_changes.lost);
    CHECK_EQ(oct9_window_move(&robot_map, &ahead, 5), OCT9_OK);
    CHECK(packet_changes.lost);
}

/* A node that is not aligned in the world, as no sender writes it, is noted by parts that are: one
 * of 32 cells' edge, in a window at 8, by nodes of 8. */
static void lost_ones_off_their_grid(void)
{
    oct9_change_t change;
    unsigned parts = 0;
    packet_begin();
    packet_hear_of_run(); /* nothing is known, all of it is sent */
    CHECK_EQ(forged(NODE(5, 0), 0x5555), OCT9_OK);
    packet_put_word(16, 8);
    packet_sign(HEADER + 6 + CRC);
    CHECK_EQ(oct9_packet_lost(&packet_sender, packet_bytes, HEADER + 6 + CRC), OCT9_OK);
    for (; oct9_occupancy_changes_take(&packet_changes, &change) == 1; parts++) {
        const oct9_cell_t *at = &change.node.corner;
        CHECK(change.node.level == 3 && at->x >= 8 && at->x < 40 && at->y < 32 && at->z < 32);
    }
    CHECK_EQ(parts, 4 * 4 * 4);
}

void suite_packet(void)
{
    RUN(one_cell);
    RUN(begins_with_all);
    RUN(begins_again);
    RUN(shifted_window);
    RUN(window_moves_meanwhile);
    RUN(lost_ones_are_written_anew);
    RUN(late_ones_are_passed_over);
    packet_runs();
    RUN(damage_is_refused);
    RUN(first_number);
    RUN(late_since_one_came_outside);
    RUN(not_done_by_one_outside);
    RUN(lost_before_a_move);
    RUN(forgery_is_refused);
    RUN(lost_ones_off_their_grid);
    packet_limits();
}
