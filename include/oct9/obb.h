/* SPDX-License-Identifier: MIT */
/* Oriented boxes: may a robot's footprint stand here, or move and turn from here to there?
 *
 * Example, with (const oct9_map_t *map, oct9_pose_t here, oct9_pose_t there, void (*go)(void)):
 *
 *     const oct9_obb_input_t input = { .from = here, .to = there, .half_q6 = { 240, 160, 120 } };
 *     oct9_obb_output_t output;
 *     if (oct9_obb_sweep(map, &input, &output) == OCT9_OK && output.hit == OCT9_HIT_NONE)
 *         go();
 *
 * The box holds the points place + R v, |v| < half on each of the body's axes. A box that only
 * touches a leaf is clear of it. Between two poses the place moves in a straight line and the
 * rotation turns at an even rate about one axis, through the smaller angle; at exactly 180 degrees
 * the signs of the given quaternions decide the direction. The smaller angle is that of the rounded
 * rotations: see mm.h.
 *
 * At rest, and where the box starts, the result is exact. A box rests iff both poses have the same
 * numbers, except for the sign of a whole quaternion. A moving box is bounded. The motion is halved
 * until the box, grown by what it moves in half a part, is clear, or has moved so little that it
 * grows by less than one sub-cell at its corners. So "clear" is never false, and the leaf that
 * blocks comes within one sub-cell of the box on its true motion. Where the box turns, its half
 * diagonal / 1024 is added to that sub-cell, as quaternions have 14 bits: at most another sub-cell
 * for a box with edges of up to 18 cells.
 *
 * With any_contact, a motion ends with the first contact that is found, in any order. It answers
 * "blocked" or "clear" exactly as without. Blocked motions take fewer instructions in the mean,
 * clear ones near obstacles some more. It does not say where: if blocked, `leaf` is any leaf that
 * the motion meets, and `fraction` is a part of the motion that is clear, often 0.
 *
 * Source: the separating axes of two boxes (Gottschalk, Lin and Manocha 1996, "OBBTree: a
 * hierarchical structure for rapid interference detection") in integers; conservative advancement
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

/* A box and its motion. From millimetres: oct9_mm_obb. */
typedef struct oct9_obb_input {
    oct9_pose_t from, to; /* the same pose twice: a box at rest */
    uint16_t half_q6[3];  /* half the box's edges, 1..OCT9_OBB_HALF_MAX sub-cells */
    oct9_rules_t rules;   /* start_inside PASSES: leaves that the box overlaps
                             at `from` never block; LEAVES: those do not that its middle does not
                             come nearer to and is not in, if the box does not turn: see rules.h */
    bool any_contact;     /* as described above; false: the first contact */
} oct9_obb_input_t;

/* What the box meets. */
typedef struct {
    oct9_hit_t hit;
    oct9_leaf_t leaf;         /* a blocking leaf, which the box comes near soon after
                                 `fraction`, or any with any_contact; set only if hit is
                                 OCT9_HIT_LEAF */
    oct9_fraction_t fraction; /* of the motion that is clear, in 65535ths; never beyond
                                 the true contact; 1/1 if all is clear */
    uint32_t leaves, nodes;   /* visited */
} oct9_obb_output_t;

/* Finds how far an oriented box can move before a leaf or the outside blocks it. Keeps its state,
 * an oct9_obb_t, on the stack.
 * Fails with OCT9_ERR_ARGUMENT iff a half edge is 0 or above OCT9_OBB_HALF_MAX or a rotation is no
 * unit quaternion (oct9_pose_check), or as oct9_rules_check does.
 * At rest it is exact. In motion "clear" is never false; what blocks is bounded, see above.
 * In open space the cost is one search where the box starts and one for the motion. Near obstacles
 * the motion is cut into parts, the more the nearer they are and the more the box turns there. A
 * part that meets more than 8 leaves is searched in halves; one that meets fewer is compared with
 * these leaves alone, however often it is halved. Each comparison takes a matrix of 64-bit
 * products.
 * Stack: M0 1,000 bytes. Reentrant. */
oct9_status_t oct9_obb_sweep(const oct9_map_t *map, const oct9_obb_input_t *input,
                             oct9_obb_output_t *output);

/* Begins a check of an oriented box in slices. The input is kept by pointer; `obb` may hold
 * anything before.
 * Fails as oct9_obb_sweep does.
 * Stack: M0 168 bytes. Reentrant. */
oct9_status_t oct9_obb_begin(oct9_obb_t *obb, const oct9_map_t *map, const oct9_obb_input_t *input);

/* Continues the check, visits at most `budget` nodes and leaves and begins at most as many parts,
 * each of which is compared with at most 8 leaves that were visited before, with any_contact twice.
 * Returns OCT9_OK when `output` is filled, and OCT9_AGAIN when the budget is used up: then only
 * `leaves` and `nodes` of `output` are set; call again.
 * Fails with OCT9_ERR_ARGUMENT iff budget is 0, OCT9_ERR_STALE iff the map was written to since the
 * check began.
 * Stack: M0 240 bytes. Reentrant. */
oct9_status_t oct9_obb_run(oct9_obb_t *obb, uint32_t budget, oct9_obb_output_t *output);

#ifdef __cplusplus
}
#endif
#endif
