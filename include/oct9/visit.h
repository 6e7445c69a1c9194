/* SPDX-License-Identifier: MIT */
/* Visits: the leaves of chosen states in a region, one by one, in the order of their Morton codes
 * (z above y above x).
 *
 *     oct9_visit_t visit;
 *     oct9_visit_begin(&visit, &map, NULL, OCT9_STATES_ALL);
 *     while (oct9_visit_next(&visit, UINT32_MAX, &leaf) > 0) ...
 */
#ifndef OCT9_VISIT_H
#define OCT9_VISIT_H

#include "oct9/detail/visit.h"
#include "oct9/map.h"
#include "oct9/region.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Begins with the first leaf in the region; NULL is everywhere. The region is kept by pointer and
 * must not change until the visit has ended.
 *
 * - A box: leaves that hold a point of it, lo and hi included. Cells are half-open, so a box that
 *   ends where a leaf begins holds a point of it, and one that begins where a leaf ends does not.
 * - A sphere: leaves with a point, their faces included, at most radius_q6 from the centre.
 * - A frustum: leaves that have, for each plane, a point on its inner side, their faces included:
 *   all that meet the frustum, and near its edges a few that do not.
 *
 * The first two are exact. Parts of a region outside the cube hold no leaf.
 * Fails with OCT9_ERR_ARGUMENT iff lo is above hi on an axis of a box or the radius
 * of a sphere is above 32767 or a normal of a frustum is zero or has a coordinate
 * beyond +-OCT9_ONE_Q14, OCT9_ERR_ARGUMENT iff the kind is not one of its enum's or
 * `states` is 0 or has a bit that means no state. */
oct9_status_t oct9_visit_begin(oct9_visit_t *visit, const oct9_map_t *map,
                               const oct9_region_t *region, unsigned states);

/* The next leaf: 1, or 0 when there is none left. OCT9_AGAIN when `budget` nodes and leaves were
 * visited and no leaf was found yet: call again. OCT9_ERR_ARGUMENT iff budget is 0,
 * OCT9_ERR_STALE iff the map was written to since the visit began.
 * Cost: the nodes that meet the shape between two leaves that are found; `budget` alone bounds
 * it. Stack: see docs/footprint.md. Reentrant. */
int oct9_visit_next(oct9_visit_t *visit, uint32_t budget, oct9_leaf_t *leaf);

/* --- Frontiers: free leaves that touch unknown space, where a robot may go to learn more.
 *
 * A leaf touches another if they share a part of a face, however small; edges and corners do not
 * count, nor does the rim of the cube. Exact, on trees and images alike.
 *
 *     oct9_visit_frontier_begin(&frontier, &map, NULL);
 *     while (oct9_visit_frontier_next(&frontier, UINT32_MAX, &leaf) > 0) ...
 *
 * Source: Yamauchi, "A frontier-based approach for autonomous exploration", 1997. */

/* Begins with the first frontier leaf in the region, in the order of their Morton codes; as
 * oct9_visit_begin, and fails as that does. */
oct9_status_t oct9_visit_frontier_begin(oct9_frontier_t *frontier, const oct9_map_t *map,
                                        const oct9_region_t *region);

/* The next one: 1, or 0 when there is none left. OCT9_AGAIN when `budget` nodes and leaves were
 * visited and none was found yet: call again. OCT9_ERR_ARGUMENT iff budget is 0,
 * OCT9_ERR_STALE iff the map was written to since the iteration began.
 * Cost: for each free leaf a search of the cells around it, up to the first that is unknown.
 * Reentrant, with a `frontier` of one's own. */
int oct9_visit_frontier_next(oct9_frontier_t *frontier, uint32_t budget, oct9_leaf_t *leaf);

#ifdef __cplusplus
}
#endif
#endif
