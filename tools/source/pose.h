/* SPDX-License-Identifier: MIT */
/* A source at another place and turned. */
#ifndef OCT9_TOOLS_SOURCE_POSE_H
#define OCT9_TOOLS_SOURCE_POSE_H

#include "tools/source/source.h"

typedef struct {
    double at[3];      /* metres */
    double degrees[3]; /* about x, then y, then z: roll, pitch, yaw */
} source_pose_t;

/* Reads a pose, X,Y,Z,ROLL,PITCH,YAW. Returns NULL, or what is wrong with it. */
const char *source_pose_parse(source_pose_t *pose, const char *text);

/* A pose for points of a frame. */
typedef struct {
    const source_pose_t *pose;
    source_frame_t frame;
    long double sine[3], cosine[3];
} source_turn_t;

/* `pose` is kept by reference. */
void source_turn_begin(source_turn_t *turn, const source_pose_t *pose, const source_frame_t *frame);

/* Turns a point or corner about (0, 0, 0), roll first, then moves it; what is there then is in
 * metres without a shift. A corner's coordinate is rounded once to double. A point's, with
 * `round_it`, goes to a multiple of 10 nm, so that one that is on a face of a cell in decimals is
 * there after its move. False: it is beyond SOURCE_FARTHEST_M then. */
bool source_turn_point(const source_turn_t *turn, double at[3], bool round_it);

/* Prints that of a point, which are counted from 1. Returns false. */
bool source_pose_fail(const char *path, size_t number);

/* Turns each point or corner, and sets the frame to metres without a shift. False: an error was
 * printed; leaves cannot be turned without loss, and a point may be too far then. */
bool source_pose_take(source_t *source, const char *path, const source_pose_t *pose);

#endif
