/* SPDX-License-Identifier: MIT */
/* What routes cost on a board, in instructions, where sensors see what the map does not have.
 * Prints trips (bench/travel.h):
 *   boxed, boxed-road          among boxes, without a road map and with it
 *   anew, anew-road, guided    a box blocks the route that was found: the search begins anew,
 *                              without a road map and with it, or has that route as its guide */
#include "bench/travel.h"

enum { SLICED = 50, REPLANS = 500, BOX_HALF = 4 };

static oct9_point_t before[TRAVEL_POINTS];
static trip_live_t live;

static bool travel_boxed(const search_t *search, const oct9_map_t *below)
{
    const uint32_t part = bench_trips.sets == 0 ? 0 : bench_trips.count / bench_trips.sets;
    oct9_route_output_t output;
    oct9_map_t map;
    search_t boxed = *search;
    bool good = true;
    boxed.map = &map;
    for (uint32_t set = 0; set < bench_trips.sets && good; set++) {
        good = trip_live_begin(&live, below, &map) &&
               trip_live_add(&live, bench_trips.boxes[set], TRIP_BOXES);
        for (uint32_t i = set * part; i < (set + 1) * part && good; i++)
            good = travel(&boxed, &bench_trips.boxed[i], i % part < SLICED / bench_trips.sets,
                          &output);
    }
    return good;
}

static void spread(int32_t from, int32_t to, uint16_t *low, uint16_t *high)
{
    const int32_t cell = (from + to) / 2 / OCT9_CELL_Q6 + OCT9_CELLS / 2;
    *low = (uint16_t)(cell < BOX_HALF ? 0 : cell - BOX_HALF);
    *high = (uint16_t)(cell + BOX_HALF > OCT9_CELLS ? OCT9_CELLS : cell + BOX_HALF);
}

/* A box about the middle of a segment of the route that was found. */
static bool block(uint32_t segment)
{
    const oct9_point_t *from = &before[segment], *to = from + 1;
    oct9_box_t box;
    spread(from->x, to->x, &box.lo.x, &box.hi.x);
    spread(from->y, to->y, &box.lo.y, &box.hi.y);
    spread(from->z, to->z, &box.lo.z, &box.hi.z);
    return trip_live_add(&live, &box, 1);
}

/* Finds a route, blocks it, and finds another. Where the box is at an end, that is the answer. */
static bool replan(const oct9_map_t *below, const oct9_road_t *road, uint32_t number)
{
    const trip_t *trip = &bench_trips.trips[number];
    oct9_route_output_t output;
    oct9_map_t map;
    search_t search = { NULL, &map, road, NULL, 0, TRAVEL_NODES };
    if (!trip_live_begin(&live, below, &map) || !travel(&search, trip, false, &output) ||
        output.result != OCT9_ROUTE_FOUND)
        return false;
    for (uint32_t i = 0; i < output.count; i++)
        before[i] = travel_points[i];
    search.guide_count = output.count;
    if (!block(number % (output.count - 1u)))
        return false;
    const search_t anew = { "anew", &map, NULL, NULL, 0, TRAVEL_NODES };
    const search_t anew_road = { "anew-road", &map, road, NULL, 0, TRAVEL_NODES };
    const search_t guided = { "guided", &map, NULL, before, search.guide_count, TRAVEL_NODES };
    const bool sliced = number < SLICED;
    return travel(&anew, trip, sliced, &output) && travel(&anew_road, trip, sliced, &output) &&
           travel(&guided, trip, sliced, &output);
}

int main(void)
{
    oct9_map_t map;
    oct9_road_t road;
    if (!travel_begin(&map, &road))
        return 1;
    const search_t boxed = { "boxed", NULL, NULL, NULL, 0, TRAVEL_NODES };
    const search_t boxed_road = { "boxed-road", NULL, &road, NULL, 0, TRAVEL_NODES };
    bool good = travel_boxed(&boxed, &map) && travel_boxed(&boxed_road, &map);
    for (uint32_t i = 0; i < REPLANS && good; i++)
        good = replan(&map, &road, i);
    return good ? 0 : 1;
}
