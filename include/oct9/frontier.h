/* SPDX-License-Identifier: MIT */
/* Frontiers: free leaves that touch unknown space, where a robot may go to learn more.
 *
 * A leaf touches another if they share a part of a face, however small; edges and corners do not
 * count, nor does the rim of the cube. Exact, on trees and images alike.
 *
 *     oct9_frontier_begin(&frontier, &map, NULL);
 *     while (oct9_frontier_next(&frontier, UINT32_MAX, &leaf) > 0) ...
 *
 * Source: Yamauchi, "A frontier-based approach for autonomous exploration", 1997. */
#ifndef OCT9_FRONTIER_H
#define OCT9_FRONTIER_H

#include "oct9/search.h"

#ifdef __cplusplus
extern "C" {
#endif

/* An iteration; the caller owns it, its fields are the library's. */
typedef struct {
    bool asking;                          /* whether `leaf` touches unknown space */
    oct9_leaf_t leaf;
    oct9_search_t leaves;                 /* the free ones */
    oct9_search_t around;                 /* the unknown ones around `leaf` */
} oct9_frontier_t;

/* Begins with the frontier leaves that overlap `box`, or with all where box is NULL, in the order
 * of their Morton codes.
 * Fails with OCT9_ERR_BOX iff the box is empty, inside out, or leaves the cube. */
oct9_status_t oct9_frontier_begin(oct9_frontier_t *frontier, const oct9_map_t *map,
                                  const oct9_box_t *box);

/* The next one: 1, or 0 when there is none left. OCT9_AGAIN when `budget` nodes and leaves were
 * visited and none was found yet: call again. OCT9_ERR_BUDGET iff budget is 0,
 * OCT9_ERR_STALE iff the map was written to since the iteration began.
 * Cost: for each free leaf a search of the cells around it, up to the first that is unknown.
 * Reentrant, with a `frontier` of one's own. */
int oct9_frontier_next(oct9_frontier_t *frontier, uint32_t budget, oct9_leaf_t *leaf);

#ifdef __cplusplus
}
#endif
#endif
