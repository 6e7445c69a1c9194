/* SPDX-License-Identifier: MIT */
/* Follow: where to steer and how fast, along a route; and when to stop, and when to plan anew.
 *
 * Example, with (const oct9_follow_input_t *input, const oct9_follow_tick_t *(*wait)(void),
 *                void (*fly)(const oct9_mm_t *to_mm, uint16_t speed_mm), void (*plan)(void)):
 *
 *     static oct9_follow_t follow;
 *     oct9_follow_output_t now = { .state = OCT9_FOLLOW_STOP };
 *     (void)oct9_follow_begin(&follow, input);
 *     do {
 *         (void)oct9_follow_step(&follow, wait(), &now);
 *         fly(&now.steer_mm, now.speed_mm);
 *         if (now.state == OCT9_FOLLOW_REPLAN)
 *             plan();
 *     } while (now.state != OCT9_FOLLOW_ARRIVED);
 *
 * A route is a polyline (route.h, or the caller's). Each step takes the time and the robot's pose,
 * finds the place of the route that is nearest to the robot, and asks the map for the straight
 * line from the robot to a place ahead on the route, and for the route behind that. The robot has
 * to fly straight to steer_mm, at most at speed_mm a second, until the next step. It can then stop
 * before the end of what is clear, of what was asked and of the route, and it takes each corner so
 * slowly that it leaves the route by about corner_mm at most. An arc of short pieces, as of
 * oct9_route_curve_run, is a corner, too. A step is good for reaction_ms: where the next one does
 * not come the robot has to stop by itself. So plan in slices, between steps.
 *
 * Where there is a mapper, oct9_mapper_check must agree: it is asked for that motion and for the
 * measured velocity. Where there is none, say so by map_alone. In both cases the map is asked,
 * too, whether the robot, as it moves now, could stop.
 *
 * Each doubt is a stop: an old pose, or one that jumped; a map that is old, or that is written to;
 * a call that fails; a mapper that alarms. `why` says which. Look at the state and at speed_mm
 * alone: zero is the careful value of both, and after an error the speed is 0.
 *
 * The policy's fastest_mm, brake_mm, reaction_ms, stale_ms and radius_mm are compared with those of
 * the mapper's policy, and the more careful one of each counts, in each step. No other numbers are:
 * slow_mm, look_mm, jump_mm and `rules` are the policy's, and those of the mapper's policy are for
 * its check alone. It is asked at a time that is later by the age of the pose: that age and the one
 * of the last frame together may be the mapper's stale_ms, and a frame of the future has an age,
 * too.
 *
 * The sphere that is swept has radius_mm, and up to 3 sub-cells more, and the robot is not exactly
 * on the route: plan the route for a radius that is larger by that and by what the robot strays, or
 * it is blocked where it is narrow.
 *
 * The map's window may move (window.h) while the robot flies: the route moves along. What of it
 * lies 256 cells or more outside of the window is not asked, and is not clear.
 *
 * Before a corner with a wall behind it the robot is slow enough to stop before the wall. Where it
 * turns fast beside an obstacle it may be stopped for a moment, until nothing lies between the
 * place where it would stand now and the one where it would stand as it is allowed to move. With a
 * mapper it is stopped, too, until it is slower than slow_mm, where look_mm is not clear straight
 * ahead.
 *
 * Nothing is random. No step takes longer for what happened before.
 *
 * Source: the place ahead is that of pure pursuit (Coulter 1992, "Implementation of the pure
 * pursuit path tracking algorithm"); the speed is that of braking at a constant rate after a
 * reaction time. */
#ifndef OCT9_FOLLOW_H
#define OCT9_FOLLOW_H

#include "oct9/detail/follow.h"
#include "oct9/mapper.h"
#include "oct9/rules.h"

