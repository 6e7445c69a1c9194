/* SPDX-License-Identifier: MIT */
/* Packets: bytes told by hand, each damage refused, lost and late ones, and random maps sent
 * through packets of random sizes. */
#include "oct9/packet.h"

#include "oct9/window.h"
#include "src/mapping/changes.h"
#include "tests/golden/query.h"
#include "tests/golden/robot.h"
#include "tests/golden/suites.h"
#include "tests/test.h"

enum {
    TABLE = 256, SEEN = 256, BYTES = 256, ROUNDS = 4, HEADER = 28, CRC = 4,
    FORGED = HEADER + 6 + CRC                 /* one record of one half-word */
};

#define CUBE ((uint32_t)1 << 27)          /* all Morton codes of cells */

/* A record's word: a node's level and corner. */
#define NODE(level, corner) ((uint32_t)(level) << 27 | (corner))

static uint32_t table[TABLE];
static oct9_changes_t changes;
static oct9_tile_seen_t seen[SEEN];
static oct9_sender_t sender;
static oct9_receiver_t receiver;
static uint8_t bytes[BYTES];
static const oct9_run_t run = { 0xA1B2C3D4, 5 };

static void begin_run(uint32_t start)
{
    const oct9_run_t next = { run.sender, start };
    CHECK_EQ(oct9_packet_sender_init(&sender, &robot_map, &next), OCT9_OK);
}

static void begin_sender(uint32_t size)
{
    CHECK_EQ(oct9_occupancy_changes_init(&changes, table, size), OCT9_OK);
    CHECK_EQ(oct9_occupancy_init(&robot_map, world_pool, ROBOT_BLOCKS, &robot_model, &changes),
             OCT9_OK);
    begin_run(run.start);
}

static void begin_receiver(uint32_t blocks, oct9_full_t full, uint32_t size)
{
    robot_reset(&robot_other, blocks, full);
    CHECK_EQ(oct9_packet_receiver_init(&receiver, &robot_other, seen, size, &run), OCT9_OK);
}

static void begin(void)
{
    begin_sender(TABLE);
    begin_receiver(ROBOT_BLOCKS, OCT9_COARSEN, SEEN);
}

static void see(unsigned x, unsigned y, unsigned z, bool hit)
{
    const oct9_cell_t cell = { (uint16_t)x, (uint16_t)y, (uint16_t)z };
    CHECK_EQ(oct9_occupancy_observe(&robot_map, cell, hit), OCT9_OK);
}

static uint32_t write(uint32_t size)
{
    const int32_t length = oct9_packet_write(&sender, bytes, size);
    CHECK(length >= 0);
    CHECK(length <= (int32_t)size);
    return (uint32_t)length;
}

static oct9_status_t apply(uint32_t size)
{
    return oct9_packet_apply(&receiver, bytes, size);
}

/* The first packet of a run of which nothing is known: it holds no record, and is no other's. */
static void hear_of_run(void)
{
    CHECK_EQ(write(64), HEADER + CRC);
    CHECK_EQ(apply(HEADER + CRC), OCT9_OK);
    CHECK_EQ(write(64), 0);
}

/* Sends all there is; how many packets. */
static uint32_t send_all(uint32_t size)
{
    uint32_t count = 0, length;
    while (count < 1000 && (length = write(size)) > 0) {
        CHECK_EQ(apply(length), OCT9_OK);
        count++;
    }
    return count;
}

static void same_states(void)
{
    CHECK_EQ(robot_states_digest(&robot_other), robot_states_digest(&robot_map));
    robot_check(&robot_other);
}

static uint32_t word_at(uint32_t at)
{
    return bytes[at] | (uint32_t)bytes[at + 1] << 8 | (uint32_t)bytes[at + 2] << 16 |
           (uint32_t)bytes[at + 3] << 24;
}

/* --- by hand ---------------------------------------------------------------------------------- */

