/* SPDX-License-Identifier: MIT */
/* A search through a road map that was opened, between any places, with any answers. */
#include "road.h"

static oct9_route_node_t nodes[VERTICES + 2u];

static int search_road(const oct9_road_t *road)
{
    oct9_route_graph_t search;
    int32_t from[3], to[3];
    int status = OCT9_AGAIN;
    ANY(search); /* its memory may hold any number */
    ANY(nodes);
    search.shut_count = 0;
    for (unsigned i = 0; i < 6; i++)
        search.end[i / 3][i % 3] = WITHIN(-(1 << 30), 1 << 30);
    oct9_road_begin(&search, road, nodes);
    while (status == OCT9_AGAIN || status == OCT9_ROAD_ASKS) {
        uint32_t budget = (uint32_t)WITHIN(0, INT32_MAX);
        status = oct9_road_go(&search, &budget);
        if (status == OCT9_ROAD_ASKS) {
            (void)oct9_road_asks(&search, from, to);
            oct9_road_answer(&search, WITHIN(0, 1) == 1);
        }
    }
    return status;
}

int main(void)
{
    oct9_road_t road;
    const oct9_status_t status = open_any_road(&road);
    return status == OCT9_OK ? search_road(&road) : (int)status;
}
