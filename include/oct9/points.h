/* SPDX-License-Identifier: MIT */
/* Point sets: landmarks, or a point cloud, in a point octree with buckets.
 *
 * The points lie in the cube, each with an id that the caller chooses. Equal points, even with
 * equal ids, are kept as often as they were inserted.
 *
 * Example, with (oct9_points_t *points, const oct9_point_t *landmark, oct9_point_t robot,
 *                void (*report)(uint16_t, uint32_t)):
 *
 *     oct9_near_point_t first;
 *     oct9_points_nearest_output_t output;
 *     const oct9_points_nearest_input_t input = {
 *         .point = robot, .range_q6 = 640, .capacity = 1, .found = &first
 *     };
 *     if (oct9_points_insert(points, landmark, 7) != OCT9_OK)
 *         return;
 *     if (oct9_points_nearest(points, &input, &output) == OCT9_OK && output.count == 1)
 *         report(first.entry.id, first.distance2_q12);
 *
 * A leaf holds its points in a bucket, which has `bucket_size` entries side by side. A node is
 * split iff it holds more than `bucket_size` points and is larger than `least_level`; a smallest
 * leaf with more points has a chain of buckets. So the shape of the tree, and the blocks and
 * buckets that it needs, depend on the points alone and not on their history, and equal points
 * never split without end.
 *
 * The most that n points need: n buckets, as no bucket in use is empty; and a block for each split
 * node. Each of these holds more than `bucket_size` points, and those of one level share none, so
 * the blocks are at most
 *
 *     (9 - least_level) * floor(n / (bucket_size + 1))
 *
 * Pools of that size, with at least one block, hold any n points: neither a change nor
 * oct9_points_build needs more in between than before or after it.
 *
 * The order of entries in a leaf depends on the history; results that are ordered say by what.
 *
 * One writer. A query that begins while a write is in progress fails with OCT9_ERR_STALE; a write
 * that interrupts a slice may pass unseen.
 *
 * All results are exact for the points that were inserted. Conversion from millimetres moves a
 * point by up to 0.87 sub-cells: add one to a radius or a range for that (mm.h).
 *
 * Ids and the indices of blocks and buckets have 16 bits: 32,767 buckets at most. On a host, define
 * OCT9_POINTS_WIDE to 1 for src/points and for the program: then they have 32 bits, as
 * oct9_points_id_t and oct9_points_index_t say, and the limits are 2^31 blocks and 2^31 - 1
 * buckets. A block takes 32 bytes then, an entry 12. Files of both forms can be linked into one
 * program; a call to a form that is not linked is an error of the linker.
 *
 * Source: Pelfrey's point octree and the bucket octrees of game engines, with pools. */
#ifndef OCT9_POINTS_H
#define OCT9_POINTS_H

#include "oct9/detail/points.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A point of a set. */
typedef struct {
    oct9_point_t point;  /* Q9.6, in the cube */
    oct9_points_id_t id; /* any number that the caller chooses */
} oct9_entry_t;

/* The memory and the shape of a set. The caller owns the arrays, which must outlive the set. */
typedef struct {
    oct9_points_block_t *blocks; /* [block_count] */
    uint32_t block_count;        /* 1..OCT9_POINTS_BLOCKS_MAX */
    oct9_bucket_t *buckets;      /* [bucket_count] */
    oct9_entry_t *entries;       /* [bucket_count * bucket_size] */
    uint32_t bucket_count;       /* 1..OCT9_BUCKETS_MAX */
    uint8_t bucket_size;         /* entries of a bucket, 1..255; 8 to 32 is good */
    uint8_t least_level;         /* 0..8: the level of the smallest leaves */
} oct9_points_config_t;

/* A set of points. Read the counters; only the library uses the other fields. Do not query `tree`
 * as a map: every leaf with points would be occupied, every other leaf unknown. Its generation
 * counts the changes of the whole set. */
typedef struct oct9_points {
    oct9_points_tree_t tree; /* the payload of a leaf: 0 if empty, else its bucket + 1 */
    oct9_bucket_t *buckets;
    oct9_entry_t *entries;
    uint32_t count;                   /* points in the set */
    uint32_t failed;                  /* changes refused because a pool was full */
    oct9_points_index_t bucket_count; /* buckets in all */
    oct9_points_index_t used, peak;   /* buckets in use now, the most ever in use */
    oct9_points_index_t free_head;
    uint8_t bucket_size, least_level;
} oct9_points_t;

/* Makes an empty set. The tree's generation continues from the number that this memory holds, as
 * with oct9_tree_init: do not clear the memory while a query is in progress.
 * Fails with OCT9_ERR_ARGUMENT iff block_count, bucket_count or bucket_size is out of its range, or
 * least_level is above 8.
 * It writes eight slots for each block, and one field of each bucket.
 * Stack: M0 48 bytes. One writer. */
oct9_status_t oct9_points_init(oct9_points_t *points, const oct9_points_config_t *config);

/* Adds a point.
 * Fails with OCT9_ERR_OUTSIDE iff the point is not in the cube, OCT9_ERR_POOL_FULL iff it needs
 * more blocks than are free, OCT9_ERR_BUCKETS_FULL iff it needs more buckets than are free
 * (`failed` counts both); nothing is changed then.
 * Its cost is 9 levels, and a move of `bucket_size` points for each node that is split.
 * Stack: M0 168 bytes. One writer. */
oct9_status_t oct9_points_insert(oct9_points_t *points, const oct9_point_t *point,
                                 oct9_points_id_t id);

