/* SPDX-License-Identifier: MIT */
/* Views of a scene: three primitives in a row and a leaf behind them, by hand; random ones in
 * slices and frames. */
#include "oct9/view.h"
#include "tests/golden/query.h"
#include "tests/golden/suites.h"
#include "tests/test.h"

enum {
    PRIMITIVES = 60,
    BYTES = (PRIMITIVES + 7) / 8,
    BLOCKS = 100,
    LISTS = 600,
    INDICES = 1000,
    GRID = 3,
    PIXELS = ((1 << GRID) + 1) * ((1 << GRID) + 1),
    ENTRIES = 128
};

static oct9_primitive_t primitives[PRIMITIVES];
static oct9_block_t blocks[BLOCKS];
static uint32_t lists[LISTS];
static uint16_t indices[INDICES];
static oct9_scene_t scene;
static oct9_view_t view;
static oct9_view_pixel_t pixels[PIXELS];
static oct9_view_entry_t table[ENTRIES];
static const oct9_pose_t ahead = { POINT(1000, 2000, 2000), OCT9_ROTATION_NONE };

static void build(uint32_t count)
{
    const oct9_scene_config_t config = { .primitives = primitives,
                                         .primitive_count = count,
                                         .blocks = blocks,
                                         .block_count = BLOCKS,
                                         .lists = lists,
                                         .list_count = LISTS,
                                         .indices = indices,
                                         .index_count = INDICES,
                                         .few = 4,
                                         .least_level = 4 };
    CHECK_EQ(oct9_scene_build(&scene, &config), OCT9_OK);
}

static void init(const oct9_view_sensor_t *sensor)
{
    CHECK_EQ(oct9_view_init(&view, sensor, pixels, table, ENTRIES), OCT9_OK);
}

static void look(const oct9_pose_t *pose, uint16_t ignored, uint32_t budget)
{
    oct9_status_t status;
    CHECK_EQ(oct9_view_scene_begin(&view, &scene, ignored, pose), OCT9_OK);
    while ((status = oct9_view_scene_run(&view, budget)) == OCT9_AGAIN) {
    }
    CHECK_EQ(status, OCT9_OK);
    CHECK_EQ(oct9_view_scene_run(&view, budget), OCT9_OK); /* and says so again */
}

static uint32_t pixel_count(void)
{
    const uint32_t edge = (1u << view.sensor->grid) + 1u;
    return edge * edge;
}

static void mark(uint8_t *marks, unsigned index)
{
    CHECK(index < PRIMITIVES);
    marks[index / 8] = (uint8_t)(marks[index / 8] | 1u << index % 8);
}

/* The primitives that rays met first. */
static uint32_t hits(uint8_t marks[BYTES])
{
    for (unsigned i = 0; i < BYTES; i++)
        marks[i] = 0;
    for (uint32_t i = 0; i < pixel_count(); i++) {
        const int32_t index = oct9_view_primitive(&pixels[i]);
        CHECK_EQ(index >= 0, pixels[i].depth_q6 < OCT9_DEPTH_UNSEEN);
        if (index >= 0)
            mark(marks, (unsigned)index);
    }
    return marks[0];
}

/* The primitives of the leaves that rays passed, and how many leaves. */
static uint32_t passed(uint8_t marks[BYTES], uint32_t budget, uint32_t *leaves)
{
    oct9_view_seen_t list;
    oct9_view_leaf_t leaf;
    int got;
    *leaves = 0;
    for (unsigned i = 0; i < BYTES; i++)
        marks[i] = 0;
    oct9_view_seen_begin(&list, &view);
    while ((got = oct9_view_seen_next(&list, budget, &leaf)) > 0 || got == OCT9_AGAIN)
        if (got > 0) {
            ++*leaves;
            CHECK_EQ(leaf.count != 0, leaf.state == OCT9_OCCUPIED);
            for (unsigned i = 0; i < leaf.count; i++)
                mark(marks, leaf.primitives[i]);
        }
    CHECK_EQ(got, 0);
    return marks[0];
}

/* A box, behind it a sphere, and a larger one behind that, which is seen beside the box. All are in
 * the list of the one leaf. */
