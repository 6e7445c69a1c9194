/* SPDX-License-Identifier: MIT */
/* The suite of packets: runs. */
#include "tests/golden/packet_parts.h"
#include "tests/golden/query.h"
#include "tests/golden/robot.h"
#include "tests/test.h"

static bool knows(unsigned x, oct9_state_t state)
{
    return robot_leaf(&robot_other, x, 8, 8).state == state;
}

/* The robot starts anew and knows nothing. */
static void restart(uint32_t start)
{
    packet_begin_sender(TABLE);
    packet_begin_run(start);
}

/* A cell is free, as the packet of that number of a run tells; in the next run it is occupied. */
static void restart_from(uint32_t start, uint32_t number)
{
    uint8_t old[64];
    restart(start);
    packet_begin_receiver(ROBOT_BLOCKS, OCT9_COARSEN, SEEN);
    packet_receiver.run.start = start;
    packet_sender.number = number;
    packet_see(9, 8, 8, false);
    packet_see(100, 8, 8, false);
    const uint32_t length = packet_write(64);
    for (uint32_t i = 0; i < length; i++)
        old[i] = packet_bytes[i];
    CHECK_EQ(packet_apply(length), OCT9_OK);
    CHECK(knows(9, OCT9_FREE) && knows(100, OCT9_FREE));
    restart(start + 1u);
    packet_see(9, 8, 8, true);
    CHECK_EQ(packet_apply(packet_write(64)), OCT9_OK);
    CHECK(knows(9, OCT9_OCCUPIED) && knows(100, OCT9_UNKNOWN));
    CHECK_EQ(packet_receiver.run.start, start + 1u);
    const uint32_t digest = robot_digest(&robot_other), generation = robot_other.tree.generation;
    CHECK_EQ(oct9_packet_apply(&packet_receiver, old, length), OCT9_ERR_PACKET_RUN);
    CHECK_EQ(robot_digest(&robot_other), digest);
    CHECK_EQ(robot_other.tree.generation, generation);
    packet_same_states();
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
    packet_begin();
    packet_see(9, 8, 8, false);
    CHECK_EQ(packet_send_all(64), 1);
    restart(6);
    const uint32_t length = packet_write(64);
    CHECK_EQ(length, HEADER + CRC);
    CHECK_EQ(packet_write(64), 0);
    CHECK_EQ(oct9_packet_lost(&packet_sender, packet_bytes, length), OCT9_OK);
    packet_hear_of_run();
    CHECK(knows(9, OCT9_UNKNOWN));
    CHECK_EQ(robot_other.tree.used, 0);
}

/* What was lost has left the window when it would be written anew: still the run is told. */
static void lost_and_left_behind(void)
{
    packet_begin();
    packet_see(9, 8, 8, false);
    CHECK_EQ(packet_send_all(64), 1);
    restart(6);
    packet_see(9, 8, 8, true);
    const uint32_t length = packet_write(64);
    CHECK_EQ(oct9_packet_lost(&packet_sender, packet_bytes, length), OCT9_OK);
    CHECK_EQ(oct9_window_move(&robot_map, &(oct9_offset_t){ 1, 0, 0 }, 6), OCT9_OK);
    packet_hear_of_run();
    CHECK(knows(9, OCT9_UNKNOWN));
}

/* Numbers go to the last and no further. */
static void numbers_end(void)
{
    packet_begin();
    packet_hear_of_run();
    packet_sender.number = UINT32_MAX - 1u;
    packet_see(9, 8, 8, false);
    CHECK_EQ(packet_send_all(64), 1);
    for (int i = 0; i < 2; i++)
        packet_see(9, 8, 8, true);
    CHECK_EQ(packet_apply(packet_write(64)), OCT9_OK);
    CHECK_EQ(packet_word_at(12), UINT32_MAX);
    CHECK(knows(9, OCT9_OCCUPIED));
    packet_see(9, 8, 9, true);
    query_paint(packet_bytes, sizeof packet_bytes);
    const uint32_t used = packet_changes.used, at = packet_sender.at;
    for (int i = 0; i < 2; i++)
        CHECK_EQ(oct9_packet_write(&packet_sender, packet_bytes, 64), OCT9_ERR_PACKET_LAST);
    CHECK(query_painted(packet_bytes, sizeof packet_bytes) && packet_changes.used == used &&
          packet_sender.at == at);
    packet_begin_run(6);
    CHECK_EQ(packet_send_all(64), 1);
    CHECK_EQ(packet_word_at(12), 1);
    packet_same_states();
}

