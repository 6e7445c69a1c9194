/* SPDX-License-Identifier: MIT */
/* The world of the drone's own estimates and that of the motion capture differ by a fixed turn
 * about the vertical and a fixed shift. */
#ifndef TOF_MAPPER_HOST_FIT_H
#define TOF_MAPPER_HOST_FIT_H

#include "tools/source/flight.h"

typedef struct {
    double turn, shift[3];
    double rms; /* what is left of the difference, in metres: the
                   estimate's own error */
} fit_t;

/* By least squares over all places in the air. False: the motion capture did not see the drone. */
bool fit_make(fit_t *fit, const flight_t *flight);

/* From the estimates' world into the motion capture's. */
void fit_apply(const fit_t *fit, const double from[3], double to[3]);

/* A place of that world in a panel's axes: x along its normal. */
void fit_to_panel(const flight_pose_t *panel, const double place[3], double local[3]);

/* The frame counts: the motion capture saw the drone in the air. */
bool fit_counts(const flight_frame_t *frame);

#endif
