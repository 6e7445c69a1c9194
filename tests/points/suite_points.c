/* SPDX-License-Identifier: MIT */
/* Point sets: Morton codes, shapes worked out by hand, a list beside the set under random changes,
 * queries against all of the list, slices against the whole. */
#include "src/map/tree.h"
#include "src/number/morton.h"
#include "tests/points/cloud.h"
#include "tests/golden/query.h"
#include "tests/golden/suites.h"
#include "tests/random.h"
#include "tests/test.h"

enum { STEPS = 800, QUESTIONS = 200, NEAR = 5 };

/* No more blocks and buckets than points.h says for so many points, now or before. */
static void keeps_to(uint32_t most)
{
    CHECK(cloud_set.tree.peak <=
          (uint32_t)(OCT9_LEVELS - cloud_set.least_level) * (most / (cloud_set.bucket_size + 1u)));
    CHECK(cloud_set.peak <= most);
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
    cloud_reset(2, 0);
    CHECK_EQ(oct9_tree_state(&cloud_set.tree, 0), OCT9_UNKNOWN);
    CHECK_EQ(oct9_tree_state(&cloud_set.tree, 1), OCT9_OCCUPIED); /* bucket 0 */
    CHECK_EQ(cloud_insert(0, 0, 0, 1), OCT9_OK);
    CHECK_EQ(cloud_insert(32767, 32767, 32767, 2), OCT9_OK);
    cloud_holds(2, 0, 1);
    CHECK_EQ(cloud_insert(64, 0, 0, 3), OCT9_OK); /* parts at the cube */
    cloud_holds(3, 1, 2);
    CHECK_EQ(cloud_insert(0, 64, 0, 4), OCT9_OK); /* the cell next to it: down to level 1 */
    cloud_holds(4, 9, 4);                         /* as many as 4 points may ever need */
    keeps_to(4);
    CHECK_EQ(cloud_insert(63, 63, 63, 5), OCT9_OK);
    cloud_holds(5, 9, 4);
    CHECK_EQ(cloud_insert(1, 2, 3, 6), OCT9_OK); /* the smallest leaf chains */
    cloud_holds(6, 9, 5);
    CHECK_EQ(cloud_take_out(1, 2, 3, 5), OCT9_ERR_NOT_FOUND);
    CHECK_EQ(cloud_take_out(1, 2, 4, 6), OCT9_ERR_NOT_FOUND);
    CHECK_EQ(cloud_take_out(0, 0, 0, 1), OCT9_OK); /* from the chain's second bucket */
    cloud_holds(5, 9, 4);
    CHECK_EQ(cloud_take_out(64, 0, 0, 3), OCT9_OK);
    cloud_holds(4, 9, 3);
    CHECK_EQ(cloud_take_out(63, 63, 63, 5), OCT9_OK);
    cloud_holds(3, 1, 2);
    CHECK_EQ(cloud_take_out(0, 64, 0, 4), OCT9_OK);
    cloud_holds(2, 0, 1);
    CHECK_EQ(cloud_take_out(1, 2, 3, 6), OCT9_OK);
    CHECK_EQ(cloud_take_out(32767, 32767, 32767, 2), OCT9_OK);
    cloud_holds(0, 0, 0);
    CHECK_EQ(cloud_set.tree.peak, 9);
    CHECK_EQ(cloud_set.peak, 5);
}

/* The same point over and over; all but one of its ids differ. */
static void equal_points(void)
{
    for (unsigned least = 0; least < OCT9_LEVELS; least += 4) {
        cloud_reset(3, least);
        for (unsigned i = 0; i < 20; i++)
            CHECK_EQ(cloud_insert(12345, 23456, 30000, i < 19 ? i : 0), OCT9_OK);
        cloud_holds(20, OCT9_LEVELS - least, 7);
        for (unsigned i = 0; i < 20; i++)
            CHECK_EQ(cloud_take_out(12345, 23456, 30000, i < 19 ? 18 - i : 0), OCT9_OK);
        cloud_holds(0, 0, 0);
        CHECK_EQ(cloud_take_out(12345, 23456, 30000, 0), OCT9_ERR_NOT_FOUND);
    }
}

