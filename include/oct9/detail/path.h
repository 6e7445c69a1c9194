/* SPDX-License-Identifier: MIT */
/* The state of a path check: the caller owns it, only the library uses its fields. oct9/sweep.h
 * includes this header after the types that it needs. */
#include "oct9/sweep.h"

#ifndef OCT9_DETAIL_PATH_H
#define OCT9_DETAIL_PATH_H

/* A path check that runs in slices. */
typedef struct {
    const oct9_path_input_t *input;
    uint16_t segment;
    uint32_t clear_q6, leaves, nodes; /* of the segments before this one */
    oct9_motion_t motion;             /* on this segment */
    oct9_rules_t rules;
    oct9_sweep_t sweep;
} oct9_path_t;

#endif
