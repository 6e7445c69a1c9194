/* SPDX-License-Identifier: MIT */
/* Point sets: inserting, removing and moving single points. */
#include "src/points/points.h"

#include "port/oct9_port.h"
#include "src/map/tree.h"
#include "src/number/morton.h"

#include <stddef.h>

oct9_status_t oct9_points_init(oct9_points_t *points, const oct9_points_config_t *config)
{
    OCT9_ASSERT(points && config && config->blocks && config->buckets && config->entries);
    if (config->block_count == 0 || config->block_count > OCT9_POINTS_BLOCKS_MAX)
        return OCT9_REFUSE();
    if (config->bucket_count == 0 || config->bucket_count > OCT9_BUCKETS_MAX ||
        config->bucket_size == 0)
        return OCT9_REFUSE();
    if (config->least_level >= OCT9_LEVELS)
        return OCT9_REFUSE();
    static const oct9_thresholds_t any_bucket = { 1, 1 }; /* a bucket counts as occupied */
    (void)oct9_points_tree_init(&points->tree, config->blocks, config->block_count, &any_bucket);
    points->buckets = config->buckets;
    points->entries = config->entries;
    points->count = 0;
    points->failed = 0;
    points->bucket_count = (oct9_points_index_t)config->bucket_count;
    points->used = 0;
    points->peak = 0;
    points->free_head = 0;
    points->bucket_size = config->bucket_size;
    points->least_level = config->least_level;
    for (oct9_points_index_t i = 0; i < points->bucket_count; i++)
        points->buckets[i].next = (oct9_points_index_t)(i + 1u);
    points->buckets[points->bucket_count - 1u].next = OCT9_BUCKET_NONE;
    return OCT9_OK;
}

/* --- buckets --------------------------------------------------------------------------------- */

oct9_points_index_t oct9_points_take(oct9_points_t *points)
{
    const oct9_points_index_t bucket = points->free_head;
    OCT9_ASSERT(bucket != OCT9_BUCKET_NONE);
    OCT9_ASSERT(bucket < points->bucket_count && points->used < points->bucket_count);
    points->free_head = points->buckets[bucket].next;
    points->buckets[bucket].count = 0;
    points->buckets[bucket].next = OCT9_BUCKET_NONE;
    if (++points->used > points->peak)
        points->peak = points->used;
    return bucket;
}

void oct9_points_give(oct9_points_t *points, oct9_points_index_t bucket)
{
    OCT9_ASSERT(bucket < points->bucket_count && points->used != 0);
    points->buckets[bucket].next = points->free_head;
    points->free_head = bucket;
    points->used--;
}

void oct9_points_put(oct9_points_t *points, oct9_points_index_t *slot, const oct9_entry_t *entry)
{
    oct9_points_index_t bucket = oct9_points_bucket(*slot); /* OCT9_BUCKET_NONE if empty */
    if (*slot == OCT9_POINTS_EMPTY || points->buckets[bucket].count == points->bucket_size) {
        const oct9_points_index_t first = oct9_points_take(points);
        if (*slot != OCT9_POINTS_EMPTY)
            points->buckets[first].next = bucket;
        bucket = first;
        *slot = oct9_points_slot(bucket);
    }
    OCT9_ASSERT(bucket < points->bucket_count &&
                points->buckets[bucket].count < points->bucket_size);
    oct9_entry_copy(&oct9_points_entries(points, bucket)[points->buckets[bucket].count++], entry);
}

/* --- insertion ------------------------------------------------------------------------------- */

/* What an insertion takes from the pools. */
typedef struct {
    unsigned blocks, buckets;
} need_t;

/* The leaf at the end of the path is full. It and the nodes below it will be split, down to the
 * first node that separates its points and the new one, or down to a smallest leaf, which gets a
 * chain. The leaf may be such a smallest leaf itself. */
