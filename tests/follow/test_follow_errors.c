/* SPDX-License-Identifier: MIT */
/* What is refused; NULL; numbers from the ends of their types; images, layered maps and trees
 * without a window. Each output is a stop, or within its bounds. */
#include "oct9/layered.h"
#include "oct9/mm.h"
#include "oct9/window.h"
#include "tests/follow/follow_world.h"

#include <setjmp.h>
#include <stdio.h>
#include <string.h>

enum { M = WORLD_MIDDLE, SEED = 12, CASES = 20000 };

static const oct9_mm_t straight[] = { { M, M, M }, { M + 4000, M, M } };

static void begin(void)
{
    world_begin();
    world_route(2, straight);
}

/* A begin that fails, after one that did not: each step is a stop then. */
static void refused(oct9_status_t status)
{
    CHECK_EQ(world_start(), status);
    CHECK_EQ(world_ask(), OCT9_ERR_STALE);
}

static void begun(void)
{
    begin();
    CHECK_EQ(world_start(), OCT9_OK);
    CHECK_EQ(world_step(M, M, M), OCT9_FOLLOW_GO);
}

/* --- begin ------------------------------------------------------------------------------------ */

static void nothing_has_begun(void)
{
    world_begin();
    CHECK_EQ(world_ask(), OCT9_ERR_STALE);
    const oct9_follow_output_t zero = { .state = OCT9_FOLLOW_STOP };
    CHECK(zero.state == 0 && zero.speed_mm == 0);
}

static void no_mapper_by_mistake(void)
{
    begun();
    world.input.map_alone = false;
    refused(OCT9_ERR_ARGUMENT);
#if OCT9_ASSERTS
    CHECK_EQ(test_refusals, 1);
#endif
}

/* Each number of the policy at 0, and those that have a limit above it. */
static void each_number_of_the_policy(void)
{
    oct9_follow_policy_t *const policy = &world.policy;
    uint16_t *const numbers[] = { &policy->fastest_mm,  &policy->brake_mm,   &policy->reaction_ms,
                                  &policy->stale_ms,    &policy->map_ms,     &policy->radius_mm,
                                  &policy->look_mm,     &policy->ahead_mm,   &policy->corner_mm,
                                  &policy->beside_mm,   &policy->replan_mm,  &policy->arrive_mm,
                                  &policy->progress_mm, &policy->progress_ms };
    uint16_t *const limited[] = { &policy->fastest_mm, &policy->radius_mm, &policy->look_mm,
                                  &policy->progress_mm };
    for (unsigned i = 0; i < 14; i++) {
        begun();
        *numbers[i] = 0;
        refused(OCT9_ERR_ARGUMENT);
    }
    for (unsigned i = 0; i < 4; i++) {
        begun();
        *limited[i] = 32768;
        refused(OCT9_ERR_ARGUMENT);
    }
    begun();
    policy->ahead_mm = (uint16_t)(policy->look_mm + 1);
    refused(OCT9_ERR_ARGUMENT);
    policy->ahead_mm = policy->look_mm;
    CHECK_EQ(world_start(), OCT9_OK);
    policy->corner_mm = (uint16_t)(policy->radius_mm + 1);
    refused(OCT9_ERR_ARGUMENT);
    policy->corner_mm = policy->radius_mm;
    CHECK_EQ(world_start(), OCT9_OK);
    policy->jump_mm = policy->slow_mm = 0;
    CHECK_EQ(world_start(), OCT9_OK);
    policy->rules.start_inside = OCT9_PASSES;
    refused(OCT9_ERR_ARGUMENT);
    policy->rules.start_inside = OCT9_BLOCKS;
    policy->rules.unknown = OCT9_LEAVES;
    refused(OCT9_ERR_ARGUMENT);
}

static void the_rest_of_the_input(void)
{
    begun();
    world.input.count = 0;
    refused(OCT9_ERR_ARGUMENT);
    begun();
    world.base.cell_um++;
    refused(OCT9_ERR_ARGUMENT);
    begun();
    world.map.tree = NULL;
    refused(OCT9_ERR_ARGUMENT);
    begun();
    const oct9_mm_t origin = { 0, 0, 0 };
    CHECK_EQ(oct9_mm_frame(&world.base, &origin, 1000), OCT9_OK);
    refused(OCT9_ERR_RANGE); /* 2 m are 128000 sub-cells of 1 mm */
    world.policy.look_mm = world.policy.ahead_mm = 500;
    CHECK_EQ(world_start(), OCT9_OK);
    world.policy.radius_mm = 500;
    CHECK_EQ(world_start(), OCT9_OK);
    world.policy.radius_mm = 501;
    refused(OCT9_ERR_RANGE);
    world.policy.radius_mm = 120;
    world.policy.progress_mm = 513;
    refused(OCT9_ERR_RANGE);
}

