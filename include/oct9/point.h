/* SPDX-License-Identifier: MIT */
/* Numbers: points in Q9.6, and frames that connect them with millimetres.
 *
 * A point is three int16_t in Q9.6: a cell has 64 sub-cells. The cube is [-16384, 16384) on each
 * axis. A point may also lie outside, up to 256 cells from each face. All arithmetic is 32-bit
 * integer. Use oct9/mm.h to convert from millimetres.
 *
 * Example, with (const oct9_point_t *a, const oct9_point_t *b, uint16_t *distance_q6):
 *
 *     const int32_t x = (int32_t)b->x - a->x, y = (int32_t)b->y - a->y;
 *     const int32_t z = (int32_t)b->z - a->z;
 *     const uint32_t xy = (uint32_t)(x * x) + (uint32_t)(y * y);
 *     *distance_q6 = oct9_point_isqrt(xy + (uint32_t)(z * z));
 *
 * For two points in the cube the sum is below 2^32. */
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
#define OCT9_LOW_Q6 (-16384)      /* the low face of the cube on each axis, in the cube */
#define OCT9_HIGH_Q6 16384        /* its high face, just outside the cube */
#define OCT9_CELL_UM_MAX 67108863 /* 2^26 - 1: a cell of 67 m, a cube of 34 km */

/* A point in sub-cells, Q9.6. Cell i has the sub-cells from 64 i - 16384 on, on each axis. */
typedef struct {
    int16_t x, y, z;
} oct9_point_t;

/* A sphere, or with radius 0 a point, whose centre moves straight from `from` to `to`. Use
 * oct9_mm_sphere to convert from millimetres. */
typedef struct {
    oct9_point_t from, to; /* equal: at rest */
    uint16_t radius_q6;    /* 0..32767 */
} oct9_motion_t;

/* The part num / den of the displacement from A to B: 0 <= num <= den <= 65535, den >= 1. */
typedef struct {
    uint32_t num, den;
} oct9_fraction_t;

/* The position of a cell, each coordinate 0..511 inside the cube. */
typedef struct {
    uint16_t x, y, z;
} oct9_cell_t;

/* A cell of the world, which is limited by int32_t only. */
typedef struct {
    int32_t x, y, z;
} oct9_offset_t;

/* A position in the robot's world, in millimetres. */
typedef struct {
    int32_t x, y, z;
} oct9_mm_t;

/* The place of the cube in the world: its low corner, and the length of a cell's edge. 28 bytes.
 *
 * A frame carries factors of its cell size, so that conversions need no division. Make it with
 * OCT9_FRAME or oct9_mm_frame; the calls that open an image make it, too. origin_mm may change
 * at any time, cell_um only by one of the two: a frame whose factors are 0 or belong to another
 * cell_um is bad, and the calls of mm.h refuse it. They check that in each call. They do not check
 * factors that the caller wrote. */
typedef struct {
    oct9_mm_t origin_mm;
    uint32_t cell_um; /* 1..OCT9_CELL_UM_MAX micrometres */
    /* Private. Of a cell size c, with `shift` as OCT9_FRAME_SHIFT has it: */
    uint32_t q6_a_mm; /* 64000 * 2^(32 - shift) / c, rounded down, + 1 */
    uint32_t mm_a_q6; /* c * 2^17 / 64000, rounded up */
    uint32_t seal;    /* c + 2^27 shift + OCT9_FRAME_EXACT */
} oct9_frame_t;

/* A constant frame, as an initializer of constant expressions if the arguments are:
 *
 *     static const oct9_frame_t frame = OCT9_FRAME(-5000, -5000, 0, 50000);
 *
 * x_mm, y_mm and z_mm are the cube's low corner; cell_um is evaluated several times. A cell_um out
 * of 1..OCT9_CELL_UM_MAX gives a bad frame. Where cell_um is known only at run time, use
 * oct9_mm_frame. */
