/* SPDX-License-Identifier: MIT */
/* The state of a search for the nearest: the caller owns it, its fields belong to the library. See
 * oct9/nearest.h. */
#ifndef OCT9_DETAIL_NEAREST_H
#define OCT9_DETAIL_NEAREST_H

#include "oct9/detail/search.h"

/* A search for the nearest that runs in slices. */
typedef struct {
    const struct oct9_nearest_input *input;
    uint32_t bound; /* a leaf is entered if the square of its distance is below this */
    uint16_t count; /* of leaves found so far */
    oct9_search_t search;
} oct9_nearest_t;

#endif
