/* SPDX-License-Identifier: MIT */
/* Point sets: Morton codes, shapes told by hand, a list beside the set under random changes,
 * queries against all of the list, slices against the whole, full pools. */
#include "src/number/morton.h"
#include "tests/golden/points_parts.h"
#include "tests/golden/query.h"
#include "tests/golden/suites.h"
#include "tests/random.h"
#include "tests/test.h"

static oct9_block_t blocks[BLOCKS];

oct9_bucket_t points_buckets[BUCKETS];

oct9_entry_t points_entries[ENTRIES];

uint8_t points_seen[BUCKETS / 8];

oct9_points_t points_set;

oct9_entry_t points_list[MOST];

unsigned points_listed;

oct9_entry_t points_found[MOST];

points_scratch_t points_scratch;

oct9_points_config_t points_config_of(unsigned bucket_size, unsigned least_level)
{
    const oct9_points_config_t config = { .blocks = blocks,
                                          .block_count = BLOCKS,
                                          .buckets = points_buckets,
                                          .entries = points_entries,
                                          .bucket_count = ENTRIES / bucket_size < BUCKETS
                                                            ? ENTRIES / bucket_size
                                                            : BUCKETS,
                                          .bucket_size = (uint8_t)bucket_size,
                                          .least_level = (uint8_t)least_level };
    return config;
}

void points_reset(unsigned bucket_size, unsigned least_level)
{
    const oct9_points_config_t config = points_config_of(bucket_size, least_level);
    CHECK_EQ(oct9_points_init(&points_set, &config), OCT9_OK);
    points_listed = 0;
}

oct9_status_t points_insert(int x, int y, int z, unsigned id)
{
    const oct9_point_t point = { (int16_t)x, (int16_t)y, (int16_t)z };
    const oct9_status_t status = oct9_points_insert(&points_set, &point, (uint16_t)id);
    CHECK_EQ(oct9_points_check(&points_set, points_seen), OCT9_OK);
    return status;
}

oct9_status_t points_take_out(int x, int y, int z, unsigned id)
{
    const oct9_point_t point = { (int16_t)x, (int16_t)y, (int16_t)z };
    const oct9_status_t status = oct9_points_remove(&points_set, &point, (uint16_t)id);
    CHECK_EQ(oct9_points_check(&points_set, points_seen), OCT9_OK);
    return status;
}

/* No more blocks and buckets than points.h says for so many points, now or on the way here. */
static void keeps_to(uint32_t most)
{
    CHECK(points_set.tree.peak <= (uint32_t)(OCT9_LEVELS - points_set.least_level) *
                                      (most / (points_set.bucket_size + 1u)));
    CHECK(points_set.peak <= most);
}

void points_holds(uint32_t count, unsigned used_blocks, unsigned used_buckets)
{
    CHECK_EQ(points_set.count, count);
    CHECK_EQ(points_set.tree.used, used_blocks);
    CHECK_EQ(points_set.used, used_buckets);
}

/* --- Morton codes ---------------------------------------------------------------------------- */

/* Bit by bit. */
static uint32_t interleaved(const oct9_cell_t *cell)
{
    uint32_t code = 0;
    for (unsigned bit = 0; bit < OCT9_LEVELS; bit++)
        code |= (uint32_t)(cell->x >> bit & 1) << 3 * bit |
                (uint32_t)(cell->y >> bit & 1) << (3 * bit + 1) |
                (uint32_t)(cell->z >> bit & 1) << (3 * bit + 2);
    return code;
}

static void morton_codes(void)
{
    random_t random = { 501 };
    uint32_t digest = DIGEST_BEGIN;
    const oct9_cell_t last = { 511, 511, 511 };
    CHECK_EQ(oct9_morton_encode(&last), OCT9_MORTON_END - 1);
    for (unsigned i = 0; i < 2000; i++) {
        const uint32_t bits = random_u32(&random);
        const oct9_cell_t cell = { bits & 511, bits >> 9 & 511, bits >> 18 & 511 };
        const uint32_t code = oct9_morton_encode(&cell);
        oct9_cell_t back;
        CHECK_EQ(code, interleaved(&cell));
        oct9_morton_decode(code | (bits & ~(OCT9_MORTON_END - 1)), &back);
        CHECK(back.x == cell.x && back.y == cell.y && back.z == cell.z);
        digest = digest_add(digest, code);
    }
    TEST_DIGEST("morton", digest);
}

