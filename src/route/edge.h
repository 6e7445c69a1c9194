/* SPDX-License-Identifier: MIT */
/* Internal: may the sphere go straight from one place to another, and at what price? In slices. */
#ifndef OCT9_SRC_EDGE_H
#define OCT9_SRC_EDGE_H

#include "oct9/route.h"

#include <stdbool.h>

/* What a motion is; the greater the better. */
enum { OCT9_EDGE_BLOCKED = 0, OCT9_EDGE_DEAR = 1, OCT9_EDGE_CLEAR = 2 };

/* OCT9_OK if the body is good for that map, else what oct9_route_begin returns. */
oct9_status_t oct9_edge_check(const oct9_route_body_t *body, const oct9_map_t *map);

/* True if the place is at an allowed height. */
bool oct9_edge_height(const oct9_route_body_t *body, const oct9_point_t *at);

/* Sets the counts to 0, and what is added to the radius, which the caller may set then: so that no
 * radius is above 32767. */
void oct9_edge_reset(oct9_route_edge_t *edge);

/* Begins a motion. `first`: it begins where the route does. */
void oct9_edge_begin(oct9_route_edge_t *edge, const oct9_map_t *map, const oct9_route_body_t *body,
                     const oct9_point_t *from, const oct9_point_t *to, bool first);

/* Begins the same motion again. */
void oct9_edge_again(oct9_route_edge_t *edge, const oct9_map_t *map, const oct9_route_body_t *body);

/* Goes on; returns OCT9_AGAIN when the budget is used up, else what the motion is. Counts
 * what it visited when it is done. */
int oct9_edge_go(oct9_route_edge_t *edge, const oct9_route_body_t *body, uint32_t *budget);

#endif
