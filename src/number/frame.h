/* SPDX-License-Identifier: MIT */
/* Internal: frames that can be used. */
#ifndef OCT9_SRC_FRAME_H
#define OCT9_SRC_FRAME_H

#include "oct9/point.h"

/* OCT9_OK, or OCT9_ERR_FRAME iff cell_um is 0 or above OCT9_CELL_UM_MAX. */
oct9_status_t oct9_frame_check(const oct9_frame_t *frame);

#endif
