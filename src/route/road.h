/* SPDX-License-Identifier: MIT */
/* Internal: a search through a road map, in the nodes of a search for a route.
 *
 * Node 0 is the start, node 1 the goal, and node 2 + v vertex v. First each end looks for vertices
 * that it can go to straight, the nearest first; then A* goes through the graph, from the goal to
 * the start. The search itself sweeps nothing: it asks its caller.
 *
 *     oct9_road_begin(search, road, nodes, from, to);
 *     while ((status = oct9_road_go(search, &budget)) == OCT9_ROAD_ASKS)
 *         oct9_road_answer(search, clear(oct9_road_asks(search, &from, &to)));
 *
 * With OCT9_ROAD_FOUND the caller sweeps the motions from nodes[0] on, each to the node's parent,
 * and goes around one that is blocked by other means. */
#ifndef OCT9_SRC_ROAD_H
#define OCT9_SRC_ROAD_H

#include "oct9/route.h"

#include <stdbool.h>

#define OCT9_ROAD_END 0xFFFFu /* no node: the goal's parent */

/* What a search comes to, beside OCT9_AGAIN. */
enum {
    OCT9_ROAD_NONE = 0,  /* no edges lead from one end to the other */
    OCT9_ROAD_FOUND = 1, /* the nodes' parents lead from node 0 to node 1 */
    OCT9_ROAD_ASKS = 2   /* may the sphere go from an end to a vertex? */
};

/* The word of a vertex: its place, and its number of edges in the highest 5 bits. */
uint32_t oct9_road_vertex(const oct9_route_road_t *road, uint32_t vertex);

/* The place in the edges at which those of a vertex begin. */
uint32_t oct9_road_edges(const oct9_route_road_t *road, uint32_t vertex);

/* True if the road map serves that body, whose radius may be a sub-cell more or less, and its
 * vertices and the two ends have room in the nodes. With heights it does not: it knows none. */
bool oct9_road_fits(const oct9_route_road_t *road, const oct9_route_body_t *body,
                    uint16_t nodes_count);

/* Begins. The road map must fit. */
void oct9_road_begin(oct9_route_graph_t *search, const oct9_route_road_t *road,
                     oct9_route_node_t *nodes, const oct9_point_t *from, const oct9_point_t *to);

/* Goes on by at most *budget steps: a step tries an edge, or passes 8 vertices. Returns OCT9_AGAIN
 * when the budget is used up, else what it came to. */
int oct9_road_go(oct9_route_graph_t *search, uint32_t *budget);

/* The motion that a search asks about. Returns true if it begins where the route does. */
bool oct9_road_asks(const oct9_route_graph_t *search, oct9_point_t *from, oct9_point_t *to);

/* Takes the answer. */
void oct9_road_answer(oct9_route_graph_t *search, bool clear);

/* The place of a node. */
void oct9_road_point(const oct9_route_graph_t *search, uint16_t node, oct9_point_t *point);

#endif
