/* SPDX-License-Identifier: MIT */
/* The state of a check of spheres: the caller owns it, only the library uses its fields. See
 * oct9/spheres.h. */
#ifndef OCT9_DETAIL_SPHERES_H
#define OCT9_DETAIL_SPHERES_H

#include "oct9/detail/search.h"

/* A check of spheres. A mask has a bit for each sphere of the group of up to 32 that is searched
 * for. */
typedef struct {
    const struct oct9_spheres_input *input;
    uint8_t hit;                   /* oct9_hit_t */
    uint16_t index;                /* of the sphere that is blocked */
    uint16_t first;                /* of the group */
    uint32_t group;                /* its mask */
    uint32_t mask[OCT9_LEVELS][8]; /* [l][child]: those that may meet this child, of level l */
    oct9_search_t search;
} oct9_spheres_t;

#endif
