/* SPDX-License-Identifier: MIT */
/* Packets that are damaged or forged, and what a small receiver refuses. */
#include "src/mapping/changes.h"
#include "tests/golden/query.h"
#include "tests/packet/radio.h"
#include "tests/golden/suites.h"
#include "tests/test.h"

/* --- damage ----------------------------------------------------------------------------------- */

/* Each bit and each length of a packet, and its own bytes once more. */
static void damage_is_refused(void)
{
    random_t random = { 261 };
    radio_begin();
    for (int i = 0; i < 60; i++) {
        const oct9_cell_t at = robot_random_cell(&random, 8);
        radio_see(100u + at.x, 100, 100u + at.z, at.y % 2 == 1);
    }
    const uint32_t length = radio_write(128);
    const uint32_t empty = robot_digest(&robot_other), generation = robot_other.tree.generation;
    CHECK(length > 40);
    for (uint32_t bit = 0; bit < 8 * length; bit++) {
        radio_bytes[bit / 8] = (uint8_t)(radio_bytes[bit / 8] ^ 1u << bit % 8);
        CHECK_EQ(radio_apply(length), bit < 16 ? OCT9_ERR_PACKET_SENDER : OCT9_ERR_PACKET_BAD);
        radio_bytes[bit / 8] = (uint8_t)(radio_bytes[bit / 8] ^ 1u << bit % 8);
    }
    for (uint32_t size = 0; size < length; size++)
        CHECK_EQ(radio_apply(size), OCT9_ERR_PACKET_BAD);
    CHECK_EQ(radio_apply(length + 1), OCT9_ERR_PACKET_BAD);
    CHECK_EQ(robot_other.tree.generation, generation);
    CHECK_EQ(robot_digest(&robot_other), empty);
    CHECK_EQ(radio_apply(length), OCT9_OK);
    const uint32_t applied = robot_digest(&robot_other);
    CHECK_EQ(radio_apply(length), OCT9_OK); /* again, and harmless */
    CHECK_EQ(robot_digest(&robot_other), applied);
}

/* What a receiver that has seen nothing yet says of it. */
static oct9_status_t forged_first(uint32_t number, uint32_t node)
{
    radio_forge(number, (oct9_offset_t){ 0, 0, 0 }, node);
    radio_begin_receiver(ROBOT_BLOCKS, OCT9_COARSEN, RADIO_SEEN);
    return radio_apply(RADIO_FORGED);
}

static oct9_status_t forged(uint32_t node)
{
    return forged_first(1, node);
}

/* A receiver that has seen nothing yet takes any number, except for 0, which no packet has. */
static void first_number(void)
{
    CHECK_EQ(forged_first(0, NODE(2, 7u << 9, 1)), OCT9_ERR_PACKET_BAD);
    CHECK_EQ(forged_first(UINT32_MAX, NODE(2, 7u << 9, 1)), OCT9_OK);
    CHECK_EQ(robot_leaf(&robot_other, 11, 11, 11).state, OCT9_FREE);
}

/* A record of half a tile, with those bytes behind its node. */
static oct9_status_t apply_half(unsigned states, unsigned cells, uint32_t length)
{
    static const oct9_offset_t window = { 0, 0, 0 };
    radio_forge(1, window, NODE(2, 7u << 9, 3));
    radio_bytes[RADIO_HEADER + 3] = (uint8_t)states;
    radio_bytes[RADIO_HEADER + 4] = (uint8_t)cells;
    radio_bytes[RADIO_HEADER + 5] = (uint8_t)(cells >> 8);
    radio_sign(RADIO_FORGED + length, radio_run.sender, window);
    return radio_apply(RADIO_FORGED + length);
}

static oct9_status_t forged_half(unsigned states, unsigned cells, uint32_t length)
{
    radio_begin_receiver(ROBOT_BLOCKS, OCT9_COARSEN, RADIO_SEEN);
    return apply_half(states, cells, length);
}

/* A packet is one write, and what fits of it is applied: child 0 is split and has no block, child 2
 * needs none. */
