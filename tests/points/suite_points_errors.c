/* SPDX-License-Identifier: MIT */
/* Point sets that cannot be made or asked, full pools, and damage. */
#include "tests/points/cloud.h"
#include "tests/golden/query.h"
#include "tests/golden/suites.h"
#include "tests/test.h"

static void init_fails(oct9_points_config_t config, oct9_status_t status)
{
    oct9_points_t other;
    query_paint(&other, sizeof other);
    CHECK_EQ(oct9_points_init(&other, &config), status);
    CHECK(query_painted(&other, sizeof other));
}

static void init_errors(void)
{
    oct9_points_config_t config = cloud_config(4, 0);
    config.block_count = 0;
    init_fails(config, OCT9_ERR_ARGUMENT);
    config.block_count = OCT9_BLOCKS_MAX + 1;
    init_fails(config, OCT9_ERR_ARGUMENT);
    config = cloud_config(4, 0);
    config.bucket_count = 0;
    init_fails(config, OCT9_ERR_ARGUMENT);
    config.bucket_count = OCT9_BUCKETS_MAX + 1;
    init_fails(config, OCT9_ERR_ARGUMENT);
    config = cloud_config(4, 0);
    config.bucket_size = 0;
    init_fails(config, OCT9_ERR_ARGUMENT);
    init_fails(cloud_config(4, 9), OCT9_ERR_ARGUMENT);
}

static void query_errors(void)
{
    const oct9_frustum_t flat = { .plane = { { .normal = { 0, 0, 0 } } } };
    oct9_region_t region = { .kind = OCT9_REGION_BOX,
                             .lo = { 1, 1, 1 },
                             .hi = { 5, 5, 0 },
                             .radius_q6 = 32768,
                             .frustum = &flat };
    cloud_reset(4, 0);
    query_paint(&cloud_find, sizeof cloud_find);
    CHECK_EQ(oct9_points_find_begin(&cloud_find, &cloud_set, &region), OCT9_ERR_ARGUMENT);
    region.kind = OCT9_REGION_SPHERE;
    CHECK_EQ(oct9_points_find_begin(&cloud_find, &cloud_set, &region), OCT9_ERR_ARGUMENT);
    region.kind = OCT9_REGION_FRUSTUM;
    CHECK_EQ(oct9_points_find_begin(&cloud_find, &cloud_set, &region), OCT9_ERR_ARGUMENT);
    region.kind = (oct9_region_kind_t)4;
    CHECK_EQ(oct9_points_find_begin(&cloud_find, &cloud_set, &region), OCT9_ERR_ARGUMENT);
    const oct9_points_nearest_input_t none = { .range_q6 = 9 };
    oct9_points_nearest_output_t out;
    CHECK_EQ(oct9_points_nearest(&cloud_set, &none, &out), OCT9_ERR_ARGUMENT);
    CHECK(query_painted(&cloud_find, sizeof cloud_find));
    CHECK_EQ(oct9_points_find_begin(&cloud_find, &cloud_set, NULL), OCT9_OK);
    CHECK_EQ(oct9_points_find_next(&cloud_find, 0, cloud_found, 1), OCT9_ERR_ARGUMENT);
    CHECK_EQ(oct9_points_find_next(&cloud_find, 1, cloud_found, 0), OCT9_ERR_ARGUMENT);
    CHECK_EQ(oct9_points_find_next(&cloud_find, 1, cloud_found, 1), 0);
    oct9_near_point_t near;
    const oct9_points_nearest_input_t one = { .range_q6 = 9, .capacity = 1, .found = &near };
    CHECK_EQ(oct9_points_nearest(&cloud_set, &one, &out), OCT9_OK);
    CHECK_EQ(out.count, 0);
}