static void need_of_split(const oct9_points_t *points, const oct9_points_descent_t *descent,
                          const oct9_point_t *point, need_t *need)
{
    const oct9_points_index_t bucket = oct9_points_bucket(*oct9_points_descent_end(descent));
    const oct9_entry_t *const entry = oct9_points_entries(points, bucket);
    uint32_t differ = 0;
    unsigned children = 0;
    for (unsigned i = 0; i < points->bucket_size; i++)
        differ |= oct9_place_differ(&entry[i].point, point);
    const unsigned level = oct9_place_level(differ);
    if (level <= points->least_level) {
        need->blocks = descent->level - points->least_level;
        need->buckets = 1;
        return;
    }
    need->blocks = descent->level - level + 1u;
    for (unsigned i = 0; i < points->bucket_size; i++)
        children |= 1u << oct9_place_child(&entry[i].point, level - 1u);
    children |= 1u << oct9_place_child(point, level - 1u);
    need->buckets = 0; /* the old bucket serves one child */
    while ((children &= children - 1u) != 0)
        need->buckets++;
}

static void need_of(const oct9_points_t *points, const oct9_points_descent_t *descent,
                    const oct9_point_t *point, need_t *need)
{
    const oct9_points_index_t slot = *oct9_points_descent_end(descent);
    need->blocks = 0;
    need->buckets = 1;
    if (slot == OCT9_POINTS_EMPTY)
        return;
    if (points->buckets[oct9_points_bucket(slot)].count < points->bucket_size)
        need->buckets = 0;
    else
        need_of_split(points, descent, point, need);
}

oct9_status_t oct9_points_has(oct9_points_t *points, uint32_t blocks, uint32_t buckets)
{
    oct9_status_t status = OCT9_OK;
    if (blocks > (uint32_t)(points->tree.capacity - points->tree.used))
        status = OCT9_ERR_POOL_FULL;
    else if (buckets > (uint32_t)(points->bucket_count - points->used))
        status = OCT9_ERR_BUCKETS_FULL;
    if (status != OCT9_OK)
        points->failed++;
    return status;
}

/* Makes the leaf at the end of the path a node of leaves, and goes down to the next leaf on the
 * path. The bucket goes to the child of its first entry; the entries of other children go to
 * those. */
static void split_bucket(oct9_points_t *points, oct9_points_descent_t *descent)
{
    const oct9_points_index_t bucket = oct9_points_bucket(*oct9_points_descent_end(descent));
    oct9_entry_t *const entry = oct9_points_entries(points, bucket);
    const unsigned level = descent->level - 1u;
    const unsigned first = oct9_place_child(&entry->point, level);
    *oct9_points_descent_end(descent) = OCT9_POINTS_EMPTY;
    oct9_points_index_t *const slot = oct9_points_tree_split(&points->tree,
                                                             oct9_points_descent_end(descent));
    slot[first] = oct9_points_slot(bucket);
    uint16_t stay = 0;
    for (unsigned i = 0; i < points->bucket_size; i++) {
        const unsigned child = oct9_place_child(&entry[i].point, level);
        if (child == first)
            oct9_entry_copy(&entry[stay++], &entry[i]);
        else
            oct9_points_put(points, &slot[child], &entry[i]);
    }
    OCT9_ASSERT(stay != 0 && stay <= points->bucket_size);
    points->buckets[bucket].count = stay;
    oct9_points_descent_to(descent, &slot[oct9_morton_child(descent->code, level)]);
}

/* True if the leaf at the end of the path must be split before it can take a point. */
static bool full(const oct9_points_t *points, const oct9_points_descent_t *descent)
{
    const oct9_points_index_t slot = *oct9_points_descent_end(descent);
    return descent->level > points->least_level && slot != OCT9_POINTS_EMPTY &&
           points->buckets[oct9_points_bucket(slot)].count == points->bucket_size;
}

uint32_t oct9_points_key(const oct9_point_t *point)
{
    OCT9_ASSERT(point);
    oct9_cell_t cell;
    oct9_point_cell(point, &cell);
    return oct9_morton_encode(&cell);
}

