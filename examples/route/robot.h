/* SPDX-License-Identifier: MIT */
/* The machine in the true world: what its estimator and its sensor say in each tick, and what it
 * makes of a command. On a robot the drivers have that. It obeys late and turns and brakes no
 * better than a small robot does. It flies with a time-of-flight sensor of 8 x 8 zones that looks
 * ahead, or rolls with a laser and turns before it rolls on. */
#ifndef ROUTE_ROBOT_H
#define ROUTE_ROBOT_H

#include "examples/route/world.h"
#include "oct9/follow.h"

enum {
    ROBOT_RADIUS_MM = 80,
    ROBOT_TICK_MS = 70,         /* a frame of the sensor each */
    ROBOT_LASER_BEAMS = 180,    /* a turn */
    ROBOT_LASER_MOST_MM = 8000, /* it sees so far */
    ROBOT_TICKS = 2000          /* it must have arrived by then */
};

/* Where it begins and ends. */
typedef struct {
    const oct9_image_t *building;
    const world_plan_t *things;
    oct9_mm_t from, to;
    bool rolls;
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
    int32_t nearest_mm;      /* to anything, ever */
    int32_t flown_um;
    uint32_t cost, worst; /* instructions of the client: all, and in a tick */
    oct9_mm_t place;
} robot_judge_t;

const robot_judge_t *robot_judge(void);

/* Returns what a ray of the last frame met, and where. WORLD_THINGS: nothing, or a wall. */
unsigned robot_met(unsigned ray, oct9_mm_t *place);

#endif
