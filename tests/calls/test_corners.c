/* SPDX-License-Identifier: MIT */
/* Corners of the code that neither the golden suites nor the oracles reach, each by name. */
#include "oct9/image.h"
#include "oct9/mm.h"
#include "oct9/nearest.h"
#include "oct9/packet.h"
#include "oct9/points.h"
#include "oct9/scan.h"
#include "oct9/sweep.h"
#include "oct9/view.h"
#include "oct9/window.h"
#include "src/number/axes.h"
#include "src/number/bytes.h"
#include "src/mapping/changes.h"
#include "src/number/fraction.h"
#include "src/map/image.h"
#include "src/number/morton.h"
#include "src/radio/packet.h"
#include "src/mapping/make_room.h"
#include "src/store/store.h"
#include "src/number/hash.h"
#include "src/map/tree.h"
#include "src/view/view_seen.h"
#include "tests/shared/from_low.h"
#include "tests/test.h"

#include <stdlib.h>
#include <string.h>

enum { BLOCKS = 4096, SMALL_BLOCKS = 12, TABLE = 4096, TILES = 4096, FEW = 16 };

static oct9_block_t pool[BLOCKS], small_pool[SMALL_BLOCKS];
static const oct9_thresholds_t thresholds = { 2, 2 };
static const oct9_frame_t frame = OCT9_FRAME(0, 0, 0, 64000);

/* All of one payload: 0 unknown, 1 free, 2 occupied. */
static void begin_map(oct9_tree_t *tree, oct9_map_t *map, uint16_t payload)
{
    const oct9_node_t all = { { 0, 0, 0 }, OCT9_LEVELS };
    CHECK_EQ(oct9_tree_init(tree, pool, BLOCKS, &thresholds), OCT9_OK);
    CHECK_EQ(oct9_tree_set_node(tree, &all, payload), OCT9_OK);
    *map = oct9_map_of_tree(tree);
}

/* The difference of two int32_t has 33 bits. */
static void millimetres_far_apart(void)
{
    oct9_point_t point;
    const oct9_frame_t low = OCT9_FRAME(INT32_MIN, 0, 0, 64000),
                       high = OCT9_FRAME(INT32_MAX, 0, 0, 64000);
    const oct9_mm_t above = { INT32_MAX, 0, 0 }, below = { INT32_MIN, 0, 0 };
    CHECK(oct9_mm_floor(&low, &above, &point) < 0);
    CHECK(oct9_mm_floor(&high, &below, &point) < 0);
    CHECK_EQ(oct9_mm_floor(&high, &above, &point), OCT9_OK);
}

/* --- lists that count as far as they can ------------------------------------------------------ */

static void refused_readings_stop_counting(void)
{
    const oct9_pose_t pose = { { 100, 100, 100 }, OCT9_ROTATION_NONE };
    const oct9_range_t range = { 10, 1000 };
    const oct9_reading_t nonsense = { 0, 0, 0 };
    static oct9_beam_t beams[1];
    oct9_beams_t list;
    CHECK_EQ(oct9_scan_beams_begin(&list, &frame, &pose, &range, beams, 1), OCT9_OK);
    for (uint32_t i = 0; i < 70000; i++)
        CHECK_EQ(oct9_scan_beams_point(&list, &nonsense), OCT9_OK);
    CHECK_EQ(list.refused, UINT16_MAX);
}

/* 40,000 segments of 65535 * sqrt(3) sub-cells are more than 2^32. */
static void a_path_longer_than_32_bits(void)
{
    enum { POINTS = 40000 };
    static oct9_point_t points[POINTS];
    oct9_path_input_t input = { points, POINTS, 0, { 0 }, false };
    oct9_path_output_t output;
    oct9_tree_t tree;
    oct9_map_t map;
    begin_map(&tree, &map, 1);
    for (unsigned i = 0; i < POINTS; i++)
        points[i].x = points[i].y = points[i].z = (int16_t)(i % 2 != 0 ? 32767 : -32768);
    input.rules.outside = OCT9_FREE;
    CHECK_EQ(oct9_sweep_path(&map, &input, &output), OCT9_OK);
    CHECK(output.sweep.hit == OCT9_HIT_NONE && output.segment == POINTS - 2);
    CHECK_EQ(output.clear_q6, UINT32_MAX);
}

