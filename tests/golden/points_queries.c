/* SPDX-License-Identifier: MIT */
/* The suite of points: queries and errors. */
#include "src/number/morton.h"
#include "tests/golden/points_parts.h"
#include "tests/golden/query.h"
#include "tests/random.h"
#include "tests/test.h"

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
    while ((status = oct9_points_find_next(&points_scratch.find, budget, points_found, room)) !=
           0) {
        CHECK(status == OCT9_AGAIN || (status > 0 && (uint16_t)status <= room));
        calls++;
        CHECK(budget == UINT32_MAX ||
              points_scratch.find.leaves + points_scratch.find.nodes <= calls * budget);
        for (int i = 0; i < status; i++, count++)
            *sum += entry_sum(&points_found[i]);
    }
    return count;
}

static oct9_point_t near_the_cloud(random_t *random)
{
    const oct9_entry_t entry = points_random_entry(random);
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
    const oct9_region_t region = { .kind = ball ? OCT9_REGION_SPHERE : OCT9_REGION_BOX,
                                   .lo = a,
                                   .hi = b,
                                   .centre = a,
                                   .radius_q6 = radius };
    query_paint(&points_scratch, sizeof points_scratch);
    CHECK_EQ(oct9_points_find_begin(&points_scratch.find, &points_set, &region), OCT9_OK);
    *sum = 0;
    for (unsigned i = 0; i < points_listed; i++) {
        const oct9_point_t *const p = &points_list[i].point;
        if (ball ? distance2(p, &a) <= (int64_t)radius * radius
                 : within(p->x, a.x, b.x) && within(p->y, a.y, b.y) && within(p->z, a.z, b.z)) {
            count++;
            *sum += entry_sum(&points_list[i]);
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
            points_reset(1u + i / 10u, i / 40u);
            points_fill(&random, MOST / 4);
        }
        uint32_t truth, sum;
        const uint32_t count = begin_shape(&random, &truth);
        const uint32_t budget = i % 5 == 0 ? UINT32_MAX : query_budgets[i % QUERY_BUDGETS];
        const uint16_t room = i % 3 == 0 ? MOST : (uint16_t)(1u + i % 7u);
        CHECK_EQ(in_slices(budget, room, &sum), count);
        CHECK_EQ(sum, truth);
        digest = digest_add(digest_add(digest_add(digest, count), points_scratch.find.leaves),
                            points_scratch.find.nodes);
    }
    TEST_DIGEST("points-find", digest);
}

static bool listed_entry(const oct9_entry_t *entry)
{
    for (unsigned i = 0; i < points_listed; i++)
        if (points_list[i].id == entry->id && distance2(&points_list[i].point, &entry->point) == 0)
            return true;
    return false;
}

