/* SPDX-License-Identifier: MIT */
/* Spheres at rest: by hand, and each answer against oct9_sweep_sphere of its spheres, one by one;
 * slices against the whole, tree against image. The room is that of query.h. */
#include "oct9/spheres.h"
#include "oct9/sweep.h"
#include "tests/golden/query.h"
#include "tests/golden/suites.h"
#include "tests/test.h"

enum { MOST = 35, QUESTIONS = 120 };

static oct9_spheres_t scratch;
static oct9_spheres_output_t out;
static oct9_sphere_t sphere[MOST];
static oct9_sweep_t sweep;

/* --- by hand ---------------------------------------------------------------------------------- */

static oct9_hit_t check(unsigned count, oct9_rules_t rules)
{
    const oct9_spheres_input_t in = { .spheres = sphere, .count = (uint16_t)count, .rules = rules };
    CHECK_EQ(oct9_spheres_check(&world_map, &in, &out), OCT9_OK);
    return out.hit;
}

static void set(unsigned i, oct9_point_t centre, uint16_t radius)
{
    sphere[i].centre.x = centre.x;
    sphere[i].centre.y = centre.y;
    sphere[i].centre.z = centre.z;
    sphere[i].radius_q6 = radius;
}

static void touches(void)
{
    const oct9_rules_t easy = { .unknown = OCT9_PASSES };
    const oct9_rules_t careful = { .unknown = OCT9_BLOCKS };
    const oct9_rules_t ghost = { .start_inside = OCT9_PASSES };
    query_room();
    set(0, world_at(1044, 482, 1084), 69); /* 20, 30, 60 from the block's corner: 70 */
    CHECK_EQ(check(1, easy), OCT9_HIT_NONE);
    set(1, world_at(482, 472, 768), 50); /* 30, 40 from its edge: 50 */
    CHECK_EQ(check(2, easy), OCT9_HIT_LEAF);
    CHECK_EQ(out.index, 1);
    CHECK_EQ(check(1, easy), OCT9_HIT_NONE);
    CHECK_EQ(check(2, ghost), OCT9_HIT_NONE); /* but the outside would block */
    set(1, world_at(4100, 768, 768), 0);
    CHECK_EQ(check(2, easy), OCT9_HIT_NONE);
    CHECK_EQ(check(2, careful), OCT9_HIT_LEAF);
    CHECK_EQ(out.index, 1);
}

static void six_faces(void)
{
    const oct9_rules_t careful = { .unknown = OCT9_BLOCKS };
    const oct9_rules_t open = { .unknown = OCT9_BLOCKS, .outside = OCT9_FREE };
    query_room();
    for (unsigned face = 0; face < 6; face++) {
        set(0, world_at_face(face, 100), 99);
        CHECK_EQ(check(1, careful), OCT9_HIT_NONE);
        set(1, world_at_face(face, 100), 100);
        CHECK_EQ(check(2, careful), OCT9_HIT_OUTSIDE);
        CHECK_EQ(out.index, 1);
        CHECK(out.leaves == 0 && out.nodes == 0);
        CHECK_EQ(check(2, open), OCT9_HIT_NONE);
    }
}

static void refused(void)
{
    oct9_spheres_input_t in = { .spheres = sphere, .count = 2 };
    query_room();
    set(0, world_at(100, 100, 100), 5);
    set(1, world_at(100, 100, 100), 32768);
    query_paint(&out, sizeof out);
    CHECK_EQ(oct9_spheres_check(&world_map, &in, &out), OCT9_ERR_ARGUMENT);
    in.count = 0;
    CHECK_EQ(oct9_spheres_begin(&scratch, &world_map, &in), OCT9_ERR_ARGUMENT);
    in.count = 1;
    for (unsigned i = 0; i < QUERY_BAD_RULES; i++) {
        in.rules = query_bad_rules[i].rules;
        CHECK_EQ(oct9_spheres_check(&world_map, &in, &out), query_bad_rules[i].status);
    }
    CHECK(query_painted(&out, sizeof out));
}

