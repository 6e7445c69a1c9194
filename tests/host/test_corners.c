/* SPDX-License-Identifier: MIT */
/* Corners of the code that neither the golden suites nor the oracles come to, each by name. */
#include "oct9/beams.h"
#include "oct9/packet.h"
#include "oct9/path.h"
#include "oct9/points.h"
#include "oct9/view.h"
#include "src/changes.h"
#include "src/core_point.h"
#include "src/morton.h"
#include "src/packet.h"
#include "tests/test.h"

#include <string.h>

enum { BLOCKS = 4096, SMALL_BLOCKS = 12, TABLE = 4096, TILES = 4096, FEW = 16 };

static oct9_block_t pool[BLOCKS], small_pool[SMALL_BLOCKS];
static const oct9_thresholds_t thresholds = { 2, 2 };
static const oct9_frame_t frame = { { 0, 0, 0 }, 64000 };

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
    const oct9_frame_t low = { { INT32_MIN, 0, 0 }, 64000 }, high = { { INT32_MAX, 0, 0 }, 64000 };
    const oct9_mm_t above = { INT32_MAX, 0, 0 }, below = { INT32_MIN, 0, 0 };
    CHECK(oct9_point_from_mm(&low, &above, &point) < 0);
    CHECK(oct9_point_from_mm(&high, &below, &point) < 0);
    CHECK_EQ(oct9_point_from_mm(&high, &above, &point), OCT9_OK);
}

/* --- lists that count as far as they can ------------------------------------------------------ */

static void refused_readings_stop_counting(void)
{
    const oct9_pose_t pose = { { 100, 100, 100 }, OCT9_ROTATION_NONE };
    const oct9_range_t range = { 10, 1000 };
    const oct9_reading_t nonsense = { 0, 0, 0 };
    static oct9_beam_t beams[1];
    oct9_beams_t list;
    CHECK_EQ(oct9_beams_begin(&list, &frame, &pose, &range, beams, 1), OCT9_OK);
    for (uint32_t i = 0; i < 70000; i++)
        CHECK_EQ(oct9_beams_point(&list, &nonsense), OCT9_OK);
    CHECK_EQ(list.refused, UINT16_MAX);
}

/* 40,000 segments of 65535 * sqrt(3) sub-cells are more than 2^32. */
static void a_path_longer_than_32_bits(void)
{
    enum { POINTS = 40000 };
    static oct9_point_t points[POINTS];
    oct9_path_input_t input = { points, POINTS, 0, { 0 } };
    static oct9_path_t path;
    oct9_path_output_t output;
    oct9_tree_t tree;
    oct9_map_t map;
    begin_map(&tree, &map, 1);
    for (unsigned i = 0; i < POINTS; i++)
        points[i].x = points[i].y = points[i].z = (int16_t)(i % 2 != 0 ? 32767 : -32768);
    input.rules.outside = OCT9_FREE;
    CHECK_EQ(oct9_path(&path, &map, &input, &output), OCT9_OK);
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
    const oct9_point_t lo = { 0, 0, 0 }, hi = { 100, 100, 100 }, below = { -1, 100, 100 };
    const oct9_point_t far = { -9, 0, 0 };
    oct9_points_t set;
    oct9_points_find_t find;
    CHECK_EQ(oct9_points_init(&set, &config), OCT9_OK);
    CHECK_EQ(oct9_points_insert(&set, &hi, 7), OCT9_OK);
    CHECK_EQ(oct9_points_box(&find, &set, &lo, &hi), OCT9_OK);
    CHECK_EQ(oct9_points_next(&find, UINT32_MAX, found, CAPACITY), 1);
    CHECK_EQ(found[0].id, 7);
    CHECK_EQ(oct9_points_box(&find, &set, &far, &below), OCT9_OK);   /* below the cube */
    CHECK_EQ(oct9_points_next(&find, UINT32_MAX, found, 1), 0);
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
    for (unsigned turn = 0; turn < 2; turn++) {
        CHECK_EQ(oct9_changes_init(&changes, table, FEW), OCT9_OK);
        oct9_changes_note(&changes, turn == 0 ? &large : &cell);
        oct9_changes_note(&changes, turn == 0 ? &cell : &large);
        oct9_changes_note_cells(&changes, corner, 0);         /* none */
        CHECK_EQ(changes.used, 2);
        while (oct9_changes_take(&changes, &change) == 1) {
            larges += change.node.level == 2 && change.node.corner.x == 0;
            cells += change.node.level == 1 && change.node.corner.x == 2 && change.cells == 1;
        }
    }
    CHECK(larges == 2 && cells == 2);
}

