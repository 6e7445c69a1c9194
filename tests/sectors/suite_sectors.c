/* SPDX-License-Identifier: MIT */
/* Sectors: distances worked out by hand, slices against the whole, tree against image, what is
 * refused and what a write does. test_sectors_oracle checks the answers. The room is that of
 * query.h. */
#include "oct9/sectors.h"
#include "oct9/tree.h"
#include "tests/golden/query.h"
#include "tests/golden/suites.h"
#include "tests/test.h"

#include <stdbool.h>

enum { PLACES = 48, QUESTIONS = 60, NONE = OCT9_SECTORS_NONE };

static oct9_sectors_t scratch;
static int16_t borders[4];
static uint16_t obstacle[PLACES], known[PLACES], kept[2][PLACES];
static oct9_sectors_input_t input;

/* Four sectors, about +x, +y, -x and -y; one layer. */
static void four(oct9_point_t point, int16_t low, int16_t high)
{
    const oct9_sectors_input_t fresh = { .point = point,
                                         .range_q6 = 6000,
                                         .from = 57344,
                                         .sectors = 4,
                                         .layers = 1,
                                         .borders = borders,
                                         .obstacle_q6 = obstacle,
                                         .free_q6 = known };
    input = fresh;
    borders[0] = low;
    borders[1] = high;
}

static void finds(const uint16_t obstacles[4], const uint16_t frees[4])
{
    CHECK_EQ(oct9_sectors_find(&world_map, &input), OCT9_OK);
    for (unsigned s = 0; s < 4; s++) {
        CHECK_EQ(obstacle[s], obstacles[s]);
        CHECK_EQ(known[s], frees[s]);
    }
}

/* --- by hand --------------------------------------------------------------------------------- */

/* Before the block's middle; the cube ends 200 behind, and is seen 768 beside, and behind at 135
 * degrees. */
static void distances(void)
{
    query_room();
    four(world_at(200, 768, 768), -100, 100);
    finds((const uint16_t[4]){ 312, NONE, NONE, NONE }, (const uint16_t[4]){ 312, 282, 200, 282 });
    input.radius_q6 = 56;
    finds((const uint16_t[4]){ 256, NONE, NONE, NONE }, (const uint16_t[4]){ 256, 226, 144, 226 });
    input.range_q6 = 256; /* is included */
    finds((const uint16_t[4]){ 256, NONE, NONE, NONE }, (const uint16_t[4]){ 256, 226, 144, 226 });
    input.range_q6 = 255;
    finds((const uint16_t[4]){ NONE, NONE, NONE, NONE },
          (const uint16_t[4]){ NONE, 226, 144, 226 });
    input.radius_q6 = 600;
    finds((const uint16_t[4]){ 0, NONE, NONE, NONE }, (const uint16_t[4]){ 0, 0, 0, 0 });
    four(world_at(256, 768, 768), -100, 100); /* the block's corners are at 45 degrees */
    finds((const uint16_t[4]){ 256, 362, NONE, 362 }, (const uint16_t[4]){ 256, 362, 256, 362 });
    input.point.x = AT(255);
    finds((const uint16_t[4]){ 257, NONE, NONE, NONE }, (const uint16_t[4]){ 257, 360, 255, 360 });
}

/* The block is from 512 to 1024 in height: faces and borders count. */
static void layers(void)
{
    query_room();
    four(world_at(256, 768, 1124), -100, -100);
    CHECK_EQ(oct9_sectors_find(&world_map, &input), OCT9_OK);
    CHECK_EQ(obstacle[0], 256);
    borders[0] = borders[1] = -99;
    CHECK_EQ(oct9_sectors_find(&world_map, &input), OCT9_OK);
    CHECK(obstacle[0] == NONE && known[2] == 256);
    borders[0] = -1124; /* the low face of the cube */
    borders[1] = -613;
    CHECK_EQ(oct9_sectors_find(&world_map, &input), OCT9_OK);
    CHECK(obstacle[0] == NONE && known[0] == 0 && known[1] == 0 && known[3] == 0);
    input.layers = 3;
    borders[0] = -700;
    borders[1] = -612;
    borders[2] = borders[3] = 32767; /* above the cube */
    CHECK_EQ(oct9_sectors_find(&world_map, &input), OCT9_OK);
    CHECK(obstacle[0] == 256 && obstacle[4] == 256 && obstacle[8] == NONE);
    CHECK(known[0] == 256 && known[5] == 0 && known[9] == 0);
}

