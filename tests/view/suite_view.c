/* SPDX-License-Identifier: MIT */
/* Views: a room and a wall by hand; the world's, tree against image, whole against slices, one
 * frame against many. */
#include "oct9/view.h"
#include "tests/golden/query.h"
#include "tests/golden/suites.h"
#include "tests/test.h"

enum { GRID = 3, PIXELS = (1 << GRID) + 1, ENTRIES = 128, POSES = 4 };

static oct9_view_t view;
static oct9_view_pixel_t pixels[PIXELS * PIXELS];
static oct9_view_entry_t table[ENTRIES];
static const oct9_rotation_t ahead = OCT9_ROTATION_NONE;

static oct9_status_t look(const oct9_map_t *map, const oct9_pose_t *pose, uint32_t budget)
{
    oct9_status_t status = oct9_view_begin(&view, map, pose);
    CHECK_EQ(status, OCT9_OK);
    while ((status = oct9_view_run(&view, budget)) == OCT9_AGAIN) {
    }
    CHECK_EQ(oct9_view_run(&view, budget), status); /* and says so again */
    return status;
}

/* How many leaves are seen; a sum over them that does not depend on their order. */
typedef struct {
    uint32_t leaves, stopped, between, cells_unknown, sum;
} seen_t;

static seen_t all_seen(uint32_t budget)
{
    seen_t seen = { 0, 0, 0, 0, 0 };
    oct9_view_seen_t list;
    oct9_view_leaf_t leaf;
    int got;
    oct9_view_seen_begin(&list, &view);
    query_paint(&leaf, sizeof leaf);
    while ((got = oct9_view_seen_next(&list, budget, &leaf)) > 0 || got == OCT9_AGAIN) {
        if (got < 0) {
            CHECK(query_painted(&leaf, sizeof leaf));
            continue;
        }
        CHECK_EQ(got, 1);
        const oct9_leaf_t as = { leaf.node.corner, leaf.stopped, leaf.node.level, leaf.state };
        seen.sum += query_add_leaf(DIGEST_BEGIN, &as);
        seen.leaves++;
        seen.stopped += leaf.stopped;
        seen.between += leaf.between;
        seen.cells_unknown += leaf.state == OCT9_UNKNOWN ? oct9_view_cells(&leaf) : 0;
        query_paint(&leaf, sizeof leaf);
    }
    CHECK(query_painted(&leaf, sizeof leaf));
    CHECK_EQ(got, 0);
    return seen;
}

static uint32_t digest_pixels(uint32_t digest, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        digest = digest_add(digest, pixels[i].stop);
        digest = digest_add(digest, (uint32_t)pixels[i].filled << 16 | pixels[i].depth_q6);
    }
    return digest;
}

/* --- by hand --------------------------------------------------------------------------------- */

/* 248 sub-cells before the middle of the glass, which is 256 to each side: its rims are 1.03 at the
 * sensor's side, and the view's are 1.5; the rays between are 0.75. */
static void room_by_hand(void)
{
    static const oct9_view_sensor_t sensor = { .tan_y_q14 = 24576,
                                               .tan_z_q14 = 24576,
                                               .range_q6 = 512,
                                               .grid = 2,
                                               .frames = 1,
                                               .rules = { .unknown = OCT9_PASSES } };
    const oct9_pose_t pose = { POINT(1800, 768, 768), ahead };
    query_room();
    CHECK_EQ(oct9_view_init(&view, &sensor, pixels, table, ENTRIES), OCT9_OK);
    CHECK(!pixels[24].filled && pixels[24].depth_q6 == OCT9_DEPTH_UNSEEN && pixels[24].stop == 0);
    CHECK_EQ(look(&world_map, &pose, UINT32_MAX), OCT9_OK);
    CHECK_EQ(view.rays, 25);
    for (unsigned i = 0; i < 25; i++) {
        const bool middle = i % 5 % 4 != 0 && i / 5 % 4 != 0;
        const oct9_view_pixel_t *pixel = &pixels[i];
        CHECK_EQ(pixel->depth_q6, middle ? 248 : OCT9_DEPTH_NONE);
        CHECK(!pixel->filled && (pixel->stop != 0) == middle);
    }
    const seen_t seen = all_seen(UINT32_MAX);
    CHECK_EQ(seen.stopped, 1); /* the glass is one leaf of 8 cells */
    CHECK_EQ(seen.cells_unknown, 0);
    CHECK_EQ(all_seen(1).sum, seen.sum);
}

