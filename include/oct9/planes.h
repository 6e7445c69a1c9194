/* SPDX-License-Identifier: MIT */
/* Splitting planes: the leaves on a segment, found from the root down: a second opinion on the walk
 * (oct9/walk.h). The walk is faster; to look up each cell from the root is slower.
 *
 * It returns the same leaves in the same order as the walk, also at corners and for ends outside
 * the cube, by another method. The three mid planes of a node cut the segment's part within the
 * node, so that it visits at most four children of a node. A stack of the nodes from the root down
 * holds which planes are still ahead in each. The far planes of a leaf are the next planes ahead,
 * so that one comparison for each pair of axes gives the next plane, and the stack the node that it
 * cuts; there is no locational code. All arithmetic is 32-bit; src/ancestors/course.h shows why it
 * is exact. docs/bench.md has it beside the walk and older methods.
 *
 * Example, with (const oct9_map_t *map, const oct9_point_t *a, const oct9_point_t *b,
 *                void (*use)(const oct9_leaf_t *)):
 *
 *     oct9_planes_t planes;
 *     oct9_leaf_t leaf;
 *     int more = oct9_planes_begin(&planes, map, a, b);
 *     for (; more > 0; more = oct9_planes_next(&planes)) {
 *         oct9_planes_leaf(&planes, &leaf);
 *         use(&leaf);
 *     }
 *
 * Source: the "stupidly simple" octree traversal, which is recursive and in floating point; here
 * iterative and exact, with the next child of Revelles, Urena and Lastra 2000, "An efficient
 * parametric algorithm for octree traversal". */
#ifndef OCT9_PLANES_H
#define OCT9_PLANES_H

#include "oct9/detail/planes.h"
#include "oct9/walk.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Begins at the first leaf of the segment from `from` to `to`, both ends included. Returns true, or
 * false if no point of the segment lies in the cube. It accepts every pair of points.
 * The result is exact. It does not look for a write in progress; oct9_planes_next does.
 * Its cost is at most 9 levels.
 * Stack: M0 156 bytes. Reentrant. */
bool oct9_planes_begin(oct9_planes_t *planes, const oct9_map_t *map, const oct9_point_t *from,
                       const oct9_point_t *to);

/* Goes on to the next leaf. Returns 1, or 0 when the segment has ended or left the cube; then it
 * stays at its leaf, and a further call returns 0 again. Do not call it after a begin that returned
 * false.
 * Fails with OCT9_ERR_STALE iff the map was written to since the begin: begin again.
 * The result is exact.
 * Its cost grows with the levels between the two leaves in the tree, at most 9 up and 9 down.
 * Stack: M0 96 bytes. Reentrant. */
int oct9_planes_next(oct9_planes_t *planes);

/* Copies the present leaf, after a begin that returned true or a call that returned 1.
 * Stack: M0 32 bytes. Reentrant. */
void oct9_planes_leaf(const oct9_planes_t *planes, oct9_leaf_t *leaf);

/* Returns the face by which the segment enters the present leaf, and sets `time` to the exact
 * fraction of the segment, as oct9_walk_entry does.
 * Stack: M0 84 bytes. Reentrant. */
oct9_face_t oct9_planes_entry(const oct9_planes_t *planes, oct9_fraction_t *time);

#ifdef __cplusplus
}
#endif
#endif
