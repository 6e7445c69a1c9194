/* SPDX-License-Identifier: MIT */
/* A sweep along a path: the caller owns it, its fields are the library's. oct9/sweep.h
 * includes it behind the types that it holds. */
#include "oct9/sweep.h"

#ifndef OCT9_DETAIL_PATH_H
#define OCT9_DETAIL_PATH_H

/* A path that is cut into slices. */
typedef struct {
    const oct9_path_input_t *input;
    uint16_t segment;
    uint32_t clear_q6, leaves, nodes; /* of the segments before */
    oct9_sphere_input_t sphere;       /* on the segment */
    oct9_sweep_t sweep;
} oct9_path_t;

#endif
