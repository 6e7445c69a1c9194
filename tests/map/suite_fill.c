/* SPDX-License-Identifier: MIT */
/* Filling boxes: equal to the plain array, and refused exactly when the contract says so. */
#include "tests/golden/model.h"
#include "tests/golden/suites.h"
#include "tests/test.h"

static void random_boxes(void)
{
    random_t random = { 41 };
    model_reset(WORLD_BLOCKS);
    for (int i = 0; i < 60; i++) {
        const oct9_box_t box = model_random_box(&random, MODEL_EDGE);
        const uint16_t payload = (uint16_t)random_below(&random, 3);
        CHECK_EQ(oct9_tree_fill_box(&world_tree, &box, payload), OCT9_OK);
        model_fill(&box, payload);
        CHECK_EQ(oct9_tree_check(&world_tree, world_seen), OCT9_OK);
        CHECK_EQ(world_tree.used, model_blocks());
        if (i % 20 == 0)
            model_compare();
    }
}

static void whole_cube(void)
{
    world_build(42);
    const oct9_box_t all = { { 0, 0, 0 }, { OCT9_CELLS, OCT9_CELLS, OCT9_CELLS } };
    CHECK_EQ(oct9_tree_fill_box(&world_tree, &all, 2), OCT9_OK);
    CHECK_EQ(world_tree.used, 0);
    CHECK_EQ(world_tree.root, OCT9_SLOT_LEAF | 2u);
    CHECK_EQ(oct9_tree_check(&world_tree, world_seen), OCT9_OK);
}

/* Pools of many sizes: whole or not at all; and a fill of one payload over nothing is refused only
 * where the tree of the result would not fit. */
static void full_pool_changes_nothing(void)
{
    uint32_t refused = 0;
    for (uint32_t blocks = 1; blocks < 80; blocks += 4) {
        random_t random = { 4300 + blocks };
        model_reset(blocks);
        for (int i = 0; i < 12; i++) {
            const oct9_box_t box = model_random_box(&random, MODEL_EDGE);
            const uint16_t payload = (uint16_t)(i == 0 ? 1 : random_below(&random, 3));
            const uint32_t before = model_pool_digest();
            const oct9_status_t status = oct9_tree_fill_box(&world_tree, &box, payload);
            if (status == OCT9_OK || i == 0)
                model_fill(&box, payload);
            if (i == 0)
                CHECK_EQ(status == OCT9_OK, model_blocks() <= blocks);
            if (status != OCT9_OK) {
                refused++;
                CHECK_EQ(status, OCT9_ERR_POOL_FULL);
                CHECK_EQ(model_pool_digest(), before);
                if (i == 0)
                    break;
            }
            CHECK_EQ(oct9_tree_check(&world_tree, world_seen), OCT9_OK);
        }
    }
    CHECK(refused > 20);
}

/* A pool of just the blocks that are needed is enough, and one less is not. */
static void exact_fit(void)
{
    random_t random = { 44 };
    for (int i = 0; i < 30; i++) {
        const oct9_box_t box = model_random_box(&random, MODEL_EDGE);
        model_reset(WORLD_BLOCKS);
        const uint32_t need = model_blocks_after(&box, 1);
        model_reset(need);
        CHECK_EQ(oct9_tree_fill_box(&world_tree, &box, 1), OCT9_OK);
        CHECK_EQ(world_tree.used, need);
        model_reset(need - 1);
        CHECK_EQ(oct9_tree_fill_box(&world_tree, &box, 1), OCT9_ERR_POOL_FULL);
        CHECK_EQ(world_tree.failed, 1);
    }
}

/* A full pool takes a box that frees more than it cuts. */
static void covered_blocks_are_free(void)
{
    random_t random = { 45 };
    model_reset(30);
    while (world_tree.failed == 0) {
        const oct9_cell_t cell = { (uint16_t)random_below(&random, 8),
                                   (uint16_t)random_below(&random, 8),
                                   (uint16_t)random_below(&random, 4) };
        (void)oct9_tree_set_cell(&world_tree, cell, 2);
    }
    CHECK(world_tree.capacity - world_tree.used < 4);
    const oct9_box_t box = { { 0, 0, 0 }, { 8, 8, 6 } }; /* cuts four nodes of edge 4 */
    CHECK_EQ(oct9_tree_fill_box(&world_tree, &box, 1), OCT9_OK);
    model_fill(&box, 1);
    model_compare();
    CHECK_EQ(world_tree.used, model_blocks());
    CHECK_EQ(oct9_tree_check(&world_tree, world_seen), OCT9_OK);
}

static void errors(void)
{
    static const oct9_box_t bad[] = { { { 3, 0, 0 }, { 3, 1, 1 } },
                                      { { 0, 5, 0 }, { 1, 4, 1 } },
                                      { { 0, 0, 0 }, { 1, 1, 513 } } };
    model_reset(WORLD_BLOCKS);
    for (unsigned i = 0; i < 3; i++)
        CHECK_EQ(oct9_tree_fill_box(&world_tree, &bad[i], 1), OCT9_ERR_ARGUMENT);
    const oct9_box_t good = { { 0, 0, 0 }, { 1, 1, 1 } };
    CHECK_EQ(oct9_tree_fill_box(&world_tree, &good, 32768), OCT9_ERR_ARGUMENT);
    CHECK_EQ(world_tree.used, 0);
}

GOLDEN_SUITE(fill)
{
    RUN(random_boxes);
    RUN(whole_cube);
    RUN(full_pool_changes_nothing);
    RUN(exact_fit);
    RUN(covered_blocks_are_free);
    RUN(errors);
}
