/* SPDX-License-Identifier: MIT */
/* Is a point lit from another one? A ray among obstacles, for a yes or no. A room, a triangle and a
 * ball by hand, one behind the other; and random segments, as the casts of each say. */
#include "oct9/obstacles.h"
#include "tests/golden/query.h"
#include "tests/golden/suites.h"
#include "tests/test.h"

enum { THINGS = 12, BLOCKS = 40, LISTS = 100, INDICES = 300, OBJECTS = 3, NODES = 12 };

static oct9_primitive_t things[THINGS];
static oct9_block_t blocks[BLOCKS];
static uint32_t lists[LISTS];
static uint16_t indices[INDICES];
static oct9_scene_t scene;
static oct9_object_t object[OBJECTS];
static oct9_object_node_t node[NODES];
static oct9_objects_t objects;

/* 1 if nothing blocks the ray, 0 if something does, or the error. */
static int is_lit(const oct9_obstacles_t *all, const oct9_obstacles_input_t *in)
{
    oct9_obstacles_output_t met;
    const oct9_status_t status = oct9_obstacles_ray(all, in, &met);
    return status != OCT9_OK ? (int)status : met.kind == OCT9_OBSTACLE_NONE;
}

static void build(uint32_t count)
{
    const oct9_scene_config_t config = { .primitives = things,
                                         .primitive_count = count,
                                         .blocks = blocks,
                                         .block_count = BLOCKS,
                                         .lists = lists,
                                         .list_count = LISTS,
                                         .indices = indices,
                                         .index_count = INDICES,
                                         .few = 3,
                                         .least_level = 5 };
    CHECK_EQ(oct9_scene_build(&scene, &config), OCT9_OK);
}

static void add_ball(oct9_point_t centre, uint16_t radius, uint16_t category)
{
    const oct9_objects_add_input_t ball = {
        .bounds = { .centre = centre, .half_q6 = { radius }, .kind = OCT9_BOUND_SPHERE },
        .category = category
    };
    oct9_handle_t handle;
    CHECK_EQ(oct9_objects_add(&objects, &ball, &handle), OCT9_OK);
}

static void no_objects(void)
{
    const oct9_objects_config_t config = {
        .object = object, .node = node, .object_count = OBJECTS, .node_count = NODES
    };
    CHECK_EQ(oct9_objects_init(&objects, &config), OCT9_OK);
}

/* Along x: the room's block up to 1024, a triangle at 1500, a ball around 1700. */
static void by_hand(void)
{
    oct9_obstacles_t all = { 0 };
    oct9_obstacles_input_t in = { .motion = { POINT(1024, 700, 700), POINT(2000, 700, 700), 0 },
                                  .any_contact = true };
    query_room();
    things[0] = (oct9_primitive_t){ .a = POINT(1500, 600, 600),
                                    .b = POINT(1500, 800, 600),
                                    .c = POINT(1500, 700, 800),
                                    .category = 1,
                                    .kind = OCT9_PRIMITIVE_TRIANGLE };
    build(1);
    no_objects();
    add_ball(in.motion.to, 0, 2);
    CHECK_EQ(is_lit(&all, &in), OCT9_ERR_ARGUMENT); /* nothing is asked */
    all.map = &world_map;
    CHECK_EQ(is_lit(&all, &in), 1);
    in.motion.from.x--;
    CHECK_EQ(is_lit(&all, &in), 0); /* within the block */
    in.rules.start_inside = OCT9_PASSES;
    CHECK_EQ(is_lit(&all, &in), 1);
    all.scene = &scene;
    CHECK_EQ(is_lit(&all, &in), 0);
    in.ignored = 1;
    CHECK_EQ(is_lit(&all, &in), 1);
    all.objects = &objects;
    CHECK_EQ(is_lit(&all, &in), 0); /* the end belongs to the segment */
    in.motion.to.x--;
    CHECK_EQ(is_lit(&all, &in), 1);
    in.ignored = 0, all.map = NULL, all.objects = NULL;
    in.motion.from = (oct9_point_t)POINT(1500, 700, 700);
    CHECK_EQ(is_lit(&all, &in), 0); /* it touches the triangle */
    in.motion.from.x++;
    CHECK_EQ(is_lit(&all, &in), 1);
}