/* --- by hand --------------------------------------------------------------------------------- */

static void splits_and_joins(void)
{
    points_reset(2, 0);
    CHECK_EQ(oct9_tree_state(&points_set.tree, 0), OCT9_UNKNOWN);
    CHECK_EQ(oct9_tree_state(&points_set.tree, 1), OCT9_OCCUPIED); /* bucket 0 */
    CHECK_EQ(points_insert(0, 0, 0, 1), OCT9_OK);
    CHECK_EQ(points_insert(32767, 32767, 32767, 2), OCT9_OK);
    points_holds(2, 0, 1);
    CHECK_EQ(points_insert(64, 0, 0, 3), OCT9_OK); /* parts at the cube */
    points_holds(3, 1, 2);
    CHECK_EQ(points_insert(0, 64, 0, 4), OCT9_OK); /* the cell next to it: down to level 1 */
    points_holds(4, 9, 4);                         /* as many as 4 points may ever need */
    keeps_to(4);
    CHECK_EQ(points_insert(63, 63, 63, 5), OCT9_OK);
    points_holds(5, 9, 4);
    CHECK_EQ(points_insert(1, 2, 3, 6), OCT9_OK); /* the smallest leaf chains */
    points_holds(6, 9, 5);
    CHECK_EQ(points_take_out(1, 2, 3, 5), OCT9_ERR_NOT_FOUND);
    CHECK_EQ(points_take_out(1, 2, 4, 6), OCT9_ERR_NOT_FOUND);
    CHECK_EQ(points_take_out(0, 0, 0, 1), OCT9_OK); /* from the chain's second bucket */
    points_holds(5, 9, 4);
    CHECK_EQ(points_take_out(64, 0, 0, 3), OCT9_OK);
    points_holds(4, 9, 3);
    CHECK_EQ(points_take_out(63, 63, 63, 5), OCT9_OK);
    points_holds(3, 1, 2);
    CHECK_EQ(points_take_out(0, 64, 0, 4), OCT9_OK);
    points_holds(2, 0, 1);
    CHECK_EQ(points_take_out(1, 2, 3, 6), OCT9_OK);
    CHECK_EQ(points_take_out(32767, 32767, 32767, 2), OCT9_OK);
    points_holds(0, 0, 0);
    CHECK_EQ(points_set.tree.peak, 9);
    CHECK_EQ(points_set.peak, 5);
}

/* The same point over and over; all but one of its ids differ. */
static void equal_points(void)
{
    for (unsigned least = 0; least < OCT9_LEVELS; least += 4) {
        points_reset(3, least);
        for (unsigned i = 0; i < 20; i++)
            CHECK_EQ(points_insert(12345, 23456, 30000, i < 19 ? i : 0), OCT9_OK);
        points_holds(20, OCT9_LEVELS - least, 7);
        for (unsigned i = 0; i < 20; i++)
            CHECK_EQ(points_take_out(12345, 23456, 30000, i < 19 ? 18 - i : 0), OCT9_OK);
        points_holds(0, 0, 0);
        CHECK_EQ(points_take_out(12345, 23456, 30000, 0), OCT9_ERR_NOT_FOUND);
    }
}

static int find_box(int x, int y, int z, int to_x, int to_y, int to_z)
{
    const oct9_region_t box = { .kind = OCT9_REGION_BOX,
                                .lo = { (int16_t)x, (int16_t)y, (int16_t)z },
                                .hi = { (int16_t)to_x, (int16_t)to_y, (int16_t)to_z } };
    query_paint(&points_scratch, sizeof points_scratch);
    points_scratch.find.depth = 0; /* as a search may leave it */
    CHECK_EQ(oct9_points_find_begin(&points_scratch.find, &points_set, &box), OCT9_OK);
    return oct9_points_find_next(&points_scratch.find, UINT32_MAX, points_found, MOST);
}

static oct9_region_t ball_at(int x, int y, int z, unsigned radius)
{
    const oct9_region_t ball = { .kind = OCT9_REGION_SPHERE,
                                 .centre = { (int16_t)x, (int16_t)y, (int16_t)z },
                                 .radius_q6 = (uint16_t)radius };
    return ball;
}