/* One occupied cell: its tile has one inner child, whose child 5 is occupied. */
static void one_cell(void)
{
    begin_sender(TABLE);
    begin_receiver(ROBOT_BLOCKS, OCT9_COARSEN, SEEN);
    robot_map.window = (oct9_offset_t){ 8, -16, (int32_t)1 << 20 };
    robot_other.window = robot_map.window;
    hear_of_run();                            /* nothing is known yet */
    sender.number = 0x01020304;               /* as after as many packets */
    see(9, 8, 9, true);
    CHECK_EQ(write(64), HEADER + 8 + CRC);
    CHECK(bytes[0] == 'o' && bytes[1] == '9' && bytes[2] == 2 && bytes[3] == 0);
    CHECK_EQ(word_at(4), 0xA1B2C3D4);
    CHECK_EQ(word_at(8), 5);
    CHECK_EQ(word_at(12), 0x01020304);
    CHECK_EQ(word_at(16), 8);
    CHECK_EQ((int32_t)word_at(20), -16);
    CHECK_EQ(word_at(24), (int32_t)1 << 20);
    CHECK_EQ(word_at(28), NODE(2, 7u << 9));    /* level 2 at 8, 8, 8 */
    CHECK_EQ(word_at(32), 3u | (uint32_t)2 << 16 << 2 * 5);
    CHECK_EQ(word_at(36), oct9_rom_crc32(0, oct9_rom_of_ram(bytes), 36));
    CHECK_EQ(apply(40), OCT9_OK);
    CHECK_EQ(robot_leaf(&robot_other, 9, 8, 9).payload, oct9_occupancy_payload(30, 0));
    CHECK_EQ(robot_log_odds(&robot_other, 8, 8, 9), 0);
    same_states();
    CHECK_EQ(write(64), 0);                   /* nothing is left */
    see(9, 8, 9, true);
    CHECK_EQ(write(64), 0);                   /* surer, but the same */
    for (int i = 0; i < 9; i++)
        see(9, 8, 9, false);
    CHECK_EQ(write(64), 40);
    CHECK_EQ(word_at(12), 0x01020305);
    CHECK_EQ(apply(40), OCT9_OK);
    CHECK_EQ(robot_leaf(&robot_other, 9, 8, 9).payload, oct9_occupancy_payload(-20, 0));
    same_states();
}

/* All that is known when it begins is sent, also what nobody noted. */
static void begins_with_all(void)
{
    const oct9_box_t part = { { 64, 64, 64 }, { 128, 128, 128 } };
    begin();
    robot_fill(&robot_map, &part, -4);
    robot_fill(&robot_map, &(oct9_box_t){ { 70, 71, 72 }, { 75, 73, 74 } }, 20);
    begin_run(6);
    const uint32_t count = send_all(64);
    CHECK(count > 2 && count < 100);          /* and no more than that */
    same_states();
}

/* When changes were lost all is sent anew, and what is unknown too: the cube by its parts. To take
 * that in lasts long on a small board; tests/exact sees it through. */
static void begins_again(void)
{
    begin_sender(16);
    begin_receiver(ROBOT_BLOCKS, OCT9_COARSEN, SEEN);
    see(100, 100, 100, true);
    CHECK(send_all(200) > 0);
    same_states();
    const oct9_box_t box = { { 100, 100, 100 }, { 101, 101, 101 } };
    CHECK_EQ(oct9_occupancy_clear_box(&robot_map, &box), OCT9_OK);
    for (unsigned i = 0; i < 40; i++)
        see(8 * i, 0, 0, true);
    CHECK(changes.lost);
    const uint32_t length = write(BYTES);
    CHECK(!changes.lost);
    CHECK(length > BYTES - 16);               /* full */
    CHECK(write(BYTES) > 0);                  /* and not all */
}

static void shifted_window(void)
{
    begin();
    robot_other.window = (oct9_offset_t){ 8, -8, 504 };
    see(20, 30, 511, true);                   /* at 12, 38, 7 there */
    see(3, 30, 511, true);                    /* outside there */
    see(20, 30, 100, false);
    CHECK(send_all(64) > 0);
    CHECK_EQ(robot_leaf(&robot_other, 12, 38, 7).state, OCT9_OCCUPIED);
    CHECK_EQ(oct9_occupancy_clear_box(&robot_other,
                                      &(oct9_box_t){ { 12, 38, 7 }, { 13, 39, 8 } }), OCT9_OK);
    CHECK_EQ(robot_other.tree.used, 0);
}

/* The window moves when a packet is full and more is to come: that is sent from where it lies
 * then. */
static void window_moves_meanwhile(void)
{
    const oct9_offset_t by = { -1, 2, 1 };
    begin();
    hear_of_run();
    for (unsigned i = 0; i < 64; i++)         /* eight tiles, no two alike in a packet */
        see(100 + i % 8, 100 + i / 8 % 8, 100 + (i * 5 + i / 8) % 8, i % 3 != 0);
    CHECK_EQ(apply(write(64)), OCT9_OK);
    CHECK_EQ(oct9_window_move(&robot_map, &by, 5), OCT9_OK);
    CHECK_EQ(oct9_window_move(&robot_other, &by, 5), OCT9_OK);
    CHECK(send_all(64) > 1);
    same_states();
}

static void lost_ones_are_written_anew(void)
{
    begin();
    see(20, 30, 40, true);
    const uint32_t first = write(64);
    CHECK(first > 0);
    CHECK_EQ(write(64), 0);
    see(21, 30, 40, true);                    /* what is sent then is what is so then */
    see(20, 30, 40, false);
    see(20, 30, 40, false);
    see(20, 30, 40, false);
    uint8_t kept[64];
    for (uint32_t i = 0; i < first; i++)
        kept[i] = bytes[i];
    CHECK(send_all(64) > 0);
    same_states();
    CHECK_EQ(oct9_packet_lost(&sender, kept, first), OCT9_OK);
    CHECK_EQ(send_all(64), 1);
    same_states();
    kept[21] ^= 1;
    CHECK_EQ(oct9_packet_lost(&sender, kept, first), OCT9_ERR_PACKET_BAD);
    CHECK_EQ(oct9_packet_lost(&sender, kept, first - 1), OCT9_ERR_PACKET_BAD);
    CHECK_EQ(write(64), 0);
}

