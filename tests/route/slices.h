/* SPDX-License-Identifier: MIT */
/* Part of tests/calls/test_slices.c: the calls that go on, each with its query. */
#ifndef TESTS_ROUTE_SLICES_H
#define TESTS_ROUTE_SLICES_H

#include "tests/calls/slices_queries.h"

static oct9_point_t route_points[4];

/* A search goes on after a write: test_route_writes has its edits. */
static oct9_route_node_t route_nodes[32];
static const oct9_route_input_t route_input = { .body = { .radius_q6 = 30,
                                                          .rules = { .unknown = OCT9_PASSES } },
                                                .from = from,
                                                .to = to,
                                                .nodes = route_nodes,
                                                .nodes_count = 32,
                                                .points = route_points,
                                                .points_room = 4 };
static oct9_route_t route;
static oct9_route_output_t route_output;
static void begin_oct9_route_run(void)
{
    make_map();
    CHECK_EQ(oct9_route_begin(&route, &map, &route_input), OCT9_OK);
}
static int slice_oct9_route_run(void)
{
    return oct9_route_run(&route, 1, &route_output);
}
QUERY(oct9_route_run, no_edits);

/* As a search for a route. One vertex beside each end, and an edge. */
static uint16_t road_halves[] = { 0, 0, 0, 0, 0, 0, 1, 0 }; /* a tile; a row; edges */
static uint32_t road_words[] = { 99u | 99u << 9 | 99u << 18 | 1u << 27,
                                 104u | 109u << 9 | 109u << 18 | 1u << 27 };
static oct9_road_t road;
static oct9_road_place_t road_places[3];
static const oct9_frame_t road_frame = OCT9_FRAME(0, 0, 0, 1000);
static const oct9_road_input_t road_input = { .road = &road,
                                              .map = &map,
                                              .frame = &road_frame,
                                              .rules = { .unknown = OCT9_PASSES },
                                              .from_mm = { 99, 99, 99 },
                                              .to_mm = { 109, 109, 109 },
                                              .nodes = route_nodes,
                                              .nodes_count = 32,
                                              .places = road_places,
                                              .places_room = 3 };
static oct9_road_find_t road_find;
static oct9_road_output_t road_output;
static void begin_oct9_road_find_run(void)
{
    make_map();
    road.tiles = (oct9_rom_halves_t)oct9_rom_of_ram(road_halves);
    road.rows = road.tiles + 4;
    road.edges = road.rows + 2;
    road.vertices = (oct9_rom_words_t)oct9_rom_of_ram(road_words);
    road.cell_um = 1000;
    road.tile_count = 1;
    road.vertex_count = road.edge_count = 2;
    road.radius_q6 = 30;
    road.unknown = OCT9_PASSES;
    CHECK_EQ(oct9_road_find_begin(&road_find, &road_input), OCT9_OK);
}
static int slice_oct9_road_find_run(void)
{
    return oct9_road_find_run(&road_find, 1, &road_output);
}
QUERY(oct9_road_find_run, no_edits);

static const oct9_route_shorten_input_t shorten_input = { .body = { .radius_q6 = 30,
                                                                    .rules = all_pass },
                                                          .points = route_points,
                                                          .count = 3,
                                                          .room = 4,
                                                          .sweeps = 40 };
static oct9_route_shorten_t shorten;
static oct9_route_shorten_output_t shorten_output;
static void begin_oct9_route_shorten_run(void)
{
    static const oct9_point_t corners[3] = { to, from, POINT_FROM_LOW(6400, 7000, 6700) };
    make_map();
    memcpy(route_points, corners, sizeof corners);
    CHECK_EQ(oct9_route_shorten_begin(&shorten, &map, &shorten_input), OCT9_OK);
}
static int slice_oct9_route_shorten_run(void)
{
    return oct9_route_shorten_run(&shorten, 1, &shorten_output);
}
QUERY(oct9_route_shorten_run, map_edits);

static oct9_route_piece_t curve_pieces[8];
static const oct9_route_curve_input_t curve_input = { .body = { .radius_q6 = 30,
                                                                .rules = all_pass },
                                                      .points = route_points,
                                                      .count = 3,
                                                      .bend_q6 = 100,
                                                      .cut_q6 = 200,
                                                      .pieces = curve_pieces,
                                                      .pieces_room = 8 };
static oct9_route_curve_t curve;
static oct9_route_curve_output_t curve_output;
static void begin_oct9_route_curve_run(void)
{
    static const oct9_point_t corners[3] = { to, from, POINT_FROM_LOW(6400, 7000, 6700) };
    make_map();
    memcpy(route_points, corners, sizeof corners);
    CHECK_EQ(oct9_route_curve_begin(&curve, &map, &curve_input), OCT9_OK);
}
static int slice_oct9_route_curve_run(void)
{
    return oct9_route_curve_run(&curve, 1, &curve_output);
}
QUERY(oct9_route_curve_run, map_edits);

#endif