static void a_full_receiver_goes_on(void)
{
    radio_begin_receiver(8, OCT9_REFUSE, RADIO_SEEN);
    CHECK_EQ(apply_half(0x01, 0, 1), OCT9_OK);
    CHECK_EQ(robot_other.tree.used, 8);
    const uint32_t generation = robot_other.tree.generation;
    CHECK_EQ(apply_half(0x23, 0x0002, 3), OCT9_ERR_POOL_FULL);
    CHECK_EQ(robot_other.tree.generation, generation + 2);
    CHECK_EQ(robot_leaf(&robot_other, 8, 8, 10).state, OCT9_FREE);
    CHECK_EQ(robot_leaf(&robot_other, 8, 10, 10).state, OCT9_OCCUPIED);
    robot_check(&robot_other);
}

/* Signed by someone malicious. */
static void forgery_is_refused(void)
{
    static const oct9_offset_t window = { 0, 0, 0 };
    CHECK_EQ(forged(NODE(2, 7u << 9, 1)), OCT9_OK);
    CHECK_EQ(robot_leaf(&robot_other, 11, 11, 11).state, OCT9_FREE);
    CHECK_EQ(robot_leaf(&robot_other, 12, 11, 11).state, OCT9_UNKNOWN);
    CHECK_EQ(forged(NODE(3, 7u << 9, 2)), OCT9_OK);
    CHECK_EQ(robot_leaf(&robot_other, 15, 15, 15).level, 3);
    for (unsigned level = 2; level <= 9; level++) {
        CHECK_EQ(forged(NODE(level, 0, 1)), OCT9_OK);
        CHECK_EQ(robot_leaf(&robot_other, 0, 0, 0).level, level);
    }
    CHECK_EQ(forged_half(0x57, 0x5555, 3), OCT9_OK); /* the upper half */
    CHECK_EQ(robot_leaf(&robot_other, 9, 9, 11).state, OCT9_FREE);
    CHECK_EQ(robot_leaf(&robot_other, 9, 9, 9).state, OCT9_UNKNOWN);
    radio_sign(RADIO_HEADER + RADIO_CRC, radio_run.sender, window); /* of nothing: no harm */
    CHECK_EQ(radio_apply(RADIO_HEADER + RADIO_CRC), OCT9_OK);
    static const uint32_t bad[] = {
        0, 2, 4, 6, 7u << 10, 1u << 4, (uint32_t)1 << 20, NODE(2, 0, 3)
    }; /* no level's mark; half a tile cut off */
    for (unsigned i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        CHECK_EQ(forged(bad[i]), OCT9_ERR_PACKET_BAD);
        CHECK_EQ(robot_other.tree.root, OCT9_SLOT_LEAF);
    }
    static const unsigned half[][3] = { { 0x57, 0x5557, 3 }, /* a cell has three states only */
                                        { 0x57, 0x5555, 2 }, /* cut off */
                                        { 0x57, 0x5555, 1 },
                                        { 0x55, 0x5555, 3 } }; /* cells without a child */
    for (unsigned i = 0; i < sizeof half / sizeof half[0]; i++) {
        CHECK_EQ(forged_half(half[i][0], half[i][1], half[i][2]), OCT9_ERR_PACKET_BAD);
        CHECK_EQ(robot_other.tree.root, OCT9_SLOT_LEAF);
    }
    static const struct {
        uint32_t at, word;
    } wrong[] = { { 2, 0 },                  /* start */
                  { 6, 0 },                  /* number */
                  { 10, (uint32_t)2 << 27 }, /* version */
                  { 10, (uint32_t)4 << 27 },
                  { 10, ((uint32_t)3 << 27) + 1u }, /* another window than was signed */
                  { 10, ((uint32_t)3 << 27) + 512u },
                  { 10, ((uint32_t)3 << 27) + ((uint32_t)1 << 18) } };
    for (unsigned i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        CHECK_EQ(forged(NODE(2, 0, 1)), OCT9_OK);
        radio_put_word(wrong[i].at, wrong[i].word);
        radio_sign(RADIO_FORGED, radio_run.sender, window);
        CHECK_EQ(radio_apply(RADIO_FORGED), OCT9_ERR_PACKET_BAD);
    }
}

/* What a receiver with its window at `window`, in x, says of a packet of a tile at `x`. */
static oct9_status_t forged_to(int32_t window, int32_t x, uint32_t number, uint32_t state)
{
    robot_other.window.x = window;
    radio_forge(number, (oct9_offset_t){ x, 0, 0 }, NODE(2, 0, state));
    return radio_apply(RADIO_FORGED);
}

