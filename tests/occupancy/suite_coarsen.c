/* SPDX-License-Identifier: MIT */
/* A full pool under the coarsen policy: with a pool of any size every scan is taken, and no place's
 * log-odds ever fall below those of a map with room for all. */
#include "oct9/visit.h"
#include "tests/golden/query.h"
#include "tests/golden/robot.h"
#include "tests/golden/suites.h"
#include "tests/test.h"

/* Of each pair of leaves that overlap one lies in the other, and its corner in both; so each map's
 * leaves are gone over, and those of the other that are as large or larger are looked up. */
static void compare_corners(const oct9_occupancy_t *over, const oct9_occupancy_t *in, bool above)
{
    const oct9_map_t tree = oct9_map_of_tree(&over->tree);
    oct9_visit_t visit;
    oct9_leaf_t leaf;
    CHECK_EQ(oct9_visit_begin(&visit, &tree, NULL, OCT9_STATES_ALL), OCT9_OK);
    while (oct9_visit_next(&visit, UINT32_MAX, &leaf) > 0) {
        const oct9_leaf_t other = robot_leaf(in, leaf.corner.x, leaf.corner.y, leaf.corner.z);
        const int a = oct9_occupancy_log_odds(leaf.payload),
                  b = oct9_occupancy_log_odds(other.payload);
        if (other.level >= leaf.level)
            CHECK(above ? a >= b : b >= a);
    }
}

/* No place of robot_map has less than in robot_other. */
static void nothing_lost(void)
{
    compare_corners(&robot_map, &robot_other, true);
    compare_corners(&robot_other, &robot_map, false);
}

/* --- by hand ---------------------------------------------------------------------------------- */

static void hit_cell(oct9_occupancy_t *map, unsigned x, unsigned y, unsigned z)
{
    const oct9_cell_t cell = { (uint16_t)x, (uint16_t)y, (uint16_t)z };
    CHECK_EQ(oct9_occupancy_observe(map, cell, true), OCT9_OK);
}

/* A round that meets as many blocks as can be counted, and one more, counts no further. */
static void counts_of_a_round_end(void)
{
    unsigned full = 0;
    robot_reset(&robot_map, 45, OCT9_COARSEN);
    for (unsigned i = 0; i < 5; i++)
        hit_cell(&robot_map, 100 + 30 * i, 500, 500);
    for (unsigned i = 0; i <= OCT9_LEVELS; i++)
        robot_map.worth[i] = UINT16_MAX;
    robot_map.hand = 0;
    robot_map.reach = 0;
    for (unsigned i = 0; robot_map.merged == 0 && i < 40; i++)
        hit_cell(&robot_map, 20 + 8 * i, 20, 20);
    for (unsigned i = 0; i <= OCT9_LEVELS; i++)
        full += robot_map.worth[i] == UINT16_MAX;
    CHECK(robot_map.merged > 0);
    CHECK_EQ(full, OCT9_LEVELS + 1);
    robot_check(&robot_map);
}

/* Blocks for one cell alone: a second one elsewhere is found there all the same. */
static void nine_blocks(void)
{
    robot_reset(&robot_map, 9, OCT9_COARSEN);
    hit_cell(&robot_map, 100, 100, 100);
    CHECK_EQ(robot_map.tree.used, 9);
    CHECK_EQ(robot_leaf(&robot_map, 100, 100, 100).level, 0);
    hit_cell(&robot_map, 400, 400, 400);
    CHECK_EQ(robot_leaf(&robot_map, 100, 100, 100).state, OCT9_OCCUPIED);
    CHECK_EQ(robot_leaf(&robot_map, 400, 400, 400).state, OCT9_OCCUPIED);
    CHECK(robot_map.merged + robot_map.grown > 0);
    robot_check(&robot_map);
}

