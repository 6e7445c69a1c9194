/* SPDX-License-Identifier: MIT */
/* Cast: the first leaf on a segment that blocks, and exactly where.
 *
 * What unknown space, the space outside the cube and the leaf that the segment starts in do to
 * a ray is the caller's to say, each time. The answer is exact: the first blocking leaf in the
 * walk's order, never a leaf that is only touched. */
#ifndef OCT9_CAST_H
#define OCT9_CAST_H

#include "oct9/detail/cast.h"
#include "oct9/rules.h"
#include "oct9/walk.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What a cast is asked. */
typedef struct oct9_cast_input {
    oct9_point_t from, to; /* both ends included */
    oct9_rules_t rules;    /* start_inside PASSES: the leaf of `from` never blocks */
} oct9_cast_input_t;

/* What it answers. */
typedef struct {
    oct9_hit_t hit;
    oct9_leaf_t leaf;         /* the blocking leaf, if hit is OCT9_HIT_LEAF */
    oct9_face_t face;         /* of the leaf that the ray entered by; see
                                 oct9_walk_entry */
    oct9_fraction_t fraction; /* of the way, exact; 1/1 where nothing was hit */
    oct9_point_t point;       /* A + fraction * (B - A), rounded toward A */
    uint32_t leaves;          /* visited, those crossed unread as one each */
    uint32_t nodes;           /* inner nodes read */
} oct9_cast_output_t;

/* The whole cast in one call, its state, an oct9_cast_t, on the stack.
 * Fails as oct9_rules_check does.
 * Cost: the walk's, up to the first blocking leaf; with unknown = OCT9_PASSES an image's nodes
 * with nothing occupied below them are crossed in one step. At most 3 * 511 + 1 leaves.
 * Stack: see docs/footprint.md. Reentrant. */
oct9_status_t oct9_cast_ray(const oct9_map_t *map, const oct9_cast_input_t *input,
                            oct9_cast_output_t *output);

/* The same in slices. The input is kept by pointer. */
oct9_status_t oct9_cast_begin(oct9_cast_t *cast, const oct9_map_t *map,
                              const oct9_cast_input_t *input);

/* Visits at most `budget` leaves. OCT9_OK: `output` is filled. OCT9_AGAIN: it is used up, the
 * output's counts alone are set. OCT9_ERR_ARGUMENT iff budget is 0, OCT9_ERR_STALE iff the map was
 * written to since the cast began. */
oct9_status_t oct9_cast_run(oct9_cast_t *cast, uint32_t budget, oct9_cast_output_t *output);

/* After a hit of a leaf: lets the ray pass through it, so that oct9_cast_run goes on to the next
 * hit. So all hits come in order, as for glass; a wall is one hit for each of its leaves. After
 * any other answer it does nothing, and run answers the same again. If the map was written to since
 * the cast began, run fails with OCT9_ERR_STALE. */
void oct9_cast_pass(oct9_cast_t *cast);

/* --- Fans: many casts from one point, as a time-of-flight frame or a 2-D scan makes them. The way
 * from the root to the point's leaf is gone once for all of them. Each answer is that of
 * oct9_cast_ray. */

/* One ray's answer: see oct9_cast_output_t. */
typedef struct {
    uint16_t num, den; /* the fraction */
    oct9_point_t point;
    uint16_t payload; /* of the leaf, like level and state: if hit is
                         OCT9_HIT_LEAF */
    uint8_t level, state;
    uint8_t hit;  /* oct9_hit_t */
    uint8_t face; /* oct9_face_t */
} oct9_fan_hit_t;

/* What a fan is asked. */
typedef struct {
    oct9_point_t from;
    const oct9_point_t *to; /* [count] */
    uint16_t count;         /* 1 and up */
    oct9_rules_t rules;
    oct9_fan_hit_t *hits; /* [count], filled in order */
} oct9_fan_input_t;

/* What it answers beside the hits. */
typedef struct {
    uint16_t count;         /* of rays that are done */
    uint32_t leaves, nodes; /* visited */
} oct9_fan_output_t;

#include "oct9/detail/fan.h"

/* All casts in one call, their state, an oct9_fan_t, on the stack.
 * Fails with OCT9_ERR_ARGUMENT iff count is 0, or as oct9_rules_check does.
 * Cost: that of the casts, less the way from the root for all but the first. Reentrant. */
oct9_status_t oct9_cast_fan(const oct9_map_t *map, const oct9_fan_input_t *input,
                            oct9_fan_output_t *output);

/* The same in slices. The input is kept by pointer, and `hits` is the library's until OCT9_OK. */
oct9_status_t oct9_cast_fan_begin(oct9_fan_t *fan, const oct9_map_t *map,
                                  const oct9_fan_input_t *input);

/* Visits at most `budget` leaves. OCT9_OK: all rays are done. OCT9_AGAIN: the budget is used up,
 * the output says how many are done; call again. OCT9_ERR_ARGUMENT iff it is 0, OCT9_ERR_STALE iff
 * the map was written to since the fan began. */
oct9_status_t oct9_cast_fan_run(oct9_fan_t *fan, uint32_t budget, oct9_fan_output_t *output);

#ifdef __cplusplus
}
#endif
#endif