/* Outside its window a receiver takes no packet, but an older one does not come in later, when the
 * window has moved. */
static void late_since_one_came_outside(void)
{
    radio_begin_receiver(ROBOT_BLOCKS, OCT9_COARSEN, RADIO_SEEN);
    CHECK_EQ(forged_to(512, 0, 2, 2), OCT9_OK);
    CHECK_EQ(robot_other.tree.root, OCT9_SLOT_LEAF);
    CHECK_EQ(forged_to(0, 0, 1, 1), OCT9_ERR_PACKET_LATE);
    CHECK_EQ(robot_leaf(&robot_other, 1, 1, 1).state, OCT9_UNKNOWN);
    CHECK_EQ(forged_to(0, 0, 2, 2), OCT9_OK);
    CHECK_EQ(robot_leaf(&robot_other, 1, 1, 1).state, OCT9_OCCUPIED);
    CHECK_EQ(forged_to(512, 0, 1, 1), OCT9_ERR_PACKET_LATE);
    CHECK_EQ(forged_to(0, 0, 1, 1), OCT9_ERR_PACKET_LATE);
    CHECK_EQ(robot_leaf(&robot_other, 1, 1, 1).state, OCT9_OCCUPIED);
}

/* A window 2,048 cells away or more is not that of which a packet has the low bits. */
static void windows_far_apart(void)
{
    static const int32_t here[] = { 0, (int32_t)1 << 20, -((int32_t)1 << 20), INT32_MIN / 2 };
    for (unsigned i = 0; i < sizeof here / sizeof here[0]; i++) {
        radio_begin_receiver(ROBOT_BLOCKS, OCT9_COARSEN, RADIO_SEEN);
        CHECK_EQ(forged_to(here[i], here[i] + 2040, 1, 2), OCT9_OK);
        CHECK_EQ(forged_to(here[i], here[i] - 2048, 1, 2), OCT9_OK);
        CHECK_EQ(forged_to(here[i], here[i] + 2048, 1, 2), OCT9_ERR_PACKET_BAD);
        CHECK_EQ(forged_to(here[i], here[i] - 2056, 1, 2), OCT9_ERR_PACKET_BAD);
        CHECK_EQ(forged_to(here[i], here[i] + 4096, 1, 2), OCT9_ERR_PACKET_BAD);
        CHECK_EQ(robot_other.tree.root, OCT9_SLOT_LEAF);
        CHECK_EQ(forged_to(here[i], here[i], 1, 2), OCT9_OK);
        CHECK_EQ(robot_leaf(&robot_other, 1, 1, 1).state, OCT9_OCCUPIED);
    }
}

/* A large node is applied as a whole or not at all, in a window that lies elsewhere, too. */
static void a_large_node(void)
{
    for (int32_t x = 0; x <= 264; x += 264) {
        const oct9_offset_t window = { x, 0, 0 };
        radio_begin_receiver(ROBOT_BLOCKS, OCT9_COARSEN, RADIO_SEEN);
        radio_forge(5, (oct9_offset_t){ 0, 0, 0 }, NODE(8, (uint32_t)7 << 24, 2)); /* at 256 */
        robot_other.window = window;
        CHECK_EQ(radio_apply(RADIO_FORGED), OCT9_OK);
        CHECK_EQ(robot_leaf(&robot_other, 264, 264, 264).state,
                 x == 0 ? OCT9_OCCUPIED : OCT9_UNKNOWN);
        CHECK_EQ(robot_leaf(&robot_other, 247, 511, 511).state,
                 x == 0 ? OCT9_UNKNOWN : OCT9_OCCUPIED);
        CHECK_EQ(forged_to(x, 0, 6, 1), OCT9_OK); /* a tile elsewhere, of an entry that it shares */
        radio_forge(5, (oct9_offset_t){ 0, 0, 0 }, NODE(8, (uint32_t)7 << 24, 1));
        CHECK_EQ(radio_apply(RADIO_FORGED), OCT9_ERR_PACKET_LATE);
        CHECK_EQ(robot_leaf(&robot_other, 247, 511, 511).state,
                 x == 0 ? OCT9_UNKNOWN : OCT9_OCCUPIED);
        robot_check(&robot_other);
    }
}

