/* SPDX-License-Identifier: MIT */
/* A robot on a route, for the tests of following: a map of boxes, a route, a pose and a time.
 * Lengths are in mm. The map has cells of 40 mm and begins at 0, 0, 0; it is free.
 *
 *     world_begin();                          with OCT9_FOLLOW_POLICY and the map alone
 *     world_route(3, places);
 *     world_start();                          oct9_follow_begin
 *     world_step(x, y, z);                    50 ms later, the robot is there and stands */
#ifndef TESTS_FOLLOW_WORLD_H
#define TESTS_FOLLOW_WORLD_H

#include "oct9/follow.h"
#include "tests/random.h"
#include "tests/test.h"

enum { WORLD_BLOCKS = 20000, WORLD_POINTS = 96, WORLD_CELL = 40, WORLD_MIDDLE = 10240 };

typedef struct {
    oct9_occupancy_t occupancy;
    oct9_frame_t base;
    oct9_map_t map;
    oct9_follow_policy_t policy;
    oct9_point_t points[WORLD_POINTS];
    oct9_follow_input_t input;
    oct9_follow_t follow;
    oct9_follow_tick_t tick;
    oct9_follow_output_t now;
} world_t;

extern world_t world;

void world_begin(void);

/* The whole cells that meet [lo, hi), as far as they are in the window, with a state. */
void world_box(int x0, int y0, int z0, int x1, int y1, int z1, oct9_state_t state);

/* The route through these places, in the window of now. */
void world_route(unsigned count, const oct9_mm_t *places);
oct9_status_t world_start(void);

/* Both, and the start must succeed; in a new world along 8 m of x from the middle. */
void world_follow(unsigned count, const oct9_mm_t *places);
void world_follow_straight(void);

/* A step at the tick of now: checks what each output has in common. */
oct9_status_t world_ask(void);

/* Time passes by 50 ms, the robot is at a place, and its pose is new. Returns the state. */
oct9_follow_state_t world_step(int x, int y, int z);

/* That of an answer after OCT9_OK. */
unsigned world_why(int x, int y, int z);

#endif
