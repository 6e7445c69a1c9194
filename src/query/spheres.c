/* SPDX-License-Identifier: MIT */
/* Many spheres at rest, in groups of up to 32: one search for a group, with a mask for each child
 * of the nodes on the path.
 *
 * A node's children get the spheres of its mask whose bounding box may meet them: it is compared
 * with the node's middle planes alone, whose answers are a mask of children. A sphere that meets a
 * leaf is in the masks of all nodes above that leaf, as its box meets them. Only in leaves are
 * distances compared. */
#include "oct9/spheres.h"

#include "port/oct9_port.h"
#include "src/number/axes.h"
#include "src/query/leaving.h"
#include "src/query/reach.h"
#include "src/query/rules.h"
#include "src/query/search.h"

#define GROUP 32u

static bool meets_outside(const oct9_sphere_t *sphere)
{
    for (unsigned a = 0; a < 3; a++) {
        const int32_t at = oct9_point_axis(&sphere->centre, a), radius = sphere->radius_q6;
        if (at - radius <= OCT9_LOW_Q6 || at + radius >= OCT9_HIGH_Q6)
            return true;
    }
    return false;
}

/* Notes that a sphere is blocked. */
static void note_blocked(oct9_spheres_t *spheres, oct9_hit_t hit, unsigned index)
{
    spheres->hit = (uint8_t)hit;
    spheres->index = (uint16_t)index;
}

/* Begins the search for the group of `first`. */
static void begin_group(oct9_spheres_t *spheres)
{
    const oct9_spheres_input_t *in = spheres->input;
    const oct9_sphere_t *const first = &in->spheres[spheres->first];
    const unsigned left = (unsigned)in->count - spheres->first;
    const oct9_sphere_t *const end = &first[left < GROUP ? left : GROUP];
    spheres->group = left < GROUP ? ((uint32_t)1 << left) - 1u : UINT32_MAX;
    for (unsigned a = 0; a < 3; a++) {
        int32_t low = oct9_point_axis(&first->centre, a), high = low;
        for (const oct9_sphere_t *sphere = first; sphere != end; sphere++) {
            const int32_t at = oct9_point_axis(&sphere->centre, a), radius = sphere->radius_q6;
            low = at - radius < low ? at - radius : low;
            high = at + radius > high ? at + radius : high;
        }
        oct9_search_span(&spheres->search, a, low - 1, high); /* as oct9_reach_span */
    }
    oct9_search_start(&spheres->search);
}

oct9_status_t oct9_spheres_begin(oct9_spheres_t *spheres, const oct9_map_t *map,
                                 const oct9_spheres_input_t *input)
{
    OCT9_ASSERT(spheres && map && input && (input->spheres || input->count == 0));
    const bool outside = oct9_rules_outside_blocks(&input->rules);
    const oct9_status_t status = oct9_rules_check(&input->rules, map);
    if (status != OCT9_OK)
        return status;
    if (input->count == 0)
        return OCT9_REFUSE();
    spheres->hit = OCT9_HIT_NONE;
    for (unsigned i = 0; i < input->count; i++) {
        if (input->spheres[i].radius_q6 > OCT9_RADIUS_MAX)
            return OCT9_REFUSE();
        if (outside && meets_outside(&input->spheres[i]))
            note_blocked(spheres, OCT9_HIT_OUTSIDE, i);
    }
    spheres->input = input;
    spheres->first = 0;
    oct9_search_blocking(&spheres->search, map, &input->rules);
    begin_group(spheres);
    return OCT9_OK;
}

/* The spheres whose box may meet the current node. */
static uint32_t mask_here(const oct9_spheres_t *spheres)
{
    const oct9_search_t *search = &spheres->search;
    return search->level == search->top || spheres->group == 1
             ? spheres->group
             : spheres->mask[search->level][oct9_search_child(search)];
}

/* The children of a node with these middle planes that a sphere's box may meet. */
static inline unsigned children_met(const oct9_sphere_t *sphere, const int32_t middle[3])
{
    const int32_t radius = sphere->radius_q6;
    unsigned children = 0xFF;
    OCT9_UNROLL
    for (unsigned a = 0; a < 3; a++) {
        const int32_t at = oct9_point_axis(&sphere->centre, a) - middle[a];
        if (at > radius)
            children &= ~(unsigned)oct9_lower_children[1u << a];
        if (at < -radius)
            children &= oct9_lower_children[1u << a];
    }
    return children;
}