/* Of a large node that lies off the window's nodes each part is refused by itself. Where there are
 * blocks already the later ones fit; the first refusal is reported all the same. */
static void parts_of_a_large_node(void)
{
    const oct9_box_t part = { { 256, 384, 384 }, { 384, 512, 512 } };
    radio_begin_receiver(2, OCT9_REFUSE, RADIO_SEEN);
    robot_fill(&robot_other, &part, 10);
    radio_forge(5, (oct9_offset_t){ 0, 0, 0 }, NODE(8, (uint32_t)7 << 24, 2)); /* at 256 */
    robot_other.window.x = 128;
    CHECK_EQ(radio_apply(RADIO_FORGED), OCT9_ERR_POOL_FULL);
    CHECK_EQ(robot_leaf(&robot_other, 200, 300, 300).state, OCT9_UNKNOWN);
    CHECK_EQ(robot_leaf(&robot_other, 300, 300, 300).state, OCT9_OCCUPIED);
    CHECK_EQ(robot_other.tree.failed, 4);
    CHECK_EQ(robot_other.grown, 0);
    robot_check(&robot_other);
}

/* A node that was lost lies off the window's nodes when the window has moved by less than its size:
 * if it leaves then, a part of it may stay, and all is sent anew. */
static void lost_before_a_move(void)
{
    const oct9_offset_t back = { -1, 0, 0 }, ahead = { 1, 0, 0 };
    radio_begin();
    radio_hear_of_run();
    CHECK_EQ(forged(NODE(5, 0, 1)), OCT9_OK);
    CHECK_EQ(oct9_window_move(&robot_map, &back, 3), OCT9_OK);
    CHECK_EQ(oct9_packet_lost(&radio_sender, radio_bytes, RADIO_FORGED), OCT9_OK);
    CHECK(radio_changes.largest == 5 && !radio_changes.lost);
    CHECK_EQ(oct9_window_move(&robot_map, &ahead, 5), OCT9_OK);
    CHECK(radio_changes.lost);
}

/* A node that is not aligned in the world, as no sender writes it, is noted by parts that are: one
 * of 32 cells' edge, in a window at 8, by nodes of 8. */
static void lost_ones_off_their_grid(void)
{
    oct9_change_t change;
    unsigned parts = 0;
    uint32_t budget = UINT32_MAX;
    radio_begin();
    radio_hear_of_run(); /* nothing is known, all of it is sent */
    CHECK_EQ(forged(NODE(5, 0, 1)), OCT9_OK);
    radio_forge(1, (oct9_offset_t){ 8, 0, 0 }, NODE(5, 0, 1));
    CHECK_EQ(oct9_packet_lost(&radio_sender, radio_bytes, RADIO_FORGED), OCT9_OK);
    for (; oct9_changes_take(&radio_changes, &budget, &change) == 1; parts++) {
        const oct9_cell_t *at = &change.node.corner;
        CHECK(change.node.level == 3 && at->x >= 8 && at->x < 40 && at->y < 32 && at->z < 32);
    }
    CHECK_EQ(parts, 4 * 4 * 4);
}

/* --- limits ----------------------------------------------------------------------------------- */

