/* SPDX-License-Identifier: MIT */
/* Views of a scene: three primitives in a row, by hand, and random ones in slices and one by
 * one. */
#include "oct9/view.h"
#include "tests/golden/query.h"
#include "tests/golden/suites.h"
#include "tests/test.h"

enum { PRIMITIVES = 60, BYTES = (PRIMITIVES + 7) / 8, BLOCKS = 200, LISTS = 1200, INDICES = 1500 };

static oct9_primitive_t primitives[PRIMITIVES];
static oct9_block_t blocks[BLOCKS];
static uint32_t lists[LISTS];
static uint16_t indices[INDICES];
static uint8_t visible[BYTES];
static oct9_scene_t scene;
static oct9_view_scene_t look;
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

static void clear(void)
{
    for (unsigned i = 0; i < BYTES; i++)
        visible[i] = 0;
}

static uint32_t see(const oct9_view_sensor_t *sensor, const oct9_pose_t *pose, uint16_t ignored,
                    uint32_t budget)
{
    oct9_status_t status = oct9_view_scene_begin(&look, &scene, sensor, pose, ignored, visible);
    CHECK_EQ(status, OCT9_OK);
    while ((status = oct9_view_scene_run(&look, budget)) == OCT9_AGAIN) {
    }
    CHECK_EQ(status, OCT9_OK);
    CHECK_EQ(oct9_view_scene_run(&look, budget), OCT9_OK);
    return visible[0];
}

/* A box, behind it a sphere, and a larger one behind that, which is seen beside the box. */
static void by_hand(void)
{
    const oct9_view_sensor_t sensor = {
        .tan_y_q14 = 8192, .tan_z_q14 = 8192, .range_q6 = 9000, .grid = 3, .frames = 1
    };
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
    clear();
    CHECK_EQ(see(&sensor, &ahead, 0, UINT32_MAX), 5);
    CHECK_EQ(look.rays, 81);
    clear();
    CHECK_EQ(see(&sensor, &ahead, 1, 1), 6);
    clear();
    CHECK_EQ(see(&sensor, &ahead, 3, 1), 4);
    oct9_view_sensor_t close = sensor;
    close.range_q6 = 1999;
    clear();
    CHECK_EQ(see(&close, &ahead, 0, 1), 0); /* the box begins at 2000 */
    close.range_q6 = 2000;
    CHECK_EQ(see(&close, &ahead, 0, 1), 1);
    CHECK_EQ(see(&sensor, &ahead, 1, 1), 7); /* and looks add up */
}

/* Four rays along one line do four times what a cast along it does; what each looks at is taken of
 * the budget, and the ray itself, and its hit. */
