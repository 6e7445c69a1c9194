/* SPDX-License-Identifier: MIT */
/* Packets: bytes by hand, lost and late ones, robots that start anew, and random maps sent
 * through packets of random sizes. */
#include "tests/golden/query.h"
#include "tests/packet/radio.h"
#include "tests/golden/suites.h"
#include "tests/test.h"

enum { ROUNDS = 4 };

/* --- by hand ---------------------------------------------------------------------------------- */

/* One occupied cell: half its tile has one inner child, whose child 5 is occupied. */
static void one_cell(void)
{
    radio_begin_sender(RADIO_TABLE);
    radio_begin_receiver(ROBOT_BLOCKS, OCT9_COARSEN, RADIO_SEEN);
    robot_map.window = (oct9_offset_t){ 8, -16, (int32_t)1 << 20 };
    robot_other.window = robot_map.window;
    radio_hear_of_run();              /* nothing is known yet */
    radio_sender.number = 0x01020304; /* as after as many packets */
    radio_see(9, 8, 9, true);
    CHECK_EQ(radio_write(30), RADIO_HEADER + 6 + RADIO_CRC);
    CHECK_EQ(radio_word_at(0) & 0xFFFF, 0xC3D4);
    CHECK_EQ(radio_word_at(2), 5);
    CHECK_EQ(radio_word_at(6), 0x01020304);
    CHECK_EQ(radio_word_at(10), 1u | (uint32_t)510 << 9 | (uint32_t)3 << 27);
    CHECK_EQ(radio_word_at(14), 0x03C00070); /* half the tile at 8, 8, 8; its child 0 is inner */
    CHECK_EQ(radio_word_at(18) & 0xFFFF, 2u << 2 * 5);
    const uint32_t crc = radio_word_at(20);
    radio_sign(24, 0xA1B2C3D4, robot_map.window);
    CHECK_EQ(radio_word_at(20), crc);
    CHECK_EQ(radio_apply(24), OCT9_OK);
    CHECK_EQ(robot_leaf(&robot_other, 9, 8, 9).payload, oct9_occupancy_payload(30, 0));
    CHECK_EQ(robot_log_odds(&robot_other, 8, 8, 9), 0);
    radio_same_states();
    CHECK_EQ(radio_write(64), 0); /* nothing is left */
    radio_see(9, 8, 9, true);
    CHECK_EQ(radio_write(64), 0); /* surer, but the same */
    for (int i = 0; i < 9; i++)
        radio_see(9, 8, 9, false);
    CHECK_EQ(radio_write(64), 24);
    CHECK_EQ(radio_word_at(6), 0x01020305);
    CHECK_EQ(radio_apply(24), OCT9_OK);
    CHECK_EQ(robot_leaf(&robot_other, 9, 8, 9).payload, oct9_occupancy_payload(-20, 0));
    radio_same_states();
}

/* All that is known when it begins is sent, also what nobody noted. */
static void begins_with_all(void)
{
    const oct9_box_t part = { { 64, 64, 64 }, { 128, 128, 128 } };
    radio_begin();
    robot_fill(&robot_map, &part, -4);
    robot_fill(&robot_map, &(oct9_box_t){ { 70, 71, 72 }, { 75, 73, 74 } }, 20);
    radio_begin_run(6);
    const uint32_t count = radio_send_all(64);
    CHECK(count > 2 && count < 100); /* and no more than that */
    radio_same_states();
}

/* When changes were lost all is sent anew, and what is unknown too: each leaf by one record. */
static void begins_again(void)
{
    radio_begin_sender(16);
    radio_begin_receiver(ROBOT_BLOCKS, OCT9_COARSEN, RADIO_SEEN);
    radio_see(100, 100, 100, true);
    CHECK(radio_send_all(200) > 0);
    radio_same_states();
    const oct9_box_t box = { { 100, 100, 100 }, { 101, 101, 101 } };
    CHECK_EQ(oct9_occupancy_clear_box(&robot_map, &box), OCT9_OK);
    for (unsigned i = 0; i < 40; i++)
        radio_see(8 * i, 0, 0, true);
    CHECK(radio_changes.lost);
    CHECK(radio_send_all(60) > 1);
    CHECK(!radio_changes.lost);
    radio_same_states();
}