/* How many points of the list are nearer than that; with `equal`, or as near. */
static unsigned nearer(const oct9_point_t *point, int64_t than, bool equal)
{
    unsigned count = 0;
    for (unsigned i = 0; i < points_listed; i++) {
        const int64_t d = distance2(&points_list[i].point, point);
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
            points_reset(1u + i / 10u, i / 40u);
            points_fill(&random, MOST / 4);
        }
        const oct9_points_nearest_input_t in = { .point = near_the_cloud(&random),
                                                 .capacity = (uint16_t)(1u + i % NEAR),
                                                 .found = near,
                                                 .range_q6 = i % 3 == 0 ? UINT16_MAX
                                                                        : query_radius(&random) };
        oct9_points_nearest_output_t out;
        query_paint(&points_scratch, sizeof points_scratch);
        CHECK_EQ(oct9_points_nearest_begin(&points_scratch.nearest, &points_set, &in), OCT9_OK);
        CHECK_EQ(oct9_points_nearest_run(&points_scratch.nearest, UINT32_MAX, &out), OCT9_OK);
        const uint32_t leaves = out.leaves, nodes = out.nodes;
        CHECK_EQ(oct9_points_nearest_begin(&points_scratch.nearest, &points_set, &in), OCT9_OK);
        const uint32_t budget = query_budgets[i % QUERY_BUDGETS];
        uint32_t calls = 0;
        oct9_status_t status;
        do {
            status = oct9_points_nearest_run(&points_scratch.nearest, budget, &out);
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
    const oct9_points_nearest_input_t in = { .point = { (int16_t)x, (int16_t)y, (int16_t)z },
                                             .range_q6 = (uint16_t)range,
                                             .capacity = 3,
                                             .found = near };
    oct9_points_nearest_output_t out;
    query_paint(&points_scratch, sizeof points_scratch);
    points_scratch.nearest.depth = 0; /* as a search may leave it */
    CHECK_EQ(oct9_points_nearest_begin(&points_scratch.nearest, &points_set, &in), OCT9_OK);
    CHECK_EQ(oct9_points_nearest_run(&points_scratch.nearest, UINT32_MAX, &out), OCT9_OK);
    *first = near[0].distance2_q12;
    return out.count;
}

/* Also from so far outside that 32 bits do not hold every square. */
static void near_and_far(void)
{
    uint32_t first;
    points_reset(2, 0);
    CHECK_EQ(find_near(0, 0, 0, 65535, &first), 0);
    CHECK_EQ(points_insert(32767, 0, 0, 1), OCT9_OK);
    CHECK_EQ(find_near(-32768, -32768, -32768, 65535, &first), 0);
    CHECK_EQ(find_near(-32768, 0, 0, 65535, &first), 1);
    CHECK_EQ(first, 4294836225);
    CHECK_EQ(find_near(-32768, 0, 0, 65534, &first), 0);
    CHECK_EQ(points_insert(32767, 64, 0, 2), OCT9_OK);
    CHECK_EQ(points_insert(0, 32767, 32767, 3), OCT9_OK);
    CHECK_EQ(points_insert(32767, 32767, 32767, 4), OCT9_OK);
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
    oct9_points_nearest_input_t in = {
        .point = { 700, 700, 700 }, .range_q6 = 9, .capacity = 2, .found = near
    };
    oct9_points_nearest_output_t out;
    points_reset(3, 0);
    for (unsigned i = 0; i < 20; i++)
        CHECK_EQ(points_insert(700, 700, 700, i), OCT9_OK);
    CHECK_EQ(oct9_points_nearest(&points_set, &in, &out), OCT9_OK);
    CHECK(out.count == 2 && out.nodes == 8 && out.leaves == 1);
    in.capacity = 3;
    CHECK_EQ(oct9_points_nearest(&points_set, &in, &out), OCT9_OK);
    CHECK(out.count == 3 && out.nodes == 8 && out.leaves == 2);
    points_reset(2, 0); /* nor does one of the same bucket come after it */
    CHECK_EQ(points_insert(700, 700, 700, 1), OCT9_OK);
    CHECK_EQ(points_insert(701, 700, 700, 2), OCT9_OK);
    in.capacity = 1;
    CHECK_EQ(oct9_points_nearest(&points_set, &in, &out), OCT9_OK);
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
    oct9_points_config_t config = points_config_of(4, 0);
    config.block_count = 0;
    init_fails(config, OCT9_ERR_POOL_SIZE);
    config.block_count = OCT9_BLOCKS_MAX + 1;
    init_fails(config, OCT9_ERR_POOL_SIZE);
    config = points_config_of(4, 0);
    config.bucket_count = 0;
    init_fails(config, OCT9_ERR_BUCKETS);
    config.bucket_count = OCT9_BUCKETS_MAX + 1;
    init_fails(config, OCT9_ERR_BUCKETS);
    config = points_config_of(4, 0);
    config.bucket_size = 0;
    init_fails(config, OCT9_ERR_BUCKETS);
    init_fails(points_config_of(4, 9), OCT9_ERR_LEVEL);
}

static void query_errors(void)
{
    const oct9_frustum_t flat = { .plane = { { .normal = { 0, 0, 0 } } } };
    oct9_region_t region = { .kind = OCT9_REGION_BOX,
                             .lo = { 1, 1, 1 },
                             .hi = { 5, 5, 0 },
                             .radius_q6 = 32768,
                             .frustum = &flat };
    points_reset(4, 0);
    query_paint(&points_scratch, sizeof points_scratch);
    CHECK_EQ(oct9_points_find_begin(&points_scratch.find, &points_set, &region), OCT9_ERR_EXTENT);
    region.kind = OCT9_REGION_SPHERE;
    CHECK_EQ(oct9_points_find_begin(&points_scratch.find, &points_set, &region), OCT9_ERR_RADIUS);
    region.kind = OCT9_REGION_FRUSTUM;
    CHECK_EQ(oct9_points_find_begin(&points_scratch.find, &points_set, &region), OCT9_ERR_PLANE);
    region.kind = (oct9_region_kind_t)4;
    CHECK_EQ(oct9_points_find_begin(&points_scratch.find, &points_set, &region), OCT9_ERR_POLICY);
    const oct9_points_nearest_input_t none = { .range_q6 = 9 };
    oct9_points_nearest_output_t out;
    CHECK_EQ(oct9_points_nearest(&points_set, &none, &out), OCT9_ERR_CAPACITY);
    CHECK(query_painted(&points_scratch, sizeof points_scratch));
    CHECK_EQ(oct9_points_find_begin(&points_scratch.find, &points_set, NULL), OCT9_OK);
    CHECK_EQ(oct9_points_find_next(&points_scratch.find, 0, points_found, 1), OCT9_ERR_BUDGET);
    CHECK_EQ(oct9_points_find_next(&points_scratch.find, 1, points_found, 0), OCT9_ERR_CAPACITY);
    CHECK_EQ(oct9_points_find_next(&points_scratch.find, 1, points_found, 1), 0);
    oct9_near_point_t near;
    const oct9_points_nearest_input_t one = { .range_q6 = 9, .capacity = 1, .found = &near };
    CHECK_EQ(oct9_points_nearest_begin(&points_scratch.nearest, &points_set, &one), OCT9_OK);
    CHECK_EQ(oct9_points_nearest_run(&points_scratch.nearest, 0, &out), OCT9_ERR_BUDGET);
    CHECK_EQ(oct9_points_nearest_run(&points_scratch.nearest, 1, &out), OCT9_OK);
    CHECK_EQ(out.count, 0);
}

/* What is refused leaves no trace: what is taken out again leaves the set as it was. */
static void full_pools(void)
{
    oct9_points_config_t config = points_config_of(2, 0);
    config.block_count = 8;
    CHECK_EQ(oct9_points_init(&points_set, &config), OCT9_OK);
    CHECK_EQ(points_insert(0, 0, 0, 0), OCT9_OK);
    CHECK_EQ(points_insert(63, 63, 63, 0), OCT9_OK);
    CHECK_EQ(points_insert(64, 0, 0, 0), OCT9_ERR_POOL_FULL); /* 9 blocks */
    CHECK_EQ(points_insert(128, 0, 0, 0), OCT9_OK);           /* 8 */
    CHECK_EQ(points_set.failed, 1);
    points_holds(3, 8, 2);
    CHECK_EQ(oct9_points_init(&points_set, &config), OCT9_OK);
    CHECK_EQ(points_insert(64, 64, 64, 0), OCT9_OK);
    CHECK_EQ(points_insert(64, 64, 64, 1), OCT9_OK);
    CHECK_EQ(points_insert(64, 64, 64, 2), OCT9_ERR_POOL_FULL); /* 9 blocks above its cell */
    points_holds(2, 0, 1);
    config.least_level = 1; /* then 8 will do */
    CHECK_EQ(oct9_points_init(&points_set, &config), OCT9_OK);
    for (unsigned i = 0; i < 5; i++)
        CHECK_EQ(points_insert(64 * (int)(i % 2u), 64, 64, i), OCT9_OK);
    points_holds(5, 8, 3);
    config = points_config_of(2, 0);
    config.bucket_count = 2;
    CHECK_EQ(oct9_points_init(&points_set, &config), OCT9_OK);
    CHECK_EQ(points_insert(0, 0, 0, 0), OCT9_OK);
    CHECK_EQ(points_insert(20000, 0, 0, 0), OCT9_OK);
    CHECK_EQ(points_insert(0, 20000, 0, 0), OCT9_ERR_BUCKETS_FULL); /* parts into three */
    points_holds(2, 0, 1);
    CHECK_EQ(points_insert(0, 0, 0, 0), OCT9_OK);
    CHECK_EQ(points_insert(0, 0, 20000, 0), OCT9_ERR_BUCKETS_FULL);
    CHECK_EQ(points_insert(-1, 0, 0, 0), OCT9_ERR_OUTSIDE);
    CHECK_EQ(points_take_out(0, 0, -1, 0), OCT9_ERR_OUTSIDE);
    points_holds(3, 1, 2);
    CHECK_EQ(points_set.failed, 2);
}

static void build_fails(unsigned count, oct9_status_t status)
{
    const uint32_t failed = points_set.failed;
    CHECK_EQ(oct9_points_build(&points_set, points_list, count), status);
    CHECK_EQ(points_set.failed - failed,
             status == OCT9_ERR_POOL_FULL || status == OCT9_ERR_BUCKETS_FULL);
    points_holds(0, 0, 0);
    CHECK(points_set.peak == 0 && points_set.tree.peak == 0);
    CHECK_EQ(oct9_points_check(&points_set, points_seen), OCT9_OK);
}

static void build_errors(void)
{
    static const oct9_entry_t some[5] = { { { 0, 0, 0 }, 1 },
                                          { { 5, 5, 5 }, 1 },
                                          { { 64, 0, 0 }, 1 },
                                          { { 0, 64, 0 }, 1 },
                                          { { 0, 0, 20000 }, 1 } };
    oct9_points_config_t config = points_config_of(2, 0);
    config.block_count = 8;
    config.bucket_count = 2;
    CHECK_EQ(oct9_points_init(&points_set, &config), OCT9_OK);
    for (unsigned i = 0; i < 5; i++)
        points_list[i] = some[i];
    CHECK_EQ(oct9_points_build(&points_set, points_list, 0), OCT9_OK);
    build_fails(3, OCT9_ERR_POOL_FULL);
    points_list[2].point.x = 20000;
    points_list[3].point.x = 20000;
    build_fails(5, OCT9_ERR_BUCKETS_FULL);
    points_list[1].point.z = -5;
    build_fails(5, OCT9_ERR_OUTSIDE);
    points_list[1].point.z = 20001;
    build_fails(5, OCT9_ERR_ORDER);
    config.block_count = 9;
    CHECK_EQ(oct9_points_init(&points_set, &config), OCT9_OK);
    for (unsigned i = 0; i < 5; i++)
        points_list[i] = some[0];
    build_fails(5, OCT9_ERR_BUCKETS_FULL); /* a chain of 3 */
    config.bucket_count = 3;
    CHECK_EQ(oct9_points_init(&points_set, &config), OCT9_OK);
    CHECK_EQ(oct9_points_build(&points_set, points_list, 5), OCT9_OK);
    points_holds(5, 9, 3);
    config.bucket_count = 2;
    for (unsigned i = 0; i < 5; i++)
        points_list[i] = some[i];
    points_list[2].point.x = 20000;
    points_list[3].point.x = 20000;
    config.block_count = 1; /* as many as it takes */
    CHECK_EQ(oct9_points_init(&points_set, &config), OCT9_OK);
    CHECK_EQ(oct9_points_build(&points_set, points_list, 4), OCT9_OK);
    CHECK_EQ(oct9_points_build(&points_set, points_list, 4), OCT9_ERR_NOT_EMPTY);
    points_holds(4, 1, 2);
}

/* Each kind of damage is seen. */
static void damage(void)
{
    points_reset(2, 3);
    for (unsigned i = 0; i < 9; i++)
        CHECK_EQ(points_insert(i < 5 ? 0 : 20000, (int)i, 0, i), OCT9_OK);
    const uint16_t bucket = (uint16_t)(points_set.free_head - 1); /* the one that was taken last */
    CHECK(points_buckets[bucket].next != OCT9_BUCKET_NONE);
    points_buckets[bucket].count++;
    CHECK_EQ(oct9_points_check(&points_set, points_seen), OCT9_ERR_BUCKETS);
    points_buckets[bucket].count--;
    const uint16_t next = points_buckets[bucket].next;
    points_buckets[bucket].next = OCT9_BUCKET_NONE; /* lost */
    CHECK_EQ(oct9_points_check(&points_set, points_seen), OCT9_ERR_BUCKETS);
    points_buckets[bucket].next = bucket; /* a ring */
    CHECK_EQ(oct9_points_check(&points_set, points_seen), OCT9_ERR_BUCKETS);
    CHECK_EQ(points_buckets[next].next, OCT9_BUCKET_NONE);
    points_buckets[bucket].next = next;
    points_buckets[next].next = next; /* a ring behind the last */
    CHECK_EQ(oct9_points_check(&points_set, points_seen), OCT9_ERR_BUCKETS);
    points_buckets[next].next = OCT9_BUCKET_NONE;
    points_buckets[bucket].next = 40000; /* none of the pool's */
    CHECK_EQ(oct9_points_check(&points_set, points_seen), OCT9_ERR_BUCKETS);
    points_buckets[bucket].next = next;
    points_entries[bucket * 2].point.x = 1; /* in another leaf */
    CHECK_EQ(oct9_points_check(&points_set, points_seen), OCT9_ERR_BUCKETS);
    points_entries[bucket * 2].point.x = 20000;
    points_entries[bucket * 2 + 1].point.x = 1; /* and not the first of its bucket */
    CHECK_EQ(oct9_points_check(&points_set, points_seen), OCT9_ERR_BUCKETS);
    points_entries[bucket * 2 + 1].point.x = 20000;
    points_set.count--;
    CHECK_EQ(oct9_points_check(&points_set, points_seen), OCT9_ERR_BUCKETS);
    points_set.count++;
    points_set.tree.used--;
    CHECK_EQ(oct9_points_check(&points_set, points_seen), OCT9_ERR_TREE_COUNT);
    points_set.tree.used++;
    CHECK_EQ(oct9_points_check(&points_set, points_seen), OCT9_OK);
}

/* Two points in two leaves that should be one. */
static void damage_of_a_join(void)
{
    unsigned bucket = 0;
    points_reset(2, 3);
    CHECK_EQ(points_insert(0, 0, 0, 1), OCT9_OK);
    CHECK_EQ(points_insert(1, 0, 0, 2), OCT9_OK);
    CHECK_EQ(points_insert(20000, 0, 0, 3), OCT9_OK);
    CHECK_EQ(oct9_points_check(&points_set, points_seen), OCT9_OK);
    while (bucket < 3 && points_buckets[bucket].count != 2)
        bucket++;
    points_buckets[bucket].count--;
    points_set.count--;
    CHECK_EQ(oct9_points_check(&points_set, points_seen), OCT9_ERR_BUCKETS);
    points_reset(2, 3); /* the same where points were counted before */
    for (unsigned i = 0; i < 2; i++)
        CHECK_EQ(points_insert((int)i, 0, 0, i), OCT9_OK);
    for (unsigned i = 0; i < 2; i++)
        CHECK_EQ(points_insert(20000 + (int)i, 0, 0, i), OCT9_OK);
    CHECK_EQ(points_insert(30000, 0, 0, 3), OCT9_OK);
    points_holds(5, 2, 3);
    for (bucket = 0;
         points_buckets[bucket].count != 2 || points_entries[bucket * 2].point.x < 20000;)
        bucket++;
    points_buckets[bucket].count--;
    points_set.count--;
    CHECK_EQ(oct9_points_check(&points_set, points_seen), OCT9_ERR_BUCKETS);
}

void points_queries(void)
{
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