static int find_ball(int x, int y, int z, unsigned radius)
{
    const oct9_region_t ball = ball_at(x, y, z, radius);
    query_paint(&points_scratch, sizeof points_scratch);
    points_scratch.find.depth = 0;
    CHECK_EQ(oct9_points_find_begin(&points_scratch.find, &points_set, &ball), OCT9_OK);
    return oct9_points_find_next(&points_scratch.find, UINT32_MAX, points_found, MOST);
}

static void closed_shapes(void)
{
    points_reset(1, 0);
    CHECK_EQ(find_box(0, 0, 0, 32767, 32767, 32767), 0);
    CHECK_EQ(points_insert(1000, 2000, 3000, 7), OCT9_OK);
    CHECK_EQ(points_insert(20000, 2000, 3000, 8), OCT9_OK);
    CHECK_EQ(find_box(1000, 2000, 3000, 1000, 2000, 3000), 1);
    CHECK_EQ(points_found[0].id, 7);
    CHECK_EQ(find_box(-32768, -32768, -32768, 1000, 32767, 3000), 1);
    CHECK_EQ(find_box(1001, 0, 0, 20000, 2000, 3000), 1);
    CHECK_EQ(points_found[0].id, 8);
    CHECK_EQ(find_box(1001, 0, 0, 19999, 32767, 32767), 0);
    CHECK_EQ(find_box(-32768, -32768, -32768, -1, 32767, 32767), 0);
    CHECK_EQ(find_ball(1000, 2000, 3000, 0), 1);
    CHECK_EQ(find_ball(1000 + 20, 2000 + 30, 3000 + 60, 70), 1);
    CHECK_EQ(find_ball(1000 + 20, 2000 + 30, 3000 + 60, 69), 0);
    CHECK_EQ(find_ball(-20000, 2000, 3000, 32767), 1);
    CHECK_EQ(find_ball(-12767, 2000, 3000, 32767), 2);
    CHECK_EQ(points_found[0].id, 7); /* in the order of Morton codes */
    CHECK_EQ(find_ball(-12768, 2000, 3000, 32767), 1);
    CHECK_EQ(find_ball(-32768, -32768, -32768, 32767), 0);
}

static int found_in(const oct9_region_t *region)
{
    query_paint(&points_scratch, sizeof points_scratch);
    CHECK_EQ(oct9_points_find_begin(&points_scratch.find, &points_set, region), OCT9_OK);
    return oct9_points_find_next(&points_scratch.find, UINT32_MAX, points_found, MOST);
}

/* What has x and y from 1000 on and z up to 9000. */
static void frustums(void)
{
    oct9_frustum_t corner = {
        .plane = { { { 1, 0, 0 }, 1000 }, { { 0, 16384, 0 }, 16384000 }, { { 0, 0, -1 }, -9000 } }
    };
    const oct9_region_t region = { .kind = OCT9_REGION_FRUSTUM, .frustum = &corner };
    const oct9_region_t all = { .kind = OCT9_REGION_ALL };
    for (unsigned i = 3; i < 6; i++)
        corner.plane[i] = corner.plane[0];
    points_reset(1, 0);
    CHECK_EQ(points_insert(1000, 1000, 9000, 1), OCT9_OK);
    CHECK_EQ(points_insert(999, 1000, 9000, 2), OCT9_OK);
    CHECK_EQ(points_insert(1000, 999, 9000, 3), OCT9_OK);
    CHECK_EQ(points_insert(1000, 1000, 9001, 4), OCT9_OK);
    CHECK_EQ(points_insert(32767, 32767, 0, 5), OCT9_OK);
    CHECK_EQ(found_in(&region), 2);
    CHECK(points_found[0].id == 1 && points_found[1].id == 5);
    CHECK_EQ(found_in(&all), 5);
    CHECK_EQ(found_in(NULL), 5);
    corner.plane[4] = (oct9_plane_t){ { 1, 1, 1 }, 65535 };
    CHECK_EQ(found_in(&region), 0);
}

