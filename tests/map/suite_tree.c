/* SPDX-License-Identifier: MIT */
/* The tree against a plain array of its first 8^3 cells. */
#include "oct9/visit.h"
#include "src/map/tree.h"
#include "tests/golden/model.h"
#include "tests/golden/suites.h"
#include "tests/test.h"

static oct9_node_t random_node(random_t *random)
{
    oct9_node_t node;
    node.level = (uint8_t)random_below(random, 4);
    const uint32_t mask = (MODEL_EDGE - 1u) & ~((1u << node.level) - 1u);
    node.corner.x = (uint16_t)(random_u32(random) & mask);
    node.corner.y = (uint16_t)(random_u32(random) & mask);
    node.corner.z = (uint16_t)(random_u32(random) & mask);
    return node;
}

static void random_changes(void)
{
    random_t random = { 11 };
    model_reset(WORLD_BLOCKS);
    for (int i = 0; i < 150; i++) {
        const oct9_node_t node = random_node(&random);
        const uint16_t payload = (uint16_t)random_below(&random, 3);
        const oct9_box_t box = model_node_box(&node);
        const uint32_t before = world_tree.generation;
        if (node.level == 0)
            CHECK_EQ(oct9_tree_set_cell(&world_tree, node.corner, payload), OCT9_OK);
        else
            CHECK_EQ(oct9_tree_set_node(&world_tree, &node, payload), OCT9_OK);
        model_fill(&box, payload);
        CHECK_EQ(world_tree.generation % 2, 0);
        CHECK((int32_t)(world_tree.generation - before) >= 0);
        if (i % 20 == 0)
            model_compare();
        CHECK_EQ(oct9_tree_check(&world_tree, world_seen), OCT9_OK);
    }
    CHECK(world_tree.peak >= world_tree.used);
    CHECK_EQ(world_tree.failed, 0);
}

/* All of one payload again: the pool is as empty as at first. */
static void merges_to_one_leaf(void)
{
    model_reset(WORLD_BLOCKS);
    for (unsigned i = 0; i < 512; i++) {
        const oct9_cell_t cell = { (uint16_t)(504 + i % 8), (uint16_t)(i / 8 % 8),
                                   (uint16_t)(i / 64) };
        CHECK_EQ(oct9_tree_set_cell(&world_tree, cell, 5), OCT9_OK);
    }
    oct9_leaf_t leaf;
    const oct9_cell_t cell = { 511, 0, 0 };
    CHECK_EQ(oct9_map_locate(&world_map, cell, &leaf), OCT9_OK);
    CHECK_EQ(leaf.level, 3);
    CHECK_EQ(leaf.corner.x, 504);
    CHECK_EQ(leaf.payload, 5);
    CHECK_EQ(leaf.state, OCT9_OCCUPIED);
    CHECK_EQ(world_tree.used, 6);
    const oct9_node_t node = { { 504, 0, 0 }, 3 };
    CHECK_EQ(oct9_tree_set_node(&world_tree, &node, 0), OCT9_OK);
    CHECK_EQ(world_tree.used, 0);
    CHECK_EQ(oct9_tree_check(&world_tree, world_seen), OCT9_OK);
}

/* In pools of many sizes a change is made whole or not at all. */
static void full_pool_changes_nothing(void)
{
    for (uint32_t blocks = 1; blocks < 60; blocks += 1 + blocks / 4) {
        random_t random = { blocks };
        uint32_t failures = 0;
        model_reset(blocks);
        for (int i = 0; i < 30; i++) {
            const oct9_node_t node = random_node(&random);
            const uint16_t payload = (uint16_t)random_below(&random, 3);
            const oct9_box_t box = model_node_box(&node);
            const uint32_t before = model_pool_digest();
            const bool fits = model_blocks_after(&box, payload) <= blocks;
            const oct9_status_t status = oct9_tree_set_node(&world_tree, &node, payload);
            CHECK_EQ(status, fits ? OCT9_OK : OCT9_ERR_POOL_FULL);
            if (status == OCT9_OK) {
                model_fill(&box, payload);
            } else {
                failures++;
                CHECK_EQ(model_pool_digest(), before);
            }
            CHECK_EQ(world_tree.failed, failures);
        }
        CHECK_EQ(oct9_tree_check(&world_tree, world_seen), OCT9_OK);
        model_compare();
    }
}

