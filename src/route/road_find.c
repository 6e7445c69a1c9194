/* SPDX-License-Identifier: MIT */
/* A search for the places that lead over a road map. The graph's search asks which vertices the
 * sphere can go to from an end: a motion in the map that is about the robot. What is not in the
 * cube of that map counts as blocked. */
#include "src/route/road.h"

#include "port/oct9_port.h"
#include "src/map/map.h"
#include "src/number/axes.h"
#include "src/query/rules.h"
#include "src/route/edge.h"

/* What is swept: the road map's sphere. */
static void set_body(oct9_route_body_t *body, const oct9_road_input_t *input)
{
    body->radius_q6 = body->wide_q6 = input->road->radius_q6;
    body->price = 0;
    oct9_rules_copy(&body->rules, &input->rules);
    body->heights = NULL;
}

static oct9_status_t check(const oct9_road_input_t *input)
{
    const oct9_road_t *road = input->road;
    oct9_route_body_t body;
    set_body(&body, input);
    if (input->nodes_count < road->vertex_count + (uint32_t)2 || input->places_room == 0 ||
        road->unknown != (uint8_t)input->rules.unknown || road->cell_um % 125u != 0 ||
        road->cell_um != input->frame->cell_um)
        return OCT9_REFUSE();
    return oct9_edge_check(&body, input->map);
}

oct9_status_t oct9_road_find_begin(oct9_road_find_t *find, const oct9_road_input_t *input)
{
    OCT9_ASSERT(find && input && input->road && input->map && input->frame && input->nodes &&
                input->places);
    OCT9_ASSERT(input->shut || input->shut_count == 0);
    const oct9_status_t status = check(input);
    if (status != OCT9_OK)
        return status;
    oct9_route_graph_t *graph = &find->graph;
    if (!oct9_road_of_mm(input->road, &input->from_mm, graph->end[0]) ||
        !oct9_road_of_mm(input->road, &input->to_mm, graph->end[1]) ||
        !oct9_road_of_mm(input->road, &input->frame->origin_mm, find->corner))
        return OCT9_ERR_RANGE;
    graph->shut = input->shut;
    graph->shut_count = input->shut_count;
    oct9_road_begin(graph, input->road, input->nodes);
    find->input = input;
    find->generation = oct9_map_generation(input->map);
    find->moves = oct9_map_moves(input->map);
    find->pending = false;
    find->again = 0;
    oct9_edge_reset(&find->edge);
    return OCT9_OK;
}

/* --- motions ---------------------------------------------------------------------------------- */

static void ask(oct9_road_find_t *find, const oct9_route_body_t *body)
{
    int32_t from[3], to[3];
    oct9_point_t ends[2];
    const bool first = oct9_road_asks(&find->graph, from, to);
    find->pending = oct9_road_to_point(from, find->corner, &ends[0]) &&
                    oct9_road_to_point(to, find->corner, &ends[1]);
    if (find->pending)
        oct9_edge_begin(&find->edge, find->input->map, body, &ends[0], &ends[1], first);
    else
        oct9_road_answer(&find->graph, false);
}

static void note_change(oct9_road_find_t *find, const oct9_route_body_t *body)
{
    find->generation = oct9_map_generation(find->input->map);
    if (!find->pending)
        return;
    if (find->edge.motions == find->again) {
        find->pending = false;
        oct9_road_answer(&find->graph, false);
        return;
    }
    oct9_edge_again(&find->edge, find->input->map, body);
    find->again = find->edge.motions;
}

/* --- slices ----------------------------------------------------------------------------------- */

/* Goes on until the search ends or the budget is used up. */
static int go_on(oct9_road_find_t *find, const oct9_route_body_t *body, uint32_t budget)
{
    int status = OCT9_AGAIN;
    while (budget != 0) {
        if (find->pending) {
            const int answer = oct9_edge_go(&find->edge, body, &budget);
            if (answer == OCT9_AGAIN)
                break;
            find->pending = false;
            oct9_road_answer(&find->graph, answer != OCT9_EDGE_BLOCKED);
        } else {
            status = oct9_road_go(&find->graph, &budget);
            if (status != OCT9_ROAD_ASKS)
                break;
            ask(find, body);
            status = OCT9_AGAIN;
        }
    }
    return status;
}

/* Writes the places behind the start, from node to node. */
static void write_places(const oct9_road_input_t *input, oct9_road_output_t *output)
{
    uint16_t node = 0;
    output->all = output->count = 0;
    do {
        oct9_road_place_t *place = &input->places[output->count];
        node = input->nodes[node].parent;
        output->all++;
        if (output->count == input->places_room)
            continue;
        output->count++;
        place->vertex = node == 1 ? OCT9_ROAD_GOAL : (uint16_t)(node - 2u);
        if (node == 1)
            oct9_mm_copy(&place->at_mm, &input->to_mm);
        else
            oct9_road_mm(input->road, node - 2u, &place->at_mm);
    } while (node != 1);
}

oct9_status_t oct9_road_find_run(oct9_road_find_t *find, uint32_t budget,
                                 oct9_road_output_t *output)
{
    OCT9_ASSERT(find && output);
    const oct9_map_t *map = find->input->map;
    oct9_route_body_t body;
    set_body(&body, find->input);
    if (budget == 0)
        return OCT9_REFUSE();
    if (oct9_map_moves(map) != find->moves)
        return OCT9_ERR_STALE;
    int status = OCT9_AGAIN;
    if (oct9_map_written(map) % 2u == 0) {
        if (oct9_map_stale(map, find->generation))
            note_change(find, &body);
        status = go_on(find, &body, budget);
    }
    output->sweeps = find->edge.sweeps;
    output->leaves = find->edge.leaves_visited;
    output->nodes = find->edge.nodes_visited;
    if (status == OCT9_AGAIN)
        return OCT9_AGAIN;
    output->result = (oct9_road_result_t)status;
    output->all = output->count = 0;
    if (status == OCT9_ROAD_FOUND)
        write_places(find->input, output);
    return OCT9_OK;
}
