/* SPDX-License-Identifier: MIT */
/* Routes and shortened polylines: by hand, slices against the whole, tree against image, and each
 * against oct9_sweep_path. The room is that of query.h. */
#include "oct9/route.h"
#include "oct9/sweep.h"
#include "tests/golden/query.h"
#include "tests/golden/suites.h"
#include "tests/test.h"

enum { NODES = 64, MOST = 12, QUESTIONS = 24 };

/* One at a time. */
static union {
    oct9_route_t route;
    oct9_route_shorten_t shorten;
    oct9_path_t path;
} scratch;
static oct9_route_node_t node[NODES];
static oct9_point_t points[MOST];
static oct9_route_output_t out;
static oct9_route_shorten_output_t shortened;

static oct9_route_input_t question(oct9_point_t from, oct9_point_t to, uint16_t radius)
{
    const oct9_route_input_t in = { .body = { .radius_q6 = radius },
                                    .from = from,
                                    .to = to,
                                    .nodes = node,
                                    .nodes_count = NODES,
                                    .points = points,
                                    .points_room = MOST };
    return in;
}

static oct9_status_t run(uint32_t budget)
{
    oct9_status_t status;
    do
        status = oct9_route_run(&scratch.route, budget, &out);
    while (status == OCT9_AGAIN);
    return status;
}

static oct9_route_result_t go(const oct9_map_t *map, const oct9_route_input_t *in)
{
    CHECK_EQ(oct9_route_begin(&scratch.route, map, in), OCT9_OK);
    CHECK_EQ(run(UINT32_MAX), OCT9_OK);
    return out.result;
}

static void check_clear(const oct9_map_t *map, const oct9_route_body_t *body, uint16_t count)
{
    const oct9_path_input_t in = {
        .points = points, .count = count, .radius_q6 = body->radius_q6, .rules = body->rules
    };
    oct9_path_output_t met;
    CHECK_EQ(oct9_sweep_path_begin(&scratch.path, map, &in), OCT9_OK);
    CHECK_EQ(oct9_sweep_path_run(&scratch.path, UINT32_MAX, &met), OCT9_OK);
    CHECK_EQ(met.sweep.hit, OCT9_HIT_NONE);
}

static uint32_t add_points(uint32_t digest, uint16_t count)
{
    for (unsigned i = 0; i < count && i < MOST; i++)
        digest = query_add_point(digest, &points[i]);
    return digest_add(digest, count);
}

/* --- by hand ---------------------------------------------------------------------------------- */

static void straight(void)
{
    const oct9_route_input_t in = question(world_at(112, 300, 300), world_at(3000, 310, 320), 60);
    query_room();
    CHECK_EQ(go(&world_map, &in), OCT9_ROUTE_FOUND);
    CHECK(out.count == 2 && query_point_at(&points[0], 112, 300, 300));
    CHECK(query_point_at(&points[1], 3000, 310, 320));
    CHECK_EQ(out.sweeps, 3); /* both ends, and from one to the other */
}

static void round_the_block(void)
{
    const oct9_route_input_t in = question(world_at(250, 768, 768), world_at(1400, 768, 768), 100);
    uint32_t digest = DIGEST_BEGIN;
    query_room();
    CHECK_EQ(go(&world_map, &in), OCT9_ROUTE_FOUND);
    CHECK(out.count > 2 && query_point_at(&points[0], 250, 768, 768));
    CHECK(query_point_at(&points[out.count - 1], 1400, 768, 768));
    digest = digest_add(add_points(digest, out.count), out.sweeps);
    check_clear(&world_map, &in.body, out.count);
    TEST_DIGEST("route", digest);
}