static void errors(void)
{
    static const oct9_thresholds_t bad[] = { { 0, 5 }, { 6, 5 }, { 1, 32768 } };
    model_reset(WORLD_BLOCKS);
    const uint32_t written = world_tree.generation;
    const oct9_cell_t outside = { 512, 0, 0 }, cell = { 0, 0, 0 };
    const oct9_node_t deep = { { 0, 0, 0 }, 10 }, odd = { { 4, 2, 0 }, 2 };
    const oct9_node_t far = { { 0, 0, 512 }, 1 };
    oct9_leaf_t leaf;
    oct9_tree_t tree;
    CHECK_EQ(oct9_tree_init(&tree, world_pool, 0, NULL), OCT9_ERR_ARGUMENT);
    CHECK_EQ(oct9_tree_init(&tree, world_pool, OCT9_BLOCKS_MAX + 1, NULL), OCT9_ERR_ARGUMENT);
    for (unsigned i = 0; i < 3; i++)
        CHECK_EQ(oct9_tree_init(&tree, world_pool, 5, &bad[i]), OCT9_ERR_ARGUMENT);
    CHECK_EQ(oct9_tree_set_cell(&world_tree, outside, 1), OCT9_ERR_OUTSIDE);
    CHECK_EQ(oct9_tree_set_cell(&world_tree, cell, 32768), OCT9_ERR_ARGUMENT);
    CHECK_EQ(oct9_tree_set_node(&world_tree, &deep, 1), OCT9_ERR_ARGUMENT);
    CHECK_EQ(oct9_tree_set_node(&world_tree, &far, 1), OCT9_ERR_OUTSIDE);
    CHECK_EQ(oct9_tree_set_node(&world_tree, &odd, 1), OCT9_ERR_ARGUMENT);
    CHECK_EQ(oct9_tree_set_node(&world_tree, &(oct9_node_t){ { 4, 4, 0 }, 2 }, 40000),
             OCT9_ERR_ARGUMENT);
    CHECK_EQ(oct9_map_locate(&world_map, outside, &leaf), OCT9_ERR_OUTSIDE);
    CHECK_EQ(world_tree.used, 0);
    CHECK_EQ(world_tree.generation, written);
}

static void thresholds(void)
{
    static const oct9_thresholds_t log_odds = { 100, 200 };
    oct9_tree_t tree;
    CHECK_EQ(oct9_tree_init(&tree, world_pool, 1, &log_odds), OCT9_OK);
    CHECK_EQ(oct9_tree_state(&tree, 0), OCT9_UNKNOWN);
    CHECK_EQ(oct9_tree_state(&tree, 1), OCT9_FREE);
    CHECK_EQ(oct9_tree_state(&tree, 99), OCT9_FREE);
    CHECK_EQ(oct9_tree_state(&tree, 100), OCT9_UNKNOWN);
    CHECK_EQ(oct9_tree_state(&tree, 199), OCT9_UNKNOWN);
    CHECK_EQ(oct9_tree_state(&tree, 200), OCT9_OCCUPIED);
    CHECK_EQ(oct9_tree_state(&tree, 32767), OCT9_OCCUPIED);
}

