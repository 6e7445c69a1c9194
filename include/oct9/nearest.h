/* SPDX-License-Identifier: MIT */
/* Clearance: how far is the nearest obstacle, and where? And the k nearest. Exact.
 *
 * Obstacles are leaves. The space outside the cube is none, whatever its rule: near the rim, or
 * outside, "nothing found" is not "clear". oct9_sweep_sphere at rest, with the range for its
 * radius, stops at it. */
#ifndef OCT9_NEAREST_H
#define OCT9_NEAREST_H

#include "oct9/detail/nearest.h"
#include "oct9/rules.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A leaf that was found, its faces included. */
typedef struct {
    uint32_t distance2_q12; /* the exact square of the distance, 0 if the
                               point lies in the leaf or on its face; at most
                               range_q6 * range_q6 */
    oct9_point_t nearest;   /* the leaf's point that is nearest */
    oct9_leaf_t leaf;
} oct9_near_t;

/* What is asked. From mm: oct9_mm_sphere with the range; and back: oct9_mm_of_distance. */
typedef struct oct9_nearest_input {
    oct9_point_t point; /* inside the cube or not */
    uint16_t range_q6;  /* 0..32767: nothing farther counts */
    uint16_t capacity;  /* how many to find, 1 and up */
    oct9_near_t *found; /* [capacity], filled from the nearest on; of leaves at
                           one distance any may come first */
    oct9_rules_t rules; /* unknown: whether unknown leaves count; start_inside
                           PASSES: leaves at distance 0 do not count. The outside
                           is no leaf: its rule is checked, and not used */
} oct9_nearest_input_t;

/* What was found. */
typedef struct {
    uint16_t count;         /* of leaves found */
    uint32_t leaves, nodes; /* visited */
} oct9_nearest_output_t;

/* The nearest leaves that block, in one call, its state, an oct9_nearest_t, on the stack.
 * Fails with OCT9_ERR_ARGUMENT iff the range is above 32767 or capacity is 0,
 * or as oct9_rules_check does.
 * Cost: the nodes within the distance of the farthest leaf that is found, and `capacity` moves
 * for each leaf that enters the list. Reentrant. */
oct9_status_t oct9_nearest_find(const oct9_map_t *map, const oct9_nearest_input_t *input,
                                oct9_nearest_output_t *output);

/* The same in slices. The input is kept by pointer, and `found` is the library's until OCT9_OK. */
oct9_status_t oct9_nearest_begin(oct9_nearest_t *nearest, const oct9_map_t *map,
                                 const oct9_nearest_input_t *input);

/* Visits at most `budget` nodes and leaves. OCT9_OK: the output is filled. OCT9_AGAIN: the budget
 * is used up, the output's counts alone are set; call again. OCT9_ERR_ARGUMENT iff it is 0,
 * OCT9_ERR_STALE iff the map was written to since the question began. */
oct9_status_t oct9_nearest_run(oct9_nearest_t *nearest, uint32_t budget,
                               oct9_nearest_output_t *output);

#ifdef __cplusplus
}
#endif
#endif