/* An older packet that comes after a newer one changes nothing. */
static void late_ones_are_passed_over(void)
{
    uint8_t old[64];
    begin();
    see(20, 30, 40, true);
    const uint32_t length = write(64);
    for (uint32_t i = 0; i < length; i++)
        old[i] = bytes[i];
    for (int i = 0; i < 9; i++)
        see(20, 30, 40, false);
    CHECK_EQ(send_all(64), 1);
    const uint32_t digest = robot_digest(&robot_other);
    CHECK_EQ(oct9_packet_apply(&receiver, old, length), OCT9_OK);
    CHECK_EQ(robot_digest(&robot_other), digest);
    CHECK_EQ(send_all(64), 0);
    same_states();
}

/* --- damage ----------------------------------------------------------------------------------- */

/* Each bit and each length of a packet, and its own bytes once more. */
static void damage_is_refused(void)
{
    random_t random = { 261 };
    begin();
    for (int i = 0; i < 60; i++) {
        const oct9_cell_t at = robot_random_cell(&random, 8);
        see(100u + at.x, 100, 100u + at.z, at.y % 2 == 1);
    }
    const uint32_t length = write(128);
    const uint32_t empty = robot_digest(&robot_other), generation = robot_other.tree.generation;
    CHECK(length > 40);
    for (uint32_t bit = 0; bit < 8 * length; bit++) {
        bytes[bit / 8] = (uint8_t)(bytes[bit / 8] ^ 1u << bit % 8);
        CHECK_EQ(apply(length), OCT9_ERR_PACKET_BAD);
        bytes[bit / 8] = (uint8_t)(bytes[bit / 8] ^ 1u << bit % 8);
    }
    for (uint32_t size = 0; size < length; size++)
        CHECK_EQ(apply(size), OCT9_ERR_PACKET_BAD);
    CHECK_EQ(apply(length + 1), OCT9_ERR_PACKET_BAD);
    CHECK_EQ(robot_other.tree.generation, generation);
    CHECK_EQ(robot_digest(&robot_other), empty);
    CHECK_EQ(apply(length), OCT9_OK);
    const uint32_t applied = robot_digest(&robot_other);
    CHECK_EQ(apply(length), OCT9_OK);         /* again, and harmless */
    CHECK_EQ(robot_digest(&robot_other), applied);
}

static void put_word(uint32_t at, uint32_t word)
{
    for (unsigned i = 0; i < 4; i++)
        bytes[at + i] = (uint8_t)(word >> 8 * i);
}

static void sign(uint32_t length)
{
    put_word(length - CRC, oct9_rom_crc32(0, oct9_rom_of_ram(bytes), (size_t)(length - CRC)));
}

/* A packet of that number of the run, of one record of one half-word, signed. */
static void forge(uint32_t number, oct9_offset_t window, uint32_t node, uint32_t states)
{
    put_word(0, 0x0002396F);                  /* "o9", version 2 */
    put_word(4, run.sender);
    put_word(8, run.start);
    put_word(12, number);
    put_word(16, (uint32_t)window.x);
    put_word(20, (uint32_t)window.y);
    put_word(24, (uint32_t)window.z);
    put_word(HEADER, node);
    bytes[HEADER + 4] = (uint8_t)states;
    bytes[HEADER + 5] = (uint8_t)(states >> 8);
    sign(FORGED);
}

/* What a receiver that has seen nothing yet says of it. */
static oct9_status_t forged_first(uint32_t number, uint32_t node, uint32_t states)
{
    forge(number, (oct9_offset_t){ 0, 0, 0 }, node, states);
    begin_receiver(ROBOT_BLOCKS, OCT9_COARSEN, SEEN);
    return apply(FORGED);
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
    sign(HEADER + CRC);                       /* of nothing, which is no harm */
    CHECK_EQ(apply(HEADER + CRC), OCT9_OK);
    static const struct { uint32_t node, states; } bad[] = {
        { NODE(2, 7u << 9), 0x5557 },         /* an inner child, and no half-word of it */
        { NODE(2, 7u << 5), 0x5555 },         /* not aligned to its size */
        { NODE(3, 7u << 6), 0x5555 },
        { NODE(1, 0), 0x5555 }, { 0, 0x5555 }, { NODE(6, 0), 0x5555 }, { NODE(9, 0), 0x5555 },
        { NODE(15, 0), 0x5555 },
        { NODE(3, 7u << 9), 0x5556 },         /* a larger node's children not all equal */
        { NODE(3, 7u << 9), 0xFFFF }
    };
    for (unsigned i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        CHECK_EQ(forged(bad[i].node, bad[i].states), OCT9_ERR_PACKET_BAD);
        CHECK_EQ(robot_other.tree.root, OCT9_SLOT_LEAF);
    }
    static const struct { uint32_t at, word; } wrong[] = {
        { 0, 0x0001396F }, { 0, 0x0003396F }, { 0, 0x0102396F },   /* the version, and what is 0 */
        { 8, 0 }, { 12, 0 }, { 16, 4 }, { 20, 2 }, { 24, 1 }
    };
    for (unsigned i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        CHECK_EQ(forged(NODE(2, 0), 0x5555), OCT9_OK);
        put_word(wrong[i].at, wrong[i].word);
        sign(FORGED);
        CHECK_EQ(apply(FORGED), OCT9_ERR_PACKET_BAD);
    }
}

