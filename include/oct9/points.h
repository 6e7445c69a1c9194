/* SPDX-License-Identifier: MIT */
/* Point sets: landmarks, or a cloud, in bucket leaves.
 *
 * Points lie in the cube, each with an id of the caller's; equal points, ids included, are good
 * and are kept as often as they were inserted. A leaf holds its points in a bucket of `bucket_size`
 * entries side by side; a node is split iff it holds more than `bucket_size` points and is larger
 * than `least_level`; a smallest leaf that holds more chains buckets. So a set has one shape only,
 * however it came about, equal points never recurse, and whatever a set of points needs in blocks
 * and buckets it needs always.
 *
 * What n points need at most: n buckets, as none in use is empty; and as each split node holds more
 * than `bucket_size` points and those of one level share none, a block for each of them:
 *
 *     (9 - least_level) * floor(n / (bucket_size + 1))
 *
 * Pools of that size, and of one block at least, hold any n points: neither a change nor a bulk
 * build takes more on its way than before or after it.
 *
 * The order of entries within a leaf depends on the history; answers that are ordered say how.
 *
 * One writer; readers must not overlap a write.
 *
 * All answers are exact for the points as they were put in. Those that were made of millimetres
 * were moved by up to 0.87 sub-cells: a radius or a range takes one more for that (mm.h).
 *
 * Source: Pelfrey's point octree and the game engines' bucket octrees, with pools. */
#ifndef OCT9_POINTS_H
#define OCT9_POINTS_H

#include "oct9/detail/points.h"