/* Only the glass passes; the block is free then. Outside is 768 beside, 1086 at 45 degrees. */
static void filters(void)
{
    query_room();
    four(world_at(200, 768, 768), -100, 100);
    input.filter_mask = input.filter_value = 4;
    finds((const uint16_t[4]){ 1848, NONE, NONE, NONE },
          (const uint16_t[4]){ 1086, 282, 200, 282 });
    input.point.x = AT(4000); /* the glass ends at 2560, and the fog begins at 4096 */
    finds((const uint16_t[4]){ NONE, NONE, 1440, NONE }, (const uint16_t[4]){ 96, 135, 1086, 135 });
    input.point.x = AT(4200); /* in what is not known */
    finds((const uint16_t[4]){ NONE, NONE, 1640, NONE }, (const uint16_t[4]){ 0, 0, 0, 0 });
}

/* A cube that is one leaf, as seen from outside and inside: the filter counts there, too. */
static void one_leaf(void)
{
    static const oct9_node_t cube = { { 0, 0, 0 }, 9 };
    query_room();
    CHECK_EQ(oct9_tree_set_node(&world_tree, &cube, 2), OCT9_OK);
    four(world_at(-100, 768, 768), -100, 100);
    finds((const uint16_t[4]){ 100, 141, NONE, 141 }, (const uint16_t[4]){ 0, 0, 0, 0 });
    input.filter_mask = input.filter_value = 4;
    finds((const uint16_t[4]){ NONE, NONE, NONE, NONE }, (const uint16_t[4]){ 0, 0, 0, 0 });
    input.point.x = AT(200);
    finds((const uint16_t[4]){ NONE, NONE, NONE, NONE },
          (const uint16_t[4]){ 1086, 282, 200, 282 });
    CHECK_EQ(oct9_tree_set_node(&world_tree, &cube, 6), OCT9_OK);
    finds((const uint16_t[4]){ 0, 0, 0, 0 }, (const uint16_t[4]){ 0, 0, 0, 0 });
}

/* 512 above the block: seen straight down, not at the horizon; there is the glass, 1280 away. */
static void pitches(void)
{
    query_room();
    four(world_at(768, 768, 1536), -16384, -8192);
    input.kind = OCT9_SECTORS_PITCH;
    input.layers = 2;
    borders[2] = 8192;
    CHECK_EQ(oct9_sectors_find(&world_map, &input), OCT9_OK);
    for (unsigned s = 0; s < 4; s++) {
        CHECK_EQ(obstacle[s], 512);
        CHECK_EQ(known[s], 512);
        CHECK(s == 0 ? obstacle[4] >= 1376 && obstacle[4] <= 1378 : obstacle[4 + s] == NONE);
    }
    CHECK(known[6] >= 766 && known[6] <= 768 && known[7] >= 766 && known[7] <= 768);
}

/* A point outside of the cube. */
static void outside(void)
{
    query_room();
    four(world_at(-100, 768, 768), -100, 100);
    finds((const uint16_t[4]){ 612, NONE, NONE, NONE }, (const uint16_t[4]){ 0, 0, 0, 0 });
}

/* Borders that mean all above and all below, from places beside the middle: their sums take more
 * than 16 bits. */