/* What a receiver with its window at `window`, in x, says of a packet of a tile at `x`. */
static oct9_status_t forged_to(int32_t window, int32_t x, uint32_t number, uint32_t states)
{
    robot_other.window.x = window;
    forge(number, (oct9_offset_t){ x, 0, 0 }, NODE(2, 0), states);
    return apply(FORGED);
}

/* Outside its window a receiver takes no packet, but an older one does not come in later, when the
 * window has moved. */
static void late_since_one_came_outside(void)
{
    begin_receiver(ROBOT_BLOCKS, OCT9_COARSEN, SEEN);
    CHECK_EQ(forged_to(512, 0, 2, 0xAAAA), OCT9_OK);
    CHECK_EQ(robot_other.tree.root, OCT9_SLOT_LEAF);
    CHECK_EQ(forged_to(0, 0, 1, 0x5555), OCT9_ERR_PACKET_LATE);
    CHECK_EQ(robot_leaf(&robot_other, 1, 1, 1).state, OCT9_UNKNOWN);
    CHECK_EQ(forged_to(0, 0, 2, 0xAAAA), OCT9_OK);
    CHECK_EQ(robot_leaf(&robot_other, 1, 1, 1).state, OCT9_OCCUPIED);
    CHECK_EQ(forged_to(512, 0, 1, 0x5555), OCT9_OK);
    CHECK_EQ(forged_to(0, 0, 1, 0x5555), OCT9_OK);       /* the tile's own is newer: it is done */
    CHECK_EQ(robot_leaf(&robot_other, 1, 1, 1).state, OCT9_OCCUPIED);
}

/* A tile 8 cubes away has the same name: what came of it outside does not make this one's done. */
static void not_done_by_one_outside(void)
{
    begin_receiver(ROBOT_BLOCKS, OCT9_COARSEN, SEEN);
    CHECK_EQ(forged_to(0, 4096, 2, 0x5555), OCT9_OK);
    CHECK_EQ(forged_to(0, 0, 1, 0xAAAA), OCT9_ERR_PACKET_LATE);
    CHECK_EQ(forged_to(0, 0, 3, 0xAAAA), OCT9_OK);
    CHECK_EQ(robot_leaf(&robot_other, 1, 1, 1).state, OCT9_OCCUPIED);
}

/* A node that was lost lies off the window's nodes when the window has moved by less than its size: if
 * it leaves then, a part of it may stay, and all is sent anew. */
static void lost_before_a_move(void)
{
    const oct9_offset_t back = { -1, 0, 0 }, ahead = { 1, 0, 0 };
    begin();
    hear_of_run();
    CHECK_EQ(forged(NODE(5, 0), 0x5555), OCT9_OK);
    CHECK_EQ(oct9_window_move(&robot_map, &back, 3), OCT9_OK);
    CHECK_EQ(oct9_packet_lost(&sender, bytes, FORGED), OCT9_OK);
    CHECK(changes.largest == 5 && !changes.lost);
    CHECK_EQ(oct9_window_move(&robot_map, &ahead, 5), OCT9_OK);
    CHECK(changes.lost);
}

/* A node that is not aligned in the world, as no sender writes it, is noted by parts that are: one
 * of 32 cells' edge, in a window at 8, by nodes of 8. */
static void lost_ones_off_their_grid(void)
{
    oct9_change_t change;
    unsigned parts = 0;
    begin();
    hear_of_run();                            /* nothing is known, all of it is sent */
    CHECK_EQ(forged(NODE(5, 0), 0x5555), OCT9_OK);
    put_word(16, 8);
    sign(HEADER + 6 + CRC);
    CHECK_EQ(oct9_packet_lost(&sender, bytes, HEADER + 6 + CRC), OCT9_OK);
    for (; oct9_changes_take(&changes, &change) == 1; parts++) {
        const oct9_cell_t *at = &change.node.corner;
        CHECK(change.node.level == 3 && at->x >= 8 && at->x < 40 && at->y < 32 && at->z < 32);
    }
    CHECK_EQ(parts, 4 * 4 * 4);
}

/* --- runs ------------------------------------------------------------------------------------- */

static bool knows(unsigned x, oct9_state_t state)
{
    return robot_leaf(&robot_other, x, 8, 8).state == state;
}

/* The robot starts anew and knows nothing. */
static void restart(uint32_t start)
{
    begin_sender(TABLE);
    begin_run(start);
}