static int find_box(int32_t x, int32_t y, int32_t z, int32_t to_x, int32_t to_y, int32_t to_z)
{
    const oct9_region_t box = { .kind = OCT9_REGION_BOX,
                                .lo = POINT(x, y, z),
                                .hi = POINT(to_x, to_y, to_z) };
    query_paint(&cloud_find, sizeof cloud_find);
    cloud_find.depth = 0; /* as a search may leave it */
    CHECK_EQ(oct9_points_find_begin(&cloud_find, &cloud_set, &box), OCT9_OK);
    return oct9_points_find_next(&cloud_find, UINT32_MAX, cloud_found, CLOUD_MOST);
}

static oct9_region_t ball_at(int32_t x, int32_t y, int32_t z, unsigned radius)
{
    const oct9_region_t ball = { .kind = OCT9_REGION_SPHERE,
                                 .centre = POINT(x, y, z),
                                 .radius_q6 = (uint16_t)radius };
    return ball;
}

static int find_ball(int32_t x, int32_t y, int32_t z, unsigned radius)
{
    const oct9_region_t ball = ball_at(x, y, z, radius);
    query_paint(&cloud_find, sizeof cloud_find);
    cloud_find.depth = 0;
    CHECK_EQ(oct9_points_find_begin(&cloud_find, &cloud_set, &ball), OCT9_OK);
    return oct9_points_find_next(&cloud_find, UINT32_MAX, cloud_found, CLOUD_MOST);
}

static void closed_shapes(void)
{
    cloud_reset(1, 0);
    CHECK_EQ(find_box(0, 0, 0, 32767, 32767, 32767), 0);
    CHECK_EQ(cloud_insert(1000, 2000, 3000, 7), OCT9_OK);
    CHECK_EQ(cloud_insert(20000, 2000, 3000, 8), OCT9_OK);
    CHECK_EQ(find_box(1000, 2000, 3000, 1000, 2000, 3000), 1);
    CHECK_EQ(cloud_found[0].id, 7);
    CHECK_EQ(find_box(-16384, -16384, -16384, 1000, 49151, 3000), 1);
    CHECK_EQ(find_box(1001, 0, 0, 20000, 2000, 3000), 1);
    CHECK_EQ(cloud_found[0].id, 8);
    CHECK_EQ(find_box(1001, 0, 0, 19999, 32767, 32767), 0);
    CHECK_EQ(find_box(-16384, -16384, -16384, -1, 49151, 49151), 0);
    CHECK_EQ(find_box(-16384, 32768, -16384, 49151, 49151, 49151), 0);
    CHECK_EQ(find_ball(1000, 2000, 3000, 0), 1);
    CHECK_EQ(find_ball(1000 + 20, 2000 + 30, 3000 + 60, 70), 1);
    CHECK_EQ(find_ball(1000 + 20, 2000 + 30, 3000 + 60, 69), 0);
    CHECK_EQ(find_ball(-16384, 2000, 3000, 32767), 1);
    CHECK_EQ(find_ball(-12767, 2000, 3000, 32767), 2);
    CHECK_EQ(cloud_found[0].id, 7); /* in the order of Morton codes */
    CHECK_EQ(find_ball(-12768, 2000, 3000, 32767), 1);
    CHECK_EQ(find_ball(33767, 2000, 3000, 32767), 2);
    CHECK_EQ(find_ball(33768, 2000, 3000, 32767), 1);
    CHECK_EQ(cloud_found[0].id, 8);
    CHECK_EQ(find_ball(-16384, -16384, -16384, 31874), 1); /* 31873.4 away */
    CHECK_EQ(find_ball(-16384, -16384, -16384, 31873), 0);
    CHECK_EQ(find_ball(49151, 49151, 49151, 32767), 0);
}

