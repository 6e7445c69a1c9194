/* SPDX-License-Identifier: MIT */
/* The check of a point set's invariants. It trusts nothing that it reads: it compares each index
 * with its pool's size before it follows it, and visits no bucket twice, so it always ends. */
#include "port/oct9_port.h"
#include "src/map/descent.h"
#include "src/number/morton.h"
#include "src/points/points.h"

/* The state of the check. */
typedef struct {
    const oct9_points_t *points;
    uint8_t *seen;           /* one bit for each bucket */
    uint32_t buckets, count; /* the buckets in use, and the points */
} bucket_check_t;

/* Marks a bucket. Returns false if it does not exist or was marked before. */
static bool mark_bucket(const bucket_check_t *check, oct9_points_index_t bucket)
{
    if (bucket >= check->points->bucket_count)
        return false;
    const uint8_t bit = (uint8_t)(1u << (bucket & 7u));
    if (check->seen[bucket >> 3] & bit)
        return false;
    check->seen[bucket >> 3] |= bit;
    return true;
}

/* True if each entry of the bucket is in the node at that Morton code. */
static bool entries_lie(const oct9_points_t *points, oct9_points_index_t bucket, uint32_t code,
                        unsigned level)
{
    const oct9_entry_t *const entry = oct9_points_entries(points, bucket);
    for (unsigned i = 0; i < points->buckets[bucket].count; i++) {
        if (!oct9_point_inside(&entry[i].point) ||
            oct9_points_key(&entry[i].point) >> 3u * level != code)
            return false;
    }
    return true;
}

/* Checks a leaf's list: only the first bucket may have room, and only a smallest leaf has a
 * second. */
static bool check_leaf(bucket_check_t *check, oct9_points_index_t slot, uint32_t code,
                       unsigned level)
{
    const oct9_points_t *const points = check->points;
    if (slot == OCT9_POINTS_EMPTY)
        return true;
    bool first = true;
    oct9_points_index_t bucket = oct9_points_bucket(slot);
    for (; bucket != OCT9_BUCKET_NONE; bucket = points->buckets[bucket].next) {
        if (!mark_bucket(check, bucket))
            return false;
        const unsigned count = points->buckets[bucket].count;
        if (count == 0 || count > points->bucket_size ||
            (!first && (count != points->bucket_size || level != points->least_level)))
            return false;
        if (!entries_lie(points, bucket, code, level))
            return false;
        check->buckets++;
        check->count += count;
        first = false;
    }
    return true;
}

/* Checks the leaves among the children, which have `level`, of a node at that Morton code. */
static bool check_children(bucket_check_t *check, oct9_points_index_t block, uint32_t code,
                           unsigned level)
{
    const oct9_points_index_t *const slot = check->points->tree.pool[block].slot;
    for (unsigned i = 0; i < 8; i++)
        if (slot[i] >= OCT9_POINTS_LEAF && !check_leaf(check, slot[i], code * 8u + i, level))
            return false;
    return true;
}

/* Checks all leaves of a tree whose structure is known to be good. A node is split only if it has
 * more points than a leaf may have. So between entering and leaving a node the check must have
 * counted more points than that. */
static bool check_leaves(bucket_check_t *check)
{
    const oct9_points_t *const points = check->points;
    uint32_t before[OCT9_LEVELS + 1]; /* the count when the node was entered */
    oct9_points_index_t root = points->tree.root;
    oct9_points_descent_t descent;
    oct9_points_descent_begin(&descent, &root, 0);
    if (root >= OCT9_POINTS_LEAF)
        return check_leaf(check, root, 0, OCT9_LEVELS);
    for (;;) {
        const unsigned level = descent.level;
        unsigned child = 0;
        before[level] = check->count;
        if (level == points->least_level ||
            !check_children(check, *oct9_points_descent_end(&descent), descent.code >> 3u * level,
                            level - 1u))
            return false;
        while (!oct9_points_descent_inner(&descent, points->tree.pool, child)) {
            if (check->count - before[descent.level] <= points->bucket_size)
                return false;
            if (descent.level == OCT9_LEVELS)
                return true;
            child = oct9_points_descent_up(&descent);
        }
    }
}

static bool check_free(bucket_check_t *check)
{
    uint32_t count = 0;
    oct9_points_index_t bucket = check->points->free_head;
    for (; bucket != OCT9_BUCKET_NONE; bucket = check->points->buckets[bucket].next) {
        if (!mark_bucket(check, bucket))
            return false;
        count++;
    }
    return count + check->buckets == check->points->bucket_count;
}

oct9_status_t oct9_points_check(const oct9_points_t *points, uint8_t *seen)
{
    OCT9_ASSERT(points && seen);
    const oct9_status_t status = oct9_points_tree_check(&points->tree, seen);
    if (status != OCT9_OK)
        return status;
    bucket_check_t check;
    check.points = points;
    check.seen = seen;
    check.buckets = check.count = 0;
    for (uint32_t i = 0; i < (points->bucket_count + 7u) / 8u; i++)
        seen[i] = 0;
    if (check_leaves(&check) && check_free(&check) && check.buckets == points->used &&
        check.count == points->count && points->used <= points->peak &&
        points->peak <= points->bucket_count)
        return OCT9_OK;
    return OCT9_ERR_BROKEN;
}