/* Straight on, it is nearer to the block than 150; it goes where it is not, unless it cannot. */
static void with_a_price(void)
{
    static const oct9_heights_t level = { AT(768), AT(768) };
    oct9_route_input_t in = question(world_at(250, 400, 768), world_at(1400, 400, 768), 50);
    oct9_route_body_t wide;
    query_room();
    CHECK_EQ(go(&world_map, &in), OCT9_ROUTE_FOUND);
    CHECK_EQ(out.count, 2);
    in.body.wide_q6 = 150;
    in.body.price = 10;
    in.sweeps = 65535;
    CHECK_EQ(go(&world_map, &in), OCT9_ROUTE_FOUND);
    CHECK(out.count > 2);
    wide = in.body;
    wide.radius_q6 = wide.wide_q6;
    check_clear(&world_map, &wide, out.count);
    in.body.wide_q6 = 500; /* the cube's rim is as near */
    in.body.heights = &level;
    CHECK_EQ(go(&world_map, &in), OCT9_ROUTE_FOUND);
    CHECK_EQ(out.count, 2);
}

/* The nearest centre beside the block's face at x = 512; of four the first. */
static void blocked_ends(void)
{
    oct9_route_input_t in = question(world_at(600, 768, 768), world_at(250, 768, 768), 20);
    query_room();
    CHECK_EQ(go(&world_map, &in), OCT9_ROUTE_FROM_BLOCKED);
    CHECK(out.count == 0 && out.clear_set && query_point_at(&out.clear, 480, 736, 736));
    in = question(world_at(250, 768, 768), world_at(600, 768, 768), 20);
    CHECK_EQ(go(&world_map, &in), OCT9_ROUTE_TO_BLOCKED);
    CHECK(out.count == 0 && out.clear_set && query_point_at(&out.clear, 480, 736, 736));
    in.near_q6 = 128; /* 120, 32, 32 away: 128.2 */
    CHECK_EQ(go(&world_map, &in), OCT9_ROUTE_TO_BLOCKED);
    in.near_q6 = 129;
    CHECK_EQ(go(&world_map, &in), OCT9_ROUTE_FOUND);
    CHECK(out.count == 2 && query_point_at(&points[1], 480, 736, 736));
}

/* From what the sphere touches it goes away, and along, but not nearer. */
static void leaves_the_block(void)
{
    oct9_route_input_t in = question(world_at(460, 768, 768), world_at(250, 768, 768), 60);
    query_room();
    CHECK_EQ(go(&world_map, &in), OCT9_ROUTE_FROM_BLOCKED);
    in.body.rules.start_inside = OCT9_LEAVES;
    CHECK_EQ(go(&world_map, &in), OCT9_ROUTE_FOUND);
    CHECK_EQ(out.count, 2);
    in.to = world_at(1400, 768, 768);
    CHECK_EQ(go(&world_map, &in), OCT9_ROUTE_FOUND);
    CHECK(out.count > 2);
    check_clear(&world_map, &in.body, out.count);
}

/* Two free nodes in what is not. In the smaller one are 8 centres for a sphere of 40. */
static void two_cells(void)
{
    static const oct9_node_t cube = { { 0, 0, 0 }, 9 }, large = { { 8, 8, 8 }, 3 };
    static const oct9_node_t small = { { 32, 8, 8 }, 2 };
    oct9_route_input_t in = question(world_at(2176, 640, 640), world_at(768, 768, 768), 40);
    CHECK_EQ(oct9_tree_init(&world_tree, world_pool, WORLD_BLOCKS, NULL), OCT9_OK);
    CHECK_EQ(oct9_tree_set_node(&world_tree, &cube, 2), OCT9_OK);
    CHECK_EQ(oct9_tree_set_node(&world_tree, &large, 1), OCT9_OK);
    CHECK_EQ(oct9_tree_set_node(&world_tree, &small, 1), OCT9_OK);
    CHECK_EQ(go(&world_map, &in), OCT9_ROUTE_NONE);
    CHECK(out.count == 0 && !out.clear_set && out.nodes_used <= NODES);
    in.nodes_count = 16;
    in.from = world_at(768, 768, 768);
    in.to = world_at(2176, 640, 640);
    in.near_q6 = 100; /* so that the tree from the start has to say it */
    CHECK_EQ(go(&world_map, &in), OCT9_ROUTE_FULL);
    CHECK(out.count >= 1 && out.nodes_used == 16);
    check_clear(&world_map, &in.body, out.count);
}

