/* SPDX-License-Identifier: MIT */
/* How the drone came near a panel, by the motion capture, and what the map made of the panel. */
#ifndef TOF_MAPPER_HOST_APPROACH_H
#define TOF_MAPPER_HOST_APPROACH_H

#include "examples/tof_mapper/host/fit.h"
#include "examples/tof_mapper/host/session.h"

/* The occupied cells near the panel: how many, and how far from its plane on average, in metres;
 * `bias` with its sign, above zero behind the panel. */
typedef struct {
    size_t cells;
    double error, bias;
} panel_error_t;

typedef struct {
    bool known; /* the flight has motion capture of drone and panel */
    flight_pose_t panel;
    fit_t fit;
    bool alarm;
    double start_s;            /* the first frame in the air */
    double alarm_s, closest_s; /* since then */
    double alarm_m, closest_m; /* from the drone's middle to the panel's plane */
    panel_error_t then, last;  /* at the first alarm, and in what was received */
} approach_t;

void approach_begin(approach_t *approach, const flight_t *flight);

/* After each frame, and after the last. */
void approach_watch(approach_t *approach, const session_t *session, size_t frame);
void approach_end(approach_t *approach, const session_t *session);

#endif