/* An int of 16 bits holds no more, so no more are found at a time. */
static void more_points_than_an_int_counts(void)
{
    enum { CAPACITY = 40000 };
    static oct9_entry_t entries[FEW * 4], found[CAPACITY];
    static oct9_bucket_t buckets[FEW];
    const oct9_points_config_t config = { pool, FEW, buckets, entries, FEW, 4, 0 };
    const oct9_region_t box = { .kind = OCT9_REGION_BOX,
                                .lo = point_from_low(0, 0, 0),
                                .hi = point_from_low(100, 100, 100) };
    const oct9_region_t below = { .kind = OCT9_REGION_BOX,
                                  .lo = point_from_low(-9, 0, 0),
                                  .hi = point_from_low(-1, 100, 100) };
    const oct9_region_t above = { .kind = OCT9_REGION_BOX,
                                  .lo = point_from_low(0, 32768, 0),
                                  .hi = point_from_low(100, 32777, 100) };
    oct9_points_t set;
    oct9_points_find_t find;
    CHECK_EQ(oct9_points_init(&set, &config), OCT9_OK);
    CHECK_EQ(oct9_points_insert(&set, &box.hi, 7), OCT9_OK);
    CHECK_EQ(oct9_points_find_begin(&find, &set, &box), OCT9_OK);
    CHECK_EQ(oct9_points_find_next(&find, UINT32_MAX, found, CAPACITY), 1);
    CHECK_EQ(found[0].id, 7);
    CHECK_EQ(oct9_points_find_begin(&find, &set, &below), OCT9_OK);
    CHECK_EQ(oct9_points_find_next(&find, UINT32_MAX, found, 1), 0);
    CHECK_EQ(oct9_points_find_begin(&find, &set, &above), OCT9_OK);
    CHECK_EQ(oct9_points_find_next(&find, UINT32_MAX, found, 1), 0);
}

/* --- changes and packets ---------------------------------------------------------------------- */

/* The key of a large node is also that of some cells. */
static void changes_of_one_key(void)
{
    static uint32_t table[FEW];
    const oct9_node_t large = { { 0, 0, 0 }, 2 }, cell = { { 2, 0, 0 }, 0 };
    const oct9_cell_t corner = { 4, 0, 0 };
    oct9_changes_t changes;
    oct9_change_t change;
    unsigned larges = 0, cells = 0;
    uint32_t budget = 1000;
    for (unsigned turn = 0; turn < 2; turn++) {
        CHECK_EQ(oct9_occupancy_changes_init(&changes, table, FEW), OCT9_OK);
        oct9_changes_note(&changes, turn == 0 ? &large : &cell);
        oct9_changes_note(&changes, turn == 0 ? &cell : &large);
        oct9_changes_note_cells(&changes, oct9_morton_encode(&corner), 0); /* none */
        CHECK_EQ(changes.used, 2);
        while (oct9_changes_take(&changes, &budget, &change) == 1) {
            larges += change.node.level == 2 && change.node.corner.x == 0;
            cells += change.node.level == 1 && change.node.corner.x == 2 && change.cells == 1;
        }
    }
    CHECK(larges == 2 && cells == 2);
}

static const oct9_run_t run = { 7, 1 };
static const oct9_offset_t no_move = { 0, 0, 0 };

/* A map of obstacles that are far from each other, sent into a pool that holds a few of them: each
 * obstacle is there. */
