/* SPDX-License-Identifier: MIT */
/* Internal: the distance from a point to the search's current node, which includes its faces. */
#ifndef OCT9_SRC_REACH_H
#define OCT9_SRC_REACH_H

#include "oct9/detail/search.h"

#define OCT9_RADIUS_MAX 32767u

/* Limits a search to nodes that may be within `radius` of the point. */
void oct9_reach_span(oct9_search_t *search, const oct9_point_t *point, uint16_t radius);

/* The square of the distance if it is at most radius, otherwise UINT32_MAX; radius is at most
 * 32767. */
uint32_t oct9_reach_distance2(const oct9_search_t *search, const oct9_point_t *point,
                              uint16_t radius);

/* Of a node, given by its corner in cells, as a search keeps it, and by the level of its children:
 * the octant around its middle in which the point is, times OCT9_REACH_OCTANT, plus the children
 * whose distance has a square of at most `reach2`, as bits. The bit of a child is its number XOR
 * the octant. 0 if there is none. `reach2` is at most 32767 * 32767. */
#define OCT9_REACH_OCTANT 256u
unsigned oct9_reach_children(uint32_t corner, unsigned level, const oct9_point_t *point,
                             uint32_t reach2);

/* Opens the current inner node for these children, in the order of their bits. If there is none the
 * node stays closed. */
void oct9_reach_open(oct9_search_t *search, const oct9_point_t *point, uint32_t reach2);

/* The point of a leaf that is nearest to another point, in Q9.6 like that point. */
void oct9_reach_nearest(const oct9_leaf_t *leaf, const oct9_point_t *point, oct9_point_t *nearest);

#endif
