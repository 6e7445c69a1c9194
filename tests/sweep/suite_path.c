/* SPDX-License-Identifier: MIT */
/* Paths: lengths worked out by hand, slices against the whole, and each segment against a sphere's
 * sweep. The room is that of query.h. */
#include "oct9/sweep.h"
#include "tests/golden/query.h"
#include "tests/golden/suites.h"
#include "tests/test.h"

enum { PATHS = 60, POINTS = 5 };

static oct9_path_t scratch;
static oct9_path_output_t out;

static oct9_hit_t go(const oct9_path_input_t *in)
{
    CHECK_EQ(oct9_sweep_path(&world_map, in, &out), OCT9_OK);
    return out.sweep.hit;
}

/* --- by hand --------------------------------------------------------------------------------- */

static void round_a_corner(void)
{
    static const oct9_point_t points[] = { POINT(100, 2000, 2000), POINT(400, 2000, 2000),
                                           POINT(400, 2400, 2000) };
    const oct9_path_input_t in = { .points = points, .count = 3, .radius_q6 = 50 };
    query_room();
    CHECK_EQ(go(&in), OCT9_HIT_NONE);
    CHECK_EQ(out.segment, 1);
    CHECK(out.clear_q6 <= 700 && out.clear_q6 >= 700 - 2 * 2);
    CHECK(query_point_at(&out.sweep.at, 400, 2400, 2000));
}

static void into_the_block(void)
{
    static const oct9_point_t points[] = { POINT(112, 768, 768), POINT(300, 768, 768),
                                           POINT(900, 768, 768), POINT(900, 900, 900) };
    const oct9_path_input_t in = { .points = points, .count = 4, .radius_q6 = 100 };
    query_room();
    CHECK_EQ(go(&in), OCT9_HIT_LEAF); /* touches with its centre at 412 */
    CHECK_EQ(out.segment, 1);
    CHECK(out.clear_q6 <= 300 && out.clear_q6 >= 300 - 2 * 2);
    CHECK_EQ(out.sweep.leaf.payload, 2);
    CHECK(query_point_at(&out.sweep.nearest, 512, 768, 768));

    const oct9_path_input_t begin = { .points = points, .count = 2, .radius_q6 = 100 };
    CHECK_EQ(go(&begin), OCT9_HIT_NONE);
    CHECK_EQ(out.segment, 0);
    CHECK(out.clear_q6 <= 188 && out.clear_q6 >= 188 - 2);
}

/* At 3/10 of a motion of 1000 on each axis; found one sub-cell before, after 299 * sqrt(3) = 517.9.
 */
static void into_the_block_askew(void)
{
    static const oct9_point_t points[] = { POINT(112, 412, 412), POINT(1112, 1412, 1412) };
    const oct9_path_input_t in = { .points = points, .count = 2, .radius_q6 = 100 };
    query_room();
    CHECK_EQ(go(&in), OCT9_HIT_LEAF);
    CHECK(query_point_at(&out.sweep.at, 411, 711, 711));
    CHECK(out.clear_q6 <= 517 && out.clear_q6 >= 516);
}

static void at_rest(void)
{
    static const oct9_point_t near_block = POINT(482, 472, 768);
    oct9_path_input_t in = { .points = &near_block, .count = 1, .radius_q6 = 50 };
    query_room();
    CHECK_EQ(go(&in), OCT9_HIT_LEAF);
    CHECK(out.segment == 0 && out.clear_q6 == 0);
    CHECK_EQ(out.sweep.fraction.num, 0);
    in.radius_q6 = 49;
    CHECK_EQ(go(&in), OCT9_HIT_NONE);
    CHECK(out.segment == 0 && out.clear_q6 == 0);
}

/* Only what the first point stands in may be left, and only on its own segment. */
static void start_inside(void)
{
    static const oct9_point_t leaves[] = { POINT(768, 768, 768), POINT(1500, 768, 768) };
    static const oct9_point_t stays[] = { POINT(700, 768, 768), POINT(768, 768, 768),
                                          POINT(1500, 768, 768) };
    oct9_path_input_t in = {
        .points = leaves, .count = 2, .radius_q6 = 20, .rules = { .start_inside = OCT9_PASSES }
    };
    query_room();
    CHECK_EQ(go(&in), OCT9_HIT_NONE);
    in.rules.start_inside = OCT9_BLOCKS;
    CHECK_EQ(go(&in), OCT9_HIT_LEAF);
    CHECK(out.segment == 0 && out.clear_q6 == 0);
    in.rules.start_inside = OCT9_PASSES;
    in.points = stays;
    in.count = 3;
    CHECK_EQ(go(&in), OCT9_HIT_LEAF);
    CHECK_EQ(out.segment, 1);
    CHECK_EQ(out.sweep.fraction.num, 0);
    CHECK(out.clear_q6 <= 68 && out.clear_q6 >= 68 - 2 * 2);
}

