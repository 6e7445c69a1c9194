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

#define OCT9_BUCKET_NONE 0xFFFFu

/* A bucket: a part of the list of a leaf's entries. */
typedef struct {
    uint16_t count; /* entries in the bucket */
    uint16_t next;  /* the next bucket of the leaf, or the next free one */
} oct9_bucket_t;

/* The children of a node that a search in a region has entered, all of one level. */
typedef struct {
    uint8_t pending;   /* those still to be visited, as bits */
    bool whole;        /* the node lies completely in the region */
    uint16_t block;    /* of the node */
    int16_t corner[3]; /* of the node, in sub-cells */
} oct9_points_find_level_t;

/* A search in a region. */
typedef struct {
    uint8_t shape, test;    /* what nodes, and the entries of a bucket, are compared with */
    uint8_t level;          /* of the leaf that has the bucket */
    uint8_t depth;          /* the lowest level that may have pending children */
    uint16_t bucket, place; /* the next entry in a leaf; OCT9_BUCKET_NONE: between leaves */
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

/* The children of a node that a search for the nearest has entered, all of one level. */
typedef struct {
    uint8_t pending;        /* those still to be visited, as bits */
    uint8_t order;          /* the bit of a child is its number XOR this */
    uint16_t block;         /* of the node */
    int16_t corner[3];      /* of the node, in sub-cells */
    uint32_t distance2_q12; /* to the first child */
    uint32_t more2_q12[3];  /* what its sibling on an axis adds to that */
} oct9_points_nearest_level_t;

/* A search for the nearest. */
typedef struct {
    uint8_t depth;   /* the lowest level that may have pending children */
    uint16_t bucket; /* the next bucket to scan; OCT9_BUCKET_NONE: between leaves */
    uint16_t count;
    const struct oct9_points *points;
    uint32_t generation; /* of the set's tree when the search began */
    const struct oct9_points_nearest_input *input;
    uint32_t bound2_q12; /* the largest squared distance that still counts */
    int32_t point[3];
    uint32_t leaves, nodes;
    oct9_points_nearest_level_t at[OCT9_LEVELS]; /* [l]: for children of level l */
} oct9_points_nearest_t;

#ifdef __cplusplus
}
#endif
#endif