/* Before its first frame a view has counted nothing, seen nothing, and nothing is to be done; what
 * lies behind its arrays is not its own. */
static void nothing_yet(void)
{
    static const oct9_view_sensor_t sensor = { .range_q6 = 1000, .frames = 1 };
    query_paint(&view, sizeof view);
    query_paint(pixels, sizeof pixels);
    query_paint(table, sizeof table);
    CHECK_EQ(oct9_view_init(&view, &sensor, pixels, table, 16), OCT9_OK);
    CHECK(query_painted(&pixels[4], sizeof pixels - 4 * sizeof pixels[0]));
    CHECK(query_painted(&table[16], sizeof table - 16 * sizeof table[0]));
    CHECK(view.rays == 0 && view.leaves == 0 && view.nodes == 0 && view.lost == 0);
    CHECK_EQ(view.frame, 0);
    CHECK_EQ(oct9_view_run(&view, 1), OCT9_OK);
    CHECK_EQ(all_seen(UINT32_MAX).leaves, 0);
}

/* Ends are rounded to the nearest; x is ahead of the sensor, for any turn of it. */
static void turned_by_hand(void)
{
    static const oct9_view_sensor_t sensor = { .range_q6 = 1000,
                                               .frames = 1,
                                               .rules = { .unknown = OCT9_PASSES } };
    oct9_pose_t pose = { POINT(768, 1800, 768), { 11585, 0, 0, -11585 } }; /* x to the map's -y */
    query_room();
    CHECK_EQ(oct9_view_init(&view, &sensor, pixels, table, 16), OCT9_OK);
    CHECK_EQ(look(&world_map, &pose, 3), OCT9_OK);
    for (unsigned i = 0; i < 4; i++)
        CHECK_EQ(pixels[i].depth_q6, 776); /* the block ends at 1024 */
    pose.place.y = AT(768);                /* within the block */
    CHECK_EQ(look(&world_map, &pose, 3), OCT9_OK);
    CHECK_EQ(pixels[0].depth_q6, 0);
    pose.place.y = AT(-300); /* outside, which passes, and away */
    CHECK_EQ(look(&world_map, &pose, 3), OCT9_OK);
    CHECK(pixels[0].depth_q6 == OCT9_DEPTH_NONE && view.leaves == 0);
    CHECK_EQ(all_seen(7).leaves, 0);
    pose.place.y = AT(33068); /* outside, and into the cube */
    CHECK_EQ(look(&world_map, &pose, 3), OCT9_OK);
    CHECK(pixels[0].depth_q6 == OCT9_DEPTH_NONE && view.leaves > 0);
    pose.place.y = AT(33768); /* up to its face */
    CHECK_EQ(look(&world_map, &pose, 3), OCT9_OK);
    CHECK_EQ(view.leaves, 0);
}

/* A square whose corners are alike is not cut: the fog is too small to be met by the four rays of
 * one square of 4 by 4. */
static void squares_by_hand(void)
{
    static const oct9_view_sensor_t sensor = {
        .tan_y_q14 = 16384, .tan_z_q14 = 16384, .range_q6 = 700, .grid = 2, .coarse = 2, .frames = 1
    };
    const oct9_pose_t pose = { POINT(3800, 768, 768), ahead };
    query_room();
    CHECK_EQ(oct9_view_init(&view, &sensor, pixels, table, ENTRIES), OCT9_OK);
    CHECK_EQ(look(&world_map, &pose, 1), OCT9_OK);
    CHECK_EQ(view.rays, 4);
    for (unsigned i = 0; i < 25; i++) {
        CHECK_EQ(pixels[i].depth_q6, OCT9_DEPTH_NONE);
        CHECK_EQ(pixels[i].filled, i != 0 && i != 4 && i != 20 && i != 24);
    }
    const oct9_pose_t aside = { POINT(3800, 1500, 1500), ahead }; /* one corner meets it */
    CHECK_EQ(look(&world_map, &aside, 1), OCT9_OK);
    CHECK(view.rays > 4 && pixels[0].depth_q6 != OCT9_DEPTH_NONE);
    CHECK(!pixels[6].filled); /* next to it */
}

