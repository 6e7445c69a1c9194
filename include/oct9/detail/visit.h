/* SPDX-License-Identifier: MIT */
/* Visits: the caller owns them, their fields are the library's. See oct9/visit.h. */
#ifndef OCT9_DETAIL_VISIT_H
#define OCT9_DETAIL_VISIT_H

#include "oct9/detail/search.h"
#include "oct9/region.h"

/* A visit. */
typedef struct {
    const oct9_region_t *region; /* NULL: everywhere */
    oct9_search_t search;
} oct9_visit_t;

/* A visit of frontiers. */
typedef struct {
    bool asking; /* whether `leaf` touches unknown space */
    oct9_leaf_t leaf;
    oct9_visit_t visit;   /* of the free leaves */
    oct9_search_t around; /* the unknown ones around `leaf` */
} oct9_frontier_t;

#endif