static void stale(void)
{
    const oct9_node_t cube = { { 0, 0, 0 }, OCT9_LEVELS };
    const oct9_spheres_input_t in = { .spheres = sphere, .count = 1 };
    query_room();
    set(0, world_at(100, 100, 100), 5);
    CHECK_EQ(oct9_spheres_begin(&scratch, &world_map, &in), OCT9_OK);
    CHECK_EQ(oct9_tree_set_node(&world_tree, &cube, 2), OCT9_OK);
    query_paint(&out, sizeof out);
    CHECK_EQ(oct9_spheres_run(&scratch, 100, &out), OCT9_ERR_STALE);
    CHECK(query_painted(&out, sizeof out));
}

/* --- at random -------------------------------------------------------------------------------- */

static oct9_hit_t alone(const oct9_map_t *map, const oct9_sphere_t *one, const oct9_rules_t *rules)
{
    const oct9_sphere_input_t in = {
        .motion = { .from = one->centre, .to = one->centre, .radius_q6 = one->radius_q6 },
        .rules = *rules
    };
    oct9_sweep_output_t met;
    CHECK_EQ(oct9_sweep_sphere_begin(&sweep, map, &in), OCT9_OK);
    CHECK_EQ(oct9_sweep_run(&sweep, UINT32_MAX, &met), OCT9_OK);
    return met.hit;
}

/* The sphere that is named is blocked, or none is. */
static void compare(const oct9_map_t *map, const oct9_spheres_input_t *in)
{
    if (out.hit != OCT9_HIT_NONE) {
        CHECK(out.index < in->count);
        CHECK(alone(map, &sphere[out.index], &in->rules) != OCT9_HIT_NONE);
        return;
    }
    for (unsigned i = 0; i < in->count; i++)
        CHECK_EQ(alone(map, &sphere[i], &in->rules), OCT9_HIT_NONE);
}

static uint32_t add_answer(uint32_t digest, const oct9_spheres_output_t *o)
{
    digest = digest_add(digest, (uint32_t)o->hit);
    if (o->hit != OCT9_HIT_NONE)
        digest = digest_add(digest, o->index);
    return digest_add(digest_add(digest, o->leaves), o->nodes);
}

static uint32_t run_slices(uint32_t budget)
{
    oct9_spheres_output_t o;
    oct9_status_t status = OCT9_AGAIN;
    for (uint32_t calls = 1; status == OCT9_AGAIN; calls++) {
        status = oct9_spheres_run(&scratch, budget, &o);
        CHECK(o.leaves + o.nodes <= calls * budget);
    }
    CHECK_EQ(status, OCT9_OK);
    return add_answer(0, &o);
}

static oct9_spheres_input_t random_question(random_t *random)
{
    oct9_spheres_input_t in = { .spheres = sphere };
    const oct9_point_t first = world_point(random);
    const uint32_t size = random_below(random, 4);
    in.count = (uint16_t)(1 + random_below(random, random_below(random, 2) ? MOST : 4));
    in.rules = query_rules(random);
    for (unsigned i = 0; i < in.count; i++) {
        /* Drawn in two lines: C does not say in which order arguments are evaluated. */
        const uint16_t radius = query_radius(random);
        set(i, query_step(random, &first), (uint16_t)(radius >> (size == 0 ? 0 : 4 + 2 * size)));
    }
    return in;
}

static void random_questions(void)
{
    random_t random = { 311 };
    uint32_t digest = DIGEST_BEGIN, clear = 0;
    oct9_map_t maps[2];
    query_world(maps);
    for (unsigned i = 0; i < QUESTIONS; i++) {
        const oct9_spheres_input_t in = random_question(&random);
        oct9_hit_t hit[2];
        for (unsigned m = 0; m < 2; m++) {
            CHECK_EQ(oct9_spheres_check(&maps[m], &in, &out), OCT9_OK);
            compare(&maps[m], &in);
            hit[m] = out.hit;
            digest = add_answer(digest, &out);
            const uint32_t whole = add_answer(0, &out);
            CHECK_EQ(oct9_spheres_begin(&scratch, &maps[m], &in), OCT9_OK);
            CHECK_EQ(run_slices(query_budgets[i % QUERY_BUDGETS]), whole);
        }
        CHECK_EQ(hit[0], hit[1]);
        clear += hit[0] == OCT9_HIT_NONE;
    }
    CHECK(clear > QUESTIONS / 10 && clear < QUESTIONS - QUESTIONS / 10);
    TEST_DIGEST("spheres", digest);
}

GOLDEN_SUITE(spheres)
{
    RUN(touches);
    RUN(six_faces);
    RUN(refused);
    RUN(stale);
    RUN(random_questions);
}
