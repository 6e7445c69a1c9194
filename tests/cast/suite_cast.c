/* SPDX-License-Identifier: MIT */
/* Casts: policies by hand, slices against the whole, tree against image. */
#include "oct9/cast.h"
#include "tests/golden/query.h"
#include "tests/golden/suites.h"
#include "tests/golden/world.h"
#include "tests/test.h"

enum { CASTS = 400 };

static uint32_t digest_output(uint32_t digest, const oct9_cast_output_t *out)
{
    digest = digest_add(digest, (uint32_t)out->hit << 8 | (uint32_t)out->face);
    if (out->hit == OCT9_HIT_LEAF)
        digest = digest_add(digest, (uint32_t)out->leaf.corner.x << 16 | out->leaf.level);
    digest = digest_add(digest, out->fraction.num);
    digest = digest_add(digest, out->fraction.den);
    digest = digest_add(digest, (uint32_t)(uint16_t)out->point.x << 16 | (uint16_t)out->point.y);
    return digest_add(digest, (uint16_t)out->point.z);
}

static void check_slices(const oct9_map_t *map, const oct9_cast_input_t *input,
                         const oct9_cast_output_t *whole, uint32_t budget)
{
    oct9_cast_t cast;
    oct9_cast_output_t out;
    oct9_status_t status = OCT9_AGAIN;
    CHECK_EQ(oct9_cast_begin(&cast, map, input), OCT9_OK);
    for (uint32_t calls = 1; status == OCT9_AGAIN; calls++) {
        status = oct9_cast_run(&cast, budget, &out);
        CHECK(out.leaves <= calls * budget);
    }
    CHECK_EQ(status, OCT9_OK);
    CHECK_EQ(oct9_cast_run(&cast, budget, &out), OCT9_OK); /* and says so again */
    CHECK_EQ(digest_output(0, &out), digest_output(0, whole));
    CHECK(out.leaves == whole->leaves && out.nodes == whole->nodes);
}

static void all_policies(void)
{
    random_t random = { 61 };
    uint32_t digest = DIGEST_BEGIN;
    oct9_image_t image;
    world_build(1);
    CHECK_EQ(query_open(&image), OCT9_OK);
    const oct9_map_t image_map = oct9_map_of_image(&image);
    for (unsigned i = 0; i < CASTS; i++) {
        static const uint32_t budgets[] = { 1, 2, 7, 100 };
        const oct9_point_t from = world_point(&random), to = world_point(&random);
        const oct9_cast_input_t input = { .from = from,
                                          .to = to,
                                          .rules = {
                                              .unknown = (oct9_policy_t)(i & 1u),
                                              .outside = i & 2u ? OCT9_FREE : OCT9_OCCUPIED,
                                              .start_inside = (oct9_policy_t)(i >> 2 & 1u) } };
        oct9_cast_output_t a, b;
        CHECK_EQ(oct9_cast_ray(&world_map, &input, &a), OCT9_OK);
        CHECK_EQ(oct9_cast_ray(&image_map, &input, &b), OCT9_OK);
        CHECK_EQ(digest_output(0, &a), digest_output(0, &b));
        CHECK(b.leaves <= a.leaves);
        check_slices(&world_map, &input, &a, budgets[i / 8 % 4]);
        check_slices(&image_map, &input, &b, budgets[i / 8 % 4]);
        digest = digest_output(digest, &a);
    }
    TEST_DIGEST("cast", digest);
}

/* One obstacle at cells 8..15 of x, free around it to x = 31, all else unknown. */
static void build_wall(void)
{
    const oct9_box_t free_space = { { 0, 0, 0 }, { 32, 64, 64 } };
    const oct9_box_t wall = { { 8, 0, 0 }, { 16, 64, 64 } };
    CHECK_EQ(oct9_tree_init(&world_tree, world_pool, WORLD_BLOCKS, NULL), OCT9_OK);
    CHECK_EQ(oct9_tree_fill_box(&world_tree, &free_space, 1), OCT9_OK);
    CHECK_EQ(oct9_tree_fill_box(&world_tree, &wall, 2), OCT9_OK);
}

