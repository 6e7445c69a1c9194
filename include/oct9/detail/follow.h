/* SPDX-License-Identifier: MIT */
/* The state of following a route: the caller owns it, only the library uses its fields. See
 * oct9/follow.h. */
#ifndef OCT9_DETAIL_FOLLOW_H
#define OCT9_DETAIL_FOLLOW_H

#include "oct9/point.h"

#include <stdbool.h>

/* A place on a polyline, by the length up to there. */
typedef struct {
    uint32_t start_q6; /* of the polyline up to the segment */
    uint32_t along_q6; /* on the segment */
    uint16_t segment;
} oct9_follow_mark_t;

/* What stays from step to step. */
typedef struct {
    const struct oct9_follow_input *input; /* NULL: nothing has begun */
    uint32_t length_q6;                    /* of the route */
    uint16_t look_q6, ahead_q6, corner_q6, progress_q6;
    oct9_follow_mark_t mark; /* of the route, the place nearest to the robot */
    uint32_t reach_q6;       /* how far from there it may be by now */
    uint32_t best_q6;        /* the length up to which it came, when progress was last noted */
    uint32_t best_ms;        /* and when that was */
    uint32_t now_ms;         /* of the last step */
    uint32_t pose_ms;        /* of the last pose */
    oct9_mm_t place_mm;
    bool started;
    uint8_t over; /* an oct9_follow_state_t that stays, or OCT9_FOLLOW_GO */
} oct9_follow_t;

#endif