/* What is refused leaves no trace: what is taken out again leaves the set as it was. */
static void full_pools(void)
{
    oct9_points_config_t config = cloud_config(2, 0);
    config.block_count = 8;
    CHECK_EQ(oct9_points_init(&cloud_set, &config), OCT9_OK);
    CHECK_EQ(cloud_insert(0, 0, 0, 0), OCT9_OK);
    CHECK_EQ(cloud_insert(63, 63, 63, 0), OCT9_OK);
    CHECK_EQ(cloud_insert(64, 0, 0, 0), OCT9_ERR_POOL_FULL); /* 9 blocks */
    CHECK_EQ(cloud_insert(128, 0, 0, 0), OCT9_OK);           /* 8 */
    CHECK_EQ(cloud_set.failed, 1);
    cloud_holds(3, 8, 2);
    CHECK_EQ(oct9_points_init(&cloud_set, &config), OCT9_OK);
    CHECK_EQ(cloud_insert(64, 64, 64, 0), OCT9_OK);
    CHECK_EQ(cloud_insert(64, 64, 64, 1), OCT9_OK);
    CHECK_EQ(cloud_insert(64, 64, 64, 2), OCT9_ERR_POOL_FULL); /* 9 blocks above its cell */
    cloud_holds(2, 0, 1);
    config.least_level = 1; /* then 8 will do */
    CHECK_EQ(oct9_points_init(&cloud_set, &config), OCT9_OK);
    for (unsigned i = 0; i < 5; i++)
        CHECK_EQ(cloud_insert(64 * (int)(i % 2u), 64, 64, i), OCT9_OK);
    cloud_holds(5, 8, 3);
    config = cloud_config(2, 0);
    config.bucket_count = 2;
    CHECK_EQ(oct9_points_init(&cloud_set, &config), OCT9_OK);
    CHECK_EQ(cloud_insert(0, 0, 0, 0), OCT9_OK);
    CHECK_EQ(cloud_insert(20000, 0, 0, 0), OCT9_OK);
    CHECK_EQ(cloud_insert(0, 20000, 0, 0), OCT9_ERR_BUCKETS_FULL); /* parts into three */
    cloud_holds(2, 0, 1);
    CHECK_EQ(cloud_insert(0, 0, 0, 0), OCT9_OK);
    CHECK_EQ(cloud_insert(0, 0, 20000, 0), OCT9_ERR_BUCKETS_FULL);
    CHECK_EQ(cloud_insert(-1, 0, 0, 0), OCT9_ERR_OUTSIDE);
    CHECK_EQ(cloud_take_out(0, 0, -1, 0), OCT9_ERR_OUTSIDE);
    CHECK_EQ(cloud_insert(0, 32768, 0, 0), OCT9_ERR_OUTSIDE);
    CHECK_EQ(cloud_take_out(32768, 0, 0, 0), OCT9_ERR_OUTSIDE);
    cloud_holds(3, 1, 2);
    CHECK_EQ(cloud_set.failed, 2);
}

static oct9_status_t move(oct9_point_t from, unsigned id, oct9_point_t to)
{
    const oct9_status_t status = oct9_points_move(&cloud_set, &from, (uint16_t)id, &to);
    CHECK_EQ(oct9_points_check(&cloud_set, cloud_seen), OCT9_OK);
    return status;
}

static int found_at(oct9_point_t at, unsigned id)
{
    const oct9_region_t spot = { .kind = OCT9_REGION_BOX, .lo = at, .hi = at };
    CHECK_EQ(oct9_points_find_begin(&cloud_find, &cloud_set, &spot), OCT9_OK);
    const int count = oct9_points_find_next(&cloud_find, UINT32_MAX, cloud_found, 9);
    return count == 1 && cloud_found[0].id != id ? -1 : count;
}

/* A move within a leaf, into another, into a full pool, and of what is not there. */
static void moves(void)
{
    static const oct9_point_t corner = POINT(0, 0, 0), near = POINT(63, 5, 6),
                              far = POINT(20000, 0, 0), beside = POINT(64, 0, 0),
                              outside = POINT(0, 32768, 0);
    oct9_points_config_t config = cloud_config(2, 0);
    config.block_count = 8;
    CHECK_EQ(oct9_points_init(&cloud_set, &config), OCT9_OK);
    CHECK_EQ(cloud_insert(0, 0, 0, 0), OCT9_OK);
    CHECK_EQ(cloud_insert(0, 0, 0, 1), OCT9_OK);
    CHECK_EQ(cloud_insert(20000, 0, 0, 2), OCT9_OK);
    cloud_holds(3, 1, 2);
    CHECK_EQ(move(corner, 1, near), OCT9_OK);
    CHECK(found_at(near, 1) == 1 && found_at(corner, 0) == 1);
    CHECK_EQ(move(corner, 1, far), OCT9_ERR_NOT_FOUND);
    CHECK_EQ(move(far, 2, outside), OCT9_ERR_OUTSIDE);
    CHECK_EQ(move(outside, 2, far), OCT9_ERR_OUTSIDE);
    CHECK_EQ(oct9_points_find_begin(&cloud_find, &cloud_set, NULL), OCT9_OK);
    CHECK_EQ(oct9_points_find_next(&cloud_find, 9, cloud_found, 1), 1);
    CHECK_EQ(move(far, 2, beside), OCT9_ERR_POOL_FULL); /* 9 blocks */
    CHECK_EQ(oct9_points_find_next(&cloud_find, 9, cloud_found, 1), OCT9_ERR_STALE);
    cloud_holds(3, 1, 2);
    CHECK(cloud_set.failed == 1 && found_at(far, 2) == 1);
    CHECK_EQ(move(near, 1, far), OCT9_OK);
    cloud_holds(3, 1, 2);
    CHECK(found_at(far, 1) == 2 && found_at(near, 1) == 0 && found_at(corner, 0) == 1);
    CHECK_EQ(move(far, 2, far), OCT9_OK);
    CHECK_EQ(found_at(far, 1), 2);
}

