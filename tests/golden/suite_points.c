/* SPDX-License-Identifier: MIT */
/* Point sets: Morton codes, shapes told by hand, a list beside the set under random changes,
 * queries against all of the list, slices against the whole, full pools. */
#include "oct9/points.h"
#include "src/number/morton.h"

#include "src/map/tree.h"
#include "src/number/morton.h"
#include "tests/golden/query.h"
#include "tests/golden/suites.h"
#include "tests/random.h"
#include "tests/test.h"

enum {
    BLOCKS = 192, BUCKETS = 192, ENTRIES = 640, MOST = 200, STEPS = 800,
    QUESTIONS = 200, NEAR = 5
};

static oct9_block_t blocks[BLOCKS];
static oct9_bucket_t buckets[BUCKETS];
static oct9_entry_t entries[ENTRIES];
static uint8_t seen[BUCKETS / 8];
static oct9_points_t set;

/* The same points, in any order. */
static oct9_entry_t list[MOST];
static unsigned listed;
static oct9_entry_t found[MOST];

static union {
    oct9_points_find_t find;
    oct9_points_nearest_t nearest;
} scratch;

static oct9_points_config_t config_of(unsigned bucket_size, unsigned least_level)
{
    const oct9_points_config_t config = {
        .blocks = blocks, .block_count = BLOCKS, .buckets = buckets, .entries = entries,
        .bucket_count = ENTRIES / bucket_size < BUCKETS ? ENTRIES / bucket_size : BUCKETS,
        .bucket_size = (uint8_t)bucket_size, .least_level = (uint8_t)least_level
    };
    return config;
}

static void reset(unsigned bucket_size, unsigned least_level)
{
    const oct9_points_config_t config = config_of(bucket_size, least_level);
    CHECK_EQ(oct9_points_init(&set, &config), OCT9_OK);
    listed = 0;
}

static oct9_status_t insert(int x, int y, int z, unsigned id)
{
    const oct9_point_t point = { (int16_t)x, (int16_t)y, (int16_t)z };
    const oct9_status_t status = oct9_points_insert(&set, &point, (uint16_t)id);
    CHECK_EQ(oct9_points_check(&set, seen), OCT9_OK);
    return status;
}

static oct9_status_t take_out(int x, int y, int z, unsigned id)
{
    const oct9_point_t point = { (int16_t)x, (int16_t)y, (int16_t)z };
    const oct9_status_t status = oct9_points_remove(&set, &point, (uint16_t)id);
    CHECK_EQ(oct9_points_check(&set, seen), OCT9_OK);
    return status;
}

/* No more blocks and buckets than points.h says for so many points, now or on the way here. */
static void keeps_to(uint32_t most)
{
    CHECK(set.tree.peak <=
          (uint32_t)(OCT9_LEVELS - set.least_level) * (most / (set.bucket_size + 1u)));
    CHECK(set.peak <= most);
}

static void holds(uint32_t count, unsigned used_blocks, unsigned used_buckets)
{
    CHECK_EQ(set.count, count);
    CHECK_EQ(set.tree.used, used_blocks);
    CHECK_EQ(set.used, used_buckets);
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
    reset(2, 0);
    CHECK_EQ(oct9_tree_state(&set.tree, 0), OCT9_UNKNOWN);
    CHECK_EQ(oct9_tree_state(&set.tree, 1), OCT9_OCCUPIED);  /* bucket 0 */
    CHECK_EQ(insert(0, 0, 0, 1), OCT9_OK);
    CHECK_EQ(insert(32767, 32767, 32767, 2), OCT9_OK);
    holds(2, 0, 1);
    CHECK_EQ(insert(64, 0, 0, 3), OCT9_OK);   /* parts at the cube */
    holds(3, 1, 2);
    CHECK_EQ(insert(0, 64, 0, 4), OCT9_OK);   /* the cell next to it: down to level 1 */
    holds(4, 9, 4);                           /* as many as 4 points may ever need */
    keeps_to(4);
    CHECK_EQ(insert(63, 63, 63, 5), OCT9_OK);
    holds(5, 9, 4);
    CHECK_EQ(insert(1, 2, 3, 6), OCT9_OK);    /* the smallest leaf chains */
    holds(6, 9, 5);
    CHECK_EQ(take_out(1, 2, 3, 5), OCT9_ERR_NOT_FOUND);
    CHECK_EQ(take_out(1, 2, 4, 6), OCT9_ERR_NOT_FOUND);
    CHECK_EQ(take_out(0, 0, 0, 1), OCT9_OK);  /* from the chain's second bucket */
    holds(5, 9, 4);
    CHECK_EQ(take_out(64, 0, 0, 3), OCT9_OK);
    holds(4, 9, 3);
    CHECK_EQ(take_out(63, 63, 63, 5), OCT9_OK);
    holds(3, 1, 2);
    CHECK_EQ(take_out(0, 64, 0, 4), OCT9_OK);
    holds(2, 0, 1);
    CHECK_EQ(take_out(1, 2, 3, 6), OCT9_OK);
    CHECK_EQ(take_out(32767, 32767, 32767, 2), OCT9_OK);
    holds(0, 0, 0);
    CHECK_EQ(set.tree.peak, 9);
    CHECK_EQ(set.peak, 5);
}

