/* SPDX-License-Identifier: MIT */
/* Frontiers: a room by hand, and the world's, tree against image and cut into slices. */
#include "oct9/visit.h"
#include "tests/golden/query.h"
#include "tests/golden/suites.h"
#include "tests/golden/world.h"
#include "tests/test.h"

static oct9_frontier_t frontier;

/* How many there are, by calls of that budget; their digest goes into `digest`. */
static uint32_t count(const oct9_map_t *map, const oct9_box_t *box, uint32_t budget,
                      uint32_t *digest)
{
    uint32_t found = 0;
    oct9_leaf_t leaf;
    int got;
    oct9_region_t region = { .kind = OCT9_REGION_ALL };
    if (box)
        region = oct9_region_of_box(box);
    CHECK_EQ(oct9_visit_frontier_begin(&frontier, map, &region), OCT9_OK);
    while ((got = oct9_visit_frontier_next(&frontier, budget, &leaf)) != 0)
        if (got > 0) {
            *digest = query_add_leaf(*digest, &leaf);
            found++;
        }
    return found;
}

/* Free space of 3 cells' edge: a leaf of 2 cells at its low corner and 19 of one cell. All touch
 * what is around, also where a wall stands before one side. */
static void room(void)
{
    const oct9_box_t space = { { 8, 8, 8 }, { 11, 11, 11 } };
    const oct9_box_t wall = { { 7, 8, 8 }, { 8, 11, 11 } };
    uint32_t digest = DIGEST_BEGIN;
    CHECK_EQ(oct9_tree_init(&world_tree, world_pool, WORLD_BLOCKS, NULL), OCT9_OK);
    CHECK_EQ(count(&world_map, NULL, UINT32_MAX, &digest), 0);
    CHECK_EQ(oct9_tree_fill_box(&world_tree, &space, 1), OCT9_OK);
    CHECK_EQ(count(&world_map, NULL, UINT32_MAX, &digest), 20);
    CHECK_EQ(oct9_tree_fill_box(&world_tree, &wall, 2), OCT9_OK);
    CHECK_EQ(count(&world_map, NULL, UINT32_MAX, &digest), 20);
    const oct9_box_t low = { { 8, 8, 8 }, { 9, 9, 9 } };
    CHECK_EQ(count(&world_map, &low, UINT32_MAX, &digest), 1);
    TEST_DIGEST("frontier of a room", digest);
}

static void world(void)
{
    oct9_map_t maps[2];
    uint32_t whole = DIGEST_BEGIN;
    query_world(maps);
    const uint32_t found = count(&maps[0], NULL, UINT32_MAX, &whole);
    CHECK(found > 0);
    for (unsigned m = 0; m < 2; m++)
        for (unsigned i = 0; i < QUERY_BUDGETS; i++) {
            uint32_t digest = DIGEST_BEGIN;
            CHECK_EQ(count(&maps[m], NULL, query_budgets[i], &digest), found);
            CHECK_EQ(digest, whole);
        }
    TEST_DIGEST("frontier", whole);
}

GOLDEN_SUITE(frontier)
{
    RUN(room);
    RUN(world);
}