static void by_hand(void)
{
    const oct9_view_sensor_t sensor = {
        .tan_y_q14 = 8192, .tan_z_q14 = 8192, .range_q6 = 9000, .grid = 3, .frames = 1
    };
    uint8_t marks[BYTES];
    uint32_t leaves;
    primitives[0] = (oct9_primitive_t){ .a = POINT(3000, 1800, 1800),
                                        .b = POINT(3010, 2200, 2200),
                                        .category = 1,
                                        .kind = OCT9_PRIMITIVE_BOX };
    primitives[1] = (oct9_primitive_t){
        .a = POINT(4000, 2000, 2000), .radius_q6 = 100, .category = 2, .kind = OCT9_PRIMITIVE_SPHERE
    };
    primitives[2] = (oct9_primitive_t){ .a = POINT(8000, 2000, 2000),
                                        .radius_q6 = 1900,
                                        .category = 4,
                                        .kind = OCT9_PRIMITIVE_SPHERE };
    build(3);
    init(&sensor);
    look(&ahead, 0, UINT32_MAX);
    CHECK_EQ(hits(marks), 5);
    CHECK_EQ(pixels[40].depth_q6, 1999); /* num is the last 65535th before 2000 */
    CHECK_EQ(view.rays, 81);
    CHECK(passed(marks, 1, &leaves) == 7 && leaves == 1);
    look(&ahead, 1, 1);
    CHECK_EQ(hits(marks), 6);
    look(&ahead, 3, 1);
    CHECK_EQ(hits(marks), 4);
    CHECK_EQ(passed(marks, 1, &leaves), 7); /* lists have what rays ignore */
    oct9_view_sensor_t close = sensor;
    close.range_q6 = 1999;
    init(&close);
    look(&ahead, 0, 1);
    CHECK_EQ(hits(marks), 0); /* the box begins at 2000 */
    close.range_q6 = 2000;
    look(&ahead, 0, 1);
    CHECK_EQ(hits(marks), 1);
    const oct9_pose_t touching = { POINT(3010, 2000, 2000), OCT9_ROTATION_NONE };
    look(&touching, 0, 1);
    CHECK(hits(marks) == 1 && pixels[0].depth_q6 == 0);
}

/* Walls across the rays, each in separate leaves: what lies behind the first one is neither met
 * nor passed, except for what its leaf has, too. */
static void behind_a_wall(void)
{
    const oct9_view_sensor_t sensor = { .range_q6 = 30000, .frames = 1 };
    const oct9_pose_t pose = { POINT(500, 2000, 2000), OCT9_ROTATION_NONE };
    static const int16_t at[6] = { 8100, 8150, 16000, 24000, 28000, 30000 };
    uint8_t marks[BYTES];
    uint32_t leaves;
    for (unsigned i = 0; i < 6; i++)
        primitives[i] = (oct9_primitive_t){ .a = POINT(at[i], 100, 100),
                                            .b = POINT(at[i] + 10, 4000, 4000),
                                            .category = (uint16_t)(1u << i),
                                            .kind = OCT9_PRIMITIVE_BOX };
    build(6); /* the cube and the nodes of level 8 that they touch are nodes or leaves of 2 to 4 */
    init(&sensor);
    look(&pose, 0, 3);
    CHECK_EQ(hits(marks), 1);
    CHECK(passed(marks, 1, &leaves) == 7 && leaves == 1);
    look(&pose, 7, 3);
    CHECK_EQ(hits(marks), 8);
    CHECK(passed(marks, 1, &leaves) == 63 && leaves == 2);
    look(&pose, 63, 3);
    CHECK(hits(marks) == 0 && pixels[3].depth_q6 == OCT9_DEPTH_NONE);
}

/* A triangle is met 0.4 sub-cells before a leaf's face, in the last 65535th that ends before it:
 * the leaf behind is not passed. */
