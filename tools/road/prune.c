/* SPDX-License-Identifier: MIT */
/* Vertices that can be spared: the last of a kind, which see least, are tried first. */
#include "tools/road/prune.h"
#include "tools/fail.h"

#include <math.h>
#include <stdlib.h>

enum { FEW = 1024 }; /* places */

typedef struct {
    sight_t *sight;
    graph_t *graph;
    bool *gone;
    uint32_t *seers; /* of each place: how many vertices see it */
} pruning_t;

/* Whether the neighbours of a vertex lead to each other without it: no edges begin at it now. */
static bool is_spare(const pruning_t *pruning, uint32_t first)
{
    graph_t *const graph = pruning->graph;
    uint32_t last = UINT32_MAX;
    for (uint32_t i = first; i != 0; i = graph->halves[i - 1u].next) {
        const uint32_t to = graph->halves[i - 1u].to;
        if (pruning->gone[to])
            continue;
        if (last != UINT32_MAX && !graph_near(graph, last, to, INFINITY))
            return false;
        last = to;
    }
    return true;
}

static void try_vertex(const pruning_t *pruning, uint32_t vertex)
{
    sight_t *const sight = pruning->sight;
    const uint32_t first = pruning->graph->first[vertex];
    uint32_t alone = 0;
    sight_look(sight, sight->vertices[vertex]);
    for (uint32_t i = 0; i < sight->count; i++)
        alone += pruning->seers[sight->queue[i]] == 1u;
    pruning->graph->first[vertex] = 0;
    pruning->gone[vertex] = alone < FEW && is_spare(pruning, first);
    if (!pruning->gone[vertex])
        pruning->graph->first[vertex] = first;
    for (uint32_t i = 0; pruning->gone[vertex] && i < sight->count; i++)
        pruning->seers[sight->queue[i]]--;
}

static void count_seers(const pruning_t *pruning)
{
    const sight_t *sight = pruning->sight;
    for (uint32_t i = 0; i < sight->field->count; i++)
        for (const seen_t *seen = sight_first(sight, i); seen; seen = sight_next(sight, seen))
            pruning->seers[i]++;
}

bool *prune(sight_t *sight, graph_t *graph, uint32_t first, uint32_t joints)
{
    const pruning_t pruning = { .sight = sight,
                                .graph = graph,
                                .gone = calloc(sight->vertex_count + 1u, sizeof *pruning.gone),
                                .seers = calloc(sight->field->count, sizeof *pruning.seers) };
    const bool good = (pruning.gone && pruning.seers) || fail(sight->field->path, "out of memory");
    if (good)
        count_seers(&pruning);
    for (uint32_t i = joints; good && i > first; i--)
        try_vertex(&pruning, i - 1u);
    for (uint32_t i = sight->vertex_count; good && i > joints; i--)
        try_vertex(&pruning, i - 1u);
    free(pruning.seers);
    if (!good)
        free(pruning.gone);
    return good ? pruning.gone : NULL;
}
