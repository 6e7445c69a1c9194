/* SPDX-License-Identifier: MIT */
/* Forgetting: rounds worked out by hand, budgets against the whole, and a digest. */
#include "oct9/occupancy.h"

#include "tests/golden/query.h"
#include "tests/golden/robot.h"
#include "tests/golden/suites.h"
#include "tests/test.h"

static void reset(oct9_occupancy_t *map, unsigned keep, unsigned fade)
{
    robot_reset(map, ROBOT_BLOCKS, OCT9_REFUSE);
    map->model.keep = (uint8_t)keep;
    map->model.fade = (uint8_t)fade;
}

static void set(oct9_occupancy_t *map, unsigned x, unsigned y, unsigned z, int log_odds)
{
    const oct9_cell_t cell = { (uint16_t)x, (uint16_t)y, (uint16_t)z };
    CHECK_EQ(oct9_tree_set_cell(&map->tree, cell, oct9_occupancy_payload(log_odds, 0)), OCT9_OK);
}

/* A round, in calls of that budget; how many there were. */
static uint32_t whole_round(oct9_occupancy_t *map, uint32_t budget)
{
    uint32_t calls = 0;
    oct9_status_t status;
    do {
        status = oct9_occupancy_forget(map, budget);
        calls++;
        CHECK_EQ(map->tree.generation % 2, 0);
    } while (status == OCT9_AGAIN);
    CHECK_EQ(status, OCT9_OK);
    return calls;
}

/* For each age that the model keeps: what it keeps, then what fades, up and down to nothing. */
static void keeps_then_fades(void)
{
    for (unsigned keep = 0; keep <= OCT9_AGE_MAX; keep++) {
        reset(&robot_map, keep, 7);
        set(&robot_map, 100, 200, 300, 30);
        set(&robot_map, 7, 8, 9, -20);
        set(&robot_map, 0, 0, 0, 30); /* where each round begins */
        for (unsigned i = 0; i < keep; i++) {
            (void)whole_round(&robot_map, UINT32_MAX);
            CHECK_EQ(robot_log_odds(&robot_map, 100, 200, 300), 30);
            CHECK_EQ(robot_log_odds(&robot_map, 7, 8, 9), -20);
            CHECK_EQ(robot_log_odds(&robot_map, 0, 0, 0), 30);
        }
        for (int i = 1; i <= 6; i++) {
            (void)whole_round(&robot_map, UINT32_MAX);
            CHECK_EQ(robot_log_odds(&robot_map, 100, 200, 300), i < 5 ? 30 - 7 * i : 0);
            CHECK_EQ(robot_log_odds(&robot_map, 7, 8, 9), i < 3 ? 7 * i - 20 : 0);
            CHECK_EQ(robot_log_odds(&robot_map, 0, 0, 0), i < 5 ? 30 - 7 * i : 0);
        }
        CHECK_EQ(robot_map.tree.used, 0); /* unknown altogether: all is one leaf */
        robot_check(&robot_map);
    }
}

/* The whole cube as one leaf, the root, which takes no block. */
static void the_cube_is_one_leaf(void)
{
    const oct9_box_t cube = { { 0, 0, 0 }, { OCT9_CELLS, OCT9_CELLS, OCT9_CELLS } };
    reset(&robot_map, 2, 7);
    CHECK_EQ(oct9_tree_fill_box(&robot_map.tree, &cube, oct9_occupancy_payload(30, 0)), OCT9_OK);
    for (int i = 1; i <= 8; i++) {
        CHECK_EQ(whole_round(&robot_map, 1), 1);
        CHECK_EQ(robot_leaf(&robot_map, 511, 0, 511).level, OCT9_LEVELS);
        CHECK_EQ(robot_log_odds(&robot_map, 511, 0, 511), i <= 2 ? 30 : i < 7 ? 44 - 7 * i : 0);
        CHECK_EQ(robot_map.tree.used, 0);
    }
    robot_check(&robot_map);
}

static void keeps_for_ever(void)
{
    reset(&robot_map, 0, 0);
    set(&robot_map, 100, 200, 300, 30);
    for (int i = 0; i < 10; i++)
        (void)whole_round(&robot_map, UINT32_MAX);
    CHECK_EQ(robot_log_odds(&robot_map, 100, 200, 300), 30);
}

/* What is seen again begins anew. */
static void seen_again(void)
{
    const oct9_cell_t cell = { 100, 200, 300 };
    reset(&robot_map, 2, 5);
    set(&robot_map, 100, 200, 300, 30);
    for (int i = 0; i < 4; i++)
        (void)whole_round(&robot_map, UINT32_MAX);
    CHECK_EQ(robot_log_odds(&robot_map, 100, 200, 300), 20);
    CHECK_EQ(oct9_occupancy_observe(&robot_map, cell, true), OCT9_OK);
    CHECK_EQ(robot_leaf(&robot_map, 100, 200, 300).payload, oct9_occupancy_payload(30, 0));
    for (int i = 0; i < 2; i++)
        (void)whole_round(&robot_map, UINT32_MAX);
    CHECK_EQ(robot_log_odds(&robot_map, 100, 200, 300), 30);
    (void)whole_round(&robot_map, UINT32_MAX);
    CHECK_EQ(robot_log_odds(&robot_map, 100, 200, 300), 25);
}