/* The same point over and over; all but one of its ids differ. */
static void equal_points(void)
{
    for (unsigned least = 0; least < OCT9_LEVELS; least += 4) {
        reset(3, least);
        for (unsigned i = 0; i < 20; i++)
            CHECK_EQ(insert(12345, 23456, 30000, i < 19 ? i : 0), OCT9_OK);
        holds(20, OCT9_LEVELS - least, 7);
        for (unsigned i = 0; i < 20; i++)
            CHECK_EQ(take_out(12345, 23456, 30000, i < 19 ? 18 - i : 0), OCT9_OK);
        holds(0, 0, 0);
        CHECK_EQ(take_out(12345, 23456, 30000, 0), OCT9_ERR_NOT_FOUND);
    }
}

static int find_box(int x, int y, int z, int to_x, int to_y, int to_z)
{
    const oct9_region_t box = { .kind = OCT9_REGION_BOX,
                                .lo = { (int16_t)x, (int16_t)y, (int16_t)z },
                                .hi = { (int16_t)to_x, (int16_t)to_y, (int16_t)to_z } };
    query_paint(&scratch, sizeof scratch);
    scratch.find.depth = 0;                   /* as a search may leave it */
    CHECK_EQ(oct9_points_find_begin(&scratch.find, &set, &box), OCT9_OK);
    return oct9_points_find_next(&scratch.find, UINT32_MAX, found, MOST);
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
    query_paint(&scratch, sizeof scratch);
    scratch.find.depth = 0;
    CHECK_EQ(oct9_points_find_begin(&scratch.find, &set, &ball), OCT9_OK);
    return oct9_points_find_next(&scratch.find, UINT32_MAX, found, MOST);
}

static void closed_shapes(void)
{
    reset(1, 0);
    CHECK_EQ(find_box(0, 0, 0, 32767, 32767, 32767), 0);
    CHECK_EQ(insert(1000, 2000, 3000, 7), OCT9_OK);
    CHECK_EQ(insert(20000, 2000, 3000, 8), OCT9_OK);
    CHECK_EQ(find_box(1000, 2000, 3000, 1000, 2000, 3000), 1);
    CHECK_EQ(found[0].id, 7);
    CHECK_EQ(find_box(-32768, -32768, -32768, 1000, 32767, 3000), 1);
    CHECK_EQ(find_box(1001, 0, 0, 20000, 2000, 3000), 1);
    CHECK_EQ(found[0].id, 8);
    CHECK_EQ(find_box(1001, 0, 0, 19999, 32767, 32767), 0);
    CHECK_EQ(find_box(-32768, -32768, -32768, -1, 32767, 32767), 0);
    CHECK_EQ(find_ball(1000, 2000, 3000, 0), 1);
    CHECK_EQ(find_ball(1000 + 20, 2000 + 30, 3000 + 60, 70), 1);
    CHECK_EQ(find_ball(1000 + 20, 2000 + 30, 3000 + 60, 69), 0);
    CHECK_EQ(find_ball(-20000, 2000, 3000, 32767), 1);
    CHECK_EQ(find_ball(-12767, 2000, 3000, 32767), 2);
    CHECK_EQ(found[0].id, 7);                 /* in the order of Morton codes */
    CHECK_EQ(find_ball(-12768, 2000, 3000, 32767), 1);
    CHECK_EQ(find_ball(-32768, -32768, -32768, 32767), 0);
}

static int found_in(const oct9_region_t *region)
{
    query_paint(&scratch, sizeof scratch);
    CHECK_EQ(oct9_points_find_begin(&scratch.find, &set, region), OCT9_OK);
    return oct9_points_find_next(&scratch.find, UINT32_MAX, found, MOST);
}

/* What has x and y from 1000 on and z up to 9000. */
static void frustums(void)
{
    oct9_frustum_t corner = { .plane = { { { 1, 0, 0 }, 1000 }, { { 0, 16384, 0 }, 16384000 },
                                         { { 0, 0, -1 }, -9000 } } };
    const oct9_region_t region = { .kind = OCT9_REGION_FRUSTUM, .frustum = &corner };
    const oct9_region_t all = { .kind = OCT9_REGION_ALL };
    for (unsigned i = 3; i < 6; i++)
        corner.plane[i] = corner.plane[0];
    reset(1, 0);
    CHECK_EQ(insert(1000, 1000, 9000, 1), OCT9_OK);
    CHECK_EQ(insert(999, 1000, 9000, 2), OCT9_OK);
    CHECK_EQ(insert(1000, 999, 9000, 3), OCT9_OK);
    CHECK_EQ(insert(1000, 1000, 9001, 4), OCT9_OK);
    CHECK_EQ(insert(32767, 32767, 0, 5), OCT9_OK);
    CHECK_EQ(found_in(&region), 2);
    CHECK(found[0].id == 1 && found[1].id == 5);
    CHECK_EQ(found_in(&all), 5);
    CHECK_EQ(found_in(NULL), 5);
    corner.plane[4] = (oct9_plane_t){ { 1, 1, 1 }, 65535 };
    CHECK_EQ(found_in(&region), 0);
}