static void just_before_a_face(void)
{
    const oct9_view_sensor_t sensor = { .range_q6 = 32767, .frames = 1 };
    const oct9_pose_t pose = { POINT(500, 2000, 2000), OCT9_ROTATION_NONE };
    uint8_t marks[BYTES];
    uint32_t leaves;
    for (unsigned i = 1; i < 6; i++) /* too many for one leaf: the cube is a node */
        primitives[i] = (oct9_primitive_t){ .a = POINT(20000, 20000, 20000),
                                            .kind = OCT9_PRIMITIVE_SPHERE };
    primitives[0] = (oct9_primitive_t){ .a = POINT(16379, 1000, 1000),
                                        .b = POINT(16379, 1000, 4000),
                                        .c = POINT(16384, 2087, 2000),
                                        .kind = OCT9_PRIMITIVE_TRIANGLE };
    build(6);
    init(&sensor);
    look(&pose, 0, 1);
    CHECK_EQ(hits(marks), 1);
    CHECK(passed(marks, 1, &leaves) == 1 && leaves == 1);
}

/* What four rays along one line visit, and what is taken of the budget: a ray that begins, each
 * leaf, each primitive in its list, and the square. */
static void counts_add_up(void)
{
    const oct9_view_sensor_t sensor = { .range_q6 = 9000, .frames = 1 };
    uint8_t marks[BYTES];
    primitives[0] = (oct9_primitive_t){ .a = POINT(4000, 2100, 2000),
                                        .radius_q6 = 99, /* missed */
                                        .kind = OCT9_PRIMITIVE_SPHERE };
    primitives[1] = (oct9_primitive_t){ .a = POINT(8000, 2000, 2000),
                                        .radius_q6 = 9,
                                        .kind = OCT9_PRIMITIVE_SPHERE };
    for (unsigned i = 2; i < 5; i++)
        primitives[i] = primitives[1];
    build(5);
    const oct9_map_t map = oct9_map_of_tree(&scene.tree);
    const oct9_point_t to = POINT(10000, 2000, 2000);
    oct9_walk_t walk;
    oct9_leaf_t leaf;
    uint32_t leaves = 0, listed = 0;
    bool met = false;
    int more = oct9_walk_begin(&walk, &map, &ahead.place, &to);
    for (; more > 0 && !met; more = oct9_walk_next(&walk)) {
        oct9_walk_leaf(&walk, &leaf);
        leaves++;
        met = leaf.corner.x * 64u <= 7991u && (leaf.corner.x + (1u << leaf.level)) * 64u > 7991u;
        listed += leaf.payload != 0 ? scene.lists[leaf.payload - 1] & 255u : 0;
    }
    CHECK(leaves > 2 && listed > 4);
    init(&sensor);
    look(&ahead, 0, UINT32_MAX);
    CHECK_EQ(hits(marks), 2);
    CHECK_EQ(view.rays, 4);
    CHECK_EQ(view.leaves, 4 * leaves);
    CHECK(view.tests >= 4 * 5 && view.tests <= 4 * listed && view.nodes > 0);
    const uint32_t work = 4 * (1 + leaves + listed) + 1;
    for (unsigned less = 0; less < 2; less++) {
        CHECK_EQ(oct9_view_scene_begin(&view, &scene, 0, &ahead), OCT9_OK);
        CHECK_EQ(oct9_view_scene_run(&view, work - less), less ? OCT9_AGAIN : OCT9_OK);
    }
}

static oct9_point_t within(random_t *random, uint32_t margin)
{
    oct9_point_t point;
    point.x = AT((int32_t)(margin + random_below(random, 12000)));
    point.y = AT((int32_t)(margin + random_below(random, 12000)));
    point.z = AT((int32_t)(margin + random_below(random, 12000)));
    return point;
}

static void furnish(void)
{
    random_t random = { 161 };
    for (unsigned i = 0; i < PRIMITIVES; i++) {
        primitives[i] = (oct9_primitive_t){ .a = within(&random, 1000),
                                            .b = within(&random, 1000),
                                            .c = within(&random, 1000),
                                            .radius_q6 = (uint16_t)random_below(&random, 900),
                                            .kind = i % 2 ? OCT9_PRIMITIVE_SPHERE
                                                          : OCT9_PRIMITIVE_CAPSULE };
        primitives[i].b.x = (int16_t)(primitives[i].a.x + 300);
    }
    build(PRIMITIVES);
}