static void packets_into_a_small_pool(void)
{
    static uint32_t table[TABLE];
    static uint32_t seen[TILES];
    static oct9_occupancy_t from, to;
    static uint8_t packet[OCT9_PACKET_MAX + 1u];
    const oct9_model_t model = OCT9_MODEL_DEFAULT;
    oct9_changes_t changes;
    oct9_sender_t sender;
    oct9_receiver_t receiver;
    int32_t size;
    CHECK_EQ(oct9_occupancy_changes_init(&changes, table, TABLE), OCT9_OK);
    CHECK_EQ(oct9_occupancy_init(&from, pool, BLOCKS, &model, &changes), OCT9_OK);
    CHECK_EQ(oct9_occupancy_init(&to, small_pool, SMALL_BLOCKS, &model, NULL), OCT9_OK);
    CHECK_EQ(oct9_packet_receiver_init(&receiver, &to, seen, TILES, &run), OCT9_OK);
    const uint16_t occupied = from.tree.thresholds.occupied_from;
    for (unsigned i = 0; i < 64; i++) {
        const oct9_cell_t cell = { (uint16_t)(i % 4u * 131u + i), (uint16_t)(i / 4u % 4u * 131u),
                                   (uint16_t)(i / 16u * 131u) };
        CHECK_EQ(oct9_tree_set_cell(&from.tree, cell, occupied), OCT9_OK);
    }
    CHECK_EQ(oct9_packet_sender_init(&sender, &from, &run), OCT9_OK);
    while ((size = oct9_packet_write(&sender, packet, 200, UINT32_MAX)) > 0)
        CHECK_EQ(oct9_packet_apply(&receiver, packet, (uint32_t)size), OCT9_OK);
    CHECK(to.grown > 0 && to.merged > 0);
    const oct9_map_t map = oct9_map_of_tree(&to.tree);
    for (unsigned i = 0; i < 64; i++) {
        const oct9_cell_t cell = { (uint16_t)(i % 4u * 131u + i), (uint16_t)(i / 4u % 4u * 131u),
                                   (uint16_t)(i / 16u * 131u) };
        oct9_leaf_t leaf;
        CHECK_EQ(oct9_map_locate(&map, cell, &leaf), OCT9_OK);
        CHECK_EQ(leaf.state, OCT9_OCCUPIED);
    }
}

static void sign_packet(uint8_t *bytes, uint32_t size)
{
    const uint32_t end = size - OCT9_PACKET_CRC;
    oct9_put_le32(bytes + end, oct9_packet_crc(bytes, end, run.sender, &no_move));
}

/* A packet whose last record is cut off. Its bytes lie in separate memory, so that a read behind
 * them is noticed. */
static void cut_off(const uint8_t *bytes, uint32_t left)
{
    const uint32_t size = OCT9_PACKET_HEADER + left + OCT9_PACKET_CRC;
    uint8_t *const cut = malloc(size);
    oct9_packet_t packet;
    memcpy(cut, bytes, size);
    sign_packet(cut, size);
    CHECK_EQ(oct9_packet_open(&packet, cut, size, run.sender, &no_move),
             left == 0 ? OCT9_OK : OCT9_ERR_PACKET_BAD);
    free(cut);
}

/* Sizes that no packet has; and bytes that change after the packet was opened. */
static void packets_that_are_none(void)
{
    uint8_t byte = 0, bytes[200];
    oct9_packet_t packet;
    oct9_record_t record;
    static oct9_occupancy_t from;
    static uint32_t table[FEW];
    const oct9_model_t model = OCT9_MODEL_DEFAULT;
    oct9_changes_t changes;
    oct9_sender_t sender;
    CHECK_EQ(oct9_occupancy_changes_init(&changes, table, FEW), OCT9_OK);
    CHECK_EQ(oct9_occupancy_init(&from, pool, BLOCKS, &model, &changes), OCT9_OK);
    CHECK_EQ(oct9_tree_set_cell(&from.tree, (oct9_cell_t){ 1, 2, 1 },
                                from.tree.thresholds.occupied_from),
             OCT9_OK);
    CHECK_EQ(oct9_packet_sender_init(&sender, &from, &run), OCT9_OK);
    const int32_t size = oct9_packet_write(&sender, bytes, sizeof bytes, UINT32_MAX);
    CHECK_EQ(oct9_packet_open(&packet, bytes, (uint32_t)size, run.sender, &no_move), OCT9_OK);
    CHECK(oct9_packet_next(&packet, &record));
    for (uint32_t left = 0; left < 6; left++) /* 3 + 1 + 2 */
        cut_off(bytes, left);
    CHECK_EQ(oct9_packet_open(&packet, bytes, (uint32_t)size, run.sender, &no_move), OCT9_OK);
    memset(bytes, 0xFF, sizeof bytes);
    CHECK(!oct9_packet_next(&packet, &record));
    CHECK_EQ(oct9_packet_open(&packet, &byte, OCT9_PACKET_MAX + 1u, run.sender, &no_move),
             OCT9_ERR_PACKET_BAD);
    CHECK_EQ(oct9_packet_open(&packet, &byte, 1, run.sender, &no_move), OCT9_ERR_PACKET_BAD);
}

