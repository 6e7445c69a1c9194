/* SPDX-License-Identifier: MIT */
/* Obstacles: contacts worked out by hand, ties, what is left out; slices against the whole. The
 * room is that of query.h. */
#include "oct9/obstacles.h"
#include "tests/golden/query.h"
#include "tests/golden/suites.h"
#include "tests/test.h"

enum {
    BLOCKS = 24,
    LISTS = 40,
    INDICES = 160,
    PRIMITIVES = 6,
    OBJECTS = 6,
    NODES = 12,
    ASKED = 60
};

static oct9_primitive_t primitive[PRIMITIVES];
static oct9_block_t blocks[BLOCKS];
static uint32_t lists[LISTS];
static uint16_t indices[INDICES];
static oct9_scene_t scene;
static oct9_object_t object[OBJECTS];
static oct9_object_node_t node[NODES];
static oct9_handle_t handle[OBJECTS];
static oct9_objects_t objects;
static oct9_obstacles_cast_t scratch;
static oct9_obstacles_output_t out;

static const oct9_obstacles_t all = { &world_map, &scene, &objects };
static const oct9_rules_t to_obstacles = { .unknown = OCT9_PASSES, .outside = OCT9_FREE };

static void build(uint32_t count)
{
    const oct9_scene_config_t config = { .primitives = primitive,
                                         .primitive_count = count,
                                         .blocks = blocks,
                                         .block_count = BLOCKS,
                                         .lists = lists,
                                         .list_count = LISTS,
                                         .indices = indices,
                                         .index_count = INDICES,
                                         .few = 2,
                                         .least_level = 7 };
    CHECK_EQ(oct9_scene_build(&scene, &config), OCT9_OK);
}

static void empty_objects(void)
{
    const oct9_objects_config_t config = { object, node, OBJECTS, NODES, OCT9_LOOSE, 4, 0 };
    CHECK_EQ(oct9_objects_init(&objects, &config), OCT9_OK);
}

static void add_object(unsigned i, const oct9_bounds_t *bounds, uint16_t category)
{
    const oct9_objects_add_input_t one = { .bounds = *bounds, .category = category };
    CHECK(oct9_objects_add(&objects, &one, &handle[i]) >= 0);
}

/* The room's block from x = 512 on, a crate from x = 1500 on, a ball from x = 2400 on, all about
 * y = z = 768. */
static void furnish(void)
{
    const oct9_primitive_t crate = { .a = POINT(1500, 700, 700),
                                     .b = POINT(1600, 800, 800),
                                     .category = 1,
                                     .kind = OCT9_PRIMITIVE_BOX };
    const oct9_bounds_t ball = { POINT(2500, 768, 768), { 100, 0, 0 }, OCT9_BOUND_SPHERE };
    query_room();
    primitive[0] = crate;
    build(1);
    empty_objects();
    add_object(0, &ball, 2);
}

/* Along x at y = z = 768. */
static oct9_obstacles_input_t along(int32_t from, int32_t to, uint16_t radius, uint16_t ignored)
{
    const oct9_obstacles_input_t input = { .motion = { world_at(from, 768, 768),
                                                       world_at(to, 768, 768), radius },
                                           .rules = to_obstacles,
                                           .ignored = ignored };
    return input;
}

static oct9_obstacle_t go(const oct9_obstacles_t *obstacles, const oct9_obstacles_input_t *input)
{
    CHECK_EQ(input->motion.radius_q6 == 0 ? oct9_obstacles_ray(obstacles, input, &out)
                                          : oct9_obstacles_sphere(obstacles, input, &out),
             OCT9_OK);
    return out.kind;
}

static bool contact_is(unsigned num, int32_t at, int32_t point, int normal)
{
    const oct9_contact_t *contact = &out.contact;
    return contact->num == num && query_point_at(&contact->at, at, 768, 768) &&
           query_point_at(&contact->point, point, 768, 768) && contact->normal[0] == normal &&
           contact->normal[1] == 0 && contact->normal[2] == 0;
}

/* --- by hand --------------------------------------------------------------------------------- */

/* From x = 100 to 10100: what is at x is met after (x - 100) / 10000 of the motion, and not yet at
 * the greatest 65535th below that. */