static void policies_by_hand(void)
{
    build_wall();
    oct9_cast_input_t in = { .from = POINT(64, 100, 100), .to = POINT(1064, 110, 100) };
    oct9_cast_output_t out;
    CHECK_EQ(oct9_cast_ray(&world_map, &in, &out), OCT9_OK);
    CHECK_EQ(out.hit, OCT9_HIT_LEAF);
    CHECK_EQ(out.leaf.corner.x, 8);
    CHECK_EQ(out.leaf.state, OCT9_OCCUPIED);
    CHECK_EQ(out.face, OCT9_FACE_X_LOW);
    CHECK(out.fraction.num == 8 * 64 - 64 && out.fraction.den == 1000);
    CHECK(out.point.x == AT(512) && out.point.y == AT(104) && out.point.z == AT(100));

    in.from.x = AT(600); /* inside the wall */
    CHECK_EQ(oct9_cast_ray(&world_map, &in, &out), OCT9_OK);
    CHECK_EQ(out.face, OCT9_FACE_NONE);
    CHECK(out.fraction.num == 0 && out.point.x == AT(600));
    in.rules.start_inside = OCT9_PASSES;
    CHECK_EQ(oct9_cast_ray(&world_map, &in, &out), OCT9_OK);
    CHECK_EQ(out.hit, OCT9_HIT_NONE);
    CHECK(out.point.x == AT(1064) && out.fraction.num == out.fraction.den);

    in.from.x = AT(1100); /* on into the unknown */
    in.to.x = AT(3000);
    CHECK_EQ(oct9_cast_ray(&world_map, &in, &out), OCT9_OK);
    CHECK(out.hit == OCT9_HIT_LEAF && out.leaf.state == OCT9_UNKNOWN && out.point.x == AT(2048));
    in.rules.unknown = OCT9_PASSES;
    CHECK_EQ(oct9_cast_ray(&world_map, &in, &out), OCT9_OK);
    CHECK_EQ(out.hit, OCT9_HIT_NONE);

    in.from.x = AT(300); /* out of the cube at x = 0 */
    in.to.x = AT(-300);
    CHECK_EQ(oct9_cast_ray(&world_map, &in, &out), OCT9_OK);
    CHECK_EQ(out.hit, OCT9_HIT_NONE); /* the outside is unknown, and that passes */
    in.rules.outside = OCT9_OCCUPIED;
    CHECK_EQ(oct9_cast_ray(&world_map, &in, &out), OCT9_OK);
    CHECK_EQ(out.hit, OCT9_HIT_OUTSIDE);
    CHECK(out.fraction.num == 300 && out.fraction.den == 600 && out.point.x == AT(0));
    in.rules.outside = OCT9_FREE;
    CHECK_EQ(oct9_cast_ray(&world_map, &in, &out), OCT9_OK);
    CHECK_EQ(out.hit, OCT9_HIT_NONE);
    in.from.x = AT(-300); /* and from outside onto the wall */
    in.to.x = AT(700);
    CHECK_EQ(oct9_cast_ray(&world_map, &in, &out), OCT9_OK);
    CHECK(out.hit == OCT9_HIT_LEAF && out.fraction.num == 812 && out.fraction.den == 1000);
    in.rules.outside = OCT9_OCCUPIED;
    CHECK_EQ(oct9_cast_ray(&world_map, &in, &out), OCT9_OK);
    CHECK(out.hit == OCT9_HIT_OUTSIDE && out.fraction.num == 0 && out.point.x == AT(-300));
}

static void ray(const oct9_cast_input_t *in, oct9_cast_output_t *out, oct9_hit_t hit, uint32_t num,
                uint32_t den)
{
    CHECK_EQ(oct9_cast_ray(&world_map, in, out), OCT9_OK);
    CHECK_EQ(out->hit, hit);
    CHECK_EQ(out->fraction.num * den, num * out->fraction.den);
}