/* Below the cube, and above it, as far as points reach. */
static void the_longest_path(void)
{
    static const oct9_point_t points[2][3] = {
        { POINT(-16384, -16384, -100), POINT(49151, 49151, -100), POINT(-16384, -16384, -100) },
        { POINT(-16384, -16384, 32869), POINT(49151, 49151, 32869), POINT(-16384, -16384, 32869) }
    };
    query_room();
    for (unsigned above = 0; above < 2; above++) {
        const oct9_path_input_t in = { .points = points[above],
                                       .count = 3,
                                       .rules = { .outside = OCT9_FREE } };
        CHECK_EQ(go(&in), OCT9_HIT_NONE);
        CHECK(out.clear_q6 <= 185360 && out.clear_q6 >= 185360 - 2 * 2);
    }
}

/* A path beyond the cube visits nothing; each segment but the last takes one of the budget. */
static void budget_of_segments(void)
{
    static const oct9_point_t points[2][5] = {
        { POINT(-9, 0, 0), POINT(-99, 9, 9), POINT(-9, 99, 9), POINT(-9, 9, 999),
          POINT(-99, 99, 99) },
        { POINT(32778, 0, 0), POINT(32868, 9, 9), POINT(32778, 99, 9), POINT(32778, 9, 999),
          POINT(32868, 99, 99) }
    };
    query_room();
    for (unsigned i = 0; i < 10; i++) {
        const oct9_path_input_t in = { .points = points[i % 2],
                                       .count = 5,
                                       .rules = { .outside = OCT9_FREE } };
        const uint32_t budget = 1 + i / 2;
        uint32_t left = 4; /* segments; a slice goes on one with 2 or more */
        CHECK_EQ(oct9_sweep_path_begin(&scratch, &world_map, &in), OCT9_OK);
        for (; left > budget; left -= budget)
            CHECK_EQ(oct9_sweep_path_run(&scratch, budget, &out), OCT9_AGAIN);
        CHECK_EQ(oct9_sweep_path_run(&scratch, budget, &out), OCT9_OK);
        CHECK(out.nodes == 0 && out.segment == 3);
    }
}

/* --- at random ------------------------------------------------------------------------------- */

static uint32_t add_sweep(uint32_t digest, const oct9_sweep_output_t *o)
{
    digest = digest_add(digest, o->hit);
    digest = query_add_fraction(digest, &o->fraction);
    return query_add_point(digest, &o->at);
}

/* What tree and image must agree on. */
static uint32_t add_answer(uint32_t digest, const oct9_path_output_t *o)
{
    digest = add_sweep(digest, &o->sweep);
    return digest_add(digest_add(digest, o->segment), o->clear_q6);
}

static uint32_t add_all(uint32_t digest, const oct9_path_output_t *o)
{
    digest = add_answer(digest, o);
    if (o->sweep.hit == OCT9_HIT_LEAF) {
        digest = query_add_leaf(digest, &o->sweep.leaf);
        digest = query_add_point(digest, &o->sweep.nearest);
    }
    return digest_add(digest_add(digest, o->leaves), o->nodes);
}

static void check_slices(const oct9_map_t *map, const oct9_path_input_t *in,
                         const oct9_path_output_t *whole, uint32_t budget)
{
    oct9_path_output_t o;
    oct9_status_t status = OCT9_AGAIN;
    CHECK_EQ(oct9_sweep_path_begin(&scratch, map, in), OCT9_OK);
    for (uint32_t calls = 1; status == OCT9_AGAIN; calls++) {
        status = oct9_sweep_path_run(&scratch, budget, &o);
        CHECK(o.leaves + o.nodes <= calls * budget);
    }
    CHECK_EQ(status, OCT9_OK);
    CHECK_EQ(add_all(0, &o), add_all(0, whole));
    CHECK_EQ(oct9_sweep_path_run(&scratch, budget, &o), OCT9_OK); /* and says so again */
    CHECK_EQ(add_all(0, &o), add_all(0, whole));
}

