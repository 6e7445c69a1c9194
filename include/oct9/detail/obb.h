/* SPDX-License-Identifier: MIT */
/* The state of a check of an oriented box: the caller owns it, its fields belong to the library.
 * See oct9/obb.h. */
#ifndef OCT9_DETAIL_OBB_H
#define OCT9_DETAIL_OBB_H

#include "oct9/detail/search.h"
#include "oct9/pose.h"

#define OCT9_OBB_PARTS 18 /* a motion is halved at most this many times */

#define OCT9_OBB_LIST 8 /* leaves that are listed at most */

/* A quaternion with more bits than a pose has, for halving it often: Q9.22. */
typedef struct {
    int32_t q[4]; /* w, x, y, z */
} oct9_obb_rotation_t;

/* The box that the search compares with nodes, in 1/16 sub-cells. */
typedef struct {
    oct9_matrix_t axes; /* the rows are the axes of the body */
    int32_t place[3];
    int32_t half[3];
    int32_t extent[3]; /* half its size along the map's axes, rounded up */
} oct9_obb_shape_t;

/* A check that runs in slices. */
typedef struct {
    uint8_t depth; /* of the part: how often the motion was halved */
    uint8_t hit;
    uint8_t listed; /* the depth of the part whose leaves are listed */
    uint8_t count;  /* of listed leaves */
    uint8_t off;    /* what a shape may be off by rounding, in 1/16 sub-cells: 1..34 */
    oct9_leaf_t leaf;
    const struct oct9_obb_input *input;
    uint32_t begin;               /* of the part, in parts of 1 << OCT9_OBB_PARTS */
    uint32_t distance, lever;     /* how far the place goes, and the box's points are from
                                     it: bounds, in 1/16 sub-cells; lever 0: no turn */
    uint32_t moved;               /* by any point in half the part: a bound; 0 while the
                                     box is looked at where it starts */
    uint32_t bend;                /* by which the motion's turn curves what the points move on */
    int32_t swing[3];             /* half the motion's turn: see src/query/turn.h */
    uint32_t list[OCT9_OBB_LIST]; /* leaves that the listed part's shape meets */
    uint8_t left[OCT9_OBB_PARTS + 1]; /* by depth, of the part that holds this one: a bit for
                                         each listed leaf that it may meet */
    oct9_search_t search;
    oct9_obb_shape_t start;                       /* where it starts */
    oct9_obb_shape_t shape;                       /* at the middle of the part, grown */
    oct9_obb_rotation_t turn[OCT9_OBB_PARTS + 3]; /* [0]: at the part's beginning; [1 + d]: at the
                                            end of the part of depth d that holds it; the next one
                                            is its middle */
} oct9_obb_t;

#endif
