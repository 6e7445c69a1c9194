/* SPDX-License-Identifier: MIT */
/* Internal: a leg of a route, from `here` to `there`, that is not straight: two trees grow toward
 * each other; where they meet, the nodes of the leg are thinned out. */
#ifndef OCT9_SRC_LEG_H
#define OCT9_SRC_LEG_H

#include "oct9/route.h"

/* What a search is at. */
enum {
    OCT9_PHASE_FROM,     /* may the sphere be at the start? */
    OCT9_PHASE_TO,       /* and at the goal? */
    OCT9_PHASE_LOOK,     /* else where beside that end? */
    OCT9_PHASE_ROAD,     /* which vertices of the road map lead from one to the other? */
    OCT9_PHASE_STRAIGHT, /* a leg: straight to its end */
    OCT9_PHASE_GUIDE,    /* may the sphere be at its end, which is a point of the guide? */
    OCT9_PHASE_GROW,     /* the trees: to a new node */
    OCT9_PHASE_JOIN,     /* the trees: from a node of one to the other */
    OCT9_PHASE_THIN,     /* from a node of the leg to one behind the next */
    OCT9_PHASE_LEG_FOUND,
    OCT9_PHASE_LEG_NONE, /* no such leg exists */
    OCT9_PHASE_LEG_FULL, /* there was no room; the nodes lead a part of the leg */
    OCT9_PHASE_SHORTEN,
    OCT9_PHASE_CONFIRM, /* the map was written to: each segment once more */
    OCT9_PHASE_DONE,
    OCT9_PHASE_STALE
};

/* Begins to sweep a motion. `first`: it begins at the start of the route. */
void oct9_leg_ask(oct9_route_t *route, const oct9_point_t *from, const oct9_point_t *to,
                  bool first);

/* True while the leg that is searched for begins at the start, or ends at the goal. */
bool oct9_leg_first(const oct9_route_t *route);
bool oct9_leg_last(const oct9_route_t *route);

void oct9_leg_begin(oct9_route_t *route);

/* In the phases GROW, JOIN and THIN: the next step, and the answer to the motion that it asked
 * for. */
void oct9_leg_step(oct9_route_t *route);
void oct9_leg_take(oct9_route_t *route, int answer);

/* The square of the distance of two points; UINT32_MAX if it is more than 32767 on an axis. */
uint32_t oct9_leg_square(const oct9_point_t *a, const oct9_point_t *b);

#endif
