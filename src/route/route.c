/* SPDX-License-Identifier: MIT */
/* A search for a route, phase by phase: the two ends; the legs, to each point of the guide and to
 * the goal, straight or by leg.c; then all of it is shortened.
 *
 * In each phase a step either begins a motion (`pending`) or goes to another phase. When a
 * motion has been swept, the phase takes the answer. */
#include "oct9/route.h"

#include "port/oct9_port.h"
#include "src/map/map.h"
#include "src/number/axes.h"
#include "src/number/magnitude.h"
#include "src/route/edge.h"
#include "src/route/lattice.h"
#include "src/route/leg.h"
#include "src/route/road.h"
#include "src/route/shorten.h"
#include "src/route/witness.h"

enum { LOOK_CELLS = 8, LOOK_EDGE = 2 * LOOK_CELLS + 1 };

static bool has_points(const oct9_route_t *route)
{
    return route->result == OCT9_ROUTE_FOUND || route->result == OCT9_ROUTE_FULL;
}

/* The search has ended. If the map was written to, only what is so now counts. */
static void end_search(oct9_route_t *route)
{
    route->phase = OCT9_PHASE_DONE;
    route->leap = 0;
    if (route->changed)
        route->phase = route->result == OCT9_ROUTE_NONE ? OCT9_PHASE_STALE : OCT9_PHASE_CONFIRM;
}

/* --- legs ------------------------------------------------------------------------------------- */

/* Writes a point. Returns false if there is no room. What is left of a guide that the road map gave
 * stands at the end of the points. */
static bool append_point(oct9_route_t *route, const oct9_point_t *point)
{
    unsigned room = route->input->points_room;
    if (route->input->guide_count == 0 && route->leg < route->guide_count)
        room -= route->guide_count - (unsigned)route->leg;
    if (route->number >= room)
        return false;
    oct9_point_copy(&route->input->points[route->number++], point);
    oct9_point_copy(&route->here, point);
    return true;
}

/* Goes on with what was written. */
static void begin_rounds(oct9_route_t *route, oct9_route_result_t result)
{
    oct9_route_rounds_t *rounds = &route->rounds;
    rounds->body = &route->input->body;
    rounds->map = &route->map;
    rounds->edge = &route->edge;
    rounds->points = route->input->points;
    rounds->room = route->input->points_room;
    rounds->left = route->input->sweeps;
    oct9_rounds_begin(rounds, route->number);
    route->result = (uint8_t)result;
    route->phase = OCT9_PHASE_SHORTEN;
}

/* Points of a guide that are at no allowed height are left out. */
static void go_next_leg(oct9_route_t *route)
{
    const oct9_point_t *to = &route->goal;
    while (route->leg < route->guide_count &&
           !oct9_edge_height(&route->input->body, &route->guide[route->leg]))
        route->leg++;
    if (oct9_leg_last(route)) {
        begin_rounds(route, OCT9_ROUTE_FOUND);
        return;
    }
    if (route->leg < route->guide_count)
        to = &route->guide[route->leg];
    oct9_point_copy(&route->there, to);
    route->leg++;
    route->phase = OCT9_PHASE_STRAIGHT;
}

/* Begins the legs, along a guide or not. */
static void begin_legs(oct9_route_t *route, const oct9_point_t *guide, uint16_t guide_count)
{
    route->guide = guide;
    route->guide_count = guide_count;
    route->number = route->leg = 0;
    route->full = false;
    (void)append_point(route, &route->input->from);
    go_next_leg(route);
}

/* The search's memory or the room for points is full. Where that is so along a guide, once more
 * without it. */
static void no_more_room(oct9_route_t *route)
{
    if (route->guide_count != 0)
        begin_legs(route, NULL, 0);
    else
        begin_rounds(route, OCT9_ROUTE_FULL);
}

static void go_straight(oct9_route_t *route)
{
    if (append_point(route, &route->there))
        go_next_leg(route);
    else
        no_more_room(route);
}

/* To the goal there may be a better leg than one that has the price. */
static void take_straight(oct9_route_t *route, int answer)
{
    const bool last = oct9_leg_last(route);
    route->straight = answer != OCT9_EDGE_BLOCKED;
    if (!route->straight && !last)
        route->phase = OCT9_PHASE_GUIDE;
    else if (answer != OCT9_EDGE_CLEAR && last)
        oct9_leg_begin(route);
    else
        go_straight(route);
}

/* Writes the nodes of a leg. Returns false if there is no room. */
static bool write_leg(oct9_route_t *route)
{
    const oct9_route_node_t *nodes = route->input->nodes;
    for (uint16_t node = nodes[0].parent; node != OCT9_LATTICE_END; node = nodes[node].parent) {
        oct9_point_t at;
        oct9_lattice_point(&route->lattice, node, &at);
        if (!append_point(route, &at))
            return false;
    }
    return true;
}

