/* SPDX-License-Identifier: MIT */
/* What routes through a place cost on a board, in instructions. Prints the trips
 * (bench/travel.h): without a road map, with it, and without it with an eighth of the nodes:
 * lattice, road and small. */
#include "bench/travel.h"

enum { SMALL_NODES = 512, SLICED = 50 };

static bool travel_all(const search_t *search)
{
    oct9_route_output_t output;
    bool good = true;
    for (uint32_t i = 0; i < bench_trips.count && good; i++)
        good = travel(search, &bench_trips.trips[i], i < SLICED, &output);
    return good;
}

int main(void)
{
    oct9_map_t map;
    oct9_road_t road;
    if (!travel_begin(&map, &road))
        return 1;
    const search_t lattice = { "lattice", &map, NULL, NULL, 0, TRAVEL_NODES };
    const search_t by_road = { "road", &map, &road, NULL, 0, TRAVEL_NODES };
    const search_t small = { "small", &map, NULL, NULL, 0, SMALL_NODES };
    return travel_all(&lattice) && travel_all(&by_road) && travel_all(&small) ? 0 : 1;
}