/* Inner children without their half-words: neither the CRC that follows nor what is behind it must
 * be taken for them. Some of these have a CRC that would pass. */
static void packets_that_end_early(void)
{
    uint8_t bytes[OCT9_PACKET_HEADER + 4 + OCT9_PACKET_CRC] = { 0 };
    oct9_packet_t packet;
    oct9_put_le16(bytes, (uint16_t)run.sender);
    oct9_put_le32(bytes + 10, (uint32_t)OCT9_PACKET_VERSION << 27);
    oct9_put_le32(bytes + OCT9_PACKET_HEADER, 0xFFC00000u); /* half a tile of inner children */
    for (uint32_t number = 1; number <= 1000; number++) {
        oct9_put_le32(bytes + 2, 1);
        oct9_put_le32(bytes + 6, number);
        sign_packet(bytes, sizeof bytes);
        CHECK_EQ(oct9_packet_open(&packet, bytes, sizeof bytes, run.sender, &no_move),
                 OCT9_ERR_PACKET_BAD);
    }
}

/* --- a reader that comes into a write -------------------------------------------------------- */

/* A cell's slot that holds a block's number ends the walk's descent as a leaf does. */
static void a_block_below_a_cell(void)
{
    const oct9_point_t a = point_from_low(10, 10, 10), b = point_from_low(5000, 10, 10);
    const oct9_point_t c = point_from_low(100, 10, 10);
    const oct9_point_t *const ends[3][2] = { { &a, &b }, { &b, &a }, { &c, &b } };
    oct9_walk_t walk;
    oct9_tree_t tree;
    oct9_map_t map;
    begin_map(&tree, &map, 1);
    CHECK_EQ(oct9_tree_set_cell(&tree, (oct9_cell_t){ 0, 0, 0 }, 2), OCT9_OK);
    unsigned block = tree.root;
    while (pool[block].slot[0] < OCT9_SLOT_LEAF)
        block = pool[block].slot[0];
    pool[block].slot[1] = tree.root;
    for (unsigned i = 0; i < 3; i++) {
        unsigned leaves = 1;
        CHECK(oct9_walk_begin(&walk, &map, ends[i][0], ends[i][1]));
        while (oct9_walk_next(&walk) > 0)
            leaves++;
        CHECK_EQ(leaves, i == 2 ? 7 : 8);
    }
}

