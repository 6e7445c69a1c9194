/* SPDX-License-Identifier: MIT */
/* The check of a point set's invariants: any slots, any buckets, any entries. */
#include "oct9/points.h"

#include "tree.h"

#define BUCKETS 300u
#define BUCKET_SIZE 5u

static oct9_bucket_t buckets[BUCKETS];
static oct9_entry_t entries[BUCKETS * BUCKET_SIZE];
static uint8_t seen[OCT9_BLOCKS_MAX / 8];

int main(void)
{
    oct9_points_t points;
    ANY(points);
    ANY(buckets);
    ANY(entries);
    any_tree(&points.tree);
    points.buckets = buckets;
    points.entries = entries;
    points.bucket_count = BUCKETS;
    points.bucket_size = BUCKET_SIZE;
    points.least_level = (uint8_t)WITHIN(0, 8);
    return oct9_points_check(&points, seen);
}