static void errors(void)
{
    static const uint32_t bad[] = { 0, 1, 15, 17, 24, ((uint32_t)1 << 24) + 1, (uint32_t)1 << 25 };
    radio_begin();
    radio_see(1, 2, 3, true);
    CHECK_EQ(oct9_packet_write(&radio_sender, radio_bytes, OCT9_PACKET_MIN - 1, 9),
             OCT9_ERR_ARGUMENT);
    CHECK_EQ(oct9_packet_repeat(&radio_sender, radio_bytes, OCT9_PACKET_MIN - 1, 9),
             OCT9_ERR_ARGUMENT);
    CHECK_EQ(oct9_packet_write(&radio_sender, radio_bytes, 0, 9), OCT9_ERR_ARGUMENT);
    CHECK_EQ(oct9_packet_repeat(&radio_sender, radio_bytes, 0, 9), OCT9_ERR_ARGUMENT);
    CHECK_EQ(oct9_packet_write(&radio_sender, radio_bytes, OCT9_PACKET_MAX + 1, 9),
             OCT9_ERR_ARGUMENT);
    CHECK_EQ(oct9_packet_repeat(&radio_sender, radio_bytes, OCT9_PACKET_MAX + 1, 9),
             OCT9_ERR_ARGUMENT);
    CHECK_EQ(oct9_packet_write(&radio_sender, radio_bytes, 64, 0), OCT9_ERR_ARGUMENT);
    CHECK_EQ(oct9_packet_repeat(&radio_sender, radio_bytes, 64, 0), OCT9_ERR_ARGUMENT);
    CHECK(radio_write(OCT9_PACKET_MIN) > 0);
    const oct9_run_t none = { radio_run.sender, 0 };
    query_paint(&radio_sender, sizeof radio_sender);
    query_paint(&radio_receiver, sizeof radio_receiver);
    CHECK_EQ(oct9_packet_sender_init(&radio_sender, &robot_map, &none), OCT9_ERR_PACKET_RUN);
    CHECK_EQ(
        oct9_packet_receiver_init(&radio_receiver, &robot_other, radio_seen, RADIO_SEEN, &none),
        OCT9_ERR_PACKET_RUN);
    CHECK(query_painted(&radio_sender, sizeof radio_sender) &&
          query_painted(&radio_receiver, sizeof radio_receiver));
    for (unsigned i = 0; i < sizeof bad / sizeof bad[0]; i++)
        CHECK_EQ(oct9_packet_receiver_init(&radio_receiver, &robot_other, radio_seen, bad[i],
                                           &radio_run),
                 OCT9_ERR_ARGUMENT);
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
    radio_forge(number, window, NODE(2, corner, 2));
    *status = radio_apply(RADIO_FORGED);
    return robot_leaf(&robot_other, (uint32_t)at[0] & 7u, (uint32_t)at[1] & 7u,
                      (uint32_t)at[2] & 7u)
               .state == OCT9_OCCUPIED;
}

/* Two tiles that differ in one bit of one coordinate, up to 2,048 cells: an older packet of the one
 * is not taken for done because of a newer one of the other. */
