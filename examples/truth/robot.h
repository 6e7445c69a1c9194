/* SPDX-License-Identifier: MIT */
/* The machine in the true world: what its estimator and its sensor say in each tick, and what it
 * makes of a command. On a robot the drivers have that. It obeys late and turns and brakes no
 * better than a small robot does. It flies with a time-of-flight sensor that looks ahead, or rolls
 * with a laser and turns before it rolls on. */
#ifndef TRUTH_ROBOT_H
#define TRUTH_ROBOT_H

#include "examples/truth/world.h"
#include "oct9/follow.h"

enum {
    ROBOT_TICK_MS = 70, /* a frame of the sensor each */
    ROBOT_RAYS = 180    /* at most, of a frame */
};

/* Where it begins and ends, and what it is. */
typedef struct {
    const world_plan_t *world;
    oct9_mm_t from, to;
    const oct9_sensor_t *sensor; /* without directions a laser */
    uint16_t radius_mm;
    uint16_t kept_mm; /* it must not come nearer to anything, from its middle */
    uint16_t met_mm;  /* what it stops for is so near */
    uint32_t ticks;   /* it must have arrived by then */
} robot_task_t;

/* What the estimator and the sensor say. The time is the frame's, too. A frame without any echo has
 * no zones, so that the mapper refuses it and alarms: in a building that is a dead sensor. */
typedef struct {
    oct9_follow_tick_t now;
    oct9_sensor_frame_t frame;
    oct9_mapper_pose_t sensor;
} robot_tick_t;

void robot_begin(const robot_task_t *task);

/* Waits for the next tick, while the machine obeys: for a frame, but no longer where none comes.
 * NULL: the time is up. */
const robot_tick_t *robot_wait(void);

/* It shall go straight toward a place, at most at a speed in mm a second, and turn toward `face`.
 * Without another call it brakes a tick later. */
void robot_go(const oct9_mm_t *to, uint16_t speed, const oct9_mm_t *face);

/* --- for the judge ---------------------------------------------------------------------------- */

typedef struct {
    const robot_task_t *task;
    world_t world;
    uint32_t ticks, touches; /* touches: steps in which it touched something */
    uint32_t missed;    /* ticks in which it was let go on and could not stop before something */
    int32_t nearest_mm; /* to anything, ever */
    int32_t flown_um;
    uint64_t cost;  /* instructions of the client: all, */
    uint32_t worst; /* and in a tick */
    oct9_mm_t place;
} robot_judge_t;

const robot_judge_t *robot_judge(void);

/* Whether a ray of the last frame met a thing, and where. */
bool robot_met(unsigned ray, oct9_mm_t *place);

#endif
