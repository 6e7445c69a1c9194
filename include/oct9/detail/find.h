/* SPDX-License-Identifier: MIT */
/* The state of a search for places over a road map. Only the library uses its fields. See
 * oct9/road.h. */
#ifndef OCT9_DETAIL_FIND_H
#define OCT9_DETAIL_FIND_H

#include "oct9/detail/route.h"

/* A search that runs in slices. */
typedef struct {
    const struct oct9_road_input *input;
    oct9_map_t map;
    uint32_t generation, moves; /* of the map */
    uint32_t again;             /* the motion that was begun again last */
    int32_t corner[3];          /* of the map's cube, as the graph's places */
    uint8_t phase;
    bool pending;        /* a motion is being swept */
    uint8_t result;      /* once it has ended */
    uint16_t count, all; /* then: of the places */
    uint16_t from;       /* and where the leg to the first begins */
    oct9_route_graph_t graph;
    oct9_route_edge_t edge;
} oct9_road_find_t;

#endif
