/* SPDX-License-Identifier: MIT */
/* The states of visits: the caller owns them, only the library uses their fields. See
 * oct9/visit.h. */
#ifndef OCT9_DETAIL_VISIT_H
#define OCT9_DETAIL_VISIT_H

#include "oct9/detail/cull.h"
#include "oct9/detail/search.h"
#include "oct9/region.h"

/* A visit. */
typedef struct {
    const oct9_region_t *region; /* NULL: everywhere */
    oct9_cull_t cull;
    oct9_search_t search;
} oct9_visit_t;

/* A visit of frontiers. */
typedef struct {
    bool asking; /* `around` searches for unknown space that `leaf` touches */
    oct9_leaf_t leaf;
    oct9_visit_t visit;   /* of the free leaves */
    oct9_search_t around; /* for unknown leaves around `leaf` */
} oct9_frontier_t;

#endif