/* A row of occupied cells, of which the first and the third are seen: the second lies between. */
static void fill_in_by_hand(void)
{
    static const oct9_view_sensor_t sensor = {
        .range_q6 = 640, .frames = 4, .grid = 1, .fill_in = true
    };
    const oct9_node_t cube = { { 0, 0, 0 }, 9 };
    CHECK_EQ(oct9_tree_init(&world_tree, world_pool, WORLD_BLOCKS, NULL), OCT9_OK);
    CHECK_EQ(oct9_tree_set_node(&world_tree, &cube, 1), OCT9_OK);
    for (uint16_t y = 21; y < 24; y++)
        CHECK_EQ(oct9_tree_set_cell(&world_tree, (oct9_cell_t){ 30, y, 20 }, 2), OCT9_OK);
    CHECK_EQ(oct9_view_init(&view, &sensor, pixels, table, ENTRIES), OCT9_OK);
    oct9_pose_t pose = { POINT(1600, 21 * 64 + 9, 20 * 64 + 9), ahead };
    CHECK_EQ(look(&world_map, &pose, UINT32_MAX), OCT9_OK);
    CHECK_EQ(all_seen(UINT32_MAX).between, 0);
    pose.place.y += 128;
    CHECK_EQ(look(&world_map, &pose, UINT32_MAX), OCT9_OK);
    const seen_t seen = all_seen(UINT32_MAX);
    CHECK_EQ(seen.between, 1);
    CHECK_EQ(seen.stopped, 2);
    CHECK_EQ(all_seen(1).sum, seen.sum);
    pose.place.y += 256; /* beside them all */
    for (unsigned i = 0; i < 2; i++) {
        CHECK_EQ(look(&world_map, &pose, UINT32_MAX), OCT9_OK);
        CHECK_EQ(all_seen(UINT32_MAX).between, 1);
    }
    CHECK_EQ(look(&world_map, &pose, UINT32_MAX), OCT9_OK); /* the first is forgotten */
    CHECK_EQ(all_seen(UINT32_MAX).between, 0);
    CHECK_EQ(all_seen(UINT32_MAX).stopped, 1);
}

/* A leaf of two cells' edge, below it cells and above it a larger leaf: it lies between, and is
 * listed once, if the cell below its middle is seen, not if the one beside that is. */
static void fill_in_of_sizes(void)
{
    static const oct9_view_sensor_t sensor = {
        .range_q6 = 640, .frames = 4, .grid = 1, .fill_in = true
    };
    const oct9_node_t cube = { { 0, 0, 0 }, 9 }, middle = { { 30, 26, 20 }, 1 };
    CHECK_EQ(oct9_tree_init(&world_tree, world_pool, WORLD_BLOCKS, NULL), OCT9_OK);
    CHECK_EQ(oct9_tree_set_node(&world_tree, &cube, 1), OCT9_OK);
    CHECK_EQ(oct9_tree_set_node(&world_tree, &middle, 2), OCT9_OK);
    for (uint16_t z = 20; z < 22; z++)
        CHECK_EQ(oct9_tree_set_cell(&world_tree, (oct9_cell_t){ 31, 25, z }, 2), OCT9_OK);
    CHECK_EQ(oct9_view_init(&view, &sensor, pixels, table, ENTRIES), OCT9_OK);
    oct9_pose_t pose = { POINT(1600, 28 * 64 + 9, 20 * 64 + 9), ahead };
    CHECK_EQ(look(&world_map, &pose, UINT32_MAX), OCT9_OK);
    pose.place.y -= 3 * 64;
    CHECK_EQ(look(&world_map, &pose, UINT32_MAX), OCT9_OK);
    CHECK(all_seen(1).stopped == 1 && all_seen(1).between == 0);
    pose.place.z += 64;
    CHECK_EQ(look(&world_map, &pose, UINT32_MAX), OCT9_OK);
    CHECK(all_seen(1).stopped == 2 && all_seen(1).between == 1);
    pose.place.y += 64; /* on it */
    CHECK_EQ(look(&world_map, &pose, UINT32_MAX), OCT9_OK);
    CHECK(all_seen(1).stopped == 3 && all_seen(1).between == 0);
}

