/* SPDX-License-Identifier: MIT */
/* What the frames of a flight took. */
#ifndef TOF_MAPPER_HOST_EFFORT_H
#define TOF_MAPPER_HOST_EFFORT_H

#include "examples/tof_mapper/host/session.h"

/* Instructions are those of the frames that were mapped. */
typedef struct {
    size_t frames, mapped, errors, alarms;
    size_t blocked, unknown; /* alarms with these reasons */
    double mean;             /* instructions, all of a frame's work */
    uint32_t worst, worst_map, worst_send;
    double mean_map, mean_check, mean_send;
} effort_t;

void effort_measure(const session_t *session, effort_t *effort);

#endif
