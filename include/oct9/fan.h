/* SPDX-License-Identifier: MIT */
/* Fans: many casts from one point, as a time-of-flight frame or a 2-D scan makes them. The way
 * from the root to the point's leaf is gone once for all of them. Each answer is that of
 * oct9_cast. */
#ifndef OCT9_FAN_H
#define OCT9_FAN_H

#include "oct9/cast.h"

#ifdef __cplusplus
extern "C" {
#endif

/* One ray's answer: see oct9_cast_output_t. */
typedef struct {
    uint16_t num, den;                    /* the fraction */
    oct9_point_t point;
    uint16_t payload;                     /* of the leaf, like level and state: if hit is
                                             OCT9_HIT_LEAF */
    uint8_t level, state;
    uint8_t hit;                          /* oct9_hit_t */
    uint8_t face;                         /* oct9_face_t */
} oct9_fan_hit_t;

/* What a fan is asked. */
typedef struct {
    oct9_point_t from;
    const oct9_point_t *to;               /* [count] */
    uint16_t count;                       /* 1 and up */
    oct9_rules_t rules;
    oct9_fan_hit_t *hits;                 /* [count], filled in order */
} oct9_fan_input_t;

/* What it answers beside the hits. */
typedef struct {
    uint16_t count;                       /* of rays that are done */
    uint32_t leaves, nodes;               /* visited */
} oct9_fan_output_t;

/* A fan that is cut into slices; the caller owns it, its fields are the library's. */
typedef struct {
    bool inside;                          /* `from` lies in the cube */
    uint8_t level;                        /* of its leaf */
    uint16_t payload;
    uint16_t count;                       /* of rays that are done */
    uint32_t leaves, nodes;
    const oct9_fan_input_t *input;
    oct9_cast_input_t ray;                /* the cast's input */
    oct9_cast_output_t answer;            /* and its output */
    uint32_t code;                        /* of the leaf of `from` */
    oct9_walk_node_t path[OCT9_LEVELS];   /* to it */
    oct9_cast_t cast;
} oct9_fan_t;

/* All casts in one call; `fan` is the caller's scratch, whatever it holds.
 * Fails with OCT9_ERR_FAN iff count is 0, or as oct9_rules_check does.
 * Cost: that of the casts, less the way from the root for all but the first. Reentrant. */
oct9_status_t oct9_fan(oct9_fan_t *fan, const oct9_map_t *map, const oct9_fan_input_t *input,
                       oct9_fan_output_t *output);

/* The same in slices. `fan` must not be copied or moved in between, as its cast points into it. The
 * input is kept by pointer; neither it nor its points must change, and `hits` is the library's until
 * OCT9_OK. */
oct9_status_t oct9_fan_begin(oct9_fan_t *fan, const oct9_map_t *map,
                             const oct9_fan_input_t *input);

/* Visits at most `budget` leaves. OCT9_OK: all rays are done. OCT9_AGAIN: the budget is used up,
 * the output says how many are done; call again. OCT9_ERR_BUDGET iff it is 0, OCT9_ERR_STALE iff the
 * map was written to since the fan began. */
oct9_status_t oct9_fan_run(oct9_fan_t *fan, uint32_t budget, oct9_fan_output_t *output);

#ifdef __cplusplus
}
#endif
#endif