/* An entry that is seen is looked at with the leaves across its three upper faces, each other one
 * once. The glass has one across each; the air, 16 cells wide, has four across to the glass. */
static void looks_at_entries(void)
{
    oct9_view_sensor_t sensor = { .range_q6 = 640, .frames = 1 };
    const oct9_pose_t pose = { POINT(1800, 768, 768), ahead }; /* in the air, and on the glass */
    oct9_view_seen_t list;
    oct9_view_leaf_t leaf;
    query_room();
    for (unsigned fill_in = 0; fill_in < 2; fill_in++) {
        unsigned listed = 0, looks = 0;
        int got;
        sensor.fill_in = fill_in != 0;
        CHECK_EQ(oct9_view_init(&view, &sensor, pixels, table, 16), OCT9_OK);
        CHECK_EQ(look(&world_map, &pose, UINT32_MAX), OCT9_OK);
        oct9_view_seen_begin(&list, &view);
        do {
            got = oct9_view_seen_next(&list, 1, &leaf);
            listed += got > 0;
            looks++;
        } while (got != 0);
        CHECK(listed == 2 && listed == view.leaves / 4);
        CHECK_EQ(looks, 16 + (fill_in ? 3 + 4 + 2 : 0));
    }
}

/* Of two nodes with one between them that is no leaf, nothing lies between. */
static void nothing_between(void)
{
    static const oct9_view_sensor_t sensor = {
        .range_q6 = 640, .frames = 1, .fill_in = true, .tan_y_q14 = 16384
    };
    const oct9_node_t cube = { { 0, 0, 0 }, 9 };
    const oct9_node_t low = { { 30, 20, 20 }, 1 }, high = { { 30, 24, 20 }, 1 };
    const oct9_cell_t part = { 30, 22, 20 };
    const oct9_pose_t pose = { POINT(1792, 23 * 64, 20 * 64 + 9), ahead }; /* both edges hit */
    CHECK_EQ(oct9_tree_init(&world_tree, world_pool, WORLD_BLOCKS, NULL), OCT9_OK);
    CHECK_EQ(oct9_tree_set_node(&world_tree, &cube, 1), OCT9_OK);
    CHECK_EQ(oct9_tree_set_node(&world_tree, &low, 2), OCT9_OK);
    CHECK_EQ(oct9_tree_set_node(&world_tree, &high, 2), OCT9_OK);
    CHECK_EQ(oct9_tree_set_cell(&world_tree, part, 2), OCT9_OK);
    CHECK_EQ(oct9_view_init(&view, &sensor, pixels, table, ENTRIES), OCT9_OK);
    CHECK_EQ(look(&world_map, &pose, UINT32_MAX), OCT9_OK);
    const seen_t seen = all_seen(UINT32_MAX);
    CHECK_EQ(seen.stopped, 2);
    CHECK_EQ(seen.between, 0);
}

/* What was seen of a leaf that has grown since to the cube: nothing lies below the cube. */
static void seen_before_it_grew(void)
{
    static const oct9_view_sensor_t sensor = {
        .range_q6 = 640, .frames = 4, .grid = 1, .fill_in = true
    };
    const oct9_node_t cube = { { 0, 0, 0 }, 9 };
    const oct9_pose_t pose = { POINT(320, 9, 9), { 0, 0, 0, OCT9_ONE_Q14 } }; /* along -x */
    CHECK_EQ(oct9_tree_init(&world_tree, world_pool, WORLD_BLOCKS, NULL), OCT9_OK);
    CHECK_EQ(oct9_tree_set_node(&world_tree, &cube, 1), OCT9_OK);
    CHECK_EQ(oct9_tree_set_cell(&world_tree, (oct9_cell_t){ 0, 0, 0 }, 2), OCT9_OK);
    CHECK_EQ(oct9_view_init(&view, &sensor, pixels, table, ENTRIES), OCT9_OK);
    CHECK_EQ(look(&world_map, &pose, UINT32_MAX), OCT9_OK);
    CHECK_EQ(all_seen(UINT32_MAX).stopped, 1);
    CHECK_EQ(oct9_tree_set_node(&world_tree, &cube, 2), OCT9_OK);
    const seen_t seen = all_seen(UINT32_MAX);
    CHECK(seen.stopped == 1 && seen.between == 0);
}