static int found_in(const oct9_region_t *region)
{
    query_paint(&cloud_find, sizeof cloud_find);
    CHECK_EQ(oct9_points_find_begin(&cloud_find, &cloud_set, region), OCT9_OK);
    return oct9_points_find_next(&cloud_find, UINT32_MAX, cloud_found, CLOUD_MOST);
}

/* What has x and y from 1000 on and z up to 9000. */
static void frustums(void)
{
    oct9_frustum_t corner = { .plane = { { { 1, 0, 0 }, AT(1000) },
                                         { { 0, 16384, 0 }, (int32_t)16384 * AT(1000) },
                                         { { 0, 0, -1 }, -AT(9000) } } };
    const oct9_region_t region = { .kind = OCT9_REGION_FRUSTUM, .frustum = &corner };
    const oct9_region_t all = { .kind = OCT9_REGION_ALL };
    for (unsigned i = 3; i < 6; i++)
        corner.plane[i] = corner.plane[0];
    cloud_reset(1, 0);
    CHECK_EQ(cloud_insert(1000, 1000, 9000, 1), OCT9_OK);
    CHECK_EQ(cloud_insert(999, 1000, 9000, 2), OCT9_OK);
    CHECK_EQ(cloud_insert(1000, 999, 9000, 3), OCT9_OK);
    CHECK_EQ(cloud_insert(1000, 1000, 9001, 4), OCT9_OK);
    CHECK_EQ(cloud_insert(32767, 32767, 0, 5), OCT9_OK);
    CHECK_EQ(found_in(&region), 2);
    CHECK(cloud_found[0].id == 1 && cloud_found[1].id == 5);
    CHECK_EQ(found_in(&all), 5);
    CHECK_EQ(found_in(NULL), 5);
    corner.plane[4] = (oct9_plane_t){ { 1, 1, 1 }, 65535 + 3 * (int32_t)OCT9_LOW_Q6 };
    CHECK_EQ(found_in(&region), 0);
}

/* Where a node ends, where halves meet, and squares that 32 bits do not hold. */
static void edges(void)
{
    cloud_reset(2, 0);
    CHECK_EQ(cloud_insert(32767, 32767, 1000, 1), OCT9_OK);
    CHECK_EQ(find_ball(-16384, -10583, 1000, 32767), 0); /* 49151, 43350: 2^32 + 76005 */
    CHECK_EQ(find_ball(0, 32767, 1000, 32767), 1);
    CHECK_EQ(cloud_insert(16383, 16383, 16383, 2), OCT9_OK);
    CHECK_EQ(cloud_insert(0, 0, 0, 3), OCT9_OK);
    cloud_holds(3, 1, 2);
    CHECK_EQ(find_ball(49151, 43350, 0, 32767), 1); /* not the last one, at 0 */
    CHECK_EQ(cloud_found[0].id, 1);
    CHECK_EQ(find_box(0, 0, 0, 16382, 16383, 16383), 1);
    CHECK_EQ(find_box(0, 0, 0, 16383, 16382, 16383), 1);
    CHECK_EQ(find_box(0, 0, 0, 16383, 16383, 16382), 1);
    CHECK_EQ(find_box(0, 0, 0, 16383, 16383, 16383), 2);
    CHECK_EQ(cloud_insert(16384, 16384, 16384, 4), OCT9_OK);
    CHECK_EQ(cloud_insert(16384, 20000, 20000, 5), OCT9_OK);
    CHECK_EQ(cloud_insert(20000, 16384, 20000, 6), OCT9_OK);
    CHECK_EQ(find_box(0, 0, 0, 16384, 16384, 16384), 3);
    CHECK_EQ(find_box(16384, 16384, 16384, 32767, 32767, 32767), 3);
    CHECK_EQ(find_box(16383, 16383, 16383, 16384, 16384, 16384), 2);
}