/* Where a node ends, where halves meet, and squares that 32 bits do not hold. */
static void edges(void)
{
    reset(2, 0);
    CHECK_EQ(insert(32767, 1600, 1000, 1), OCT9_OK);
    CHECK_EQ(find_ball(-32767, 1000, 1000, 32767), 0);
    CHECK_EQ(find_ball(0, 1600, 1000, 32767), 1);
    CHECK_EQ(insert(16383, 16383, 16383, 2), OCT9_OK);
    CHECK_EQ(insert(0, 0, 0, 3), OCT9_OK);
    holds(3, 1, 2);
    CHECK_EQ(find_box(0, 0, 0, 16382, 16383, 16383), 1);
    CHECK_EQ(find_box(0, 0, 0, 16383, 16382, 16383), 1);
    CHECK_EQ(find_box(0, 0, 0, 16383, 16383, 16382), 1);
    CHECK_EQ(find_box(0, 0, 0, 16383, 16383, 16383), 2);
    CHECK_EQ(insert(16384, 16384, 16384, 4), OCT9_OK);
    CHECK_EQ(insert(16384, 20000, 20000, 5), OCT9_OK);
    CHECK_EQ(insert(20000, 16384, 20000, 6), OCT9_OK);
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
    query_paint(&scratch, sizeof scratch);
    scratch.find.widest = 0;
    CHECK_EQ(oct9_points_find_begin(&scratch.find, &set, &ball), OCT9_OK);
    while (oct9_points_find_next(&scratch.find, 1, found, MOST) == OCT9_AGAIN)
        if (scratch.find.depth == 0)
            return scratch.find.at[0].whole;
    return -1;
}

/* Its farthest corner is 64 sqrt(3), 110.9, from (64, 64, 64), and 200 from the next two; the last
 * is 1 away on one axis and 100 on another. */
static void covered(void)
{
    reset(1, 0);
    CHECK_EQ(insert(1, 1, 1, 1), OCT9_OK);
    CHECK_EQ(insert(100, 1, 1, 2), OCT9_OK);
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

static oct9_entry_t random_entry(random_t *random)
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
    if (listed == MOST || (listed != 0 && random_below(random, 2) != 0)) {
        const unsigned i = (unsigned)random_below(random, listed);
        CHECK_EQ(oct9_points_remove(&set, &list[i].point, list[i].id), OCT9_OK);
        list[i] = list[--listed];
        return;
    }
    const oct9_entry_t entry = random_entry(random);
    const uint32_t failed = set.failed;
    const oct9_status_t status = oct9_points_insert(&set, &entry.point, entry.id);
    if (status == OCT9_OK)
        list[listed++] = entry;
    else
        CHECK_EQ(set.failed, failed + 1);
    CHECK_EQ(set.count, listed);
}

static void fill(random_t *random, unsigned count)
{
    while (listed < count) {
        list[listed] = random_entry(random);
        CHECK_EQ(oct9_points_insert(&set, &list[listed].point, list[listed].id), OCT9_OK);
        listed++;
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
    for (unsigned gap = listed / 2; gap > 0; gap /= 2)
        for (unsigned i = gap; i < listed; i++) {
            const oct9_entry_t entry = list[i];
            unsigned k = i;
            for (; k >= gap && code_of(&list[k - gap]) > code_of(&entry); k -= gap)
                list[k] = list[k - gap];
            list[k] = entry;
        }
}

/* However the set came about, its shape is that of building it at once. */
static uint32_t same_as_built(unsigned capacity, unsigned least_level)
{
    const unsigned used_blocks = set.tree.used, used_buckets = set.used, count = listed;
    CHECK_EQ(set.count, count);
    CHECK_EQ(oct9_points_check(&set, seen), OCT9_OK);
    sort_list();
    reset(capacity, least_level);
    CHECK_EQ(oct9_points_build(&set, list, count), OCT9_OK);
    listed = count;
    holds(count, used_blocks, used_buckets);
    CHECK(set.peak == used_buckets && set.tree.peak == used_blocks);
    CHECK_EQ(oct9_points_check(&set, seen), OCT9_OK);
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
        reset(capacities[round], least);
        for (unsigned i = 0; i < STEPS / 5; i++) {
            change(&random);
            most = listed > most ? listed : most;
            keeps_to(most);
            if (i % 100 == 0)
                CHECK_EQ(oct9_points_check(&set, seen), OCT9_OK);
        }
        digest = digest_add(digest, same_as_built(capacities[round], least));
        while (listed > 0) {
            listed--;
            CHECK_EQ(oct9_points_remove(&set, &list[listed].point, list[listed].id), OCT9_OK);
        }
        holds(0, 0, 0);
        CHECK_EQ(oct9_points_check(&set, seen), OCT9_OK);
    }
    TEST_DIGEST("points", digest);
}