/* --- the world ------------------------------------------------------------------------------- */

/* In the cube, or up to 56 cells outside. */
static oct9_pose_t random_pose(random_t *random)
{
    static const oct9_rotation_t rotations[4] = { { 16384, 0, 0, 0 },
                                                  { 8192, 8192, 8192, 8192 },
                                                  { 9000, -3000, 12000, 5567 },
                                                  { -4000, 9000, 2000, 12850 } };
    oct9_pose_t pose;
    pose.place.x = AT((int32_t)random_below(random, 40000) - 3616);
    pose.place.y = AT((int32_t)random_below(random, 40000) - 3616);
    pose.place.z = AT((int32_t)random_below(random, 40000) - 3616);
    pose.rotation = rotations[random_below(random, 4)];
    return pose;
}

/* What a sequence of looks comes to. */
static uint32_t go(const oct9_map_t *map, const oct9_view_sensor_t *sensor, uint32_t budget)
{
    random_t random = { 151 };
    uint32_t digest = DIGEST_BEGIN;
    CHECK_EQ(oct9_view_init(&view, sensor, pixels, table, ENTRIES), OCT9_OK);
    for (unsigned i = 0; i < POSES; i++) {
        const oct9_pose_t pose = random_pose(&random);
        CHECK_EQ(look(map, &pose, budget), OCT9_OK);
        digest = digest_add(digest_pixels(digest, PIXELS * PIXELS), view.rays);
        digest = digest_add(digest, view.leaves);
        const seen_t seen = all_seen(budget);
        digest = digest_add(digest_add(digest, seen.sum), seen.leaves);
        digest = digest_add(digest_add(digest, seen.stopped), seen.between);
    }
    return digest;
}

static void world(void)
{
    static const oct9_view_sensor_t sensors[3] = { { .tan_y_q14 = 9000,
                                                     .tan_z_q14 = 6000,
                                                     .range_q6 = 3000,
                                                     .grid = 3,
                                                     .coarse = 0,
                                                     .frames = 1,
                                                     .rules = { .unknown = OCT9_PASSES } },
                                                   { .tan_y_q14 = 9000,
                                                     .tan_z_q14 = 6000,
                                                     .range_q6 = 3000,
                                                     .grid = 3,
                                                     .coarse = 2,
                                                     .frames = 4,
                                                     .differ_q6 = 500,
                                                     .fill_in = true,
                                                     .rules = { .unknown = OCT9_PASSES,
                                                                .outside = OCT9_OCCUPIED } },
                                                   { .tan_y_q14 = 3000,
                                                     .tan_z_q14 = 30000,
                                                     .range_q6 = 2500,
                                                     .grid = 3,
                                                     .coarse = 1,
                                                     .frames = 2,
                                                     .rules = { .start_inside = OCT9_PASSES } } };
    uint32_t digest = DIGEST_BEGIN;
    oct9_map_t maps[2];
    query_world(maps);
    for (unsigned s = 0; s < 3; s++) {
        const uint32_t whole = go(&maps[0], &sensors[s], UINT32_MAX);
        CHECK_EQ(go(&maps[1], &sensors[s], query_budgets[s]), whole);
        digest = digest_add(digest, whole);
    }
    TEST_DIGEST("view", digest);
}