static uint32_t number_of(const uint8_t marks[BYTES])
{
    uint32_t number = 0;
    for (unsigned i = 0; i < PRIMITIVES; i++)
        number += (uint32_t)marks[i / 8] >> i % 8 & 1u;
    return number;
}

/* What four frames come to: depths, leaves, and primitives. */
static uint32_t go(const oct9_view_sensor_t *sensor, uint32_t budget, uint32_t *found)
{
    const oct9_pose_t pose = { POINT(500, 6000, 6000), OCT9_ROTATION_NONE };
    uint8_t first[BYTES], all[BYTES];
    uint32_t digest = DIGEST_BEGIN, leaves;
    init(sensor);
    for (unsigned frame = 0; frame < 4; frame++) {
        look(&pose, 0, budget);
        (void)hits(first);
        (void)passed(all, budget, &leaves);
        digest = digest_add(digest_add(digest, leaves), view.leaves);
        digest = digest_add(digest_add(digest, view.nodes), view.tests);
        for (unsigned i = 0; i < PIXELS; i++)
            digest = digest_add(digest_add(digest, pixels[i].stop), pixels[i].depth_q6);
        for (unsigned i = 0; i < BYTES; i++) {
            digest = digest_add(digest, (uint32_t)first[i] << 8 | all[i]);
            CHECK_EQ(first[i] & ~all[i], 0); /* what is met first lies in a leaf that is passed */
        }
    }
    *found = number_of(first);
    CHECK(*found > 5 && number_of(all) > *found);
    return digest;
}

static void random_scene(void)
{
    oct9_view_sensor_t sensor = {
        .tan_y_q14 = 12000, .tan_z_q14 = 9000, .range_q6 = 9000, .grid = GRID, .frames = 1
    };
    uint32_t digest = DIGEST_BEGIN, all, found;
    furnish();
    const uint32_t each = go(&sensor, UINT32_MAX, &all);
    sensor.frames = 4;
    sensor.fill_in = true;
    digest = digest_add(each, go(&sensor, UINT32_MAX, &found));
    CHECK_EQ(found, all); /* four frames from one pose make a whole */
    sensor.coarse = 2;
    sensor.differ_q6 = 200;
    const uint32_t squares = go(&sensor, UINT32_MAX, &found);
    for (unsigned b = 0; b < QUERY_BUDGETS; b++)
        CHECK_EQ(go(&sensor, query_budgets[b], &found), squares);
    TEST_DIGEST("view scene", digest_add(digest, squares));
}

/* A view alternates between a map and a scene; neither is continued as the other. */
static void of_both(void)
{
    const oct9_view_sensor_t sensor = {
        .range_q6 = 9000, .frames = 2, .grid = 1, .rules = { .unknown = OCT9_PASSES }
    };
    oct9_view_seen_t list;
    oct9_view_leaf_t leaf;
    uint8_t marks[BYTES];
    uint32_t leaves;
    const oct9_map_t map = oct9_map_of_tree(&scene.tree);
    primitives[0] = (oct9_primitive_t){ .a = POINT(3000, 2000, 2000),
                                        .radius_q6 = 1000,
                                        .kind = OCT9_PRIMITIVE_SPHERE };
    build(1);
    init(&sensor);
    CHECK_EQ(oct9_view_scene_run(&view, 9), OCT9_ERR_ARGUMENT);
    CHECK_EQ(oct9_view_run(&view, 9), OCT9_OK);
    look(&ahead, 0, UINT32_MAX);
    CHECK_EQ(oct9_view_run(&view, 9), OCT9_ERR_ARGUMENT);
    CHECK_EQ(hits(marks), 1);
    CHECK(passed(marks, 1, &leaves) == 1 && leaves == 1);
    CHECK_EQ(oct9_view_begin(&view, &map, &ahead), OCT9_OK);
    CHECK_EQ(oct9_view_scene_run(&view, 9), OCT9_ERR_ARGUMENT);
    CHECK_EQ(oct9_view_run(&view, UINT32_MAX), OCT9_OK);
    oct9_view_seen_begin(&list, &view);
    CHECK_EQ(oct9_view_seen_next(&list, UINT32_MAX, &leaf), 1);
    CHECK(leaf.state == OCT9_OCCUPIED && leaf.count == 0 && leaf.primitives == NULL);
    look(&ahead, 0, UINT32_MAX);
    CHECK(passed(marks, 1, &leaves) == 1 && leaves == 1);
    build(0); /* there is no such leaf now */
    look(&ahead, 0, UINT32_MAX);
    CHECK(passed(marks, 1, &leaves) == 0 && leaves == 1);
}