/* Whether a search goes into the only node of level 1, 128 sub-cells from 0, whose points are in
 * two cells (-1: no), and whether it takes it to lie in the ball altogether (1), so that its points
 * need no test. */
static int goes_into(int32_t x, int32_t y, int32_t z, unsigned radius)
{
    const oct9_region_t ball = ball_at(x, y, z, radius);
    query_paint(&cloud_find, sizeof cloud_find);
    cloud_find.widest = 0;
    CHECK_EQ(oct9_points_find_begin(&cloud_find, &cloud_set, &ball), OCT9_OK);
    while (oct9_points_find_next(&cloud_find, 1, cloud_found, CLOUD_MOST) == OCT9_AGAIN)
        if (cloud_find.depth == 0)
            return cloud_find.at[0].whole;
    return -1;
}

/* Its farthest corner is 64 sqrt(3), 110.9, from (64, 64, 64), and 200 from the next two; the last
 * is 1 away on one axis and 100 on another. */
static void covered(void)
{
    cloud_reset(1, 0);
    CHECK_EQ(cloud_insert(1, 1, 1, 1), OCT9_OK);
    CHECK_EQ(cloud_insert(100, 1, 1, 2), OCT9_OK);
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

static uint32_t code_of(const oct9_entry_t *entry)
{
    const oct9_cell_t cell = { (uint16_t)((entry->point.x - OCT9_LOW_Q6) / OCT9_CELL_Q6),
                               (uint16_t)((entry->point.y - OCT9_LOW_Q6) / OCT9_CELL_Q6),
                               (uint16_t)((entry->point.z - OCT9_LOW_Q6) / OCT9_CELL_Q6) };
    const uint32_t key = oct9_points_key(&entry->point);
    CHECK_EQ(key, oct9_morton_encode(&cell));
    return key;
}

static void sort_list(void)
{
    for (unsigned gap = cloud_listed / 2; gap > 0; gap /= 2)
        for (unsigned i = gap; i < cloud_listed; i++) {
            const oct9_entry_t entry = cloud_list[i];
            unsigned k = i;
            for (; k >= gap && code_of(&cloud_list[k - gap]) > code_of(&entry); k -= gap)
                cloud_list[k] = cloud_list[k - gap];
            cloud_list[k] = entry;
        }
}

/* However the set came about, its shape is that of building it at once. */
static uint32_t same_as_built(unsigned capacity, unsigned least_level)
{
    const unsigned used_blocks = cloud_set.tree.used, used_buckets = cloud_set.used,
                   count = cloud_listed;
    CHECK_EQ(cloud_set.count, count);
    CHECK_EQ(oct9_points_check(&cloud_set, cloud_seen), OCT9_OK);
    sort_list();
    cloud_reset(capacity, least_level);
    CHECK_EQ(oct9_points_build(&cloud_set, cloud_list, count), OCT9_OK);
    cloud_listed = count;
    cloud_holds(count, used_blocks, used_buckets);
    CHECK(cloud_set.peak == used_buckets && cloud_set.tree.peak == used_blocks);
    CHECK_EQ(oct9_points_check(&cloud_set, cloud_seen), OCT9_OK);
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
        cloud_reset(capacities[round], least);
        for (unsigned i = 0; i < STEPS / 5; i++) {
            cloud_change(&random);
            most = cloud_listed > most ? cloud_listed : most;
            keeps_to(most);
            if (i % 100 == 0)
                CHECK_EQ(oct9_points_check(&cloud_set, cloud_seen), OCT9_OK);
        }
        digest = digest_add(digest, same_as_built(capacities[round], least));
        while (cloud_listed > 0) {
            cloud_listed--;
            CHECK_EQ(oct9_points_remove(&cloud_set, &cloud_list[cloud_listed].point,
                                        cloud_list[cloud_listed].id),
                     OCT9_OK);
        }
        cloud_holds(0, 0, 0);
        CHECK_EQ(oct9_points_check(&cloud_set, cloud_seen), OCT9_OK);
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
    while ((status = oct9_points_find_next(&cloud_find, budget, cloud_found, room)) != 0) {
        CHECK(status == OCT9_AGAIN || (status > 0 && (uint16_t)status <= room));
        calls++;
        CHECK(budget == UINT32_MAX || cloud_find.leaves + cloud_find.nodes <= calls * budget);
        for (int i = 0; i < status; i++, count++)
            *sum += entry_sum(&cloud_found[i]);
    }
    return count;
}

static oct9_point_t near_the_cloud(random_t *random)
{
    const oct9_entry_t entry = cloud_random_entry(random);
    if (random_below(random, 4) != 0)
        return entry.point;
    const int32_t side = random_below(random, 2) ? 1 : -1; /* beyond the high faces, or the low */
    const oct9_point_t point = { (int16_t)(entry.point.x + side * 16383),
                                 (int16_t)(entry.point.y / 2 + side * 24576), entry.point.z };
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
    const oct9_region_t region = { .kind = ball ? OCT9_REGION_SPHERE : OCT9_REGION_BOX,
                                   .lo = a,
                                   .hi = b,
                                   .centre = a,
                                   .radius_q6 = radius };
    query_paint(&cloud_find, sizeof cloud_find);
    CHECK_EQ(oct9_points_find_begin(&cloud_find, &cloud_set, &region), OCT9_OK);
    *sum = 0;
    for (unsigned i = 0; i < cloud_listed; i++) {
        const oct9_point_t *const p = &cloud_list[i].point;
        if (ball ? distance2(p, &a) <= (int64_t)radius * radius
                 : within(p->x, a.x, b.x) && within(p->y, a.y, b.y) && within(p->z, a.z, b.z)) {
            count++;
            *sum += entry_sum(&cloud_list[i]);
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
            cloud_reset(1u + i / 10u, i / 40u);
            cloud_fill(&random, CLOUD_MOST / 4);
        }
        uint32_t truth, sum;
        const uint32_t count = begin_shape(&random, &truth);
        const uint32_t budget = i % 5 == 0 ? UINT32_MAX : query_budgets[i % QUERY_BUDGETS];
        const uint16_t room = i % 3 == 0 ? CLOUD_MOST : (uint16_t)(1u + i % 7u);
        CHECK_EQ(in_slices(budget, room, &sum), count);
        CHECK_EQ(sum, truth);
        digest = digest_add(digest_add(digest_add(digest, count), cloud_find.leaves),
                            cloud_find.nodes);
    }
    TEST_DIGEST("points-find", digest);
}

static bool listed_entry(const oct9_entry_t *entry)
{
    for (unsigned i = 0; i < cloud_listed; i++)
        if (cloud_list[i].id == entry->id && distance2(&cloud_list[i].point, &entry->point) == 0)
            return true;
    return false;
}

/* How many points of the list are nearer than that; with `equal`, or as near. */
static unsigned nearer(const oct9_point_t *point, int64_t than, bool equal)
{
    unsigned count = 0;
    for (unsigned i = 0; i < cloud_listed; i++) {
        const int64_t d = distance2(&cloud_list[i].point, point);
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
            cloud_reset(1u + i / 10u, i / 40u);
            cloud_fill(&random, CLOUD_MOST / 4);
        }
        const oct9_points_nearest_input_t in = { .point = near_the_cloud(&random),
                                                 .capacity = (uint16_t)(1u + i % NEAR),
                                                 .found = near,
                                                 .range_q6 = i % 3 == 0 ? UINT16_MAX
                                                                        : query_radius(&random) };
        oct9_points_nearest_output_t out;
        CHECK_EQ(oct9_points_nearest(&cloud_set, &in, &out), OCT9_OK);
        judge_nearest(&in, out.count);
        digest = digest_add(digest_add(digest_add(digest, out.count), out.leaves), out.nodes);
        for (unsigned k = 0; k < out.count; k++)
            digest = digest_add(digest_add(digest, near[k].distance2_q12), near[k].entry.id);
    }
    TEST_DIGEST("points-nearest", digest);
}

