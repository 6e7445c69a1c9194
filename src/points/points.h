/* SPDX-License-Identifier: MIT */
/* Internal: leaves of a point set and their buckets.
 *
 * A leaf's slot is OCT9_SLOT_LEAF | its bucket + 1, or OCT9_POINTS_EMPTY. A leaf with more than
 * `bucket_size` points has least_level and a chain of buckets: the first may have room, the others
 * are full. */
#ifndef OCT9_SRC_POINTS_H
#define OCT9_SRC_POINTS_H

#include "oct9/points.h"
#include "port/oct9_port.h"
#include "src/map/map.h"
#include "src/number/axes.h"
#include "src/number/place.h"

/* The generation that a search keeps when it begins, and whether the set was changed since then, or
 * a change is in progress: as of a map. */
static inline uint32_t oct9_points_generation(const oct9_points_t *points)
{
    const oct9_map_t map = oct9_map_of_tree(&points->tree);
    return oct9_map_generation(&map);
}

static inline bool oct9_points_stale(const oct9_points_t *points, uint32_t seen)
{
    const oct9_map_t map = oct9_map_of_tree(&points->tree);
    return oct9_map_stale(&map, seen);
}

#define OCT9_POINTS_EMPTY OCT9_SLOT_LEAF

/* The first bucket of a leaf that is not empty. */
static inline uint16_t oct9_points_bucket(uint16_t slot)
{
    return (uint16_t)((slot & OCT9_PAYLOAD_MAX) - 1u);
}

static inline uint16_t oct9_points_slot(uint16_t bucket)
{
    return (uint16_t)(OCT9_SLOT_LEAF | (bucket + 1u));
}

/* The entries of a bucket. Fewer than 2^23 entries come before them. */
static inline oct9_entry_t *oct9_points_entries(const oct9_points_t *points, uint16_t bucket)
{
    return points->entries + (uint32_t)bucket * points->bucket_size;
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
uint16_t oct9_points_take(oct9_points_t *points);

/* Gives a bucket back. */
void oct9_points_give(oct9_points_t *points, uint16_t bucket);

/* Adds an entry to a leaf. If the leaf is empty or its first bucket is full, this takes a bucket;
 * the caller has made sure that there is one. */
void oct9_points_put(oct9_points_t *points, uint16_t *slot, const oct9_entry_t *entry);

#endif
