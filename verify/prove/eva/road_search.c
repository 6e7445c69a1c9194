/* SPDX-License-Identifier: MIT */
/* A search through a road map that was opened, between any places, with any answers. */
#include "road.h"

static oct9_route_node_t nodes[VERTICES + 2u];

static int search_road(const oct9_route_road_t *road)
{
    oct9_route_graph_t search;
    oct9_point_t from, to;
    int status = OCT9_AGAIN;
    ANY(search); /* its memory may hold any number */
    ANY(nodes);
    ANY(from);
    ANY(to);
    oct9_road_begin(&search, road, nodes, &from, &to);
    while (status == OCT9_AGAIN || status == OCT9_ROAD_ASKS) {
        uint32_t budget = (uint32_t)WITHIN(0, INT32_MAX);
        status = oct9_road_go(&search, &budget);
        if (status == OCT9_ROAD_ASKS) {
            (void)oct9_road_asks(&search, &from, &to);
            oct9_road_answer(&search, WITHIN(0, 1) == 1);
        }
    }
    return status;
}

int main(void)
{
    oct9_route_road_t road;
    const oct9_status_t status = open_any_road(&road);
    return status == OCT9_OK ? search_road(&road) : (int)status;
}
