/* SPDX-License-Identifier: MIT */
#include "tests/points/cloud.h"

#include "tests/test.h"

oct9_block_t cloud_blocks[CLOUD_BLOCKS];
oct9_bucket_t cloud_buckets[CLOUD_BUCKETS];
oct9_entry_t cloud_entries[CLOUD_ENTRIES];
uint8_t cloud_seen[CLOUD_BUCKETS / 8];
oct9_points_t cloud_set;
oct9_entry_t cloud_list[CLOUD_MOST];
unsigned cloud_listed;
oct9_entry_t cloud_found[CLOUD_MOST];
oct9_points_find_t cloud_find;

oct9_points_config_t cloud_config(unsigned bucket_size, unsigned least_level)
{
    const oct9_points_config_t config = { .blocks = cloud_blocks,
                                          .block_count = CLOUD_BLOCKS,
                                          .buckets = cloud_buckets,
                                          .entries = cloud_entries,
                                          .bucket_count = CLOUD_ENTRIES / bucket_size <
                                                                  CLOUD_BUCKETS
                                                            ? CLOUD_ENTRIES / bucket_size
                                                            : CLOUD_BUCKETS,
                                          .bucket_size = (uint8_t)bucket_size,
                                          .least_level = (uint8_t)least_level };
    return config;
}

void cloud_reset(unsigned bucket_size, unsigned least_level)
{
    const oct9_points_config_t config = cloud_config(bucket_size, least_level);
    CHECK_EQ(oct9_points_init(&cloud_set, &config), OCT9_OK);
    cloud_listed = 0;
}

oct9_status_t cloud_insert(int32_t x, int32_t y, int32_t z, unsigned id)
{
    const oct9_point_t point = POINT(x, y, z);
    const oct9_status_t status = oct9_points_insert(&cloud_set, &point, (uint16_t)id);
    CHECK_EQ(oct9_points_check(&cloud_set, cloud_seen), OCT9_OK);
    return status;
}

oct9_status_t cloud_take_out(int32_t x, int32_t y, int32_t z, unsigned id)
{
    const oct9_point_t point = POINT(x, y, z);
    const oct9_status_t status = oct9_points_remove(&cloud_set, &point, (uint16_t)id);
    CHECK_EQ(oct9_points_check(&cloud_set, cloud_seen), OCT9_OK);
    return status;
}

void cloud_holds(uint32_t count, unsigned used_blocks, unsigned used_buckets)
{
    CHECK_EQ(cloud_set.count, count);
    CHECK_EQ(cloud_set.tree.used, used_blocks);
    CHECK_EQ(cloud_set.used, used_buckets);
}

/* Clouds from a point's width up to the whole cube, so that points often share cells or are
 * equal. */
static int16_t coordinate(random_t *random, unsigned bits)
{
    return AT((int32_t)random_below(random, (uint32_t)1 << bits) + (bits < 15 ? 16380 : 0));
}

oct9_entry_t cloud_random_entry(random_t *random)
{
    static const uint8_t widths[4] = { 2, 7, 11, 15 };
    const unsigned bits = widths[random_below(random, 4)];
    const oct9_entry_t entry = { .point = { coordinate(random, bits), coordinate(random, bits),
                                            coordinate(random, bits) },
                                 .id = (uint16_t)random_below(random, 4) };
    return entry;
}

void cloud_change(random_t *random)
{
    if (cloud_listed == CLOUD_MOST || (cloud_listed != 0 && random_below(random, 2) != 0)) {
        const unsigned i = (unsigned)random_below(random, cloud_listed);
        CHECK_EQ(oct9_points_remove(&cloud_set, &cloud_list[i].point, cloud_list[i].id), OCT9_OK);
        cloud_list[i] = cloud_list[--cloud_listed];
        return;
    }
    const oct9_entry_t entry = cloud_random_entry(random);
    const uint32_t failed = cloud_set.failed;
    const oct9_status_t status = oct9_points_insert(&cloud_set, &entry.point, entry.id);
    if (status == OCT9_OK)
        cloud_list[cloud_listed++] = entry;
    else
        CHECK_EQ(cloud_set.failed, failed + 1);
    CHECK_EQ(cloud_set.count, cloud_listed);
}

void cloud_fill(random_t *random, unsigned count)
{
    while (cloud_listed < count) {
        cloud_list[cloud_listed] = cloud_random_entry(random);
        CHECK_EQ(oct9_points_insert(&cloud_set, &cloud_list[cloud_listed].point,
                                    cloud_list[cloud_listed].id),
                 OCT9_OK);
        cloud_listed++;
    }
}
