/* SPDX-License-Identifier: MIT */
/* Part of tests/calls/test_extremes.c: the numbers' limits at these calls. */
#ifndef TESTS_ROUTE_EXTREMES_H
#define TESTS_ROUTE_EXTREMES_H

#include "oct9/route.h"
#include "oct9/sweep.h"
#include "tests/calls/extreme_numbers.h"

enum { ROUTE_NODES = 64 };

static oct9_route_node_t route_nodes[ROUTE_NODES];
static oct9_point_t route_points[POINTS];

/* True if a place is at no allowed height. */
static bool is_off(const oct9_route_body_t *of, oct9_point_t at)
{
    return of->heights && (at.z < of->heights->low || at.z > of->heights->high);
}

static oct9_route_body_t body(oct9_heights_t *heights)
{
    oct9_route_body_t out = { .radius_q6 = length(), .price = (uint8_t)random_below(&r, 256) };
    out.wide_q6 = one_in(2) ? length() : out.radius_q6;
    if (one_in(2))
        out.price = 0;
    out.rules = rules();
    heights->low = coordinate();
    heights->high = one_in(2) ? INT16_MAX : coordinate();
    if (one_in(2))
        out.heights = heights;
    return out;
}

static uint64_t bad_body(const oct9_map_t *map, const oct9_route_body_t *in)
{
    const bool wide = in->price != 0 && (in->wide_q6 > 32767 || in->wide_q6 < in->radius_q6);
    const bool heights = in->heights && in->heights->low > in->heights->high;
    return bad_rules(map, &in->rules) |
           when(in->radius_q6 > 32767 || wide || heights || in->rules.start_inside == OCT9_PASSES,
                OCT9_ERR_ARGUMENT);
}

static void check_polyline(const oct9_map_t *map, const oct9_route_body_t *of, uint16_t count)
{
    const oct9_path_input_t path = {
        .points = route_points, .count = count, .radius_q6 = of->radius_q6, .rules = of->rules
    };
    oct9_path_output_t out;
    CHECK_EQ(oct9_sweep_path(map, &path, &out), OCT9_OK);
    CHECK_EQ(out.sweep.hit, OCT9_HIT_NONE);
}

static void check_route(const oct9_map_t *map, const oct9_route_input_t *in,
                        const oct9_route_output_t *out)
{
    CHECK(out->result <= OCT9_ROUTE_TO_BLOCKED && out->count <= in->points_room);
    CHECK(out->nodes_used <= in->nodes_count);
    if (out->count == 0)
        return;
    const oct9_point_t *last = &route_points[out->count - 1];
    CHECK(out->result == OCT9_ROUTE_FOUND || out->result == OCT9_ROUTE_FULL);
    CHECK(query_point_is(&route_points[0], in->from.x, in->from.y, in->from.z));
    if (out->result == OCT9_ROUTE_FOUND)
        CHECK(distance2(last, &in->to) <= (int64_t)in->near_q6 * in->near_q6);
    check_polyline(map, &in->body, out->count);
}

/* A search can take long, so that few run. */
static void try_route(const oct9_map_t *map)
{
    static oct9_route_t route;
    oct9_heights_t heights;
    oct9_route_input_t in = { .from = point(), .nodes = route_nodes, .points = route_points };
    oct9_route_output_t out;
    oct9_status_t status;
    in.to = one_in(4) ? in.from : point();
    in.body = body(&heights);
    in.near_q6 = one_in(2) ? 0 : length();
    in.sweeps = length();
    in.nodes_count = (uint16_t)(one_in(16) ? random_below(&r, 16)
                                           : 16 + random_below(&r, ROUTE_NODES - 15));
    in.points_room = (uint16_t)(one_in(16) ? random_below(&r, 2) : 2 + random_below(&r, 3));
    if (!good(oct9_route_begin(&route, map, &in),
              bad_body(map, &in.body) |
                  when(in.nodes_count < 16 || in.points_room < 2 || is_off(&in.body, in.from) ||
                           is_off(&in.body, in.to),
                       OCT9_ERR_ARGUMENT),
              &out, 0) ||
        !one_in(4))
        return;
    while ((status = oct9_route_run(&route, 1 + random_below(&r, 5000), &out)) == OCT9_AGAIN) {
    }
    CHECK_EQ(status, OCT9_OK);
    if (status == OCT9_OK)
        check_route(map, &in, &out);
}

static bool any_off(const oct9_route_shorten_input_t *in)
{
    for (unsigned i = 0; i < in->count; i++)
        if (is_off(&in->body, in->points[i]))
            return true;
    return false;
}

/* Any polyline: one that is not clear must end, too. */
static void try_shorten(const oct9_map_t *map)
{
    static oct9_route_shorten_t shorten;
    oct9_heights_t heights;
    oct9_route_shorten_input_t in = { .points = route_points };
    oct9_route_shorten_output_t out;
    oct9_status_t status;
    for (unsigned i = 0; i < POINTS; i++)
        route_points[i] = point();
    const oct9_point_t first = route_points[0];
    in.body = body(&heights);
    in.count = (uint16_t)random_below(&r, POINTS + 1);
    in.room = (uint16_t)(one_in(16) ? random_below(&r, POINTS) : POINTS);
    in.sweeps = one_in(4) ? 65535 : (uint16_t)random_below(&r, 100);
    if (!good(oct9_route_shorten_begin(&shorten, map, &in),
              bad_body(map, &in.body) |
                  when(in.count == 0 || in.room < in.count || any_off(&in), OCT9_ERR_ARGUMENT),
              &out, 0))
        return;
    const oct9_point_t last = route_points[in.count - 1];
    while ((status = oct9_route_shorten_run(&shorten, 1 + random_below(&r, 500), &out)) ==
           OCT9_AGAIN) {
    }
    CHECK_EQ(status, OCT9_OK);
    CHECK(out.count >= 1 && out.count <= in.room);
    CHECK(query_point_is(&route_points[0], first.x, first.y, first.z));
    CHECK(query_point_is(&route_points[out.count - 1], last.x, last.y, last.z));
}

#endif
