/* SPDX-License-Identifier: MIT */
/* Walks over the tree and the image of one map: equal, and the same on every machine.
 * test_walk_oracle checks which they should be. */
#include "oct9/walk.h"
#include "tests/golden/query.h"
#include "tests/golden/suites.h"
#include "tests/golden/world.h"
#include "tests/test.h"

enum { WALKS = 500 };

static oct9_image_t image;
static oct9_map_t image_map;

static uint32_t compare_leaves(uint32_t digest, const oct9_walk_t *a, const oct9_walk_t *b)
{
    oct9_leaf_t p, q;
    oct9_walk_leaf(a, &p);
    oct9_walk_leaf(b, &q);
    CHECK_EQ(p.corner.x, q.corner.x);
    CHECK_EQ(p.corner.y, q.corner.y);
    CHECK_EQ(p.corner.z, q.corner.z);
    CHECK_EQ(p.level, q.level);
    CHECK_EQ(p.state, q.state);
    oct9_fraction_t entry, same;
    const oct9_face_t face = oct9_walk_entry(a, &entry);
    CHECK_EQ(face, oct9_walk_entry(b, &same));
    CHECK(entry.num == same.num && entry.den == same.den);
    digest = digest_add(digest, (uint32_t)p.corner.x << 16 | p.corner.y);
    digest = digest_add(digest, (uint32_t)p.corner.z << 16 | (uint32_t)p.level << 8 | p.state);
    digest = digest_add(digest, entry.num);
    return digest_add(digest, entry.den << 3 | (uint32_t)face);
}

static void tree_and_image_agree(void)
{
    random_t random = { 51 };
    uint32_t digest = DIGEST_BEGIN;
    world_build(1);
    CHECK_EQ(query_open(&image), OCT9_OK);
    image_map = oct9_map_of_image(&image);
    for (int i = 0; i < WALKS; i++) {
        const oct9_point_t from = world_point(&random), to = world_point(&random);
        oct9_walk_t a, b;
        bool more_a = oct9_walk_begin(&a, &world_map, &from, &to);
        bool more_b = oct9_walk_begin(&b, &image_map, &from, &to);
        while (more_a && more_b) {
            digest = compare_leaves(digest, &a, &b);
            more_a = oct9_walk_next(&a) > 0;
            more_b = oct9_walk_next(&b) > 0;
        }
        CHECK_EQ(more_a, more_b);
    }
    TEST_DIGEST("walk", digest);
}

/* By hand: a diagonal through corners of cells visits each cell once. */
static void diagonal(void)
{
    (void)oct9_tree_init(&world_tree, world_pool, WORLD_BLOCKS, NULL);
    for (uint16_t i = 0; i < 4; i++)
        (void)oct9_tree_set_cell(&world_tree, (oct9_cell_t){ i, i, i }, (uint16_t)(i % 2u + 1u));
    const oct9_point_t low = POINT(0, 0, 0), high = POINT(255, 255, 255);
    oct9_walk_t walk;
    oct9_leaf_t leaf;
    oct9_fraction_t time;
    CHECK(oct9_walk_begin(&walk, &world_map, &low, &high));
    for (uint16_t i = 0; i < 4; i++) {
        oct9_walk_leaf(&walk, &leaf);
        CHECK_EQ(leaf.corner.x, i);
        CHECK_EQ(leaf.level, 0);
        (void)oct9_walk_entry(&walk, &time);
        CHECK_EQ(time.num, 64 * i);
        CHECK_EQ(oct9_walk_next(&walk), i < 3);
    }
    CHECK(!oct9_walk_next(&walk)); /* and stays where it was */
    oct9_walk_leaf(&walk, &leaf);
    CHECK_EQ(leaf.corner.x, 3);

    CHECK(oct9_walk_begin(&walk, &world_map, &high, &low));
    for (uint16_t i = 4; i-- > 0;) {
        oct9_walk_leaf(&walk, &leaf);
        CHECK_EQ(leaf.corner.z, i);
        CHECK_EQ(oct9_walk_entry(&walk, &time), i == 3 ? OCT9_FACE_NONE : OCT9_FACE_X_HIGH);
        CHECK_EQ(oct9_walk_next(&walk), i > 0);
    }
}