/* Where a node ends, where halves meet, and squares that 32 bits do not hold. */
static void edges(void)
{
    points_reset(2, 0);
    CHECK_EQ(points_insert(32767, 1600, 1000, 1), OCT9_OK);
    CHECK_EQ(find_ball(-32767, 1000, 1000, 32767), 0);
    CHECK_EQ(find_ball(0, 1600, 1000, 32767), 1);
    CHECK_EQ(points_insert(16383, 16383, 16383, 2), OCT9_OK);
    CHECK_EQ(points_insert(0, 0, 0, 3), OCT9_OK);
    points_holds(3, 1, 2);
    CHECK_EQ(find_box(0, 0, 0, 16382, 16383, 16383), 1);
    CHECK_EQ(find_box(0, 0, 0, 16383, 16382, 16383), 1);
    CHECK_EQ(find_box(0, 0, 0, 16383, 16383, 16382), 1);
    CHECK_EQ(find_box(0, 0, 0, 16383, 16383, 16383), 2);
    CHECK_EQ(points_insert(16384, 16384, 16384, 4), OCT9_OK);
    CHECK_EQ(points_insert(16384, 20000, 20000, 5), OCT9_OK);
    CHECK_EQ(points_insert(20000, 16384, 20000, 6), OCT9_OK);
    CHECK_EQ(find_box(0, 0, 0, 16384, 16384, 16384), 3);
    CHECK_EQ(find_box(16384, 16384, 16384, 32767, 32767, 32767), 3);
    CHECK_EQ(find_box(16383, 16383, 16383, 16384, 16384, 16384), 2);
}

/* Whether a search goes into the only node of level 1, 128 sub-cells from 0, whose points are in
 * two cells (-1: no), and whether it takes it to lie in the ball altogether (1), so that its points
 * need no test. */
static int goes_into(int x, int y, int z, unsigned radius)
{
    const oct9_region_t ball = ball_at(x, y, z, radius);
    query_paint(&points_scratch, sizeof points_scratch);
    points_scratch.find.widest = 0;
    CHECK_EQ(oct9_points_find_begin(&points_scratch.find, &points_set, &ball), OCT9_OK);
    while (oct9_points_find_next(&points_scratch.find, 1, points_found, MOST) == OCT9_AGAIN)
        if (points_scratch.find.depth == 0)
            return points_scratch.find.at[0].whole;
    return -1;
}

/* Its farthest corner is 64 sqrt(3), 110.9, from (64, 64, 64), and 200 from the next two; the last
 * is 1 away on one axis and 100 on another. */
static void covered(void)
{
    points_reset(1, 0);
    CHECK_EQ(points_insert(1, 1, 1, 1), OCT9_OK);
    CHECK_EQ(points_insert(100, 1, 1, 2), OCT9_OK);
    CHECK_EQ(goes_into(64, 64, 64, 111), 1);
    CHECK_EQ(goes_into(64, 64, 64, 110), 0);
    CHECK_EQ(goes_into(72, 96, 160, 200), 1);
    CHECK_EQ(goes_into(72, 96, 160, 199), 0);
    CHECK_EQ(goes_into(127 - 72, 127 - 96, 127 - 160, 200), 1);
    CHECK_EQ(goes_into(127 - 72, 127 - 96, 127 - 160, 199), 0);
    CHECK_EQ(goes_into(0, 227, 5, 100), 0);
    CHECK_EQ(goes_into(-1, 227, 5, 100), -1);
}

/* --- a list beside the set ------------------------------------------------------------------- */

/* Clouds from a point's width up to the whole cube, so that points often share cells or are
 * equal. */
static int16_t coordinate(random_t *random, unsigned bits)
{
    return (int16_t)(random_below(random, (uint32_t)1 << bits) + (bits < 15 ? 16380u : 0));
}

oct9_entry_t points_random_entry(random_t *random)
{
    static const uint8_t widths[4] = { 2, 7, 11, 15 };
    const unsigned bits = widths[random_below(random, 4)];
    const oct9_entry_t entry = { .point = { coordinate(random, bits), coordinate(random, bits),
                                            coordinate(random, bits) },
                                 .id = (uint16_t)random_below(random, 4) };
    return entry;
}