static void one_behind_the_other(void)
{
    const oct9_obstacles_input_t ray = along(100, 10100, 0, 0);
    const oct9_obstacles_t no_map = { NULL, &scene, &objects }, moving = { NULL, NULL, &objects };
    furnish();
    CHECK_EQ(go(&all, &ray), OCT9_OBSTACLE_LEAF);
    CHECK(contact_is(2700, 511, 512, -OCT9_ONE_Q14)); /* 2700.042 */
    CHECK_EQ(out.leaf.payload, 2);
    CHECK_EQ(go(&no_map, &ray), OCT9_OBSTACLE_PRIMITIVE);
    CHECK(contact_is(9174, 1499, 1500, -OCT9_ONE_Q14)); /* 9174.9 */
    CHECK_EQ(out.index, 0);
    CHECK_EQ(go(&moving, &ray), OCT9_OBSTACLE_OBJECT);
    CHECK(contact_is(15073, 2399, 2400, -OCT9_ONE_Q14)); /* 15073.05 */
    CHECK(out.handle.index == handle[0].index && out.handle.generation == handle[0].generation);
}

/* The same for a sphere of 50, which touches 50 before. A sweep's contact may be at the 65535th at
 * which the sphere touches; none is here. */
static void a_sphere_touches_before(void)
{
    const oct9_obstacles_input_t sphere = along(100, 10100, 50, 0);
    const oct9_obstacles_t no_map = { NULL, &scene, &objects };
    furnish();
    CHECK_EQ(go(&all, &sphere), OCT9_OBSTACLE_LEAF);
    CHECK(contact_is(2372, 461, 512, -OCT9_ONE_Q14)); /* 2372.367 */
    CHECK_EQ(go(&no_map, &sphere), OCT9_OBSTACLE_PRIMITIVE);
    CHECK(contact_is(8847, 1449, 1500, -OCT9_ONE_Q14)); /* 8847.225 */
}

/* Against x, without the map: the ball, then what is not ignored. */
static void categories(void)
{
    const oct9_obstacles_t no_map = { NULL, &scene, &objects };
    furnish();
    const oct9_obstacles_input_t back = along(3000, 1200, 0, 0);
    CHECK_EQ(go(&no_map, &back), OCT9_OBSTACLE_OBJECT);
    CHECK(contact_is(14563, 2601, 2600, OCT9_ONE_Q14)); /* 400 / 1800: 14563.33 */
    const oct9_obstacles_input_t no_ball = along(3000, 1200, 0, 2);
    CHECK_EQ(go(&no_map, &no_ball), OCT9_OBSTACLE_PRIMITIVE);
    const oct9_obstacles_input_t neither = along(3000, 1200, 0, 3);
    CHECK_EQ(go(&no_map, &neither), OCT9_OBSTACLE_NONE);
    CHECK(contact_is(65535, 1200, 1200, 0));
}

/* A primitive and an object with the block's face: of all three the leaf, of two the primitive. */
static void ties(void)
{
    const oct9_bounds_t box = { POINT(562, 768, 768), { 50, 50, 50 }, OCT9_BOUND_BOX };
    const oct9_obstacles_t no_map = { NULL, &scene, &objects };
    furnish();
    primitive[0].a = world_at(512, 700, 700);
    build(1);
    add_object(1, &box, 0);
    for (uint16_t radius = 0; radius < 100; radius = (uint16_t)(radius + 33)) {
        const oct9_obstacles_input_t input = along(100, 1000, radius, 0);
        CHECK_EQ(go(&all, &input), OCT9_OBSTACLE_LEAF);
        CHECK_EQ(go(&no_map, &input), OCT9_OBSTACLE_PRIMITIVE);
    }
}

/* One sub-cell nearer than the block's face decides, in either direction of the kinds. */
static void one_sub_cell_before(void)
{
    const oct9_bounds_t box = { POINT(560, 768, 768), { 50, 50, 50 }, OCT9_BOUND_BOX };
    const oct9_obstacles_input_t ray = along(0, 10000, 0, 0);
    furnish();
    primitive[0].a = world_at(511, 700, 700);
    build(1);
    CHECK_EQ(go(&all, &ray), OCT9_OBSTACLE_PRIMITIVE);
    add_object(1, &box, 0);
    CHECK_EQ(go(&all, &ray), OCT9_OBSTACLE_OBJECT);
}