/* What is far from the robot is given up first: all near it stays as fine as it was. */
static void far_is_merged_first(void)
{
    static const oct9_point_t origin = POINT(544, 544, 544);
    robot_reset(&robot_map, 45, OCT9_COARSEN);
    robot_reset(&robot_other, ROBOT_BLOCKS, OCT9_COARSEN);
    for (unsigned i = 0; i < 6; i++) {
        hit_cell(&robot_map, 300 + 30 * i, 500, 500);
        hit_cell(&robot_other, 300 + 30 * i, 500, 500);
    }
    for (int i = 0; i < 4; i++)
        robot_beams[i] = robot_beam(544 + 64 * i, 544 + 320, 544, OCT9_BEAM_HIT);
    CHECK_EQ(robot_scan(&robot_other, &origin, 4, UINT32_MAX), OCT9_OK);
    CHECK_EQ(robot_scan(&robot_map, &origin, 4, UINT32_MAX), OCT9_OK);
    CHECK(robot_other.tree.used > 45);
    CHECK(robot_last.merged > 0);
    CHECK_EQ(robot_last.merged, robot_map.merged);
    CHECK_EQ(robot_map.grown, 0);
    for (unsigned i = 0; i < 16 * 16; i++)
        CHECK_EQ(robot_leaf(&robot_map, i % 16, i / 16, 8).payload,
                 robot_leaf(&robot_other, i % 16, i / 16, 8).payload);
    nothing_lost();
    robot_check(&robot_map);
}

/* Of two cells as far away, that which was not seen for longer is given up. */
static void old_is_merged_first(void)
{
    static const oct9_cell_t cells[2] = { { 100, 100, 100 }, { 100, 104, 100 } };
    for (unsigned old = 0; old < 2; old++) {
        robot_reset(&robot_map, 12, OCT9_COARSEN);
        robot_map.robot.x = 300;
        robot_map.robot.y = robot_map.robot.z = 100;
        for (unsigned i = 0; i < 2; i++)
            CHECK_EQ(oct9_tree_set_cell(&robot_map.tree, cells[i],
                                        oct9_occupancy_payload(10, i == old ? 3 : 0)),
                     OCT9_OK);
        CHECK_EQ(robot_map.tree.used, 12);
        hit_cell(&robot_map, 100, 106, 100);
        CHECK_EQ(robot_map.grown, 0);
        CHECK_EQ(robot_leaf(&robot_map, 100, 100, 100).level != 0, old == 0);
        CHECK_EQ(robot_leaf(&robot_map, 100, 104, 100).level != 0, old == 1);
    }
}

/* No block at all for the beam: the leaf of the hit grows; a leaf of which the beam passed only a
 * part keeps its payload. */
static void grows_for_want_of_room(void)
{
    static const oct9_point_t origin = POINT(544, 544, 544);
    robot_reset(&robot_map, 1, OCT9_COARSEN);
    robot_beams[0] = robot_beam(544, 544 + 640, 544, OCT9_BEAM_HIT);
    CHECK_EQ(robot_scan(&robot_map, &origin, 1, UINT32_MAX), OCT9_OK);
    CHECK(robot_last.grown > 0);
    CHECK_EQ(robot_last.grown, robot_map.grown);
    CHECK_EQ(robot_leaf(&robot_map, 8, 18, 8).state, OCT9_OCCUPIED);
    for (int i = 0; i < 100; i++) {
        robot_beams[0].met = OCT9_BEAM_CLEAR; /* never all of the leaf */
        CHECK_EQ(robot_scan(&robot_map, &origin, 1, UINT32_MAX), OCT9_OK);
    }
    CHECK_EQ(robot_leaf(&robot_map, 8, 18, 8).state, OCT9_OCCUPIED);
    robot_check(&robot_map);
}

/* Of a leaf that grew, an observation of one part is new, however little it adds: 1 of 30. */
static void barely_occupied_is_young(void)
{
    static const oct9_point_t origin = POINT(544, 544, 544);
    robot_reset(&robot_map, 1, OCT9_COARSEN);
    robot_map.tree.root = (uint16_t)(oct9_occupancy_payload(-9, 2) | 0x8000u);
    robot_beams[0] = robot_beam(544, 544 + 640, 544, OCT9_BEAM_HIT);
    CHECK_EQ(robot_scan(&robot_map, &origin, 1, UINT32_MAX), OCT9_OK);
    CHECK_EQ(robot_leaf(&robot_map, 8, 18, 8).payload, oct9_occupancy_payload(1, 0));
    CHECK_EQ(robot_leaf(&robot_map, 8, 18, 300).payload, oct9_occupancy_payload(-9, 2));
    robot_check(&robot_map);
}

/* --- at random -------------------------------------------------------------------------------- */

