/* SPDX-License-Identifier: MIT */
/* Sweeps: may a sphere or a box be here, or move from here to there? The first contact of a shape
 * that moves in a straight line, or rests.
 *
 * Example, with (const oct9_map_t *map, oct9_point_t a, oct9_point_t b, void (*go)(void)):
 *
 *     const oct9_sphere_input_t input = { .motion = { a, b, 192 } };
 *     oct9_sweep_output_t output;
 *     if (oct9_sweep_sphere(map, &input, &output) == OCT9_OK && output.hit == OCT9_HIT_NONE)
 *         go();
 *
 * A shape rests if its start and its end are equal. "Clear" is never false, and both shapes are
 * exact:
 *
 * - A sphere and the leaves include their surfaces: the sphere is blocked iff a point of a blocking
 *   leaf is at most the radius from its centre. A sphere of radius 0 that touches a face of a leaf
 *   is blocked.
 * - A box is half-open, as cells are: a box that only touches a leaf is clear of it.
 *
 * The same applies to the space outside the cube: a sphere that touches the cube's rim meets the
 * outside; a box that ends at the rim does not.
 *
 * The volume that a sphere sweeps is a capsule: it meets a leaf iff the Minkowski sum of leaf and
 * sphere meets the centre's segment.
 *
 * With any_contact, a search ends with the first contact that it finds, in any order. It answers
 * "blocked" or "clear" exactly as without, for fewer instructions where the motion is blocked. But
 * it does not say where: if blocked, `hit` is what it found, `leaf` any leaf that blocks,
 * `fraction` is 0, `at` is the start, and `nearest` is the point of `leaf` that is nearest to it.
 *
 * Source: the swept sphere ("hot dog") of Pease's engine octree, by depth-first search; slabs for
 * the grown leaf (Kay and Kajiya 1986, "Ray tracing complex scenes"); the distance of segment and
 * box from where its derivative changes sign. */
#ifndef OCT9_SWEEP_H
#define OCT9_SWEEP_H

#include "oct9/detail/sweep.h"
#include "oct9/rules.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Input of a sphere sweep. */
typedef struct {
    oct9_motion_t motion;
    oct9_rules_t rules;
    bool any_contact; /* as described above; false: the first contact */
} oct9_sphere_input_t;

/* Input of a box sweep: the box [lo, hi) moves straight, until its `lo` is at `to`. Use oct9_mm_box
 * to convert from millimetres. */
typedef struct {
    oct9_point_t lo, hi;
    oct9_point_t to; /* equal to lo: the box rests */
    oct9_rules_t rules;
    bool any_contact; /* as described above; false: the first contact */
} oct9_box_input_t;

/* Output of a sweep: what the sphere or box meets. */
typedef struct {
    oct9_hit_t hit;
    oct9_leaf_t leaf;         /* set only if hit is OCT9_HIT_LEAF, as is `nearest`: the first
                                 blocking leaf; of those met at the same time, for a sphere in the
                                 same 65535th, any one */
    oct9_fraction_t fraction; /* of the segment at the first contact; 1/1 if clear. Box: exact.
                                 Sphere: k/65535 <= the true one <= (k + 1)/65535: never after the
                                 contact, and on each axis at most one sub-cell before it */
    oct9_point_t at;          /* the centre of the sphere, or `lo` of the box, at `fraction`,
                                 rounded toward the start */
    oct9_point_t nearest;     /* the point of the leaf that is nearest to `at` */
    uint32_t leaves, nodes;   /* visited */
} oct9_sweep_output_t;

/* Finds the first contact of a sphere with a leaf that blocks. Keeps its state, an oct9_sweep_t, on
 * the stack.
 * Fails with OCT9_ERR_ARGUMENT iff the radius is above 32767 (as a negative one becomes), or as
 * oct9_rules_check does.
 * With start_inside PASSES, leaves that the sphere meets at its start do not count; for a sphere
 * that rests, no leaf counts. With LEAVES, those do not count that its centre does not come nearer
 * to and is not in: see rules.h.
 * Its cost grows with the nodes that the segment meets before the first contact, when their leaves
 * are grown by the radius.
 * Stack: M0 520 bytes. Reentrant. */
oct9_status_t oct9_sweep_sphere(const oct9_map_t *map, const oct9_sphere_input_t *input,
                                oct9_sweep_output_t *output);

/* Begins a sphere sweep in slices; continue with oct9_sweep_run. Keeps the input by pointer.
 * Fails as oct9_sweep_sphere does.
 * Stack: M0 136 bytes. Reentrant. */
