/* SPDX-License-Identifier: MIT */
/* Internal: the check of a frame. */
#ifndef OCT9_SRC_FRAME_H
#define OCT9_SRC_FRAME_H

#include "oct9/point.h"

#include <stdbool.h>

/* True if cell_um is in 1..OCT9_CELL_UM_MAX. */
bool oct9_frame_good(const oct9_frame_t *frame);

#endif