/* --- a map that is written to ----------------------------------------------------------------- */

static void written_to(void)
{
    static const oct9_cell_t far = { 400, 400, 400 };
    static const oct9_node_t cube = { { 0, 0, 0 }, 9 };
    const oct9_route_input_t in = question(world_at(250, 768, 768), world_at(1400, 768, 768), 100);
    query_room();
    CHECK_EQ(oct9_route_begin(&scratch.route, &world_map, &in), OCT9_OK);
    CHECK_EQ(oct9_route_run(&scratch.route, 20, &out), OCT9_AGAIN);
    CHECK_EQ(oct9_tree_set_cell(&world_tree, far, 2), OCT9_OK);
    CHECK_EQ(run(100), OCT9_OK);
    CHECK_EQ(out.result, OCT9_ROUTE_FOUND);
    check_clear(&world_map, &in.body, out.count);
    CHECK_EQ(oct9_route_begin(&scratch.route, &world_map, &in), OCT9_OK);
    CHECK_EQ(oct9_route_run(&scratch.route, 20, &out), OCT9_AGAIN);
    CHECK_EQ(oct9_tree_set_node(&world_tree, &cube, 2), OCT9_OK);
    CHECK_EQ(run(100), OCT9_ERR_STALE);
    CHECK_EQ(run(100), OCT9_ERR_STALE);
}

/* What was written before the search asked anything is no change. */
static void written_to_at_the_begin(void)
{
    static const oct9_cell_t far = { 400, 400, 400 };
    static const oct9_node_t cube = { { 0, 0, 0 }, 9 }, large = { { 8, 8, 8 }, 3 };
    static const oct9_node_t small = { { 32, 8, 8 }, 2 };
    const oct9_route_input_t in = question(world_at(2176, 640, 640), world_at(768, 768, 768), 40);
    CHECK_EQ(oct9_tree_init(&world_tree, world_pool, WORLD_BLOCKS, NULL), OCT9_OK);
    CHECK_EQ(oct9_tree_set_node(&world_tree, &cube, 2), OCT9_OK);
    CHECK_EQ(oct9_tree_set_node(&world_tree, &large, 1), OCT9_OK);
    CHECK_EQ(oct9_tree_set_node(&world_tree, &small, 1), OCT9_OK);
    CHECK_EQ(oct9_route_begin(&scratch.route, &world_map, &in), OCT9_OK);
    CHECK_EQ(oct9_tree_set_cell(&world_tree, far, 1), OCT9_OK);
    CHECK_EQ(run(UINT32_MAX), OCT9_OK);
    CHECK_EQ(out.result, OCT9_ROUTE_NONE);
    CHECK_EQ(oct9_route_begin(&scratch.route, &world_map, &in), OCT9_OK);
    CHECK_EQ(oct9_route_run(&scratch.route, 20, &out), OCT9_AGAIN);
    CHECK_EQ(oct9_tree_set_cell(&world_tree, far, 2), OCT9_OK);
    CHECK_EQ(run(UINT32_MAX), OCT9_ERR_STALE);
}

/* Runs to the end, and writes to a cell before each slice. */
static oct9_status_t run_with_writes(oct9_cell_t cell, const oct9_route_input_t *in,
                                     uint32_t budget)
{
    oct9_status_t status;
    unsigned i = 0;
    query_room();
    CHECK_EQ(oct9_route_begin(&scratch.route, &world_map, in), OCT9_OK);
    do {
        CHECK_EQ(oct9_tree_set_cell(&world_tree, cell, (uint16_t)(1 + i++ % 2)), OCT9_OK);
        status = oct9_route_run(&scratch.route, budget, &out);
    } while (status == OCT9_AGAIN);
    return status;
}