static void endless_layers(void)
{
    const int16_t ends[2][3] = { { -300, INT16_MAX, 100 }, { INT16_MIN, 300, -100 } };
    for (unsigned i = 0; i < 2; i++) {
        query_room();
        four(world_at(256, 768, 768), ends[i][0], ends[i][1]);
        input.point.z = ends[i][2];
        CHECK_EQ(oct9_sectors_find(&world_map, &input), OCT9_OK);
        for (unsigned s = 0; s < 4; s++)
            CHECK_EQ(known[s], 0);
    }
}

/* --- slices ---------------------------------------------------------------------------------- */

static oct9_status_t in_slices(const oct9_map_t *map, uint32_t budget)
{
    oct9_status_t status = oct9_sectors_begin(&scratch, map, &input);
    if (status == OCT9_OK)
        do
            status = oct9_sectors_run(&scratch, budget);
        while (status == OCT9_AGAIN);
    return status;
}

static void random_input(random_t *random, unsigned i)
{
    four(world_point(random), 0, 0);
    input.kind = i % 3u == 2u;
    input.layers = (uint16_t)(1 + i % 3u);
    input.sectors = (uint16_t)(1 + random_below(random, (uint32_t)PLACES / input.layers));
    input.from = (uint16_t)random_u32(random);
    input.radius_q6 = (uint16_t)random_below(random, 1000);
    input.range_q6 = (uint16_t)(1 + random_below(random, i % 4u ? 9000 : 31000));
    for (unsigned b = 0; b <= input.layers; b++)
        borders[b] = (int16_t)((int32_t)random_below(random, 2000) - 5000 + 2500 * (int32_t)b);
}

static void keep(uint16_t to[PLACES], const uint16_t from[PLACES], unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        to[i] = from[i];
}

static bool are_same(const uint16_t a[PLACES], const uint16_t b[PLACES], unsigned count)
{
    bool same = true;
    for (unsigned i = 0; i < count; i++)
        same = same && a[i] == b[i];
    return same;
}

static void answers(void)
{
    random_t random = { 46 };
    uint32_t digest = DIGEST_BEGIN;
    oct9_map_t maps[2];
    query_world(maps);
    for (unsigned i = 0; i < QUESTIONS; i++) {
        random_input(&random, i);
        const unsigned count = (unsigned)input.sectors * input.layers;
        CHECK_EQ(oct9_sectors_find(&maps[0], &input), OCT9_OK);
        keep(kept[0], obstacle, count);
        keep(kept[1], known, count);
        CHECK_EQ(in_slices(&maps[1], query_budgets[i % QUERY_BUDGETS]), OCT9_OK);
        CHECK(are_same(kept[0], obstacle, count) && are_same(kept[1], known, count));
        *(i % 2u ? &input.obstacle_q6 : &input.free_q6) = NULL; /* it is not touched */
        CHECK_EQ(oct9_sectors_find(&maps[i % 2u], &input), OCT9_OK);
        CHECK(are_same(i % 2u ? kept[0] : kept[1], i % 2u ? obstacle : known, count));
        for (unsigned k = 0; k < count; k++)
            digest = digest_add(digest, (uint32_t)obstacle[k] << 16 | known[k]);
    }
    TEST_DIGEST("sectors", digest);
}

/* --- errors ---------------------------------------------------------------------------------- */

static void all_are(unsigned count, uint16_t value)
{
    for (unsigned i = 0; i < count; i++)
        CHECK(obstacle[i] == value && known[i] == value);
}

static void paint(void)
{
    for (unsigned i = 0; i < PLACES; i++)
        obstacle[i] = known[i] = 0xFFFFu;
}

/* 0: nothing is free; what is behind the arrays is not touched. */
static void refused(void)
{
    all_are(4, NONE);
    CHECK_EQ(oct9_sectors_find(&world_map, &input), OCT9_ERR_ARGUMENT);
    all_are(4, 0);
    CHECK(obstacle[4] == NONE && known[4] == NONE);
    paint();
    CHECK_EQ(oct9_sectors_begin(&scratch, &world_map, &input), OCT9_ERR_ARGUMENT);
    all_are(4, 0);
    paint();
    four(world_at(256, 768, 768), -100, 100);
}

