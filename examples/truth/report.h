/* SPDX-License-Identifier: MIT */
/* What the robots say: a line for each plan and for each stop, and at the end whether all went
 * well. Lines that begin with '@' are for a picture, behind the name of the robot: the items of
 * `oct9 render --overlay`, but in millimetres where the robot is in no building. */
#ifndef TRUTH_REPORT_H
#define TRUTH_REPORT_H

#include "examples/truth/robot.h"
#include "oct9/route.h"

void report_begin(const char *name);

/* A search has ended. `points` are in `frame`. */
void report_plan(oct9_status_t status, const oct9_route_output_t *found, const oct9_frame_t *frame,
                 const oct9_point_t *points);

void report_step(const oct9_follow_output_t *output);

/* True if it arrived, touched nothing, could always stop, and met all that the map does not know.
 */
bool report_end(bool arrived);

#endif