/* --- queries --------------------------------------------------------------------------------- */

static int64_t distance2(const oct9_point_t *a, const oct9_point_t *b)
{
    const int64_t x = a->x - b->x, y = a->y - b->y, z = a->z - b->z;
    return x * x + y * y + z * z;
}

static bool within(int16_t x, int16_t lo, int16_t hi)
{
    return lo <= x && x <= hi;
}

/* Of any order: the sum of what each entry comes to. */
static uint32_t entry_sum(const oct9_entry_t *entry)
{
    return digest_add(query_add_point(DIGEST_BEGIN, &entry->point), entry->id);
}

/* All of them in calls of that budget and that room. */
static uint32_t in_slices(uint32_t budget, uint16_t room, uint32_t *sum)
{
    uint32_t count = 0, calls = 0;
    int status;
    *sum = 0;
    while ((status = oct9_points_find_next(&scratch.find, budget, found, room)) != 0) {
        CHECK(status == OCT9_AGAIN || (status > 0 && (uint16_t)status <= room));
        calls++;
        CHECK(budget == UINT32_MAX ||
              scratch.find.leaves + scratch.find.nodes <= calls * budget);
        for (int i = 0; i < status; i++, count++)
            *sum += entry_sum(&found[i]);
    }
    return count;
}

static oct9_point_t near_the_cloud(random_t *random)
{
    const oct9_entry_t entry = random_entry(random);
    if (random_below(random, 4) != 0)
        return entry.point;
    const oct9_point_t point = { (int16_t)(entry.point.x - 16384), (int16_t)-entry.point.y,
                                 entry.point.z };
    return point;
}

static void sort_axis(int16_t *lo, int16_t *hi)
{
    if (*lo <= *hi)
        return;
    const int16_t swap = *lo;
    *lo = *hi;
    *hi = swap;
}

/* Begins a box or a ball, and says what is in it by looking at each point. */
static uint32_t begin_shape(random_t *random, uint32_t *sum)
{
    const bool ball = random_below(random, 2) != 0;
    oct9_point_t a = near_the_cloud(random), b = near_the_cloud(random);
    const uint16_t radius = query_radius(random);
    uint32_t count = 0;
    if (!ball) {
        sort_axis(&a.x, &b.x);
        sort_axis(&a.y, &b.y);
        sort_axis(&a.z, &b.z);
    }
    const oct9_region_t region = { .kind = ball ? OCT9_REGION_SPHERE : OCT9_REGION_BOX, .lo = a,
                                   .hi = b, .centre = a, .radius_q6 = radius };
    query_paint(&scratch, sizeof scratch);
    CHECK_EQ(oct9_points_find_begin(&scratch.find, &set, &region), OCT9_OK);
    *sum = 0;
    for (unsigned i = 0; i < listed; i++) {
        const oct9_point_t *const p = &list[i].point;
        if (ball ? distance2(p, &a) <= (int64_t)radius * radius
                 : within(p->x, a.x, b.x) && within(p->y, a.y, b.y) && within(p->z, a.z, b.z)) {
            count++;
            *sum += entry_sum(&list[i]);
        }
    }
    return count;
}

static void random_shapes(void)
{
    random_t random = { 503 };
    uint32_t digest = DIGEST_BEGIN;
    for (unsigned i = 0; i < QUESTIONS; i++) {
        if (i % 40 == 0) {
            reset(1u + i / 10u, i / 40u);
            fill(&random, MOST / 4);
        }
        uint32_t truth, sum;
        const uint32_t count = begin_shape(&random, &truth);
        const uint32_t budget = i % 5 == 0 ? UINT32_MAX : query_budgets[i % QUERY_BUDGETS];
        const uint16_t room = i % 3 == 0 ? MOST : (uint16_t)(1u + i % 7u);
        CHECK_EQ(in_slices(budget, room, &sum), count);
        CHECK_EQ(sum, truth);
        digest = digest_add(digest_add(digest_add(digest, count), scratch.find.leaves),
                            scratch.find.nodes);
    }
    TEST_DIGEST("points-find", digest);
}

static bool listed_entry(const oct9_entry_t *entry)
{
    for (unsigned i = 0; i < listed; i++)
        if (list[i].id == entry->id && distance2(&list[i].point, &entry->point) == 0)
            return true;
    return false;
}

