/* SPDX-License-Identifier: MIT */
/* A question for the nearest: the caller owns it, its fields are the library's. See oct9/nearest.h.
 */
#ifndef OCT9_DETAIL_NEAREST_H
#define OCT9_DETAIL_NEAREST_H

#include "oct9/detail/search.h"

/* A question that is cut into slices. */
typedef struct {
    const struct oct9_nearest_input *input;
    uint32_t bound; /* the square of the distance that still counts */
    uint16_t count;
    oct9_search_t search;
} oct9_nearest_t;

#endif
