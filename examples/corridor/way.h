/* SPDX-License-Identifier: MIT */
/* "Is this way clear?" for a round robot: exactly, by a swept sphere. */
#ifndef CORRIDOR_WAY_H
#define CORRIDOR_WAY_H

#include "oct9/sweep.h"

/* Unknown space and the outside of the cube block. */
oct9_status_t way_check(const oct9_map_t *map, const oct9_frame_t *frame, const oct9_mm_t *from,
                        const oct9_mm_t *to, int32_t radius_mm, oct9_sweep_output_t *way);

#endif