/* A cube that is unknown, or of one state, is one record, wherever the window lies. */
static void a_cube_is_one_record(void)
{
    for (int32_t x = 0; x <= 8; x += 8) {
        radio_begin();
        robot_map.window.x = robot_other.window.x = x;
        radio_see(9, 8, 8, true);
        CHECK_EQ(radio_send_all(30), 1);
        CHECK_EQ(
            oct9_tree_init(&robot_map.tree, world_pool, ROBOT_BLOCKS, &robot_map.tree.thresholds),
            OCT9_OK);
        CHECK_EQ(radio_write(30), RADIO_FORGED);
        CHECK_EQ(radio_word_at(RADIO_HEADER) & 0xFFFFFF, NODE(9, 0, 0));
        CHECK_EQ(radio_apply(RADIO_FORGED), OCT9_OK);
        CHECK_EQ(radio_write(30), 0);
        radio_same_states();
    }
}

static void shifted_window(void)
{
    radio_begin();
    robot_other.window = (oct9_offset_t){ 8, -8, 504 };
    radio_see(20, 30, 511, true); /* at 12, 38, 7 there */
    radio_see(3, 30, 511, true);  /* outside there */
    radio_see(20, 30, 100, false);
    CHECK(radio_send_all(64) > 0);
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
    radio_begin();
    radio_hear_of_run();
    for (unsigned i = 0; i < 64; i++) /* eight tiles, no two alike in a packet */
        radio_see(100 + i % 8, 100 + i / 8 % 8, 100 + (i * 5 + i / 8) % 8, i % 3 != 0);
    CHECK_EQ(radio_apply(radio_write(64)), OCT9_OK);
    CHECK_EQ(oct9_window_move(&robot_map, &by, 5), OCT9_OK);
    CHECK_EQ(oct9_window_move(&robot_other, &by, 5), OCT9_OK);
    CHECK(radio_send_all(64) > 1);
    radio_same_states();
}

static void lost_ones_are_written_anew(void)
{
    radio_begin();
    radio_see(20, 30, 40, true);
    const uint32_t first = radio_write(64);
    CHECK(first > 0);
    CHECK_EQ(radio_write(64), 0);
    radio_see(21, 30, 40, true); /* what is sent then is what is so then */
    radio_see(20, 30, 40, false);
    radio_see(20, 30, 40, false);
    radio_see(20, 30, 40, false);
    uint8_t kept[64];
    for (uint32_t i = 0; i < first; i++)
        kept[i] = radio_bytes[i];
    CHECK(radio_send_all(64) > 0);
    radio_same_states();
    CHECK_EQ(oct9_packet_lost(&radio_sender, kept, first), OCT9_OK);
    CHECK_EQ(radio_send_all(64), 1);
    radio_same_states();
    kept[21] ^= 1;
    CHECK_EQ(oct9_packet_lost(&radio_sender, kept, first), OCT9_ERR_PACKET_BAD);
    CHECK_EQ(oct9_packet_lost(&radio_sender, kept, first - 1), OCT9_ERR_PACKET_BAD);
    CHECK_EQ(radio_write(64), 0);
}

/* An older packet that comes after a newer one changes nothing, and is sent again. */
static void late_ones_are_passed_over(void)
{
    uint8_t old[64];
    radio_begin();
    radio_see(20, 30, 40, true);
    const uint32_t length = radio_write(64);
    for (uint32_t i = 0; i < length; i++)
        old[i] = radio_bytes[i];
    for (int i = 0; i < 9; i++)
        radio_see(20, 30, 40, false);
    CHECK_EQ(radio_send_all(64), 1);
    const uint32_t digest = robot_digest(&robot_other);
    CHECK_EQ(oct9_packet_apply(&radio_receiver, old, length), OCT9_ERR_PACKET_LATE);
    CHECK_EQ(robot_digest(&robot_other), digest);
    CHECK_EQ(radio_send_all(64), 0);
    radio_same_states();
}