/* A point on a plane lies in the upper cell only; beyond the cube there is nothing. */
static void rims(void)
{
    (void)oct9_tree_init(&world_tree, world_pool, WORLD_BLOCKS, NULL);
    oct9_walk_t walk;
    oct9_fraction_t time;
    const oct9_point_t corner = POINT(32767, 32767, 32767), zero = POINT(0, 0, 0);
    const oct9_point_t below = POINT(-1, 0, 0), far = POINT(-16384, -16384, -16384);
    const oct9_point_t above = POINT(32768, 0, 0), top = POINT(32767, 0, 0);
    const oct9_point_t farther = POINT(49151, 49151, 49151);
    CHECK(oct9_walk_begin(&walk, &world_map, &corner, &corner));
    CHECK(!oct9_walk_next(&walk));
    CHECK(!oct9_walk_begin(&walk, &world_map, &below, &below));
    CHECK(!oct9_walk_begin(&walk, &world_map, &far, &below));
    CHECK(oct9_walk_begin(&walk, &world_map, &below, &zero));
    CHECK_EQ(oct9_walk_entry(&walk, &time), OCT9_FACE_X_LOW);
    CHECK(time.num == 1 && time.den == 1);
    CHECK(oct9_walk_begin(&walk, &world_map, &far, &corner));
    (void)oct9_walk_entry(&walk, &time);
    CHECK(time.num == 16384 && time.den == 49151);
    CHECK(!oct9_walk_next(&walk));
    CHECK(!oct9_walk_begin(&walk, &world_map, &above, &above));
    CHECK(!oct9_walk_begin(&walk, &world_map, &farther, &above));
    CHECK(oct9_walk_begin(&walk, &world_map, &above, &top)); /* inside just after it begins */
    CHECK_EQ(oct9_walk_entry(&walk, &time), OCT9_FACE_X_HIGH);
    CHECK_EQ(time.num, 0);
    CHECK(!oct9_walk_next(&walk));
    CHECK(oct9_walk_begin(&walk, &world_map, &farther, &zero));
    (void)oct9_walk_entry(&walk, &time);
    CHECK(time.num == 16383 && time.den == 49151);
    CHECK(!oct9_walk_next(&walk));
}

/* Through each face: a low one is inside, a high one is outside. */
static void six_faces(void)
{
    oct9_walk_t walk;
    oct9_fraction_t time;
    (void)oct9_tree_init(&world_tree, world_pool, WORLD_BLOCKS, NULL);
    for (unsigned face = 0; face < 6; face++) {
        const bool high = face & 1u;
        const oct9_point_t outside = world_at_face(face, -300), rim = world_at_face(face, 0);
        const oct9_point_t inside = world_at_face(face, 700);
        CHECK(oct9_walk_begin(&walk, &world_map, &outside, &inside));
        CHECK_EQ(oct9_walk_entry(&walk, &time), face);
        CHECK(time.num == 300 && time.den == 1000);
        CHECK(!oct9_walk_next(&walk));
        CHECK(oct9_walk_begin(&walk, &world_map, &inside, &outside));
        CHECK_EQ(oct9_walk_entry(&walk, &time), OCT9_FACE_NONE);
        CHECK(!oct9_walk_next(&walk));
        CHECK_EQ(oct9_walk_begin(&walk, &world_map, &outside, &rim), !high);
        CHECK_EQ(oct9_walk_begin(&walk, &world_map, &rim, &outside), !high);
        CHECK_EQ(oct9_walk_begin(&walk, &world_map, &rim, &rim), !high);
        CHECK(oct9_walk_begin(&walk, &world_map, &rim, &inside));
        CHECK_EQ(oct9_walk_entry(&walk, &time), high ? face : OCT9_FACE_NONE);
        CHECK_EQ(time.num, 0);
    }
}

static void past_edges(void)
{
    oct9_walk_t walk;
    oct9_fraction_t time;
    (void)oct9_tree_init(&world_tree, world_pool, WORLD_BLOCKS, NULL);
    for (unsigned i = 0; i < WORLD_EDGES; i++) {
        oct9_point_t from, to;
        world_edge(i, &from, &to);
        CHECK_EQ(oct9_walk_begin(&walk, &world_map, &from, &to), i == 0);
        CHECK_EQ(oct9_walk_begin(&walk, &world_map, &to, &from), i == 0);
        if (i > 0)
            continue;
        (void)oct9_walk_entry(&walk, &time);
        CHECK_EQ(2 * time.num, time.den);
        CHECK(!oct9_walk_next(&walk));
    }
}

GOLDEN_SUITE(walk)
{
    RUN(tree_and_image_agree);
    RUN(diagonal);
    RUN(rims);
    RUN(six_faces);
    RUN(past_edges);
}
