/* SPDX-License-Identifier: MIT */
/* Exact leaf stepping: the leaves that a segment's points lie in, each once, in order.
 *
 * Cells are half-open, so each point of the cube lies in one leaf. For a segment from A to B,
 * both ends included, the walk visits {leaf(A + t (B - A)) : 0 <= t <= 1} and nothing else: no
 * epsilon, no missed corner, no division. Ends may lie outside the cube; the part inside is
 * walked. All arithmetic is 32-bit; why it is exact is told in src/walk/walk.c.
 *
 * Source: Bresenham's test between the axes as Pease's engine steps leaves; resuming from the
 * common ancestor. */
#ifndef OCT9_WALK_H
#define OCT9_WALK_H

#include "oct9/detail/walk.h"
#include "oct9/map.h"

#ifdef __cplusplus
extern "C" {
#endif

/* How a leaf was entered: through which of its faces, by name of axis and side. */
typedef enum {
    OCT9_FACE_X_LOW,
    OCT9_FACE_X_HIGH,
    OCT9_FACE_Y_LOW,
    OCT9_FACE_Y_HIGH,
    OCT9_FACE_Z_LOW,
    OCT9_FACE_Z_HIGH,
    OCT9_FACE_NONE /* the segment starts in the leaf */
} oct9_face_t;

/* Begins at the first leaf of the segment from `from` to `to`: true, or false if no point of
 * it lies in the cube.
 * Every pair of points is good. Cost: at most 9 levels. Reentrant. */
bool oct9_walk_begin(oct9_walk_t *walk, const oct9_map_t *map, const oct9_point_t *from,
                     const oct9_point_t *to);

/* Goes on to the next leaf: 1, or 0 when the segment has ended or left the cube; then the walk
 * stays where it was and a further call returns 0 again. To call it after a begin that returned
 * false is a programmer's mistake.
 * Fails with OCT9_ERR_STALE iff the map was written to since the walk began: begin anew.
 * Cost: as many levels as the two leaves are apart in the tree, at most 9 up and 9 down. */
int oct9_walk_next(oct9_walk_t *walk);

/* The leaf that the walk is in, after a begin that returned true or a call that returned 1. */
void oct9_walk_leaf(const oct9_walk_t *walk, oct9_leaf_t *leaf);

/* Which of its faces the segment entered it by, and when, exactly: OCT9_FACE_NONE at 0/1 if it
 * starts there. On an edge or corner the first of x, y, z whose plane it crosses there. */
oct9_face_t oct9_walk_entry(const oct9_walk_t *walk, oct9_fraction_t *time);

#ifdef __cplusplus
}
#endif
#endif