/* Two sub-cells of 62.5 mm: no robot would ever be so near. */
static void cells_that_are_too_large(void)
{
    const oct9_mm_t origin = { 0, 0, 0 };
    begun();
    CHECK_EQ(oct9_mm_frame(&world.base, &origin, 4000000), OCT9_OK);
    world.policy.arrive_mm = world.policy.beside_mm = 125;
    CHECK_EQ(world_start(), OCT9_OK);
    world.policy.arrive_mm = 124;
    refused(OCT9_ERR_RANGE);
    world.policy.arrive_mm = 125;
    world.policy.beside_mm = 124;
    refused(OCT9_ERR_RANGE);
}

/* A radius that became too large for the cells, and a frame that ends where the route goes on. */
static void numbers_that_do_not_fit(void)
{
    const oct9_mm_t origin = { INT32_MAX - M, 0, 0 };
    begun();
    world.policy.radius_mm = 30000;
    CHECK_EQ(world_ask(), OCT9_ERR_RANGE);
    begun();
    CHECK_EQ(oct9_mm_frame(&world.base, &origin, 1000 * WORLD_CELL), OCT9_OK);
    CHECK_EQ(world_start(), OCT9_OK);
    world.tick.place_mm = (oct9_mm_t){ INT32_MAX - 20, M, M };
    CHECK_EQ(world_ask(), OCT9_ERR_RANGE);
    world.tick.place_mm.x -= 1000;
    CHECK_EQ(world_start(), OCT9_OK);
    world.points[0].x = (int16_t)(world.points[0].x - 1700);
    CHECK_EQ(world_ask(), OCT9_OK);
    CHECK_EQ(world.now.state, OCT9_FOLLOW_GO);
}

/* As long as a route may be: 2^30 sub-cells. */
static void a_long_route(void)
{
    static oct9_point_t points[20000];
    begun();
    for (unsigned i = 0; i < 20000; i++)
        points[i] = (oct9_point_t){ i % 2 ? 32767 : -32768, 0, 0 };
    world.input.points = points;
    world.input.count = 16385; /* 16384 times 65535 */
    CHECK_EQ(world_start(), OCT9_OK);
    world.input.count = 16386;
    refused(OCT9_ERR_RANGE);
    world.input.count = 20000;
    refused(OCT9_ERR_RANGE);
}

/* --- NULL ------------------------------------------------------------------------------------- */

static jmp_buf back;

static void jump(void)
{
    longjmp(back, 1);
}

static bool asserts_begin(const oct9_follow_input_t *input)
{
    test_assertion = jump;
    if (setjmp(back) != 0) {
        test_assertion = NULL;
        return true;
    }
    (void)oct9_follow_begin(&world.follow, input);
    test_assertion = NULL;
    return false;
}

static bool asserts_step(oct9_follow_t *follow, const oct9_follow_tick_t *tick,
                         oct9_follow_output_t *output)
{
    test_assertion = jump;
    if (setjmp(back) != 0) {
        test_assertion = NULL;
        return true;
    }
    (void)oct9_follow_step(follow, tick, output);
    test_assertion = NULL;
    return false;
}

static void each_null(void)
{
#if OCT9_ASSERTS
    begun();
    const oct9_follow_input_t good = world.input;
    oct9_follow_input_t input = good;
    CHECK(!asserts_begin(&good));
    CHECK(asserts_begin(NULL));
    input.points = NULL;
    CHECK(asserts_begin(&input));
    input = good;
    input.map = NULL;
    CHECK(asserts_begin(&input));
    input = good;
    input.base = NULL;
    CHECK(asserts_begin(&input));
    input = good;
    input.policy = NULL;
    CHECK(asserts_begin(&input));
    CHECK(asserts_step(NULL, &world.tick, &world.now));
    CHECK(asserts_step(&world.follow, NULL, &world.now));
    CHECK(asserts_step(&world.follow, &world.tick, NULL));
    CHECK(!asserts_step(&world.follow, &world.tick, &world.now));
#else
    (void)asserts_begin;
    (void)asserts_step;
    begun();
    world.input.points = NULL;
    refused(OCT9_ERR_ARGUMENT);
    begun();
    world.input.map = NULL;
    refused(OCT9_ERR_ARGUMENT);
    begun();
    world.input.base = NULL;
    refused(OCT9_ERR_ARGUMENT);
    begun();
    world.input.policy = NULL;
    refused(OCT9_ERR_ARGUMENT);
#endif
}