/* A leaf of the frame before is listed as it was; its primitives are those that the scene has for
 * it now, and none if it is a leaf no longer. */
static void of_another_scene(void)
{
    const oct9_view_sensor_t sensor = { .range_q6 = 9000, .frames = 2, .grid = 1 };
    oct9_view_seen_t list;
    oct9_view_leaf_t leaf;
    unsigned cubes = 0, others = 0;
    for (unsigned i = 0; i < 5; i++)
        primitives[i] = (oct9_primitive_t){ .a = POINT(0, 0, 0),
                                            .b = POINT(100, 100, 100),
                                            .kind = OCT9_PRIMITIVE_BOX };
    build(1);
    init(&sensor);
    look(&ahead, 0, UINT32_MAX);
    build(5); /* too many for one leaf: the cube is a node */
    look(&ahead, 0, UINT32_MAX);
    oct9_view_seen_begin(&list, &view);
    while (oct9_view_seen_next(&list, UINT32_MAX, &leaf) > 0) {
        const bool cube = leaf.node.level == OCT9_LEVELS;
        CHECK(leaf.count == 0 && leaf.primitives == NULL);
        CHECK_EQ(leaf.state, cube ? OCT9_OCCUPIED : OCT9_UNKNOWN);
        cubes += cube;
        others += !cube;
    }
    CHECK(cubes == 1 && others > 0);
}

/* A frame that cannot begin leaves the one in progress as it was. */
static void in_progress(void)
{
    const oct9_view_sensor_t sensor = {
        .tan_y_q14 = 8192, .tan_z_q14 = 8192, .range_q6 = 9000, .grid = 3, .frames = 1
    };
    const oct9_pose_t back = { POINT(-15616, 2000, 2000), { 0, 0, 0, 16384 } };
    const oct9_pose_t turned = { POINT(0, 0, 0), { 16384, 16384, 0, 0 } };
    uint8_t marks[BYTES];
    primitives[0] = (oct9_primitive_t){ .a = POINT(3000, 2300, 2300),
                                        .radius_q6 = 100,
                                        .kind = OCT9_PRIMITIVE_SPHERE }; /* among the last rays */
    build(1);
    init(&sensor);
    CHECK_EQ(oct9_view_scene_begin(&view, &scene, 0, &ahead), OCT9_OK);
    CHECK_EQ(oct9_view_scene_run(&view, 0), OCT9_ERR_ARGUMENT);
    CHECK_EQ(oct9_view_scene_run(&view, 20), OCT9_AGAIN);
    const uint32_t rays = view.rays;
    CHECK(rays != 0 && hits(marks) == 0);
    CHECK_EQ(oct9_view_scene_begin(&view, &scene, 7, &back), OCT9_ERR_RANGE);
    CHECK_EQ(oct9_view_scene_begin(&view, &scene, 7, &turned), OCT9_ERR_ARGUMENT);
    CHECK_EQ(view.rays, rays);
    CHECK_EQ(oct9_view_scene_run(&view, UINT32_MAX), OCT9_OK);
    CHECK(view.rays == 81 && hits(marks) == 1);
}

GOLDEN_SUITE(view_scene)
{
    RUN(by_hand);
    RUN(behind_a_wall);
    RUN(just_before_a_face);
    RUN(counts_add_up);
    RUN(random_scene);
    RUN(of_both);
    RUN(of_another_scene);
    RUN(in_progress);
}
