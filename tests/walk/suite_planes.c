/* SPDX-License-Identifier: MIT */
/* Splitting planes beside the walk, over the tree and the image of one map: the same leaves, and
 * the same on every machine. test_traversal_oracle checks which they should be. */
#include "oct9/planes.h"
#include "oct9/walk.h"
#include "tests/golden/query.h"
#include "tests/golden/suites.h"
#include "tests/golden/world.h"
#include "tests/test.h"

enum { SEGMENTS = 200 };

static uint32_t add_leaf(uint32_t digest, const oct9_leaf_t *leaf)
{
    digest = digest_add(digest, (uint32_t)leaf->corner.x << 16 | leaf->corner.y);
    return digest_add(digest,
                      (uint32_t)leaf->corner.z << 16 | (uint32_t)leaf->level << 8 | leaf->state);
}

static uint32_t compare_segment(uint32_t digest, const oct9_map_t *map, const oct9_point_t *from,
                                const oct9_point_t *to)
{
    oct9_planes_t planes;
    oct9_walk_t walk;
    bool more = oct9_planes_begin(&planes, map, from, to);
    CHECK_EQ(more, oct9_walk_begin(&walk, map, from, to));
    while (more) {
        oct9_leaf_t a, b;
        oct9_planes_leaf(&planes, &a);
        oct9_walk_leaf(&walk, &b);
        CHECK(a.corner.x == b.corner.x && a.corner.y == b.corner.y && a.corner.z == b.corner.z);
        CHECK(a.level == b.level && a.payload == b.payload && a.state == b.state);
        digest = add_leaf(digest, &a);
        more = oct9_planes_next(&planes) > 0;
        CHECK_EQ(more, oct9_walk_next(&walk));
    }
    return digest;
}

static void planes_and_walk_agree(void)
{
    oct9_image_t image;
    random_t random = { 53 };
    uint32_t digest = DIGEST_BEGIN;
    world_build(1);
    CHECK_EQ(query_open(&image), OCT9_OK);
    const oct9_map_t image_map = oct9_map_of_image(&image);
    for (int i = 0; i < SEGMENTS; i++) {
        const oct9_point_t from = world_point(&random), to = world_point(&random);
        digest = compare_segment(digest, &world_map, &from, &to);
        digest = compare_segment(digest, &image_map, &from, &to);
    }
    for (unsigned i = 0; i < 2 * WORLD_EDGES; i++) {
        oct9_point_t from, to;
        world_edge(i / 2, i % 2 ? &to : &from, i % 2 ? &from : &to);
        digest = compare_segment(digest, &world_map, &from, &to);
    }
    TEST_DIGEST("planes", digest);
}

/* By hand: the cube has eight leaves; a segment that crosses its mid planes one by one visits
 * four of them, one that crosses them at one point two. */
static void four_children(void)
{
    static const oct9_node_t middle = { { 256, 256, 256 }, 8 };
    static const uint16_t bits[4] = { 0, 1, 3, 7 };
    const oct9_point_t low = POINT(16000, 15000, 14000), high = POINT(17000, 17000, 17000);
    const oct9_point_t zero = POINT(0, 0, 0), corner = POINT(32767, 32767, 32767);
    const oct9_point_t below = POINT(-16384, -16384, -16384), above = POINT(49151, 49151, 49151);
    oct9_planes_t planes;
    oct9_leaf_t leaf;
    (void)oct9_tree_init(&world_tree, world_pool, WORLD_BLOCKS, NULL);
    CHECK_EQ(oct9_tree_set_node(&world_tree, &middle, 2), OCT9_OK);
    CHECK(oct9_planes_begin(&planes, &world_map, &low, &high));
    for (unsigned i = 0; i < 4; i++) {
        oct9_planes_leaf(&planes, &leaf);
        CHECK_EQ(leaf.corner.x, 256u * (bits[i] & 1u));
        CHECK_EQ(leaf.corner.y, 256u * (bits[i] >> 1 & 1u));
        CHECK_EQ(leaf.corner.z, 256u * (bits[i] >> 2));
        CHECK_EQ(oct9_planes_next(&planes), i < 3);
    }
    CHECK_EQ(leaf.state, OCT9_OCCUPIED);
    CHECK(oct9_planes_begin(&planes, &world_map, &corner, &zero));
    CHECK(oct9_planes_next(&planes));
    CHECK(!oct9_planes_next(&planes)); /* and stays where it was */
    oct9_planes_leaf(&planes, &leaf);
    CHECK_EQ(leaf.corner.x | leaf.corner.y | leaf.corner.z, 0);
    CHECK(oct9_planes_begin(&planes, &world_map, &above, &below)); /* from and to the outside */
    oct9_planes_leaf(&planes, &leaf);
    CHECK_EQ(leaf.corner.x & leaf.corner.y & leaf.corner.z, 256);
    CHECK(oct9_planes_next(&planes));
    CHECK(!oct9_planes_next(&planes));
    CHECK(oct9_planes_begin(&planes, &world_map, &below, &above));
    CHECK(oct9_planes_next(&planes));
    CHECK(!oct9_planes_next(&planes));
}

/* A write between two leaves is seen by the next step. */
static void stale_after_a_write(void)
{
    static const oct9_node_t middle = { { 256, 256, 256 }, 8 };
    const oct9_point_t low = POINT(16000, 15000, 14000), high = POINT(17000, 17000, 17000);
    oct9_planes_t planes;
    CHECK_EQ(oct9_tree_init(&world_tree, world_pool, WORLD_BLOCKS, NULL), OCT9_OK);
    CHECK_EQ(oct9_tree_set_node(&world_tree, &middle, 2), OCT9_OK);
    CHECK(oct9_planes_begin(&planes, &world_map, &low, &high));
    CHECK_EQ(oct9_planes_next(&planes), 1);
    CHECK_EQ(oct9_tree_set_node(&world_tree, &middle, 1), OCT9_OK);
    CHECK_EQ(oct9_planes_next(&planes), OCT9_ERR_STALE);
}

GOLDEN_SUITE(planes)
{
    RUN(planes_and_walk_agree);
    RUN(four_children);
    RUN(stale_after_a_write);
}