#define OCT9_FRAME(x_mm, y_mm, z_mm, cell_um)                                                  \
    {                                                                                          \
        { (x_mm), (y_mm), (z_mm) }, (cell_um), OCT9_FRAME_PART(cell_um, OCT9_FRAME_Q6),        \
            OCT9_FRAME_PART(cell_um, OCT9_FRAME_MM), OCT9_FRAME_PART(cell_um, OCT9_FRAME_SEAL) \
    }

/* Private, for OCT9_FRAME. OCT9_FRAME_SHIFT is whole bytes, keeps q6_a_mm below 2^32, and shifts
 * heights below 4 cell_um mm, of which those that fit are a part, to less than 2^32. OCT9_FRAME_Q6
 * divides 64000 * 2^16, and then the rest, by digits: below 2^26 times 2^6, 2^6 and 2^4, below
 * 64000 times 2^8, or not at all. */
#define OCT9_FRAME_GOOD(c) ((c) + UINT32_C(0) - 1u < OCT9_CELL_UM_MAX)
#define OCT9_FRAME_PART(c, part)                                                       \
    (OCT9_FRAME_GOOD(c) ? part((OCT9_FRAME_GOOD(c) ? (c) + UINT32_C(0) : UINT32_C(1))) \
                        : UINT32_C(0))
#define OCT9_FRAME_SHIFT(c) ((c) > 64000u ? UINT32_C(0) : (c) > 250u ? UINT32_C(8) : UINT32_C(16))
#define OCT9_FRAME_WHOLE UINT32_C(4194304000)
#define OCT9_FRAME_REST(c) (OCT9_FRAME_WHOLE % (c))
#define OCT9_FRAME_DIGITS(c)                                                               \
    ((c) > 64000u ? OCT9_FRAME_WHOLE / (c)*65536u + OCT9_FRAME_REST(c) * 64u / (c)*1024u + \
                        OCT9_FRAME_REST(c) * 64u % (c)*64u / (c)*16u +                     \
                        OCT9_FRAME_REST(c) * 64u % (c)*64u % (c)*16u / (c)                 \
     : (c) > 250u ? OCT9_FRAME_WHOLE / (c)*256u + OCT9_FRAME_REST(c) * 256u / (c)          \
                  : OCT9_FRAME_WHOLE / (c))
#define OCT9_FRAME_Q6(c) (OCT9_FRAME_DIGITS(c) + 1u)
#define OCT9_FRAME_MM(c) (2u * (c) + (6u * (c) + 124u) / 125u)
#define OCT9_FRAME_EXACT_MAX UINT32_C(1558000)
#define OCT9_FRAME_EXACT(c) \
    ((c) % 1000u == 0 && (c) <= OCT9_FRAME_EXACT_MAX ? OCT9_CELL_UM_MAX + UINT32_C(1) : UINT32_C(0))
#define OCT9_FRAME_SEAL(c) ((c) + (OCT9_FRAME_SHIFT(c) << 27) + OCT9_FRAME_EXACT(c))

/* Returns the square root, rounded down. It takes 16 rounds of a few instructions, without a
 * division. The result is exact.
 * Source: the digit-by-digit method in base 2.
 * Stack: M0 8 bytes. Reentrant. */
uint16_t oct9_point_isqrt(uint32_t x);

/* Returns the length of a part of a segment in sub-cells: num / den of the distance from one point
 * to another, rounded down, at most 113,509. num and den are those of a `fraction`, or a contact's
 * num and 65535: then it is how far the motion goes before it meets something. The result is exact.
 * Asserts that den is 1..65535 and num at most den.
 * In mm: oct9_mm_of_distance.
 * Stack: M0 104 bytes. Reentrant. */
uint32_t oct9_point_length(const oct9_point_t *from, const oct9_point_t *to, uint32_t num,
                           uint32_t den);

#ifdef __cplusplus
}
#endif
#endif