/* --- maps ------------------------------------------------------------------------------------- */

/* A map all zero: the tree, or the occupancy map, before its init. */
static void a_map_before_its_init(void)
{
    begun();
    memset(&world.occupancy, 0, sizeof world.occupancy);
    CHECK_EQ(world_ask(), OCT9_ERR_STALE);
    world.input.occupancy = NULL;
    CHECK_EQ(world_ask(), OCT9_ERR_STALE);
}

static void a_tree_without_a_window(void)
{
    begun();
    world.input.occupancy = NULL;
    CHECK_EQ(world_step(M, M, M), OCT9_FOLLOW_GO);
    world.occupancy.tree.generation++;
    CHECK_EQ(world_ask(), OCT9_ERR_STALE);
}

/* The tree over another tree that has a wall; with its window and without. */
static void a_layered_map(void)
{
    static oct9_block_t pool[4096];
    static oct9_tree_t lower;
    static oct9_layered_t layered;
    const oct9_thresholds_t thresholds = OCT9_THRESHOLDS_DEFAULT;
    const oct9_box_t wall = { { 300, 240, 240 }, { 304, 272, 272 } };
    begun();
    CHECK_EQ(oct9_tree_init(&lower, pool, 4096, &thresholds), OCT9_OK);
    CHECK_EQ(oct9_tree_fill_box(&lower, &wall, thresholds.occupied_from), OCT9_OK);
    const oct9_map_t below = oct9_map_of_tree(&lower);
    CHECK_EQ(oct9_layered_init(&layered, &world.occupancy.tree, &world.occupancy.window, &below,
                               NULL, OCT9_LAYERED_UNION),
             OCT9_OK);
    world.map = oct9_layered_map(&layered);
    for (unsigned window = 0; window < 2; window++) {
        world.input.occupancy = window != 0 ? &world.occupancy : NULL;
        CHECK_EQ(world_start(), OCT9_OK);
        CHECK_EQ(world_step(M, M, M), OCT9_FOLLOW_GO);
        CHECK(world.now.clear_mm > 1620 && world.now.clear_mm <= 300 * 40 - M - 120);
        lower.generation++;
        CHECK_EQ(world_ask(), OCT9_ERR_STALE);
        lower.generation++;
        CHECK_EQ(world_step(M, M, M), OCT9_FOLLOW_GO);
    }
    world.policy.rules.unknown = OCT9_PASSES;
    const oct9_offset_t by = { 1, 1, 0 };
    CHECK_EQ(oct9_window_move(&world.occupancy, &by, 6), OCT9_OK);
    CHECK_EQ(world_step(M, M, M), OCT9_FOLLOW_GO);
    CHECK(world.now.clear_mm > 1620 && world.now.clear_mm <= 300 * 40 - M - 120);
}

/* --- the ends of types ------------------------------------------------------------------------ */

static random_t r = { SEED };

static int32_t number(void)
{
    static const int32_t ends[] = { INT32_MIN, INT32_MIN + 1, -32769, -32768, -1, 0,        1,
                                    32767,     32768,         65535,  65536,  M,  INT32_MAX };
    return random_below(&r, 3) == 0 ? (int32_t)random_u32(&r)
                                    : ends[random_below(&r, sizeof ends / sizeof ends[0])];
}

static uint16_t small(void)
{
    static const uint16_t ends[] = { 0, 1, 2, 100, 1000, 32767, 32768, 65534, 65535 };
    return random_below(&r, 3) == 0 ? (uint16_t)random_u32(&r)
                                    : ends[random_below(&r, sizeof ends / sizeof ends[0])];
}