/* As many frames from one pose as the share is small make one frame of the whole. */
static void spread(void)
{
    oct9_view_sensor_t sensor = { .tan_y_q14 = 9000,
                                  .tan_z_q14 = 6000,
                                  .range_q6 = 3000,
                                  .grid = 3,
                                  .frames = 1,
                                  .rules = { .unknown = OCT9_PASSES } };
    random_t random = { 153 };
    const oct9_pose_t pose = random_pose(&random);
    uint32_t whole = 0, leaves = 0;
    oct9_map_t maps[2];
    query_world(maps);
    for (unsigned frames = 1; frames <= 64; frames *= 8) {
        sensor.frames = (uint8_t)frames;
        CHECK_EQ(oct9_view_init(&view, &sensor, pixels, table, ENTRIES), OCT9_OK);
        for (unsigned i = 0; i < frames; i++)
            CHECK_EQ(look(&maps[1], &pose, UINT32_MAX), OCT9_OK);
        const uint32_t sum = all_seen(UINT32_MAX).sum;
        const uint32_t digest = digest_pixels(sum, PIXELS * PIXELS);
        whole = frames == 1 ? digest : whole;
        leaves = frames == 1 ? view.leaves : leaves;
        CHECK_EQ(digest, whole);
        CHECK(frames == 1 || view.leaves < leaves);
    }
    TEST_DIGEST("view spread", whole);
}

/* A frame's share is cast, and returns its number; the rest is not known, and not clear. */
static void unseen_by_hand(void)
{
    const oct9_view_sensor_t sensor = {
        .range_q6 = 1000, .grid = 1, .frames = 4, .rules = { .unknown = OCT9_PASSES }
    };
    const oct9_pose_t pose = { POINT(-9000, -9000, -9000), ahead };
    query_room();
    CHECK_EQ(oct9_view_init(&view, &sensor, pixels, table, 16), OCT9_OK);
    CHECK_EQ(look(&world_map, &pose, 9), OCT9_OK);
    for (unsigned i = 0; i < 9; i++) {
        const bool cast = i % 3 < 2 && i / 3 < 2;
        CHECK_EQ(pixels[i].depth_q6, cast ? OCT9_DEPTH_NONE : OCT9_DEPTH_UNSEEN);
        CHECK(pixels[i].frame == cast && !pixels[i].filled);
    }
    for (unsigned i = 1; i < 4; i++)
        CHECK_EQ(look(&world_map, &pose, 9), OCT9_OK);
    for (unsigned i = 0; i < 9; i++)
        CHECK(pixels[i].depth_q6 == OCT9_DEPTH_NONE && pixels[i].frame >= 1);
    CHECK(pixels[0].frame == 1 && pixels[4].frame == 4);
}

/* --- what is refused ------------------------------------------------------------------------- */

static void full_table(void)
{
    const oct9_view_sensor_t sensor = { .tan_y_q14 = 9000,
                                        .tan_z_q14 = 6000,
                                        .range_q6 = 9000,
                                        .grid = 3,
                                        .frames = 2,
                                        .rules = { .unknown = OCT9_PASSES } };
    oct9_map_t maps[2];
    oct9_view_seen_t list;
    oct9_view_leaf_t leaf;
    unsigned listed = 0;
    int got;
    const oct9_pose_t pose = { POINT(16000, 16000, 16000), ahead };
    const oct9_pose_t away = { POINT(-9000, -9000, -9000), ahead };
    query_world(maps);
    CHECK_EQ(oct9_view_init(&view, &sensor, pixels, table, 16), OCT9_OK);
    CHECK_EQ(look(&maps[0], &pose, 100), OCT9_ERR_SEEN_FULL);
    CHECK(view.lost != 0);
    oct9_view_seen_begin(&list, &view);
    while ((got = oct9_view_seen_next(&list, UINT32_MAX, &leaf)) > 0)
        listed++;
    CHECK(got == OCT9_ERR_SEEN_FULL && listed == 16);
    CHECK_EQ(look(&maps[0], &away, 100), OCT9_OK); /* sees nothing; what was lost counts */
    oct9_view_seen_begin(&list, &view);
    while ((got = oct9_view_seen_next(&list, UINT32_MAX, &leaf)) > 0) {
    }
    CHECK_EQ(got, OCT9_ERR_SEEN_FULL);
    CHECK_EQ(look(&maps[0], &away, 100), OCT9_OK);
    CHECK_EQ(all_seen(UINT32_MAX).leaves, 0);
}

