/* SPDX-License-Identifier: MIT */
/* The state of a search through the graph of a road map. Only the library uses its fields. See
 * oct9/road.h. */
#ifndef OCT9_DETAIL_ROAD_H
#define OCT9_DETAIL_ROAD_H

#include <stdint.h>

#define OCT9_ROAD_JOINS 4

/* A search through a road map, in the nodes of a search for a route. Places are in sub-cells from
 * the corner of the road map's tile (0, 0, 0). */
typedef struct {
    const struct oct9_road *road;
    struct oct9_route_node *nodes;
    const struct oct9_road_edge *shut;
    uint16_t shut_count;
    uint8_t phase;
    uint8_t side;     /* the end that looks for its joins */
    uint8_t near;     /* vertices near it, the nearest first */
    uint8_t tried;    /* of these */
    uint8_t joins[2]; /* of each end */
    uint8_t edge;     /* the next edge of the node that grows */
    uint16_t at;      /* the vertex that comes next, or the node that grows */
    uint16_t open;    /* nodes in the heap */
    uint32_t cost;    /* from the node that grows to the goal */
    int32_t here[3];  /* the place of the node that grows */
    int32_t end[2][3];
    uint16_t join[2][OCT9_ROAD_JOINS]; /* nodes that an end can go to */
} oct9_route_graph_t;

#endif