/* How many points of the list are nearer than that; with `equal`, or as near. */
static unsigned nearer(const oct9_point_t *point, int64_t than, bool equal)
{
    unsigned count = 0;
    for (unsigned i = 0; i < listed; i++) {
        const int64_t d = distance2(&list[i].point, point);
        count += d < than || (equal && d == than);
    }
    return count;
}

static void judge_nearest(const oct9_points_nearest_input_t *in, unsigned count)
{
    const int64_t range2 = (int64_t)in->range_q6 * in->range_q6;
    const unsigned all = nearer(&in->point, range2, true);
    CHECK_EQ(count, all < in->capacity ? all : in->capacity);
    for (unsigned i = 0; i < count; i++) {
        const oct9_near_point_t *const near = &in->found[i];
        CHECK_EQ(near->distance2_q12, distance2(&near->entry.point, &in->point));
        CHECK(i == 0 || in->found[i - 1].distance2_q12 <= near->distance2_q12);
        CHECK(nearer(&in->point, near->distance2_q12, false) <= i);
        CHECK(nearer(&in->point, near->distance2_q12, true) > i);
        CHECK(listed_entry(&near->entry));
    }
}

static void random_nearest(void)
{
    static oct9_near_point_t near[NEAR];
    random_t random = { 504 };
    uint32_t digest = DIGEST_BEGIN;
    for (unsigned i = 0; i < QUESTIONS; i++) {
        if (i % 40 == 0) {
            reset(1u + i / 10u, i / 40u);
            fill(&random, MOST / 4);
        }
        const oct9_points_nearest_input_t in = {
            .point = near_the_cloud(&random), .capacity = (uint16_t)(1u + i % NEAR), .found = near,
            .range_q6 = i % 3 == 0 ? UINT16_MAX : query_radius(&random)
        };
        oct9_points_nearest_output_t out;
        query_paint(&scratch, sizeof scratch);
        CHECK_EQ(oct9_points_nearest_begin(&scratch.nearest, &set, &in), OCT9_OK);
        CHECK_EQ(oct9_points_nearest_run(&scratch.nearest, UINT32_MAX, &out), OCT9_OK);
        const uint32_t leaves = out.leaves, nodes = out.nodes;
        CHECK_EQ(oct9_points_nearest_begin(&scratch.nearest, &set, &in), OCT9_OK);
        const uint32_t budget = query_budgets[i % QUERY_BUDGETS];
        uint32_t calls = 0;
        oct9_status_t status;
        do {
            status = oct9_points_nearest_run(&scratch.nearest, budget, &out);
            calls++;
            CHECK(out.leaves + out.nodes <= calls * budget);
        } while (status == OCT9_AGAIN);
        CHECK_EQ(status, OCT9_OK);
        CHECK(out.leaves == leaves && out.nodes == nodes);
        judge_nearest(&in, out.count);
        digest = digest_add(digest_add(digest_add(digest, out.count), out.leaves), out.nodes);
        for (unsigned k = 0; k < out.count; k++)
            digest = digest_add(digest_add(digest, near[k].distance2_q12), near[k].entry.id);
    }
    TEST_DIGEST("points-nearest", digest);
}

/* How many are found, up to 3; `first` is the nearest one's squared distance. */
static unsigned find_near(int x, int y, int z, unsigned range, uint32_t *first)
{
    static oct9_near_point_t near[3];
    const oct9_points_nearest_input_t in = {
        .point = { (int16_t)x, (int16_t)y, (int16_t)z }, .range_q6 = (uint16_t)range,
        .capacity = 3, .found = near
    };
    oct9_points_nearest_output_t out;
    query_paint(&scratch, sizeof scratch);
    scratch.nearest.depth = 0;                /* as a search may leave it */
    CHECK_EQ(oct9_points_nearest_begin(&scratch.nearest, &set, &in), OCT9_OK);
    CHECK_EQ(oct9_points_nearest_run(&scratch.nearest, UINT32_MAX, &out), OCT9_OK);
    *first = near[0].distance2_q12;
    return out.count;
}

/* Also from so far outside that 32 bits do not hold every square. */
static void near_and_far(void)
{
    uint32_t first;
    reset(2, 0);
    CHECK_EQ(find_near(0, 0, 0, 65535, &first), 0);
    CHECK_EQ(insert(32767, 0, 0, 1), OCT9_OK);
    CHECK_EQ(find_near(-32768, -32768, -32768, 65535, &first), 0);
    CHECK_EQ(find_near(-32768, 0, 0, 65535, &first), 1);
    CHECK_EQ(first, 4294836225);
    CHECK_EQ(find_near(-32768, 0, 0, 65534, &first), 0);
    CHECK_EQ(insert(32767, 64, 0, 2), OCT9_OK);
    CHECK_EQ(insert(0, 32767, 32767, 3), OCT9_OK);
    CHECK_EQ(insert(32767, 32767, 32767, 4), OCT9_OK);
    CHECK_EQ(find_near(-32768, -32768, -32768, 65535, &first), 0);
    CHECK_EQ(find_near(0, 0, 0, 65535, &first), 3);
    CHECK_EQ(first, 1073676289);
    CHECK_EQ(find_near(0, 0, 0, 32767, &first), 1);
    CHECK_EQ(find_near(32767, 64, 0, 0, &first), 1);
    CHECK_EQ(first, 0);
}