static void scans(random_t *random, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        oct9_point_t origin;
        const uint32_t beams = robot_random_scan(random, &origin);
        (void)robot_scan(&robot_map, &origin, beams, UINT32_MAX);
    }
}

/* Rounds of small calls end with the same map as rounds of one. */
static void budgets(void)
{
    for (unsigned b = 0; b < QUERY_BUDGETS; b++) {
        random_t random = { 241 }, again = { 241 };
        reset(&robot_map, 1, 3);
        scans(&random, 4);
        (void)whole_round(&robot_map, UINT32_MAX);
        (void)whole_round(&robot_map, UINT32_MAX);
        const uint32_t digest = robot_digest(&robot_map);
        reset(&robot_map, 1, 3);
        scans(&again, 4);
        CHECK(whole_round(&robot_map, query_budgets[b]) > 1);
        CHECK(whole_round(&robot_map, query_budgets[b]) > 1);
        CHECK_EQ(robot_digest(&robot_map), digest);
        robot_check(&robot_map);
    }
}

/* Scans between the calls, until all is forgotten after the last of them. */
static void changes_between(void)
{
    random_t random = { 242 };
    uint32_t digest = DIGEST_BEGIN;
    reset(&robot_map, 1, 4);
    for (int i = 0; i < 60; i++) {
        scans(&random, 1);
        for (int k = 0; k < 3; k++) {
            const oct9_status_t status = oct9_occupancy_forget(&robot_map,
                                                               1 + random_below(&random, 200));
            CHECK(status == OCT9_OK || status == OCT9_AGAIN);
        }
        robot_check(&robot_map);
        digest = digest_add(digest, robot_digest(&robot_map));
    }
    for (int i = 0; i < 10; i++)
        (void)whole_round(&robot_map, 50);
    CHECK_EQ(robot_map.tree.used, 0);
    TEST_DIGEST("forgetting", digest);
}

/* Free leaves go, of any age; obstacles, their ages and the rounds stay. */
static void forgets_free_space(void)
{
    for (unsigned b = 0; b < QUERY_BUDGETS; b++) {
        const oct9_box_t hall = { { 128, 128, 128 }, { 192, 192, 192 } };
        oct9_status_t status;
        reset(&robot_map, 3, 5);
        robot_fill(&robot_map, &hall, -20);
        (void)whole_round(&robot_map, UINT32_MAX); /* the hall is older than the rest */
        set(&robot_map, 0, 0, 0, -1);
        set(&robot_map, 130, 140, 150, 1);
        set(&robot_map, 300, 200, 100, -20);
        set(&robot_map, 301, 200, 100, 30);
        (void)oct9_occupancy_forget(&robot_map, 1);
        const uint32_t at = robot_map.forget_at;
        const uint16_t before = robot_leaf(&robot_map, 301, 200, 100).payload;
        do {
            status = oct9_occupancy_forget_free(&robot_map, query_budgets[b]);
            CHECK_EQ(robot_map.tree.generation % 2, 0);
        } while (status == OCT9_AGAIN);
        CHECK_EQ(status, OCT9_OK);
        CHECK_EQ(robot_map.forget_at, at);
        CHECK_EQ(robot_log_odds(&robot_map, 0, 0, 0), 0);
        CHECK_EQ(robot_log_odds(&robot_map, 160, 160, 160), 0);
        CHECK_EQ(robot_log_odds(&robot_map, 300, 200, 100), 0);
        CHECK_EQ(robot_log_odds(&robot_map, 130, 140, 150), 1);
        CHECK_EQ(robot_leaf(&robot_map, 301, 200, 100).payload, before);
        robot_check(&robot_map);
        CHECK_EQ(oct9_tree_fill_box(&robot_map.tree, &hall, 0), OCT9_OK);
        set(&robot_map, 301, 200, 100, 0);
        CHECK_EQ(robot_map.tree.used, 0); /* nothing else is left */
    }
    CHECK_EQ(oct9_occupancy_forget_free(&robot_map, 0), OCT9_ERR_ARGUMENT);
}

static void errors(void)
{
    reset(&robot_map, 0, 5);
    set(&robot_map, 100, 200, 300, 30);
    const uint32_t before = robot_digest(&robot_map);
    CHECK_EQ(oct9_occupancy_forget(&robot_map, 0), OCT9_ERR_ARGUMENT);
    CHECK_EQ(robot_digest(&robot_map), before);
}

GOLDEN_SUITE(forget)
{
    RUN(keeps_then_fades);
    RUN(the_cube_is_one_leaf);
    RUN(keeps_for_ever);
    RUN(seen_again);
    RUN(budgets);
    RUN(changes_between);
    RUN(forgets_free_space);
    RUN(errors);
}