static void at_the_start(void)
{
    furnish();
    const oct9_obstacles_input_t in_block = along(600, 3000, 0, 0);
    CHECK_EQ(go(&all, &in_block), OCT9_OBSTACLE_LEAF);
    CHECK(contact_is(0, 600, 600, 0));
    CHECK_EQ(out.tests, 0); /* nothing else can be before it */
    oct9_obstacles_input_t leaves = in_block;
    leaves.rules.start_inside = OCT9_PASSES;
    CHECK_EQ(go(&all, &leaves), OCT9_OBSTACLE_PRIMITIVE);
    const oct9_obstacles_input_t in_crate = along(1550, 1560, 10, 0);
    CHECK_EQ(go(&all, &in_crate), OCT9_OBSTACLE_PRIMITIVE);
    CHECK(contact_is(0, 1550, 1550, 0));
}

static void out_of_the_cube(void)
{
    oct9_obstacles_input_t input = along(6000, -6000, 0, 3);
    input.rules.filter_mask = input.rules.filter_value = 32767; /* no leaf */
    furnish();
    CHECK_EQ(go(&all, &input), OCT9_OBSTACLE_NONE);
    input.rules.outside = OCT9_OCCUPIED;
    CHECK_EQ(go(&all, &input), OCT9_OBSTACLE_OUTSIDE);
    CHECK(contact_is(32767, 1, 1, 0)); /* 32767.5 */
    input.ignored = 0;
    CHECK_EQ(go(&all, &input), OCT9_OBSTACLE_OBJECT);
}

static void refused(void)
{
    const oct9_obstacles_t none = { NULL, NULL, NULL };
    oct9_obstacles_input_t input = along(100, 200, 0, 0);
    furnish();
    query_paint(&out, sizeof out);
    CHECK_EQ(oct9_obstacles_ray(&none, &input, &out), OCT9_ERR_ARGUMENT);
    CHECK_EQ(oct9_obstacles_sphere(&none, &input, &out), OCT9_ERR_ARGUMENT);
    input.motion.radius_q6 = 1;
    CHECK_EQ(oct9_obstacles_ray(&all, &input, &out), OCT9_ERR_ARGUMENT);
    input.motion.radius_q6 = 32768;
    CHECK_EQ(oct9_obstacles_sphere(&all, &input, &out), OCT9_ERR_ARGUMENT);
    input.motion.radius_q6 = 0;
    for (unsigned i = 0; i < QUERY_BAD_RULES; i++) {
        input.rules = query_bad_rules[i].rules;
        CHECK_EQ(oct9_obstacles_ray(&all, &input, &out), query_bad_rules[i].status);
        CHECK_EQ(oct9_obstacles_sphere(&all, &input, &out), query_bad_rules[i].status);
    }
    CHECK(query_painted(&out, sizeof out));
}

/* Each of the three, written to between two slices. */
static void stale(void)
{
    const oct9_obstacles_input_t input = along(3000, 1200, 20, 0);
    for (unsigned i = 0; i < 3; i++) {
        static const oct9_node_t far = { { 256, 256, 256 }, 3 };
        furnish();
        CHECK_EQ(oct9_obstacles_sphere_begin(&scratch, &all, &input), OCT9_OK);
        CHECK_EQ(oct9_obstacles_run(&scratch, 1, &out), OCT9_AGAIN);
        if (i == 0)
            CHECK_EQ(oct9_tree_set_node(&world_tree, &far, 2), OCT9_OK);
        else if (i == 1)
            build(1);
        else
            CHECK_EQ(oct9_objects_remove(&objects, handle[0]), OCT9_OK);
        CHECK_EQ(oct9_obstacles_run(&scratch, 1, &out), OCT9_ERR_STALE);
    }
}

/* --- at random ------------------------------------------------------------------------------- */

static oct9_point_t in_cube(random_t *random)
{
    oct9_point_t point = world_point(random);
    while (point.x < OCT9_LOW_Q6 || point.y < OCT9_LOW_Q6 || point.z < OCT9_LOW_Q6 ||
           point.x >= OCT9_HIGH_Q6 || point.y >= OCT9_HIGH_Q6 || point.z >= OCT9_HIGH_Q6)
        point = world_point(random);
    return point;
}

