/* SPDX-License-Identifier: MIT */
/* The suite of packets: limits, and maps at random. */
#include "tests/golden/packet_parts.h"
#include "tests/golden/query.h"
#include "tests/golden/robot.h"
#include "tests/test.h"

/* --- limits ----------------------------------------------------------------------------------- */

static void errors(void)
{
    static const uint32_t bad[] = { 0, 1, 15, 17, 24, ((uint32_t)1 << 24) + 1, (uint32_t)1 << 25 };
    packet_begin();
    packet_see(1, 2, 3, true);
    CHECK_EQ(oct9_packet_write(&packet_sender, packet_bytes, OCT9_PACKET_MIN - 1),
             OCT9_ERR_PACKET_SIZE);
    CHECK_EQ(oct9_packet_write(&packet_sender, packet_bytes, 0), OCT9_ERR_PACKET_SIZE);
    CHECK_EQ(oct9_packet_write(&packet_sender, packet_bytes, OCT9_PACKET_MAX + 1),
             OCT9_ERR_PACKET_SIZE);
    CHECK(packet_write(OCT9_PACKET_MIN) > 0);
    const oct9_run_t none = { packet_run.sender, 0 };
    query_paint(&packet_sender, sizeof packet_sender);
    query_paint(&packet_receiver, sizeof packet_receiver);
    CHECK_EQ(oct9_packet_sender_init(&packet_sender, &robot_map, &none), OCT9_ERR_PACKET_RUN);
    CHECK_EQ(oct9_packet_receiver_init(&packet_receiver, &robot_other, packet_seen, SEEN, &none),
             OCT9_ERR_PACKET_RUN);
    CHECK(query_painted(&packet_sender, sizeof packet_sender) &&
          query_painted(&packet_receiver, sizeof packet_receiver));
    for (unsigned i = 0; i < sizeof bad / sizeof bad[0]; i++)
        CHECK_EQ(oct9_packet_receiver_init(&packet_receiver, &robot_other, packet_seen, bad[i],
                                           &packet_run),
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
    packet_forge(number, window, NODE(2, corner), 0xAAAA);
    *status = packet_apply(FORGED);
    return robot_leaf(&robot_other, (uint32_t)at[0] & 7u, (uint32_t)at[1] & 7u,
                      (uint32_t)at[2] & 7u)
               .state == OCT9_OCCUPIED;
}

/* Two tiles that differ in one bit of one coordinate, up to 2,048 cells: an older packet of the one
 * is not taken for done because of a newer one of the other. */
static void one_bit_tells_tiles_apart(void)
{
    oct9_status_t status;
    unsigned late = 0;
    for (int32_t base = 0; base >= -4; base -= 4) /* all bits 0, and all 1 */
        for (unsigned a = 0; a < 3; a++)
            for (unsigned bit = 2; bit < 12; bit++) {
                int32_t at[3] = { base, base, base };
                packet_begin_receiver(ROBOT_BLOCKS, OCT9_COARSEN, 16);
                CHECK(apply_tile(2, at, &status) && status == OCT9_OK);
                at[a] ^= (int32_t)1 << bit;
                CHECK_EQ(apply_tile(1, at, &status), status == OCT9_OK);
                CHECK(status == OCT9_OK || status == OCT9_ERR_PACKET_LATE);
                late += status != OCT9_OK;
            }
    CHECK(late > 30); /* most of the 60 share an entry of the 16 */
}

/* What fits is applied; when there is room it is sent anew. */
static void receiver_refuses(void)
{
    packet_begin_sender(TABLE);
    packet_begin_receiver(9, OCT9_REFUSE, SEEN);
    packet_see(1, 2, 3, true);
    packet_see(400, 2, 3, true);
    const uint32_t length = packet_write(64);
    CHECK(length > 32); /* both */
    CHECK_EQ(packet_apply(length), OCT9_ERR_POOL_FULL);
    CHECK_EQ(robot_leaf(&robot_other, 1, 2, 3).state + robot_leaf(&robot_other, 400, 2, 3).state,
             OCT9_OCCUPIED); /* one of the two */
    CHECK_EQ(robot_other.grown, 0);
    robot_check(&robot_other);
    packet_begin_receiver(ROBOT_BLOCKS, OCT9_REFUSE, SEEN);
    CHECK_EQ(oct9_packet_lost(&packet_sender, packet_bytes, length), OCT9_OK);
    CHECK(packet_send_all(64) > 0);
    packet_same_states();
}

/* A tile that is occupied as a whole is refused as a whole, and changes nothing. */
static void receiver_refuses_a_tile(void)
{
    const oct9_box_t box = { { 400, 0, 0 }, { 404, 4, 4 } };
    packet_begin_sender(TABLE);
    packet_begin_receiver(6, OCT9_REFUSE, SEEN);
    robot_fill(&robot_map, &box, 10);
    packet_begin_run(packet_run.start);
    const uint32_t length = packet_write(64), before = robot_digest(&robot_other);
    CHECK_EQ(packet_apply(length), OCT9_ERR_POOL_FULL);
    CHECK_EQ(robot_digest(&robot_other), before);
    CHECK_EQ(robot_other.tree.failed, 1);
    packet_begin_receiver(7, OCT9_REFUSE, SEEN);
    CHECK_EQ(packet_apply(length), OCT9_OK);
    CHECK_EQ(robot_leaf(&robot_other, 403, 3, 3).level, 2);
    CHECK_EQ(packet_apply(length), OCT9_OK); /* what is there already takes no block */
}

/* Where there is no room a larger leaf takes the tile in, and is no surer than it was. */
static void taken_in_as_it_is(void)
{
    packet_begin_sender(TABLE);
    packet_begin_receiver(1, OCT9_COARSEN, SEEN);
    packet_see(1, 2, 3, false);
    CHECK(packet_send_all(64) > 0);
    CHECK(robot_other.grown > 0);
    CHECK_EQ(robot_leaf(&robot_other, 1, 2, 3).state, OCT9_UNKNOWN);
    CHECK_EQ(robot_leaf(&robot_other, 400, 2, 3).state, OCT9_UNKNOWN);
}

static oct9_changes_t received;

static void receive_with_changes(uint32_t blocks)
{
    static uint32_t noted[16];
    packet_begin_sender(TABLE);
    packet_begin_receiver(blocks, OCT9_COARSEN, SEEN);
    CHECK_EQ(oct9_occupancy_changes_init(&received, noted, 16), OCT9_OK);
    robot_other.changes = &received;
    CHECK_EQ(
        oct9_packet_receiver_init(&packet_receiver, &robot_other, packet_seen, SEEN, &packet_run),
        OCT9_OK);
    oct9_change_t change;
    CHECK_EQ(oct9_occupancy_changed(&robot_other, &change), OCT9_ERR_CHANGES_LOST);
}

/* What a packet changes is noted, as all that changes a map is. */
static void receiver_notes(void)
{
    oct9_change_t change;
    receive_with_changes(ROBOT_BLOCKS);
    packet_see(20, 30, 41, true);
    CHECK(packet_send_all(64) > 0);
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
    packet_see(20, 30, 41, true);
    CHECK(packet_send_all(64) > 0);
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
    packet_begin_sender(TABLE);
    packet_begin_receiver(ROBOT_BLOCKS, OCT9_COARSEN, 16);
    for (unsigned i = 0; i < 24; i++) {
        const oct9_cell_t at = robot_random_cell(&random, 16);
        packet_see(8 * i, 8u * at.y, 8u * at.z, true);
    }
    for (int rounds = 0; rounds < 100; rounds++) {
        uint32_t count = 0;
        while (count < 8 && (length[count] = packet_write(64)) > 0) {
            for (uint32_t i = 0; i < length[count]; i++)
                kept[count][i] = packet_bytes[i];
            count++;
        }
        if (count == 0)
            break;
        while (count-- > 0) { /* the last written comes first */
            const oct9_status_t status = oct9_packet_apply(&packet_receiver, kept[count],
                                                           length[count]);
            CHECK(status == OCT9_OK || status == OCT9_ERR_PACKET_LATE);
            if (status != OCT9_OK) {
                late++;
                CHECK_EQ(oct9_packet_lost(&packet_sender, kept[count], length[count]), OCT9_OK);
            }
        }
    }
    CHECK(late > 0);
    packet_same_states();
}

/* --- at random -------------------------------------------------------------------------------- */

static void random_maps(void)
{
    random_t random = { 263 };
    uint32_t digest = DIGEST_BEGIN;
    for (int i = 0; i < ROUNDS; i++) {
        const uint32_t size = 64 + random_below(&random, BYTES - 64);
        packet_begin_sender(i == 0 ? 16 : TABLE); /* once all is sent again and again */
        packet_begin_receiver(ROBOT_BLOCKS, OCT9_COARSEN, SEEN);
        for (int k = 0; k < 3; k++) {
            oct9_point_t origin;
            uint32_t length;
            const uint32_t count = 1 + robot_random_scan(&random, &origin) / 6;
            CHECK_EQ(robot_scan(&robot_map, &origin, count, UINT32_MAX), OCT9_OK);
            CHECK_EQ(robot_map.merged + robot_map.grown, 0);
            while ((length = packet_write(size)) > 0) {
                CHECK_EQ(packet_apply(length), OCT9_OK);
                digest = digest_add(digest, packet_word_at(length - CRC));
            }
            packet_same_states();
        }
    }
    TEST_DIGEST("packets", digest);
}

void packet_limits(void)
{
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