/* A cell is free, as the packet of that number of a run tells; in the next run it is occupied. */
static void restart_from(uint32_t start, uint32_t number)
{
    uint8_t old[64];
    restart(start);
    begin_receiver(ROBOT_BLOCKS, OCT9_COARSEN, SEEN);
    receiver.run.start = start;
    sender.number = number;
    see(9, 8, 8, false);
    see(100, 8, 8, false);
    const uint32_t length = write(64);
    for (uint32_t i = 0; i < length; i++)
        old[i] = bytes[i];
    CHECK_EQ(apply(length), OCT9_OK);
    CHECK(knows(9, OCT9_FREE) && knows(100, OCT9_FREE));
    restart(start + 1u);
    see(9, 8, 8, true);
    CHECK_EQ(apply(write(64)), OCT9_OK);
    CHECK(knows(9, OCT9_OCCUPIED) && knows(100, OCT9_UNKNOWN));
    CHECK_EQ(receiver.run.start, start + 1u);
    const uint32_t digest = robot_digest(&robot_other), generation = robot_other.tree.generation;
    CHECK_EQ(oct9_packet_apply(&receiver, old, length), OCT9_ERR_PACKET_RUN);
    CHECK_EQ(robot_digest(&robot_other), digest);
    CHECK_EQ(robot_other.tree.generation, generation);
    same_states();
}

/* However many packets came before it, and however many runs. */
static void restarts(void)
{
    static const uint32_t start[] = { 1, 4095, 4096, 0x7FFFFFFF, UINT32_MAX - 1u };
    static const uint32_t number[] = { 1, 2, ((uint32_t)1 << 20) + 5u, UINT32_MAX };
    for (unsigned i = 0; i < sizeof start / sizeof start[0]; i++)
        for (unsigned k = 0; k < sizeof number / sizeof number[0]; k++)
            restart_from(start[i], number[k]);
}

/* Nothing is known in a new run, and that is told: nothing of the earlier one stays. */
static void a_run_of_nothing(void)
{
    begin();
    see(9, 8, 8, false);
    CHECK_EQ(send_all(64), 1);
    restart(6);
    const uint32_t length = write(64);
    CHECK_EQ(length, HEADER + CRC);
    CHECK_EQ(write(64), 0);
    CHECK_EQ(oct9_packet_lost(&sender, bytes, length), OCT9_OK);
    hear_of_run();
    CHECK(knows(9, OCT9_UNKNOWN));
    CHECK_EQ(robot_other.tree.used, 0);
}

/* What was lost has left the window when it would be written anew: still the run is told. */
static void lost_and_left_behind(void)
{
    begin();
    see(9, 8, 8, false);
    CHECK_EQ(send_all(64), 1);
    restart(6);
    see(9, 8, 8, true);
    const uint32_t length = write(64);
    CHECK_EQ(oct9_packet_lost(&sender, bytes, length), OCT9_OK);
    CHECK_EQ(oct9_window_move(&robot_map, &(oct9_offset_t){ 1, 0, 0 }, 6), OCT9_OK);
    hear_of_run();
    CHECK(knows(9, OCT9_UNKNOWN));
}

/* Numbers go to the last and no further. */
static void numbers_end(void)
{
    begin();
    hear_of_run();
    sender.number = UINT32_MAX - 1u;
    see(9, 8, 8, false);
    CHECK_EQ(send_all(64), 1);
    for (int i = 0; i < 2; i++)
        see(9, 8, 8, true);
    CHECK_EQ(apply(write(64)), OCT9_OK);
    CHECK_EQ(word_at(12), UINT32_MAX);
    CHECK(knows(9, OCT9_OCCUPIED));
    see(9, 8, 9, true);
    query_paint(bytes, sizeof bytes);
    const uint32_t used = changes.used, at = sender.at;
    for (int i = 0; i < 2; i++)
        CHECK_EQ(oct9_packet_write(&sender, bytes, 64), OCT9_ERR_PACKET_LAST);
    CHECK(query_painted(bytes, sizeof bytes) && changes.used == used && sender.at == at);
    begin_run(6);
    CHECK_EQ(send_all(64), 1);
    CHECK_EQ(word_at(12), 1);
    same_states();
}

/* Of two robots that hear and are heard by all, each receiver follows its own. */
static void other_senders_are_refused(void)
{
    begin();
    see(9, 8, 8, true);
    CHECK_EQ(send_all(64), 1);
    const uint32_t digest = robot_digest(&robot_other), generation = robot_other.tree.generation;
    for (unsigned bit = 0; bit < 32; bit++)
        for (uint32_t start = 4; start < 7; start++) {
            forge(9, (oct9_offset_t){ 8, 8, 8 }, NODE(2, 0), 0x5555);
            put_word(4, run.sender ^ (uint32_t)1 << bit);
            put_word(8, start);
            sign(FORGED);
            CHECK_EQ(apply(FORGED), OCT9_ERR_PACKET_SENDER);
        }
    CHECK_EQ(robot_digest(&robot_other), digest);
    CHECK_EQ(robot_other.tree.generation, generation);
    CHECK_EQ(receiver.run.start, run.start);
    see(100, 8, 8, true);
    CHECK_EQ(send_all(64), 1);
    same_states();
}

