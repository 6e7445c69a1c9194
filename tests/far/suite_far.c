/* SPDX-License-Identifier: MIT */
/* Far rays and spheres through three tiles, the same answers on every machine; and by hand what a
 * failure, a slow tile and a move by another do to them. test_far_oracle checks the answers. */
#include "oct9/far.h"
#include "tests/golden/query.h"
#include "tests/golden/suites.h"
#include "tests/golden/tiles.h"
#include "tests/test.h"

enum { QUESTIONS = 30 };

static oct9_far_t far;
static oct9_far_input_t input;
static oct9_far_output_t output;

/* Opens the world, whose tiles are tiled space: all else is free. */
static void open_tiles(void)
{
    const oct9_far_input_t fresh = { .rules = { .unknown = OCT9_PASSES } };
    input = fresh;
    tiles_make();
    CHECK_EQ(tiles_open(TILES_SLOTS), OCT9_OK);
    tiles_input.absent = OCT9_FREE;
    CHECK_EQ(oct9_world_open(&tiles_world, &tiles_input), OCT9_OK);
}

static oct9_status_t begin(bool ray)
{
    return ray ? oct9_far_ray_begin(&far, &tiles_world, &input)
               : oct9_far_sphere_begin(&far, &tiles_world, &input);
}

static oct9_status_t finish(uint32_t budget)
{
    oct9_status_t status;
    do
        status = oct9_far_run(&far, budget, &output);
    while (status == OCT9_AGAIN);
    return status;
}

static oct9_mm_t place(random_t *random)
{
    const oct9_mm_t at = { (int32_t)random_below(random, 180000) - 30000,
                           (int32_t)random_below(random, 180000) - 30000,
                           (int32_t)random_below(random, 80000) - 8000 };
    return at;
}

static uint32_t add_answer(uint32_t digest)
{
    digest = digest_add(digest, (uint32_t)output.hit);
    digest = digest_add(digest, output.num);
    digest = digest_add(digest, output.den);
    digest = digest_add(digest, (uint32_t)output.stop_mm.x);
    digest = digest_add(digest, (uint32_t)output.stop_mm.y);
    digest = digest_add(digest, (uint32_t)output.stop_mm.z);
    return digest_add(digest, output.leaves << 16 | output.nodes);
}

static void answers(void)
{
    random_t random = { 45 };
    uint32_t digest = DIGEST_BEGIN;
    open_tiles();
    for (unsigned i = 0; i < QUESTIONS; i++) {
        const bool ray = i % 2 == 0;
        input.from_mm = place(&random);
        input.to_mm = place(&random);
        input.radius_mm = (int32_t)random_below(&random, 2000);
        input.rules.unknown = i % 4 < 2 ? OCT9_PASSES : OCT9_BLOCKS;
        CHECK_EQ(begin(ray), OCT9_OK);
        CHECK_EQ(finish(query_budgets[i / 2 % QUERY_BUDGETS]), OCT9_OK);
        const oct9_far_output_t sliced = output;
        CHECK_EQ(begin(ray), OCT9_OK);
        CHECK_EQ(finish(UINT32_MAX), OCT9_OK);
        CHECK(sliced.hit == output.hit && sliced.num == output.num && sliced.den == output.den);
        digest = add_answer(digest);
    }
    TEST_DIGEST("far", digest);
}

/* From before the tiles to behind them. */
static void go_through(bool ray)
{
    const oct9_mm_t from = { -20000, 32000, 200000 }, to = { 300000, 32000, 200000 };
    open_tiles();
    input.from_mm = from;
    input.to_mm = to;
    input.radius_mm = 100;
    CHECK_EQ(begin(ray), OCT9_OK);
}

/* Above the tiles all is free; a tile that cannot be had blocks, or the query fails where it might
 * pass. */
static void bad_tiles(void)
{
    static const oct9_policy_t inside[] = { OCT9_BLOCKS, OCT9_PASSES, OCT9_LEAVES };
    for (unsigned i = 0; i < 12; i++) {
        const bool all_block = i / 2 % 2 && i < 4;
        go_through(i % 2 == 0);
        CHECK_EQ(finish(1), OCT9_OK);
        CHECK_EQ(output.hit, OCT9_HIT_NONE);
        CHECK(output.num == 1 && output.den == 1 && output.stop_mm.x == 300000);
        input.from_mm.z = input.to_mm.z = 16000;
        input.rules.unknown = i / 2 % 2 ? OCT9_BLOCKS : OCT9_PASSES;
        input.rules.start_inside = inside[i / 4];
        CHECK_EQ(oct9_world_open(&tiles_world, &tiles_input), OCT9_OK);
        CHECK_EQ(begin(i % 2 == 0), OCT9_OK);
        tiles_answer = OCT9_ERR_STORE_READ;
        CHECK_EQ(finish(7), all_block ? OCT9_OK : OCT9_ERR_STORE_READ);
        if (all_block) {
            CHECK_EQ(output.hit, OCT9_HIT_LEAF);
            CHECK_EQ(output.leaf.state, OCT9_UNKNOWN);
            CHECK(output.stop_mm.x <= -500 && output.stop_mm.x > -700);
        }
    }
}

