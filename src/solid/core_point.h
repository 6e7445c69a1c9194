/* SPDX-License-Identifier: MIT */
/* Internal: the point of a solid's core that is nearest to a point X on a motion's path.
 *
 * All numbers are scaled by `den`, so that the point A + D num / den becomes the integer X = A den
 * + D num. G is the vector from the nearest point to X. It is never divided out: the corner, edge
 * or face that contains the nearest point is known, and with it every sign that a caller needs.
 *
 * Bounds: A and corners within 2^15, or corners within 2^16 where the core is a point or a box; D
 * within 2^16; num <= den <= 65535, and num is 0 where den is 1. So |X - corner den| < 2^33. For an
 * edge or a face, whose corners are in the cube, it is < 2^32 on each axis. */
#ifndef OCT9_SRC_CORE_POINT_H
#define OCT9_SRC_CORE_POINT_H

#include "src/solid/solid.h"

/* A motion by its axes: the start A and the displacement D. */
typedef struct {
    int32_t from[3], delta[3];
} oct9_line_t;

void oct9_line_of_motion(const oct9_motion_t *motion, oct9_line_t *line);

typedef enum { OCT9_ON_POINT, OCT9_ON_EDGE, OCT9_ON_FACE } oct9_feature_t;

typedef struct {
    uint8_t feature;
    uint16_t num, den;
    int64_t from[3];  /* X - c den, c any corner of the edge or face; at a corner, G */
    int32_t along[3]; /* the edge E or the face's normal N: within 2^15, 2^31 */
    int64_t along2;   /* its square: below 2^32, 2^62 */
    int64_t dot;      /* along . from, on an edge: within 2^49 */
} oct9_core_point_t;

/* Finds the nearest point for X at num / den. */
void oct9_core_point(const oct9_solid_t *solid, const oct9_line_t *line, uint16_t num, uint16_t den,
                     oct9_core_point_t *nearest);

/* The sign of |G| - radius den; radius is 0..65534. */
int oct9_core_point_beyond(const oct9_core_point_t *nearest, uint16_t radius);

/* The sign of D . G. If it is negative, the point X comes nearer. */
int oct9_core_point_slope(const oct9_core_point_t *nearest, const oct9_line_t *line);

/* The largest m with m / 256 <= |G|, but at most `limit`, which is at most 2^24; den must be 1. */
uint32_t oct9_core_point_distance(const oct9_core_point_t *nearest, uint32_t limit);

/* G / |G| in Q2.28, each coordinate within 2^-26 of the true one; zero if G is zero. */
void oct9_core_point_direction(const oct9_core_point_t *nearest, int32_t unit[3]);

#endif