/* Who begins to listen asks for a new run, and takes nothing older. */
static void receiver_begins_anew(void)
{
    const oct9_run_t asked = { run.sender, 6 };
    begin();
    see(9, 8, 8, false);
    const uint32_t length = write(64);
    CHECK_EQ(apply(length), OCT9_OK);
    CHECK_EQ(oct9_packet_receiver_init(&receiver, &robot_other, seen, SEEN, &asked), OCT9_OK);
    CHECK(knows(9, OCT9_UNKNOWN));
    CHECK_EQ(apply(length), OCT9_ERR_PACKET_RUN);
    CHECK(knows(9, OCT9_UNKNOWN));
    begin_run(6);
    CHECK_EQ(send_all(64), 1);
    same_states();
}

/* What no call notes is told all the same: the whole cube, what is unknown too. */
static void tells_all_again(void)
{
    CHECK(write(64) > HEADER + CRC);
    CHECK(word_at(HEADER) % CUBE == 0);
    CHECK(sender.at > 0 && sender.end == CUBE && !sender.known);
    begin_run(sender.run.start + 1u);
    CHECK(send_all(64) > 0);
    same_states();
}

static void changed_behind_its_back(void)
{
    const oct9_box_t box = { { 8, 8, 8 }, { 12, 12, 12 } };
    begin();
    see(9, 8, 8, false);
    CHECK_EQ(send_all(64), 1);
    robot_fill(&robot_map, &box, 20);
    tells_all_again();
    robot_fill(&robot_map, &box, -20);
    see(100, 8, 8, false);                    /* a call that notes comes after */
    tells_all_again();
    const oct9_thresholds_t thresholds = robot_map.tree.thresholds;
    CHECK_EQ(oct9_tree_init(&robot_map.tree, world_pool, ROBOT_BLOCKS, &thresholds), OCT9_OK);
    tells_all_again();
    CHECK_EQ(oct9_occupancy_init(&robot_map, world_pool, ROBOT_BLOCKS, &robot_model, &changes),
             OCT9_OK);
    tells_all_again();
    robot_map.changes = NULL;                 /* and a time without a set */
    see(9, 8, 8, true);
    robot_map.changes = &changes;
    tells_all_again();
    see(200, 8, 8, false);
    CHECK_EQ(send_all(64), 1);                /* its own calls lose nothing */
    CHECK(sender.end != CUBE);
}

static void without_changes(void)
{
    begin();
    see(9, 8, 8, true);
    const uint32_t length = write(64);
    query_paint(&sender, sizeof sender);
    robot_map.changes = NULL;
    CHECK_EQ(oct9_packet_sender_init(&sender, &robot_map, &run), OCT9_ERR_CHANGES_SIZE);
    CHECK(query_painted(&sender, sizeof sender));
    robot_map.changes = &changes;
    begin_run(run.start);
    robot_map.changes = NULL;
    CHECK_EQ(oct9_packet_write(&sender, bytes, 64), OCT9_ERR_CHANGES_SIZE);
    CHECK_EQ(oct9_packet_lost(&sender, bytes, length), OCT9_ERR_CHANGES_SIZE);
    CHECK_EQ(sender.number, 1);
    robot_map.changes = &changes;
    CHECK_EQ(send_all(64), 1);
    same_states();
}

/* --- limits ----------------------------------------------------------------------------------- */

static void errors(void)
{
    static const uint32_t bad[] = { 0, 1, 15, 17, 24, ((uint32_t)1 << 24) + 1, (uint32_t)1 << 25 };
    begin();
    see(1, 2, 3, true);
    CHECK_EQ(oct9_packet_write(&sender, bytes, OCT9_PACKET_MIN - 1), OCT9_ERR_PACKET_SIZE);
    CHECK_EQ(oct9_packet_write(&sender, bytes, 0), OCT9_ERR_PACKET_SIZE);
    CHECK_EQ(oct9_packet_write(&sender, bytes, OCT9_PACKET_MAX + 1), OCT9_ERR_PACKET_SIZE);
    CHECK(write(OCT9_PACKET_MIN) > 0);
    const oct9_run_t none = { run.sender, 0 };
    query_paint(&sender, sizeof sender);
    query_paint(&receiver, sizeof receiver);
    CHECK_EQ(oct9_packet_sender_init(&sender, &robot_map, &none), OCT9_ERR_PACKET_RUN);
    CHECK_EQ(oct9_packet_receiver_init(&receiver, &robot_other, seen, SEEN, &none), OCT9_ERR_PACKET_RUN);
    CHECK(query_painted(&sender, sizeof sender) && query_painted(&receiver, sizeof receiver));
    for (unsigned i = 0; i < sizeof bad / sizeof bad[0]; i++)
        CHECK_EQ(oct9_packet_receiver_init(&receiver, &robot_other, seen, bad[i], &run),
                 OCT9_ERR_CHANGES_SIZE);
}