static void arguments(void)
{
    query_room();
    paint();
    four(world_at(256, 768, 768), -100, 100);
    input.range_q6 = 0;
    refused();
    input.range_q6 = 32768;
    refused();
    input.radius_q6 = 26768;
    refused();
    input.kind = 2;
    refused();
    borders[1] = -101;
    refused();
    input.filter_value = 1;
    refused();
    input.kind = OCT9_SECTORS_PITCH;
    borders[0] = -16385;
    refused();
    input.kind = OCT9_SECTORS_PITCH;
    borders[1] = 16385;
    refused();
    input.radius_q6 = 26767;
    CHECK_EQ(oct9_sectors_find(&world_map, &input), OCT9_OK);
    CHECK_EQ(oct9_sectors_run(&scratch, 0), OCT9_ERR_ARGUMENT);
}

/* What has no size is not filled. */
static void sizes(void)
{
    static const uint16_t bad[][2] = { { 0, 1 },  { 1, 0 },         { 129, 1 },   { 1, 129 },
                                       { 65, 2 }, { 65535, 65535 }, { 256, 256 }, { 32768, 2 } };
    query_room();
    paint();
    for (unsigned i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        four(world_at(256, 768, 768), -100, 100);
        input.sectors = bad[i][0];
        input.layers = bad[i][1];
        CHECK_EQ(oct9_sectors_find(&world_map, &input), OCT9_ERR_ARGUMENT);
        all_are(PLACES, NONE);
    }
    four(world_at(256, 768, 768), -100, 100);
    input.obstacle_q6 = input.free_q6 = NULL;
    CHECK_EQ(oct9_sectors_find(&world_map, &input), OCT9_ERR_ARGUMENT);
}

/* A write between two slices, and before the first. */
static void writes(void)
{
    for (unsigned slices = 0; slices < 4; slices++) {
        const oct9_cell_t cell = { 300, 300, 300 };
        query_room();
        four(world_at(256, 768, 768), -100, 100);
        paint();
        CHECK_EQ(oct9_sectors_begin(&scratch, &world_map, &input), OCT9_OK);
        for (unsigned i = 0; i < slices; i++)
            CHECK_EQ(oct9_sectors_run(&scratch, 1), OCT9_AGAIN);
        CHECK_EQ(oct9_tree_set_cell(&world_tree, cell, 2), OCT9_OK);
        CHECK_EQ(oct9_sectors_run(&scratch, UINT32_MAX), OCT9_ERR_STALE);
        all_are(4, 0);
        CHECK(obstacle[4] == NONE && known[4] == NONE);
        CHECK_EQ(oct9_sectors_run(&scratch, 1), OCT9_ERR_STALE);
    }
}

/* Asked again after the end it says the same. */
static void ended(void)
{
    query_room();
    four(world_at(200, 768, 768), -100, 100);
    input.radius_q6 = 100;
    CHECK_EQ(in_slices(&world_map, 3), OCT9_OK);
    CHECK(obstacle[0] == 212 && known[3] == 182 && obstacle[1] == NONE);
    CHECK_EQ(oct9_sectors_run(&scratch, 1), OCT9_OK);
    CHECK(obstacle[0] == 212 && known[3] == 182 && obstacle[1] == NONE);
}

GOLDEN_SUITE(sectors)
{
    RUN(distances);
    RUN(layers);
    RUN(filters);
    RUN(one_leaf);
    RUN(pitches);
    RUN(outside);
    RUN(endless_layers);
    RUN(answers);
    RUN(arguments);
    RUN(sizes);
    RUN(writes);
    RUN(ended);
}