#ifdef __cplusplus
extern "C" {
#endif

#define OCT9_FOLLOW_FAR 65535     /* of beside_mm: farther than can be said, or not known */
#define OCT9_FOLLOW_FOREVER 65535 /* of map_ms: the map does not age, as an image */

/* How a robot follows a route. Begin with OCT9_FOLLOW_POLICY and change what differs; it may lie in
 * flash. A number may be 0 only where its comment says so: what was not filled in is refused. */
typedef struct {
    uint16_t fastest_mm;  /* in a second, at most 32767: the robot is never faster */
    uint16_t brake_mm;    /* in a second, each second: the robot brakes at least so hard */
    uint16_t reaction_ms; /* from a step until the robot obeys, with the time to the next step */
    uint16_t stale_ms;    /* how old the pose may be */
    uint16_t map_ms;      /* how old the map may be; OCT9_FOLLOW_FOREVER: any age */
    uint16_t jump_mm;     /* how far the estimate of the place may be corrected at once; 0: not */
    uint16_t slow_mm;     /* in a second: a slower measured velocity is noise; 0: none is */
    uint16_t radius_mm;   /* of the robot, with the errors of map and pose; for a pose that is late
                             10 mm more; at most 32767, and with 11 mm more below 32767 sub-cells */
    uint16_t look_mm;     /* how much of the route is asked, from the robot on; at most 32767 */
    uint16_t ahead_mm;    /* how far ahead of the robot it steers to the route; at most look_mm */
    uint16_t corner_mm;   /* how far the robot may leave the route at a corner; at most radius_mm */
    uint16_t beside_mm;   /* farther off the route than this it is lost: REPLAN. At least 2
                             sub-cells */
    uint16_t replan_mm;   /* where the route is blocked nearer than this: REPLAN */
    uint16_t arrive_mm;   /* so near to the route's end it has arrived; at least 2 sub-cells */
    uint16_t progress_mm; /* if it does not come so far along the route, at most 32767, */
    uint16_t progress_ms; /* in this time: STOP, and after as long again REPLAN */
    oct9_rules_t rules;   /* of the map. start_inside: for what the sphere touches where the robot
                             is; LEAVES lets it get away, PASSES is refused */
} oct9_follow_policy_t;

/* For a small drone with cells of 40 mm, whose map is an image or has no time. */
#define OCT9_FOLLOW_POLICY                                                                     \
    {                                                                                          \
        1000, 3000, 250, 300, OCT9_FOLLOW_FOREVER, 100, 50, 120, 2000, 400, 60, 300, 800, 100, \
            100, 3000,                                                                         \
        {                                                                                      \
            OCT9_BLOCKS, OCT9_UNKNOWN, OCT9_LEAVES, 0, 0                                       \
        }                                                                                      \
    }

/* Input of following a route. */
typedef struct oct9_follow_input {
    const oct9_point_t *points; /* the route */
    uint16_t count;             /* of them, at least 1 */
    oct9_offset_t window;  /* the corner of the map's window when the route was planned (`window` of
                              an oct9_occupancy_t); zero: the map has none */
    const oct9_map_t *map; /* in which the route is: any map. Of a mapper alone it is the map of
                              the tree of its `occupancy` */
    const oct9_occupancy_t *occupancy; /* whose window the map has; NULL: it has none. For the tree
                                          of the mapper's `occupancy`: that one */
    const oct9_frame_t *base;          /* the map's frame where the window is (0, 0, 0) */
    const oct9_mapper_t *mapper; /* whose check must agree; NULL is refused, unless `map_alone` */
    bool map_alone;              /* there is no mapper: the map knows all obstacles */
    const oct9_follow_policy_t *policy;
} oct9_follow_input_t;

/* The time, and where the robot is and how it moves. Times are in milliseconds of one clock, which
 * may begin anywhere and wrap. */
typedef struct {
    uint32_t now_ms;
    uint32_t pose_ms;       /* when the place and the velocity were measured */
    uint32_t map_ms;        /* when what the sensors saw was last written to the map; with
                               OCT9_FOLLOW_FOREVER it is not used */
    oct9_mm_t place_mm;     /* of the robot's middle */
    int16_t velocity_mm[3]; /* in a second, on the axes of the world */
} oct9_follow_tick_t;

/* What to do. Zero is the careful value. */
typedef enum {
    OCT9_FOLLOW_STOP = 0,   /* stand: speed_mm is 0. A later step may go on */
    OCT9_FOLLOW_GO = 1,     /* fly to steer_mm, at most at speed_mm, which is not 0 */
    OCT9_FOLLOW_REPLAN = 2, /* this route does not lead on: plan another one. speed_mm may be above
                               0 until the robot is near to what blocks */
    OCT9_FOLLOW_ARRIVED = 3 /* the robot is at the end of the route: stand. It stays so, except for
                               a STOP where the pose or the map is bad */
} oct9_follow_state_t;

/* Why the robot shall stop, or plan anew. */
typedef enum {
    OCT9_FOLLOW_ERROR = 1,    /* a call failed, the map was written to, or nothing has begun */
    OCT9_FOLLOW_POSE = 2,     /* the pose is too old, or time went back */
    OCT9_FOLLOW_MAP = 4,      /* the map is too old */
    OCT9_FOLLOW_JUMPED = 8,   /* the pose is farther from the last one than the robot comes */
    OCT9_FOLLOW_BESIDE = 16,  /* the robot is off the route */
    OCT9_FOLLOW_BLOCKED = 32, /* the route is not clear, or has no room to stop in */
    OCT9_FOLLOW_DRIFTS = 64,  /* as it moves now, or on the turn from that to what is allowed, the
                                 robot could not stop before an obstacle */
    OCT9_FOLLOW_MAPPER = 128, /* the mapper's check alarms: see mapper_why */
    OCT9_FOLLOW_IDLE = 256    /* no progress */
} oct9_follow_why_t;

/* What the robot has to do until the next step. */
typedef struct {
    oct9_follow_state_t state;
    uint16_t why;       /* the sum of oct9_follow_why_t; 0 for GO and ARRIVED */
    uint8_t mapper_why; /* the sum of oct9_mapper_why_t that the mapper's check said last */
    oct9_mm_t steer_mm; /* a place on the route ahead, or before it what is clear; where speed_mm
                           is 0 the robot's place */
    oct9_mm_t ahead_mm; /* the place on the route ahead that was asked for, clear or not: a robot
                           that stands looks there. Its own place where nothing was asked */
    uint16_t speed_mm;  /* in a second: the limit */
    uint16_t clear_mm; /* from the robot along the route, rounded down: what was asked and is clear;
                          0 where nothing was asked */
    uint16_t beside_mm; /* from the robot to the route, rounded up; OCT9_FOLLOW_FAR: farther than
                           can be said, or it was not found out */
    uint16_t next;      /* of the points the first one that lies ahead, as of the last step that
                           asked the map: those from there on are what is left of the route. It may
                           be `count`; 0: nothing has begun */
} oct9_follow_output_t;

/* Begins to follow a route at its begin. Keeps the input by pointer, and uses all that it points to
 * until the next begin. For a new route, begin anew.
 * Fails with OCT9_ERR_ARGUMENT iff count is 0, mapper is NULL and map_alone is false, a number of
 * the policy is out of its range, start_inside is PASSES, the base is bad, the map has neither a
 * tree nor an image or is a world's cube, which has no window: follow in a layered map over it, it
 * is the tree of the mapper's `occupancy` and `occupancy` is not that, or as oct9_rules_check does;
 * with OCT9_ERR_RANGE iff look_mm or progress_mm is above 32767 sub-cells, radius_mm with 11 mm
 * more is above 32766, arrive_mm or beside_mm is below 2, or the route is longer than 2^30. After
 * an error each step is a stop. Its cost grows with the count.
 * Stack: M0 192 bytes. One writer. */
oct9_status_t oct9_follow_begin(oct9_follow_t *follow, const oct9_follow_input_t *input);

/* Says what to do now. Call it again within reaction_ms, less what the robot takes to obey.
 *
 * After any error *output is a STOP with the reason ERROR alone. Fails with
 * OCT9_ERR_STALE iff nothing has begun, the map or its tree is all zero, a write to it is in
 * progress, or it was written to twice during the step; as oct9_mapper_check does; with
 * OCT9_ERR_RANGE iff the robot's place, or where it could stop as it moves now, is 256 cells or
 * more outside of the window, or as oct9_window_frame does; with OCT9_ERR_ARGUMENT if it finds that
 * the points have changed since the begin, which it need not. After an error call it again: the
 * place on the route and the progress are as before.
 *
 * STOP with POSE: pose_ms is more than stale_ms before or behind now_ms, or one of both times is
 * earlier than at the last step. STOP with JUMPED: the place is farther from the last one than
 * fastest_mm for the time between the two poses and jump_mm; the next step goes on from there.
 * REPLAN with BESIDE and with BLOCKED end by themselves, if the robot or the obstacle comes back.
 * REPLAN with IDLE stays. No time counts for IDLE up to a step where the pose or the map is bad,
 * one that fails, or one with REPLAN for BESIDE or BLOCKED. The time of a STOP for BLOCKED, DRIFTS
 * or MAPPER does. A robot that needs 32767 mm or more to stop DRIFTS, too.
 *
 * The place on the route is looked for near that of the last step: within twice what the robot
 * moved, beside_mm and corner_mm along the route. In the first step, within look_mm of its begin:
 * where a route is closed and shorter than that, a robot near to its end that is nearer to the last
 * part than to the first has ARRIVED at once.
 *
 * Its cost is that of up to 8 sweeps (sweep.h), of one for each further segment within look_mm, and
 * of up to 3 checks of the mapper; all of them twice where a write came in between.
 * It is a reader of the map and of the mapper (reader.h).
 * Stack: M0 1,232 bytes. One writer. */
oct9_status_t oct9_follow_step(oct9_follow_t *follow, const oct9_follow_tick_t *tick,
                               oct9_follow_output_t *output);

#ifdef __cplusplus
}
#endif
#endif
