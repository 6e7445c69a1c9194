/* SPDX-License-Identifier: MIT */
/* Corners of the code that neither the golden suites nor the oracles come to, each by name. */
#include "oct9/image.h"
#include "oct9/linked.h"
#include "oct9/mm.h"
#include "oct9/nearest.h"
#include "oct9/objects.h"
#include "oct9/packet.h"
#include "oct9/points.h"
#include "oct9/scan.h"
#include "oct9/scene.h"
#include "oct9/sweep.h"
#include "oct9/view.h"
#include "oct9/window.h"
#include "src/number/axes.h"
#include "src/number/bytes.h"
#include "src/mapping/changes.h"
#include "src/solid/core_point.h"
#include "src/number/fraction.h"
#include "src/map/image.h"
#include "src/number/morton.h"
#include "src/radio/packet.h"
#include "src/mapping/make_room.h"
#include "src/solid/solid.h"
#include "src/store/store.h"
#include "src/number/hash.h"
#include "src/map/tree.h"
#include "src/view/view_seen.h"
#include "src/solid/wide.h"
#include "tests/test.h"

#include <stdlib.h>
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
    oct9_path_input_t input = { points, POINTS, 0, { 0 } };
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
    const oct9_region_t box = { .kind = OCT9_REGION_BOX, .hi = { 100, 100, 100 } };
    const oct9_region_t below = { .kind = OCT9_REGION_BOX, .lo = { -9, 0, 0 },
                                  .hi = { -1, 100, 100 } };
    oct9_points_t set;
    oct9_points_find_t find;
    CHECK_EQ(oct9_points_init(&set, &config), OCT9_OK);
    CHECK_EQ(oct9_points_insert(&set, &box.hi, 7), OCT9_OK);
    CHECK_EQ(oct9_points_find_begin(&find, &set, &box), OCT9_OK);
    CHECK_EQ(oct9_points_find_next(&find, UINT32_MAX, found, CAPACITY), 1);
    CHECK_EQ(found[0].id, 7);
    CHECK_EQ(oct9_points_find_begin(&find, &set, &below), OCT9_OK);
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
    for (unsigned turn = 0; turn < 2; turn++) {
        CHECK_EQ(oct9_occupancy_changes_init(&changes, table, FEW), OCT9_OK);
        oct9_occupancy_changes_note(&changes, turn == 0 ? &large : &cell);
        oct9_occupancy_changes_note(&changes, turn == 0 ? &cell : &large);
        oct9_occupancy_changes_note_cells(&changes, corner, 0);         /* none */
        CHECK_EQ(changes.used, 2);
        while (oct9_occupancy_changes_take(&changes, &change) == 1) {
            larges += change.node.level == 2 && change.node.corner.x == 0;
            cells += change.node.level == 1 && change.node.corner.x == 2 && change.cells == 1;
        }
    }
    CHECK(larges == 2 && cells == 2);
}

static const oct9_run_t run = { 7, 1 };

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
    while ((size = oct9_packet_write(&sender, packet, 200)) > 0)
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
    oct9_put_le32(bytes + end, oct9_rom_crc32(0, oct9_rom_of_ram(bytes), end));
}

/* One whose last record is cut off. Its bytes lie in memory of their own, so that a read behind them
 * is noticed. */
static void cut_off(const uint8_t *bytes, uint32_t left)
{
    const uint32_t size = OCT9_PACKET_HEADER + left + OCT9_PACKET_CRC;
    uint8_t *const cut = malloc(size);
    oct9_packet_t packet;
    memcpy(cut, bytes, size);
    sign_packet(cut, size);
    CHECK_EQ(oct9_packet_open(&packet, cut, size), left == 0 ? OCT9_OK : OCT9_ERR_PACKET_BAD);
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
    CHECK_EQ(oct9_tree_set_cell(&from.tree, (oct9_cell_t){ 1, 2, 3 },
                                from.tree.thresholds.occupied_from), OCT9_OK);
    CHECK_EQ(oct9_packet_sender_init(&sender, &from, &run), OCT9_OK);
    const int32_t size = oct9_packet_write(&sender, bytes, sizeof bytes);
    CHECK_EQ(oct9_packet_open(&packet, bytes, (uint32_t)size), OCT9_OK);
    CHECK(oct9_packet_next(&packet, &record));
    for (uint32_t left = 0; left < 6; left++)
        cut_off(bytes, left);
    CHECK_EQ(oct9_packet_open(&packet, bytes, (uint32_t)size), OCT9_OK);
    memset(bytes, 0xFF, sizeof bytes);
    CHECK(!oct9_packet_next(&packet, &record));
    CHECK_EQ(oct9_packet_open(&packet, &byte, OCT9_PACKET_MAX + 1u), OCT9_ERR_PACKET_BAD);
    CHECK_EQ(oct9_packet_open(&packet, &byte, 1), OCT9_ERR_PACKET_BAD);
}

