/* SPDX-License-Identifier: MIT */
#include "bench/travel.h"

#include "boards/board.h"
#include "boards/print.h"
#include "oct9/sweep.h"

enum { SWEEPS = 12 };

oct9_point_t travel_points[TRAVEL_POINTS];
static oct9_route_t route;
static oct9_route_node_t nodes[TRAVEL_NODES];

bool travel_begin(oct9_map_t *map, oct9_road_t *road)
{
    static oct9_image_t image;
    if (oct9_image_open(&image, bench_trips.image, *bench_trips.image_size) != OCT9_OK ||
        oct9_road_open(road, bench_trips.road, *bench_trips.road_size, &image, TRIP_RADIUS) !=
            OCT9_OK)
        return false;
    *map = oct9_map_of_image(&image);
    return board_counter_unit() == BOARD_INSTRUCTIONS;
}

static oct9_status_t whole(const oct9_map_t *map, const oct9_route_input_t *input,
                           oct9_route_output_t *output, uint32_t *instructions)
{
    board_counter_begin();
    oct9_status_t status = oct9_route_begin(&route, map, input);
    if (status == OCT9_OK)
        do
            status = oct9_route_run(&route, UINT32_MAX, output);
        while (status == OCT9_AGAIN);
    *instructions = board_counter_end();
    return status;
}

static oct9_status_t in_slices(const oct9_map_t *map, const oct9_route_input_t *input,
                               oct9_route_output_t *output, uint32_t *dearest)
{
    oct9_status_t status = oct9_route_begin(&route, map, input);
    *dearest = 0;
    if (status == OCT9_OK)
        do {
            board_counter_begin();
            status = oct9_route_run(&route, 1, output);
            const uint32_t instructions = board_counter_end();
            if (*dearest < instructions)
                *dearest = instructions;
        } while (status == OCT9_AGAIN);
    return status;
}

static bool is_clear(const oct9_map_t *map, uint16_t count)
{
    const oct9_path_input_t input = { .points = travel_points,
                                      .count = count,
                                      .radius_q6 = TRIP_RADIUS };
    oct9_path_output_t output;
    return oct9_sweep_path(map, &input, &output) == OCT9_OK && output.sweep.hit == OCT9_HIT_NONE;
}

bool travel(const search_t *search, const trip_t *trip, bool sliced, oct9_route_output_t *output)
{
    const oct9_route_input_t input = { .body = { .radius_q6 = TRIP_RADIUS },
                                       .from = trip->from,
                                       .to = trip->to,
                                       .sweeps = SWEEPS,
                                       .guide = search->guide,
                                       .guide_count = search->guide_count,
                                       .road = search->road,
                                       .nodes = nodes,
                                       .nodes_count = search->nodes_count,
                                       .points = travel_points,
                                       .points_room = TRAVEL_POINTS };
    uint32_t instructions, slice = 0;
    if ((sliced && in_slices(search->map, &input, output, &slice) != OCT9_OK) ||
        whole(search->map, &input, output, &instructions) != OCT9_OK ||
        (output->count != 0 && !is_clear(search->map, output->count)))
        return false;
    if (search->what) {
        print_str(search->what);
        print_u32(output->result, 2);
        print_u32(instructions, 12);
        print_u32(slice, 8);
        print_u32(output->nodes_used, 6);
        print_u32(output->sweeps, 8);
        print_str("\n");
    }
    return true;
}
