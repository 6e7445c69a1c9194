/* SPDX-License-Identifier: MIT */
/* The parts of point sets that the caller owns and only the library uses. A program needs their
 * size, not their fields. */
#ifndef OCT9_DETAIL_POINTS_H
#define OCT9_DETAIL_POINTS_H

#include "oct9/detail/cull.h"
#include "oct9/tree.h"

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

/* With OCT9_POINTS_WIDE defined to 1, ids and the indices of blocks and buckets have 32 bits. Types
 * and functions then have other names for the linker, so that both forms can be in one program, and
 * files that are compiled differently do not link. */
#ifndef OCT9_POINTS_WIDE
#define OCT9_POINTS_WIDE 0
#endif
#if OCT9_POINTS_WIDE != 0 && OCT9_POINTS_WIDE != 1
#error "OCT9_POINTS_WIDE is 0 or 1"
#endif
#if OCT9_POINTS_WIDE
#include "oct9/detail/points_wide.h"
#else
#define OCT9_POINTS_BLOCKS_MAX OCT9_BLOCKS_MAX
#define OCT9_BUCKETS_MAX 32767u /* 15 bits of a slot; 0 is the empty leaf */
#define OCT9_BUCKET_NONE 0xFFFFu
/* The id of a point. */
typedef uint16_t oct9_points_id_t;
/* The index of a block or a bucket; and a slot. */
typedef uint16_t oct9_points_index_t;
/* The eight children of a node. */
typedef oct9_block_t oct9_points_block_t;
/* The tree of a set. */
typedef oct9_tree_t oct9_points_tree_t;
#endif

/* A bucket: a part of the list of a leaf's entries. */
typedef struct {
    uint16_t count;           /* entries in the bucket */
    oct9_points_index_t next; /* the next bucket of the leaf, or the next free one */
} oct9_bucket_t;

/* The children of a node that a search in a region has entered, all of one level. */
typedef struct {
    uint8_t pending;           /* those still to be visited, as bits */
    bool whole;                /* the node lies completely in the region */
    oct9_points_index_t block; /* of the node */
    int16_t corner[3];         /* of the node, in sub-cells */
} oct9_points_find_level_t;

/* A search in a region. */
typedef struct {
    uint8_t shape, test;        /* what nodes, and the entries of a bucket, are compared with */
    uint8_t level;              /* of the leaf that has the bucket */
    uint8_t depth;              /* the lowest level that may have pending children */
    oct9_points_index_t bucket; /* the next entry's; OCT9_BUCKET_NONE: between leaves */
    uint16_t place;             /* of the next entry in its bucket */
    const struct oct9_points *points;
    oct9_cull_t cull;
    uint32_t generation;     /* of the set's tree when the search began */
    uint32_t leaves, nodes;  /* visited */
    int32_t low[3], high[3]; /* the box of the region, both corners included */
    int32_t centre[3];
    uint32_t radius2_q12;
    int32_t widest; /* the largest edge of a node that may lie in a sphere */
    oct9_points_find_level_t at[OCT9_LEVELS]; /* [l]: for children of level l */
} oct9_points_find_t;

#ifdef __cplusplus
}
#endif
#endif