/* A cell at the cube's upper rim, alone, by spans that reach beyond it. */
static void the_last_cell(void)
{
    const oct9_rules_t rules = { .outside = OCT9_FREE };
    for (unsigned a = 0; a < 3; a++) {
        oct9_cell_t cell = { 255, 255, 255 };
        oct9_point_t at = point_from_low(16352, 16352, 16352);
        oct9_tree_t tree;
        oct9_map_t map;
        oct9_near_t near;
        oct9_nearest_output_t nearest_out;
        oct9_sweep_output_t out;
        oct9_visit_t visit;
        oct9_leaf_t leaf;
        oct9_cell_set_axis(&cell, a, OCT9_CELLS - 1u);
        oct9_point_set_axis(&at, a, OCT9_HIGH_Q6 - 1);
        begin_map(&tree, &map, 1);
        CHECK_EQ(oct9_tree_set_cell(&tree, cell, 2), OCT9_OK);
        const oct9_sphere_input_t sphere = { .motion = { .from = at, .to = at, .radius_q6 = 1 },
                                             .rules = rules };
        CHECK_EQ(oct9_sweep_sphere(&map, &sphere, &out), OCT9_OK);
        CHECK_EQ(out.hit, OCT9_HIT_LEAF);
        const oct9_nearest_input_t in = {
            .point = at, .range_q6 = 9, .capacity = 1, .found = &near, .rules = rules
        };
        CHECK_EQ(oct9_nearest_find(&map, &in, &nearest_out), OCT9_OK);
        CHECK_EQ(nearest_out.count, 1);
        const oct9_region_t region = { .kind = OCT9_REGION_SPHERE, .centre = at, .radius_q6 = 1 };
        CHECK_EQ(oct9_visit_begin(&visit, &map, &region, OCT9_STATES_OCCUPIED), OCT9_OK);
        CHECK_EQ(oct9_visit_next(&visit, UINT32_MAX, &leaf), 1);
    }
}

/* The first child alone is occupied: a cast in free and unknown space must not pass it over. */
static void the_least_brick_that_is_not_void(void)
{
    CHECK(oct9_brick_void(0x00FF) && !oct9_brick_void(0x0100));
}

/* --- views ------------------------------------------------------------------------------------ */

static oct9_view_pixel_t pixels[9];
static oct9_view_entry_t entries[64];

/* A row of cells at the rim, of which each second one is seen: none has a neighbour below on y. */
static void leaves_at_the_rim(void)
{
    oct9_view_sensor_t sensor = {
        .tan_z_q14 = 13443, .range_q6 = 400, .grid = 1, .frames = 1, .fill_in = true
    };
    const oct9_pose_t pose = { point_from_low(100, 32, 224), OCT9_ROTATION_NONE };
    static oct9_view_t view;
    oct9_view_seen_t list;
    oct9_view_leaf_t leaf;
    oct9_tree_t tree;
    oct9_map_t map;
    unsigned stopped = 0, between = 0;
    int got;
    begin_map(&tree, &map, 1);
    for (uint16_t z = 0; z < 8; z++)
        CHECK_EQ(oct9_tree_set_cell(&tree, (oct9_cell_t){ 4, 0, z }, 2), OCT9_OK);
    sensor.rules.unknown = OCT9_PASSES;
    sensor.rules.outside = OCT9_FREE;
    CHECK_EQ(oct9_view_init(&view, &sensor, pixels, entries, 64), OCT9_OK);
    CHECK_EQ(oct9_view_begin(&view, &map, &pose), OCT9_OK);
    CHECK_EQ(oct9_view_run(&view, UINT32_MAX), OCT9_OK);
    oct9_view_seen_begin(&list, &view);
    CHECK_EQ(oct9_view_seen_next(&list, 0, &leaf), OCT9_ERR_ARGUMENT);
    while ((got = oct9_view_seen_next(&list, UINT32_MAX, &leaf)) > 0) {
        stopped += leaf.stopped;
        between += leaf.between;
    }
    CHECK(got == 0 && stopped == 3 && between == 2);
}

/* An occupied leaf of each size, inside the cube or at a rim; what lies at the other rim is no
 * neighbour. It is listed once, iff there is an axis on which both neighbours are seen. */
