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
#include "src/query/steps.h"

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

static OCT9_NOT_INLINE bool meets_frustum(oct9_cull_t *cull, uint32_t corner, unsigned level)
{
    const int32_t low[3] = { oct9_cell_low(corner % OCT9_CELLS),
                             oct9_cell_low((corner >> 10) % OCT9_CELLS),
                             oct9_cell_low((corner >> 20) % OCT9_CELLS) };
    const unsigned crossed = oct9_cull_cube(cull, level + 1u, low, (int32_t)OCT9_CELL_Q6 << level);
    if (crossed == OCT9_CULL_OUTSIDE)
        return false;
    oct9_cull_keep(cull, level, crossed);
    return true;
}

/* True if each node that overlaps the search's span overlaps the region. */
static inline bool is_span(const oct9_region_t *region)
{
    return !region || (region->kind != OCT9_REGION_SPHERE && region->kind != OCT9_REGION_FRUSTUM);
}

/* A node is opened only for the children that touch the sphere, so that of all leaves only the one
 * at which the search starts is tested. */
static OCT9_INLINE int next_in_shape(oct9_visit_t *visit, uint32_t *budget, bool sphere)
{
    oct9_search_t *const search = &visit->search;
    const bool tree = search->map.tree != NULL;
    const unsigned top = search->top;
    unsigned level = search->level;
    /* The corner of the node whose children have `level`. */
    uint32_t left = *budget, corner = search->corner, low;
    if (level != top)
        corner &= ~(OCT9_EACH << level);
    oct9_search_level_t *children = &search->at[level];
    int found = OCT9_FOUND_NONE;
    for (;;) {
        unsigned pending;
        while ((pending = children->pending) == 0) {
            if (level == top)
                goto end;
            level++;
            corner &= ~(OCT9_EACH << level);
            children++;
        }
        if (left == 0) {
            found = OCT9_AGAIN;
            goto end;
        }
        left--;
        children->pending = (uint8_t)(pending & (pending - 1u));
        uint32_t ref = search->ref;
        low = corner;
        if (level != top) {
            const unsigned child = oct9_port_low_bit(pending);
            low = corner | oct9_step_cell_of_child(child) << level;
            ref = oct9_step_child_ref(search, children, level, child, tree);
            if (!tree && ref - OCT9_REF_PAIRS < OCT9_REF_PAIRS) {
                search->ref = ref;
                oct9_step_open_pair(search, level);
                ref = search->ref;
            }
        }
        if (!sphere) {
            if (oct9_cull_inherits(&visit->cull, level))
                ;
            else if (!meets_frustum(&visit->cull, low, level)) {
                if (ref < OCT9_REF_LEAF && level != 0)
                    search->nodes++;
                else
                    search->leaves++;
                continue;
            }
        }
        if (ref < OCT9_REF_LEAF && level != 0) {
            search->nodes++;
            level--;
            children--;
            search->ref = ref;
            corner = low;
            unsigned bits;
            if (tree) {
                children->opened.first = ref;
                bits = oct9_step_open_tree(search, 255);
            } else {
                bits = oct9_step_open_image(search, children, level);
            }
            if (sphere && bits)
                bits &= oct9_reach_children(corner, level, &visit->region->centre, (uint32_t)visit->region->radius_q6 * visit->region->radius_q6);
            children->pending = (uint8_t)bits;
        } else {
            search->leaves++;
            search->ref = ref;
            if ((!tree && level != top) || oct9_step_leaf_matters(search)) {
                if (sphere && level == top) {
                    search->level = (uint8_t)level;
                    search->corner = low;
                    if (oct9_reach_distance2(search, &visit->region->centre, visit->region->radius_q6) == UINT32_MAX)
                        continue;
                }
                found = OCT9_FOUND_LEAF;
                corner = low;
                goto end;
            }
        }
    }
end:
    search->level = (uint8_t)level;
    search->corner = corner;
    *budget = left;
    return found;
}

/* The next leaf. Returns OCT9_FOUND_LEAF or as oct9_search_next. */
static int next_leaf(oct9_visit_t *visit, uint32_t *budget)
{
    if (is_span(visit->region))
        return oct9_search_next_leaf(&visit->search, budget);
    return visit->cull.frustum ? next_in_shape(visit, budget, false) : next_in_shape(visit, budget, true);
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