/* The segments before the blocked one are clear, and that one is as a sphere's sweep finds it. */
static void check_segments(const oct9_path_input_t *in, const oct9_path_output_t *whole)
{
    oct9_sphere_input_t sphere = { .motion.radius_q6 = in->radius_q6, .rules = in->rules };
    oct9_sweep_output_t o;
    for (unsigned i = 0; i <= whole->segment; i++) {
        sphere.motion.from = in->points[i];
        sphere.motion.to = in->points[in->count > 1 ? i + 1 : i];
        CHECK_EQ(oct9_sweep_sphere(&world_map, &sphere, &o), OCT9_OK);
        if (i < whole->segment)
            CHECK_EQ(o.hit, OCT9_HIT_NONE);
        sphere.rules.start_inside = OCT9_BLOCKS;
    }
    CHECK_EQ(add_sweep(0, &o), add_sweep(0, &whole->sweep));
    CHECK(o.hit != OCT9_HIT_NONE || whole->segment + 2 >= in->count);
}

static void random_paths(void)
{
    random_t random = { 91 };
    uint32_t digest = DIGEST_BEGIN;
    oct9_map_t maps[2];
    query_world(maps);
    for (unsigned i = 0; i < PATHS; i++) {
        oct9_point_t points[POINTS];
        oct9_path_input_t in = { .points = points, .count = (uint16_t)(1 + i % POINTS) };
        oct9_path_output_t o[2];
        in.radius_q6 = query_radius(&random);
        in.rules = query_rules(&random);
        points[0] = world_point(&random);
        for (unsigned p = 1; p < POINTS; p++)
            points[p] = query_step(&random, &points[p - 1]);
        for (unsigned m = 0; m < 2; m++) {
            CHECK_EQ(oct9_sweep_path(&maps[m], &in, &o[m]), OCT9_OK);
            check_slices(&maps[m], &in, &o[m], query_budgets[i / POINTS % QUERY_BUDGETS]);
            digest = add_all(digest, &o[m]);
        }
        CHECK_EQ(add_answer(0, &o[0]), add_answer(0, &o[1]));
        check_segments(&in, &o[0]);
    }
    TEST_DIGEST("path", digest);
}

static uint64_t square(int32_t x)
{
    return (uint64_t)((int64_t)x * x);
}

/* The length of one clear segment: rounded down, at most 2 too short. */
static void lengths(void)
{
    random_t random = { 92 };
    query_room();
    for (unsigned i = 0; i < PATHS; i++) {
        const oct9_point_t from = world_point(&random), to = world_point(&random);
        const oct9_point_t points[2] = { from, to };
        const oct9_path_input_t in = { .points = points,
                                       .count = 2,
                                       .rules = { .unknown = OCT9_PASSES,
                                                  .outside = OCT9_FREE,
                                                  .filter_mask = 8,
                                                  .filter_value = 8 } };
        CHECK_EQ(go(&in), OCT9_HIT_NONE);
        const uint64_t length2 = square((int32_t)to.x - from.x) + square((int32_t)to.y - from.y) +
                                 square((int32_t)to.z - from.z);
        const uint64_t clear = out.clear_q6;
        CHECK(clear * clear <= length2 && length2 <= (clear + 2) * (clear + 2));
    }
}

/* --- errors ---------------------------------------------------------------------------------- */

static void fails(const oct9_path_input_t *in, oct9_status_t status)
{
    query_paint(&out, sizeof out);
    CHECK_EQ(oct9_sweep_path(&world_map, in, &out), status);
    CHECK_EQ(oct9_sweep_path_begin(&scratch, &world_map, in), status);
    CHECK(query_painted(&out, sizeof out));
}

static void errors(void)
{
    static const oct9_point_t points[2] = { POINT(0, 0, 0), POINT(9, 9, 9) };
    query_room();
    fails(&(oct9_path_input_t){ .points = points }, OCT9_ERR_ARGUMENT);
    fails(&(oct9_path_input_t){ .points = NULL }, OCT9_ERR_ARGUMENT);
    fails(&(oct9_path_input_t){ .points = points, .count = 2, .radius_q6 = 32768 },
          OCT9_ERR_ARGUMENT);
    for (unsigned i = 0; i < QUERY_BAD_RULES; i++) {
        const oct9_path_input_t in = { .points = points,
                                       .count = 2,
                                       .rules = query_bad_rules[i].rules };
        fails(&in, query_bad_rules[i].status);
    }
    const oct9_path_input_t good = { .points = points, .count = 2 };
    CHECK_EQ(oct9_sweep_path_begin(&scratch, &world_map, &good), OCT9_OK);
    CHECK_EQ(oct9_sweep_path_run(&scratch, 0, &out), OCT9_ERR_ARGUMENT);
    CHECK(query_painted(&out, sizeof out));
}

GOLDEN_SUITE(path)
{
    RUN(round_a_corner);
    RUN(into_the_block);
    RUN(into_the_block_askew);
    RUN(at_rest);
    RUN(start_inside);
    RUN(the_longest_path);
    RUN(budget_of_segments);
    RUN(random_paths);
    RUN(lengths);
    RUN(errors);
}