static void leaf_between(unsigned level, unsigned rim)
{
    const oct9_view_sensor_t sensor = { .range_q6 = 1, .frames = 1, .fill_in = true };
    const oct9_pose_t outside = { point_from_low(-9000, -9000, -9000), OCT9_ROTATION_NONE };
    const unsigned size = 1u << level;
    unsigned at[3] = { size, size, size };
    static oct9_view_t view;
    oct9_view_seen_t list;
    oct9_view_leaf_t leaf;
    oct9_tree_t tree;
    oct9_map_t map;
    if (rim < 6)
        at[rim / 2] = rim % 2 == 0 ? 0 : OCT9_CELLS - size;
    const oct9_node_t middle = { { (uint16_t)at[0], (uint16_t)at[1], (uint16_t)at[2] },
                                 (uint8_t)level };
    begin_map(&tree, &map, 1);
    CHECK_EQ(oct9_tree_set_node(&tree, &middle, 2), OCT9_OK);
    for (unsigned seen = 0; seen < 64; seen++) { /* which of the six neighbours */
        unsigned between = 0;
        CHECK_EQ(oct9_view_init(&view, &sensor, pixels, entries, 64), OCT9_OK);
        CHECK_EQ(oct9_view_begin(&view, &map, &outside), OCT9_OK);
        CHECK_EQ(oct9_view_run(&view, UINT32_MAX), OCT9_OK);
        for (unsigned i = 0; i < 6; i++) {
            unsigned beside[3] = { at[0], at[1], at[2] };
            beside[i / 2] = (i % 2 == 0 ? at[i / 2] - size : at[i / 2] + size) % OCT9_CELLS;
            const oct9_cell_t corner = { (uint16_t)beside[0], (uint16_t)beside[1],
                                         (uint16_t)beside[2] };
            oct9_leaf_t side;
            CHECK_EQ(oct9_map_locate(&map, corner, &side), OCT9_OK);
            if (seen >> i & 1u)
                CHECK(oct9_view_touch(&view, oct9_view_code(&side.corner, side.level), OCT9_FREE));
        }
        oct9_view_seen_begin(&list, &view);
        while (oct9_view_seen_next(&list, UINT32_MAX, &leaf) > 0)
            if (leaf.between) {
                between++;
                CHECK(leaf.node.level == level && leaf.node.corner.x == at[0] &&
                      leaf.node.corner.y == at[1] && leaf.node.corner.z == at[2]);
            }
        unsigned axes = 0;
        for (unsigned a = 0; a < 3; a++)
            axes += (seen >> 2 * a & 3u) == 3 && rim / 2 != a;
        CHECK_EQ(between, axes != 0);
    }
}

static void leaves_between(void)
{
    for (unsigned level = 0; level < OCT9_LEVELS - 1; level++)
        for (unsigned rim = 0; rim < 7; rim++)
            leaf_between(level, rim);
}

/* A leaf's entry may be the last of 32 from its place on; behind them there is no room for it. */
static void the_last_place_of_a_leaf(void)
{
    enum { PLACES = 32, SIZE = 64 };
    const oct9_view_sensor_t sensor = { .frames = 1 };
    const uint32_t code = 5, place = oct9_table_place(code, SIZE);
    static oct9_view_entry_t list[SIZE];
    static oct9_view_t view;
    view.seen = list;
    view.size = SIZE;
    view.sensor = &sensor;
    view.frame = 1;
    for (unsigned taken = PLACES - 1; taken <= PLACES; taken++) {
        for (unsigned i = 0; i < taken; i++)
            list[(place + i) % SIZE] = (oct9_view_entry_t){ (1000 + i) << OCT9_VIEW_CODE_SHIFT, 1 };
        oct9_view_entry_t *const found = oct9_view_touch(&view, code, OCT9_FREE);
        CHECK(found == (taken < PLACES ? &list[(place + taken) % SIZE] : NULL));
        CHECK(oct9_view_touch(&view, code, OCT9_FREE) == found);
    }
}

/* The last block of a round can be spared, and others of one worth were met: that will do for the
 * next round. */
