/* SPDX-License-Identifier: MIT */
/* Internal: leaves of a point set and their buckets.
 *
 * A leaf's slot is OCT9_POINTS_LEAF | its bucket + 1, or OCT9_POINTS_EMPTY. A leaf with more than
 * `bucket_size` points has least_level and a chain of buckets: the first may have room, the others
 * are full. */
#ifndef OCT9_SRC_POINTS_H
#define OCT9_SRC_POINTS_H

#include "oct9/points.h"
#include "port/oct9_port.h"
#include "src/map/tree.h"
#include "src/number/axes.h"
#include "src/number/morton.h"
#include "src/number/place.h"

/* The tree of a set and the descent through it: those of maps (src/map/tree.h), or the same with
 * slots of 32 bits. */
#if OCT9_POINTS_WIDE
#define OCT9_POINTS_LEAF 0x80000000u
#include "src/points/wide_tree.h"
#else
#define OCT9_POINTS_LEAF OCT9_SLOT_LEAF
#define oct9_points_tree_init oct9_tree_init
#define oct9_points_tree_invalidate oct9_tree_invalidate
#define oct9_points_tree_touch oct9_tree_touch
#define oct9_points_tree_split oct9_tree_split
#define oct9_points_tree_give_back oct9_tree_give_back
#define oct9_points_tree_check oct9_tree_check
#define oct9_points_descent_t oct9_descent_t
#define oct9_points_descent_begin oct9_descent_begin
#define oct9_points_descent_end oct9_descent_end
#define oct9_points_descent_to oct9_descent_to
#define oct9_points_descent_inner oct9_descent_inner
#define oct9_points_descent_up oct9_descent_up
#define oct9_points_descent_find oct9_descent_find
#define oct9_points_descent_split oct9_descent_split
#endif

/* The generation that a search keeps when it begins, and whether the set was changed since then, or
 * a change is in progress: as of a map. */
static inline uint32_t oct9_points_generation(const oct9_points_t *points)
{
    return oct9_port_generation(&points->tree.generation) & ~(uint32_t)1;
}

static inline bool oct9_points_stale(const oct9_points_t *points, uint32_t seen)
{
    return oct9_port_generation(&points->tree.generation) != seen;
}

#define OCT9_POINTS_EMPTY OCT9_POINTS_LEAF

/* The first bucket of a leaf that is not empty. */
static inline oct9_points_index_t oct9_points_bucket(oct9_points_index_t slot)
{
    return (oct9_points_index_t)((slot & (OCT9_POINTS_LEAF - 1u)) - 1u);
}

static inline oct9_points_index_t oct9_points_slot(oct9_points_index_t bucket)
{
    return (oct9_points_index_t)(OCT9_POINTS_LEAF | (bucket + 1u));
}

/* The entries of a bucket. Those before them are fewer than the array has. */
static inline oct9_entry_t *oct9_points_entries(const oct9_points_t *points,
                                                oct9_points_index_t bucket)
{
    return points->entries + (size_t)bucket * points->bucket_size;
}

static inline void oct9_entry_copy(oct9_entry_t *to, const oct9_entry_t *from)
{
    oct9_point_copy(&to->point, &from->point);
    to->id = from->id;
}

/* Returns OCT9_OK if so many blocks and buckets are free. Otherwise it returns the error and counts
 * a failure. */
oct9_status_t oct9_points_has(oct9_points_t *points, uint32_t blocks, uint32_t buckets);

/* Takes a free bucket and returns it empty and as the last of its list. The caller has made sure
 * that there is one. */
oct9_points_index_t oct9_points_take(oct9_points_t *points);

/* Gives a bucket back. */
void oct9_points_give(oct9_points_t *points, oct9_points_index_t bucket);

/* Adds an entry to a leaf. If the leaf is empty or its first bucket is full, this takes a bucket;
 * the caller has made sure that there is one. */
void oct9_points_put(oct9_points_t *points, oct9_points_index_t *slot, const oct9_entry_t *entry);

#endif