/* A blocked end is swept again, and the place beside it; (480, 736, 736) is in cell (7, 11, 11). */
static void blocked_ends_are_written_to(void)
{
    static const oct9_cell_t far = { 400, 400, 400 }, beside = { 7, 11, 11 };
    static const oct9_node_t block = { { 8, 8, 8 }, 3 };
    const oct9_point_t in_block = world_at(600, 768, 768), outside = world_at(250, 768, 768);
    const oct9_route_input_t from = question(in_block, outside, 20);
    const oct9_route_input_t to = question(outside, in_block, 20);
    CHECK_EQ(run_with_writes(far, &from, 40), OCT9_OK);
    CHECK_EQ(out.result, OCT9_ROUTE_FROM_BLOCKED);
    CHECK(out.clear_set && query_point_at(&out.clear, 480, 736, 736));
    CHECK_EQ(run_with_writes(far, &to, 40), OCT9_OK);
    CHECK_EQ(out.result, OCT9_ROUTE_TO_BLOCKED);
    CHECK(out.clear_set && query_point_at(&out.clear, 480, 736, 736));
    CHECK_EQ(oct9_route_begin(&scratch.route, &world_map, &from), OCT9_OK);
    CHECK_EQ(oct9_route_run(&scratch.route, 200, &out), OCT9_AGAIN);
    CHECK(scratch.route.number < 1000);
    while (scratch.route.number < 4913) /* places to try */
        CHECK_EQ(oct9_route_run(&scratch.route, 1, &out), OCT9_AGAIN);
    CHECK(scratch.route.best2 != UINT32_MAX);
    CHECK_EQ(oct9_tree_set_cell(&world_tree, beside, 2), OCT9_OK);
    CHECK_EQ(run(20), OCT9_ERR_STALE);
    query_room();
    CHECK_EQ(oct9_route_begin(&scratch.route, &world_map, &from), OCT9_OK);
    CHECK_EQ(oct9_route_run(&scratch.route, 1000, &out), OCT9_AGAIN);
    CHECK_EQ(oct9_tree_set_node(&world_tree, &block, 1), OCT9_OK);
    CHECK_EQ(run(20), OCT9_ERR_STALE);
}

/* A search with one write at its begin, and others before the slices from `first` to `last`.
 * Returns its slices. */
static unsigned with_writes(unsigned first, unsigned last, oct9_status_t *status)
{
    static const oct9_cell_t far = { 400, 400, 400 };
    const oct9_route_input_t in = question(world_at(250, 768, 768), world_at(1400, 768, 768), 100);
    unsigned slices = 0;
    query_room();
    CHECK_EQ(oct9_route_begin(&scratch.route, &world_map, &in), OCT9_OK);
    do {
        if (slices == 0 || (slices >= first && slices <= last))
            CHECK_EQ(oct9_tree_set_cell(&world_tree, far, (uint16_t)(1 + slices % 2)), OCT9_OK);
        *status = oct9_route_run(&scratch.route, 20, &out);
        slices++;
    } while (*status == OCT9_AGAIN);
    return slices;
}

/* The last sweep of what was found begins somewhere in a slice. Where a write comes then, it has
 * the next slice as a whole: a robot that writes between all of them gets its route. */
static void written_to_at_the_end(void)
{
    oct9_status_t status;
    const unsigned slices = with_writes(1, 0, &status);
    CHECK_EQ(status, OCT9_OK);
    CHECK(slices > 2);
    for (unsigned at = 1; at < slices; at++) {
        CHECK(with_writes(at, at, &status) >= slices);
        CHECK_EQ(status, OCT9_OK);
        CHECK_EQ(out.result, OCT9_ROUTE_FOUND);
    }
    (void)with_writes(1, 1000, &status);
    CHECK_EQ(status, OCT9_OK);
}

/* --- shortening ------------------------------------------------------------------------------- */