/* A packet of that number, of an occupied tile at a place in the world, to a receiver there whose
 * map is unknown: what it says, and whether the tile is so then. */
static bool apply_tile(uint32_t number, const int32_t at[3], oct9_status_t *status)
{
    uint32_t corner = 0;
    const oct9_offset_t window = { at[0] & ~7, at[1] & ~7, at[2] & ~7 };
    robot_reset(&robot_other, ROBOT_BLOCKS, OCT9_COARSEN);
    robot_other.window = window;
    for (unsigned a = 0; a < 3; a++)
        corner |= ((uint32_t)at[a] >> 2 & 1u) << (6 + a);
    forge(number, window, NODE(2, corner), 0xAAAA);
    *status = apply(FORGED);
    return robot_leaf(&robot_other, (uint32_t)at[0] & 7u, (uint32_t)at[1] & 7u,
                      (uint32_t)at[2] & 7u).state == OCT9_OCCUPIED;
}

/* Two tiles that differ in one bit of one coordinate, up to 2,048 cells: an older packet of the one
 * is not taken for done because of a newer one of the other. */
static void one_bit_tells_tiles_apart(void)
{
    oct9_status_t status;
    unsigned late = 0;
    for (int32_t base = 0; base >= -4; base -= 4)     /* all bits 0, and all 1 */
        for (unsigned a = 0; a < 3; a++)
            for (unsigned bit = 2; bit < 12; bit++) {
                int32_t at[3] = { base, base, base };
                begin_receiver(ROBOT_BLOCKS, OCT9_COARSEN, 16);
                CHECK(apply_tile(2, at, &status) && status == OCT9_OK);
                at[a] ^= (int32_t)1 << bit;
                CHECK_EQ(apply_tile(1, at, &status), status == OCT9_OK);
                CHECK(status == OCT9_OK || status == OCT9_ERR_PACKET_LATE);
                late += status != OCT9_OK;
            }
    CHECK(late > 30);                         /* most of the 60 share an entry of the 16 */
}

/* What fits is applied; when there is room it is sent anew. */
static void receiver_refuses(void)
{
    begin_sender(TABLE);
    begin_receiver(9, OCT9_REFUSE, SEEN);
    see(1, 2, 3, true);
    see(400, 2, 3, true);
    const uint32_t length = write(64);
    CHECK(length > 32);                       /* both */
    CHECK_EQ(apply(length), OCT9_ERR_POOL_FULL);
    CHECK_EQ(robot_leaf(&robot_other, 1, 2, 3).state +
             robot_leaf(&robot_other, 400, 2, 3).state, OCT9_OCCUPIED);   /* one of the two */
    CHECK_EQ(robot_other.grown, 0);
    robot_check(&robot_other);
    begin_receiver(ROBOT_BLOCKS, OCT9_REFUSE, SEEN);
    CHECK_EQ(oct9_packet_lost(&sender, bytes, length), OCT9_OK);
    CHECK(send_all(64) > 0);
    same_states();
}

/* A tile that is occupied as a whole is refused as a whole, and changes nothing. */
static void receiver_refuses_a_tile(void)
{
    const oct9_box_t box = { { 400, 0, 0 }, { 404, 4, 4 } };
    begin_sender(TABLE);
    begin_receiver(6, OCT9_REFUSE, SEEN);
    robot_fill(&robot_map, &box, 10);
    begin_run(run.start);
    const uint32_t length = write(64), before = robot_digest(&robot_other);
    CHECK_EQ(apply(length), OCT9_ERR_POOL_FULL);
    CHECK_EQ(robot_digest(&robot_other), before);
    CHECK_EQ(robot_other.tree.failed, 1);
    begin_receiver(7, OCT9_REFUSE, SEEN);
    CHECK_EQ(apply(length), OCT9_OK);
    CHECK_EQ(robot_leaf(&robot_other, 403, 3, 3).level, 2);
    CHECK_EQ(apply(length), OCT9_OK);         /* what is there already takes no block */
}

/* Where there is no room a larger leaf takes the tile in, and is no surer than it was. */
static void taken_in_as_it_is(void)
{
    begin_sender(TABLE);
    begin_receiver(1, OCT9_COARSEN, SEEN);
    see(1, 2, 3, false);
    CHECK(send_all(64) > 0);
    CHECK(robot_other.grown > 0);
    CHECK_EQ(robot_leaf(&robot_other, 1, 2, 3).state, OCT9_UNKNOWN);
    CHECK_EQ(robot_leaf(&robot_other, 400, 2, 3).state, OCT9_UNKNOWN);
}

static oct9_changes_t received;

