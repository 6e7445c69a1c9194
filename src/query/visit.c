/* SPDX-License-Identifier: MIT */
/* Visits: all leaves of a region; and frontiers: the free leaves that touch unknown space. */
#include "oct9/visit.h"

#include "port/oct9_port.h"
#include "src/number/axes.h"
#include "src/query/copy.h"
#include "src/query/cull.h"
#include "src/query/reach.h"
#include "src/query/region.h"
#include "src/query/search.h"

/* Limits the search to a box around the region. For a frustum this is the cube. */
static void span(oct9_search_t *search, const oct9_region_t *region)
{
    if (region->kind == OCT9_REGION_BOX)
        for (unsigned a = 0; a < 3; a++)
            oct9_search_span(search, a, oct9_point_axis(&region->lo, a),
                             oct9_point_axis(&region->hi, a));
    if (region->kind == OCT9_REGION_SPHERE)
        oct9_reach_span(search, &region->centre, region->radius_q6);
}

oct9_status_t oct9_visit_begin(oct9_visit_t *visit, const oct9_map_t *map,
                               const oct9_region_t *region, unsigned states)
{
    OCT9_ASSERT(visit && map);
    const oct9_status_t status = oct9_region_check(region);
    if (status != OCT9_OK)
        return status;
    if (states == 0 || states > OCT9_STATES_ALL)
        return OCT9_REFUSE();
    visit->region = region;
    visit->cull.frustum = NULL;
    if (region && region->kind == OCT9_REGION_FRUSTUM)
        oct9_cull_begin(&visit->cull, region->frustum);
    oct9_search_begin(&visit->search, map, states);
    if (region)
        span(&visit->search, region);
    oct9_search_start(&visit->search);
    return OCT9_OK;
}

static inline bool meets_frustum(oct9_visit_t *visit)
{
    const oct9_search_t *search = &visit->search;
    if (oct9_cull_inherits(&visit->cull, search->level))
        return true;
    const int32_t low[3] = { oct9_search_low(search, 0), oct9_search_low(search, 1),
                             oct9_search_low(search, 2) };
    const unsigned crossed = oct9_cull_cube(&visit->cull, search->level + 1u, low,
                                            oct9_search_size(search));
    if (crossed == OCT9_CULL_OUTSIDE)
        return false;
    oct9_cull_keep(&visit->cull, search->level, crossed);
    return true;
}

/* True if each node that overlaps the search's span overlaps the region. */
static inline bool is_span(const oct9_region_t *region)
{
    return !region || (region->kind != OCT9_REGION_SPHERE && region->kind != OCT9_REGION_FRUSTUM);
}

static int next_in_frustum(oct9_visit_t *visit, uint32_t *budget)
{
    int found;
    while ((found = oct9_search_next(&visit->search, budget)) > 0) {
        if (!meets_frustum(visit))
            continue;
        if (found == OCT9_FOUND_LEAF)
            break;
        oct9_search_open(&visit->search, 0);
    }
    return found;
}

/* A node is opened only for the children that touch the sphere, so that of all leaves only the one
 * at which the search starts is tested. */
static int next_in_sphere(oct9_visit_t *visit, uint32_t *budget)
{
    int found;
    oct9_search_t *search = &visit->search;
    const oct9_point_t *centre = &visit->region->centre;
    const uint32_t radius = visit->region->radius_q6;
    while ((found = oct9_search_next(search, budget)) > 0) {
        if (found == OCT9_FOUND_INNER)
            oct9_reach_open(search, centre, radius * radius, 0);
        else if (search->level != search->top ||
                 oct9_reach_distance2(search, centre, (uint16_t)radius) != UINT32_MAX)
            break;
    }
    return found;
}

/* The next leaf. Returns OCT9_FOUND_LEAF or as oct9_search_next. */
static int next_leaf(oct9_visit_t *visit, uint32_t *budget)
{
    if (is_span(visit->region))
        return oct9_search_next_leaf(&visit->search, budget);
    return visit->cull.frustum ? next_in_frustum(visit, budget) : next_in_sphere(visit, budget);
}

int oct9_visit_next(oct9_visit_t *visit, uint32_t budget, oct9_leaf_t *leaf)
{
    OCT9_ASSERT(visit && leaf);
    if (budget == 0)
        return OCT9_REFUSE();
    if (oct9_search_stale(&visit->search))
        return OCT9_ERR_STALE;
    const int found = next_leaf(visit, &budget);
    if (found == OCT9_FOUND_LEAF)
        oct9_search_leaf(&visit->search, leaf);
    return found;
}

/* --- frontiers -------------------------------------------------------------------------------- */

oct9_status_t oct9_visit_frontier_begin(oct9_frontier_t *frontier, const oct9_map_t *map,
                                        const oct9_region_t *region)
{
    OCT9_ASSERT(frontier);
    frontier->asking = false;
    return oct9_visit_begin(&frontier->visit, map, region, OCT9_STATES_FREE);
}

/* Begins a search in the current leaf, grown by the cells around it. */
static void begin_around(oct9_frontier_t *frontier)
{
    const oct9_search_t *leaves = &frontier->visit.search;
    oct9_search_t *around = &frontier->around;
    oct9_search_leaf(leaves, &frontier->leaf);
    oct9_search_begin(around, &leaves->map, OCT9_STATES_UNKNOWN);
    for (unsigned a = 0; a < 3; a++) {
        const int32_t low = oct9_search_low(leaves, a);
        oct9_search_span(around, a, low - 1, low + oct9_search_size(leaves));
    }
    oct9_search_start(around);
    frontier->asking = true;
}

/* True if the node found around the leaf may share a part of a face with it: it is beside the leaf
 * on at most one axis. */
static bool may_touch(const oct9_frontier_t *frontier)
{
    const oct9_search_t *leaves = &frontier->visit.search, *around = &frontier->around;
    unsigned beside = 0;
    for (unsigned a = 0; a < 3; a++) {
        const int32_t leaf = oct9_search_low(leaves, a);
        const int32_t node = oct9_search_low(around, a);
        beside += node >= leaf + oct9_search_size(leaves) ||
                  leaf >= node + oct9_search_size(around);
    }
    return beside <= 1;
}

/* Says whether the leaf touches unknown space: 1, 0 or OCT9_AGAIN. */
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
        return OCT9_REFUSE();
    if (oct9_search_stale(&frontier->visit.search))
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
        const int found = next_leaf(&frontier->visit, &budget);
        if (found != OCT9_FOUND_LEAF)
            return found;
        begin_around(frontier);
    }
}
