/* SPDX-License-Identifier: MIT */
#include "examples/tof_mapper/host/synthetic.h"

#include "oct9/sensor.h"
#include "tools/fail.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* No wall lies where two cells meet: there a sub-cell decides in which of them it is. */
#define PANEL_X 3.01
#define PANEL_HALF 0.5 /* its width's half */
#define PANEL_TOP 1.0
#define FRAME_S (1.0 / 15.0)

static const double room_lo[3] = { -1.01, -2.01, -0.01 }, room_hi[3] = { 5.01, 2.01, 2.51 };

/* Each part of the flight: how long it takes, and where it ends. */
static const struct {
    double seconds, place[3];
} parts[] = { { 1.0, { 0.0, 0.0, 0.0 } }, { 2.0, { 0.0, 0.0, 0.5 } }, { 5.0, { 2.5, 0.0, 0.5 } },
              { 2.0, { 2.5, 0.0, 0.5 } }, { 4.0, { 0.5, 0.3, 0.5 } }, { 1.5, { 0.5, 0.3, 0.0 } } };

/* Place and speed at a time; false after the end. */
static bool fly(double time, double place[3], double velocity[3])
{
    const double *from = parts[0].place;
    for (size_t p = 0; p < sizeof parts / sizeof *parts; p++) {
        if (time < parts[p].seconds) {
            for (int i = 0; i < 3; i++) {
                velocity[i] = (parts[p].place[i] - from[i]) / parts[p].seconds;
                place[i] = from[i] + velocity[i] * time;
            }
            return true;
        }
        time -= parts[p].seconds;
        from = parts[p].place;
    }
    return false;
}

/* How far the room's walls and the panel are, in lengths of `direction`. */
static double look(const double from[3], const double direction[3])
{
    double nearest = HUGE_VAL;
    for (int i = 0; i < 3; i++)
        if (fabs(direction[i]) > 0.0)
            nearest = fmin(nearest,
                           ((direction[i] > 0.0 ? room_hi : room_lo)[i] - from[i]) / direction[i]);
    const double t = (PANEL_X - from[0]) / direction[0];
    if (t > 0.0 && fabs(from[1] + t * direction[1]) <= PANEL_HALF &&
        from[2] + t * direction[2] <= PANEL_TOP)
        nearest = fmin(nearest, t);
    return nearest;
}

/* As in recorded flights half of the zones have nothing to say: here every other one in turn. */
static void see(flight_frame_t *frame, size_t number)
{
    for (unsigned i = 0; i < FLIGHT_ZONES; i++) {
        const bool blind = ((i + i / 8 + number) & 1) != 0;
        const oct9_direction_t *zone = &oct9_sensor_vl53l5cx_8x8.directions[i];
        const double direction[3] = { 1.0, (double)zone->y / OCT9_ONE_Q14,
                                      (double)zone->z / OCT9_ONE_Q14 };
        const double mm = 1000.0 * look(frame->pose.place_m, direction);
        frame->distance_mm[i] = (int16_t)lround(fmin(mm, 4000.0));
        frame->zone[i] = mm < 4000.0 && !blind ? FLIGHT_TARGET : FLIGHT_NO_TARGET;
    }
}

static void make_frame(flight_frame_t *frame, size_t number)
{
    frame->pose.rotation[0] = 1.0;
    frame->rotation = flight_rotation(frame->pose.rotation);
    frame->has_drone = frame->has_surface = true;
    frame->drone = frame->pose;
    frame->surface = (flight_pose_t){ { PANEL_X, 0.0, PANEL_TOP / 2.0 }, { 1.0, 0.0, 0.0, 0.0 } };
    see(frame, number);
}

bool synthetic_flight(flight_t *flight)
{
    enum { FRAMES_MOST = 400 };
    memset(flight, 0, sizeof *flight);
    flight->frames = calloc(FRAMES_MOST, sizeof *flight->frames);
    if (!flight->frames)
        return fail("synthetic flight", "not enough memory");
    for (size_t i = 0; i < FRAMES_MOST; i++) {
        flight_frame_t *frame = &flight->frames[i];
        frame->time_ms = (uint32_t)lround(1000.0 * FRAME_S * (double)i);
        if (!fly(FRAME_S * (double)i, frame->pose.place_m, frame->velocity_m))
            break;
        make_frame(frame, i);
        flight->count++;
    }
    return true;
}