/* Four rays along one row of 20 cells, of which the table holds 16: each ray loses the other 4. */
static void what_is_lost(void)
{
    static const oct9_view_sensor_t sensor = { .range_q6 = 19 * 64,
                                               .frames = 1,
                                               .rules = { .unknown = OCT9_PASSES } };
    const oct9_node_t cube = { { 0, 0, 0 }, 9 };
    const oct9_pose_t pose = { POINT(100 * 64 + 9, 20 * 64 + 9, 20 * 64 + 9), ahead };
    CHECK_EQ(oct9_tree_init(&world_tree, world_pool, WORLD_BLOCKS, NULL), OCT9_OK);
    CHECK_EQ(oct9_tree_set_node(&world_tree, &cube, 1), OCT9_OK);
    for (uint16_t x = 100; x < 120; x += 2)
        CHECK_EQ(oct9_tree_set_cell(&world_tree, (oct9_cell_t){ x, 20, 20 }, 0), OCT9_OK);
    CHECK_EQ(oct9_view_init(&view, &sensor, pixels, table, 16), OCT9_OK);
    CHECK_EQ(look(&world_map, &pose, UINT32_MAX), OCT9_ERR_SEEN_FULL);
    CHECK(view.rays == 4 && view.leaves == 4 * 20);
    CHECK_EQ(view.lost, 4 * 4);
}

static void init_fails(oct9_view_sensor_t sensor, uint32_t size, oct9_status_t status)
{
    query_paint(&view, sizeof view);
    query_paint(pixels, sizeof pixels);
    query_paint(table, sizeof table);
    CHECK_EQ(oct9_view_init(&view, &sensor, pixels, table, size), status);
    CHECK(query_painted(&view, sizeof view) && query_painted(pixels, sizeof pixels) &&
          query_painted(table, sizeof table));
}

static void bad_sensors(void)
{
    const oct9_view_sensor_t good = { .grid = 3, .coarse = 1, .frames = 16, .range_q6 = 32767 };
    oct9_view_sensor_t bad = good;
    CHECK_EQ(oct9_view_init(&view, &good, pixels, table, 16), OCT9_OK);
    static const uint32_t sizes[] = { 0, 8, 17, 1000, 0x2000000, 0x80000000u };
    for (unsigned i = 0; i < sizeof sizes / sizeof sizes[0]; i++)
        init_fails(good, sizes[i], OCT9_ERR_ARGUMENT);
    bad.tan_y_q14 = 32768;
    init_fails(bad, 16, OCT9_ERR_ARGUMENT);
    bad = good, bad.tan_z_q14 = 65535;
    init_fails(bad, 16, OCT9_ERR_ARGUMENT);
    bad = good, bad.grid = 8;
    init_fails(bad, 16, OCT9_ERR_ARGUMENT);
    bad = good, bad.coarse = 4, bad.frames = 1;
    init_fails(bad, 16, OCT9_ERR_ARGUMENT);
    bad = good, bad.coarse = 2; /* four squares for 16 frames */
    init_fails(bad, 16, OCT9_ERR_ARGUMENT);
    static const uint8_t frames[] = { 0, 3, 12, 32, 128 };
    for (unsigned i = 0; i < sizeof frames; i++) {
        bad = good, bad.frames = frames[i];
        init_fails(bad, 16, OCT9_ERR_ARGUMENT);
    }
    bad = good, bad.range_q6 = 32768;
    init_fails(bad, 16, OCT9_ERR_ARGUMENT);
    init_fails(bad, 17, OCT9_ERR_ARGUMENT); /* comes before it */
}

/* What no obstacle of the map can match is known when there is a map. */
static void bad_rules(void)
{
    const oct9_pose_t pose = { POINT(768, 768, 768), ahead };
    query_room();
    for (unsigned i = 0; i < QUERY_BAD_RULES; i++) {
        const oct9_view_sensor_t sensor = { .tan_y_q14 = 16384,
                                            .range_q6 = 1000,
                                            .grid = 1,
                                            .frames = 1,
                                            .rules = query_bad_rules[i].rules };
        CHECK_EQ(oct9_view_init(&view, &sensor, pixels, table, 16), OCT9_OK);
        CHECK_EQ(oct9_view_begin(&view, &world_map, &pose), query_bad_rules[i].status);
        CHECK_EQ(view.frame, 0);
    }
}

