/* SPDX-License-Identifier: MIT */
/* Following: a route of three points in the map in flash, without a mapper, looked at for 2 m. */
#include "bench/calls.h"
#include "bench/calls_part.h"
#include "oct9/follow.h"
#include "oct9/mm.h"

#include <stddef.h>

enum { POINTS = 3 };

static const oct9_follow_policy_t policy = { 1000,
                                             3000,
                                             250,
                                             300,
                                             OCT9_FOLLOW_FOREVER,
                                             100,
                                             50,
                                             150,
                                             2000,
                                             400,
                                             60,
                                             300,
                                             800,
                                             100,
                                             100,
                                             3000,
                                             { OCT9_PASSES, OCT9_FREE, OCT9_LEAVES, 0, 0 } };
static oct9_point_t points[POINTS];
static oct9_follow_input_t input;
static oct9_follow_t route;

/* A new route of 2 x 1 m from a free place. */
static void set_route(void)
{
    points[0] = part_free();
    for (unsigned i = 1; i < POINTS; i++)
        points[i] = part_away(&points[i - 1], PART_1_M);
    input.points = points;
    input.count = POINTS;
    input.map = part_map();
    input.base = &input.map->image->frame;
    input.map_alone = true;
    input.policy = &policy;
}

static void begin(void)
{
    for (unsigned i = 0; i < CALLS_CASES; i++) {
        oct9_status_t status;
        set_route();
        CALL(status = oct9_follow_begin(&route, &input));
        calls_answer((uint32_t)status);
    }
}

/* The robot is at the begin of the route, or beside it, and moves. */
static void step(void)
{
    for (unsigned i = 0; i < CALLS_CASES; i++) {
        oct9_follow_tick_t tick = { 0, 0, 0, { 0, 0, 0 }, { 0, 0, 0 } };
        oct9_follow_output_t output;
        oct9_status_t status;
        set_route();
        (void)oct9_follow_begin(&route, &input);
        (void)oct9_mm_of_point(input.base, &points[0], &tick.place_mm);
        tick.place_mm.x += (int32_t)calls_below(100);
        tick.velocity_mm[0] = (int16_t)(calls_below(1000) - 500u);
        CALL(status = oct9_follow_step(&route, &tick, &output));
        calls_answer((uint32_t)status);
        calls_answer((uint32_t)output.state);
        calls_answer(output.why);
        calls_answer(output.speed_mm);
        calls_answer(output.clear_mm);
    }
}

static const call_t calls[] = { { "follow_begin", begin }, { "follow_step", step } };

int main(void)
{
    if (!part_map())
        return 1;
    return calls_run(calls, sizeof calls / sizeof calls[0]);
}