static void build_fails(unsigned count, oct9_status_t status)
{
    const uint32_t failed = cloud_set.failed;
    CHECK_EQ(oct9_points_build(&cloud_set, cloud_list, count), status);
    CHECK_EQ(cloud_set.failed - failed,
             status == OCT9_ERR_POOL_FULL || status == OCT9_ERR_BUCKETS_FULL);
    cloud_holds(0, 0, 0);
    CHECK(cloud_set.peak == 0 && cloud_set.tree.peak == 0);
    CHECK_EQ(oct9_points_check(&cloud_set, cloud_seen), OCT9_OK);
}

static void build_errors(void)
{
    static const oct9_entry_t some[5] = { { POINT(0, 0, 0), 1 },
                                          { POINT(5, 5, 5), 1 },
                                          { POINT(64, 0, 0), 1 },
                                          { POINT(0, 64, 0), 1 },
                                          { POINT(0, 0, 20000), 1 } };
    oct9_points_config_t config = cloud_config(2, 0);
    config.block_count = 8;
    config.bucket_count = 2;
    CHECK_EQ(oct9_points_init(&cloud_set, &config), OCT9_OK);
    for (unsigned i = 0; i < 5; i++)
        cloud_list[i] = some[i];
    CHECK_EQ(oct9_points_build(&cloud_set, cloud_list, 0), OCT9_OK);
    build_fails(3, OCT9_ERR_POOL_FULL);
    cloud_list[2].point.x = AT(20000);
    cloud_list[3].point.x = AT(20000);
    build_fails(5, OCT9_ERR_BUCKETS_FULL);
    cloud_list[1].point.z = AT(-5);
    build_fails(5, OCT9_ERR_OUTSIDE);
    cloud_list[1].point.z = AT(32768);
    build_fails(5, OCT9_ERR_OUTSIDE);
    cloud_list[1].point.z = AT(20001);
    build_fails(5, OCT9_ERR_ARGUMENT);
    config.block_count = 9;
    CHECK_EQ(oct9_points_init(&cloud_set, &config), OCT9_OK);
    for (unsigned i = 0; i < 5; i++)
        cloud_list[i] = some[0];
    build_fails(5, OCT9_ERR_BUCKETS_FULL); /* a chain of 3 */
    config.bucket_count = 3;
    CHECK_EQ(oct9_points_init(&cloud_set, &config), OCT9_OK);
    CHECK_EQ(oct9_points_build(&cloud_set, cloud_list, 5), OCT9_OK);
    cloud_holds(5, 9, 3);
    config.bucket_count = 2;
    for (unsigned i = 0; i < 5; i++)
        cloud_list[i] = some[i];
    cloud_list[2].point.x = AT(20000);
    cloud_list[3].point.x = AT(20000);
    config.block_count = 1; /* as many as it takes */
    CHECK_EQ(oct9_points_init(&cloud_set, &config), OCT9_OK);
    CHECK_EQ(oct9_points_build(&cloud_set, cloud_list, 4), OCT9_OK);
    CHECK_EQ(oct9_points_build(&cloud_set, cloud_list, 4), OCT9_ERR_ARGUMENT);
    cloud_holds(4, 1, 2);
}