oct9_status_t oct9_sweep_sphere_begin(oct9_sweep_t *sweep, const oct9_map_t *map,
                                      const oct9_sphere_input_t *input);

/* Finds the first contact of a box with a leaf that blocks. Keeps its state, an oct9_sweep_t, on
 * the stack.
 * Fails with OCT9_ERR_ARGUMENT iff hi is not above lo on each axis, or as oct9_rules_check does.
 * With start_inside PASSES, leaves that the box meets at its start do not count; for a box that
 * rests, no leaf counts. With LEAVES, those do not count that its middle does not come nearer to
 * and is not in: see rules.h.
 * Its cost grows with the nodes that `lo` meets before the first contact, when their leaves are
 * grown by the box.
 * Stack: M0 520 bytes. Reentrant. */
oct9_status_t oct9_sweep_box(const oct9_map_t *map, const oct9_box_input_t *input,
                             oct9_sweep_output_t *output);

/* Begins a box sweep in slices; continue with oct9_sweep_run. Keeps the input by pointer.
 * Fails as oct9_sweep_box does.
 * Stack: M0 120 bytes. Reentrant. */
oct9_status_t oct9_sweep_box_begin(oct9_sweep_t *sweep, const oct9_map_t *map,
                                   const oct9_box_input_t *input);

/* Continues a sphere or box sweep; visits at most `budget` nodes and leaves. Returns OCT9_OK when
 * `output` is filled; OCT9_AGAIN when the budget is used up: then only the counts of `output` are
 * set, call again.
 * Fails with OCT9_ERR_ARGUMENT iff budget is 0, OCT9_ERR_STALE iff the map was written to since the
 * sweep began.
 * Stack: M0 208 bytes. Reentrant. */
oct9_status_t oct9_sweep_run(oct9_sweep_t *sweep, uint32_t budget, oct9_sweep_output_t *output);

/* --- Paths: how far can a sphere move along a polyline? As exact as above. */

/* Input of a path check: a sphere and the points that its centre goes through. Use oct9_mm_path to
 * convert from millimetres. */
typedef struct oct9_path_input {
    const oct9_point_t *points;
    uint16_t count;     /* of points, at least 1 */
    uint16_t radius_q6; /* 0..32767 */
    oct9_rules_t rules; /* start_inside PASSES: applies to the first point only; LEAVES: to the
                           start of each segment */
    bool any_contact;   /* on a segment: the output's segment is the first that is blocked, and
                           clear_q6 ends at its start */
} oct9_path_input_t;

/* Output of a path check: what the sphere meets, and where on the polyline. */
typedef struct {
    oct9_sweep_output_t sweep; /* of the segment that is blocked, or of the last one */
    uint16_t segment;          /* its number; segment 0 begins at points[0] */
    uint32_t clear_q6;         /* the length of the polyline up to sweep.at, rounded down: at
                                  most 2 sub-cells too short for each segment; UINT32_MAX if it
                                  is longer than that. Use oct9_mm_of_drive to convert to
                                  millimetres */
    uint32_t leaves, nodes;    /* visited on all segments */
} oct9_path_output_t;

/* Finds the first blocked segment of a path, and the length that is clear. A path of one point is a
 * sphere that rests. Keeps its state, an oct9_path_t, on the stack.
 * Fails with OCT9_ERR_ARGUMENT iff count is 0, or as oct9_sweep_sphere does.
 * Its cost is a sweep for each segment up to the first that is blocked.
 * Stack: M0 584 bytes. Reentrant. */
oct9_status_t oct9_sweep_path(const oct9_map_t *map, const oct9_path_input_t *input,
                              oct9_path_output_t *output);

/* Begins a path check in slices. Keeps the input by pointer.
 * Fails as oct9_sweep_path does.
 * Stack: M0 160 bytes. Reentrant. */
oct9_status_t oct9_sweep_path_begin(oct9_path_t *path, const oct9_map_t *map,
                                    const oct9_path_input_t *input);

/* Visits at most `budget` nodes and leaves, and begins at most as many segments. Returns OCT9_OK
 * when `output` is filled; OCT9_AGAIN when the budget is used up: then only the counts of `output`
 * are valid, call again.
 * Fails with OCT9_ERR_ARGUMENT iff budget is 0, OCT9_ERR_STALE iff the map was written to since the
 * path check began.
 * Stack: M0 216 bytes. Reentrant. */
oct9_status_t oct9_sweep_path_run(oct9_path_t *path, uint32_t budget, oct9_path_output_t *output);

#ifdef __cplusplus
}
#endif
#endif
