/* SPDX-License-Identifier: MIT */
/* Internal: what the queries above the walk use of it. */
#ifndef OCT9_WALK_STEP_H
#define OCT9_WALK_STEP_H

#include "oct9/walk.h"

/* oct9_walk_begin, and if skip_void is set then inner nodes of an image that are known to hold
 * nothing occupied count as free leaves. */
bool oct9_walk_start(oct9_walk_t *walk, const oct9_map_t *map, const oct9_point_t *from,
                     const oct9_point_t *to, bool skip_void);

/* Aims a walk at another end: its path, level and payload are those of the leaf of `from`, which
 * lies inside the cube. No node is read. */
void oct9_walk_turn(oct9_walk_t *walk, const oct9_point_t *from, const oct9_point_t *to);

#endif