/* A leg has ended. Where there is none along the guide, once more without it. */
static void take_leg(oct9_route_t *route)
{
    const bool found = route->phase == OCT9_PHASE_LEG_FOUND;
    if (!found && route->straight)
        go_straight(route);
    else if (!found && route->guide_count != 0)
        begin_legs(route, NULL, 0);
    else if (route->phase == OCT9_PHASE_LEG_NONE)
        end_search(route);
    else if (write_leg(route) && found)
        go_next_leg(route);
    else
        no_more_room(route);
}

/* --- the road map ----------------------------------------------------------------------------- */

/* It is of this map: both have the same corner. */
static const int32_t no_corner[3] = { 0, 0, 0 };

/* The ends are clear: the legs begin, along the input's guide or that of the road map. */
static void take_ends(oct9_route_t *route)
{
    const oct9_route_input_t *input = route->input;
    route->result = OCT9_ROUTE_NONE;
    if (input->guide_count == 0 && input->road &&
        oct9_road_fits(input->road, &input->body, input->nodes_count)) {
        oct9_road_of_point(&input->from, no_corner, route->graph.end[0]);
        oct9_road_of_point(&route->goal, no_corner, route->graph.end[1]);
        route->graph.shut_count = 0;
        oct9_road_begin(&route->graph, input->road, input->nodes);
        route->phase = OCT9_PHASE_ROAD;
    } else {
        begin_legs(route, input->guide, input->guide_count);
    }
}

static void vertex_point(const oct9_route_graph_t *graph, uint16_t node, oct9_point_t *point)
{
    int32_t at[3];
    oct9_road_at(graph, node, at);
    (void)oct9_road_to_point(at, no_corner, point);
}

/* Writes the vertices that were found at the end of the points, as a guide. Where they take more
 * than half of the room, there is none. */
static void take_road(oct9_route_t *route)
{
    const oct9_route_input_t *input = route->input;
    unsigned count = 0, node;
    for (node = input->nodes[0].parent; node != 1; node = input->nodes[node].parent)
        count++;
    if (count > input->points_room / 2u)
        count = 0;
    oct9_point_t *const guide = &input->points[input->points_room - count];
    node = input->nodes[0].parent;
    for (unsigned i = 0; i < count; i++, node = input->nodes[node].parent)
        vertex_point(&route->graph, (uint16_t)node, &guide[i]);
    route->most = (uint16_t)(input->road->vertex_count + 2u); /* nothing has been before */
    begin_legs(route, guide, (uint16_t)count);
}

static void go_on_road(oct9_route_t *route, uint32_t *budget)
{
    const int status = oct9_road_go(&route->graph, budget);
    if (status == OCT9_ROAD_ASKS) {
        int32_t from[3], to[3];
        oct9_point_t ends[2];
        const bool first = oct9_road_asks(&route->graph, from, to);
        (void)oct9_road_to_point(from, no_corner, &ends[0]);
        (void)oct9_road_to_point(to, no_corner, &ends[1]);
        oct9_leg_ask(route, &ends[0], &ends[1], first);
    } else if (status == OCT9_ROAD_FOUND) {
        take_road(route);
    } else if (status == OCT9_ROAD_NONE) {
        begin_legs(route, NULL, 0);
    }
}

/* --- the ends --------------------------------------------------------------------------------- */

static const oct9_point_t *blocked_end(const oct9_route_t *route)
{
    return route->result == OCT9_ROUTE_FROM_BLOCKED ? &route->input->from : &route->input->to;
}

/* The start is clear. It may be near enough to the goal. */
static void take_from(oct9_route_t *route)
{
    const uint32_t near = route->input->near_q6;
    route->phase = OCT9_PHASE_TO;
    if (near != 0 && oct9_leg_square(&route->input->from, &route->input->to) <= near * near) {
        route->number = route->guide_count = 0;
        (void)append_point(route, &route->input->from);
        begin_rounds(route, OCT9_ROUTE_FOUND);
    }
}

/* There is a place near the blocked end. */
static bool clear_set(const oct9_route_t *route)
{
    return route->best2 != UINT32_MAX;
}

static void begin_look(oct9_route_t *route, oct9_route_result_t result)
{
    route->result = (uint8_t)result;
    route->phase = OCT9_PHASE_LOOK;
    route->number = 0;
    route->best2 = UINT32_MAX;
}

/* The centre of the next cell around the blocked end, moved to an allowed height. False if the
 * sphere is not to be tried there. */