/* Finds the path to the leaf that contains a point. */
static void find_path(oct9_points_t *points, const oct9_point_t *point,
                      oct9_points_descent_t *descent)
{
    oct9_points_descent_find(descent, &points->tree, oct9_points_key(point), 0);
}

/* Adds a point of the cube, and leaves the generation odd, or fails and writes nothing. Counting
 * the point is the caller's. */
static oct9_status_t add_point(oct9_points_t *points, const oct9_point_t *point,
                               oct9_points_id_t id)
{
    oct9_points_descent_t descent;
    need_t need;
    find_path(points, point, &descent);
    need_of(points, &descent, point, &need);
    const oct9_status_t status = oct9_points_has(points, need.blocks, need.buckets);
    if (status != OCT9_OK)
        return status;
    oct9_points_tree_invalidate(&points->tree);
    while (full(points, &descent))
        split_bucket(points, &descent);
    oct9_entry_t entry;
    oct9_point_copy(&entry.point, point);
    entry.id = id;
    oct9_points_put(points, oct9_points_descent_end(&descent), &entry);
    return OCT9_OK;
}

oct9_status_t oct9_points_insert(oct9_points_t *points, const oct9_point_t *point,
                                 oct9_points_id_t id)
{
    OCT9_ASSERT(points && point);
    if (!oct9_point_inside(point))
        return OCT9_ERR_OUTSIDE;
    const oct9_status_t status = add_point(points, point, id);
    if (status != OCT9_OK)
        return status;
    points->count++;
    oct9_points_tree_touch(&points->tree);
    return OCT9_OK;
}

/* --- removal --------------------------------------------------------------------------------- */

/* The entry of a leaf that equals the point and id, or NULL. */
static oct9_entry_t *find_entry(const oct9_points_t *points, oct9_points_index_t slot,
                                const oct9_point_t *point, oct9_points_id_t id)
{
    if (slot == OCT9_POINTS_EMPTY)
        return NULL;
    oct9_points_index_t bucket = oct9_points_bucket(slot);
    for (; bucket != OCT9_BUCKET_NONE; bucket = points->buckets[bucket].next) {
        oct9_entry_t *const entry = oct9_points_entries(points, bucket);
        for (unsigned i = 0; i < points->buckets[bucket].count; i++)
            if (entry[i].id == id && entry[i].point.x == point->x && entry[i].point.y == point->y &&
                entry[i].point.z == point->z)
                return &entry[i];
    }
    return NULL;
}

/* Removes an entry from a leaf: the last one of the first bucket takes its place. */
static void take_out(oct9_points_t *points, oct9_points_index_t *slot, oct9_entry_t *entry)
{
    const oct9_points_index_t bucket = oct9_points_bucket(*slot);
    oct9_bucket_t *const first = &points->buckets[bucket];
    OCT9_ASSERT(first->count != 0);
    first->count--;
    oct9_entry_copy(entry, &oct9_points_entries(points, bucket)[first->count]);
    if (first->count != 0)
        return;
    *slot = first->next == OCT9_BUCKET_NONE ? OCT9_POINTS_EMPTY : oct9_points_slot(first->next);
    oct9_points_give(points, bucket);
}

/* True if the node's children are leaves that together have no more points than one leaf may
 * have. */
static bool fits_a_leaf(const oct9_points_t *points, const oct9_points_index_t *slot)
{
    unsigned count = 0;
    for (unsigned i = 0; i < 8; i++) {
        if (slot[i] < OCT9_POINTS_LEAF)
            return false;
        if (slot[i] == OCT9_POINTS_EMPTY)
            continue;
        const oct9_bucket_t *const bucket = &points->buckets[oct9_points_bucket(slot[i])];
        count += bucket->count;
        if (bucket->next != OCT9_BUCKET_NONE || count > points->bucket_size)
            return false;
    }
    return true;
}

