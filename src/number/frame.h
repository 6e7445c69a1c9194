/* SPDX-License-Identifier: MIT */
/* Internal: the factors of a frame. */
#ifndef OCT9_SRC_FRAME_H
#define OCT9_SRC_FRAME_H

#include "oct9/point.h"
#include "port/oct9_port.h"

#include <stdbool.h>

#define OCT9_FRAME_SCALE ((uint32_t)64000) /* sub-cells a mm, where a cell is 1 um long */

/* True if the factors are those of cell_um, or if both are 0. A frame without factors has a seal of
 * 0. */
static inline bool oct9_frame_sealed(const oct9_frame_t *frame)
{
    return (frame->seal & OCT9_CELL_UM_MAX) == frame->cell_um;
}

/* True if the factors are those of cell_um, which is in 1..OCT9_CELL_UM_MAX. */
static inline bool oct9_frame_good(const oct9_frame_t *frame)
{
    OCT9_ASSERT(frame);
    return oct9_frame_sealed(frame) && frame->cell_um != 0;
}

/* True if both factors give exact quotients, without a correction. */
static inline bool oct9_frame_exact(const oct9_frame_t *frame)
{
    return (frame->seal & (OCT9_CELL_UM_MAX + 1u)) != 0;
}

/* OCT9_FRAME_SHIFT, from the highest byte. */
static inline unsigned oct9_frame_shift(const oct9_frame_t *frame)
{
    return (unsigned)((uint8_t)(frame->seal >> 24) >> 3);
}

/* Sets cell_um and the factors. Returns false if cell_um is out of range; the frame is then bad. */
bool oct9_frame_set_cell(oct9_frame_t *frame, uint32_t cell_um);

/* Copies cell_um and the factors. */
static inline void oct9_frame_copy_cell(oct9_frame_t *to, const oct9_frame_t *from)
{
    to->cell_um = from->cell_um;
    to->q6_a_mm = from->q6_a_mm;
    to->mm_a_q6 = from->mm_a_q6;
    to->seal = from->seal;
}

/* length * cell_um / 64000, rounded down: sub-cells in mm, for lengths below 2^17 and good frames.
 *
 * The estimate is length * mm_a_q6 / 2^17, rounded down. mm_a_q6 is above cell_um * 2^17 / 64000 by
 * less than 1, so what is rounded is less than 2^17 / 2^17 = 1 above the true quotient, and the
 * estimate is exact or one too large. The rest is then in -64000..63999, so that it is exact modulo
 * 2^32, and negative iff the estimate is too large. In exact frames 125 divides cell_um. So
 * cell_um * 2^17 / 64000, which is cell_um * 256 / 125, was not rounded, and the estimate is exact.
 */
static inline uint32_t oct9_frame_mm(const oct9_frame_t *frame, uint32_t length)
{
    const uint32_t mm = oct9_port_high(oct9_port_left15(length), frame->mm_a_q6);
    if (oct9_frame_exact(frame))
        return mm;
    const uint32_t rest = length * frame->cell_um - mm * OCT9_FRAME_SCALE;
    return mm - (rest >> 31);
}

/* Two cells in millimetres, rounded up: more than the distance between two points of a cell. */
static inline uint32_t oct9_two_cells_mm(uint32_t cell_um)
{
    return (cell_um + 499u) / 500u;
}

#endif