static void change(random_t *random)
{
    if (points_listed == MOST || (points_listed != 0 && random_below(random, 2) != 0)) {
        const unsigned i = (unsigned)random_below(random, points_listed);
        CHECK_EQ(oct9_points_remove(&points_set, &points_list[i].point, points_list[i].id),
                 OCT9_OK);
        points_list[i] = points_list[--points_listed];
        return;
    }
    const oct9_entry_t entry = points_random_entry(random);
    const uint32_t failed = points_set.failed;
    const oct9_status_t status = oct9_points_insert(&points_set, &entry.point, entry.id);
    if (status == OCT9_OK)
        points_list[points_listed++] = entry;
    else
        CHECK_EQ(points_set.failed, failed + 1);
    CHECK_EQ(points_set.count, points_listed);
}

void points_fill(random_t *random, unsigned count)
{
    while (points_listed < count) {
        points_list[points_listed] = points_random_entry(random);
        CHECK_EQ(oct9_points_insert(&points_set, &points_list[points_listed].point,
                                    points_list[points_listed].id),
                 OCT9_OK);
        points_listed++;
    }
}

static uint32_t code_of(const oct9_entry_t *entry)
{
    const oct9_cell_t cell = { (uint16_t)(entry->point.x / OCT9_CELL_Q6),
                               (uint16_t)(entry->point.y / OCT9_CELL_Q6),
                               (uint16_t)(entry->point.z / OCT9_CELL_Q6) };
    const uint32_t key = oct9_points_key(&entry->point);
    CHECK_EQ(key, oct9_morton_encode(&cell));
    return key;
}

static void sort_list(void)
{
    for (unsigned gap = points_listed / 2; gap > 0; gap /= 2)
        for (unsigned i = gap; i < points_listed; i++) {
            const oct9_entry_t entry = points_list[i];
            unsigned k = i;
            for (; k >= gap && code_of(&points_list[k - gap]) > code_of(&entry); k -= gap)
                points_list[k] = points_list[k - gap];
            points_list[k] = entry;
        }
}

/* However the set came about, its shape is that of building it at once. */
static uint32_t same_as_built(unsigned capacity, unsigned least_level)
{
    const unsigned used_blocks = points_set.tree.used, used_buckets = points_set.used,
                   count = points_listed;
    CHECK_EQ(points_set.count, count);
    CHECK_EQ(oct9_points_check(&points_set, points_seen), OCT9_OK);
    sort_list();
    points_reset(capacity, least_level);
    CHECK_EQ(oct9_points_build(&points_set, points_list, count), OCT9_OK);
    points_listed = count;
    points_holds(count, used_blocks, used_buckets);
    CHECK(points_set.peak == used_buckets && points_set.tree.peak == used_blocks);
    CHECK_EQ(oct9_points_check(&points_set, points_seen), OCT9_OK);
    return digest_add(digest_add(digest_add(DIGEST_BEGIN, count), used_blocks), used_buckets);
}

static void random_changes(void)
{
    static const uint8_t capacities[5] = { 1, 2, 5, 8, 16 };
    random_t random = { 502 };
    uint32_t digest = DIGEST_BEGIN;
    for (unsigned round = 0; round < 5; round++) {
        const unsigned least = round * 2u;
        unsigned most = 0;
        points_reset(capacities[round], least);
        for (unsigned i = 0; i < STEPS / 5; i++) {
            change(&random);
            most = points_listed > most ? points_listed : most;
            keeps_to(most);
            if (i % 100 == 0)
                CHECK_EQ(oct9_points_check(&points_set, points_seen), OCT9_OK);
        }
        digest = digest_add(digest, same_as_built(capacities[round], least));
        while (points_listed > 0) {
            points_listed--;
            CHECK_EQ(oct9_points_remove(&points_set, &points_list[points_listed].point,
                                        points_list[points_listed].id),
                     OCT9_OK);
        }
        points_holds(0, 0, 0);
        CHECK_EQ(oct9_points_check(&points_set, points_seen), OCT9_OK);
    }
    TEST_DIGEST("points", digest);
}

void suite_points(void)
{
    RUN(morton_codes);
    RUN(splits_and_joins);
    RUN(equal_points);
    RUN(closed_shapes);
    RUN(frustums);
    RUN(edges);
    RUN(covered);
    RUN(random_changes);
    points_queries();
}