/* --- runs ------------------------------------------------------------------------------------- */

static bool knows(unsigned x, oct9_state_t state)
{
    return robot_leaf(&robot_other, x, 8, 8).state == state;
}

/* The robot starts anew and knows nothing. */
static void restart(uint32_t start)
{
    radio_begin_sender(RADIO_TABLE);
    radio_begin_run(start);
}

/* A cell is free, as the packet of that number of a run says; in the next run it is occupied. */
static void restart_from(uint32_t start, uint32_t number)
{
    uint8_t old[64];
    restart(start);
    radio_begin_receiver(ROBOT_BLOCKS, OCT9_COARSEN, RADIO_SEEN);
    radio_receiver.run.start = start;
    radio_sender.number = number;
    radio_see(9, 8, 8, false);
    radio_see(100, 8, 8, false);
    const uint32_t length = radio_write(64);
    for (uint32_t i = 0; i < length; i++)
        old[i] = radio_bytes[i];
    CHECK_EQ(radio_apply(length), OCT9_OK);
    CHECK(knows(9, OCT9_FREE) && knows(100, OCT9_FREE));
    restart(start + 1u);
    radio_see(9, 8, 8, true);
    CHECK_EQ(radio_apply(radio_write(64)), OCT9_OK);
    CHECK(knows(9, OCT9_OCCUPIED) && knows(100, OCT9_UNKNOWN));
    CHECK_EQ(radio_receiver.run.start, start + 1u);
    const uint32_t digest = robot_digest(&robot_other), generation = robot_other.tree.generation;
    CHECK_EQ(oct9_packet_apply(&radio_receiver, old, length), OCT9_ERR_PACKET_RUN);
    CHECK_EQ(robot_digest(&robot_other), digest);
    CHECK_EQ(robot_other.tree.generation, generation);
    radio_same_states();
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

/* Nothing is known in a new run, and its packets say so: nothing of the earlier one stays. */
static void a_run_of_nothing(void)
{
    radio_begin();
    radio_see(9, 8, 8, false);
    CHECK_EQ(radio_send_all(64), 1);
    restart(6);
    const uint32_t length = radio_write(64);
    CHECK_EQ(length, RADIO_HEADER + RADIO_CRC);
    CHECK_EQ(radio_write(64), 0);
    CHECK_EQ(oct9_packet_lost(&radio_sender, radio_bytes, length), OCT9_OK);
    radio_hear_of_run();
    CHECK(knows(9, OCT9_UNKNOWN));
    CHECK_EQ(robot_other.tree.used, 0);
}

/* What was lost has left the window when it would be written anew: the run is sent nevertheless. */
static void lost_and_left_behind(void)
{
    radio_begin();
    radio_see(9, 8, 8, false);
    CHECK_EQ(radio_send_all(64), 1);
    restart(6);
    radio_see(9, 8, 8, true);
    const uint32_t length = radio_write(64);
    CHECK_EQ(oct9_packet_lost(&radio_sender, radio_bytes, length), OCT9_OK);
    CHECK_EQ(oct9_window_move(&robot_map, &(oct9_offset_t){ 1, 0, 0 }, 6), OCT9_OK);
    radio_hear_of_run();
    CHECK(knows(9, OCT9_UNKNOWN));
}

/* Numbers go to the last and no further. */
static void numbers_end(void)
{
    radio_begin();
    radio_hear_of_run();
    radio_sender.number = UINT32_MAX - 1u;
    radio_see(9, 8, 8, false);
    CHECK_EQ(radio_send_all(64), 1);
    for (int i = 0; i < 2; i++)
        radio_see(9, 8, 8, true);
    CHECK_EQ(radio_apply(radio_write(64)), OCT9_OK);
    CHECK_EQ(radio_word_at(6), UINT32_MAX);
    CHECK(knows(9, OCT9_OCCUPIED));
    radio_see(9, 8, 9, true);
    query_paint(radio_bytes, sizeof radio_bytes);
    const uint32_t used = radio_changes.used, at = radio_sender.at;
    for (int i = 0; i < 2; i++) {
        CHECK_EQ(oct9_packet_write(&radio_sender, radio_bytes, 64, 9), OCT9_ERR_PACKET_LAST);
        CHECK_EQ(oct9_packet_repeat(&radio_sender, radio_bytes, 64, 9), OCT9_ERR_PACKET_LAST);
    }
    CHECK(query_painted(radio_bytes, sizeof radio_bytes) && radio_changes.used == used &&
          radio_sender.at == at);
    radio_begin_run(6);
    CHECK_EQ(radio_send_all(64), 1);
    CHECK_EQ(radio_word_at(6), 1);
    radio_same_states();
}

/* Of two robots that hear and are heard by all, each receiver follows its own. */
static void other_senders_are_refused(void)
{
    radio_begin();
    radio_see(9, 8, 8, true);
    CHECK_EQ(radio_send_all(64), 1);
    const uint32_t digest = robot_digest(&robot_other), generation = robot_other.tree.generation;
    for (unsigned bit = 0; bit < 32; bit++)
        for (uint32_t start = 4; start < 7; start++) {
            const uint32_t sender = radio_run.sender ^ (uint32_t)1 << bit;
            radio_forge(9, (oct9_offset_t){ 8, 8, 8 }, NODE(2, 0, 1));
            radio_bytes[0] = (uint8_t)sender;
            radio_bytes[1] = (uint8_t)(sender >> 8);
            radio_put_word(2, start);
            radio_sign(RADIO_FORGED, sender, (oct9_offset_t){ 8, 8, 8 });
            CHECK_EQ(radio_apply(RADIO_FORGED),
                     bit < 16 ? OCT9_ERR_PACKET_SENDER : OCT9_ERR_PACKET_BAD);
        }
    CHECK_EQ(robot_digest(&robot_other), digest);
    CHECK_EQ(robot_other.tree.generation, generation);
    CHECK_EQ(radio_receiver.run.start, radio_run.start);
    radio_see(100, 8, 8, true);
    CHECK_EQ(radio_send_all(64), 1);
    radio_same_states();
}

/* Who begins to listen asks for a new run, and takes nothing older. */
static void receiver_begins_anew(void)
{
    const oct9_run_t asked = { radio_run.sender, 6 };
    radio_begin();
    radio_see(9, 8, 8, false);
    const uint32_t length = radio_write(64);
    CHECK_EQ(radio_apply(length), OCT9_OK);
    CHECK_EQ(
        oct9_packet_receiver_init(&radio_receiver, &robot_other, radio_seen, RADIO_SEEN, &asked),
        OCT9_OK);
    CHECK(knows(9, OCT9_UNKNOWN));
    CHECK_EQ(radio_apply(length), OCT9_ERR_PACKET_RUN);
    CHECK(knows(9, OCT9_UNKNOWN));
    radio_begin_run(6);
    CHECK_EQ(radio_send_all(64), 1);
    radio_same_states();
}

/* What no call notes is sent nevertheless: the whole cube, what is unknown, too. */
static void sends_all_again(void)
{
    CHECK(radio_write(64) > RADIO_HEADER + RADIO_CRC);
    CHECK(!radio_sender.known);
    radio_begin_run(radio_sender.run.start + 1u);
    CHECK(radio_send_all(64) > 0);
    radio_same_states();
}

static void changed_behind_its_back(void)
{
    const oct9_box_t box = { { 8, 8, 8 }, { 12, 12, 12 } };
    radio_begin();
    radio_see(9, 8, 8, false);
    CHECK_EQ(radio_send_all(64), 1);
    robot_fill(&robot_map, &box, 20);
    sends_all_again();
    robot_fill(&robot_map, &box, -20);
    radio_see(100, 8, 8, false); /* a call that notes comes after */
    sends_all_again();
    const oct9_thresholds_t thresholds = robot_map.tree.thresholds;
    CHECK_EQ(oct9_tree_init(&robot_map.tree, world_pool, ROBOT_BLOCKS, &thresholds), OCT9_OK);
    sends_all_again();
    CHECK_EQ(
        oct9_occupancy_init(&robot_map, world_pool, ROBOT_BLOCKS, &robot_model, &radio_changes),
        OCT9_OK);
    sends_all_again();
    robot_map.changes = NULL; /* and a time without a set */
    radio_see(9, 8, 8, true);
    robot_map.changes = &radio_changes;
    sends_all_again();
    radio_see(200, 8, 8, false);
    CHECK_EQ(radio_send_all(64), 1); /* its own calls lose nothing */
    CHECK(radio_sender.known);
}

static void without_changes(void)
{
    radio_begin();
    radio_see(9, 8, 8, true);
    const uint32_t length = radio_write(64);
    query_paint(&radio_sender, sizeof radio_sender);
    robot_map.changes = NULL;
    CHECK_EQ(oct9_packet_sender_init(&radio_sender, &robot_map, &radio_run), OCT9_ERR_ARGUMENT);
    CHECK(query_painted(&radio_sender, sizeof radio_sender));
    robot_map.changes = &radio_changes;
    radio_begin_run(radio_run.start);
    robot_map.changes = NULL;
    CHECK_EQ(oct9_packet_write(&radio_sender, radio_bytes, 64, 9), OCT9_ERR_ARGUMENT);
    CHECK_EQ(oct9_packet_repeat(&radio_sender, radio_bytes, 64, 9), OCT9_ERR_ARGUMENT);
    CHECK_EQ(oct9_packet_lost(&radio_sender, radio_bytes, length), OCT9_ERR_ARGUMENT);
    CHECK_EQ(radio_sender.number, 1);
    robot_map.changes = &radio_changes;
    CHECK_EQ(radio_send_all(64), 1);
    radio_same_states();
}

/* --- repeats and budgets ---------------------------------------------------------------------- */

/* Repeats alone make a receiver equal that starts late, in the same run; what was known and is not
 * any more, too. */
static void repeats(void)
{
    radio_begin();
    radio_see(20, 30, 40, true);
    radio_see(400, 30, 40, false);
    CHECK(radio_send_all(64) > 0);
    radio_begin_receiver(ROBOT_BLOCKS, OCT9_COARSEN, RADIO_SEEN);
    CHECK_EQ(radio_write(64), 0);
    for (int round = 0; round < 2; round++) {
        unsigned packets = 0;
        do {
            const int32_t length = oct9_packet_repeat(&radio_sender, radio_bytes, 30, 9);
            CHECK(length > RADIO_HEADER + RADIO_CRC && length <= 30);
            CHECK_EQ(radio_apply((uint32_t)length), OCT9_OK);
            packets++;
        } while (radio_sender.at != 0 && packets < 200);
        CHECK_EQ(radio_sender.at, 0);
        radio_same_states();
        CHECK_EQ(
            oct9_occupancy_clear_box(&robot_map, &(oct9_box_t){ { 16, 24, 40 }, { 24, 32, 48 } }),
            OCT9_OK); /* no packet says so but the next round's */
    }
}

/* Nothing is lost by a budget: calls with the least make the same map, and each ends. */
static void least_budget(void)
{
    unsigned again = 0, calls = 0;
    radio_begin();
    for (unsigned i = 0; i < 40; i++)
        radio_see(8 * i, 7 * i, 3 * i, i % 3 != 0);
    int32_t length = 1;
    for (; length != 0 && calls < 4000; calls++) {
        length = oct9_packet_write(&radio_sender, radio_bytes, 60, 1);
        CHECK(length >= OCT9_AGAIN && length <= RADIO_HEADER + 12 + RADIO_CRC);
        again += length == OCT9_AGAIN;
        if (length > 0)
            CHECK_EQ(radio_apply((uint32_t)length), OCT9_OK);
    }
    CHECK(again > 0 && calls < 4000);
    radio_same_states();
}

/* A set that was lost is emptied by parts, too. */
static void a_lost_set_within_a_budget(void)
{
    radio_begin();
    CHECK_EQ(radio_send_all(64), 1);
    for (unsigned i = 0; i < RADIO_TABLE; i++)
        radio_see(i, 2 * (i % 100), 100, true);
    radio_changes.lost = true;
    const uint32_t used = radio_changes.used;
    CHECK(used > 64);
    CHECK_EQ(oct9_packet_write(&radio_sender, radio_bytes, 64, 2), OCT9_AGAIN);
    CHECK(radio_changes.lost && radio_changes.used >= used - 32 && radio_changes.used < used);
    radio_see(300, 200, 300, true); /* notes nothing: all is sent */
    CHECK(radio_changes.used < used);
    CHECK(radio_send_all(64) > 0);
    CHECK(!radio_changes.lost);
    radio_same_states();
}

static void repeat_some(unsigned packets)
{
    for (unsigned i = 0; i < packets; i++) {
        const int32_t length = oct9_packet_repeat(&radio_sender, radio_bytes, 30, 9);
        CHECK_EQ(radio_apply((uint32_t)length), OCT9_OK);
    }
}

/* While the whole map is sent, which takes long, changes are sent in turns with it, however many
 * repeats come in between. */
static void changes_do_not_wait(void)
{
    for (unsigned repeated = 0; repeated < 4; repeated++) {
        radio_begin();
        for (unsigned i = 0; i < 12; i++)
            radio_see(20 * i, 4 * i, 3 * i, i % 2 != 0);
        radio_begin_run(6);
        CHECK_EQ(radio_apply(radio_write(30)), OCT9_OK);
        CHECK(radio_sender.left != 0);
        radio_see(500, 500, 500, true);
        repeat_some(repeated / 2);
        for (unsigned i = 0; i < 2; i++) {
            CHECK_EQ(radio_apply(radio_write(30)), OCT9_OK);
            repeat_some(repeated % 2);
        }
        CHECK(radio_sender.left != 0);
        CHECK_EQ(robot_leaf(&robot_other, 500, 500, 500).state, OCT9_OCCUPIED);
        CHECK(radio_send_all(30) > 1);
        radio_same_states();
    }
}

/* --- at random -------------------------------------------------------------------------------- */

static void random_maps(void)
{
    random_t random = { 263 };
    uint32_t digest = DIGEST_BEGIN;
    for (int i = 0; i < ROUNDS; i++) {
        const uint32_t size = 30 + random_below(&random, RADIO_BYTES - 30);
        radio_begin_sender(i == 0 ? 16 : RADIO_TABLE); /* once all is sent again and again */
        radio_begin_receiver(ROBOT_BLOCKS, OCT9_COARSEN, RADIO_SEEN);
        for (int k = 0; k < 3; k++) {
            oct9_point_t origin;
            uint32_t length;
            const uint32_t count = 1 + robot_random_scan(&random, &origin) / 6;
            CHECK_EQ(robot_scan(&robot_map, &origin, count, UINT32_MAX), OCT9_OK);
            CHECK_EQ(robot_map.merged + robot_map.grown, 0);
            while ((length = radio_write(size)) > 0) {
                CHECK_EQ(radio_apply(length), OCT9_OK);
                digest = digest_add(digest, radio_word_at(length - RADIO_CRC));
            }
            radio_same_states();
        }
    }
    TEST_DIGEST("packets", digest);
}

GOLDEN_SUITE(packet)
{
    RUN(one_cell);
    RUN(begins_with_all);
    RUN(begins_again);
    RUN(a_cube_is_one_record);
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
    RUN(repeats);
    RUN(least_budget);
    RUN(a_lost_set_within_a_budget);
    RUN(changes_do_not_wait);
    RUN(random_maps);
}
