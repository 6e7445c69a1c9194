/* SPDX-License-Identifier: MIT */
/* Internal: a search through a road map, in the nodes of a search for a route.
 *
 * Node 0 is the start, node 1 the goal, and node 2 + v vertex v. First each end looks for vertices
 * that it can go to straight, the nearest first; then A* goes through the graph, from the goal to
 * the start. The search itself sweeps nothing: it asks its caller.
 *
 *     oct9_road_begin(search, road, nodes);
 *     while ((status = oct9_road_go(search, &budget)) == OCT9_ROAD_ASKS)
 *         oct9_road_answer(search, clear(oct9_road_asks(search, from, to)));
 *
 * With OCT9_ROAD_FOUND the caller sweeps the motions from nodes[0] on, each to the node's parent,
 * and goes around one that is blocked by other means. */
#ifndef OCT9_SRC_ROAD_H
#define OCT9_SRC_ROAD_H

#include "oct9/road.h"

#include <stdbool.h>

#define OCT9_ROAD_END 0xFFFFu /* no node: the goal's parent */

/* What a search comes to, beside OCT9_AGAIN: OCT9_ROAD_NONE; OCT9_ROAD_FOUND: the nodes' parents
 * lead from node 0 to node 1; or a question: may the sphere go from an end to a vertex? */
#define OCT9_ROAD_ASKS 2

/* Places are in sub-cells from the corner of the road map's tile (0, 0, 0). A map's point is so far
 * from `corner` as from the low corner of the map's cube. Returns whether it is in the cube; a
 * place that no point can be comes out as any. */
bool oct9_road_to_point(const int32_t at[3], const int32_t corner[3], oct9_point_t *point);
void oct9_road_of_point(const oct9_point_t *point, const int32_t corner[3], int32_t at[3]);

/* The same in mm. Returns false if that is farther than 32,766 tiles. cell_um must be a multiple of
 * 125. */
bool oct9_road_of_mm(const oct9_road_t *road, const oct9_mm_t *mm, int32_t at[3]);

/* The place of a vertex, in mm. */
void oct9_road_mm(const oct9_road_t *road, uint32_t vertex, oct9_mm_t *mm);

/* The word of a vertex: its place, and its number of edges in the highest 5 bits. */
uint32_t oct9_road_vertex(const oct9_road_t *road, uint32_t vertex);

/* The place of a tile on an axis, in tiles. */
int32_t oct9_road_tile(const oct9_road_t *road, uint32_t tile, unsigned axis);

/* The first vertex of a tile; of the one behind the last, how many vertices there are. */
uint32_t oct9_road_first(const oct9_road_t *road, uint32_t tile);

/* The place in the edges at which those of a vertex begin. */
uint32_t oct9_road_edges(const oct9_road_t *road, uint32_t vertex);

/* True if the road map serves that body, whose radius may be a sub-cell more or less, and its
 * vertices and the two ends have room in the nodes. With heights it does not: it knows none. */
bool oct9_road_fits(const oct9_road_t *road, const oct9_route_body_t *body, uint16_t nodes_count);

/* Begins, from end[0] to end[1], which the caller has set, and without the edges in `shut`. The
 * road map must fit. */
void oct9_road_begin(oct9_route_graph_t *search, const oct9_road_t *road, oct9_route_node_t *nodes);

/* Goes on by at most *budget steps: a step tries an edge, or passes 8 vertices. Returns OCT9_AGAIN
 * when the budget is used up, else what it came to. */
int oct9_road_go(oct9_route_graph_t *search, uint32_t *budget);

/* The motion that a search asks about. Returns true if it begins where the route does. */
bool oct9_road_asks(const oct9_route_graph_t *search, int32_t from[3], int32_t to[3]);

/* Takes the answer. */
void oct9_road_answer(oct9_route_graph_t *search, bool clear);

/* True if the leg between two nodes must not be used. */
bool oct9_road_shut(const oct9_route_graph_t *search, uint16_t from, uint16_t to);

/* The place of a node. */
void oct9_road_at(const oct9_route_graph_t *search, uint16_t node, int32_t at[3]);

#endif