static oct9_status_t shorten(const oct9_route_shorten_input_t *in, uint32_t budget)
{
    oct9_status_t status = oct9_route_shorten_begin(&scratch.shorten, &world_map, in);
    while (status == OCT9_OK &&
           (status = oct9_route_shorten_run(&scratch.shorten, budget, &shortened)) == OCT9_AGAIN)
        status = OCT9_OK;
    return status;
}

static void set_corners(void)
{
    points[0] = world_at(120, 768, 768);
    points[1] = world_at(300, 300, 768);
    points[2] = world_at(1200, 200, 768);
    points[3] = world_at(1400, 768, 768);
}

static void corners_are_cut(void)
{
    oct9_route_shorten_input_t in = {
        .body = { .radius_q6 = 100 }, .points = points, .count = 4, .room = MOST, .sweeps = 65535
    };
    uint32_t digest = DIGEST_BEGIN;
    query_room();
    for (unsigned i = 0; i < QUERY_BUDGETS; i++) {
        set_corners();
        CHECK_EQ(shorten(&in, query_budgets[i]), OCT9_OK);
        const uint32_t now = add_points(DIGEST_BEGIN, shortened.count);
        CHECK(i == 0 || now == digest);
        digest = now;
    }
    CHECK(shortened.count > 2 && query_point_at(&points[0], 120, 768, 768));
    CHECK(query_point_at(&points[shortened.count - 1], 1400, 768, 768));
    check_clear(&world_map, &in.body, shortened.count);
    TEST_DIGEST("shortened", digest);
    set_corners();
    in.body.radius_q6 = 0; /* which the block is beside of */
    points[0] = world_at(100, 100, 100);
    CHECK_EQ(shorten(&in, 100), OCT9_OK);
    CHECK(shortened.count < 4);
    set_corners();
    in.sweeps = 0;
    CHECK_EQ(shorten(&in, 100), OCT9_OK);
    CHECK(shortened.count == 4 && shortened.sweeps == 0);
    in.count = 1;
    in.sweeps = 9;
    CHECK_EQ(shorten(&in, 100), OCT9_OK);
    CHECK_EQ(shortened.count, 1);
}

/* --- at random -------------------------------------------------------------------------------- */

static uint32_t add_answer(uint32_t digest)
{
    digest = digest_add(digest, (uint32_t)out.result);
    if (out.clear_set)
        digest = query_add_point(digest, &out.clear);
    return add_points(digest, out.count);
}

static uint32_t add_counts(uint32_t digest)
{
    digest = digest_add(digest, out.nodes_used);
    digest = digest_add(digest, out.sweeps);
    return digest_add(digest_add(digest, out.leaves), out.nodes);
}

static oct9_route_input_t random_question(random_t *random, oct9_heights_t *heights)
{
    oct9_point_t from = world_point(random);
    oct9_point_t to = query_step(random, &from);
    oct9_route_input_t in = question(from, to, (uint16_t)random_below(random, 90));
    const uint32_t bits = random_u32(random);
    in.body.rules = query_rules(random);
    in.body.rules.unknown = OCT9_PASSES;
    in.body.rules.start_inside = bits & 1u ? OCT9_LEAVES : OCT9_BLOCKS;
    in.body.price = (uint8_t)(bits >> 1 & 3u);
    in.body.wide_q6 = (uint16_t)(in.body.radius_q6 + (bits >> 8 & 63u));
    in.near_q6 = (bits >> 3 & 3u) == 0 ? 300 : 0;
    in.sweeps = (uint16_t)(bits >> 16 & 31u);
    heights->low = from.z < to.z ? from.z : to.z;
    heights->high = from.z < to.z ? to.z : from.z;
    if ((bits >> 5 & 3u) == 0)
        in.body.heights = heights;
    return in;
}