/* Removes one point that equals the given one, id included, and gives back the blocks and buckets
 * that are no longer needed.
 * Fails with OCT9_ERR_OUTSIDE iff the point is not in the cube, OCT9_ERR_NOT_FOUND iff the set has
 * no such point; nothing is changed then.
 * Its cost is 9 levels, the entries of the leaf, and a move of `bucket_size` points where nodes are
 * joined.
 * Stack: M0 176 bytes. One writer. */
oct9_status_t oct9_points_remove(oct9_points_t *points, const oct9_point_t *point,
                                 oct9_points_id_t id);

/* Moves one point that equals `from`, id included, to `to`. It keeps its id. The set is as after a
 * removal and an insertion, but a query in an interrupt never meets it without the point.
 * Fails with OCT9_ERR_OUTSIDE iff one of the two points is not in the cube, OCT9_ERR_NOT_FOUND iff
 * the set has no such point; nothing is changed then. Fails with OCT9_ERR_POOL_FULL or
 * OCT9_ERR_BUCKETS_FULL iff the moved point needs more blocks or buckets than are free without it
 * (`failed` counts both); the points are the same then, but searches in progress are stale.
 * Within a leaf its cost is 9 levels and the entries of the leaf; else that of a removal and an
 * insertion.
 * Stack: M0 248 bytes. One writer. */
oct9_status_t oct9_points_move(oct9_points_t *points, const oct9_point_t *from, oct9_points_id_t id,
                               const oct9_point_t *to);

/* Returns the key of a point in the cube, by which oct9_points_build expects entries sorted: the
 * Morton code of the point's cell, 27 bits; from the highest bit down z, y and x of each level.
 * Stack: M0 24 bytes. Reentrant. */
uint32_t oct9_points_key(const oct9_point_t *point);

/* Fills an empty set with `count` entries that are sorted by oct9_points_key; entries of one key
 * may come in any order. The set has the same shape as after `count` insertions.
 * Fails with OCT9_ERR_ARGUMENT iff the set holds points or the entries are not sorted,
 * OCT9_ERR_OUTSIDE iff a point is not in the cube, OCT9_ERR_POOL_FULL or OCT9_ERR_BUCKETS_FULL iff
 * the entries need more blocks or buckets than are free (`failed` counts both); the set is not
 * changed then.
 * It reads each entry twice and writes it once.
 * Stack: M0 192 bytes. One writer. */
oct9_status_t oct9_points_build(oct9_points_t *points, const oct9_entry_t *sorted, uint32_t count);

/* Begins to find the points in a region, its surface included; oct9_points_find_next returns them.
 * `region` NULL is everywhere. The region is kept by pointer and must not change until the search
 * has ended.
 * Fails as oct9_visit_begin does for the region.
 * The result is exact.
 * Stack: M0 80 bytes. Reentrant. */
oct9_status_t oct9_points_find_begin(oct9_points_find_t *find, const oct9_points_t *points,
                                     const oct9_region_t *region);

/* Fills `found` with up to `capacity` of the points, each once, node by node in the order of Morton
 * codes. Returns how many; 0 when none is left; or OCT9_AGAIN when it has visited `budget` nodes
 * and leaves and found none: call again. Each bucket of a chain counts as a leaf. A call that has
 * found points may return before the array is full because the budget is used up. The entries after
 * the returned ones are undefined. A capacity above 32767 counts as 32767.
 * Fails with OCT9_ERR_ARGUMENT iff budget or capacity is 0, OCT9_ERR_STALE iff the set was changed
 * since the search began.
 * The result is exact.
 * Stack: M0 128 bytes. Reentrant. */
int oct9_points_find_next(oct9_points_find_t *find, uint32_t budget, oct9_entry_t *found,
                          uint16_t capacity);

/* A point near another. */
typedef struct {
    uint32_t distance2_q12; /* the square of the distance in sub-cells, exact */
    oct9_entry_t entry;
} oct9_near_point_t;

/* A search for the nearest points. */
typedef struct oct9_points_nearest_input {
    oct9_point_t point;       /* inside or outside the cube */
    uint16_t range_q6;        /* 0..65535 sub-cells: farther points are left out. No two points of
                                 the cube are farther apart than 56755 */
    uint16_t capacity;        /* the most points to find, at least 1 */
    oct9_near_point_t *found; /* [capacity]: the nearest points, in the order of distance; those
                                 of equal distance in unspecified order */
} oct9_points_nearest_input_t;

/* The result of a search for the nearest points. */
typedef struct {
    uint16_t count;         /* points found */
    uint32_t leaves, nodes; /* visited */
} oct9_points_nearest_output_t;

/* Finds the nearest points. It has no slices: where very many may be within the range, find those
 * of a sphere by oct9_points_find_next.
 * Fails with OCT9_ERR_ARGUMENT iff capacity is 0, OCT9_ERR_STALE iff a change is in progress.
 * The result is exact.
 * Its cost grows with the nodes within the distance of the farthest point found, and with
 * `capacity` moves for each point that enters the list.
 * Stack: M0 408 bytes. Reentrant. */
oct9_status_t oct9_points_nearest(const oct9_points_t *points,
                                  const oct9_points_nearest_input_t *input,
                                  oct9_points_nearest_output_t *output);

/* Checks every invariant: those of oct9_tree_check, each bucket in one leaf or in the free list,
 * each point in its leaf, each node split iff it must be. `seen` is scratch as in oct9_tree_check,
 * with a bit for each block or each bucket, whichever are more: at least (that number + 7) / 8
 * bytes.
 * Fails as oct9_tree_check does, or with OCT9_ERR_BROKEN iff another invariant does not hold.
 * It reads only inside the arrays, for any content, and visits each block and each point once.
 * Stack: M0 256 bytes. Reentrant. */
oct9_status_t oct9_points_check(const oct9_points_t *points, uint8_t *seen);

#ifdef __cplusplus
}
#endif
#endif