static bool next_place(oct9_route_t *route, oct9_point_t *at)
{
    const oct9_heights_t *heights = route->input->body.heights;
    const oct9_point_t *end = blocked_end(route);
    unsigned number = route->number++;
    uint32_t key = 0;
    for (unsigned a = 0; a < 3; a++) {
        const uint32_t from_low = (uint32_t)(oct9_point_axis(end, a) - 2 * OCT9_LOW_Q6);
        const uint32_t cell = from_low / OCT9_CELL_Q6 + number % LOOK_EDGE - LOOK_CELLS - 256u;
        if (cell >= OCT9_CELLS)
            return false;
        key |= cell << 9u * a;
        number /= LOOK_EDGE;
    }
    oct9_key_centre(key, heights, at);
    const int32_t middle = oct9_cell_low(key >> 18) + OCT9_CELL_Q6 / 2;
    return oct9_magnitude_between(at->z, middle) <= OCT9_CELL_Q6 / 2 &&
           oct9_leg_square(at, end) < route->best2;
}

static void look_for_place(oct9_route_t *route)
{
    const uint32_t near = route->input->near_q6;
    oct9_point_t at;
    if (route->number < LOOK_EDGE * LOOK_EDGE * LOOK_EDGE) {
        if (next_place(route, &at))
            oct9_leg_ask(route, &at, &at, false);
    } else if (route->result == OCT9_ROUTE_TO_BLOCKED && route->best2 <= near * near) {
        take_ends(route);
    } else {
        end_search(route);
    }
}

static void take_place(oct9_route_t *route)
{
    oct9_point_copy(&route->goal, &route->edge.sweep.from);
    route->best2 = oct9_leg_square(&route->goal, blocked_end(route));
}

/* --- a map that is written to ----------------------------------------------------------------- */

/* Sweeps the next segment of what was found; or the blocked end, and the place beside it. */
static void confirm(oct9_route_t *route)
{
    const bool points = has_points(route);
    const oct9_point_t *from = points           ? &route->input->points[route->leap]
                             : route->leap == 0 ? blocked_end(route)
                                                : &route->goal;
    const unsigned count = points ? route->number : clear_set(route) ? 3 : 2;
    const bool first = route->leap == 0 && route->result != OCT9_ROUTE_TO_BLOCKED;
    if (route->leap == 0 || route->leap + 1u < count)
        oct9_leg_ask(route, from, points && count > 1 ? from + 1 : from, first);
    else
        route->phase = OCT9_PHASE_DONE;
}

static void take_confirmed(oct9_route_t *route, bool clear)
{
    const bool expected = has_points(route) || route->leap != 0;
    route->leap++;
    if (clear != expected)
        route->phase = OCT9_PHASE_STALE;
}

/* Nothing was asked before the first motion. */
static void note_change(oct9_route_t *route)
{
    route->generation = oct9_map_generation(&route->map);
    route->changed = route->phase != OCT9_PHASE_FROM || route->pending;
    oct9_witness_begin(&route->witnesses);
    if (route->phase == OCT9_PHASE_GROW || route->phase == OCT9_PHASE_JOIN)
        oct9_lattice_unblock(&route->lattice);
    const bool pending = route->pending ||
                         (route->phase == OCT9_PHASE_SHORTEN && route->rounds.pending);
    /* A motion that does not end between two writes never ends, and so it is with all that was
     * found: it has begun in the middle of a slice, and now it has a whole one. */
    if (route->phase == OCT9_PHASE_CONFIRM && !route->anew) {
        route->anew = true;
        route->pending = false;
        route->leap = 0;
    } else if (route->phase >= OCT9_PHASE_CONFIRM ||
               (pending && route->edge.motions == route->again)) {
        route->phase = OCT9_PHASE_STALE;
    } else if (pending) {
        oct9_edge_again(&route->edge, &route->map, &route->input->body);
        route->again = route->edge.motions;
    }
}

/* The map was written to in the slice that ended the search, by an interrupt. */
static void note_late_change(oct9_route_t *route)
{
    route->generation = oct9_map_generation(&route->map);
    route->changed = true;
    end_search(route);
    if (route->anew)
        route->phase = OCT9_PHASE_STALE;
    route->anew = true;
}

/* --- the phases ------------------------------------------------------------------------------- */

static void step_search(oct9_route_t *route)
{
    const oct9_point_t *from = &route->input->from, *to = &route->input->to;
    switch (route->phase) {
    case OCT9_PHASE_FROM: oct9_leg_ask(route, from, from, true); break;
    case OCT9_PHASE_TO: oct9_leg_ask(route, to, to, false); break;
    case OCT9_PHASE_LOOK: look_for_place(route); break;
    case OCT9_PHASE_STRAIGHT:
        oct9_leg_ask(route, &route->here, &route->there, oct9_leg_first(route));
        break;
    case OCT9_PHASE_GUIDE: oct9_leg_ask(route, &route->there, &route->there, false); break;
    case OCT9_PHASE_CONFIRM: confirm(route); break;
    case OCT9_PHASE_GROW:
    case OCT9_PHASE_THIN: oct9_leg_step(route); break;
    default: take_leg(route); break;
    }
}

