/* SPDX-License-Identifier: MIT */
/* What routes through geb079 cost on a board, in instructions: the whole search in one call, and
 * the dearest slice of a budget of 1; without a road map and with it. Prints for each trip: lattice
 * or road RESULT INSTRUCTIONS SLICE NODES SWEEPS, where SLICE is 0 if the trip was not made in
 * slices. */
#include "bench/trips.h"
#include "boards/board.h"
#include "boards/print.h"
#include "oct9/route.h"

extern const unsigned char oct9_map_geb079_80[];
extern const uint32_t oct9_map_geb079_80_size;
extern const unsigned char oct9_road_geb079_80[];
extern const uint32_t oct9_road_geb079_80_size;

enum { NODES = 4096, POINTS = 128, SWEEPS = 12, SLICED = 50 };

static oct9_image_t image;
static oct9_route_t route;
static oct9_route_node_t nodes[NODES];
static oct9_point_t points[POINTS];

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

static bool travel(const char *what, const oct9_map_t *map, const oct9_route_road_t *road)
{
    for (uint32_t i = 0; i < bench_trip_count; i++) {
        const oct9_route_input_t input = { .body = { .radius_q6 = TRIP_RADIUS },
                                           .from = bench_trip[i].from,
                                           .to = bench_trip[i].to,
                                           .sweeps = SWEEPS,
                                           .road = road,
                                           .nodes = nodes,
                                           .nodes_count = NODES,
                                           .points = points,
                                           .points_room = POINTS };
        oct9_route_output_t output;
        uint32_t instructions, slice = 0;
        if ((i < SLICED && in_slices(map, &input, &output, &slice) != OCT9_OK) ||
            whole(map, &input, &output, &instructions) != OCT9_OK)
            return false;
        print_str(what);
        print_u32(output.result, 2);
        print_u32(instructions, 12);
        print_u32(slice, 8);
        print_u32(output.nodes_used, 6);
        print_u32(output.sweeps, 8);
        print_str("\n");
    }
    return true;
}

int main(void)
{
    oct9_route_road_t road;
    if (oct9_image_open(&image, oct9_map_geb079_80, oct9_map_geb079_80_size) != OCT9_OK ||
        oct9_route_road_open(&road, oct9_road_geb079_80, oct9_road_geb079_80_size, &image,
                             TRIP_RADIUS) != OCT9_OK ||
        board_counter_unit() != BOARD_INSTRUCTIONS)
        return 1;
    const oct9_map_t map = oct9_map_of_image(&image);
    return travel("lattice", &map, NULL) && travel("road", &map, &road) ? 0 : 1;
}
