/* SPDX-License-Identifier: MIT */
/* Oriented boxes: may a robot's footprint stand here, or go and turn from here to there?
 *
 * The box holds the points place + R v, |v| < half on each of the body's axes; a box that only
 * touches a leaf is clear of it. Between two poses the place goes straight and the rotation turns
 * at an even rate about one axis, the short way round; at just 180 degrees, that of the given
 * signs. It is the short way of the rounded rotations: see mm.h.
 *
 * At rest (both poses the same), and where the box starts, the answer is exact. A moving box is
 * bounded: its way is halved until the box, grown by what it moves in half a part, is clear, or
 * has grown by less than one sub-cell at its corners. So "clear" is never false, and what blocks
 * comes within one sub-cell of the box on its true way. Where the box turns, its half diagonal /
 * 1024 is added to that, as quaternions have 14 bits: another sub-cell for a box of 18 cells'
 * edge at most.
 *
 * Source: separating axes of two boxes (Gottschalk 1996) in integers; conservative advancement
 * by halving. */
#ifndef OCT9_OBB_H
#define OCT9_OBB_H

#include "oct9/detail/obb.h"
#include "oct9/pose.h"
#include "oct9/rules.h"

#ifdef __cplusplus
extern "C" {
#endif

#define OCT9_OBB_HALF_MAX 4096 /* 64 cells */

/* A box and where it goes. From mm: oct9_mm_obb. */
typedef struct oct9_obb_input {
    oct9_pose_t from, to; /* the same twice: a box at rest */
    uint16_t half_q6[3];  /* half the box's edges, 1..OCT9_OBB_HALF_MAX */
    oct9_rules_t rules;   /* start_inside PASSES: leaves that the box overlaps
                             at `from` never block */
} oct9_obb_input_t;

/* What it meets. */
typedef struct {
    oct9_hit_t hit;
    oct9_leaf_t leaf;         /* if hit is OCT9_HIT_LEAF: a blocking leaf that comes
                                 that near soon after `fraction` */
    oct9_fraction_t fraction; /* the way is clear up to here, never beyond the true
                                 contact, in 65535ths; 1/1 if all is clear */
    uint32_t leaves, nodes;   /* visited */
} oct9_obb_output_t;

/* The whole check in one call, its state, an oct9_obb_t, on the stack.
 * Fails with OCT9_ERR_ARGUMENT iff a half edge is 0 or above OCT9_OBB_HALF_MAX or a rotation is no
 * unit quaternion, or as oct9_rules_check does.
 * Cost: a search for each part of the way that is looked at: one in open space, and about way /
 * (2 * distance) of them along an obstacle. 64-bit products: a matrix of them for each node.
 * Stack: see docs/footprint.md. Reentrant. */
oct9_status_t oct9_obb_sweep(const oct9_map_t *map, const oct9_obb_input_t *input,
                             oct9_obb_output_t *output);

/* The same in slices. The input is kept by pointer. */
oct9_status_t oct9_obb_begin(oct9_obb_t *obb, const oct9_map_t *map, const oct9_obb_input_t *input);

/* Visits at most `budget` nodes and leaves, and begins at most as many parts. OCT9_OK: the output
 * is filled. OCT9_AGAIN: the budget is used up, the output's counts alone are set; call again.
 * OCT9_ERR_ARGUMENT iff it is 0, OCT9_ERR_STALE iff the map was written to since the check began.
 */
oct9_status_t oct9_obb_run(oct9_obb_t *obb, uint32_t budget, oct9_obb_output_t *output);

#ifdef __cplusplus
}
#endif
#endif
