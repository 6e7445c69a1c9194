/* SPDX-License-Identifier: MIT */
/* Internal: one step. follow.c decides, ahead.c asks the map for what lies ahead, agree.c the
 * mapper; polyline.c knows the route, speed.c how a robot brakes. */
#ifndef OCT9_SRC_FOLLOW_H
#define OCT9_SRC_FOLLOW_H

#include "oct9/follow.h"
#include "src/follow/polyline.h"
#include "src/follow/speed.h"

/* What one step knows. */
typedef struct {
    const oct9_follow_input_t *input;
    const oct9_follow_tick_t *tick;
    oct9_reader_t reader;
    oct9_polyline_t line;
    oct9_follow_mark_t mark; /* the place on the route that is nearest to the robot */
    uint32_t length_q6;      /* of the route */
    uint16_t look_q6, ahead_q6, corner_q6;
    oct9_brakes_t brakes;          /* the reaction with the age of the pose */
    uint32_t age_ms;               /* of the pose */
    uint32_t stale_ms, fastest_mm; /* the more careful of the two policies */
    int32_t radius_mm;
    uint32_t speed_mm;    /* measured: rounded up; 0: noise */
    int32_t direction[3]; /* of that, in 2^-14; where it is 0, undefined */
    oct9_mm_t place_mm;
    uint32_t leg_mm; /* from the robot to steer_mm, rounded up */
    bool blocked;    /* something is on the route */
    oct9_follow_output_t now;
} oct9_follow_now_t;

/* The robot has to stand, for one more reason. It stays to be planned anew if it is. */
static inline void oct9_follow_halt(oct9_follow_now_t *step, unsigned why)
{
    step->now.why = (uint16_t)(step->now.why | why);
    step->now.speed_mm = 0;
    if (step->now.state != OCT9_FOLLOW_REPLAN)
        step->now.state = OCT9_FOLLOW_STOP;
}

/* ahead.c: asks the map. Sets ahead_mm, steer_mm, speed_mm and clear_mm, the leg and `blocked`. */
oct9_status_t oct9_follow_look_ahead(oct9_follow_now_t *step);

/* Asks the map whether the robot can stop, as it moves and as it is allowed to. */
oct9_status_t oct9_follow_look_along(oct9_follow_now_t *step);

/* agree.c: asks the mapper for the motion to steer_mm, slower where it needs that. */
oct9_status_t oct9_follow_agree(oct9_follow_now_t *step);

#endif