/* How many are found, up to 3; `first` is the nearest one's squared distance. */
static unsigned find_near(int32_t x, int32_t y, int32_t z, unsigned range, uint32_t *first)
{
    static oct9_near_point_t near[3];
    const oct9_points_nearest_input_t in = {
        .point = POINT(x, y, z), .range_q6 = (uint16_t)range, .capacity = 3, .found = near
    };
    oct9_points_nearest_output_t out;
    CHECK_EQ(oct9_points_nearest(&cloud_set, &in, &out), OCT9_OK);
    *first = near[0].distance2_q12;
    return out.count;
}

/* Also from so far outside that 32 bits do not hold every square. */
static void near_and_far(void)
{
    uint32_t first;
    cloud_reset(2, 0);
    CHECK_EQ(find_near(0, 0, 0, 65535, &first), 0);
    CHECK_EQ(cloud_insert(32767, 0, 0, 1), OCT9_OK);
    CHECK_EQ(find_near(-16384, 0, 0, 49151, &first), 1);
    CHECK_EQ(first, 2415820801);
    CHECK_EQ(find_near(-16384, 0, 0, 49150, &first), 0);
    CHECK_EQ(find_near(-16384, 43347, 230, 65535, &first), 1);
    CHECK_EQ(first, 4294836110);
    CHECK_EQ(find_near(-16384, 43347, 230, 65534, &first), 0);
    CHECK_EQ(find_near(-16384, 43347, 231, 65535, &first), 0);
    CHECK_EQ(find_near(-16384, 43350, 0, 65535, &first), 0); /* 2^32 + 76005 */
    CHECK_EQ(cloud_insert(32767, 64, 0, 2), OCT9_OK);
    CHECK_EQ(find_near(-16384, 49151, 49151, 65535, &first), 0);
    CHECK_EQ(find_near(-16384, 49151, -16384, 65535, &first), 0);
    CHECK_EQ(cloud_insert(0, 32767, 32767, 3), OCT9_OK);
    CHECK_EQ(cloud_insert(32767, 32767, 32767, 4), OCT9_OK);
    CHECK_EQ(find_near(49151, 49151, 49151, 65535, &first), 2);
    CHECK_EQ(first, 805306368); /* 3 * 16384^2 */
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
    oct9_points_nearest_input_t in = {
        .point = POINT(700, 700, 700), .range_q6 = 9, .capacity = 2, .found = near
    };
    oct9_points_nearest_output_t out;
    cloud_reset(3, 0);
    for (unsigned i = 0; i < 20; i++)
        CHECK_EQ(cloud_insert(700, 700, 700, i), OCT9_OK);
    CHECK_EQ(oct9_points_nearest(&cloud_set, &in, &out), OCT9_OK);
    CHECK(out.count == 2 && out.nodes == 8 && out.leaves == 1);
    in.capacity = 3;
    CHECK_EQ(oct9_points_nearest(&cloud_set, &in, &out), OCT9_OK);
    CHECK(out.count == 3 && out.nodes == 8 && out.leaves == 2);
    cloud_reset(2, 0); /* nor does one of the same bucket come after it */
    CHECK_EQ(cloud_insert(700, 700, 700, 1), OCT9_OK);
    CHECK_EQ(cloud_insert(701, 700, 700, 2), OCT9_OK);
    in.capacity = 1;
    CHECK_EQ(oct9_points_nearest(&cloud_set, &in, &out), OCT9_OK);
    CHECK(out.count == 1 && near[0].distance2_q12 == 0 && near[0].entry.id == 1);
}

GOLDEN_SUITE(points)
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
}
