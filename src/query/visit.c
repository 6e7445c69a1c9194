/* SPDX-License-Identifier: MIT */
/* Visits: all leaves of a region; and frontiers: the free leaves that touch unknown space. */
#include "oct9/visit.h"

#include "port/oct9_port.h"
#include "src/number/axes.h"
#include "src/number/morton.h"
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

/* True if each node that overlaps the search's span overlaps the region. */
static inline bool is_span(const oct9_region_t *region)
{
    return !region || (region->kind != OCT9_REGION_SPHERE && region->kind != OCT9_REGION_FRUSTUM);
}

/* True if the node at which the search starts meets the region, a sphere or a frustum. */
static OCT9_NOT_INLINE bool start_meets(const oct9_visit_t *visit)
{
    if (visit->cull.frustum)
        return oct9_cull_node(&visit->cull, &visit->search) != OCT9_CULL_OUTSIDE;
    return oct9_reach_distance2(&visit->search, &visit->region->centre, visit->region->radius_q6) !=
           UINT32_MAX;
}

/* Takes a child of `level`. Returns true if it came out of a pair: then it may be a leaf that does
 * not matter. */
static OCT9_INLINE bool take_child(oct9_search_t *search, const oct9_search_level_t *children,
                                   unsigned level, unsigned child, bool tree)
{
    search->ref = oct9_step_child_ref(search, children, level, child, tree);
    if (tree || search->ref - OCT9_REF_PAIRS >= OCT9_REF_PAIRS)
        return false;
    oct9_step_open_pair(search, level);
    return true;
}

/* Opens the current node, whose children have `level`. Returns those that matter and meet the
 * region. */
static OCT9_INLINE unsigned open_in_region(oct9_visit_t *visit, oct9_search_level_t *children,
                                           uint32_t corner, unsigned level, bool tree)
{
    unsigned bits;
    if (tree) {
        children->opened.first = visit->search.ref;
        bits = oct9_step_open_tree(&visit->search, 255);
    } else {
        bits = oct9_step_open_image(&visit->search, children, level,
                                    visit->search.ref == OCT9_REF_PAIR);
    }
    if (bits == 0)
        return 0;
    if (!visit->cull.frustum) {
        const uint32_t radius = visit->region->radius_q6;
        const unsigned near = oct9_reach_children(corner, level, &visit->region->centre,
                                                  radius * radius);
        if (near % OCT9_REACH_OCTANT != 255)
            bits &= oct9_children_reorder(near % OCT9_REACH_OCTANT, near / OCT9_REACH_OCTANT);
    } else if (!oct9_cull_inherits(&visit->cull, level + 1u)) {
        bits &= oct9_cull_children(&visit->cull, corner, level);
    }
    return bits;
}

/* True if the current node, a leaf, matters and meets the region. Only of the node at which the
 * search starts it is not known that it meets the region. `chosen` is true if its parent was opened
 * only for the leaves that matter. */
static OCT9_INLINE bool leaf_found(oct9_visit_t *visit, bool start, bool chosen)
{
    visit->search.leaves++;
    if (start)
        return oct9_step_leaf_matters(&visit->search) && start_meets(visit);
    return chosen || oct9_step_leaf_matters(&visit->search);
}

/* The next leaf in a sphere or a frustum. A node is opened only for the children that meet the
 * region. */
static OCT9_INLINE int next_in_shape(oct9_visit_t *visit, uint32_t *budget, bool tree)
{
    oct9_search_t *const search = &visit->search;
    const unsigned top = search->top;
    unsigned level = search->level;
    oct9_search_level_t *children = &search->at[level];
    uint32_t left = *budget, corner = search->corner; /* in registers */
    int found = OCT9_FOUND_INNER;
    while (found == OCT9_FOUND_INNER) {
        unsigned pending;
        while ((pending = children->pending) == 0 && level != top) {
            level++;
            children++;
        }
        if (pending == 0 || left == 0) {
            found = pending == 0 ? OCT9_FOUND_NONE : OCT9_AGAIN;
            break;
        }
        left--;
        children->pending = (uint8_t)(pending & (pending - 1u));
        bool out_of_pair = false;
        if (level != top) {
            const unsigned child = oct9_port_low_bit(pending);
            corner = oct9_step_corner(corner, level, child);
            out_of_pair = take_child(search, children, level, child, tree);
        }
        if (search->ref < OCT9_REF_LEAF && level != 0) {
            search->nodes++;
            level--;
            children--;
            children->pending = (uint8_t)open_in_region(visit, children, corner, level, tree);
        } else if (leaf_found(visit, level == top, !tree && !out_of_pair)) {
            found = OCT9_FOUND_LEAF;
        }
    }
    search->level = (uint8_t)level;
    search->corner = corner;
    *budget = left;
    return found;
}

/* The next leaf. Returns OCT9_FOUND_LEAF or as oct9_search_next. */
static int next_region_leaf(oct9_visit_t *visit, uint32_t *budget)
{
    return is_span(visit->region)
             ? oct9_search_next_leaf(&visit->search, budget)
             : OCT9_BY_KIND(next_in_shape, visit->search.map.tree != NULL, visit, budget);
}

/* Goes to the next leaf if it is a cell beside a leaf that was found in an image: that one matters
 * and meets the region as the search does not take any other. */
static OCT9_INLINE bool step_in_brick(oct9_search_t *search)
{
    oct9_search_level_t *cells = &search->at[0];
    if (search->level != 0 || cells->pending == 0 || search->top == 0 || search->map.tree)
        return false;
    const unsigned pending = cells->pending, child = oct9_port_low_bit(pending);
    cells->pending = (uint8_t)(pending & (pending - 1u));
    search->corner = oct9_step_corner(search->corner, 0, child);
    search->ref = oct9_leaf_ref(cells->opened.states, child);
    search->leaves++;
    return true;
}

int oct9_visit_next(oct9_visit_t *visit, uint32_t budget, oct9_leaf_t *leaf)
{
    OCT9_ASSERT(visit && leaf);
    oct9_search_t *const search = &visit->search;
    if (budget == 0)
        return OCT9_REFUSE();
    if (oct9_map_stale(&search->map, search->generation))
        return OCT9_ERR_STALE;
    if (!step_in_brick(search)) {
        const int found = next_region_leaf(visit, &budget);
        if (found != OCT9_FOUND_LEAF)
            return found;
    }
    oct9_step_leaf(search, leaf);
    return OCT9_FOUND_LEAF;
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
static bool may_share_face(const oct9_frontier_t *frontier)
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
        if (!may_share_face(frontier))
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
        const int found = next_region_leaf(&frontier->visit, &budget);
        if (found != OCT9_FOUND_LEAF)
            return found;
        begin_around(frontier);
    }
}