/* Each kind of damage is seen. */
static void damage(void)
{
    cloud_reset(2, 3);
    for (unsigned i = 0; i < 9; i++)
        CHECK_EQ(cloud_insert(i < 5 ? 0 : 20000, (int)i, 0, i), OCT9_OK);
    const uint16_t bucket = (uint16_t)(cloud_set.free_head - 1); /* the one that was taken last */
    CHECK(cloud_buckets[bucket].next != OCT9_BUCKET_NONE);
    cloud_buckets[bucket].count++;
    CHECK_EQ(oct9_points_check(&cloud_set, cloud_seen), OCT9_ERR_BROKEN);
    cloud_buckets[bucket].count--;
    const uint16_t next = cloud_buckets[bucket].next;
    cloud_buckets[bucket].next = OCT9_BUCKET_NONE; /* lost */
    CHECK_EQ(oct9_points_check(&cloud_set, cloud_seen), OCT9_ERR_BROKEN);
    cloud_buckets[bucket].next = bucket; /* a ring */
    CHECK_EQ(oct9_points_check(&cloud_set, cloud_seen), OCT9_ERR_BROKEN);
    CHECK_EQ(cloud_buckets[next].next, OCT9_BUCKET_NONE);
    cloud_buckets[bucket].next = next;
    cloud_buckets[next].next = next; /* a ring behind the last */
    CHECK_EQ(oct9_points_check(&cloud_set, cloud_seen), OCT9_ERR_BROKEN);
    cloud_buckets[next].next = OCT9_BUCKET_NONE;
    cloud_buckets[bucket].next = 40000; /* none of the pool's */
    CHECK_EQ(oct9_points_check(&cloud_set, cloud_seen), OCT9_ERR_BROKEN);
    cloud_buckets[bucket].next = next;
    cloud_entries[bucket * 2].point.x = AT(1); /* in another leaf */
    CHECK_EQ(oct9_points_check(&cloud_set, cloud_seen), OCT9_ERR_BROKEN);
    cloud_entries[bucket * 2].point.x = AT(20000);
    cloud_entries[bucket * 2 + 1].point.x = AT(1); /* and not the first of its bucket */
    CHECK_EQ(oct9_points_check(&cloud_set, cloud_seen), OCT9_ERR_BROKEN);
    cloud_entries[bucket * 2 + 1].point.x = AT(20000);
    cloud_set.count--;
    CHECK_EQ(oct9_points_check(&cloud_set, cloud_seen), OCT9_ERR_BROKEN);
    cloud_set.count++;
    cloud_set.tree.used--;
    CHECK_EQ(oct9_points_check(&cloud_set, cloud_seen), OCT9_ERR_TREE_COUNT);
    cloud_set.tree.used++;
    CHECK_EQ(oct9_points_check(&cloud_set, cloud_seen), OCT9_OK);
}

/* Two points in two leaves that should be one. */
static void damage_of_a_join(void)
{
    unsigned bucket = 0;
    cloud_reset(2, 3);
    CHECK_EQ(cloud_insert(0, 0, 0, 1), OCT9_OK);
    CHECK_EQ(cloud_insert(1, 0, 0, 2), OCT9_OK);
    CHECK_EQ(cloud_insert(20000, 0, 0, 3), OCT9_OK);
    CHECK_EQ(oct9_points_check(&cloud_set, cloud_seen), OCT9_OK);
    while (bucket < 3 && cloud_buckets[bucket].count != 2)
        bucket++;
    cloud_buckets[bucket].count--;
    cloud_set.count--;
    CHECK_EQ(oct9_points_check(&cloud_set, cloud_seen), OCT9_ERR_BROKEN);
    cloud_reset(2, 3); /* the same where points were counted before */
    for (unsigned i = 0; i < 2; i++)
        CHECK_EQ(cloud_insert((int)i, 0, 0, i), OCT9_OK);
    for (unsigned i = 0; i < 2; i++)
        CHECK_EQ(cloud_insert(20000 + (int)i, 0, 0, i), OCT9_OK);
    CHECK_EQ(cloud_insert(30000, 0, 0, 3), OCT9_OK);
    cloud_holds(5, 2, 3);
    for (bucket = 0;
         cloud_buckets[bucket].count != 2 || cloud_entries[bucket * 2].point.x < AT(20000);)
        bucket++;
    cloud_buckets[bucket].count--;
    cloud_set.count--;
    CHECK_EQ(oct9_points_check(&cloud_set, cloud_seen), OCT9_ERR_BROKEN);
}

GOLDEN_SUITE(points_errors)
{
    RUN(init_errors);
    RUN(query_errors);
    RUN(full_pools);
    RUN(moves);
    RUN(build_errors);
    RUN(damage);
    RUN(damage_of_a_join);
}