/* Both maps take scan after scan, until the larger pool is nearly full. */
static uint32_t fill_both(uint32_t blocks, uint32_t *digest)
{
    random_t random = { 2200 + blocks };
    uint32_t scans = 0, merged = 0, grown = 0;
    robot_reset(&robot_map, blocks, OCT9_COARSEN);
    robot_reset(&robot_other, ROBOT_BLOCKS, OCT9_REFUSE);
    for (; scans < 40; scans++) {
        oct9_point_t origin;
        const uint32_t count = robot_random_scan(&random, &origin);
        if (robot_scan(&robot_other, &origin, count, UINT32_MAX) != OCT9_OK)
            break;
        CHECK_EQ(robot_scan(&robot_map, &origin, count, query_budgets[scans % QUERY_BUDGETS]),
                 OCT9_OK);
        merged += robot_last.merged;
        grown += robot_last.grown;
        CHECK(robot_map.tree.used <= blocks);
        CHECK_EQ(robot_map.tree.failed, 0);
        robot_check(&robot_map);
        nothing_lost();
        *digest = digest_add(*digest, robot_digest(&robot_map));
    }
    CHECK_EQ(robot_map.merged, merged);
    CHECK_EQ(robot_map.grown, grown);
    *digest = digest_add(digest_add(*digest, merged), grown);
    *digest = digest_add(*digest, robot_map.skipped);
    return merged + grown + robot_map.skipped;
}

static void every_pool_size(void)
{
    uint32_t digest = DIGEST_BEGIN;
    for (uint32_t blocks = 1; blocks < 9; blocks += 3)
        CHECK(fill_both(blocks, &digest) > 0);
    for (uint32_t blocks = 9; blocks < 100; blocks += 30)
        CHECK(fill_both(blocks, &digest) > 0);
    TEST_DIGEST("coarsened", digest);
}

/* With room for all nothing is coarsened. */
static void plenty(void)
{
    random_t random = { 220 };
    robot_reset(&robot_map, ROBOT_BLOCKS, OCT9_COARSEN);
    robot_reset(&robot_other, ROBOT_BLOCKS, OCT9_REFUSE);
    while (robot_other.tree.used < ROBOT_BLOCKS / 2) {
        oct9_point_t origin;
        const uint32_t count = robot_random_scan(&random, &origin);
        CHECK_EQ(robot_scan(&robot_other, &origin, count, UINT32_MAX), OCT9_OK);
        CHECK_EQ(robot_scan(&robot_map, &origin, count, UINT32_MAX), OCT9_OK);
    }
    CHECK_EQ(robot_map.merged + robot_map.grown + robot_map.skipped, 0);
    CHECK_EQ(robot_digest(&robot_map), robot_digest(&robot_other));
}

/* Single cells too, and clearing makes room before it gives up. */
static void single_cells(void)
{
    random_t random = { 221 };
    for (uint32_t blocks = 1; blocks < 40; blocks += 6) {
        robot_reset(&robot_map, blocks, OCT9_COARSEN);
        robot_reset(&robot_other, ROBOT_BLOCKS, OCT9_REFUSE);
        for (int i = 0; i < 24; i++) {
            const oct9_cell_t cell = robot_random_cell(&random, 64);
            const bool hit = random_below(&random, 2);
            CHECK_EQ(oct9_occupancy_observe(&robot_other, cell, hit), OCT9_OK);
            CHECK_EQ(oct9_occupancy_observe(&robot_map, cell, hit), OCT9_OK);
            robot_check(&robot_map);
        }
        nothing_lost();
    }
}

static void clearing_makes_room(void)
{
    random_t random = { 222 };
    robot_reset(&robot_map, 60, OCT9_COARSEN);
    while (robot_map.merged == 0)
        CHECK_EQ(oct9_occupancy_observe(&robot_map, robot_random_cell(&random, 512), true),
                 OCT9_OK);
    for (int i = 0; i < 20; i++) {
        oct9_box_t box = { { 0, 0, 0 }, { 0, 0, 0 } };
        box.lo.x = (uint16_t)random_below(&random, 510);
        box.lo.y = (uint16_t)random_below(&random, 510);
        box.hi.x = (uint16_t)(box.lo.x + 1);
        box.hi.y = (uint16_t)(box.lo.y + 1);
        box.hi.z = 1;
        CHECK_EQ(oct9_occupancy_clear_box(&robot_map, &box), OCT9_OK);
        CHECK_EQ(robot_log_odds(&robot_map, box.lo.x, box.lo.y, 0), 0);
        robot_check(&robot_map);
    }
}

GOLDEN_SUITE(coarsen)
{
    RUN(counts_of_a_round_end);
    RUN(nine_blocks);
    RUN(far_is_merged_first);
    RUN(old_is_merged_first);
    RUN(grows_for_want_of_room);
    RUN(barely_occupied_is_young);
    RUN(every_pool_size);
    RUN(plenty);
    RUN(single_cells);
    RUN(clearing_makes_room);
}