/* Tiles that come late, and a table that is bad. */
static void slow_and_bad(void)
{
    go_through(true);
    input.from_mm.z = input.to_mm.z = 16000;
    CHECK_EQ(begin(true), OCT9_OK);
    tiles_answer = OCT9_AGAIN;
    for (unsigned i = 0; i < 20; i++)
        CHECK_EQ(oct9_far_run(&far, UINT32_MAX, &output), OCT9_AGAIN);
    tiles_answer = OCT9_OK;
    CHECK_EQ(finish(100), OCT9_OK);
    tiles_file.header.crc ^= 1;
    CHECK_EQ(oct9_world_open(&tiles_world, &tiles_input), OCT9_OK);
    CHECK_EQ(begin(false), OCT9_OK);
    CHECK_EQ(finish(1), OCT9_ERR_IMAGE_CRC);
}

/* A query that has ended, or did not begin, does not go on. */
static void ended(void)
{
    const oct9_far_t none = { 0 };
    far = none;
    CHECK_EQ(oct9_far_run(&far, 1, &output), OCT9_ERR_STALE);
    for (unsigned i = 0; i < 4; i++) {
        go_through(i % 2 == 0);
        if (i / 2) {
            input.from_mm.z = input.to_mm.z = 16000;
            input.rules.unknown = OCT9_BLOCKS;
            tiles_answer = OCT9_ERR_STORE_READ;
            CHECK_EQ(begin(i % 2 == 0), OCT9_OK);
        }
        CHECK_EQ(finish(100), OCT9_OK);
        CHECK_EQ(output.hit, i / 2 ? OCT9_HIT_LEAF : OCT9_HIT_NONE);
        CHECK_EQ(oct9_far_run(&far, 1, &output), OCT9_ERR_STALE);
        CHECK_EQ(begin(i % 2 == 0), OCT9_OK);
        input.to_mm.x = INT32_MAX;
        CHECK_EQ(begin(i % 2 == 0), OCT9_ERR_RANGE);
        CHECK_EQ(oct9_far_run(&far, 1, &output), OCT9_ERR_STALE);
    }
}

/* Another moves the world, or opens it. */
static void others(void)
{
    const oct9_mm_t elsewhere = { 1000000, 0, 0 };
    for (unsigned i = 0; i < 20; i++) {
        go_through(i % 2 == 0);
        for (unsigned k = 0; k < i; k++)
            CHECK_EQ(oct9_far_run(&far, 1, &output), OCT9_AGAIN);
        CHECK_EQ(oct9_world_at(&tiles_world, &elsewhere, 1000), OCT9_AGAIN);
        CHECK_EQ(oct9_far_run(&far, 1, &output), OCT9_ERR_STALE);
        CHECK_EQ(begin(i % 2 == 0), OCT9_OK);
        CHECK_EQ(finish(100), OCT9_OK);
        CHECK_EQ(begin(i % 2 == 0), OCT9_OK);
        CHECK_EQ(oct9_world_open(&tiles_world, &tiles_input), OCT9_OK);
        CHECK_EQ(oct9_far_run(&far, 1, &output), OCT9_ERR_STALE);
    }
}

static oct9_status_t begin_x(bool ray, int32_t from, int32_t to)
{
    input.from_mm.x = from;
    input.to_mm.x = to;
    return begin(ray);
}

/* 32,766 tiles are further than int32_t has mm, here; so are the most pieces. */
static void ranges(void)
{
    go_through(true);
    CHECK_EQ(oct9_far_run(&far, 0, &output), OCT9_ERR_ARGUMENT);
    CHECK_EQ(begin_x(true, INT32_MIN, INT32_MAX), OCT9_ERR_RANGE);
    CHECK_EQ(begin_x(true, 0, 4194303 * 125), OCT9_ERR_RANGE);
    CHECK_EQ(begin_x(true, -500, 2097151 * 125 - 500), OCT9_OK);
    CHECK_EQ(begin_x(false, -500, 2097151 * 125 - 500), OCT9_OK);
    input.radius_mm = 8000;
    CHECK_EQ(begin_x(false, 0, 1000), OCT9_OK);
    input.radius_mm = 8001;
    CHECK_EQ(begin_x(false, 0, 1000), OCT9_ERR_RANGE);
    CHECK_EQ(begin_x(true, 0, 1000), OCT9_OK);
    input.radius_mm = -1;
    CHECK_EQ(begin_x(false, 0, 1000), OCT9_ERR_ARGUMENT);
    input.radius_mm = 100;
    CHECK_EQ(begin_x(false, 40, 40), OCT9_OK); /* at rest */
    CHECK_EQ(finish(1), OCT9_OK);
    CHECK(output.num <= output.den && output.stop_mm.x == 40);
    for (unsigned i = 0; i < QUERY_BAD_RULES; i++) {
        input.rules = query_bad_rules[i].rules;
        CHECK_EQ(begin_x(i % 2 == 0, 0, 1000), query_bad_rules[i].status);
    }
}

GOLDEN_SUITE(far)
{
    RUN(answers);
    RUN(bad_tiles);
    RUN(slow_and_bad);
    RUN(ended);
    RUN(others);
    RUN(ranges);
}
