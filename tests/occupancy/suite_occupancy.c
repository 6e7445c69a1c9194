/* SPDX-License-Identifier: MIT */
/* Payloads, models that are refused, single cells, and clearing. */
#include "src/map/tree.h"
#include "tests/golden/query.h"
#include "tests/golden/robot.h"
#include "tests/golden/suites.h"
#include "tests/test.h"

static void payloads(void)
{
    const oct9_model_t model = { 10, 4, -127, 127, -5, 7, 0, 0, OCT9_REFUSE };
    CHECK_EQ(oct9_occupancy_init(&robot_map, world_pool, ROBOT_BLOCKS, &model, NULL), OCT9_OK);
    for (unsigned age = 0; age <= OCT9_AGE_MAX; age++)
        for (int l = -OCT9_LOG_ODDS_MAX; l <= OCT9_LOG_ODDS_MAX; l++) {
            const uint16_t payload = oct9_occupancy_payload(l, age);
            CHECK(payload <= OCT9_PAYLOAD_MAX);
            CHECK_EQ(payload, l == 0 ? 0 : (l + 128) << 2 | (int)age);
            CHECK_EQ(oct9_occupancy_log_odds(payload), l);
            if (l != 0)
                CHECK_EQ(oct9_occupancy_age(payload), age);
            CHECK_EQ(oct9_tree_state(&robot_map.tree, payload), l <= -5  ? OCT9_FREE
                                                                : l >= 7 ? OCT9_OCCUPIED
                                                                         : OCT9_UNKNOWN);
        }
    CHECK_EQ(oct9_occupancy_log_odds(0), 0);
}

static void models(void)
{
    static const oct9_model_t good[] = { OCT9_MODEL_DEFAULT,
                                         { 1, 1, -1, 1, -1, 1, 0, 0, OCT9_REFUSE },
                                         { 127, 127, -127, 127, -127, 127, 3, 127, OCT9_COARSEN } };
    static const oct9_model_t bad[] = { { 0, 8, -40, 70, -1, 1, 3, 0, OCT9_COARSEN },
                                        { 128, 8, -40, 70, -1, 1, 3, 0, OCT9_COARSEN },
                                        { 17, 0, -40, 70, -1, 1, 3, 0, OCT9_COARSEN },
                                        { 17, 128, -40, 70, -1, 1, 3, 0, OCT9_COARSEN },
                                        { 17, 8, -128, 70, -1, 1, 3, 0, OCT9_COARSEN },
                                        { 17, 8, -40, 70, -41, 1, 3, 0, OCT9_COARSEN },
                                        { 17, 8, -40, 70, 0, 1, 3, 0, OCT9_COARSEN },
                                        { 17, 8, -40, 70, 5, 7, 3, 0, OCT9_COARSEN },
                                        { 17, 8, -40, 70, -1, 0, 3, 0, OCT9_COARSEN },
                                        { 17, 8, -40, 70, -1, -1, 3, 0, OCT9_COARSEN },
                                        { 17, 8, -40, 70, -1, 71, 3, 0, OCT9_COARSEN },
                                        { 17, 8, -40, 70, -1, 1, 4, 0, OCT9_COARSEN },
                                        { 17, 8, -40, 70, -1, 1, 3, 128, OCT9_COARSEN },
                                        { 17, 8, -40, 70, -1, 1, 3, 0, (oct9_full_t)2 } };
    for (unsigned i = 0; i < sizeof good / sizeof good[0]; i++)
        CHECK_EQ(oct9_occupancy_init(&robot_map, world_pool, 9, &good[i], NULL), OCT9_OK);
    for (unsigned i = 0; i < sizeof bad / sizeof bad[0]; i++)
        CHECK_EQ(oct9_occupancy_init(&robot_map, world_pool, 9, &bad[i], NULL), OCT9_ERR_ARGUMENT);
    CHECK_EQ(oct9_occupancy_init(&robot_map, world_pool, 0, &good[0], NULL), OCT9_ERR_ARGUMENT);
    CHECK_EQ(oct9_occupancy_init(&robot_map, world_pool, OCT9_BLOCKS_MAX + 1, &good[0], NULL),
             OCT9_ERR_ARGUMENT);
}

/* For any content of the memory. */
static void begins_anew(void)
{
    query_paint(&robot_map, sizeof robot_map);
    robot_reset(&robot_map, 9, OCT9_REFUSE);
    CHECK(robot_map.changes == NULL);
    CHECK_EQ(robot_map.window.x | robot_map.window.y | robot_map.window.z, 0);
    CHECK_EQ(robot_map.robot.x, OCT9_CELLS / 2);
    CHECK_EQ(robot_map.robot.y, OCT9_CELLS / 2);
    CHECK_EQ(robot_map.robot.z, OCT9_CELLS / 2);
    CHECK_EQ(robot_map.merged | robot_map.grown | robot_map.skipped, 0);
    CHECK_EQ(robot_map.hand | robot_map.forget_at, 0);
    for (unsigned i = 0; i <= OCT9_LEVELS; i++)
        CHECK_EQ(robot_map.worth[i], 0);
}