/* Nothing is nearer than 0: where as many are found as there is room for, no other bucket of the
 * leaf is looked at. 20 points in a chain of 7 buckets, of which the first holds 2. */
static void found_at_once(void)
{
    static oct9_near_point_t near[3];
    oct9_points_nearest_input_t in = { .point = { 700, 700, 700 }, .range_q6 = 9, .capacity = 2,
                                       .found = near };
    oct9_points_nearest_output_t out;
    reset(3, 0);
    for (unsigned i = 0; i < 20; i++)
        CHECK_EQ(insert(700, 700, 700, i), OCT9_OK);
    CHECK_EQ(oct9_points_nearest(&set, &in, &out), OCT9_OK);
    CHECK(out.count == 2 && out.nodes == 8 && out.leaves == 1);
    in.capacity = 3;
    CHECK_EQ(oct9_points_nearest(&set, &in, &out), OCT9_OK);
    CHECK(out.count == 3 && out.nodes == 8 && out.leaves == 2);
    reset(2, 0);                              /* nor does one of the same bucket come after it */
    CHECK_EQ(insert(700, 700, 700, 1), OCT9_OK);
    CHECK_EQ(insert(701, 700, 700, 2), OCT9_OK);
    in.capacity = 1;
    CHECK_EQ(oct9_points_nearest(&set, &in, &out), OCT9_OK);
    CHECK(out.count == 1 && near[0].distance2_q12 == 0 && near[0].entry.id == 1);
}

/* --- errors ---------------------------------------------------------------------------------- */

static void init_fails(oct9_points_config_t config, oct9_status_t status)
{
    oct9_points_t other;
    query_paint(&other, sizeof other);
    CHECK_EQ(oct9_points_init(&other, &config), status);
    CHECK(query_painted(&other, sizeof other));
}

static void init_errors(void)
{
    oct9_points_config_t config = config_of(4, 0);
    config.block_count = 0;
    init_fails(config, OCT9_ERR_POOL_SIZE);
    config.block_count = OCT9_BLOCKS_MAX + 1;
    init_fails(config, OCT9_ERR_POOL_SIZE);
    config = config_of(4, 0);
    config.bucket_count = 0;
    init_fails(config, OCT9_ERR_BUCKETS);
    config.bucket_count = OCT9_BUCKETS_MAX + 1;
    init_fails(config, OCT9_ERR_BUCKETS);
    config = config_of(4, 0);
    config.bucket_size = 0;
    init_fails(config, OCT9_ERR_BUCKETS);
    init_fails(config_of(4, 9), OCT9_ERR_LEVEL);
}

static void query_errors(void)
{
    const oct9_frustum_t flat = { .plane = { { .normal = { 0, 0, 0 } } } };
    oct9_region_t region = { .kind = OCT9_REGION_BOX, .lo = { 1, 1, 1 }, .hi = { 5, 5, 0 },
                             .radius_q6 = 32768, .frustum = &flat };
    reset(4, 0);
    query_paint(&scratch, sizeof scratch);
    CHECK_EQ(oct9_points_find_begin(&scratch.find, &set, &region), OCT9_ERR_EXTENT);
    region.kind = OCT9_REGION_SPHERE;
    CHECK_EQ(oct9_points_find_begin(&scratch.find, &set, &region), OCT9_ERR_RADIUS);
    region.kind = OCT9_REGION_FRUSTUM;
    CHECK_EQ(oct9_points_find_begin(&scratch.find, &set, &region), OCT9_ERR_PLANE);
    region.kind = (oct9_region_kind_t)4;
    CHECK_EQ(oct9_points_find_begin(&scratch.find, &set, &region), OCT9_ERR_POLICY);
    const oct9_points_nearest_input_t none = { .range_q6 = 9 };
    oct9_points_nearest_output_t out;
    CHECK_EQ(oct9_points_nearest(&set, &none, &out), OCT9_ERR_CAPACITY);
    CHECK(query_painted(&scratch, sizeof scratch));
    CHECK_EQ(oct9_points_find_begin(&scratch.find, &set, NULL), OCT9_OK);
    CHECK_EQ(oct9_points_find_next(&scratch.find, 0, found, 1), OCT9_ERR_BUDGET);
    CHECK_EQ(oct9_points_find_next(&scratch.find, 1, found, 0), OCT9_ERR_CAPACITY);
    CHECK_EQ(oct9_points_find_next(&scratch.find, 1, found, 1), 0);
    oct9_near_point_t near;
    const oct9_points_nearest_input_t one = { .range_q6 = 9, .capacity = 1, .found = &near };
    CHECK_EQ(oct9_points_nearest_begin(&scratch.nearest, &set, &one), OCT9_OK);
    CHECK_EQ(oct9_points_nearest_run(&scratch.nearest, 0, &out), OCT9_ERR_BUDGET);
    CHECK_EQ(oct9_points_nearest_run(&scratch.nearest, 1, &out), OCT9_OK);
    CHECK_EQ(out.count, 0);
}

