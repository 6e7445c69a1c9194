/* SPDX-License-Identifier: MIT */
/* Internal: how far the node that a search found is from a point, its faces included. */
#ifndef OCT9_SRC_REACH_H
#define OCT9_SRC_REACH_H

#include "oct9/detail/search.h"

#define OCT9_RADIUS_MAX 32767u

/* Limits a search to what may be within `radius` of the point. */
void oct9_reach_span(oct9_search_t *search, const oct9_point_t *point, uint16_t radius);

/* The square of the distance if it is at most radius, else UINT32_MAX; radius at most 32767. */
uint32_t oct9_reach_distance2(const oct9_search_t *search, const oct9_point_t *point,
                              uint16_t radius);

/* The octant of the node that the point lies in or is nearest to, as a child's number. */
unsigned oct9_reach_octant(const oct9_search_t *search, const oct9_point_t *point);

/* The point of a leaf that is nearest to another point: Q9.6, as that is. */
void oct9_reach_nearest(const oct9_leaf_t *leaf, const oct9_point_t *point, oct9_point_t *nearest);

#endif