static void take_answer(oct9_route_t *route, int answer)
{
    const bool clear = answer != OCT9_EDGE_BLOCKED;
    switch (route->phase) {
    case OCT9_PHASE_FROM:
        if (clear)
            take_from(route);
        else
            begin_look(route, OCT9_ROUTE_FROM_BLOCKED);
        break;
    case OCT9_PHASE_TO:
        if (clear)
            take_ends(route);
        else
            begin_look(route, OCT9_ROUTE_TO_BLOCKED);
        break;
    case OCT9_PHASE_LOOK:
        if (clear)
            take_place(route);
        break;
    case OCT9_PHASE_ROAD: oct9_road_answer(&route->graph, clear); break;
    case OCT9_PHASE_STRAIGHT: take_straight(route, answer); break;
    case OCT9_PHASE_GUIDE:
        if (clear)
            oct9_leg_begin(route);
        else
            go_next_leg(route);
        break;
    case OCT9_PHASE_CONFIRM: take_confirmed(route, clear); break;
    default: oct9_leg_take(route, answer); break;
    }
}

/* --- the calls -------------------------------------------------------------------------------- */

oct9_status_t oct9_route_begin(oct9_route_t *route, const oct9_map_t *map,
                               const oct9_route_input_t *input)
{
    OCT9_ASSERT(route && map && input && input->nodes && input->points);
    OCT9_ASSERT(input->guide || input->guide_count == 0);
    if (input->nodes_count < 16 || input->points_room < 2 || input->guide_count == UINT16_MAX ||
        !oct9_edge_height(&input->body, &input->from) ||
        !oct9_edge_height(&input->body, &input->to))
        return OCT9_REFUSE();
    const oct9_status_t status = oct9_edge_check(&input->body, map);
    if (status != OCT9_OK)
        return status;
    route->input = input;
    route->map.tree = map->tree;
    route->map.image = map->image;
    route->generation = oct9_map_generation(map);
    route->moves = oct9_map_moves(map);
    route->phase = OCT9_PHASE_FROM;
    route->result = OCT9_ROUTE_NONE;
    route->pending = route->changed = route->anew = false;
    route->most = 0;
    route->again = 0;
    oct9_point_copy(&route->goal, &input->to);
    oct9_witness_begin(&route->witnesses);
    oct9_edge_reset(&route->edge);
    return OCT9_OK;
}

/* Goes on until the search ends or the budget is used up. */
static void go_on_search(oct9_route_t *route, uint32_t budget)
{
    while (route->phase < OCT9_PHASE_DONE && budget != 0) {
        if (route->phase == OCT9_PHASE_SHORTEN) {
            if (oct9_rounds_go(&route->rounds, &budget) == OCT9_OK) {
                route->number = route->rounds.count;
                end_search(route);
            }
        } else if (!route->pending && route->phase == OCT9_PHASE_ROAD) {
            go_on_road(route, &budget);
        } else if (!route->pending) {
            budget--;
            step_search(route);
        } else {
            const int answer = oct9_edge_go(&route->edge, &route->input->body, &budget);
            if (answer == OCT9_AGAIN)
                break;
            route->pending = false;
            take_answer(route, answer);
        }
    }
}

static void conclude(const oct9_route_t *route, oct9_route_output_t *output)
{
    output->result = (oct9_route_result_t)route->result;
    output->count = has_points(route) ? route->number : 0;
    output->nodes_used = route->most;
    output->clear_set = (output->result == OCT9_ROUTE_FROM_BLOCKED ||
                         output->result == OCT9_ROUTE_TO_BLOCKED) &&
                        clear_set(route);
    oct9_point_copy(&output->clear, &route->goal);
}

oct9_status_t oct9_route_run(oct9_route_t *route, uint32_t budget, oct9_route_output_t *output)
{
    OCT9_ASSERT(route && output);
    if (budget == 0)
        return OCT9_REFUSE();
    if (oct9_map_moves(&route->map) != route->moves)
        return OCT9_ERR_STALE;
    const bool written = oct9_map_written(&route->map) % 2u != 0;
    if (!written && oct9_map_stale(&route->map, route->generation))
        note_change(route);
    if (!written) {
        go_on_search(route, budget);
        if (route->phase == OCT9_PHASE_DONE && oct9_map_stale(&route->map, route->generation))
            note_late_change(route);
    }
    output->sweeps = route->edge.sweeps;
    output->leaves = route->edge.leaves_visited;
    output->nodes = route->edge.nodes_visited;
    if (written || route->phase < OCT9_PHASE_DONE)
        return OCT9_AGAIN;
    if (route->phase == OCT9_PHASE_STALE)
        return OCT9_ERR_STALE;
    conclude(route, output);
    return OCT9_OK;
}