static void random_questions(void)
{
    random_t random = { 612 };
    uint32_t digest = DIGEST_BEGIN, found = 0;
    oct9_map_t maps[2];
    query_world(maps);
    for (unsigned i = 0; i < QUESTIONS; i++) {
        oct9_heights_t heights;
        const oct9_route_input_t in = random_question(&random, &heights);
        uint32_t answer[2];
        for (unsigned m = 0; m < 2; m++) {
            (void)go(&maps[m], &in);
            answer[m] = add_answer(DIGEST_BEGIN);
            digest = add_counts(digest_add(digest, answer[m]));
            if (out.count > 1)
                check_clear(&maps[m], &in.body, out.count);
        }
        CHECK_EQ(answer[0], answer[1]);
        found += out.result == OCT9_ROUTE_FOUND;
        CHECK_EQ(oct9_route_begin(&scratch.route, &maps[1], &in), OCT9_OK);
        CHECK_EQ(run(query_budgets[i % QUERY_BUDGETS]), OCT9_OK);
        CHECK_EQ(add_answer(DIGEST_BEGIN), answer[1]);
    }
    CHECK(found > QUESTIONS / 4);
    TEST_DIGEST("routes", digest);
}

/* --- errors ----------------------------------------------------------------------------------- */

static void fails(const oct9_route_input_t *in)
{
    CHECK_EQ(oct9_route_begin(&scratch.route, &world_map, in), OCT9_ERR_ARGUMENT);
}

static void errors(void)
{
    static const oct9_heights_t none = { 1, 0 }, above = { AT(999), INT16_MAX };
    const oct9_route_input_t good = question(world_at(100, 100, 100), world_at(200, 100, 100), 9);
    oct9_route_input_t in = good;
    query_room();
    in.nodes_count = 15;
    fails(&in);
    in = good;
    in.points_room = 1;
    fails(&in);
    in = good;
    in.guide = points;
    in.guide_count = UINT16_MAX;
    fails(&in);
    in = good;
    in.body.radius_q6 = 32768;
    fails(&in);
    in = good;
    in.body.price = 1; /* wide_q6 is below the radius */
    fails(&in);
    in = good;
    in.body.heights = &none;
    fails(&in);
    in.body.heights = &above; /* of the start, too */
    in.from.z = AT(1000);
    fails(&in);
    in = good;
    in.body.rules.start_inside = OCT9_PASSES;
    fails(&in);
    for (unsigned i = 0; i < QUERY_BAD_RULES; i++) {
        in.body.rules = query_bad_rules[i].rules;
        CHECK_EQ(oct9_route_begin(&scratch.route, &world_map, &in), query_bad_rules[i].status);
    }
    CHECK_EQ(oct9_route_begin(&scratch.route, &world_map, &good), OCT9_OK);
    query_paint(&out, sizeof out);
    CHECK_EQ(oct9_route_run(&scratch.route, 0, &out), OCT9_ERR_ARGUMENT);
    CHECK(query_painted(&out, sizeof out));
}

static void shorten_errors(void)
{
    oct9_route_shorten_input_t in = { .points = points, .count = 0, .room = MOST };
    query_room();
    set_corners();
    CHECK_EQ(shorten(&in, 100), OCT9_ERR_ARGUMENT);
    in.count = 4;
    in.room = 3;
    CHECK_EQ(shorten(&in, 100), OCT9_ERR_ARGUMENT);
    in.room = 4;
    in.body.radius_q6 = 32768;
    CHECK_EQ(shorten(&in, 100), OCT9_ERR_ARGUMENT);
    in.body.radius_q6 = 9;
    CHECK_EQ(shorten(&in, 0), OCT9_ERR_ARGUMENT);
    CHECK_EQ(shorten(&in, 100), OCT9_OK);
}

GOLDEN_SUITE(route)
{
    RUN(straight);
    RUN(round_the_block);
    RUN(with_a_price);
    RUN(blocked_ends);
    RUN(leaves_the_block);
    RUN(two_cells);
    RUN(written_to);
    RUN(written_to_at_the_begin);
    RUN(written_to_at_the_end);
    RUN(blocked_ends_are_written_to);
    RUN(corners_are_cut);
    RUN(random_questions);
    RUN(errors);
    RUN(shorten_errors);
}
