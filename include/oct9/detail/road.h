/* SPDX-License-Identifier: MIT */
/* The state of a search through a road map. Only the library uses its fields. See
 * oct9/route.h. */
#ifndef OCT9_DETAIL_ROAD_H
#define OCT9_DETAIL_ROAD_H

#include "oct9/point.h"

#include <stdint.h>

#define OCT9_ROAD_JOINS 4

/* A search through a road map, in the nodes of a search for a route. */
typedef struct {
    const struct oct9_route_road *road;
    struct oct9_route_node *nodes;
    uint8_t phase;
    uint8_t side;      /* the end that looks for its joins */
    uint8_t near;      /* vertices near it, the nearest first */
    uint8_t tried;     /* of these */
    uint8_t joins[2];  /* of each end */
    uint8_t edge;      /* the next edge of the node that grows */
    uint16_t at;       /* the vertex that comes next, or the node that grows */
    uint16_t cost;     /* from that node to the goal */
    uint16_t open;     /* nodes in the heap */
    oct9_point_t here; /* the place of the node that grows */
    oct9_point_t end[2];
    uint16_t join[2][OCT9_ROAD_JOINS]; /* nodes that an end can go to */
} oct9_route_graph_t;

#endif