/* Into the cube and out of it, at each face: a low one is inside, a high one is outside. */
static void six_faces(void)
{
    const oct9_node_t cube = { { 0, 0, 0 }, OCT9_LEVELS };
    oct9_cast_output_t out;
    CHECK_EQ(oct9_tree_init(&world_tree, world_pool, WORLD_BLOCKS, NULL), OCT9_OK);
    for (unsigned face = 0; face < 6; face++) {
        const bool high = face & 1u;
        const oct9_point_t outside = world_at_face(face, -300), rim = world_at_face(face, 0);
        const oct9_point_t inside = world_at_face(face, 700);
        oct9_cast_input_t in = { .from = outside, .to = inside, .rules = { .outside = OCT9_FREE } };
        CHECK_EQ(oct9_tree_set_node(&world_tree, &cube, 2), OCT9_OK);
        ray(&in, &out, OCT9_HIT_LEAF, 300, 1000);
        CHECK_EQ(out.face, face);
        CHECK(query_point_is(&out.point, rim.x, rim.y, rim.z));
        in.to = world_at_face(face, 1);
        ray(&in, &out, OCT9_HIT_LEAF, 300, 301);
        in.to = rim;
        ray(&in, &out, high ? OCT9_HIT_NONE : OCT9_HIT_LEAF, 1, 1);
        in.to = world_at_face(face, -1);
        ray(&in, &out, OCT9_HIT_NONE, 1, 1);
        in.rules.outside = OCT9_OCCUPIED;
        in.to = inside;
        ray(&in, &out, OCT9_HIT_OUTSIDE, 0, 1);
        in.from = rim;
        ray(&in, &out, high ? OCT9_HIT_OUTSIDE : OCT9_HIT_LEAF, 0, 1);

        CHECK_EQ(oct9_tree_set_node(&world_tree, &cube, 1), OCT9_OK);
        in.from = inside;
        in.to = outside;
        ray(&in, &out, OCT9_HIT_OUTSIDE, 700, 1000);
        CHECK(query_point_is(&out.point, rim.x, rim.y, rim.z));
        in.to = world_at_face(face, -1);
        ray(&in, &out, OCT9_HIT_OUTSIDE, 700, 701);
        in.to = rim;
        ray(&in, &out, high ? OCT9_HIT_OUTSIDE : OCT9_HIT_NONE, 1, 1);
        in.to = world_at_face(face, 1);
        ray(&in, &out, OCT9_HIT_NONE, 1, 1);
    }
}

static void errors(void)
{
    oct9_cast_input_t in = { .from = POINT(0, 0, 0), .to = POINT(1, 1, 1) };
    oct9_cast_output_t out = { .leaves = 77 };
    oct9_cast_t cast;
    in.rules.unknown = OCT9_LEAVES;
    CHECK_EQ(oct9_cast_ray(&world_map, &in, &out), OCT9_ERR_ARGUMENT);
    in.rules.unknown = OCT9_BLOCKS;
    in.rules.outside = (oct9_state_t)3;
    CHECK_EQ(oct9_cast_ray(&world_map, &in, &out), OCT9_ERR_ARGUMENT);
    in.rules.outside = OCT9_OCCUPIED;
    in.rules.start_inside = (oct9_policy_t)3;
    CHECK_EQ(oct9_cast_begin(&cast, &world_map, &in), OCT9_ERR_ARGUMENT);
    in.rules.start_inside = OCT9_BLOCKS;
    CHECK_EQ(oct9_cast_begin(&cast, &world_map, &in), OCT9_OK);
    CHECK_EQ(oct9_cast_run(&cast, 0, &out), OCT9_ERR_ARGUMENT);
    CHECK_EQ(out.leaves, 77);
}

/* Every status has its own text. */
static void texts(void)
{
    const char *unknown = oct9_status_text((oct9_status_t)1);
    for (int status = OCT9_OK; status >= OCT9_ERR_PATCH_ROOM; status--) {
        CHECK(oct9_status_text((oct9_status_t)status) != unknown);
        for (int other = OCT9_OK; other > status; other--)
            CHECK(oct9_status_text((oct9_status_t)status) !=
                  oct9_status_text((oct9_status_t)other));
    }
    CHECK(oct9_status_text((oct9_status_t)(OCT9_ERR_PATCH_ROOM - 1)) == unknown);
}

GOLDEN_SUITE(cast)
{
    RUN(all_policies);
    RUN(policies_by_hand);
    RUN(six_faces);
    RUN(errors);
    RUN(texts);
}