/* A map of obstacles that are far from each other, sent into a pool that holds a few of them: each
 * obstacle is there. */
static void packets_into_a_small_pool(void)
{
    static uint32_t table[TABLE];
    static oct9_tile_seen_t seen[TILES];
    static oct9_occupancy_t from, to;
    static uint8_t packet[OCT9_PACKET_MAX + 1u];
    const oct9_model_t model = OCT9_MODEL_DEFAULT;
    oct9_changes_t changes;
    oct9_sender_t sender;
    oct9_receiver_t receiver;
    int32_t size;
    CHECK_EQ(oct9_changes_init(&changes, table, TABLE), OCT9_OK);
    CHECK_EQ(oct9_occupancy_init(&from, pool, BLOCKS, &model, &changes), OCT9_OK);
    CHECK_EQ(oct9_occupancy_init(&to, small_pool, SMALL_BLOCKS, &model, NULL), OCT9_OK);
    CHECK_EQ(oct9_receiver_init(&receiver, &to, seen, TILES), OCT9_OK);
    const uint16_t occupied = from.tree.thresholds.occupied_from;
    for (unsigned i = 0; i < 64; i++) {
        const oct9_cell_t cell = { (uint16_t)(i % 4u * 131u + i), (uint16_t)(i / 4u % 4u * 131u),
                                   (uint16_t)(i / 16u * 131u) };
        CHECK_EQ(oct9_tree_set_cell(&from.tree, cell, occupied), OCT9_OK);
    }
    oct9_sender_init(&sender, &from, 1);
    while ((size = oct9_packet_write(&sender, packet, 200)) > 0)
        CHECK_EQ(oct9_packet_apply(&receiver, packet, (uint32_t)size), OCT9_OK);
    CHECK(to.grown > 0 && to.merged > 0);
    const oct9_map_t map = oct9_map_of_tree(&to.tree);
    for (unsigned i = 0; i < 64; i++) {
        const oct9_cell_t cell = { (uint16_t)(i % 4u * 131u + i), (uint16_t)(i / 4u % 4u * 131u),
                                   (uint16_t)(i / 16u * 131u) };
        oct9_leaf_t leaf;
        CHECK_EQ(oct9_locate(&map, cell, &leaf), OCT9_OK);
        CHECK_EQ(leaf.state, OCT9_OCCUPIED);
    }
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
    CHECK_EQ(oct9_changes_init(&changes, table, FEW), OCT9_OK);
    CHECK_EQ(oct9_occupancy_init(&from, pool, BLOCKS, &model, &changes), OCT9_OK);
    CHECK_EQ(oct9_tree_set_cell(&from.tree, (oct9_cell_t){ 1, 2, 3 },
                                from.tree.thresholds.occupied_from), OCT9_OK);
    oct9_sender_init(&sender, &from, 1);
    const int32_t size = oct9_packet_write(&sender, bytes, sizeof bytes);
    CHECK_EQ(oct9_packet_open(&packet, bytes, (uint32_t)size), OCT9_OK);
    CHECK(oct9_packet_next(&packet, &record));
    CHECK_EQ(oct9_packet_open(&packet, bytes, (uint32_t)size), OCT9_OK);
    memset(bytes, 0xFF, sizeof bytes);
    CHECK(!oct9_packet_next(&packet, &record));
    CHECK_EQ(oct9_packet_open(&packet, &byte, OCT9_PACKET_MAX + 1u), OCT9_ERR_PACKET_BAD);
    CHECK_EQ(oct9_packet_open(&packet, &byte, 1), OCT9_ERR_PACKET_BAD);
}

