/* SPDX-License-Identifier: MIT */
/* Walks: all leaves that hold a point of a segment, each once, in order. Exact.
 *
 * Example, with (const oct9_map_t *map, oct9_point_t a, oct9_point_t b,
 *                void (*use)(const oct9_leaf_t *leaf)):
 *
 *     oct9_walk_t walk;
 *     oct9_leaf_t leaf;
 *     int more = oct9_walk_begin(&walk, map, &a, &b);
 *     while (more > 0) {
 *         oct9_walk_leaf(&walk, &leaf);
 *         use(&leaf);
 *         more = oct9_walk_next(&walk);
 *     }
 *
 * Cells are half-open, so that each point of the cube is in exactly one leaf. For a segment from A
 * to B, both ends included, the walk visits {leaf(A + t (B - A)) : 0 <= t <= 1} and nothing else:
 * no epsilon, no missed corner, no division. The ends may be outside the cube; the walk visits the
 * part inside. All arithmetic has 32 bits; src/walk/walk.c explains why it is exact.
 *
 * Source: a DDA from leaf to leaf (Amanatides and Woo 1987, "A fast voxel traversal algorithm for
 * ray tracing"), as in Pease's engine octree; the integer test between axes of Bresenham 1965,
 * "Algorithm for computer control of a digital plotter"; mirrored axes (Revelles, Urena and Lastra
 * 2000, "An efficient parametric algorithm for octree traversal"); the common ancestor of two
 * leaves from their locational codes (Frisken and Perry 2002, "Simple and efficient traversal
 * methods for quadtrees and octrees"). */
#ifndef OCT9_WALK_H
#define OCT9_WALK_H

#include "oct9/detail/walk.h"
#include "oct9/map.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The face by which a segment enters a leaf, named by its axis and side. */
typedef enum {
    OCT9_FACE_X_LOW,
    OCT9_FACE_X_HIGH,
    OCT9_FACE_Y_LOW,
    OCT9_FACE_Y_HIGH,
    OCT9_FACE_Z_LOW,
    OCT9_FACE_Z_HIGH,
    OCT9_FACE_NONE /* the segment starts in the leaf */
} oct9_face_t;

/* Begins at the first leaf of the segment from `from` to `to`. Returns true, or false if no
 * point of the segment is in the cube. Any two points are valid. Visits at most 9 levels. It does
 * not look for a write in progress; oct9_walk_next does.
 * Stack: M0 128 bytes. Reentrant. */
bool oct9_walk_begin(oct9_walk_t *walk, const oct9_map_t *map, const oct9_point_t *from,
                     const oct9_point_t *to);

/* Steps to the next leaf. Returns 1, or 0 when the segment has ended or left the cube; the walk
 * then stays in its leaf, and further calls return 0. To call it after a begin that returned false
 * is a mistake of the programmer.
 * Fails with OCT9_ERR_STALE iff the map was written to since the walk began: begin again.
 * It goes up to the node that holds both leaves and down again: at most 9 levels up and 9 down.
 * Stack: M0 120 bytes. Reentrant. */
int oct9_walk_next(oct9_walk_t *walk);

/* Sets `leaf` to the current leaf. Call it after a begin that returned true, or a next that
 * returned 1.
 * Stack: M0 24 bytes. Reentrant. */
void oct9_walk_leaf(const oct9_walk_t *walk, oct9_leaf_t *leaf);

/* Returns the face by which the segment enters the current leaf, and sets `time` to the exact
 * fraction of the segment. If the segment starts in the leaf: OCT9_FACE_NONE, at 0/1. On an edge or
 * corner: the first of x, y, z whose plane it crosses there.
 * Stack: M0 40 bytes. Reentrant. */
oct9_face_t oct9_walk_entry(const oct9_walk_t *walk, oct9_fraction_t *time);

#ifdef __cplusplus
}
#endif
#endif
