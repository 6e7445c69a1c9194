/* SPDX-License-Identifier: MIT */
/* Visits: all leaves of chosen states in a region, one at a time, in the order of their Morton
 * codes (z above y above x).
 *
 * Example, with (const oct9_map_t *map, void (*use)(const oct9_leaf_t *leaf)):
 *
 *     oct9_visit_t visit;
 *     oct9_leaf_t leaf;
 *     if (oct9_visit_begin(&visit, map, NULL, OCT9_STATES_OCCUPIED) == OCT9_OK)
 *         while (oct9_visit_next(&visit, UINT32_MAX, &leaf) > 0)
 *             use(&leaf);
 *
 * A visit searches depth-first, through the nodes that the region meets. */
#ifndef OCT9_VISIT_H
#define OCT9_VISIT_H

#include "oct9/detail/visit.h"
#include "oct9/map.h"
#include "oct9/region.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Begins with the first leaf in a region whose state is in `states` (OCT9_STATES_...).
 * oct9_visit_next returns the leaves. `region` NULL is everywhere. The visit keeps the region by
 * pointer; it must not change until the visit has ended. Parts of a region outside the cube hold no
 * leaf.
 *
 * - A box: leaves that hold a point of it, lo and hi included. Cells are half-open: a box that ends
 *   where a leaf begins holds a point of it, and one that begins where a leaf ends does not.
 * - A sphere: leaves with a point, their faces included, at most radius_q6 from the centre.
 * - A frustum: leaves that have, for each plane, a point on its inner side, their faces included:
 *   all that meet the frustum, and near its edges a few that do not.
 *
 * Fails with OCT9_ERR_ARGUMENT iff lo is above hi on an axis of a box, the radius of a sphere is
 * above 32767, a normal of a frustum is zero or has a coordinate outside +-OCT9_ONE_Q14, the kind
 * is not in its enum, or `states` is 0 or has a bit that is not a state. A box and a sphere are
 * exact.
 * Stack: M0 112 bytes. Reentrant. */
oct9_status_t oct9_visit_begin(oct9_visit_t *visit, const oct9_map_t *map,
                               const oct9_region_t *region, unsigned states);

/* Finds the next leaf: returns 1 and sets `leaf`. Returns 0 when there are no more; OCT9_AGAIN when
 * it visited `budget` nodes and leaves and has found none yet: call again.
 * Fails with OCT9_ERR_ARGUMENT iff budget is 0, OCT9_ERR_STALE iff the map was written to since the
 * visit began.
 * Its cost grows with the nodes that meet the region between two leaves that it finds; only
 * `budget` bounds it.
 * Stack: M0 176 bytes. Reentrant. */
int oct9_visit_next(oct9_visit_t *visit, uint32_t budget, oct9_leaf_t *leaf);

/* --- Frontiers: free leaves that touch unknown space, where a robot can explore.
 *
 * Two leaves touch if they share a part of a face, of any size. Edges and corners do not count, nor
 * does the rim of the cube. Exact, on trees and on images.
 *
 *     oct9_visit_frontier_begin(&frontier, &map, NULL);
 *     while (oct9_visit_frontier_next(&frontier, UINT32_MAX, &leaf) > 0) ...
 *
 * Source: Yamauchi 1997, "A frontier-based approach for autonomous exploration". */

/* Begins with the first frontier leaf in a region. oct9_visit_frontier_next returns the leaves, in
 * the order of their Morton codes. Regions are as for oct9_visit_begin.
 * Fails as oct9_visit_begin does.
 * Stack: M0 120 bytes. Reentrant. */
oct9_status_t oct9_visit_frontier_begin(oct9_frontier_t *frontier, const oct9_map_t *map,
                                        const oct9_region_t *region);

/* Finds the next frontier leaf: returns 1 and sets `leaf`. Returns 0 when there are no more;
 * OCT9_AGAIN when it visited `budget` nodes and leaves and has found none yet: call again.
 * Fails with OCT9_ERR_ARGUMENT iff budget is 0, OCT9_ERR_STALE iff the map was written to since the
 * visit began.
 * For each free leaf it searches the cells around that leaf, up to the first unknown one.
 * Stack: M0 200 bytes. Reentrant. */
int oct9_visit_frontier_next(oct9_frontier_t *frontier, uint32_t budget, oct9_leaf_t *leaf);

#ifdef __cplusplus
}
#endif
#endif
