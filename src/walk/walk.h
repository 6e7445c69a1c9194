/* SPDX-License-Identifier: MIT */
/* Internal: what the queries above the walk use of it. */
#ifndef OCT9_SRC_WALK_H
#define OCT9_SRC_WALK_H

#include "oct9/walk.h"

/* oct9_walk_begin; if the caller has set walk->skip_void then inner nodes of an image that are
 * known to hold nothing occupied count as free leaves. */
bool oct9_walk_start(oct9_walk_t *walk, const oct9_map_t *map, const oct9_point_t *from,
                     const oct9_point_t *to);

/* oct9_walk_next of a map that is known to be as it was: false at the end. */
bool oct9_walk_step(oct9_walk_t *walk);

/* The state of the leaf that the walk is in. */
oct9_state_t oct9_walk_state(const oct9_walk_t *walk);

typedef enum {
    OCT9_WALK_STOPPED, /* in a leaf of one of the states asked for */
    OCT9_WALK_ENDED,   /* as oct9_walk_step returns false */
    OCT9_WALK_SPENT    /* the budget is used up; the leaf is yet to be visited */
} oct9_walk_stop_t;

/* Visits the leaf that the walk is in and those behind it, each one off the budget, until the state
 * of one is in `stops`. */
oct9_walk_stop_t oct9_walk_until(oct9_walk_t *walk, unsigned stops, uint32_t *budget);

/* Aims a walk at another end: its path, level and payload are those of the leaf of `from`, which
 * lies inside the cube and is at that Morton code. No node is read. */
void oct9_walk_turn(oct9_walk_t *walk, uint32_t code, const oct9_point_t *from,
                    const oct9_point_t *to);

/* What oct9_walk_turn wants: the Morton code of the leaf that a walk is in, bits below its level
 * not meant. */
uint32_t oct9_walk_code(const oct9_walk_t *walk);

#endif
