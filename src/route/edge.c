/* SPDX-License-Identifier: MIT */
/* A straight motion of the sphere: the wide one first where there is a price, then the sphere. */
#include "src/route/edge.h"

#include "port/oct9_port.h"
#include "src/number/axes.h"
#include "src/query/reach.h"
#include "src/query/rules.h"
#include "src/query/sweep.h"

enum { WIDE, NARROW };

/* Where there is a price, the wide sphere comes first. */
static unsigned first_stage(const oct9_route_body_t *body)
{
    return body->price != 0 ? WIDE : NARROW;
}

oct9_status_t oct9_edge_check(const oct9_route_body_t *body, const oct9_map_t *map)
{
    const oct9_heights_t *heights = body->heights;
    if (body->radius_q6 > OCT9_RADIUS_MAX || body->rules.start_inside == OCT9_PASSES ||
        (body->price != 0 &&
         (body->wide_q6 > OCT9_RADIUS_MAX || body->wide_q6 < body->radius_q6)) ||
        (heights && heights->low > heights->high))
        return OCT9_REFUSE();
    return oct9_rules_check(&body->rules, map);
}

bool oct9_edge_height(const oct9_route_body_t *body, const oct9_point_t *at)
{
    const oct9_heights_t *heights = body->heights;
    return !heights || (at->z >= heights->low && at->z <= heights->high);
}

void oct9_edge_reset(oct9_route_edge_t *edge)
{
    edge->motions = edge->sweeps = edge->leaves_visited = edge->nodes_visited = 0;
    edge->grown_q6 = 0;
}

/* Begins the sweep of a stage: backward, as what is at the end of a motion blocks it more often
 * than what lies between; only OCT9_LEAVES needs to know where it begins. The arguments were
 * checked, so that it cannot fail. */
static void begin_stage(oct9_route_edge_t *edge, const oct9_map_t *map,
                        const oct9_route_body_t *body, const oct9_point_t *from,
                        const oct9_point_t *to, unsigned stage)
{
    oct9_motion_t motion;
    oct9_rules_t rules;
    oct9_point_copy(&motion.from, edge->leaves ? from : to);
    oct9_point_copy(&motion.to, edge->leaves ? to : from);
    motion.radius_q6 = (uint16_t)((stage == WIDE ? body->wide_q6 : body->radius_q6) +
                                  edge->grown_q6);
    oct9_rules_copy(&rules, &body->rules);
    if (stage == WIDE)
        rules.unknown = OCT9_BLOCKS;
    if (stage == WIDE || !edge->leaves)
        rules.start_inside = OCT9_BLOCKS;
    edge->stage = (uint8_t)stage;
    edge->sweeps++;
    (void)oct9_sweep_start(&edge->sweep, map, &motion, &rules, true);
}

void oct9_edge_begin(oct9_route_edge_t *edge, const oct9_map_t *map, const oct9_route_body_t *body,
                     const oct9_point_t *from, const oct9_point_t *to, bool first)
{
    edge->leaves = first;
    edge->motions++;
    begin_stage(edge, map, body, from, to, first_stage(body));
}

void oct9_edge_again(oct9_route_edge_t *edge, const oct9_map_t *map, const oct9_route_body_t *body)
{
    oct9_point_t from, to;
    oct9_point_copy(&from, &edge->sweep.from);
    oct9_point_copy(&to, &edge->sweep.to);
    begin_stage(edge, map, body, &from, &to, first_stage(body));
}

int oct9_edge_go(oct9_route_edge_t *edge, const oct9_route_body_t *body, uint32_t *budget)
{
    for (;;) {
        if (oct9_sweep_go(&edge->sweep, budget, NULL) != OCT9_OK)
            return OCT9_AGAIN;
        edge->leaves_visited += edge->sweep.search.leaves;
        edge->nodes_visited += edge->sweep.search.nodes;
        if (edge->sweep.hit == OCT9_HIT_NONE)
            return edge->stage == WIDE || body->price == 0 ? OCT9_EDGE_CLEAR : OCT9_EDGE_DEAR;
        if (edge->stage == NARROW)
            return OCT9_EDGE_BLOCKED;
        begin_stage(edge, &edge->sweep.search.map, body, &edge->sweep.from, &edge->sweep.to,
                    NARROW);
    }
}
