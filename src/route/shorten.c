/* SPDX-License-Identifier: MIT */
/* A shortening: in rounds, point by point.
 *
 * Each trial puts 0, 1 or 2 points in the place of one, and is swept from the point before to the
 * point after it. Without the point the polyline is straight there; one point is pulled toward the
 * straight line, by halving, as far as it can go; two cut the corner. Every trial is
 * shorter: the sum of the distances of a point from two others is convex, and least between
 * them. */
#include "oct9/route.h"

#include "port/oct9_port.h"
#include "src/map/map.h"
#include "src/number/axes.h"
#include "src/route/edge.h"
#include "src/route/shorten.h"

enum { TRY_REMOVE = 0, TRY_PULL = 1, TRY_CUT = 2 };

#define SLACK_MIN 32u /* in sub-cells: what could be saved at a point that is worth a trial */

static uint32_t side_length(const oct9_point_t *from, const oct9_point_t *to)
{
    return oct9_point_length(from, to, 1, 1);
}

static oct9_point_t *point_at(const oct9_route_rounds_t *rounds, unsigned at)
{
    return &rounds->points[at];
}

/* By how much the polyline is longer than straight, at a point. */
static uint32_t slack(const oct9_route_rounds_t *rounds)
{
    const oct9_point_t *at = point_at(rounds, rounds->at);
    const uint32_t by = side_length(at - 1, at) + side_length(at, at + 1);
    const uint32_t straight = side_length(at - 1, at + 1);
    return by > straight ? by - straight : 0; /* each is rounded down */
}

/* The point num / den of the vector from one to another, about: 0 <= num <= den, den >= 1. */
static void point_between(const oct9_point_t *from, const oct9_point_t *to, uint32_t num,
                          uint32_t den, oct9_point_t *point)
{
    for (; den >= (uint32_t)1 << 14; den /= 2u)
        num /= 2u;
    for (unsigned a = 0; a < 3; a++) {
        const int32_t at = oct9_point_axis(from, a);
        const int32_t delta = oct9_point_axis(to, a) - at; /* within 2^16 */
        oct9_point_set_axis(point, a, at + delta * (int32_t)num / (int32_t)den);
    }
}

/* The point of the straight line from the point before to the point after that divides it as the
 * polyline is divided. */
static void set_goal(oct9_route_rounds_t *rounds)
{
    const oct9_point_t *at = point_at(rounds, rounds->at);
    const uint32_t before = side_length(at - 1, at), after = side_length(at, at + 1);
    oct9_point_copy(&rounds->base, at);
    point_between(at - 1, at + 1, before, before + after, &rounds->goal);
}

/* --- trials ----------------------------------------------------------------------------------- */

/* The points of segment `segment` of the trial; then those of the polyline as it is. */
static void ends_of(const oct9_route_rounds_t *rounds, const oct9_point_t **from,
                    const oct9_point_t **to)
{
    const oct9_point_t *at = point_at(rounds, rounds->at);
    const unsigned segment = rounds->segment, trial = rounds->trial;
    if (segment > trial) {
        *from = segment == trial + 1u ? at - 1 : at;
        *to = *from + 1;
        return;
    }
    *from = segment == 0 ? at - 1 : &rounds->with[segment - 1u];
    *to = segment == trial ? at + 1 : &rounds->with[segment];
}

static void ask_side(oct9_route_rounds_t *rounds)
{
    const oct9_point_t *from, *to;
    ends_of(rounds, &from, &to);
    oct9_edge_begin(rounds->edge, rounds->map, rounds->body, from, to, from == rounds->points);
    rounds->pending = true;
    if (rounds->left != 0 && rounds->left != UINT16_MAX)
        rounds->left--;
}

static void begin_trial(oct9_route_rounds_t *rounds, unsigned trial)
{
    rounds->trial = (uint8_t)trial;
    rounds->segment = 0;
    rounds->dear = false;
    ask_side(rounds);
}

static void pull_point(oct9_route_rounds_t *rounds)
{
    point_between(&rounds->base, &rounds->goal, rounds->eighths, 8, &rounds->with[0]);
    begin_trial(rounds, TRY_PULL);
}

/* Cuts the corner half the shorter side away. */
static void cut_corner(oct9_route_rounds_t *rounds)
{
    const oct9_point_t *at = point_at(rounds, rounds->at);
    const uint32_t before = side_length(at, at - 1), after = side_length(at, at + 1);
    const uint32_t by = (before < after ? before : after) / 2u;
    point_between(at, at - 1, by, before, &rounds->with[0]);
    point_between(at, at + 1, by, after, &rounds->with[1]);
    begin_trial(rounds, TRY_CUT);
}

/* Puts the points of the trial in their place. */
static void replace(oct9_route_rounds_t *rounds)
{
    unsigned i = rounds->at;
    rounds->shorter = true;
    if (rounds->trial == TRY_REMOVE) {
        rounds->count--;
        for (; i < rounds->count; i++)
            oct9_point_copy(point_at(rounds, i), point_at(rounds, i + 1u));
        return;
    }
    if (rounds->trial == TRY_CUT) {
        for (i = rounds->count++; i > rounds->at; i--)
            oct9_point_copy(point_at(rounds, i), point_at(rounds, i - 1u));
        oct9_point_copy(point_at(rounds, i + 1u), &rounds->with[1]);
    }
    oct9_point_copy(point_at(rounds, i), &rounds->with[0]);
}

