/* SPDX-License-Identifier: MIT */
/* Numbers: Q9.6 points, and frames that tie them to millimetres.
 *
 * A point is three int16_t in Q9.6: 64 sub-cells to a cell. The cube is [0, 32768) on each
 * axis; points below it can be written too, down to -512 cells, and none above it. All arithmetic is 32-bit
 * integer; each function is reentrant and takes at most 88 bytes of stack on Cortex-M. */
#ifndef OCT9_FIXED_H
#define OCT9_FIXED_H

#include "oct9/status.h"

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define OCT9_LEVELS 9                     /* the cube is the node of level 9 */
#define OCT9_CELLS 512                    /* cells along an edge of the cube */
#define OCT9_CELL_Q6 64                   /* sub-cells along an edge of a cell */
#define OCT9_CUBE_Q6 32768                /* sub-cells along an edge of the cube */
#define OCT9_CELL_UM_MAX 67108863         /* 2^26 - 1: a cell of 67 m, a cube of 34 km */

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
    uint32_t cell_um;                     /* 1..OCT9_CELL_UM_MAX */
} oct9_frame_t;

/* OCT9_OK, or OCT9_ERR_FRAME iff cell_um is 0 or above OCT9_CELL_UM_MAX. */
oct9_status_t oct9_frame_check(const oct9_frame_t *frame);

/* The sub-cell that a place in mm lies in: floor, exactly. It tells in which cell a place is.
 *
 * It is not for shapes: it moves a place by up to a sub-cell toward low coordinates on each axis,
 * away from what is above, so that a sphere or a box made of such points may be "clear" where the
 * true one touches. mm.h has shapes, sensors' poses, and the way back.
 *
 * Fails with OCT9_ERR_FRAME iff the frame is bad, with OCT9_ERR_RANGE iff a coordinate would
 * be below -32768 or above 32767 sub-cells. Cost: 78 doublings, and no division. */
oct9_status_t oct9_point_from_mm(const oct9_frame_t *frame, const oct9_mm_t *mm,
                                 oct9_point_t *point);

/* The place of a sub-cell's low corner in mm: floor, exactly. For people and pictures: of where to
 * stop mm.h tells in mm. Going there and back
 * (oct9_point_from_mm of the answer) gives on each axis the same or one sub-cell less wherever a
 * sub-cell is at least 1 mm long; where one less than -32768 would come out, OCT9_ERR_RANGE.
 * Fails with OCT9_ERR_FRAME iff the frame is bad, with OCT9_ERR_RANGE iff a coordinate does
 * not fit int32_t. */
oct9_status_t oct9_point_to_mm(const oct9_frame_t *frame, const oct9_point_t *point,
                               oct9_mm_t *mm);

/* A length alone in sub-cells, 0..32767: rounded up, the least that holds it. A shape's radius or
 * half edge needs more, as rounding moves its place too: mm.h.
 * Fails with OCT9_ERR_FRAME iff the frame is bad, OCT9_ERR_NEGATIVE iff mm < 0,
 * OCT9_ERR_RANGE iff the answer would be above 32767. */
oct9_status_t oct9_length_from_mm(const oct9_frame_t *frame, int32_t mm, uint16_t *length_q6);

/* A length of 0..65535 sub-cells in mm, rounded up: the room that something takes, such as a leaf.
 * Not for a distance to an obstacle, which must round down: oct9_distance_to_mm.
 * Fails with OCT9_ERR_FRAME iff the frame is bad. The answer fits int32_t always: at most
 * 65535 * OCT9_CELL_UM_MAX / 64000 < 2^27. */
oct9_status_t oct9_length_to_mm(const oct9_frame_t *frame, uint16_t length_q6, int32_t *mm);

/* The square root, floor. Cost: 16 rounds of a few instructions; no division.
 * Source: the digit-by-digit method in base 2. */
uint16_t oct9_isqrt(uint32_t x);

#ifdef __cplusplus
}
#endif
#endif
