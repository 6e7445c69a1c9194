/* SPDX-License-Identifier: MIT */
/* Routes of spheres of 0.15 m to places 2 m away, in 192 nodes; polylines of 4 points, shortened
 * and rounded. */
#include "bench/calls.h"
#include "bench/calls_part.h"
#include "oct9/route.h"

enum { NODES = 192, ROOM = 24, CORNERS = 4, SWEEPS = 20, PIECES = 2 * CORNERS };

static const oct9_rules_t rules = { .unknown = OCT9_PASSES, .outside = OCT9_FREE };
static const oct9_map_t *map;
static oct9_route_t route;
static oct9_route_shorten_t shorten;
static oct9_route_node_t nodes[NODES];
static oct9_point_t points[ROOM];
static oct9_route_curve_t curve;
static oct9_route_piece_t pieces[PIECES];

static oct9_route_input_t question(void)
{
    oct9_route_input_t input = { .body = { .radius_q6 = PART_150_MM, .rules = rules },
                                 .nodes = nodes,
                                 .nodes_count = NODES,
                                 .points = points,
                                 .points_room = ROOM };
    input.from = part_free();
    input.to = part_away(&input.from, PART_2_M);
    return input;
}

static void begin(void)
{
    for (unsigned i = 0; i < CALLS_CASES; i++) {
        const oct9_route_input_t input = question();
        oct9_status_t status;
        CALL(status = oct9_route_begin(&route, map, &input));
        calls_answer((uint32_t)status);
    }
}

static void run(void)
{
    for (unsigned i = 0; i < CALLS_CASES; i++) {
        const oct9_route_input_t input = question();
        oct9_route_output_t output;
        oct9_status_t status = oct9_route_begin(&route, map, &input);
        CALL(status = oct9_route_run(&route, UINT32_MAX, &output));
        calls_answer((uint32_t)status);
        calls_answer((uint32_t)output.result);
        calls_answer(output.count);
        calls_answer(output.sweeps);
    }
}

static oct9_route_shorten_input_t polyline(void)
{
    const oct9_route_shorten_input_t input = { .body = { .radius_q6 = PART_150_MM, .rules = rules },
                                               .points = points,
                                               .count = CORNERS,
                                               .room = ROOM,
                                               .sweeps = SWEEPS };
    points[0] = part_free();
    for (unsigned i = 1; i < CORNERS; i++)
        points[i] = part_away(&points[i - 1], PART_1_M);
    return input;
}

static void shorten_begin(void)
{
    for (unsigned i = 0; i < CALLS_CASES; i++) {
        const oct9_route_shorten_input_t input = polyline();
        oct9_status_t status;
        CALL(status = oct9_route_shorten_begin(&shorten, map, &input));
        calls_answer((uint32_t)status);
    }
}

static void shorten_run(void)
{
    for (unsigned i = 0; i < CALLS_CASES; i++) {
        const oct9_route_shorten_input_t input = polyline();
        oct9_route_shorten_output_t output;
        oct9_status_t status = oct9_route_shorten_begin(&shorten, map, &input);
        CALL(status = oct9_route_shorten_run(&shorten, UINT32_MAX, &output));
        calls_answer((uint32_t)status);
        calls_answer(output.count);
        calls_answer(output.sweeps);
    }
}

static oct9_route_curve_input_t rounding(void)
{
    const oct9_route_shorten_input_t line = polyline();
    const oct9_route_curve_input_t input = { .body = line.body,
                                             .points = points,
                                             .count = CORNERS,
                                             .bend_q6 = PART_150_MM,
                                             .cut_q6 = PART_150_MM,
                                             .pieces = pieces,
                                             .pieces_room = PIECES };
    return input;
}

static void curve_begin(void)
{
    for (unsigned i = 0; i < CALLS_CASES; i++) {
        const oct9_route_curve_input_t input = rounding();
        oct9_status_t status;
        CALL(status = oct9_route_curve_begin(&curve, map, &input));
        calls_answer((uint32_t)status);
    }
}

static void curve_run(void)
{
    for (unsigned i = 0; i < CALLS_CASES; i++) {
        const oct9_route_curve_input_t input = rounding();
        oct9_route_curve_output_t output;
        oct9_status_t status = oct9_route_curve_begin(&curve, map, &input);
        CALL(status = oct9_route_curve_run(&curve, UINT32_MAX, &output));
        calls_answer((uint32_t)status);
        calls_answer(output.count);
        calls_answer(output.corners);
    }
}

static const call_t call[] = { { "route_begin", begin },
                               { "route_run", run },
                               { "route_shorten_begin", shorten_begin },
                               { "route_shorten_run", shorten_run },
                               { "route_curve_begin", curve_begin },
                               { "route_curve_run", curve_run } };

int main(void)
{
    map = part_map();
    return map != NULL ? calls_run(call, sizeof call / sizeof call[0]) : 1;
}
