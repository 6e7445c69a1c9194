/* SPDX-License-Identifier: MIT */
/* Vertices that a road map of a world can spare. */
#ifndef OCT9_TOOLS_PRUNE_H
#define OCT9_TOOLS_PRUNE_H

#include "tools/road/graph.h"
#include "tools/road/sight.h"

/* Finds the vertices from number `first` on that alone see few places, and without which all others
 * lead to each other as before: then niches and small closed rooms have none. Those below `joints`
 * are tried first: what joins them can be spared then. Returns for each vertex whether it goes, to
 * be freed by the caller; the graph is without those. NULL: an error was printed. */
bool *prune(sight_t *sight, graph_t *graph, uint32_t first, uint32_t joints);

#endif