/* Inner children without their half-words: neither the CRC that follows nor what is behind it must be
 * taken for them. Some of these have a CRC that would pass. */
static void packets_that_end_early(void)
{
    uint8_t bytes[OCT9_PACKET_HEADER + 6 + OCT9_PACKET_CRC] = { 'o', '9', 2 };
    oct9_packet_t packet;
    oct9_put_le32(bytes + OCT9_PACKET_HEADER, (uint32_t)2 << 27);
    oct9_put_le16(bytes + OCT9_PACKET_HEADER + 4, 0xFFFF);
    for (uint32_t number = 1; number <= 1000; number++) {
        oct9_put_le32(bytes + 8, 1);
        oct9_put_le32(bytes + 12, number);
        sign_packet(bytes, sizeof bytes);
        CHECK_EQ(oct9_packet_open(&packet, bytes, sizeof bytes), OCT9_ERR_PACKET_BAD);
    }
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
        oct9_point_t at = { 16352, 16352, 16352 };
        oct9_tree_t tree;
        oct9_map_t map;
        oct9_near_t near;
        oct9_nearest_output_t nearest_out;
        oct9_sweep_output_t out;
        oct9_visit_t visit;
        oct9_leaf_t leaf;
        oct9_cell_set_axis(&cell, a, OCT9_CELLS - 1u);
        oct9_point_set_axis(&at, a, INT16_MAX);
        begin_map(&tree, &map, 1);
        CHECK_EQ(oct9_tree_set_cell(&tree, cell, 2), OCT9_OK);
        const oct9_sphere_input_t sphere = { .from = at, .to = at, .radius_q6 = 1, .rules = rules };
        CHECK_EQ(oct9_sweep_sphere(&map, &sphere, &out), OCT9_OK);
        CHECK_EQ(out.hit, OCT9_HIT_LEAF);
        const oct9_nearest_input_t in = { .point = at, .range_q6 = 9, .capacity = 1, .found = &near,
                                          .rules = rules };
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

/* An occupied leaf of each size, inside the cube or at one of its rims; neighbours are seen, and
 * where there are none what lies at the other rim. It is told once, iff there is an axis on which
 * both neighbours are seen. */
static void leaf_between(unsigned level, unsigned rim)
{
    const oct9_view_sensor_t sensor = { .range_q6 = 1, .frames = 1, .fill_in = true };
    const oct9_pose_t outside = { { -9000, -9000, -9000 }, OCT9_ROTATION_NONE };
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
    for (unsigned seen = 0; seen < 64; seen++) {      /* which of the six neighbours */
        unsigned between = 0;
        CHECK_EQ(oct9_view_init(&view, &sensor, pixels, entries, 64), OCT9_OK);
        CHECK_EQ(oct9_view_begin(&view, &map, &outside), OCT9_OK);
        CHECK_EQ(oct9_view_run(&view, UINT32_MAX), OCT9_OK);
        for (unsigned i = 0; i < 6; i++) {
            unsigned beside[3] = { at[0], at[1], at[2] };
            beside[i / 2] = (i % 2 == 0 ? at[i / 2] - size : at[i / 2] + size) % OCT9_CELLS;
            const oct9_cell_t corner = { (uint16_t)beside[0], (uint16_t)beside[1],
                                         (uint16_t)beside[2] };
            if (seen >> i & 1u)
                CHECK(oct9_view_touch(&view, oct9_view_code(&corner, level), OCT9_FREE));
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

/* --- scenes ----------------------------------------------------------------------------------- */

/* As many blocks, lists and primitives as an image may say it has: what is wrong then is what they
 * are. One more is too many. Of 2^24 indices only that they are too many. */
static void images_of_the_largest_counts(void)
{
    enum { MOST = OCT9_PRIMITIVES_MAX, WORDS = (52 + 26 * (MOST + 1)) / 4 + 1 };
    static union {
        oct9_scene_header_t header;
        uint32_t words[WORDS];
    } image;
    oct9_scene_header_t *const h = &image.header;
    oct9_scene_t scene;
    static const struct { uint32_t most, bytes; oct9_status_t status; } kinds[4] = {
        { OCT9_PRIMITIVES_MAX, 26, OCT9_OK }, { OCT9_BLOCKS_MAX, 16, OCT9_ERR_IMAGE_INDEX },
        { OCT9_LISTS_MAX, 4, OCT9_ERR_IMAGE_INDEX }, { OCT9_INDICES_MAX, 2, OCT9_ERR_IMAGE_CRC }
    };
    for (unsigned kind = 0; kind < 4; kind++)
        for (unsigned more = 0; more < 2; more++) {
            uint32_t *const counts[4] = { &h->primitive_count, &h->block_count, &h->list_count,
                                          &h->index_count };
            memset(&image, 0, sizeof image);
            h->magic = OCT9_SCENE_MAGIC;
            h->version = OCT9_SCENE_VERSION;
            h->cell_um = 4000;
            h->root = OCT9_SLOT_LEAF;
            *counts[kind] = kinds[kind].most + more;
            h->bytes = (52 + kinds[kind].bytes * *counts[kind] + 3) / 4 * 4;
            if (h->bytes > sizeof image && more == 0)
                continue;
            if (h->bytes <= sizeof image)
                h->crc = oct9_rom_crc32(0, oct9_rom_of_ram(&h->version), h->bytes - 8);
            CHECK_EQ(oct9_scene_open(&scene, &image, h->bytes, NULL),
                     more ? OCT9_ERR_IMAGE_COUNT : kinds[kind].status);
        }
}

/* Leaves and quads together are too many. */
static void linked_images_of_large_counts(void)
{
    enum { LEAVES = OCT9_LINKED_MOST, QUADS = 1 };
    static struct {
        oct9_linked_header_t header;
        oct9_linked_record_t leaves[LEAVES];
        oct9_linked_quad_t quads[QUADS];
    } image;
    oct9_linked_t linked;
    image.header.magic = OCT9_LINKED_MAGIC;
    image.header.version = OCT9_LINKED_VERSION;
    image.header.bytes = sizeof image;
    image.header.leaf_count = LEAVES;
    image.header.quad_count = QUADS;
    CHECK_EQ(oct9_linked_open(&linked, &image, sizeof image), OCT9_ERR_IMAGE_COUNT);
}

/* --- solids ----------------------------------------------------------------------------------- */

__extension__ typedef __int128 exact_t;

static exact_t exact(const oct9_wide_t *a)
{
    return (exact_t)a->high * ((exact_t)1 << 64) + (exact_t)a->low;
}

static oct9_wide_t wide_of(exact_t a)
{
    return (oct9_wide_t){ (uint64_t)a, (int64_t)(a >> 64) };
}

static int compare(exact_t a, exact_t b)
{
    return (a > b) - (a < b);
}

static unsigned bits_of(exact_t a)
{
    unsigned bits = 0;
    while (bits < 127 && (a < 0 ? -a : a) >> bits != 0)
        bits++;
    return bits;
}

/* Numbers of 128 bits against the compiler's, at the ends of words and around 0. */
static void wide_numbers(void)
{
    static const int64_t some[] = {
        0, 1, -1, 2, -3, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF, -0xFFFFFFFF, 0x100000000, -0x100000001,
        (int64_t)1 << 47, -((int64_t)1 << 61), INT64_MAX / 2, -INT64_MAX
    };
    enum { SOME = sizeof some / sizeof some[0] };
    for (unsigned i = 0; i < SOME * SOME * SOME; i++) {
        const int64_t a = some[i % SOME], b = some[i / SOME % SOME], c = some[i / SOME / SOME];
        const exact_t ab = (exact_t)a * b, bc = (exact_t)b * c;
        const unsigned bits = bits_of(ab);
        oct9_wide_t first, second;
        oct9_wide_product(&first, a, b);
        oct9_wide_product(&second, b, c);
        CHECK(exact(&first) == ab && exact(&second) == bc);
        CHECK_EQ(oct9_wide_sign(&first), compare(ab, 0));
        CHECK_EQ(oct9_wide_compare(&first, &second), compare(ab, bc));
        CHECK_EQ(oct9_wide_bits(&first), bits);
        for (unsigned shift = bits < 64 ? 1 : bits - 63; shift < 64; shift++)
            CHECK_EQ(oct9_wide_shifted(&first, shift), (int64_t)(ab >> shift));
        oct9_wide_negate(&first);
        CHECK(exact(&first) == -ab);
        oct9_wide_determinant(&first, a / 2, b, b, c / 2);
        CHECK(exact(&first) == (exact_t)(a / 2) * b - (exact_t)b * (c / 2));
        first = wide_of(ab / 2);
        second = wide_of(bc / 2);
        oct9_wide_add(&first, &second);
        CHECK(exact(&first) == ab / 2 + bc / 2);
    }
}

/* A triangle with a right angle, 7 above the places: on which of its corners, edges or its face the
 * nearest point lies. What is over an edge counts to the edge, and over a corner to that. */
static void parts_of_a_triangle(void)
{
    const oct9_solid_t solid = {
        OCT9_PRIMITIVE_TRIANGLE, 0, { { 0, 0, 7 }, { 1000, 0, 7 }, { 0, 1000, 7 } },
    };
    enum { POINT = OCT9_ON_POINT, EDGE = OCT9_ON_EDGE, FACE = OCT9_ON_FACE };
    static const struct { int32_t x, y, near_x, near_y, feature; } places[] = {
        { 0, 0, 0, 0, POINT }, { -5, 0, 0, 0, POINT }, { 0, -5, 0, 0, POINT },
        { 1000, 0, 1000, 0, POINT }, { 1000, -5, 1000, 0, POINT }, { 1005, 5, 1000, 0, POINT },
        { 1009, 2, 1000, 0, POINT }, { 0, 1000, 0, 1000, POINT }, { -5, 1000, 0, 1000, POINT },
        { 5, 1005, 0, 1000, POINT }, { 2, 1009, 0, 1000, POINT }, { 500, 0, 500, 0, EDGE },
        { 1, 0, 1, 0, EDGE }, { 999, -9, 999, 0, EDGE }, { 0, 500, 0, 500, EDGE },
        { 0, 1, 0, 1, EDGE }, { -9, 999, 0, 999, EDGE }, { 500, 500, 500, 500, EDGE },
        { 999, 1, 999, 1, EDGE }, { 600, 600, 500, 500, EDGE }, { 1, 999, 1, 999, EDGE },
        { 1, 1, 1, 1, FACE }, { 499, 500, 499, 500, FACE }, { 998, 1, 998, 1, FACE }
    };
    for (unsigned i = 0; i < sizeof places / sizeof places[0]; i++) {
        const oct9_line_t line = { { places[i].x, places[i].y, 0 }, { 0, 0, 0 } };
        const int32_t dx = places[i].x - places[i].near_x, dy = places[i].y - places[i].near_y;
        const uint32_t square = (uint32_t)(dx * dx + dy * dy + 49) << 16;
        oct9_core_point_t nearest;
        oct9_core_point(&solid, &line, 0, 1, &nearest);
        CHECK_EQ(nearest.feature, places[i].feature);
        const uint32_t distance = oct9_core_point_distance(&nearest);
        CHECK(distance * distance <= square && (distance + 1) * (distance + 1) > square);
    }
}

/* Of each kind of feature: whether a place is beyond a radius, and whether it comes nearer, goes
 * away or neither. */
static void signs_of_a_place(void)
{
    static const struct { oct9_solid_t solid; oct9_line_t at; uint16_t distance; } places[] = {
        { { OCT9_PRIMITIVE_SPHERE, 0, { { 100, 100, 100 } } }, { { 100, 100, 150 }, { 0 } }, 50 },
        { { OCT9_PRIMITIVE_SPHERE, 0, { { 100, 100, 149 } } }, { { 100, 100, 150 }, { 0 } }, 1 },
        { { OCT9_PRIMITIVE_BOX, 0, { { 0, 0, 0 }, { 200, 200, 100 } } },
          { { 100, 100, 150 }, { 0 } }, 50 },
        { { OCT9_PRIMITIVE_CAPSULE, 0, { { 0, 100, 100 }, { 200, 100, 100 } } },
          { { 100, 100, 150 }, { 0 } }, 50 },
        { { OCT9_PRIMITIVE_TRIANGLE, 0, { { 0, 0, 100 }, { 900, 0, 100 }, { 0, 900, 100 } } },
          { { 100, 100, 150 }, { 0 } }, 50 },
        { { OCT9_PRIMITIVE_TRIANGLE, 0, { { 0, 0, 200 }, { 900, 0, 200 }, { 0, 900, 200 } } },
          { { 100, 100, 150 }, { 0 } }, 50 },
        { { OCT9_PRIMITIVE_TRIANGLE, 0, { { 0, 0, 150 }, { 900, 0, 150 }, { 0, 900, 150 } } },
          { { 100, 100, 150 }, { 0 } }, 0 }
    };
    for (unsigned i = 0; i < sizeof places / sizeof places[0]; i++) {
        const oct9_solid_t *solid = &places[i].solid;
        const uint16_t distance = places[i].distance;
        const int away = distance == 0 ? 0 : solid->corner[0][2] > 150 ? -1 : 1;
        oct9_line_t line = places[i].at;
        oct9_core_point_t nearest;
        int32_t unit[3];
        oct9_core_point(solid, &line, 0, 1, &nearest);
        CHECK_EQ(oct9_core_point_distance(&nearest), distance * 256u);
        CHECK_EQ(oct9_core_point_beyond(&nearest, distance), 0);
        CHECK_EQ(oct9_core_point_beyond(&nearest, (uint16_t)(distance + 1)), -1);
        if (distance != 0)
            CHECK_EQ(oct9_core_point_beyond(&nearest, (uint16_t)(distance - 1)), 1);
        oct9_core_point_direction(&nearest, unit);
        CHECK(unit[0] == 0 && unit[1] == 0 && unit[2] == away * ((int32_t)1 << 28));
        CHECK_EQ(oct9_core_point_slope(&nearest, &line), 0);      /* at rest */
        line.way[0] = 3;                      /* past it, at one distance */
        line.way[1] = -4;
        CHECK_EQ(oct9_core_point_slope(&nearest, &line), 0);
        line.way[2] = 1;
        CHECK_EQ(oct9_core_point_slope(&nearest, &line), away);
        line.way[2] = -1;
        CHECK_EQ(oct9_core_point_slope(&nearest, &line), -away);
    }
}

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

/* The last block of a round can be spared, and others of one worth were met: that will do for the
 * next round. */
static void reach_after_a_round(void)
{
    const oct9_model_t model = OCT9_MODEL_DEFAULT;
    for (unsigned worth = 0; worth <= OCT9_LEVELS; worth++) {
        oct9_occupancy_t map;
        CHECK_EQ(oct9_occupancy_init(&map, pool, 45, &model, NULL), OCT9_OK);
        for (uint16_t i = 0; i < 8; i++)
            CHECK_EQ(oct9_tree_set_cell(&map.tree, (oct9_cell_t){ 510u + i % 2u, 510u + i / 2u % 2u,
                                                                  510u + i / 4u },
                                        oct9_occupancy_payload(10 + i, 0)), OCT9_OK);
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
        CHECK_EQ(map.tree.used, 9);               /* moved: the root and its eight children */
    }
}

/* Four cells whose farthest corners are 64, 64 and 32 from the centre, and so on the surface of the
 * sphere of 96; with the greatest payload that there is. */
static void cells_up_to_a_surface(void)
{
    const oct9_point_t centre = { 640, 640, 672 };
    oct9_tree_t tree;
    CHECK_EQ(oct9_tree_init(&tree, pool, BLOCKS, &thresholds), OCT9_OK);
    CHECK_EQ(oct9_tree_fill_sphere(&tree, &centre, 96, OCT9_PAYLOAD_MAX + 1u), OCT9_ERR_PAYLOAD);
    CHECK_EQ(oct9_tree_fill_sphere(&tree, &centre, 95, OCT9_PAYLOAD_MAX), OCT9_OK);
    CHECK_EQ(tree.used, 0);
    CHECK_EQ(oct9_tree_fill_sphere(&tree, &centre, 96, OCT9_PAYLOAD_MAX), OCT9_OK);
    CHECK(tree.used > 0);
    for (uint16_t i = 0; i < 4; i++)          /* and none but these */
        CHECK_EQ(oct9_tree_set_cell(&tree, (oct9_cell_t){ 9u + i % 2u, 9u + i / 2u, 10 }, 0), OCT9_OK);
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

/* A line through a triangle at one 65535th: it comes to it at the last that is asked for, and not at
 * the one before. */
static void a_contact_at_the_last_65535th(void)
{
    const oct9_solid_t solid = {
        OCT9_PRIMITIVE_TRIANGLE, 0, { { 0, 0, 0 }, { 0, 900, 0 }, { 0, 0, 900 } },
    };
    const oct9_motion_t there = { { -32768, 100, 100 }, { 32767, 100, 100 }, 0, 0 };
    uint16_t num = 0;
    CHECK(oct9_solid_contact(&solid, &there, OCT9_WAY_MAX, &num));
    CHECK_EQ(num, 32767);
    CHECK(oct9_solid_contact(&solid, &there, 32767, &num));
    CHECK_EQ(num, 32767);
    CHECK(!oct9_solid_contact(&solid, &there, 32766, &num));
}

/* A line that begins a 1000th of a sub-cell before a triangle: within the first 65535th. */
static void a_contact_in_the_first_65535th(void)
{
    const oct9_solid_t solid = {
        OCT9_PRIMITIVE_TRIANGLE, 0, { { 0, 1000, 0 }, { 1, 0, 0 }, { 0, 1000, 1000 } },
    };
    const oct9_motion_t there = { { 0, 999, 500 }, { 32767, 999, 500 }, 0, 0 };
    uint16_t num = 9;
    CHECK(oct9_solid_contact(&solid, &there, OCT9_WAY_MAX, &num));
    CHECK_EQ(num, 0);
}

/* Triangles that the normal alone parts from a box, by 1 / 3^(1/2), and that touch it. */
static void boxes_and_slanted_triangles(void)
{
    const int32_t low[3] = { 20, 20, 20 }, high[3] = { 30, 30, 30 };
    for (int32_t at = 0; at < 2; at++) {
        const oct9_solid_t below = {
            OCT9_PRIMITIVE_TRIANGLE, 0,
            { { 19 + at, 20, 20 }, { 20, 19 + at, 20 }, { 20 + at, 20 + at, 19 - at } },
        };
        const oct9_solid_t above = {
            OCT9_PRIMITIVE_TRIANGLE, 0,
            { { 31 - at, 30, 30 }, { 30, 31 - at, 30 }, { 30 - at, 30 - at, 31 + at } },
        };
        CHECK_EQ(oct9_solid_meets_box(&below, low, high), at);
        CHECK_EQ(oct9_solid_meets_box(&above, low, high), at);
    }
}

/* A node that is split although leaves may not be smaller, behind all points that there are. */
static void leaves_below_the_least(void)
{
    static oct9_bucket_t buckets[2];
    static oct9_entry_t points[2];
    const oct9_points_config_t config = {
        .blocks = small_pool, .block_count = SMALL_BLOCKS, .buckets = buckets, .entries = points,
        .bucket_count = 2, .bucket_size = 1, .least_level = OCT9_LEVELS - 1
    };
    const oct9_point_t first = { 0, 0, 0 }, second = { 20000, 0, 0 };
    uint8_t seen[(SMALL_BLOCKS + 7) / 8];
    oct9_points_t set;
    CHECK_EQ(oct9_points_init(&set, &config), OCT9_OK);
    CHECK_EQ(oct9_points_insert(&set, &first, 1), OCT9_OK);
    CHECK_EQ(oct9_points_insert(&set, &second, 2), OCT9_OK);
    CHECK_EQ(oct9_points_check(&set, seen), OCT9_OK);
    uint16_t *const child = small_pool[set.tree.root].slot;
    oct9_tree_split(&set.tree, &child[7])[7] = child[0];
    CHECK_EQ(oct9_points_check(&set, seen), OCT9_ERR_BUCKETS);
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

/* --- moving objects -------------------------------------------------------------------------- */

enum { EDGE = 6, CROWD = EDGE * EDGE * EDGE + 64, CROWD_NODES = 2048 };
static oct9_object_t objects[CROWD];
static oct9_object_node_t nodes[CROWD_NODES];

static void add(oct9_objects_t *set, int x, int y, int z, unsigned half)
{
    const uint16_t size = (uint16_t)half;
    const oct9_bounds_t bounds = { { (int16_t)x, (int16_t)y, (int16_t)z }, { size, size, size },
                                   OCT9_BOUND_BOX };
    const oct9_objects_add_input_t input = { .bounds = bounds };
    oct9_handle_t handle;
    CHECK(oct9_objects_add(set, &input, &handle) >= 0);
}

static void begin_objects(oct9_objects_t *set)
{
    const oct9_objects_config_t config = { objects, nodes, CROWD, CROWD_NODES, OCT9_LOOSE };
    CHECK_EQ(oct9_objects_init(set, &config), OCT9_OK);
}

static int apart(int a, int b)
{
    return a < b ? b - a : a - b;
}

static bool meet(const oct9_bounds_t *a, const oct9_bounds_t *b)
{
    const int reach = a->half_q6[0] + b->half_q6[0];
    return apart(a->centre.x, b->centre.x) <= reach && apart(a->centre.y, b->centre.y) <= reach &&
           apart(a->centre.z, b->centre.z) <= reach;
}

/* Each node of a block of them holds a box of its size, and the eight in the middle a point in each
 * corner of each child: so that none may be missed among those near to another. */
static void pairs_in_a_crowd(void)
{
    static oct9_pairs_t pairs;
    for (int size = 128; size <= 512; size *= 2) {
        const int low = 16384 - EDGE / 2 * size, middle = 16384 - size;
        oct9_objects_t set;
        oct9_handle_t a, b;
        uint32_t expected = 0, found = 0;
        begin_objects(&set);
        for (int i = 0; i < EDGE * EDGE * EDGE; i++)
            add(&set, low + size * (i % EDGE) + size / 2, low + size * (i / EDGE % EDGE) + size / 2,
                low + size * (i / EDGE / EDGE) + size / 2, (unsigned)size / 2);
        for (int i = 0; i < 64; i++)
            add(&set, middle + (size - 1) * (i % 4) / 2, middle + (size - 1) * (i / 4 % 4) / 2,
                middle + (size - 1) * (i / 16) / 2, 0);
        CHECK_EQ(oct9_objects_update(&set, UINT32_MAX), OCT9_OK);
        for (unsigned i = 0; i < CROWD; i++)
            for (unsigned j = i + 1; j < CROWD; j++)
                expected += meet(&objects[i].bounds, &objects[j].bounds);
        CHECK_EQ(oct9_objects_pairs_begin(&pairs, &set, OCT9_PAIRS_ALL), OCT9_OK);
        while (oct9_objects_pairs_next(&pairs, UINT32_MAX, &a, &b) == 1) {
            CHECK(meet(&objects[a.index].bounds, &objects[b.index].bounds));
            found++;
        }
        CHECK_EQ(found, expected);
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
    RUN(packets_that_end_early);
    RUN(a_block_below_a_cell);
    RUN(the_last_cell);
    RUN(the_least_brick_that_is_not_void);
    RUN(leaves_at_the_rim);
    RUN(leaves_between);
    RUN(the_last_place_of_a_leaf);
    RUN(images_of_the_largest_counts);
    RUN(linked_images_of_large_counts);
    RUN(wide_numbers);
    RUN(parts_of_a_triangle);
    RUN(signs_of_a_place);
    RUN(a_large_triangle_far_away);
    RUN(planes_far_and_near);
    RUN(moves_in_a_pool_just_large_enough);
    RUN(reach_after_a_round);
    RUN(cells_up_to_a_surface);
    RUN(corners_of_nodes);
    RUN(a_contact_at_the_last_65535th);
    RUN(a_contact_in_the_first_65535th);
    RUN(boxes_and_slanted_triangles);
    RUN(leaves_below_the_least);
    RUN(bits_that_are_put_right);
    RUN(pairs_in_a_crowd);
    return test_end();
}
