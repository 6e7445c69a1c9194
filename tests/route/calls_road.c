/* SPDX-License-Identifier: MIT */
/* A road map of 25 vertices: opened, and searched for what leads from one side to
 * the other. */
#include "bench/calls.h"
#include "bench/calls_part.h"
#include "oct9/road.h"
#include "tests/route/road_table.h"

static const oct9_map_t *map;
static oct9_frame_t frame;
static oct9_route_node_t nodes[VERTICES + 2];
static oct9_road_place_t places[VERTICES + 1];
static oct9_road_find_t find;

static void open_map(void)
{
    write_table();
    for (unsigned i = 0; i < CALLS_CASES; i++) {
        oct9_status_t status;
        CALL(status = oct9_road_open(&road, oct9_rom_of_ram(table.bytes), BYTES, &image, RADIUS));
        calls_answer((uint32_t)status);
    }
}

static void open_world(void)
{
    static oct9_world_input_t input;
    static oct9_world_t world;
    write_table();
    input.bytes = oct9_rom_of_ram(map_bytes.bytes);
    world.input = &input;
    world.base = frame;
    for (unsigned i = 0; i < CALLS_CASES; i++) {
        oct9_status_t status;
        CALL(status = oct9_road_open_world(&road, oct9_rom_of_ram(table.bytes), BYTES, &world,
                                           RADIUS));
        calls_answer((uint32_t)status);
    }
}

static oct9_road_input_t question(void)
{
    oct9_road_input_t input = { .road = &road,
                                .map = map,
                                .frame = &frame,
                                .from_mm = { 205, 106, 57 },
                                .to_mm = { 245, 134, 57 },
                                .nodes = nodes,
                                .nodes_count = VERTICES + 2,
                                .places = places,
                                .places_room = VERTICES + 1 };
    input.from_mm.x += (int32_t)calls_below(40);
    input.to_mm.y -= (int32_t)calls_below(28);
    return input;
}

static void begin(void)
{
    (void)open();
    for (unsigned i = 0; i < CALLS_CASES; i++) {
        const oct9_road_input_t input = question();
        oct9_status_t status;
        CALL(status = oct9_road_find_begin(&find, &input));
        calls_answer((uint32_t)status);
    }
}

static void run(void)
{
    (void)open();
    for (unsigned i = 0; i < CALLS_CASES; i++) {
        const oct9_road_input_t input = question();
        oct9_road_output_t output = { 0 };
        oct9_status_t status;
        (void)oct9_road_find_begin(&find, &input);
        CALL(status = oct9_road_find_run(&find, UINT32_MAX, &output));
        calls_answer((uint32_t)status + 8u * output.all);
        calls_answer((uint32_t)places[0].at_mm.x ^ output.sweeps << 16);
    }
}

static const call_t call[] = { { "road_open", open_map },
                               { "road_open_world", open_world },
                               { "road_find_begin", begin },
                               { "road_find_run", run } };

int main(void)
{
    map = part_map();
    (void)oct9_mm_frame(&frame, &(oct9_mm_t){ 5, 6, 7 }, 1000);
    return map != NULL ? calls_run(call, sizeof call / sizeof call[0]) : 1;
}