/* --- a reader that comes into a write ---------------------------------------------------------- */

/* A cell's slot that holds a block's number ends the walk's descent as a leaf does. */
static void a_block_below_a_cell(void)
{
    const oct9_point_t a = { 10, 10, 10 }, b = { 5000, 10, 10 }, c = { 100, 10, 10 };
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
        while (oct9_walk_next(&walk))
            leaves++;
        CHECK_EQ(leaves, i == 2 ? 7 : 8);
    }
}

/* --- views ------------------------------------------------------------------------------------ */

static oct9_view_pixel_t pixels[9];
static oct9_view_entry_t entries[64];

/* Looks along x at a row of cells at the cube's rim, of which each second one is seen: those between
 * have no neighbour below them on y. */
static void leaves_at_the_rim(void)
{
    oct9_view_sensor_t sensor = { .tan_z_q14 = 13443, .range_q6 = 400, .grid = 1, .frames = 1,
                                  .fill_in = true };
    const oct9_pose_t pose = { { 100, 32, 224 }, OCT9_ROTATION_NONE };
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
    CHECK_EQ(oct9_view_seen_next(&list, 0, &leaf), OCT9_ERR_BUDGET);
    while ((got = oct9_view_seen_next(&list, UINT32_MAX, &leaf)) > 0) {
        stopped += leaf.stopped;
        between += leaf.between;
    }
    CHECK(got == 0 && stopped == 3 && between == 2);
}

/* --- solids ----------------------------------------------------------------------------------- */

/* As large a triangle as there is, as far away as there is: the product of its normal and the gap,
 * times the time's denominator, needs more than 63 bits. */
static void a_large_triangle_far_away(void)
{
    const oct9_solid_t solid = {
        OCT9_PRIMITIVE_TRIANGLE, 0, { { 32767, 32767, 0 }, { 0, 32767, 32767 }, { 32767, 0, 32767 } },
    };
    const oct9_line_t line = { { -32768, -32768, -32768 }, { 3, 3, 3 } };
    oct9_core_point_t nearest;
    oct9_core_point(&solid, &line, 1, 65535, &nearest);
    CHECK_EQ(nearest.feature, OCT9_ON_FACE);
    CHECK_EQ(oct9_core_point_beyond(&nearest, 65534), 1);
    oct9_core_point(&solid, &line, 1, 1, &nearest);
    CHECK_EQ(oct9_core_point_beyond(&nearest, 65534), 1);
}

/* A plane that is farther away than any radius, by more than 64 bits hold the square of. */
static void planes_far_and_near(void)
{
    const oct9_solid_t ball = { OCT9_PRIMITIVE_SPHERE, 32767, { { -32768, -32768, -32768 } } };
    oct9_frustum_t frustum;
    memset(&frustum, 0, sizeof frustum);
    for (unsigned i = 0; i < 6; i++)
        frustum.plane[i].normal[0] = OCT9_ONE_Q14;
    for (unsigned i = 0; i < 6; i++)
        frustum.plane[i].offset = -OCT9_ONE_Q14;
    CHECK(oct9_solid_meets_frustum(&ball, &frustum));
    frustum.plane[5].offset = 0;              /* one sub-cell beyond its reach */
    CHECK(!oct9_solid_meets_frustum(&ball, &frustum));
    for (unsigned a = 0; a < 3; a++)
        frustum.plane[5].normal[a] = OCT9_ONE_Q14;
    frustum.plane[5].offset = INT32_MAX;
    CHECK(!oct9_solid_meets_frustum(&ball, &frustum));
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

int main(void)
{
    RUN(millimetres_far_apart);
    RUN(refused_readings_stop_counting);
    RUN(a_path_longer_than_32_bits);
    RUN(more_points_than_an_int_counts);
    RUN(changes_of_one_key);
    RUN(packets_into_a_small_pool);
    RUN(packets_that_are_none);
    RUN(a_block_below_a_cell);
    RUN(leaves_at_the_rim);
    RUN(a_large_triangle_far_away);
    RUN(planes_far_and_near);
    RUN(corners_of_nodes);
    return test_end();
}
