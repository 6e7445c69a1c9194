/* SPDX-License-Identifier: MIT */
#include "oct9/visit.h"
#include "port/oct9_port.h"
#include "src/number/morton.h"
#include "src/query/copy.h"
#include "src/query/search.h"

oct9_status_t oct9_visit_frontier_begin(oct9_frontier_t *frontier, const oct9_map_t *map,
                                  const oct9_box_t *box)
{
    OCT9_ASSERT(frontier && map);
    if (box && !oct9_box_good(box))
        return OCT9_ERR_BOX;
    oct9_search_begin(&frontier->leaves, map, 1u << OCT9_FREE);
    if (box)
        oct9_search_box(&frontier->leaves, box);
    oct9_search_start(&frontier->leaves);
    frontier->asking = false;
    return OCT9_OK;
}

/* Begins to search the leaf that was found, grown by the cells around it. */
static void begin_around(oct9_frontier_t *frontier)
{
    const oct9_search_t *leaves = &frontier->leaves;
    oct9_search_t *around = &frontier->around;
    oct9_search_leaf(leaves, &frontier->leaf);
    oct9_search_begin(around, &leaves->map, 1u << OCT9_UNKNOWN);
    for (unsigned a = 0; a < 3; a++) {
        const int32_t low = oct9_search_low(leaves, a);
        oct9_search_span(around, a, low - 1, low + oct9_search_size(leaves));
    }
    oct9_search_start(around);
    frontier->asking = true;
}

/* The node that was found around the leaf may share a part of a face with it: it lies beside the
 * leaf on no more than one axis. */
static bool may_touch(const oct9_frontier_t *frontier)
{
    const oct9_search_t *around = &frontier->around;
    unsigned beside = 0;
    for (unsigned a = 0; a < 3; a++) {
        const int32_t leaf = oct9_search_low(&frontier->leaves, a);
        const int32_t node = oct9_search_low(around, a);
        beside += node >= leaf + oct9_search_size(&frontier->leaves) || /* MISRA D20 */
                  leaf >= node + oct9_search_size(around);
    }
    return beside <= 1;
}

/* Whether the leaf touches unknown space: 1, 0, or OCT9_AGAIN. */
static int ask_around(oct9_frontier_t *frontier, uint32_t *budget)
{
    int found;
    while ((found = oct9_search_next(&frontier->around, budget)) > 0) {
        if (!may_touch(frontier))
            continue;
        if (found == OCT9_FOUND_LEAF)
            return 1;
        oct9_search_open(&frontier->around, 0);
    }
    return found;
}

int oct9_visit_frontier_next(oct9_frontier_t *frontier, uint32_t budget, oct9_leaf_t *leaf)
{
    OCT9_ASSERT(frontier && leaf);
    if (budget == 0)
        return OCT9_ERR_BUDGET;
    if (oct9_search_stale(&frontier->leaves))
        return OCT9_ERR_STALE;
    for (;;) {
        if (frontier->asking) {
            const int touches = ask_around(frontier, &budget);
            if (touches == OCT9_AGAIN)
                return OCT9_AGAIN;
            frontier->asking = false;
            if (touches > 0) {
                oct9_leaf_copy(leaf, &frontier->leaf);
                return 1;
            }
        }
        const int found = oct9_search_next(&frontier->leaves, &budget);
        if (found == OCT9_FOUND_INNER)
            oct9_search_open(&frontier->leaves, 0);
        else if (found == OCT9_FOUND_LEAF)
            begin_around(frontier);
        else
            return found;
    }
}
