/* SPDX-License-Identifier: MIT */
/* Internal: the functions of the walk that queries call. */
#ifndef OCT9_SRC_WALK_H
#define OCT9_SRC_WALK_H

#include "oct9/walk.h"
#include "src/map/map.h"

/* As oct9_walk_begin. With walk->skip_void set by the caller, inner nodes of an image that are
 * known to contain nothing occupied count as free leaves. */
bool oct9_walk_start(oct9_walk_t *walk, const oct9_map_t *map, const oct9_point_t *from,
                     const oct9_point_t *to);

/* The level up to which a walk finds nodes by its path: from there on an image's directory leads to
 * them. */
static inline unsigned oct9_walk_top(const oct9_walk_t *walk)
{
    return walk->map.tree || oct9_image_layered(walk->map.image) ? OCT9_LEVELS : OCT9_IMAGE_START;
}

/* As oct9_walk_next, for a map that is known to be unchanged. Returns 0 at the end, else
 * 1. */
int oct9_walk_step(oct9_walk_t *walk);

/* The state of the current leaf. */
oct9_state_t oct9_walk_state(const oct9_walk_t *walk);

typedef enum {
    OCT9_WALK_STOPPED, /* in a leaf of one of the given states */
    OCT9_WALK_ENDED,   /* oct9_walk_step returned false */
    OCT9_WALK_SPENT    /* the budget is used up; the leaf is not yet visited */
} oct9_walk_stop_t;

/* Visits the current leaf and those after it, and takes one from the budget for each, until the
 * state of one is in `stops`. */
oct9_walk_stop_t oct9_walk_until(oct9_walk_t *walk, unsigned stops, uint32_t *budget);

/* Aims a walk at another end. Its path, level and payload are those of the leaf of `from`, which is
 * inside the cube and has that Morton code. No node is read. If `from` is outside, the leaf is the
 * cube. */
void oct9_walk_turn(oct9_walk_t *walk, uint32_t code, const oct9_point_t *from,
                    const oct9_point_t *to);

/* The argument for oct9_walk_turn: the Morton code of the current leaf. Its bits below the leaf's
 * level have no meaning. */
uint32_t oct9_walk_code(const oct9_walk_t *walk);

#endif