static void reach_after_a_round(void)
{
    const oct9_model_t model = OCT9_MODEL_DEFAULT;
    for (unsigned worth = 0; worth <= OCT9_LEVELS; worth++) {
        oct9_occupancy_t map;
        CHECK_EQ(oct9_occupancy_init(&map, pool, 45, &model, NULL), OCT9_OK);
        for (uint16_t i = 0; i < 8; i++)
            CHECK_EQ(oct9_tree_set_cell(
                         &map.tree,
                         (oct9_cell_t){ 510u + i % 2u, 510u + i / 2u % 2u, 510u + i / 4u },
                         oct9_occupancy_payload(10 + i, 0)),
                     OCT9_OK);
        for (unsigned i = 0; i <= OCT9_LEVELS; i++)
            map.worth[i] = i == worth ? 100 : 0;
        map.hand = OCT9_MORTON_END - 8u;
        map.reach = 0;
        oct9_tree_touch(&map.tree);
        CHECK(oct9_room_make(&map, oct9_occupancy_free(&map) + 1));
        oct9_tree_touch(&map.tree);
        CHECK_EQ(map.merged, 1);
        CHECK_EQ(map.reach, worth);
    }
}

/* The node at the cube's corner leaves with 7 blocks, which are counted once: in a pool of 10, one
 * block lacks. */
static void moves_in_a_pool_just_large_enough(void)
{
    oct9_model_t model = OCT9_MODEL_DEFAULT;
    const oct9_box_t half = { { 256, 0, 0 }, { OCT9_CELLS, OCT9_CELLS, OCT9_CELLS } };
    const oct9_offset_t by = { 1, 0, 0 };
    const uint16_t occupied = oct9_occupancy_payload(10, 0);
    model.full = OCT9_REFUSE;
    for (uint32_t blocks = 10; blocks <= 11; blocks++) {
        oct9_occupancy_t map;
        CHECK_EQ(oct9_occupancy_init(&map, pool, blocks, &model, NULL), OCT9_OK);
        CHECK_EQ(oct9_tree_fill_box(&map.tree, &half, occupied), OCT9_OK);
        CHECK_EQ(oct9_tree_set_cell(&map.tree, (oct9_cell_t){ 3, 5, 7 }, occupied), OCT9_OK);
        CHECK_EQ(map.tree.used, 9);
        CHECK_EQ(oct9_window_move(&map, &by, 7), blocks == 10 ? OCT9_ERR_POOL_FULL : OCT9_OK);
        CHECK_EQ(map.tree.used, 9); /* moved: the root and its eight children */
    }
}

/* Four cells whose farthest corners are 64, 64 and 32 from the centre, and so on the surface of the
 * sphere of 96; with the greatest payload that there is. */
static void cells_up_to_a_surface(void)
{
    const oct9_point_t centre = point_from_low(640, 640, 672);
    oct9_tree_t tree;
    CHECK_EQ(oct9_tree_init(&tree, pool, BLOCKS, &thresholds), OCT9_OK);
    CHECK_EQ(oct9_tree_fill_sphere(&tree, &centre, 96, OCT9_PAYLOAD_MAX + 1u), OCT9_ERR_ARGUMENT);
    CHECK_EQ(oct9_tree_fill_sphere(&tree, &centre, 95, OCT9_PAYLOAD_MAX), OCT9_OK);
    CHECK_EQ(tree.used, 0);
    CHECK_EQ(oct9_tree_fill_sphere(&tree, &centre, 96, OCT9_PAYLOAD_MAX), OCT9_OK);
    CHECK(tree.used > 0);
    for (uint16_t i = 0; i < 4; i++) /* and none but these */
        CHECK_EQ(oct9_tree_set_cell(&tree, (oct9_cell_t){ 9u + i % 2u, 9u + i / 2u, 10 }, 0),
                 OCT9_OK);
    CHECK_EQ(tree.used, 0);
}

/* At both ends of each node of each level; between them it is monotone. */
static void corners_of_nodes(void)
{
    for (unsigned level = 0; level <= OCT9_LEVELS; level++) {
        const uint32_t below = oct9_morton_below(level);
        uint32_t wrong = 0;
        for (uint32_t corner = 0; corner < OCT9_MORTON_END; corner += below + 1u)
            wrong += oct9_morton_corner(corner, level) != corner ||
                     oct9_morton_corner(corner + below, level) != corner;
        CHECK_EQ(wrong, 0);
    }
}

