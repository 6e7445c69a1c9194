/* SPDX-License-Identifier: MIT */
/* A robot's loop in small, for the tests of the mapper: boxes as a world, a robot among them that
 * measures, maps, asks and brakes. Lengths are in mm, times in ms.
 *
 *     loop_begin(&oct9_sensor_multiranger);   with OCT9_MAPPER_POLICY; change loop.policy, then
 *     loop_init();
 *     loop_world(boxes, 2);
 *     while (loop.now < 5000)
 *         loop_round(500, 0);                 a round: moves, measures, maps, asks */
#ifndef TESTS_LOOP_LOOP_H
#define TESTS_LOOP_LOOP_H

#include "oct9/mapper.h"
#include "tests/random.h"
#include "tests/test.h"

enum { LOOP_BLOCKS = 4096, LOOP_ZONES = 64, LOOP_DARK = 32767, LOOP_CELL = 40 };

/* The front, back, left, right, up and down beams of oct9_sensor_multiranger. */
enum { FRONT, BACK, LEFT, RIGHT, UP, DOWN, SIDES };

typedef struct {
    double lo[3], hi[3];
    bool black; /* nothing comes back from it */
} loop_box_t;

typedef struct {
    oct9_mapper_t mapper;
    oct9_mapper_policy_t policy;
    const oct9_sensor_t *sensor;
    uint32_t blocks; /* of the pool, up to LOOP_BLOCKS */
    const loop_box_t *boxes;
    unsigned count;

    uint32_t now;      /* since the robot's clock began */
    uint32_t began;    /* what that clock said then */
    uint32_t round_ms; /* of loop_round: 50 */
    double place[3], yaw, velocity[3];
    int16_t command[3];
    double noise; /* of a reading, to both sides */
    random_t random;

    int16_t mm[LOOP_ZONES];
    uint8_t status[LOOP_ZONES];
    oct9_mapper_found_t found;
    oct9_status_t seen; /* what the last oct9_mapper_see returned */

    uint32_t alarm_at; /* when the first alarm came that the robot obeys; 0: none yet */
    double brakes;     /* mm a second, each second: the robot's */
    uint32_t reacts;   /* ms from the alarm until it brakes */
} loop_t;

extern loop_t loop;

/* A sensor's table, the same without the width of its beams. */
oct9_sensor_t loop_rays(const oct9_sensor_t *sensor);

/* Sets all to its beginning, at the place 20, 20, 20, and calls loop_init. */
void loop_begin(const oct9_sensor_t *sensor);
void loop_init(void); /* with loop.policy and loop.blocks as they are now */
void loop_world(const loop_box_t *boxes, unsigned count);
void loop_put(double x, double y, double z);

/* The distance to the first box along a direction of any length, in units of it; 1e9: none. `black`
 * boxes hide what is behind them and give 1e9. */
double loop_cast(const double from[3], const double direction[3]);

/* How deep the robot, a ball of that radius, is in a box; below 0: it is clear of all. */
double loop_depth(double radius);

/* The sensor's readings of the world: beams with a width are looked at along 17 rays. */
void loop_measure(void);

/* All readings of a multiranger. */
void loop_set(int16_t front, int16_t back, int16_t left, int16_t right, int16_t up, int16_t down);

/* Follows, and maps what loop.mm and loop.status say, at loop.now. */
oct9_status_t loop_see(void);

/* Asks with loop.velocity and loop.command; checks that an answer is one alarm for each reason, and
 * after an error one of zeros. Returns what the check returned. */
oct9_status_t loop_check(void);

/* The same for a velocity that is commanded, while the robot stands. Returns the reasons. */
unsigned loop_why(int16_t x, int16_t y, int16_t z);

/* "May I go there?" */
unsigned loop_ask(int32_t x, int32_t y, int32_t z);

/* Time passes: the robot goes on as commanded, turns by `turn` radians a second, and brakes once it
 * has obeyed an alarm. */
void loop_move(double speed, double turn, uint32_t ms);

/* Moves for round_ms, measures, maps, and asks for `speed` along x. */
void loop_round(double speed, double turn);

/* The state at a place of the world. */
oct9_state_t loop_state(double x, double y, double z);

/* Makes a node of the map occupied, free or unknown: at the low corner of a place, 2^level cells.
 */
void loop_mark(double x, double y, double z, unsigned level, oct9_state_t state);

#endif
