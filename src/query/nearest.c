/* SPDX-License-Identifier: MIT */
/* The nearest leaves: a search from near to far, within a bound that shrinks.
 *
 * Each node's children are visited in the order of their octants seen from the point, the nearest
 * octant first, so that a near leaf is found early. A node that is farther than the last leaf of a
 * full list is left out. */
#include "oct9/nearest.h"
#include "port/oct9_port.h"
#include "src/number/ranking.h"
#include "src/query/reach.h"
#include "src/query/search.h"

oct9_status_t oct9_nearest_begin(oct9_nearest_t *nearest, const oct9_map_t *map,
                                 const oct9_nearest_input_t *input)
{
    OCT9_ASSERT(nearest && map && input && (input->found || input->capacity == 0));
    const oct9_status_t status = oct9_rules_check(&input->rules, map);
    if (status != OCT9_OK)
        return status;
    if (input->range_q6 > OCT9_RADIUS_MAX)
        return OCT9_REFUSE();
    if (input->capacity == 0)
        return OCT9_REFUSE();
    nearest->input = input;
    nearest->bound = (uint32_t)input->range_q6 * input->range_q6 + 1u;
    nearest->count = 0;
    oct9_search_blocking(&nearest->search, map, &input->rules);
    oct9_reach_span(&nearest->search, &input->point, input->range_q6);
    oct9_search_start(&nearest->search);
    return OCT9_OK;
}

/* Inserts the current leaf, which is nearer than the bound, into the list. */
static void insert_leaf(oct9_nearest_t *nearest, uint32_t distance2)
{
    const oct9_nearest_input_t *in = nearest->input;
    unsigned place = nearest->count;
    OCT9_ASSERT(distance2 < nearest->bound && place <= in->capacity);
    while (place > 0 && distance2 < in->found[place - 1u].distance2_q12)
        place--;
    oct9_ranking_open(in->found, sizeof *in->found, place, &nearest->count, in->capacity);
    oct9_near_t *const near = &in->found[place];
    near->distance2_q12 = distance2;
    oct9_search_leaf(&nearest->search, &near->leaf);
    oct9_reach_nearest(&near->leaf, &in->point, &near->nearest);
    if (nearest->count == in->capacity)
        nearest->bound = in->found[in->capacity - 1u].distance2_q12;
}

/* Visits nodes until the search or the budget ends. */
static oct9_status_t visit_near(oct9_nearest_t *nearest, uint32_t budget)
{
    const oct9_nearest_input_t *in = nearest->input;
    oct9_search_t *search = &nearest->search;
    int found;

    while (nearest->bound != 0 && (found = oct9_search_next(search, &budget)) != 0) {
        if (found < 0)
            return OCT9_AGAIN;
        if (found == OCT9_FOUND_INNER) {
            oct9_reach_open(search, &in->point, nearest->bound - 1u);
            continue;
        }
        const uint32_t distance2 = oct9_reach_distance2(search, &in->point, in->range_q6);
        if (distance2 < nearest->bound && (distance2 != 0 || in->rules.start_inside != OCT9_PASSES))
            insert_leaf(nearest, distance2);
    }
    return OCT9_OK;
}

oct9_status_t oct9_nearest_run(oct9_nearest_t *nearest, uint32_t budget,
                               oct9_nearest_output_t *output)
{
    OCT9_ASSERT(nearest && output);
    if (budget == 0)
        return OCT9_REFUSE();
    if (oct9_search_stale(&nearest->search))
        return OCT9_ERR_STALE;
    const oct9_status_t status = visit_near(nearest, budget);
    output->leaves = nearest->search.leaves;
    output->nodes = nearest->search.nodes;
    if (status == OCT9_OK)
        output->count = nearest->count;
    return status;
}

oct9_status_t oct9_nearest_find(const oct9_map_t *map, const oct9_nearest_input_t *input,
                                oct9_nearest_output_t *output)
{
    oct9_nearest_t nearest;
    const oct9_status_t status = oct9_nearest_begin(&nearest, map, input);
    return status == OCT9_OK ? oct9_nearest_run(&nearest, UINT32_MAX, output) : status;
}
