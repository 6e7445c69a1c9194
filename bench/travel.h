/* SPDX-License-Identifier: MIT */
/* A trip on a board: what a search for a route costs, in instructions. */
#ifndef BENCH_TRAVEL_H
#define BENCH_TRAVEL_H

#include "bench/trips.h"
#include "oct9/road.h"

enum { TRAVEL_NODES = 4096, TRAVEL_POINTS = 128 };

/* How to search. */
typedef struct {
    const char *what; /* NULL: nothing is printed */
    const oct9_map_t *map;
    const oct9_road_t *road;
    const oct9_point_t *guide;
    uint16_t guide_count, nodes_count; /* at most TRAVEL_NODES */
} search_t;

/* The route that was found last. */
extern oct9_point_t travel_points[TRAVEL_POINTS];

/* Opens the image of the place, its map and its road map. False: they cannot be opened, or the
 * board counts no instructions. */
bool travel_begin(oct9_map_t *map, oct9_road_t *road);

/* Searches in one call, and before it, if `sliced`, with a budget of 1. What is found is swept.
 * Prints: WHAT RESULT INSTRUCTIONS SLICE NODES SWEEPS, where SLICE is what the dearest slice took,
 * or 0. False: an error, or the route is not clear. */
bool travel(const search_t *search, const trip_t *trip, bool sliced, oct9_route_output_t *output);

#endif