static oct9_status_t observe(unsigned x, unsigned y, unsigned z, bool hit)
{
    const oct9_cell_t cell = { (uint16_t)x, (uint16_t)y, (uint16_t)z };
    return oct9_occupancy_observe(&robot_map, cell, hit);
}

static void single_cells(void)
{
    robot_reset(&robot_map, ROBOT_BLOCKS, OCT9_REFUSE);
    CHECK_EQ(observe(511, 0, 300, true), OCT9_OK);
    CHECK_EQ(robot_log_odds(&robot_map, 511, 0, 300), 10);
    CHECK_EQ(robot_map.tree.used, 9);
    CHECK_EQ(observe(511, 0, 300, false), OCT9_OK);
    CHECK_EQ(robot_log_odds(&robot_map, 511, 0, 300), 6);
    for (int i = 0; i < 20; i++)
        CHECK_EQ(observe(511, 0, 300, true), OCT9_OK);
    CHECK_EQ(robot_log_odds(&robot_map, 511, 0, 300), 30);
    for (int i = 0; i < 20; i++)
        CHECK_EQ(observe(511, 0, 300, false), OCT9_OK);
    CHECK_EQ(robot_log_odds(&robot_map, 511, 0, 300), -20);
    CHECK_EQ(observe(511, 0, 300, true), OCT9_OK);
    CHECK_EQ(observe(511, 0, 300, true), OCT9_OK);
    CHECK_EQ(robot_map.tree.used, 0); /* unknown again: all is one leaf */
    CHECK_EQ(observe(512, 0, 0, true), OCT9_ERR_OUTSIDE);
    CHECK_EQ(observe(0, 512, 0, true), OCT9_ERR_OUTSIDE);
    CHECK_EQ(observe(0, 0, 65535, false), OCT9_ERR_OUTSIDE);
    robot_check(&robot_map);
}

static void single_cells_refused(void)
{
    for (uint32_t blocks = 1; blocks <= 9; blocks++) {
        robot_reset(&robot_map, blocks, OCT9_REFUSE);
        CHECK_EQ(observe(1, 2, 3, true), blocks < 9 ? OCT9_ERR_POOL_FULL : OCT9_OK);
        CHECK_EQ(robot_log_odds(&robot_map, 1, 2, 3), blocks < 9 ? 0 : 10);
        CHECK_EQ(robot_map.tree.failed, blocks < 9);
        CHECK_EQ(robot_map.tree.used, blocks < 9 ? 0 : 9);
    }
    CHECK_EQ(observe(1, 2, 3, true), OCT9_OK);  /* needs no block */
    CHECK_EQ(observe(0, 2, 3, false), OCT9_OK); /* in the same block */
    CHECK_EQ(observe(1, 2, 4, false), OCT9_ERR_POOL_FULL);
    robot_check(&robot_map);
}

/* --- clearing --------------------------------------------------------------------------------- */

static void boxes_are_cleared(void)
{
    const oct9_box_t all = { { 0, 0, 0 }, { 16, 16, 16 } }, part = { { 3, 4, 5 }, { 9, 8, 6 } };
    robot_reset(&robot_map, ROBOT_BLOCKS, OCT9_REFUSE);
    robot_fill(&robot_map, &all, 10);
    CHECK_EQ(oct9_occupancy_clear_box(&robot_map, &part), OCT9_OK);
    for (unsigned i = 0; i < 4096; i++) {
        const unsigned x = i % 16, y = i / 16 % 16, z = i / 256;
        const bool inside = x >= 3 && x < 9 && y >= 4 && y < 8 && z == 5;
        CHECK_EQ(robot_leaf(&robot_map, x, y, z).payload,
                 inside ? 0 : oct9_occupancy_payload(10, 0));
    }
    CHECK_EQ(oct9_occupancy_clear_box(&robot_map, &all), OCT9_OK);
    CHECK_EQ(robot_map.tree.used, 0);
    robot_check(&robot_map);
}

/* The square of how far the farther side of a cell is. */
static uint32_t far2(unsigned cell, int32_t centre)
{
    const int32_t lo = (int32_t)cell * 64 - (centre - OCT9_LOW_Q6), hi = lo + 64;
    return (uint32_t)(lo * lo > hi * hi ? lo * lo : hi * hi);
}

