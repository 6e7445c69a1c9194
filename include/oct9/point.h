/* SPDX-License-Identifier: MIT */
/* Numbers: Q9.6 points, and frames that tie them to millimetres.
 *
 * A point is three int16_t in Q9.6: 64 sub-cells to a cell. The cube is [0, 32768) on each
 * axis; points below it can be written too, down to -512 cells, and none above it. All arithmetic
 * is 32-bit integer. */
#ifndef OCT9_POINT_H
#define OCT9_POINT_H

#include "oct9/status.h"

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define OCT9_LEVELS 9             /* the cube is the node of level 9 */
#define OCT9_CELLS 512            /* cells along an edge of the cube */
#define OCT9_CELL_Q6 64           /* sub-cells along an edge of a cell */
#define OCT9_CUBE_Q6 32768        /* sub-cells along an edge of the cube */
#define OCT9_CELL_UM_MAX 67108863 /* 2^26 - 1: a cell of 67 m, a cube of 34 km */

/* A place in sub-cells, Q9.6. */
typedef struct {
    int16_t x, y, z;
} oct9_point_t;

/* The part num / den of the way from A to B: 0 <= num <= den <= 65535, den >= 1. */
typedef struct {
    uint32_t num, den;
} oct9_fraction_t;

/* A cell's position, each 0..511 inside the cube. */
typedef struct {
    uint16_t x, y, z;
} oct9_cell_t;

/* A place in the robot's world, in millimetres. */
typedef struct {
    int32_t x, y, z;
} oct9_mm_t;

/* Where the cube lies: its low corner, and how long a cell's edge is. */
typedef struct {
    oct9_mm_t origin_mm;
    uint32_t cell_um; /* 1..OCT9_CELL_UM_MAX */
} oct9_frame_t;

/* The square root, floor. Reentrant. Cost: 16 rounds of a few instructions; no division.
 * Source: the digit-by-digit method in base 2. */
uint16_t oct9_point_isqrt(uint32_t x);

#ifdef __cplusplus
}
#endif
#endif
