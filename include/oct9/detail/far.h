/* SPDX-License-Identifier: MIT */
/* The state of a far query: the caller owns it, only the library uses its fields. See oct9/far.h.
 */
#ifndef OCT9_DETAIL_FAR_H
#define OCT9_DETAIL_FAR_H

#include "oct9/detail/search.h"
#include "oct9/detail/sweep.h"
#include "oct9/world.h"

/* A far query. Places are in sub-cells from the corner of tile (0, 0, 0). */
typedef struct {
    const struct oct9_far_input *input;
    oct9_world_t *world;
    int32_t from[3], by[3]; /* the start, and the displacement to the end */
    int32_t piece_at[2][3]; /* the piece's ends, rounded */
    uint32_t moves;         /* of the world's cube */
    uint32_t leaves, nodes; /* of the pieces before this one */
    uint16_t radius_q6;
    uint16_t pieces, piece; /* how many, and which is being searched */
    bool ray;
    bool searching;     /* the piece's tiles are there, and its search has begun */
    oct9_sweep_t sweep; /* of a ray its search alone */
} oct9_far_t;

#endif
