/* SPDX-License-Identifier: MIT */
/* Splitting planes: the leaves along a segment, from the root down.
 *
 * The same leaves in the same order as oct9/walk.h, corners and ends outside the cube included, by
 * another way: the three mid planes of a node cut the segment's part within it, the nearest of
 * them says which child comes next, and so a segment visits at most four children of a node. There
 * is no step from leaf to leaf; a stack of the nodes from the root down holds which planes are
 * still to come in each. All arithmetic is 32-bit; why it is exact is told in
 * src/traversal/course.h.
 *
 * It takes more instructions a leaf than the walk (docs/bench.md) and is its second opinion.
 *
 * Source: the "stupidly simple" octree traversal, which is recursive and in floating point; made
 * iterative and exact. */
#ifndef OCT9_PLANES_H
#define OCT9_PLANES_H

#include "oct9/detail/planes.h"
#include "oct9/map.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Begins at the first leaf of the segment from `from` to `to`, both ends included: true, or false
 * if no point of it lies in the cube.
 * Every pair of points is good. Cost: at most 9 levels. Reentrant. */
bool oct9_planes_begin(oct9_planes_t *planes, const oct9_map_t *map, const oct9_point_t *from,
                       const oct9_point_t *to);

/* Goes on to the next leaf: 1, or 0 when the segment has ended or left the cube; then it stays
 * where it was and a further call returns 0 again. To call it after a begin that returned false is
 * a programmer's mistake.
 * Fails with OCT9_ERR_STALE iff the map was written to since the traversal began: begin anew.
 * Cost: as many levels as the two leaves are apart in the tree, at most 9 up and 9 down. */
int oct9_planes_next(oct9_planes_t *planes);

/* The leaf that it is in, after a begin that returned true or a call that returned 1. */
void oct9_planes_leaf(const oct9_planes_t *planes, oct9_leaf_t *leaf);

#ifdef __cplusplus
}
#endif
#endif