/* Opens the current node for its spheres: each goes to the children that its box may meet. */
static void open_for_spheres(oct9_spheres_t *spheres, uint32_t mask)
{
    oct9_search_t *search = &spheres->search;
    const oct9_sphere_t *const sphere = &spheres->input->spheres[spheres->first];
    uint32_t *const child = spheres->mask[search->level - 1u];
    int32_t middle[3];
    unsigned met = 0;
    for (unsigned a = 0; a < 3; a++)
        middle[a] = oct9_search_low(search, a) + oct9_search_size(search) / 2;
    for (unsigned c = 0; c < 8; c++)
        child[c] = 0;
    for (; mask != 0; mask &= mask - 1u) {
        const uint32_t bit = mask & (0u - mask);
        unsigned children = children_met(&sphere[oct9_port_low_bit(mask)], middle);
        met |= children;
        for (; children != 0; children &= children - 1u)
            child[oct9_port_low_bit(children)] |= bit;
    }
    oct9_search_open(search, 0);
    oct9_search_keep(search, met, 0);
}

/* True if a sphere is blocked by a leaf at that distance. A sphere at rest does not come nearer. */
static inline bool is_blocked(const oct9_spheres_t *spheres, uint32_t distance2)
{
    return distance2 != UINT32_MAX && (spheres->input->rules.start_inside != OCT9_LEAVES ||
                                       oct9_leaving_blocks(distance2 == 0, 0));
}

/* True if the current leaf blocks one of the spheres, and notes it. */
static bool meets_spheres(oct9_spheres_t *spheres, uint32_t mask)
{
    for (; mask != 0; mask &= mask - 1u) {
        const unsigned index = spheres->first + oct9_port_low_bit(mask);
        const oct9_sphere_t *sphere = &spheres->input->spheres[index];
        if (is_blocked(spheres, oct9_reach_distance2(&spheres->search, &sphere->centre,
                                                     sphere->radius_q6))) {
            note_blocked(spheres, OCT9_HIT_LEAF, index);
            return true;
        }
    }
    return false;
}

/* Finds the next node. The span of a search for one sphere is the sphere's box, and leaves out all
 * that the masks would. */
static inline int next_for_spheres(oct9_spheres_t *spheres, uint32_t *budget)
{
    return spheres->group == 1 ? oct9_search_next_leaf(&spheres->search, budget)
                               : oct9_search_next(&spheres->search, budget);
}

/* Visits nodes until a sphere is blocked, or the group's search or the budget ends. Returns as
 * oct9_search_next does. Not inlined, so that its loops have all registers. */
static OCT9_NOT_INLINE int search_group(oct9_spheres_t *spheres, uint32_t *budget)
{
    int found;
    while ((found = next_for_spheres(spheres, budget)) > 0) {
        const uint32_t mask = mask_here(spheres);
        if (found == OCT9_FOUND_INNER)
            open_for_spheres(spheres, mask);
        else if (meets_spheres(spheres, mask))
            break;
    }
    return found;
}

/* Goes through the groups; the beginning of each but the first takes one from the budget. */
static oct9_status_t visit_groups(oct9_spheres_t *spheres, uint32_t budget)
{
    const oct9_spheres_input_t *in = spheres->input;
    int found;
    if (spheres->hit != OCT9_HIT_NONE || in->rules.start_inside == OCT9_PASSES)
        return OCT9_OK;
    while ((found = search_group(spheres, &budget)) == OCT9_FOUND_NONE &&
           (unsigned)in->count - spheres->first > GROUP) {
        if (budget == 0)
            return OCT9_AGAIN;
        budget--;
        spheres->first = (uint16_t)(spheres->first + GROUP);
        oct9_search_anew(&spheres->search);
        begin_group(spheres);
    }
    return found < 0 ? OCT9_AGAIN : OCT9_OK;
}

oct9_status_t oct9_spheres_run(oct9_spheres_t *spheres, uint32_t budget,
                               oct9_spheres_output_t *output)
{
    OCT9_ASSERT(spheres && output);
    if (budget == 0)
        return OCT9_REFUSE();
    if (oct9_search_stale(&spheres->search))
        return OCT9_ERR_STALE;
    const oct9_status_t status = visit_groups(spheres, budget);
    output->leaves = spheres->search.leaves;
    output->nodes = spheres->search.nodes;
    if (status != OCT9_OK)
        return status;
    output->hit = (oct9_hit_t)spheres->hit;
    if (spheres->hit != OCT9_HIT_NONE)
        output->index = spheres->index;
    return status;
}

oct9_status_t oct9_spheres_check(const oct9_map_t *map, const oct9_spheres_input_t *input,
                                 oct9_spheres_output_t *output)
{
    oct9_spheres_t spheres;
    const oct9_status_t status = oct9_spheres_begin(&spheres, map, input);
    return status == OCT9_OK ? oct9_spheres_run(&spheres, UINT32_MAX, output) : status;
}
