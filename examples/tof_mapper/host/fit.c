/* SPDX-License-Identifier: MIT */
#include "examples/tof_mapper/host/fit.h"

#include "examples/tof_mapper/drone.h"

#include <math.h>
#include <string.h>

bool fit_counts(const flight_frame_t *frame)
{
    return frame->has_drone && 1000.0 * frame->pose.place_m[2] >= DRONE_LEAST_HEIGHT_MM;
}

/* The means of both places; false if there are none. */
static bool means(const flight_t *flight, double from[3], double to[3])
{
    double count = 0.0;
    memset(from, 0, 3 * sizeof *from);
    memset(to, 0, 3 * sizeof *to);
    for (size_t i = 0; i < flight->count; i++) {
        const flight_frame_t *frame = &flight->frames[i];
        if (!fit_counts(frame))
            continue;
        count += 1.0;
        for (int k = 0; k < 3; k++) {
            from[k] += (frame->pose.place_m[k] - from[k]) / count;
            to[k] += (frame->drone.place_m[k] - to[k]) / count;
        }
    }
    return count > 0.0;
}

/* The turn that brings places around `from` nearest to those around `to`: in the plane it has a
 * closed form. */
static double best_turn(const flight_t *flight, const double from[3], const double to[3])
{
    double sine = 0.0, cosine = 0.0;
    for (size_t i = 0; i < flight->count; i++) {
        const flight_frame_t *frame = &flight->frames[i];
        if (!fit_counts(frame))
            continue;
        const double px = frame->pose.place_m[0] - from[0], py = frame->pose.place_m[1] - from[1];
        const double qx = frame->drone.place_m[0] - to[0], qy = frame->drone.place_m[1] - to[1];
        cosine += px * qx + py * qy;
        sine += px * qy - py * qx;
    }
    return atan2(sine, cosine);
}

static double what_is_left(const fit_t *fit, const flight_t *flight)
{
    double squares = 0.0, count = 0.0;
    for (size_t i = 0; i < flight->count; i++) {
        const flight_frame_t *frame = &flight->frames[i];
        double moved[3];
        if (!fit_counts(frame))
            continue;
        fit_apply(fit, frame->pose.place_m, moved);
        for (int k = 0; k < 3; k++)
            squares += pow(moved[k] - frame->drone.place_m[k], 2.0);
        count += 1.0;
    }
    return sqrt(squares / count);
}

void fit_apply(const fit_t *fit, const double from[3], double to[3])
{
    const double c = cos(fit->turn), s = sin(fit->turn);
    to[0] = c * from[0] - s * from[1] + fit->shift[0];
    to[1] = s * from[0] + c * from[1] + fit->shift[1];
    to[2] = from[2] + fit->shift[2];
}

bool fit_make(fit_t *fit, const flight_t *flight)
{
    double from[3], to[3], moved[3];
    if (!means(flight, from, to))
        return false;
    *fit = (fit_t){ .turn = best_turn(flight, from, to) };
    fit_apply(fit, from, moved);
    for (int k = 0; k < 3; k++)
        fit->shift[k] = to[k] - moved[k];
    fit->rms = what_is_left(fit, flight);
    return true;
}

void fit_to_panel(const flight_pose_t *panel, const double place[3], double local[3])
{
    static const double unit[3][3] = { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } };
    for (int axis = 0; axis < 3; axis++) {
        double world[3];
        flight_turn(panel, unit[axis], world);
        local[axis] = 0.0;
        for (int k = 0; k < 3; k++)
            local[axis] += world[k] * (place[k] - panel->place_m[k]);
    }
}
