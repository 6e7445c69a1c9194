/* SPDX-License-Identifier: MIT */
/* Joints: vertices at which one can go from what one vertex sees to what another sees. */
#ifndef OCT9_TOOLS_JOINTS_H
#define OCT9_TOOLS_JOINTS_H

#include "tools/road/graph.h"
#include "tools/road/sight.h"

/* Makes the graph of all vertices and of all edges between those that see each other. Adds joints,
 * to the vertices and to the graph: as many as it takes to go from each vertex to all others of its
 * part; and then, as long as there are no more than `most` vertices, those that make the graph's
 * distances shorter. False: an error was printed. */
bool joints_add(sight_t *sight, graph_t *graph, uint32_t most);

#endif