/* Makes a node of leaves in this slot one leaf, with the bucket of the first child that has one. */
static void join_leaves(oct9_points_t *points, oct9_points_index_t *slot)
{
    const oct9_points_index_t block = *slot;
    const oct9_points_index_t *const child = points->tree.pool[block].slot;
    oct9_points_index_t leaf = OCT9_POINTS_EMPTY;
    for (unsigned i = 0; i < 8; i++) {
        if (child[i] == OCT9_POINTS_EMPTY)
            continue;
        if (leaf == OCT9_POINTS_EMPTY) {
            leaf = child[i];
            continue;
        }
        const oct9_points_index_t bucket = oct9_points_bucket(child[i]);
        const oct9_entry_t *const entry = oct9_points_entries(points, bucket);
        for (unsigned k = 0; k < points->buckets[bucket].count; k++)
            oct9_points_put(points, &leaf, &entry[k]);
        oct9_points_give(points, bucket);
    }
    *slot = leaf;
    oct9_points_tree_give_back(&points->tree, block);
}

/* Removes the entry from the leaf at the end of the path, and joins the nodes above it that need no
 * longer be split. */
static void take_away(oct9_points_t *points, const oct9_points_descent_t *descent,
                      oct9_entry_t *entry)
{
    take_out(points, oct9_points_descent_end(descent), entry);
    for (unsigned level = descent->level + 1u; level <= OCT9_LEVELS; level++) {
        oct9_points_index_t *const slot = descent->slot[level];
        if (!fits_a_leaf(points, points->tree.pool[*slot].slot))
            break;
        join_leaves(points, slot);
    }
}

oct9_status_t oct9_points_remove(oct9_points_t *points, const oct9_point_t *point,
                                 oct9_points_id_t id)
{
    OCT9_ASSERT(points && point);
    if (!oct9_point_inside(point))
        return OCT9_ERR_OUTSIDE;
    oct9_points_descent_t descent;
    find_path(points, point, &descent);
    oct9_entry_t *const entry = find_entry(points, *oct9_points_descent_end(&descent), point, id);
    if (entry == NULL)
        return OCT9_ERR_NOT_FOUND;
    oct9_points_tree_touch(&points->tree);
    take_away(points, &descent, entry);
    OCT9_ASSERT(points->count != 0);
    points->count--;
    oct9_points_tree_touch(&points->tree);
    return OCT9_OK;
}

/* Takes the entry at the end of the path away and puts it at its new place, or back where the pools
 * are too small for that. The set without it never needs more than it needed with it. */
static oct9_status_t resettle_entry(oct9_points_t *points, const oct9_points_descent_t *descent,
                                    oct9_entry_t *entry, const oct9_point_t *to)
{
    oct9_entry_t old;
    oct9_entry_copy(&old, entry);
    take_away(points, descent, entry);
    const oct9_status_t status = add_point(points, to, old.id);
    if (status != OCT9_OK)
        (void)add_point(points, &old.point, old.id);
    return status;
}

oct9_status_t oct9_points_move(oct9_points_t *points, const oct9_point_t *from, oct9_points_id_t id,
                               const oct9_point_t *to)
{
    OCT9_ASSERT(points && from && to);
    if (!oct9_point_inside(from) || !oct9_point_inside(to))
        return OCT9_ERR_OUTSIDE;
    oct9_points_descent_t descent;
    find_path(points, from, &descent);
    oct9_entry_t *const entry = find_entry(points, *oct9_points_descent_end(&descent), from, id);
    if (entry == NULL)
        return OCT9_ERR_NOT_FOUND;
    oct9_status_t status = OCT9_OK;
    oct9_points_tree_touch(&points->tree);
    if (oct9_place_level(oct9_place_differ(from, to)) <= descent.level)
        oct9_point_copy(&entry->point, to);
    else
        status = resettle_entry(points, &descent, entry, to);
    oct9_points_tree_touch(&points->tree);
    return status;
}
