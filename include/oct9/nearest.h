/* SPDX-License-Identifier: MIT */
/* Clearance: how far is the nearest obstacle, and where? And the k nearest obstacles.
 *
 * Example, with (const oct9_map_t *map, oct9_point_t robot, void (*slow_down)(uint16_t)):
 *
 *     oct9_near_t near;
 *     const oct9_nearest_input_t input = {
 *         .point = robot, .range_q6 = 1600, .capacity = 1, .found = &near
 *     };
 *     oct9_nearest_output_t output;
 *     if (oct9_nearest_find(map, &input, &output) == OCT9_OK && output.count == 1)
 *         slow_down(oct9_point_isqrt(near.distance2_q12));
 *
 * The distances are exact. Obstacles are leaves. The space outside the cube is never found, with
 * any rule: near the rim of the cube, or outside, "nothing found" does not mean "clear". There
 * oct9_sweep_sphere at rest, with the range as its radius, also stops at the outside. */
#ifndef OCT9_NEAREST_H
#define OCT9_NEAREST_H

#include "oct9/detail/nearest.h"
#include "oct9/rules.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A leaf that was found. Its faces belong to it. */
typedef struct {
    uint32_t distance2_q12; /* the square of the distance in sub-cells, exact; 0 if
                               the point is in the leaf or on its face; at most
                               range_q6 * range_q6 */
    oct9_point_t nearest;   /* the leaf's point nearest to the input's */
    oct9_leaf_t leaf;
} oct9_near_t;

/* What is asked. From millimetres: oct9_mm_sphere with the range as its radius; and back:
 * oct9_mm_of_distance. */
typedef struct oct9_nearest_input {
    oct9_point_t point; /* inside the cube or not */
    uint16_t range_q6;  /* 0..32767: nothing farther is found */
    uint16_t capacity;  /* how many to find, 1 and up */
    oct9_near_t *found; /* [capacity], filled from the nearest on; leaves at the
                           same distance come in any order */
    oct9_rules_t rules; /* unknown: whether unknown leaves are found; start_inside
                           PASSES: leaves at distance 0 are not found; LEAVES: as
                           BLOCKS. The rule for the outside is checked and not used */
} oct9_nearest_input_t;

/* What is returned beside the leaves. */
typedef struct {
    uint16_t count;         /* of leaves found */
    uint32_t leaves, nodes; /* visited */
} oct9_nearest_output_t;

/* Finds the nearest leaves that block, up to `capacity`, within `range_q6` sub-cells of the point.
 * Keeps its state, an oct9_nearest_t, on the stack.
 * Fails with OCT9_ERR_ARGUMENT iff the range is above 32767 or capacity is 0, or as
 * oct9_rules_check does.
 * The leaves and distances are exact.
 * The cost grows with the nodes that are as near as the farthest leaf found, and with `capacity`
 * moves for each leaf that enters the list.
 * Stack: M0 304 bytes. Reentrant. */
oct9_status_t oct9_nearest_find(const oct9_map_t *map, const oct9_nearest_input_t *input,
                                oct9_nearest_output_t *output);

/* Begins a search for the nearest in slices. The input is kept by pointer, and `found` belongs to
 * the library until OCT9_OK; `nearest` may hold anything before.
 * Fails as oct9_nearest_find does.
 * Stack: M0 112 bytes. Reentrant. */
oct9_status_t oct9_nearest_begin(oct9_nearest_t *nearest, const oct9_map_t *map,
                                 const oct9_nearest_input_t *input);

/* Continues the search and visits at most `budget` nodes and leaves. Returns OCT9_OK when `output`
 * is filled, and OCT9_AGAIN when the budget is used up: then only `leaves` and `nodes` of `output`
 * are set; call again.
 * Fails with OCT9_ERR_ARGUMENT iff budget is 0, OCT9_ERR_STALE iff the map was written to since the
 * search began.
 * Stack: M0 112 bytes. Reentrant. */
oct9_status_t oct9_nearest_run(oct9_nearest_t *nearest, uint32_t budget,
                               oct9_nearest_output_t *output);

#ifdef __cplusplus
}
#endif
#endif
