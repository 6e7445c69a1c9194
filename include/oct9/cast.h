/* SPDX-License-Identifier: MIT */
/* Casts: the first leaf on a segment that blocks, and exactly where; and fans, which are many casts
 * from one point.
 *
 * Example, with (const oct9_map_t *map, oct9_point_t a, oct9_point_t b, void (*go)(void)):
 *
 *     const oct9_cast_input_t ray = { .from = a, .to = b };
 *     oct9_cast_output_t hit;
 *     if (oct9_cast_ray(map, &ray, &hit) == OCT9_OK && hit.hit == OCT9_HIT_NONE)
 *         go();
 *
 * The rules of the input (rules.h) decide what unknown space, the space outside the cube and the
 * leaf at the start do to the ray. The result is exact: the first blocking leaf in the order of the
 * walk (walk.h). A leaf that the segment only touches, without a point in it, is never hit. */
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
    oct9_rules_t rules; /* start_inside PASSES: the leaf of `from` never blocks; LEAVES: as BLOCKS,
                           because that leaf contains `from` */
} oct9_cast_input_t;

/* What a cast returns. */
typedef struct {
    oct9_hit_t hit;
    oct9_leaf_t leaf;         /* the blocking leaf; set only if hit is OCT9_HIT_LEAF */
    oct9_face_t face;         /* the leaf's face that the ray entered by: see oct9_walk_entry;
                                 OCT9_FACE_NONE if no leaf was hit */
    oct9_fraction_t fraction; /* of the segment up to the hit, exact; 1/1 if nothing was hit */
    oct9_point_t point;       /* A + fraction * (B - A), rounded toward A */
    uint32_t leaves;          /* leaves visited; a node crossed unread counts as one */
    uint32_t nodes;           /* inner nodes read */
} oct9_cast_output_t;

/* Finds the first leaf on a segment that blocks. Keeps its state, an oct9_cast_t, on the stack.
 * Fails as oct9_rules_check does.
 * The leaf, the fraction and the face are exact.
 * The cost grows with the leaves up to the hit, at most 3 * 511 + 1. With unknown = OCT9_PASSES the
 * nodes of an image that hold nothing occupied are crossed in one step.
 * Stack: M0 392 bytes. Reentrant. */
oct9_status_t oct9_cast_ray(const oct9_map_t *map, const oct9_cast_input_t *input,
                            oct9_cast_output_t *output);

/* Begins a cast in slices. The input is kept by pointer; `cast` may hold anything before.
 * Fails as oct9_rules_check does.
 * Stack: M0 144 bytes. Reentrant. */
oct9_status_t oct9_cast_begin(oct9_cast_t *cast, const oct9_map_t *map,
                              const oct9_cast_input_t *input);

/* Continues a cast and visits at most `budget` leaves. Returns OCT9_OK when `output` is filled, and
 * OCT9_AGAIN when the budget is used up: then only `leaves` and `nodes` of `output` are set; call
 * again.
 * Fails with OCT9_ERR_ARGUMENT iff budget is 0, OCT9_ERR_STALE iff the map was written to since the
 * cast began.
 * Stack: M0 216 bytes. Reentrant. */
oct9_status_t oct9_cast_run(oct9_cast_t *cast, uint32_t budget, oct9_cast_output_t *output);

/* --- Fans: many casts from one point, as for a frame of a time-of-flight sensor or a 2-D scan. The
 * path from the root to the point's leaf is descended once for all. Each hit is that of
 * oct9_cast_ray. */

/* What one ray of a fan hits: see oct9_cast_output_t. */
typedef struct {
    uint16_t num, den; /* the fraction */
    oct9_point_t point;
    uint16_t payload; /* of the leaf, as are level and state; 0 unless hit is
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

/* What a fan returns beside the hits. */
typedef struct {
    uint32_t leaves, nodes; /* visited */
} oct9_fan_output_t;

/* Casts all rays of a fan. If that takes too long for one call, ask for some of the rays at a time.
 * Fails with OCT9_ERR_ARGUMENT iff count is 0, OCT9_ERR_STALE iff the map is written to before the
 * last ray begins, or as oct9_rules_check does. Where it is stale, some hits are set.
 * The cost is that of the casts, without the descent from the root for all but the first.
 * Stack: M0 552 bytes. Reentrant. */
oct9_status_t oct9_cast_fan(const oct9_map_t *map, const oct9_fan_input_t *input,
                            oct9_fan_output_t *output);

#ifdef __cplusplus
}
#endif
#endif
