/* SPDX-License-Identifier: MIT */
/* "Is this way clear?" for a round robot, answered exactly: by a swept sphere. */
#ifndef CORRIDOR_PATH_H
#define CORRIDOR_PATH_H

#include "oct9/sweep.h"

/* Unknown space and the outside of the cube block. */
oct9_status_t path_check(const oct9_map_t *map, const oct9_frame_t *frame, const oct9_mm_t *from,
                         const oct9_mm_t *to, int32_t radius_mm, oct9_sweep_output_t *path);

#endif