static void counts_add_up(void)
{
    const oct9_view_sensor_t sensor = { .range_q6 = 9000, .frames = 1 };
    oct9_scene_hit_t hit;
    const oct9_scene_cast_input_t input = { .motion = { .from = ahead.place,
                                                        .to = POINT(10000, 2000, 2000) },
                                            .capacity = 1,
                                            .hits = &hit };
    oct9_scene_output_t out;
    primitives[0] = (oct9_primitive_t){ .a = POINT(4000, 2100, 2000),
                                        .radius_q6 = 99, /* missed */
                                        .kind = OCT9_PRIMITIVE_SPHERE };
    primitives[1] = (oct9_primitive_t){ .a = POINT(8000, 2000, 2000),
                                        .radius_q6 = 9,
                                        .kind = OCT9_PRIMITIVE_SPHERE };
    for (unsigned i = 2; i < 5; i++) /* too many for one leaf: the cube is a node */
        primitives[i] = primitives[1];
    build(5);
    clear();
    CHECK_EQ(oct9_scene_cast(&scene, &input, &out), OCT9_OK);
    CHECK(out.leaves > 0 && out.nodes > 0 && out.tests > 1);
    CHECK_EQ(see(&sensor, &ahead, 0, UINT32_MAX), 2);
    CHECK_EQ(look.rays, 4);
    CHECK(look.leaves == 4 * out.leaves && look.nodes == 4 * out.nodes);
    CHECK_EQ(look.tests, 4 * out.tests);
    const uint32_t work = 4 * (1 + out.leaves + out.nodes + out.tests + 1);
    for (unsigned less = 0; less < 2; less++) {
        CHECK_EQ(oct9_view_scene_begin(&look, &scene, &sensor, &ahead, 0, visible), OCT9_OK);
        CHECK_EQ(oct9_view_scene_run(&look, work - less), less ? OCT9_AGAIN : OCT9_OK);
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

static void random_scene(void)
{
    const oct9_view_sensor_t sensor = {
        .tan_y_q14 = 12000, .tan_z_q14 = 9000, .range_q6 = 9000, .grid = 2, .frames = 1
    };
    const oct9_pose_t pose = { POINT(500, 6000, 6000), OCT9_ROTATION_NONE };
    uint8_t whole[BYTES];
    random_t random = { 161 };
    uint32_t digest = DIGEST_BEGIN, seen = 0;
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
    clear();
    (void)see(&sensor, &pose, 0, UINT32_MAX);
    for (unsigned i = 0; i < BYTES; i++) {
        whole[i] = visible[i];
        digest = digest_add(digest, whole[i]);
    }
    const uint32_t leaves = look.leaves, nodes = look.nodes, tests = look.tests;
    for (unsigned i = 0; i < PRIMITIVES; i++)
        seen += (uint32_t)whole[i / 8] >> i % 8 & 1u;
    CHECK(seen > 5 && seen < PRIMITIVES);
    for (unsigned b = 0; b < QUERY_BUDGETS; b += 2) {
        clear();
        (void)see(&sensor, &pose, 0, query_budgets[b]);
        for (unsigned i = 0; i < BYTES; i++)
            CHECK_EQ(visible[i], whole[i]);
        CHECK(look.leaves == leaves && look.nodes == nodes && look.tests == tests);
    }
    TEST_DIGEST("view scene", digest_add(digest, leaves));
}

/* A look that cannot begin leaves the one in progress as it was. */
static void in_progress(void)
{
    const oct9_view_sensor_t sensor = {
        .tan_y_q14 = 8192, .tan_z_q14 = 8192, .range_q6 = 9000, .grid = 3, .frames = 1
    };
    const oct9_pose_t back = { POINT(-15616, 2000, 2000), { 0, 0, 0, 16384 } };
    primitives[0] = (oct9_primitive_t){ .a = POINT(3000, 2300, 2300),
                                        .radius_q6 = 100,
                                        .kind = OCT9_PRIMITIVE_SPHERE }; /* among the last rays */
    build(1);
    clear();
    CHECK_EQ(oct9_view_scene_begin(&look, &scene, &sensor, &ahead, 0, visible), OCT9_OK);
    CHECK_EQ(oct9_view_scene_run(&look, 20), OCT9_AGAIN);
    const uint32_t rays = look.rays;
    CHECK(rays != 0 && visible[0] == 0);
    CHECK_EQ(oct9_view_scene_begin(&look, &scene, &sensor, &back, 7, visible), OCT9_ERR_RANGE);
    CHECK_EQ(look.rays, rays);
    CHECK_EQ(oct9_view_scene_run(&look, UINT32_MAX), OCT9_OK);
    CHECK(look.rays == 81 && visible[0] == 1);
}

static void refused(void)
{
    const oct9_view_sensor_t good = { .range_q6 = 1000, .frames = 1 };
    oct9_view_sensor_t bad = good;
    const oct9_pose_t rim = { POINT(48384, 0, 0), OCT9_ROTATION_NONE };
    const oct9_pose_t turned = { POINT(0, 0, 0), { 16384, 16384, 0, 0 } };
    build(3);
    clear();
    CHECK_EQ(oct9_view_scene_begin(&look, &scene, &good, &rim, 0, visible), OCT9_ERR_RANGE);
    CHECK_EQ(oct9_view_scene_begin(&look, &scene, &good, &turned, 0, visible), OCT9_ERR_ARGUMENT);
    bad.grid = 8;
    CHECK_EQ(oct9_view_scene_begin(&look, &scene, &bad, &ahead, 0, visible), OCT9_ERR_ARGUMENT);
    bad = good, bad.range_q6 = 40000;
    CHECK_EQ(oct9_view_scene_begin(&look, &scene, &bad, &ahead, 0, visible), OCT9_ERR_ARGUMENT);
    CHECK_EQ(oct9_view_scene_begin(&look, &scene, &good, &ahead, 0, visible), OCT9_OK);
    CHECK_EQ(oct9_view_scene_run(&look, 0), OCT9_ERR_ARGUMENT);
    CHECK_EQ(visible[0], 0);
}

void suite_view_scene(void)
{
    RUN(by_hand);
    RUN(counts_add_up);
    RUN(random_scene);
    RUN(in_progress);
    RUN(refused);
}
