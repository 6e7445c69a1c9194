/* SPDX-License-Identifier: MIT */
/* A recorded flight of a drone with an 8 x 8 time-of-flight sensor: a folder of CSV files, as the
 * data set ETH-PBL/Matrix_ToF_Drones has them.
 *
 *   state_ToF.csv                 `time_ms,0,0`, then 64 lines `distance_mm,targets,status`, and
 *                                 so on, frame after frame
 *   state_Crazyflie_group00.csv   time_ms, x, y, z (m), vx, vy, vz (m/s)
 *   state_Crazyflie_group01.csv   time_ms, roll, pitch, yaw (degrees; pitch is positive nose up)
 *   state_Vicon.csv               name, time_ms, x, y, z (m), qw, qx, qy, qz; may be missing
 *
 * The last three begin with a heading, whose first columns must be these; there may be more.
 *
 * Each frame gets the pose of its time, interpolated between the estimates before and after. */
#ifndef OCT9_TOOLS_FLIGHT_H
#define OCT9_TOOLS_FLIGHT_H

#include "oct9/pose.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { FLIGHT_ZONES = 64 };

/* What a zone said. */
typedef enum {
    FLIGHT_DOUBTFUL = 0, /* several targets, or a status not to be trusted */
    FLIGHT_TARGET = 1,   /* one target, status 5 or 9 */
    FLIGHT_NO_TARGET = 2 /* status 255 */
} flight_zone_t;

typedef struct {
    double place_m[3];
    double rotation[4]; /* w, x, y, z; of length 1; from the body's axes (x
                           forward, y left, z up) to the world's */
} flight_pose_t;

typedef struct {
    uint32_t time_ms;
    flight_pose_t pose;       /* the drone's own estimate */
    double velocity_m[3];     /* its speed, in the world's axes, m/s */
    oct9_rotation_t rotation; /* the pose's rotation for the library */
    int16_t distance_mm[FLIGHT_ZONES];
    uint8_t zone[FLIGHT_ZONES];   /* flight_zone_t */
    bool has_drone, has_surface;  /* whether the motion capture saw them then */
    flight_pose_t drone, surface; /* in the motion capture's frame */
} flight_frame_t;

typedef struct {
    flight_frame_t *frames;
    size_t count;
    size_t skipped; /* frames before the first estimate or after the last */
} flight_t;

/* What the files of a flight are called. */
enum { FLIGHT_FILES = 4 };
extern const char *const flight_file[FLIGHT_FILES];

/* False: an error was printed, with the file and the line. */
bool flight_read(flight_t *flight, const char *folder);
void flight_free(flight_t *flight);

/* The rotation in Q1.14, good by oct9_pose_check. */
oct9_rotation_t flight_rotation(const double rotation[4]);

/* Turns a vector from the pose's axes into the world's; no place is added. */
void flight_turn(const flight_pose_t *pose, const double body[3], double world[3]);

#endif