/* A frame that cannot begin leaves the one in progress as it was. */
static void bad_poses(void)
{
    const oct9_view_sensor_t sensor = { .tan_y_q14 = 16384,
                                        .range_q6 = 1000,
                                        .grid = 1,
                                        .frames = 1,
                                        .rules = { .unknown = OCT9_PASSES } };
    const oct9_pose_t good = { POINT(48151, 48151, 0), ahead };
    oct9_pose_t bad = good;
    query_room();
    CHECK_EQ(oct9_view_init(&view, &sensor, pixels, table, 16), OCT9_OK);
    CHECK_EQ(oct9_view_begin(&view, &world_map, &good), OCT9_OK);
    CHECK_EQ(oct9_view_run(&view, 0), OCT9_ERR_ARGUMENT);
    CHECK_EQ(oct9_view_run(&view, 7), OCT9_AGAIN);
    const uint32_t rays = view.rays;
    bad.place.x++;
    CHECK_EQ(oct9_view_begin(&view, &world_map, &bad), OCT9_ERR_RANGE);
    bad = good, bad.place.y++;
    CHECK_EQ(oct9_view_begin(&view, &world_map, &bad), OCT9_ERR_RANGE);
    bad = good, bad.rotation.x = 9000;
    CHECK_EQ(oct9_view_begin(&view, &world_map, &bad), OCT9_ERR_ARGUMENT);
    CHECK(view.rays == rays && view.frame == 1);
    CHECK_EQ(oct9_view_run(&view, UINT32_MAX), OCT9_OK);
    CHECK_EQ(view.rays, 9);

    const oct9_pose_t low = { POINT(-15384, -15384, 0), { 0, 0, 0, -16384 } }; /* looks to -x */
    bad = low, bad.place.x--;
    CHECK_EQ(oct9_view_begin(&view, &world_map, &low), OCT9_OK);
    CHECK_EQ(oct9_view_begin(&view, &world_map, &bad), OCT9_ERR_RANGE);
}

/* A frame that is given up takes nothing from the pixels' age, up to 128. They distinguish frames
 * by their number's low 8 bits: as many are given up as make them the same again, and the frame
 * after them casts its share nevertheless. */
static void given_up(void)
{
    const oct9_view_sensor_t sensor = {
        .range_q6 = 1000, .grid = 1, .frames = 4, .rules = { .unknown = OCT9_PASSES }
    };
    const oct9_pose_t pose = { POINT(1800, 768, 768), ahead };
    uint32_t frames[9] = { 0 };
    query_room();
    CHECK_EQ(oct9_view_init(&view, &sensor, pixels, table, 16), OCT9_OK);
    for (unsigned i = 0; i < 256; i++) {
        if (i < 4) {
            CHECK_EQ(look(&world_map, &pose, 9), OCT9_OK);
        } else {
            CHECK_EQ(oct9_view_begin(&view, &world_map, &pose), OCT9_OK);
            CHECK_EQ(oct9_view_run(&view, 1), OCT9_AGAIN);
        }
        for (unsigned k = 0; k < 9; k++) {
            frames[k] = i < 4 || frames[k] + 129 > view.frame ? pixels[k].frame : view.frame - 129;
            CHECK_EQ(pixels[k].frame, frames[k]);
        }
    }
    CHECK_EQ(view.frame, 256);
    CHECK_EQ(look(&world_map, &pose, 9), OCT9_OK);
    CHECK_EQ(view.rays, 4);
}

GOLDEN_SUITE(view)
{
    RUN(room_by_hand);
    RUN(nothing_yet);
    RUN(turned_by_hand);
    RUN(squares_by_hand);
    RUN(fill_in_by_hand);
    RUN(fill_in_of_sizes);
    RUN(looks_at_entries);
    RUN(nothing_between);
    RUN(seen_before_it_grew);
    RUN(world);
    RUN(spread);
    RUN(unseen_by_hand);
    RUN(full_table);
    RUN(what_is_lost);
    RUN(bad_sensors);
    RUN(bad_rules);
    RUN(bad_poses);
    RUN(given_up);
}