static void one_bit_distinguishes_tiles(void)
{
    oct9_status_t status;
    unsigned late = 0;
    for (int32_t base = 0; base >= -4; base -= 4) /* all bits 0, and all 1 */
        for (unsigned a = 0; a < 3; a++)
            for (unsigned bit = 2; bit < 12; bit++) {
                int32_t at[3] = { base, base, base };
                radio_begin_receiver(ROBOT_BLOCKS, OCT9_COARSEN, 16);
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
    radio_begin_sender(RADIO_TABLE);
    radio_begin_receiver(9, OCT9_REFUSE, RADIO_SEEN);
    radio_hear_of_run();
    radio_see(1, 2, 3, true);
    radio_see(400, 2, 3, true);
    const uint32_t length = radio_write(64);
    CHECK_EQ(length, 30); /* both */
    CHECK_EQ(radio_apply(length), OCT9_ERR_POOL_FULL);
    CHECK_EQ(robot_leaf(&robot_other, 1, 2, 3).state + robot_leaf(&robot_other, 400, 2, 3).state,
             OCT9_OCCUPIED); /* one of the two */
    CHECK_EQ(robot_other.grown, 0);
    robot_check(&robot_other);
    radio_begin_receiver(ROBOT_BLOCKS, OCT9_REFUSE, RADIO_SEEN);
    CHECK_EQ(oct9_packet_lost(&radio_sender, radio_bytes, length), OCT9_OK);
    CHECK(radio_send_all(64) > 0);
    radio_same_states();
}

/* A tile that is occupied as a whole is refused as a whole, and changes nothing. */
static void receiver_refuses_a_tile(void)
{
    const oct9_box_t box = { { 400, 0, 0 }, { 404, 4, 4 } };
    radio_begin_sender(RADIO_TABLE);
    radio_begin_receiver(6, OCT9_REFUSE, RADIO_SEEN);
    robot_fill(&robot_map, &box, 10);
    radio_begin_run(radio_run.start);
    const uint32_t length = radio_write(64), before = robot_digest(&robot_other);
    CHECK_EQ(radio_apply(length), OCT9_ERR_POOL_FULL);
    CHECK_EQ(robot_digest(&robot_other), before);
    CHECK_EQ(robot_other.tree.failed, 1);
    radio_begin_receiver(7, OCT9_REFUSE, RADIO_SEEN);
    CHECK_EQ(radio_apply(length), OCT9_OK);
    CHECK_EQ(robot_leaf(&robot_other, 403, 3, 3).level, 2);
    CHECK_EQ(radio_apply(length), OCT9_OK); /* what is there already takes no block */
}

/* Where there is no room a larger leaf takes the tile in, and is no surer than it was. */
static void taken_in_as_it_is(void)
{
    radio_begin_sender(RADIO_TABLE);
    radio_begin_receiver(1, OCT9_COARSEN, RADIO_SEEN);
    radio_see(1, 2, 3, false);
    CHECK(radio_send_all(64) > 0);
    CHECK(robot_other.grown > 0);
    CHECK_EQ(robot_leaf(&robot_other, 1, 2, 3).state, OCT9_UNKNOWN);
    CHECK_EQ(robot_leaf(&robot_other, 400, 2, 3).state, OCT9_UNKNOWN);
}

static oct9_changes_t received;

static void receive_with_changes(uint32_t blocks)
{
    static uint32_t noted[16];
    radio_begin_sender(RADIO_TABLE);
    radio_begin_receiver(blocks, OCT9_COARSEN, RADIO_SEEN);
    CHECK_EQ(oct9_occupancy_changes_init(&received, noted, 16), OCT9_OK);
    robot_other.changes = &received;
    CHECK_EQ(oct9_packet_receiver_init(&radio_receiver, &robot_other, radio_seen, RADIO_SEEN,
                                       &radio_run),
             OCT9_OK);
    oct9_change_t change;
    CHECK_EQ(oct9_occupancy_changed(&robot_other, &change), OCT9_ERR_CHANGES_LOST);
}

/* What a packet changes is noted, as all that changes a map is. */
static void receiver_notes(void)
{
    oct9_change_t change;
    receive_with_changes(ROBOT_BLOCKS);
    radio_see(20, 30, 41, true);
    CHECK(radio_send_all(64) > 0);
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
    radio_see(20, 30, 41, true);
    CHECK(radio_send_all(64) > 0);
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
    radio_begin_sender(RADIO_TABLE);
    radio_begin_receiver(ROBOT_BLOCKS, OCT9_COARSEN, 16);
    for (unsigned i = 0; i < 24; i++) {
        const oct9_cell_t at = robot_random_cell(&random, 16);
        radio_see(8 * i, 8u * at.y, 8u * at.z, true);
    }
    for (int rounds = 0; rounds < 100; rounds++) {
        uint32_t count = 0;
        while (count < 8 && (length[count] = radio_write(64)) > 0) {
            for (uint32_t i = 0; i < length[count]; i++)
                kept[count][i] = radio_bytes[i];
            count++;
        }
        if (count == 0)
            break;
        while (count-- > 0) { /* the last written comes first */
            const oct9_status_t status = oct9_packet_apply(&radio_receiver, kept[count],
                                                           length[count]);
            CHECK(status == OCT9_OK || status == OCT9_ERR_PACKET_LATE);
            if (status != OCT9_OK) {
                late++;
                CHECK_EQ(oct9_packet_lost(&radio_sender, kept[count], length[count]), OCT9_OK);
            }
        }
    }
    CHECK(late > 0);
    radio_same_states();
}

GOLDEN_SUITE(packet_errors)
{
    RUN(damage_is_refused);
    RUN(first_number);
    RUN(late_since_one_came_outside);
    RUN(windows_far_apart);
    RUN(a_large_node);
    RUN(parts_of_a_large_node);
    RUN(lost_before_a_move);
    RUN(forgery_is_refused);
    RUN(a_full_receiver_goes_on);
    RUN(lost_ones_off_their_grid);
    RUN(errors);
    RUN(one_bit_distinguishes_tiles);
    RUN(receiver_refuses);
    RUN(receiver_refuses_a_tile);
    RUN(taken_in_as_it_is);
    RUN(receiver_notes);
    RUN(receiver_notes_what_grows);
    RUN(small_table);
}
