/* SPDX-License-Identifier: MIT */
/* Point sets: building a whole set, leaf by leaf in the order of Morton codes.
 *
 * A leaf is the largest node that contains its first point, but neither the point before it nor the
 * point `bucket_size` places after it. So two comparisons give its level. It is at least as large
 * as least_level, and needs the blocks of those nodes above it that do not contain the point before
 * it. */

#include "port/oct9_port.h"
#include "src/map/tree.h"
#include "src/points/points.h"

/* A pass over the sorted entries, leaf by leaf. */
typedef struct {
    const oct9_points_t *points;
    const oct9_entry_t *sorted;
    uint32_t count;
    uint32_t first, end; /* the leaf's entries */
    unsigned level;      /* the leaf's */
    unsigned above;      /* of the smallest node with the entry before it, too; or 10 */
} pass_t;

/* The level of the smallest node that contains both entries; 10 if the second does not exist. */
static unsigned common_level(const pass_t *pass, uint32_t a, uint32_t b)
{
    if (b >= pass->count) /* also for the one before the first */
        return OCT9_LEVELS + 1u;
    return oct9_place_level(oct9_place_differ(&pass->sorted[a].point, &pass->sorted[b].point));
}

static void begin_pass(pass_t *pass, const oct9_points_t *points, const oct9_entry_t *sorted,
                       uint32_t count)
{
    pass->points = points;
    pass->sorted = sorted;
    pass->count = count;
    pass->end = 0;
}

/* Goes to the next leaf. Returns false after the last. */
static bool next_bucket_leaf(pass_t *pass)
{
    const uint32_t first = pass->end;
    if (first == pass->count)
        return false;
    const unsigned on = common_level(pass, first, first + pass->points->bucket_size);
    pass->above = common_level(pass, first, first - 1u);
    unsigned level = on < pass->above ? on : pass->above;
    level = level > pass->points->least_level ? level - 1u : pass->points->least_level;
    OCT9_ASSERT(level >= pass->points->least_level && level < pass->above);
    pass->first = first;
    pass->level = level;
    do
        pass->end++;
    while (common_level(pass, first, pass->end) <= level);
    return true;
}

/* Checks that the leaf's entries are in the cube and in order, also relative to the entry before
 * them. */
static oct9_status_t check_entries(const pass_t *pass, uint32_t *last)
{
    for (uint32_t i = pass->first; i < pass->end; i++) {
        if (!oct9_point_inside(&pass->sorted[i].point))
            return OCT9_ERR_OUTSIDE;
        const uint32_t code = oct9_points_key(&pass->sorted[i].point);
        if (code < *last)
            return OCT9_REFUSE();
        *last = code;
    }
    return OCT9_OK;
}

/* The first pass: counts what the second needs. */
static oct9_status_t plan(oct9_points_t *points, const oct9_entry_t *sorted, uint32_t count)
{
    pass_t pass;
    uint32_t blocks = 0, buckets = 0, last = 0;
    begin_pass(&pass, points, sorted, count);
    while (next_bucket_leaf(&pass)) {
        const oct9_status_t status = check_entries(&pass, &last);
        if (status != OCT9_OK)
            return status;
        const uint32_t size = pass.end - pass.first;
        blocks += pass.above - 1u - pass.level;
        const uint32_t most = points->bucket_size;
        buckets += size <= most ? 1u : (size + most - 1u) / most;
    }
    return oct9_points_has(points, blocks, buckets);
}

/* Puts entries into a new bucket, before the others of the leaf. */
static void fill_bucket(oct9_points_t *points, oct9_points_index_t *slot, const oct9_entry_t *entry,
                        uint32_t count)
{
    const oct9_points_index_t bucket = oct9_points_take(points);
    oct9_entry_t *const to = oct9_points_entries(points, bucket);
    for (uint32_t i = 0; i < count; i++)
        oct9_entry_copy(&to[i], &entry[i]);
    points->buckets[bucket].count = (uint16_t)count;
    points->buckets[bucket].next = oct9_points_bucket(*slot); /* OCT9_BUCKET_NONE if empty */
    *slot = oct9_points_slot(bucket);
}

static void write_bucket_leaf(oct9_points_t *points, const pass_t *pass)
{
    const oct9_entry_t *entry = &pass->sorted[pass->first];
    const uint32_t most = points->bucket_size;
    oct9_points_descent_t descent;
    oct9_points_descent_find(&descent, &points->tree, oct9_points_key(&entry->point), pass->level);
    oct9_points_descent_split(&descent, &points->tree, pass->level);
    for (uint32_t left = pass->end - pass->first; left != 0;) {
        const uint32_t count = left < most ? left : most;
        fill_bucket(points, oct9_points_descent_end(&descent), entry, count);
        entry += count;
        left -= count;
    }
}

oct9_status_t oct9_points_build(oct9_points_t *points, const oct9_entry_t *sorted, uint32_t count)
{
    OCT9_ASSERT(points && (sorted || count == 0));
    if (points->count != 0)
        return OCT9_REFUSE();
    const oct9_status_t status = plan(points, sorted, count);
    if (status != OCT9_OK)
        return status;
    pass_t pass;
    begin_pass(&pass, points, sorted, count);
    oct9_points_tree_touch(&points->tree);
    while (next_bucket_leaf(&pass))
        write_bucket_leaf(points, &pass);
    points->count = count;
    oct9_points_tree_touch(&points->tree);
    return OCT9_OK;
}