/* Some numbers of the usual policy change. */
static void random_policy(void)
{
    static const oct9_follow_policy_t usual = OCT9_FOLLOW_POLICY;
    oct9_follow_policy_t *const policy = &world.policy;
    uint16_t *const numbers[] = { &policy->fastest_mm,  &policy->brake_mm,    &policy->reaction_ms,
                                  &policy->stale_ms,    &policy->map_ms,      &policy->radius_mm,
                                  &policy->look_mm,     &policy->ahead_mm,    &policy->corner_mm,
                                  &policy->beside_mm,   &policy->replan_mm,   &policy->arrive_mm,
                                  &policy->progress_mm, &policy->progress_ms, &policy->jump_mm,
                                  &policy->slow_mm };
    *policy = usual;
    for (unsigned i = 0; i < 16; i++)
        if (random_below(&r, 12) == 0)
            *numbers[i] = small();
    policy->rules.unknown = random_below(&r, 2) ? OCT9_PASSES : OCT9_BLOCKS;
    policy->rules.outside = (oct9_state_t)random_below(&r, 3);
}

static void random_input(void)
{
    static const uint32_t cells[] = { 1, 250, 1000, 40000, 64000, 1000000, OCT9_CELL_UM_MAX };
    oct9_mm_t origin = { 0, 0, 0 };
    random_policy();
    if (random_below(&r, 3) == 0)
        origin = (oct9_mm_t){ number(), number(), number() };
    CHECK_EQ(oct9_mm_frame(&world.base, &origin,
                           random_below(&r, 4) ? 40000 : cells[random_below(&r, 7)]),
             OCT9_OK);
    world.input.count = (uint16_t)(1 + random_below(&r, 5));
    for (unsigned i = 0; i < world.input.count; i++)
        world.points[i] = (oct9_point_t){ (int16_t)number(), (int16_t)number(), (int16_t)number() };
    world.input.window = world.occupancy.window;
    if (random_below(&r, 4) == 0)
        world.input.window = (oct9_offset_t){ number(), number(), number() };
}

/* Mostly near to a point of the route. */
static void random_tick(void)
{
    oct9_mm_t near = { 0, 0, 0 };
    const bool is_near = random_below(&r, 4) != 0 &&
                         oct9_mm_of_point(&world.base,
                                          &world.points[random_below(&r, world.input.count)],
                                          &near) == OCT9_OK;
    world.tick.now_ms += random_below(&r, 4) ? random_below(&r, 300) : random_u32(&r);
    world.tick.pose_ms = world.tick.now_ms -
                         (random_below(&r, 4) ? random_below(&r, 300) : random_u32(&r));
    world.tick.map_ms = world.tick.now_ms - random_below(&r, 1000);
    world.tick.place_mm = is_near ? near : (oct9_mm_t){ number(), number(), number() };
    for (unsigned i = 0; i < 3; i++)
        world.tick.velocity_mm[i] = (int16_t)(random_below(&r, 4) ? 0 : number());
}

/* world_ask checks each output. */
static void numbers_from_the_ends(void)
{
    unsigned begins = 0, states[4] = { 0 }, errors = 0;
    world_begin();
    for (int i = 0; i < 40; i++) {
        const int x = (int)random_below(&r, 20000), y = (int)random_below(&r, 20000),
                  z = (int)random_below(&r, 20000);
        world_box(x, y, z, x + 800, y + 800, z + 800, OCT9_OCCUPIED);
    }
    for (unsigned i = 0; i < CASES; i++) {
        random_input();
        const oct9_status_t status = world_start();
        CHECK(status == OCT9_OK || status == OCT9_ERR_ARGUMENT || status == OCT9_ERR_RANGE);
        begins += status == OCT9_OK;
        for (unsigned n = 0; n < 3; n++) {
            random_tick();
            const oct9_status_t asked = world_ask();
            CHECK(asked == OCT9_OK || asked == OCT9_ERR_RANGE ||
                  (asked == OCT9_ERR_STALE && status != OCT9_OK));
            states[world.now.state & 3u]++;
            errors += asked != OCT9_OK;
        }
    }
    printf("seed %d: %u begins, %u errors, %u stops, %u go, %u to be planned anew, %u arrived\n",
           SEED, begins, errors, states[0], states[1], states[2], states[3]);
    CHECK(begins > CASES / 6 && states[1] > 100 && states[2] > 100 && states[3] > 10);
}

int main(void)
{
    RUN(nothing_has_begun);
    RUN(no_mapper_by_mistake);
    RUN(each_number_of_the_policy);
    RUN(the_rest_of_the_input);
    RUN(cells_that_are_too_large);
    RUN(numbers_that_do_not_fit);
    RUN(a_long_route);
    RUN(each_null);
    RUN(a_map_before_its_init);
    RUN(a_tree_without_a_window);
    RUN(a_layered_map);
    RUN(numbers_from_the_ends);
    return test_end();
}