/* From two sub-cells off the surface that a ray has met: that surface hides only what is behind. */
static void from_a_contact(void)
{
    oct9_scene_hit_t hit;
    oct9_scene_output_t out;
    const oct9_scene_cast_input_t ray = { .motion = { .from = POINT(900, 300, 400),
                                                      .to = POINT(2000, 1000, 1000) },
                                          .capacity = 1,
                                          .hits = &hit };
    build(1);
    CHECK_EQ(oct9_scene_cast(&scene, &ray, &out), OCT9_OK);
    CHECK_EQ(out.count, 1);
    const int16_t *const normal = hit.contact.normal;
    const oct9_obstacles_t all = { .scene = &scene };
    oct9_obstacles_input_t in = { .motion = { hit.contact.at, ray.motion.from, 0 },
                                  .any_contact = true };
    oct9_point_t *const from = &in.motion.from;
    from->x = (int16_t)(from->x + normal[0] / 8192);
    from->y = (int16_t)(from->y + normal[1] / 8192);
    from->z = (int16_t)(from->z + normal[2] / 8192);
    CHECK_EQ(is_lit(&all, &in), 1);
    in.motion.to = ray.motion.to;
    CHECK_EQ(is_lit(&all, &in), 0);
}

static void refused(void)
{
    query_room();
    for (unsigned i = 0; i < QUERY_BAD_RULES; i++) {
        const oct9_obstacles_t all = { .map = &world_map };
        const oct9_obstacles_input_t in = { .motion = { POINT(1100, 700, 700),
                                                        POINT(2000, 700, 700), 0 },
                                            .rules = query_bad_rules[i].rules,
                                            .any_contact = true };
        CHECK_EQ(is_lit(&all, &in), query_bad_rules[i].status);
    }
}

static oct9_point_t near_point(random_t *random)
{
    oct9_point_t point;
    point.x = AT((int32_t)random_below(random, 6000));
    point.y = AT((int32_t)random_below(random, 3000));
    point.z = AT((int32_t)random_below(random, 3000));
    return point;
}

/* True if one of the three casts meets something. */
static bool casts_meet(const oct9_obstacles_input_t *in)
{
    oct9_scene_hit_t hit;
    oct9_object_hit_t met;
    const oct9_cast_input_t ray = { in->motion.from, in->motion.to, in->rules };
    const oct9_scene_cast_input_t line = {
        .motion = in->motion, .ignored = in->ignored, .capacity = 1, .hits = &hit
    };
    const oct9_objects_cast_input_t among = {
        .motion = in->motion, .ignored = in->ignored, .capacity = 1, .hits = &met
    };
    oct9_cast_output_t cast;
    oct9_scene_output_t out;
    oct9_objects_output_t found;
    CHECK_EQ(oct9_cast_ray(&world_map, &ray, &cast), OCT9_OK);
    CHECK_EQ(oct9_scene_cast(&scene, &line, &out), OCT9_OK);
    CHECK_EQ(oct9_objects_cast(&objects, &among, &found), OCT9_OK);
    return cast.hit != OCT9_HIT_NONE || out.count != 0 || found.count != 0;
}

static void random_segments(void)
{
    random_t random = { 171 };
    uint32_t digest = DIGEST_BEGIN, lit = 0;
    const oct9_obstacles_t all = { &world_map, &scene, &objects };
    query_room();
    for (unsigned i = 0; i < THINGS; i++)
        things[i] = (oct9_primitive_t){ .a = near_point(&random),
                                        .category = (uint16_t)(i % 4),
                                        .radius_q6 = 0,
                                        .b = near_point(&random),
                                        .c = near_point(&random),
                                        .kind = OCT9_PRIMITIVE_TRIANGLE };
    build(THINGS);
    no_objects();
    for (unsigned i = 0; i < OBJECTS; i++)
        add_ball(near_point(&random), 300, (uint16_t)i);
    for (unsigned i = 0; i < 100; i++) {
        const oct9_obstacles_input_t in = { .motion = { near_point(&random), near_point(&random),
                                                        0 },
                                            .rules = { .unknown = OCT9_PASSES },
                                            .ignored = (uint16_t)random_below(&random, 4),
                                            .any_contact = true };
        const int is = is_lit(&all, &in);
        CHECK_EQ(is, !casts_meet(&in));
        lit += is == 1;
        digest = digest_add(digest, (uint32_t)is);
    }
    CHECK(lit > 10 && lit < 90);
    TEST_DIGEST("lit", digest);
}

GOLDEN_SUITE(lit)
{
    RUN(by_hand);
    RUN(from_a_contact);
    RUN(refused);
    RUN(random_segments);
}
