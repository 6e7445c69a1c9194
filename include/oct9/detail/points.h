/* SPDX-License-Identifier: MIT */
/* What a program owns of point sets and leaves to the library: how large it is, not what it
 * holds. */
#ifndef OCT9_DETAIL_POINTS_H
#define OCT9_DETAIL_POINTS_H

#include "oct9/region.h"
#include "oct9/tree.h"

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

#define OCT9_BUCKET_NONE 0xFFFFu

/* Part of a leaf's list of entries. */
typedef struct {
    uint16_t count; /* of entries in the bucket */
    uint16_t next;  /* the leaf's next bucket, or the next free one */
} oct9_bucket_t;

/* The children of a node that a search for all went into, all of one level. */
typedef struct {
    uint8_t pending;    /* which are still to be visited */
    bool whole;         /* the node lies in the region altogether */
    uint16_t block;     /* the node's */
    uint16_t corner[3]; /* the node's, in sub-cells */
} oct9_points_find_level_t;

/* A search for all in a region. */
typedef struct {
    uint8_t shape, test;    /* what to compare nodes and a bucket's entries with */
    uint8_t depth;          /* the lowest level that may have pending children */
    uint16_t bucket, place; /* where it is in a leaf; OCT9_BUCKET_NONE: between */
    const struct oct9_points *points;
    const oct9_frustum_t *frustum;
    uint32_t generation;     /* of its tree when the search began */
    uint32_t leaves, nodes;  /* visited */
    int32_t low[3], high[3]; /* the region's box, both included */
    int32_t centre[3];
    uint32_t radius2_q12;
    int32_t widest;                           /* the largest edge of a node that may lie in it */
    oct9_points_find_level_t at[OCT9_LEVELS]; /* [l]: of children of level l */
} oct9_points_find_t;

/* The children of a node that a search for the nearest went into, all of one level. */
typedef struct {
    uint8_t pending;        /* which are still to be visited */
    uint8_t order;          /* the bit of a child: its number XOR this */
    uint16_t block;         /* the node's */
    uint16_t corner[3];     /* the node's, in sub-cells */
    uint32_t distance2_q12; /* to the first child */
    uint32_t more2_q12[3];  /* to its sibling on an axis so much more */
} oct9_points_nearest_level_t;

/* A search for the nearest. */
typedef struct {
    uint8_t depth;   /* the lowest level that may have pending children */
    uint16_t bucket; /* to be looked at; OCT9_BUCKET_NONE: between leaves */
    uint16_t count;
    const struct oct9_points *points;
    uint32_t generation; /* of its tree when the search began */
    const struct oct9_points_nearest_input *input;
    uint32_t bound2_q12; /* the largest squared distance that still counts */
    int32_t point[3];
    uint32_t leaves, nodes;
    oct9_points_nearest_level_t at[OCT9_LEVELS]; /* [l]: of children of level l */
} oct9_points_nearest_t;

#ifdef __cplusplus
}
#endif
#endif
