/* SPDX-License-Identifier: MIT */
/* Internal: the check of a frame. */
#ifndef OCT9_SRC_FRAME_H
#define OCT9_SRC_FRAME_H

#include "oct9/point.h"

#include <stdbool.h>

/* True if cell_um is in 1..OCT9_CELL_UM_MAX. */
bool oct9_frame_good(const oct9_frame_t *frame);

/* Two cells in millimetres, rounded up: more than the distance between two points of a cell. */
static inline uint32_t oct9_two_cells_mm(uint32_t cell_um)
{
    return (cell_um + 499u) / 500u;
}

#endif
