/* SPDX-License-Identifier: MIT */
/* Probes: the state of a point, and the states below a node. */
#include "oct9/probe.h"
#include "port/oct9_port.h"
#include "src/map/map.h"
#include "src/number/axes.h"
#include "src/number/morton.h"
#include "src/query/rules.h"
#include "src/query/search.h"

oct9_status_t oct9_probe_point(const oct9_map_t *map, const oct9_probe_point_input_t *input,
                               oct9_probe_point_output_t *output)
{
    OCT9_ASSERT(map && input && output);
    const oct9_rules_t *rules = &input->rules;
    const oct9_point_t *point = &input->point;
    const oct9_status_t status = oct9_rules_check(rules, map);
    if (status != OCT9_OK)
        return status;
    output->inside = oct9_point_inside(point);
    output->leaves = output->inside;
    if (!output->inside) {
        output->nodes = 0;
        output->hit = oct9_rules_outside_blocks(rules) ? OCT9_HIT_OUTSIDE : OCT9_HIT_NONE;
        return OCT9_OK;
    }
    const uint32_t seen = oct9_map_generation(map);
    OCT9_ORDERED;
    oct9_point_cell(point, &output->leaf.corner);
    oct9_map_find(map, &output->leaf);
    output->nodes = (uint32_t)(OCT9_LEVELS - output->leaf.level);
    output->hit = rules->start_inside != OCT9_PASSES &&
                          oct9_rules_block(rules, (oct9_state_t)output->leaf.state,
                                           output->leaf.payload)
                    ? OCT9_HIT_LEAF
                    : OCT9_HIT_NONE;
    OCT9_ORDERED;
    return oct9_map_stale(map, seen) ? OCT9_ERR_STALE : OCT9_OK;
}

oct9_status_t oct9_probe_node_begin(oct9_probe_node_t *below, const oct9_map_t *map,
                                    const oct9_probe_node_input_t *input)
{
    OCT9_ASSERT(below && map && input);
    const oct9_status_t status = oct9_node_check(&input->node);
    if (status != OCT9_OK)
        return status;
    if (!oct9_filter_good(map, input->filter_mask, input->filter_value))
        return OCT9_REFUSE();
    oct9_search_t *search = &below->search;
    oct9_search_begin(search, map, OCT9_STATES_ALL);
    oct9_search_below(search, oct9_search_cell(&input->node.corner), input->node.level);
    oct9_search_start(search);
    below->mask = input->filter_mask;
    below->value = input->filter_value;
    below->found = 0;
    return OCT9_OK;
}

/* Notes the current leaf. The search then leaves out the states that were seen. An occupied leaf
 * that does not match counts as free; so with a filter the search leaves out nothing before it has
 * seen free. */
static void note_state(oct9_probe_node_t *below)
{
    const oct9_search_t *search = &below->search;
    const uint16_t payload = oct9_ref_payload(search->ref);
    unsigned state = oct9_map_state(&search->map, payload);
    if (state == OCT9_OCCUPIED && (payload & below->mask) != below->value)
        state = OCT9_FREE;
    OCT9_ASSERT(state <= OCT9_OCCUPIED);
    below->found = (uint8_t)(below->found | 1u << state);
    const unsigned missing = OCT9_STATES_ALL - (unsigned)below->found;
    if (below->mask == 0 || !(missing & 1u << OCT9_FREE))
        below->search.states = (uint8_t)missing;
}

static oct9_status_t visit_below(oct9_probe_node_t *below, uint32_t budget)
{
    int found;
    while (below->found != OCT9_STATES_ALL &&
           (found = oct9_search_next(&below->search, &budget)) != 0) {
        if (found < 0)
            return OCT9_AGAIN;
        if (found == OCT9_FOUND_INNER)
            oct9_search_open(&below->search, 0);
        else
            note_state(below);
    }
    return OCT9_OK;
}

oct9_status_t oct9_probe_node_run(oct9_probe_node_t *below, uint32_t budget,
                                  oct9_probe_node_output_t *output)
{
    OCT9_ASSERT(below && output);
    if (budget == 0)
        return OCT9_REFUSE();
    if (oct9_search_stale(&below->search))
        return OCT9_ERR_STALE;
    const oct9_status_t status = visit_below(below, budget);
    output->leaves = below->search.leaves;
    output->nodes = below->search.nodes;
    if (status == OCT9_OK)
        output->states = below->found;
    return status;
}

oct9_status_t oct9_probe_node(const oct9_map_t *map, const oct9_probe_node_input_t *input,
                              oct9_probe_node_output_t *output)
{
    oct9_probe_node_t below;
    const oct9_status_t status = oct9_probe_node_begin(&below, map, input);
    return status == OCT9_OK ? oct9_probe_node_run(&below, UINT32_MAX, output) : status;
}