static void spheres_are_cleared(void)
{
    static const struct {
        oct9_point_t centre;
        uint16_t radius;
    } sphere[] = {
        { POINT(544, 544, 544), 55 }, /* 32 * root 3 is 55.4 */
        { POINT(544, 544, 544), 56 },  { POINT(512, 512, 512), 110 }, { POINT(512, 512, 512), 111 },
        { POINT(500, 531, 600), 300 }, { POINT(1, 2, 3), 400 },       { POINT(-90, 512, 512), 250 },
        { POINT(512, 512, 512), 0 },
    };
    const oct9_box_t all[2] = { { { 0, 0, 0 }, { 16, 16, 16 } },
                                { { 496, 496, 496 }, { 512, 512, 512 } } };
    for (unsigned t = 0; t < 2 * (sizeof sphere / sizeof sphere[0]); t++) {
        const unsigned s = t / 2, first = t % 2 ? 496 : 0;
        oct9_point_t c = sphere[s].centre;
        if (t % 2) /* the same in the cube's far corner */
            c = (oct9_point_t){ (int16_t)-c.x, (int16_t)-c.y, (int16_t)-c.z };
        const uint32_t radius2 = (uint32_t)sphere[s].radius * sphere[s].radius;
        robot_reset(&robot_map, ROBOT_BLOCKS, OCT9_REFUSE);
        robot_fill(&robot_map, &all[t % 2], -10);
        CHECK_EQ(oct9_occupancy_clear_sphere(&robot_map, &c, sphere[s].radius), OCT9_OK);
        for (unsigned i = 0; i < 4096; i++) {
            const unsigned x = first + i % 16, y = first + i / 16 % 16, z = first + i / 256;
            const bool inside = far2(x, c.x) + far2(y, c.y) + far2(z, c.z) <= radius2;
            CHECK_EQ(robot_log_odds(&robot_map, x, y, z), inside ? 0 : -10);
        }
        robot_check(&robot_map);
    }
}

/* Nothing is changed where the pool has no room for the edges. */
static void clearing_refused(void)
{
    static const oct9_box_t all = { { 0, 0, 0 }, { OCT9_CELLS, OCT9_CELLS, OCT9_CELLS } };
    const oct9_box_t part = { { 3, 4, 5 }, { 9, 8, 6 } };
    const oct9_point_t centre = POINT(544, 544, 544);
    robot_reset(&robot_map, 8, OCT9_REFUSE);
    robot_fill(&robot_map, &all, 10);
    const uint32_t before = robot_digest(&robot_map);
    CHECK_EQ(oct9_occupancy_clear_box(&robot_map, &part), OCT9_ERR_POOL_FULL);
    CHECK_EQ(oct9_occupancy_clear_sphere(&robot_map, &centre, 200), OCT9_ERR_POOL_FULL);
    CHECK_EQ(robot_map.tree.failed, 2);
    CHECK_EQ(robot_digest(&robot_map), before);
    CHECK_EQ(oct9_occupancy_clear_box(&robot_map, &all), OCT9_OK);
    CHECK_EQ(robot_map.tree.root, OCT9_SLOT_LEAF);
}

static void clearing_errors(void)
{
    static const oct9_box_t bad[] = { { { 3, 0, 0 }, { 3, 1, 1 } },
                                      { { 0, 5, 0 }, { 1, 4, 1 } },
                                      { { 0, 0, 0 }, { 1, 1, 513 } } };
    const oct9_point_t centre = POINT(0, 0, 0);
    robot_reset(&robot_map, ROBOT_BLOCKS, OCT9_COARSEN);
    const uint32_t written = robot_map.tree.generation;
    for (unsigned i = 0; i < 3; i++)
        CHECK_EQ(oct9_occupancy_clear_box(&robot_map, &bad[i]), OCT9_ERR_ARGUMENT);
    CHECK_EQ(oct9_occupancy_clear_sphere(&robot_map, &centre, 32768), OCT9_ERR_ARGUMENT);
    CHECK_EQ(oct9_tree_fill_sphere(&robot_map.tree, &centre, 65535, 1), OCT9_ERR_ARGUMENT);
    CHECK_EQ(oct9_tree_fill_sphere(&robot_map.tree, &centre, 9, 32768), OCT9_ERR_ARGUMENT);
    CHECK_EQ(robot_map.tree.generation, written);
}

/* --- readers ---------------------------------------------------------------------------------- */

static void readers_see_writes(void)
{
    robot_reset(&robot_map, ROBOT_BLOCKS, OCT9_COARSEN);
    const uint32_t seen = oct9_tree_read_begin(&robot_map.tree);
    CHECK_EQ(oct9_tree_read_end(&robot_map.tree, seen), OCT9_OK);
    CHECK_EQ(observe(1, 2, 3, true), OCT9_OK);
    CHECK_EQ(oct9_tree_read_end(&robot_map.tree, seen), OCT9_ERR_STALE);
    const uint32_t after = oct9_tree_read_begin(&robot_map.tree);
    CHECK_EQ(oct9_tree_read_end(&robot_map.tree, after), OCT9_OK);
    robot_map.tree.generation++; /* as if a writer were interrupted here */
    const uint32_t odd = oct9_tree_read_begin(&robot_map.tree);
    CHECK_EQ(oct9_tree_read_end(&robot_map.tree, odd), OCT9_ERR_STALE);
    robot_map.tree.generation++;
    CHECK_EQ(oct9_tree_read_end(&robot_map.tree, odd), OCT9_ERR_STALE);
}

GOLDEN_SUITE(occupancy)
{
    RUN(payloads);
    RUN(models);
    RUN(begins_anew);
    RUN(single_cells);
    RUN(single_cells_refused);
    RUN(boxes_are_cleared);
    RUN(spheres_are_cleared);
    RUN(clearing_refused);
    RUN(clearing_errors);
    RUN(readers_see_writes);
}