/* What is refused leaves no trace: what is taken out again leaves the set as it was. */
static void full_pools(void)
{
    oct9_points_config_t config = config_of(2, 0);
    config.block_count = 8;
    CHECK_EQ(oct9_points_init(&set, &config), OCT9_OK);
    CHECK_EQ(insert(0, 0, 0, 0), OCT9_OK);
    CHECK_EQ(insert(63, 63, 63, 0), OCT9_OK);
    CHECK_EQ(insert(64, 0, 0, 0), OCT9_ERR_POOL_FULL);       /* 9 blocks */
    CHECK_EQ(insert(128, 0, 0, 0), OCT9_OK);                 /* 8 */
    CHECK_EQ(set.failed, 1);
    holds(3, 8, 2);
    CHECK_EQ(oct9_points_init(&set, &config), OCT9_OK);
    CHECK_EQ(insert(64, 64, 64, 0), OCT9_OK);
    CHECK_EQ(insert(64, 64, 64, 1), OCT9_OK);
    CHECK_EQ(insert(64, 64, 64, 2), OCT9_ERR_POOL_FULL);     /* 9 blocks above its cell */
    holds(2, 0, 1);
    config.least_level = 1;                                  /* then 8 will do */
    CHECK_EQ(oct9_points_init(&set, &config), OCT9_OK);
    for (unsigned i = 0; i < 5; i++)
        CHECK_EQ(insert(64 * (int)(i % 2u), 64, 64, i), OCT9_OK);
    holds(5, 8, 3);
    config = config_of(2, 0);
    config.bucket_count = 2;
    CHECK_EQ(oct9_points_init(&set, &config), OCT9_OK);
    CHECK_EQ(insert(0, 0, 0, 0), OCT9_OK);
    CHECK_EQ(insert(20000, 0, 0, 0), OCT9_OK);
    CHECK_EQ(insert(0, 20000, 0, 0), OCT9_ERR_BUCKETS_FULL); /* parts into three */
    holds(2, 0, 1);
    CHECK_EQ(insert(0, 0, 0, 0), OCT9_OK);
    CHECK_EQ(insert(0, 0, 20000, 0), OCT9_ERR_BUCKETS_FULL);
    CHECK_EQ(insert(-1, 0, 0, 0), OCT9_ERR_OUTSIDE);
    CHECK_EQ(take_out(0, 0, -1, 0), OCT9_ERR_OUTSIDE);
    holds(3, 1, 2);
    CHECK_EQ(set.failed, 2);
}

static void build_fails(unsigned count, oct9_status_t status)
{
    const uint32_t failed = set.failed;
    CHECK_EQ(oct9_points_build(&set, list, count), status);
    CHECK_EQ(set.failed - failed, status == OCT9_ERR_POOL_FULL || status == OCT9_ERR_BUCKETS_FULL);
    holds(0, 0, 0);
    CHECK(set.peak == 0 && set.tree.peak == 0);
    CHECK_EQ(oct9_points_check(&set, seen), OCT9_OK);
}

static void build_errors(void)
{
    static const oct9_entry_t some[5] = { { { 0, 0, 0 }, 1 }, { { 5, 5, 5 }, 1 },
                                          { { 64, 0, 0 }, 1 }, { { 0, 64, 0 }, 1 },
                                          { { 0, 0, 20000 }, 1 } };
    oct9_points_config_t config = config_of(2, 0);
    config.block_count = 8;
    config.bucket_count = 2;
    CHECK_EQ(oct9_points_init(&set, &config), OCT9_OK);
    for (unsigned i = 0; i < 5; i++)
        list[i] = some[i];
    CHECK_EQ(oct9_points_build(&set, list, 0), OCT9_OK);
    build_fails(3, OCT9_ERR_POOL_FULL);
    list[2].point.x = 20000;
    list[3].point.x = 20000;
    build_fails(5, OCT9_ERR_BUCKETS_FULL);
    list[1].point.z = -5;
    build_fails(5, OCT9_ERR_OUTSIDE);
    list[1].point.z = 20001;
    build_fails(5, OCT9_ERR_ORDER);
    config.block_count = 9;
    CHECK_EQ(oct9_points_init(&set, &config), OCT9_OK);
    for (unsigned i = 0; i < 5; i++)
        list[i] = some[0];
    build_fails(5, OCT9_ERR_BUCKETS_FULL);                   /* a chain of 3 */
    config.bucket_count = 3;
    CHECK_EQ(oct9_points_init(&set, &config), OCT9_OK);
    CHECK_EQ(oct9_points_build(&set, list, 5), OCT9_OK);
    holds(5, 9, 3);
    config.bucket_count = 2;
    for (unsigned i = 0; i < 5; i++)
        list[i] = some[i];
    list[2].point.x = 20000;
    list[3].point.x = 20000;
    config.block_count = 1;                                  /* as many as it takes */
    CHECK_EQ(oct9_points_init(&set, &config), OCT9_OK);
    CHECK_EQ(oct9_points_build(&set, list, 4), OCT9_OK);
    CHECK_EQ(oct9_points_build(&set, list, 4), OCT9_ERR_NOT_EMPTY);
    holds(4, 1, 2);
}