static void receive_with_changes(uint32_t blocks)
{
    static uint32_t noted[16];
    begin_sender(TABLE);
    begin_receiver(blocks, OCT9_COARSEN, SEEN);
    CHECK_EQ(oct9_occupancy_changes_init(&received, noted, 16), OCT9_OK);
    robot_other.changes = &received;
    CHECK_EQ(oct9_packet_receiver_init(&receiver, &robot_other, seen, SEEN, &run), OCT9_OK);
    oct9_change_t change;
    CHECK_EQ(oct9_occupancy_changed(&robot_other, &change), OCT9_ERR_CHANGES_LOST);
}

/* What a packet changes is noted, as all that changes a map is. */
static void receiver_notes(void)
{
    oct9_change_t change;
    receive_with_changes(ROBOT_BLOCKS);
    see(20, 30, 41, true);
    CHECK(send_all(64) > 0);
    CHECK_EQ(oct9_occupancy_changed(&robot_other, &change), 1);
    CHECK(change.node.corner.x == 20 && change.node.corner.y == 30 && change.node.corner.z == 40);
    CHECK(change.node.level == 1 && change.cells == 0x10);
    CHECK_EQ(oct9_occupancy_changed(&robot_other, &change), 0);
}

/* Where a larger leaf takes the tile in, all of that is. */
static void receiver_notes_what_grows(void)
{
    oct9_change_t change;
    receive_with_changes(1);
    see(20, 30, 41, true);
    CHECK(send_all(64) > 0);
    CHECK(robot_other.grown > 0);
    CHECK_EQ(oct9_occupancy_changed(&robot_other, &change), 1);
    CHECK_EQ(change.node.corner.x | change.node.corner.y | change.node.corner.z, 0);
    CHECK_EQ(change.node.level, robot_leaf(&robot_other, 20, 30, 41).level);
}

/* A table that is far too small: some are said to be late, and come when they are sent anew. */
static void small_table(void)
{
    random_t random = { 262 };
    uint8_t kept[8][64];
    uint32_t length[8], late = 0;
    begin_sender(TABLE);
    begin_receiver(ROBOT_BLOCKS, OCT9_COARSEN, 16);
    for (unsigned i = 0; i < 24; i++) {
        const oct9_cell_t at = robot_random_cell(&random, 16);
        see(8 * i, 8u * at.y, 8u * at.z, true);
    }
    for (int rounds = 0; rounds < 100; rounds++) {
        uint32_t count = 0;
        while (count < 8 && (length[count] = write(64)) > 0) {
            for (uint32_t i = 0; i < length[count]; i++)
                kept[count][i] = bytes[i];
            count++;
        }
        if (count == 0)
            break;
        while (count-- > 0) {                 /* the last written comes first */
            const oct9_status_t status =
                oct9_packet_apply(&receiver, kept[count], length[count]);
            CHECK(status == OCT9_OK || status == OCT9_ERR_PACKET_LATE);
            if (status != OCT9_OK) {
                late++;
                CHECK_EQ(oct9_packet_lost(&sender, kept[count], length[count]), OCT9_OK);
            }
        }
    }
    CHECK(late > 0);
    same_states();
}

/* --- at random -------------------------------------------------------------------------------- */

static void random_maps(void)
{
    random_t random = { 263 };
    uint32_t digest = DIGEST_BEGIN;
    for (int i = 0; i < ROUNDS; i++) {
        const uint32_t size = 64 + random_below(&random, BYTES - 64);
        begin_sender(i == 0 ? 16 : TABLE);   /* once all is sent again and again */
        begin_receiver(ROBOT_BLOCKS, OCT9_COARSEN, SEEN);
        for (int k = 0; k < 3; k++) {
            oct9_point_t origin;
            uint32_t length;
            const uint32_t count = 1 + robot_random_scan(&random, &origin) / 6;
            CHECK_EQ(robot_scan(&robot_map, &origin, count, UINT32_MAX), OCT9_OK);
            CHECK_EQ(robot_map.merged + robot_map.grown, 0);
            while ((length = write(size)) > 0) {
                CHECK_EQ(apply(length), OCT9_OK);
                digest = digest_add(digest, word_at(length - CRC));
            }
            same_states();
        }
    }
    TEST_DIGEST("packets", digest);
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
    RUN(restarts);
    RUN(a_run_of_nothing);
    RUN(lost_and_left_behind);
    RUN(numbers_end);
    RUN(other_senders_are_refused);
    RUN(receiver_begins_anew);
    RUN(changed_behind_its_back);
    RUN(without_changes);
    RUN(damage_is_refused);
    RUN(first_number);
    RUN(late_since_one_came_outside);
    RUN(not_done_by_one_outside);
    RUN(lost_before_a_move);
    RUN(forgery_is_refused);
    RUN(lost_ones_off_their_grid);
    RUN(errors);
    RUN(one_bit_tells_tiles_apart);
    RUN(receiver_refuses);
    RUN(receiver_refuses_a_tile);
    RUN(taken_in_as_it_is);
    RUN(receiver_notes);
    RUN(receiver_notes_what_grows);
    RUN(small_table);
    RUN(random_maps);
}