/* Of two robots that hear and are heard by all, each receiver follows its own. */
static void other_senders_are_refused(void)
{
    packet_begin();
    packet_see(9, 8, 8, true);
    CHECK_EQ(packet_send_all(64), 1);
    const uint32_t digest = robot_digest(&robot_other), generation = robot_other.tree.generation;
    for (unsigned bit = 0; bit < 32; bit++)
        for (uint32_t start = 4; start < 7; start++) {
            packet_forge(9, (oct9_offset_t){ 8, 8, 8 }, NODE(2, 0), 0x5555);
            packet_put_word(4, packet_run.sender ^ (uint32_t)1 << bit);
            packet_put_word(8, start);
            packet_sign(FORGED);
            CHECK_EQ(packet_apply(FORGED), OCT9_ERR_PACKET_SENDER);
        }
    CHECK_EQ(robot_digest(&robot_other), digest);
    CHECK_EQ(robot_other.tree.generation, generation);
    CHECK_EQ(packet_receiver.run.start, packet_run.start);
    packet_see(100, 8, 8, true);
    CHECK_EQ(packet_send_all(64), 1);
    packet_same_states();
}

/* Who begins to listen asks for a new run, and takes nothing older. */
static void receiver_begins_anew(void)
{
    const oct9_run_t asked = { packet_run.sender, 6 };
    packet_begin();
    packet_see(9, 8, 8, false);
    const uint32_t length = packet_write(64);
    CHECK_EQ(packet_apply(length), OCT9_OK);
    CHECK_EQ(oct9_packet_receiver_init(&packet_receiver, &robot_other, packet_seen, SEEN, &asked),
             OCT9_OK);
    CHECK(knows(9, OCT9_UNKNOWN));
    CHECK_EQ(packet_apply(length), OCT9_ERR_PACKET_RUN);
    CHECK(knows(9, OCT9_UNKNOWN));
    packet_begin_run(6);
    CHECK_EQ(packet_send_all(64), 1);
    packet_same_states();
}

/* What no call notes is told all the same: the whole cube, what is unknown too. */
static void tells_all_again(void)
{
    CHECK(packet_write(64) > HEADER + CRC);
    CHECK(packet_word_at(HEADER) % CUBE == 0);
    CHECK(packet_sender.at > 0 && packet_sender.end == CUBE && !packet_sender.known);
    packet_begin_run(packet_sender.run.start + 1u);
    CHECK(packet_send_all(64) > 0);
    packet_same_states();
}

static void changed_behind_its_back(void)
{
    const oct9_box_t box = { { 8, 8, 8 }, { 12, 12, 12 } };
    packet_begin();
    packet_see(9, 8, 8, false);
    CHECK_EQ(packet_send_all(64), 1);
    robot_fill(&robot_map, &box, 20);
    tells_all_again();
    robot_fill(&robot_map, &box, -20);
    packet_see(100, 8, 8, false); /* a call that notes comes after */
    tells_all_again();
    const oct9_thresholds_t thresholds = robot_map.tree.thresholds;
    CHECK_EQ(oct9_tree_init(&robot_map.tree, world_pool, ROBOT_BLOCKS, &thresholds), OCT9_OK);
    tells_all_again();
    CHECK_EQ(
        oct9_occupancy_init(&robot_map, world_pool, ROBOT_BLOCKS, &robot_model, &packet_changes),
        OCT9_OK);
    tells_all_again();
    robot_map.changes = NULL; /* and a time without a set */
    packet_see(9, 8, 8, true);
    robot_map.changes = &packet_changes;
    tells_all_again();
    packet_see(200, 8, 8, false);
    CHECK_EQ(packet_send_all(64), 1); /* its own calls lose nothing */
    CHECK(packet_sender.end != CUBE);
}

static void without_changes(void)
{
    packet_begin();
    packet_see(9, 8, 8, true);
    const uint32_t length = packet_write(64);
    query_paint(&packet_sender, sizeof packet_sender);
    robot_map.changes = NULL;
    CHECK_EQ(oct9_packet_sender_init(&packet_sender, &robot_map, &packet_run),
             OCT9_ERR_CHANGES_SIZE);
    CHECK(query_painted(&packet_sender, sizeof packet_sender));
    robot_map.changes = &packet_changes;
    packet_begin_run(packet_run.start);
    robot_map.changes = NULL;
    CHECK_EQ(oct9_packet_write(&packet_sender, packet_bytes, 64), OCT9_ERR_CHANGES_SIZE);
    CHECK_EQ(oct9_packet_lost(&packet_sender, packet_bytes, length), OCT9_ERR_CHANGES_SIZE);
    CHECK_EQ(packet_sender.number, 1);
    robot_map.changes = &packet_changes;
    CHECK_EQ(packet_send_all(64), 1);
    packet_same_states();
}

void packet_runs(void)
{
    RUN(restarts);
    RUN(a_run_of_nothing);
    RUN(lost_and_left_behind);
    RUN(numbers_end);
    RUN(other_senders_are_refused);
    RUN(receiver_begins_anew);
    RUN(changed_behind_its_back);
    RUN(without_changes);
}