/* A node that is split although leaves may not be smaller, behind all points that there are. */
static void leaves_below_the_least(void)
{
    static oct9_bucket_t buckets[2];
    static oct9_entry_t points[2];
    const oct9_points_config_t config = { .blocks = small_pool,
                                          .block_count = SMALL_BLOCKS,
                                          .buckets = buckets,
                                          .entries = points,
                                          .bucket_count = 2,
                                          .bucket_size = 1,
                                          .least_level = OCT9_LEVELS - 1 };
    const oct9_point_t first = point_from_low(0, 0, 0), second = point_from_low(20000, 0, 0);
    uint8_t seen[(SMALL_BLOCKS + 7) / 8];
    oct9_points_t set;
    CHECK_EQ(oct9_points_init(&set, &config), OCT9_OK);
    CHECK_EQ(oct9_points_insert(&set, &first, 1), OCT9_OK);
    CHECK_EQ(oct9_points_insert(&set, &second, 2), OCT9_OK);
    CHECK_EQ(oct9_points_check(&set, seen), OCT9_OK);
    uint16_t *const child = small_pool[set.tree.root].slot;
    oct9_tree_split(&set.tree, &child[7])[7] = child[0];
    CHECK_EQ(oct9_points_check(&set, seen), OCT9_ERR_BROKEN);
}

/* --- the store ------------------------------------------------------------------------------- */

/* Each bit behind the CRC is put right. The syndrome that one more bit would have is that of none:
 * nothing is changed. */
static void bits_that_are_put_right(void)
{
    enum { SIZE = 48, HEAD = OCT9_STORE_AT_LIFE };
    uint8_t record[SIZE] = { 0 }, flipped[SIZE - HEAD + 1] = { 0 };
    for (unsigned bit = 0; bit < 8 * (SIZE - HEAD); bit++) {
        memset(flipped, 0, sizeof flipped);
        flipped[bit / 8] = (uint8_t)(1u << bit % 8);
        const uint32_t right = oct9_rom_crc32(0, oct9_rom_of_ram(record), SIZE - HEAD);
        const uint32_t wrong = oct9_rom_crc32(0, oct9_rom_of_ram(flipped), SIZE - HEAD);
        CHECK(oct9_store_repair(record, SIZE, right ^ wrong));
        CHECK_EQ(record[HEAD + bit / 8], flipped[bit / 8]);
        record[HEAD + bit / 8] = 0;
    }
    memset(flipped, 0, sizeof flipped);
    const uint32_t right = oct9_rom_crc32(0, oct9_rom_of_ram(flipped), sizeof flipped);
    flipped[0] = 0x80;
    CHECK(!oct9_store_repair(record, SIZE,
                             right ^ oct9_rom_crc32(0, oct9_rom_of_ram(flipped), sizeof flipped)));
    for (unsigned i = 0; i < SIZE; i++)
        CHECK_EQ(record[i], 0);
}

int main(void)
{
    RUN(millimetres_far_apart);
    RUN(refused_readings_stop_counting);
    RUN(a_path_longer_than_32_bits);
    RUN(more_points_than_an_int_counts);
    RUN(changes_of_one_key);
    RUN(packets_into_a_small_pool);
    RUN(packets_that_are_none);
    RUN(packets_that_end_early);
    RUN(a_block_below_a_cell);
    RUN(the_last_cell);
    RUN(the_least_brick_that_is_not_void);
    RUN(leaves_at_the_rim);
    RUN(leaves_between);
    RUN(the_last_place_of_a_leaf);
    RUN(moves_in_a_pool_just_large_enough);
    RUN(reach_after_a_round);
    RUN(cells_up_to_a_surface);
    RUN(corners_of_nodes);
    RUN(leaves_below_the_least);
    RUN(bits_that_are_put_right);
    return test_end();
}