static void furnish_at_random(random_t *random)
{
    empty_objects();
    for (unsigned i = 0; i < PRIMITIVES; i++) {
        primitive[i].a = in_cube(random);
        primitive[i].b = in_cube(random);
        primitive[i].c = in_cube(random);
        primitive[i].radius_q6 = 0;
        primitive[i].category = (uint16_t)random_below(random, 4);
        primitive[i].kind = i % 2 ? OCT9_PRIMITIVE_TRIANGLE : OCT9_PRIMITIVE_CAPSULE;
    }
    build(PRIMITIVES);
    for (unsigned i = 0; i < OBJECTS; i++) {
        const uint16_t half = (uint16_t)random_below(random, 4000);
        const oct9_bounds_t bounds = { in_cube(random),
                                       { half, half, half },
                                       i % 2 ? OCT9_BOUND_BOX : OCT9_BOUND_SPHERE };
        add_object(i, &bounds, (uint16_t)random_below(random, 4));
    }
}

static uint32_t add_contact(uint32_t digest, const oct9_contact_t *contact)
{
    digest = digest_add(digest, contact->num);
    digest = query_add_point(digest, &contact->at);
    digest = query_add_point(digest, &contact->point);
    for (unsigned a = 0; a < 3; a++)
        digest = digest_add(digest, (uint16_t)contact->normal[a]);
    return digest;
}

static uint32_t add_output(uint32_t digest, const oct9_obstacles_output_t *o)
{
    digest = add_contact(digest_add(digest, o->kind), &o->contact);
    if (o->kind == OCT9_OBSTACLE_LEAF)
        digest = query_add_leaf(digest, &o->leaf);
    if (o->kind == OCT9_OBSTACLE_PRIMITIVE)
        digest = digest_add(digest, o->index);
    if (o->kind == OCT9_OBSTACLE_OBJECT)
        digest = digest_add(digest, o->handle.index);
    return digest_add(digest_add(digest_add(digest, o->leaves), o->nodes), o->tests);
}

static void check_slices(const oct9_obstacles_t *obstacles, const oct9_obstacles_input_t *input,
                         bool ray, uint32_t whole, uint32_t budget)
{
    oct9_status_t status = ray ? oct9_obstacles_ray_begin(&scratch, obstacles, input)
                               : oct9_obstacles_sphere_begin(&scratch, obstacles, input);
    CHECK_EQ(status, OCT9_OK);
    do
        status = oct9_obstacles_run(&scratch, budget, &out);
    while (status == OCT9_AGAIN);
    CHECK_EQ(status, OCT9_OK);
    CHECK_EQ(add_output(0, &out), whole);
    CHECK_EQ(oct9_obstacles_run(&scratch, budget, &out), OCT9_OK); /* and says so again */
    CHECK_EQ(add_output(0, &out), whole);
}

static void random_motions(void)
{
    random_t random = { 220 };
    uint32_t digest = DIGEST_BEGIN;
    oct9_map_t maps[2];
    query_world(maps);
    for (unsigned i = 0; i < ASKED; i++) {
        const oct9_obstacles_t obstacles = { &maps[i % 2], &scene, &objects };
        const bool ray = i % 4 < 2;
        oct9_obstacles_input_t input = { .rules = query_rules(&random) };
        if (i % 10 == 0)
            furnish_at_random(&random);
        input.motion.from = in_cube(&random);
        input.motion.to = world_point(&random);
        input.motion.radius_q6 = ray ? 0 : query_radius(&random);
        input.ignored = (uint16_t)random_below(&random, 4);
        CHECK_EQ(ray ? oct9_obstacles_ray(&obstacles, &input, &out)
                     : oct9_obstacles_sphere(&obstacles, &input, &out),
                 OCT9_OK);
        digest = add_output(digest, &out);
        check_slices(&obstacles, &input, ray, add_output(0, &out), query_budgets[i % 3]);
    }
    TEST_DIGEST("obstacles", digest);
}

GOLDEN_SUITE(obstacles)
{
    RUN(one_behind_the_other);
    RUN(a_sphere_touches_before);
    RUN(categories);
    RUN(ties);
    RUN(one_sub_cell_before);
    RUN(at_the_start);
    RUN(out_of_the_cube);
    RUN(refused);
    RUN(stale);
    RUN(random_motions);
}