/* --- rounds ----------------------------------------------------------------------------------- */

/* What comes after a trial. */
static void after_trial(oct9_route_rounds_t *rounds, bool accepted)
{
    if (accepted)
        replace(rounds);
    if (rounds->left == 0)
        return;
    if (rounds->trial == TRY_REMOVE) {
        if (accepted)
            return;
        if (rounds->cuts && rounds->count < rounds->room) {
            cut_corner(rounds);
            return;
        }
        set_goal(rounds);
        rounds->eighths = rounds->step = 4;
        pull_point(rounds);
        return;
    }
    rounds->step /= 2u;
    if (rounds->trial == TRY_PULL && rounds->step != 0) {
        rounds->eighths = (uint8_t)(accepted ? rounds->eighths + rounds->step
                                             : rounds->eighths - rounds->step);
        pull_point(rounds);
        return;
    }
    rounds->at = (uint16_t)(rounds->at + (accepted ? rounds->trial : 1u));
}

static void take_side(oct9_route_rounds_t *rounds, int answer)
{
    const bool old = rounds->segment > rounds->trial;
    bool accepted = true;
    if (old ? answer == OCT9_EDGE_CLEAR : answer == OCT9_EDGE_BLOCKED) {
        accepted = false;
    } else {
        rounds->dear = rounds->dear || answer == OCT9_EDGE_DEAR;
        if (rounds->segment < rounds->trial + (rounds->dear ? 2u : 0u)) {
            rounds->segment++;
            ask_side(rounds);
            return;
        }
    }
    after_trial(rounds, accepted);
}

/* Begins the next trial. Returns false if there is nothing left to try. */
static bool begin_next(oct9_route_rounds_t *rounds)
{
    if (rounds->left == 0 || rounds->count < 3)
        return false;
    if (rounds->at + 1u < rounds->count) {
        if (slack(rounds) < SLACK_MIN)
            rounds->at++;
        else
            begin_trial(rounds, TRY_REMOVE);
        return true;
    }
    /* A round that changed nothing is followed by one that cuts corners, and that is the last. */
    if (!rounds->shorter && rounds->cuts)
        return false;
    rounds->cuts = !rounds->shorter;
    rounds->shorter = false;
    rounds->at = 1;
    return true;
}

void oct9_rounds_begin(oct9_route_rounds_t *rounds, uint16_t count)
{
    rounds->count = count;
    rounds->at = 1;
    rounds->pending = rounds->cuts = rounds->shorter = false;
}

oct9_status_t oct9_rounds_go(oct9_route_rounds_t *rounds, uint32_t *budget)
{
    while (*budget != 0) {
        if (!rounds->pending) {
            --*budget;
            if (!begin_next(rounds))
                return OCT9_OK;
            continue;
        }
        const int answer = oct9_edge_go(rounds->edge, rounds->body, budget);
        if (answer == OCT9_AGAIN)
            break;
        rounds->pending = false;
        take_side(rounds, answer);
    }
    return OCT9_AGAIN;
}

oct9_status_t oct9_route_shorten_begin(oct9_route_shorten_t *shorten, const oct9_map_t *map,
                                       const oct9_route_shorten_input_t *input)
{
    OCT9_ASSERT(shorten && map && input && input->points);
    if (input->count == 0 || input->room < input->count)
        return OCT9_REFUSE();
    for (unsigned i = 0; i < input->count; i++)
        if (!oct9_edge_height(&input->body, &input->points[i]))
            return OCT9_REFUSE();
    const oct9_status_t status = oct9_edge_check(&input->body, map);
    if (status != OCT9_OK)
        return status;
    oct9_route_rounds_t *rounds = &shorten->rounds;
    shorten->map.tree = map->tree;
    shorten->map.image = map->image;
    shorten->generation = oct9_map_generation(map);
    rounds->body = &input->body;
    rounds->map = &shorten->map;
    rounds->edge = &shorten->edge;
    rounds->points = input->points;
    rounds->room = input->room;
    rounds->left = input->sweeps;
    oct9_rounds_begin(rounds, input->count);
    oct9_edge_reset(&shorten->edge);
    return OCT9_OK;
}

oct9_status_t oct9_route_shorten_run(oct9_route_shorten_t *shorten, uint32_t budget,
                                     oct9_route_shorten_output_t *output)
{
    OCT9_ASSERT(shorten && output);
    if (budget == 0)
        return OCT9_REFUSE();
    if (oct9_map_stale(&shorten->map, shorten->generation))
        return OCT9_ERR_STALE;
    const oct9_status_t status = oct9_rounds_go(&shorten->rounds, &budget);
    output->count = shorten->rounds.count;
    output->sweeps = shorten->edge.sweeps;
    output->leaves = shorten->edge.leaves_visited;
    output->nodes = shorten->edge.nodes_visited;
    return status;
}
