/* SPDX-License-Identifier: MIT */
/* Sweeps: may a sphere or a box stand here, or go from here to there?
 *
 * A shape at rest is one whose way has no length. The answer "clear" is never false, and both
 * shapes are exact, touching included:
 *
 * - a sphere and the leaves count with their surfaces: it is blocked iff a point of a blocking
 *   leaf comes as near as the radius, so that one of radius 0 that touches a leaf's face is;
 * - a box is half-open, as cells are: one that only touches a leaf is clear of it.
 *
 * The space outside the cube is treated in the same way: a sphere that touches its rim meets it.
 * The upper rim, 32768, is no Q9.6 number: a box that ends at 32767 does not meet the outside.
 *
 * Source: Pease's "hot dog" (swept sphere) by depth-first search; slabs for the grown leaf (Kay
 * and Kajiya 1986); the distance of segment and box by where its derivative changes sign. */
#ifndef OCT9_SWEEP_H
#define OCT9_SWEEP_H

#include "oct9/detail/sweep.h"
#include "oct9/rules.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A sphere whose centre goes straight from `from` to `to`: a capsule. From mm:
 * oct9_mm_sphere. */
typedef struct {
    oct9_point_t from, to;
    uint16_t radius_q6; /* 0..32767 */
    oct9_rules_t rules;
} oct9_sphere_input_t;

/* The box [lo, hi) that goes straight to where `lo` has become `to`. From mm: oct9_mm_box. */
typedef struct {
    oct9_point_t lo, hi;
    oct9_point_t to; /* the same as lo: a box at rest */
    oct9_rules_t rules;
} oct9_box_input_t;

/* What a sphere or a box meets. */
typedef struct {
    oct9_hit_t hit;
    oct9_leaf_t leaf;         /* if hit is OCT9_HIT_LEAF, else left alone, like nearest:
                                 the blocking leaf that is met first; of those met at
                                 once, for a sphere in one 65535th, one */
    oct9_fraction_t fraction; /* of the way at the first contact; 1/1 if clear. A box:
                                 exact. A sphere: in 65535ths, k/65535 <= true one <=
                                 (k + 1)/65535: never beyond it and on each axis
                                 within one sub-cell before it */
    oct9_point_t at;          /* the sphere's centre, or the box's lo, at `fraction`,
                                 rounded toward the start */
    oct9_point_t nearest;     /* the leaf's point nearest to the sphere's centre at
                                 `at`; for a box: nearest to `at` */
    uint32_t leaves, nodes;   /* visited */
} oct9_sweep_output_t;

/* The whole check of a sphere in one call, its state, an oct9_sweep_t, on the stack.
 * Fails with OCT9_ERR_ARGUMENT iff the radius is above 32767 (as a negative one becomes), or as
 * oct9_rules_check does.
 * Cost: the nodes whose leaves, grown by the radius, the way meets before the first contact.
 * With start_inside PASSES, leaves that the shape meets where it starts are left out: at rest,
 * all.
 * Stack: see docs/footprint.md. Reentrant. */
oct9_status_t oct9_sweep_sphere(const oct9_map_t *map, const oct9_sphere_input_t *input,
                                oct9_sweep_output_t *output);

/* The same in slices. The input is kept by pointer. */
oct9_status_t oct9_sweep_sphere_begin(oct9_sweep_t *sweep, const oct9_map_t *map,
                                      const oct9_sphere_input_t *input);

/* The same for a box. Fails with OCT9_ERR_ARGUMENT iff hi is not above lo on each axis, or as
 * oct9_rules_check does. */
oct9_status_t oct9_sweep_box(const oct9_map_t *map, const oct9_box_input_t *input,
                             oct9_sweep_output_t *output);

/* The same in slices. The input is kept by pointer. */
oct9_status_t oct9_sweep_box_begin(oct9_sweep_t *sweep, const oct9_map_t *map,
                                   const oct9_box_input_t *input);

/* Goes on with either, after its begin, by at most `budget` nodes and leaves. OCT9_OK: the output
 * is filled. OCT9_AGAIN: the budget is used up, the output's counts alone are set; call again.
 * OCT9_ERR_ARGUMENT iff budget is 0,
 * OCT9_ERR_STALE iff the map was written to since the sweep began. */
oct9_status_t oct9_sweep_run(oct9_sweep_t *sweep, uint32_t budget, oct9_sweep_output_t *output);

/* --- Paths: how far may a sphere go along a polyline? Exact, as above. */

/* A sphere and its way. From mm: oct9_mm_path. */
typedef struct {
    const oct9_point_t *points;
    uint16_t count;     /* of points, at least 1 */
    uint16_t radius_q6; /* 0..32767 */
    oct9_rules_t rules; /* start_inside: of the first point only */
} oct9_path_input_t;

/* What it meets, and where on the way. */
typedef struct {
    oct9_sweep_output_t sweep; /* of the segment that is blocked, or of the last one */
    uint16_t segment;          /* its number, 0 for that from points[0] */
    uint32_t clear_q6;         /* the length of the way up to sweep.at, rounded down: at
                                  most 2 sub-cells too short for each segment;
                                  UINT32_MAX if it is longer than that. In mm:
                                  oct9_mm_of_drive */
    uint32_t leaves, nodes;    /* visited on all segments */
} oct9_path_output_t;

#include "oct9/detail/path.h"

/* The first blocked segment and the way up to there, in one call, its state, an oct9_path_t, on the
 * stack. A path of one point is a sphere at rest. Fails with OCT9_ERR_ARGUMENT iff count is 0, or
 * as oct9_sweep_sphere does.
 * Cost: a sweep for each segment up to the first that is blocked. Reentrant. */
oct9_status_t oct9_sweep_path(const oct9_map_t *map, const oct9_path_input_t *input,
                              oct9_path_output_t *output);

/* The same in slices. The input is kept by pointer. */
oct9_status_t oct9_sweep_path_begin(oct9_path_t *path, const oct9_map_t *map,
                                    const oct9_path_input_t *input);

/* Visits at most `budget` nodes and leaves, and begins at most as many segments. OCT9_OK: the
 * output is filled. OCT9_AGAIN: the budget is used up, of the output only the counts mean
 * anything; call again. OCT9_ERR_ARGUMENT iff it is 0, OCT9_ERR_STALE iff the map was written to
 * since the path began. */
oct9_status_t oct9_sweep_path_run(oct9_path_t *path, uint32_t budget, oct9_path_output_t *output);

#ifdef __cplusplus
}
#endif
#endif