/* A single broken slot, count or link is found, each by its own name. */
static void check_finds_damage(void)
{
    world_build(21);
    const uint16_t top = world_tree.root, free_head = world_tree.free_head;
    uint16_t *slot = world_pool[top].slot;
    const uint16_t first = slot[0];
    CHECK_EQ(oct9_tree_check(&world_tree, world_seen), OCT9_OK);
    slot[0] = WORLD_BLOCKS;
    CHECK_EQ(oct9_tree_check(&world_tree, world_seen), OCT9_ERR_TREE_LINK);
    slot[0] = top;
    CHECK_EQ(oct9_tree_check(&world_tree, world_seen), OCT9_ERR_TREE_LINK);
    slot[0] = OCT9_SLOT_LEAF;
    CHECK_EQ(oct9_tree_check(&world_tree, world_seen), OCT9_ERR_TREE_COUNT);
    slot[0] = first;
    world_tree.free_head = top;
    CHECK(oct9_tree_check(&world_tree, world_seen) < 0);
    world_tree.free_head = WORLD_BLOCKS;
    CHECK_EQ(oct9_tree_check(&world_tree, world_seen), OCT9_ERR_TREE_FREE);
    world_tree.free_head = free_head;
    world_tree.used++;
    CHECK_EQ(oct9_tree_check(&world_tree, world_seen), OCT9_ERR_TREE_COUNT);
    world_tree.used--;
    world_tree.peak = 0;
    CHECK_EQ(oct9_tree_check(&world_tree, world_seen), OCT9_ERR_TREE_COUNT);
    world_tree.peak = world_tree.used;
    for (unsigned i = 0; i < 8; i++)
        world_pool[top].slot[i] = OCT9_SLOT_LEAF | 1u;
    CHECK_EQ(oct9_tree_check(&world_tree, world_seen), OCT9_ERR_TREE_MERGE);
}

/* The leaves of a random box are those of the whole that meet it, and tile it. */
static void leaves_of_boxes(void)
{
    random_t random = { 31 };
    world_build(32);
    const oct9_map_t map = oct9_map_of_tree(&world_tree);
    for (int i = 0; i < 6; i++) {
        const oct9_box_t box = model_random_box(&random, OCT9_CELLS);
        const oct9_region_t region = oct9_region_of_box(&box);
        oct9_visit_t all, some;
        oct9_leaf_t leaf, inner;
        CHECK_EQ(oct9_visit_begin(&all, &map, NULL, OCT9_STATES_ALL), OCT9_OK);
        CHECK_EQ(oct9_visit_begin(&some, &map, &region, OCT9_STATES_ALL), OCT9_OK);
        uint32_t volume = 0;
        while (oct9_visit_next(&all, UINT32_MAX, &leaf) > 0) {
            const uint32_t common = model_common_volume(&leaf, &box);
            if (common == 0)
                continue;
            volume += common;
            CHECK_EQ(oct9_visit_next(&some, UINT32_MAX, &inner), 1);
            CHECK_EQ(leaf.corner.x, inner.corner.x);
            CHECK_EQ(leaf.corner.y, inner.corner.y);
            CHECK_EQ(leaf.corner.z, inner.corner.z);
            CHECK_EQ(leaf.payload, inner.payload);
        }
        CHECK_EQ(oct9_visit_next(&some, UINT32_MAX, &inner), 0);
        CHECK_EQ(volume, (uint32_t)(box.hi.x - box.lo.x) * (uint32_t)(box.hi.y - box.lo.y) *
                             (uint32_t)(box.hi.z - box.lo.z));
    }
    oct9_visit_t none;
    const oct9_region_t bad = { .kind = OCT9_REGION_BOX, .lo = { 0, 0, 1 } };
    CHECK_EQ(oct9_visit_begin(&none, &map, &bad, OCT9_STATES_ALL), OCT9_ERR_ARGUMENT);
}

GOLDEN_SUITE(tree)
{
    RUN(random_changes);
    RUN(merges_to_one_leaf);
    RUN(full_pool_changes_nothing);
    RUN(errors);
    RUN(thresholds);
    RUN(check_finds_damage);
    RUN(leaves_of_boxes);
}
