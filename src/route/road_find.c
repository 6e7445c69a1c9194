/* SPDX-License-Identifier: MIT */
/* A search for the places that lead over a road map: at first straight to the end, and then by the
 * graph's search, which asks which vertices the sphere can go to from an end. Each is a motion in
 * the map that is about the robot. What is not in the cube of that map counts as blocked. */
#include "src/route/road.h"

#include "port/oct9_port.h"
#include "src/map/map.h"
#include "src/number/axes.h"
#include "src/number/magnitude.h"
#include "src/query/rules.h"
#include "src/route/edge.h"

enum { STRAIGHT, GRAPH, OVER };

/* What is swept: the road map's sphere. */
static void set_body(oct9_route_body_t *body, const oct9_road_input_t *input)
{
    body->radius_q6 = body->wide_q6 = input->road->radius_q6;
    body->price = 0;
    oct9_rules_copy(&body->rules, &input->rules);
    body->heights = NULL;
}

static oct9_status_t check_find(const oct9_road_input_t *input)
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
    const oct9_status_t status = check_find(input);
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
    find->map.tree = input->map->tree;
    find->map.image = input->map->image;
    find->generation = oct9_map_generation(input->map);
    find->moves = oct9_map_moves(input->map);
    find->phase = STRAIGHT;
    find->pending = false;
    find->again = 0;
    oct9_edge_reset(&find->edge);
    return OCT9_OK;
}

/* --- what was found --------------------------------------------------------------------------- */

/* Writes a place, if it has room. */
static void append_place(oct9_road_find_t *find, uint16_t vertex)
{
    const oct9_road_input_t *input = find->input;
    find->all++;
    if (find->count == input->places_room)
        return;
    oct9_road_place_t *place = &input->places[find->count++];
    place->vertex = vertex;
    if (vertex == OCT9_ROAD_GOAL)
        oct9_mm_copy(&place->at_mm, &input->to_mm);
    else
        oct9_road_mm(input->road, vertex, &place->at_mm);
}

/* True if the robot is at that node: in the cell, or beside it. */
static bool is_here(const oct9_route_graph_t *graph, uint16_t node)
{
    int32_t at[3];
    oct9_road_at(graph, node, at);
    for (unsigned a = 0; a < 3; a++)
        if (oct9_magnitude_between(at[a], graph->end[0][a]) > OCT9_CELL_Q6)
            return false;
    return true;
}

/* Ends with the places behind the start, from node to node. */
static void end_find(oct9_road_find_t *find, int result)
{
    const oct9_route_node_t *nodes = find->input->nodes;
    find->phase = OVER;
    find->result = (uint8_t)result;
    find->count = find->all = 0;
    find->from = OCT9_ROAD_START;
    if (result != OCT9_ROAD_FOUND)
        return;
    uint16_t node = nodes[0].parent;
    if (node != 1 && is_here(&find->graph, node)) {
        find->from = (uint16_t)(node - 2u);
        node = nodes[node].parent;
    }
    for (; node != 1; node = nodes[node].parent)
        append_place(find, (uint16_t)(node - 2u));
    append_place(find, OCT9_ROAD_GOAL);
}

/* --- motions ---------------------------------------------------------------------------------- */

static void take_motion(oct9_road_find_t *find, bool clear)
{
    find->pending = false;
    if (find->phase == GRAPH) {
        oct9_road_answer(&find->graph, clear);
        return;
    }
    find->phase = GRAPH;
    if (clear) {
        find->input->nodes[0].parent = 1;
        end_find(find, OCT9_ROAD_FOUND);
    }
}

static void ask_map(oct9_road_find_t *find, const oct9_route_body_t *body, const int32_t from[3],
                    const int32_t to[3], bool first)
{
    oct9_point_t ends[2];
    find->pending = oct9_road_to_point(from, find->corner, &ends[0]) &&
                    oct9_road_to_point(to, find->corner, &ends[1]);
    if (find->pending)
        oct9_edge_begin(&find->edge, &find->map, body, &ends[0], &ends[1], first);
    else
        take_motion(find, false);
}

/* A motion that has begun anew once counts as blocked. */
static void take_write(oct9_road_find_t *find, const oct9_route_body_t *body)
{
    find->generation = oct9_map_generation(&find->map);
    if (!find->pending)
        return;
    if (find->edge.motions == find->again) {
        take_motion(find, false);
        return;
    }
    oct9_edge_again(&find->edge, &find->map, body);
    find->again = find->edge.motions;
}

/* --- slices ----------------------------------------------------------------------------------- */

static void go_on_graph(oct9_road_find_t *find, const oct9_route_body_t *body, uint32_t *budget)
{
    const int status = oct9_road_go(&find->graph, budget);
    if (status == OCT9_ROAD_ASKS) {
        int32_t from[3], to[3];
        const bool first = oct9_road_asks(&find->graph, from, to);
        ask_map(find, body, from, to, first);
    } else if (status != OCT9_AGAIN) {
        end_find(find, status);
    }
}

/* Goes on until the search ends or the budget is used up. */
static void go_on_finding(oct9_road_find_t *find, const oct9_route_body_t *body, uint32_t budget)
{
    while (budget != 0 && find->phase != OVER) {
        if (find->pending) {
            const int answer = oct9_edge_go(&find->edge, body, &budget);
            if (answer == OCT9_AGAIN)
                break;
            take_motion(find, answer != OCT9_EDGE_BLOCKED);
        } else if (find->phase == GRAPH) {
            go_on_graph(find, body, &budget);
        } else if (oct9_road_shut(&find->graph, 0, 1)) {
            find->phase = GRAPH;
        } else {
            ask_map(find, body, find->graph.end[0], find->graph.end[1], true);
        }
    }
}

oct9_status_t oct9_road_find_run(oct9_road_find_t *find, uint32_t budget,
                                 oct9_road_output_t *output)
{
    OCT9_ASSERT(find && output);
    oct9_route_body_t body;
    if (budget == 0)
        return OCT9_REFUSE();
    if (oct9_map_moves(&find->map) != find->moves)
        return OCT9_ERR_STALE;
    if (oct9_map_written(&find->map) % 2u == 0) {
        set_body(&body, find->input);
        if (oct9_map_stale(&find->map, find->generation))
            take_write(find, &body);
        go_on_finding(find, &body, budget);
    }
    output->sweeps = find->edge.sweeps;
    output->leaves = find->edge.leaves_visited;
    output->nodes = find->edge.nodes_visited;
    if (find->phase != OVER)
        return OCT9_AGAIN;
    output->result = (oct9_road_result_t)find->result;
    output->count = find->count;
    output->all = find->all;
    output->from = find->from;
    return OCT9_OK;
}