#ifdef __cplusplus
extern "C" {
#endif

#define OCT9_BUCKETS_MAX 32767u /* 15 bits of a slot, 0 is the empty leaf */

/* A point of a set. */
typedef struct {
    oct9_point_t point; /* Q9.6, in the cube */
    uint16_t id;        /* the caller's, whatever it means */
} oct9_entry_t;

/* What a set is made of; the caller owns the arrays, which must outlive the set. */
typedef struct {
    oct9_block_t *blocks;   /* [block_count] */
    uint32_t block_count;   /* 1..OCT9_BLOCKS_MAX */
    oct9_bucket_t *buckets; /* [bucket_count] */
    oct9_entry_t *entries;  /* [bucket_count * bucket_size] */
    uint32_t bucket_count;  /* 1..OCT9_BUCKETS_MAX */
    uint8_t bucket_size;    /* entries of a bucket, 1..255; 8 to 32 is good */
    uint8_t least_level;    /* 0..8: leaves are no smaller */
} oct9_points_config_t;

/* Read the counters; leave the rest to the functions below. The tree is no map to be asked (every
 * leaf with points would be occupied, every other unknown); its generation counts the changes of
 * the whole set. */
typedef struct oct9_points {
    oct9_tree_t tree; /* a leaf's payload: 0 empty, else its bucket + 1 */
    oct9_bucket_t *buckets;
    oct9_entry_t *entries;
    uint32_t count;                    /* of points */
    uint32_t failed;                   /* changes refused because a pool was full */
    uint16_t bucket_count, used, peak; /* buckets: in all, in use, the most that were */
    uint16_t free_head;
    uint8_t bucket_size, least_level;
} oct9_points_t;

/* An empty set. Fails with OCT9_ERR_ARGUMENT iff block_count, bucket_count or bucket_size is out of
 * its range or least_level is above 8.
 * Cost: eight writes a block, one a bucket. The tree's `generation` goes on from whatever number
 * the set's memory holds, as oct9_tree_init says: do not clear that memory while any query is
 * under way. */
oct9_status_t oct9_points_init(oct9_points_t *points, const oct9_points_config_t *config);

/* Adds a point. Fails with OCT9_ERR_OUTSIDE iff it is not in the cube, OCT9_ERR_POOL_FULL or
 * OCT9_ERR_BUCKETS_FULL iff more blocks or buckets are needed than are free (counted in
 * `failed`); nothing is changed then.
 * Cost: 9 levels, and the move of `bucket_size` points for each node that is split. */
oct9_status_t oct9_points_insert(oct9_points_t *points, const oct9_point_t *point, uint16_t id);

/* Removes one point that equals it, id included; gives back what is no longer needed. Fails with
 * OCT9_ERR_OUTSIDE as above, OCT9_ERR_NOT_FOUND iff there is none.
 * Cost: 9 levels, the leaf's entries, and the move of `bucket_size` points where nodes are
 * joined. */
oct9_status_t oct9_points_remove(oct9_points_t *points, const oct9_point_t *point, uint16_t id);

/* The key by which oct9_points_build wants its entries sorted, of a point in the cube: the Morton
 * code of its cell, 27 bits; from the highest on z, y, x of each level. Cost: shifts and masks. */
uint32_t oct9_points_key(const oct9_point_t *point);

/* Fills an empty set at once, in one pass, from entries in the order of their keys, those of one
 * key in any order. The set is the same as by insertion.
 * Fails with OCT9_ERR_ARGUMENT iff the set holds points or the entries are not in order,
 * OCT9_ERR_OUTSIDE, _POOL_FULL or _BUCKETS_FULL as above; the set is empty then as it was before.
 * Cost: each entry is looked at twice and written once. */
oct9_status_t oct9_points_build(oct9_points_t *points, const oct9_entry_t *sorted, uint32_t count);

/* Begins to find the points in a region, its surface included; see oct9_points_find_next. `region`
 * NULL is everywhere. It is kept by pointer and must not change until the search has ended. Exact.
 * Fails as oct9_visit_begin does of the region. */
oct9_status_t oct9_points_find_begin(oct9_points_find_t *find, const oct9_points_t *points,
                                     const oct9_region_t *region);

/* Fills `found` with up to `capacity` (1 and up) of the points, each once, node by node in the
 * order of Morton codes: how many, or 0 when there is none left; what stands behind them in
 * `found` means nothing. OCT9_AGAIN when `budget` nodes and leaves were visited and no point was
 * found yet; where a smallest leaf has several buckets, each counts as a leaf. A call that has
 * found points may end before the array is full, when the budget is used up; and a capacity above
 * 32767 is treated as 32767.
 * OCT9_ERR_ARGUMENT iff budget is 0 or capacity is 0, OCT9_ERR_STALE iff the set
 * was changed since the search began. Reentrant. */
int oct9_points_find_next(oct9_points_find_t *find, uint32_t budget, oct9_entry_t *found,
                          uint16_t capacity);

/* A point near another. */
typedef struct {
    uint32_t distance2_q12; /* the square of the distance in sub-cells: exact */
    oct9_entry_t entry;
} oct9_near_point_t;

/* A point in a set. */
typedef struct oct9_points_nearest_input {
    oct9_point_t point;       /* inside the cube or not */
    uint16_t range_q6;        /* 0..65535: nothing farther counts; in the cube nothing
                                 is farther than 56755 */
    uint16_t capacity;        /* how many to find, 1 and up */
    oct9_near_point_t *found; /* [capacity], filled from the nearest on; of points at
                                 one distance any may come first */
} oct9_points_nearest_input_t;

/* What was found. */
typedef struct {
    uint16_t count;         /* of points found */
    uint32_t leaves, nodes; /* visited */
} oct9_points_nearest_output_t;

/* The nearest points, in one call, its state, an oct9_points_nearest_t, on the stack.
 * Fails with OCT9_ERR_ARGUMENT iff capacity is 0.
 * Cost: the nodes within the distance of the farthest point that is found, and `capacity` moves
 * for each point that enters the list. Reentrant. */
oct9_status_t oct9_points_nearest(const oct9_points_t *points,
                                  const oct9_points_nearest_input_t *input,
                                  oct9_points_nearest_output_t *output);

/* The same in slices. The input is kept by pointer and must not change, and
 * `found` is the library's until OCT9_OK. */
oct9_status_t oct9_points_nearest_begin(oct9_points_nearest_t *nearest, const oct9_points_t *points,
                                        const oct9_points_nearest_input_t *input);

/* Visits at most `budget` nodes and leaves. OCT9_OK: the output is filled. OCT9_AGAIN: the budget
 * is used up, the output's counts alone are set; call again. OCT9_ERR_ARGUMENT iff it is 0,
 * OCT9_ERR_STALE iff the set was changed since the question began. */
oct9_status_t oct9_points_nearest_run(oct9_points_nearest_t *nearest, uint32_t budget,
                                      oct9_points_nearest_output_t *output);

/* Checks every invariant: those of oct9_tree_check, each bucket in one leaf or in the free list,
 * each point in its leaf, each node split iff it must be. `seen` as there, for as many bits as
 * blocks and as buckets, whichever are more.
 * Returns OCT9_OK, an error of oct9_tree_check's, or OCT9_ERR_BROKEN. Never reads outside the
 * pools, whatever they hold. Cost: one visit of each block and point. */
oct9_status_t oct9_points_check(const oct9_points_t *points, uint8_t *seen);

#ifdef __cplusplus
}
#endif
#endif