/* Each kind of damage is seen. */
static void damage(void)
{
    reset(2, 3);
    for (unsigned i = 0; i < 9; i++)
        CHECK_EQ(insert(i < 5 ? 0 : 20000, (int)i, 0, i), OCT9_OK);
    const uint16_t bucket = (uint16_t)(set.free_head - 1);   /* the one that was taken last */
    CHECK(buckets[bucket].next != OCT9_BUCKET_NONE);
    buckets[bucket].count++;
    CHECK_EQ(oct9_points_check(&set, seen), OCT9_ERR_BUCKETS);
    buckets[bucket].count--;
    const uint16_t next = buckets[bucket].next;
    buckets[bucket].next = OCT9_BUCKET_NONE;                 /* lost */
    CHECK_EQ(oct9_points_check(&set, seen), OCT9_ERR_BUCKETS);
    buckets[bucket].next = bucket;                           /* a ring */
    CHECK_EQ(oct9_points_check(&set, seen), OCT9_ERR_BUCKETS);
    CHECK_EQ(buckets[next].next, OCT9_BUCKET_NONE);
    buckets[bucket].next = next;
    buckets[next].next = next;                               /* a ring behind the last */
    CHECK_EQ(oct9_points_check(&set, seen), OCT9_ERR_BUCKETS);
    buckets[next].next = OCT9_BUCKET_NONE;
    buckets[bucket].next = 40000;                            /* none of the pool's */
    CHECK_EQ(oct9_points_check(&set, seen), OCT9_ERR_BUCKETS);
    buckets[bucket].next = next;
    entries[bucket * 2].point.x = 1;                         /* in another leaf */
    CHECK_EQ(oct9_points_check(&set, seen), OCT9_ERR_BUCKETS);
    entries[bucket * 2].point.x = 20000;
    entries[bucket * 2 + 1].point.x = 1;                     /* and not the first of its bucket */
    CHECK_EQ(oct9_points_check(&set, seen), OCT9_ERR_BUCKETS);
    entries[bucket * 2 + 1].point.x = 20000;
    set.count--;
    CHECK_EQ(oct9_points_check(&set, seen), OCT9_ERR_BUCKETS);
    set.count++;
    set.tree.used--;
    CHECK_EQ(oct9_points_check(&set, seen), OCT9_ERR_TREE_COUNT);
    set.tree.used++;
    CHECK_EQ(oct9_points_check(&set, seen), OCT9_OK);
}

/* Two points in two leaves that should be one. */
static void damage_of_a_join(void)
{
    unsigned bucket = 0;
    reset(2, 3);
    CHECK_EQ(insert(0, 0, 0, 1), OCT9_OK);
    CHECK_EQ(insert(1, 0, 0, 2), OCT9_OK);
    CHECK_EQ(insert(20000, 0, 0, 3), OCT9_OK);
    CHECK_EQ(oct9_points_check(&set, seen), OCT9_OK);
    while (bucket < 3 && buckets[bucket].count != 2)
        bucket++;
    buckets[bucket].count--;
    set.count--;
    CHECK_EQ(oct9_points_check(&set, seen), OCT9_ERR_BUCKETS);
    reset(2, 3);                              /* the same where points were counted before */
    for (unsigned i = 0; i < 2; i++)
        CHECK_EQ(insert((int)i, 0, 0, i), OCT9_OK);
    for (unsigned i = 0; i < 2; i++)
        CHECK_EQ(insert(20000 + (int)i, 0, 0, i), OCT9_OK);
    CHECK_EQ(insert(30000, 0, 0, 3), OCT9_OK);
    holds(5, 2, 3);
    for (bucket = 0; buckets[bucket].count != 2 || entries[bucket * 2].point.x < 20000;)
        bucket++;
    buckets[bucket].count--;
    set.count--;
    CHECK_EQ(oct9_points_check(&set, seen), OCT9_ERR_BUCKETS);
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
    RUN(random_shapes);
    RUN(random_nearest);
    RUN(near_and_far);
    RUN(found_at_once);
    RUN(init_errors);
    RUN(query_errors);
    RUN(full_pools);
    RUN(build_errors);
    RUN(damage);
    RUN(damage_of_a_join);
}
