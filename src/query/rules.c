/* SPDX-License-Identifier: MIT */
/* Rules and filters. */
#include "src/query/rules.h"

#include "port/oct9_port.h"

bool oct9_filter_good(const oct9_map_t *map, uint16_t mask, uint16_t value)
{
    return map->tree ? oct9_filter_reaches(map->tree->thresholds.occupied_from, mask, value)
                     : ((unsigned)OCT9_OCCUPIED & mask) == value;
}

oct9_status_t oct9_rules_check(const oct9_rules_t *rules, const oct9_map_t *map)
{
    OCT9_ASSERT(rules && map);
    return oct9_rules_good(rules) && oct9_filter_good(map, rules->filter_mask, rules->filter_value)
             ? OCT9_OK
             : OCT9_REFUSE();
}

void oct9_rules_copy(oct9_rules_t *to, const oct9_rules_t *from)
{
    to->unknown = from->unknown;
    to->outside = from->outside;
    to->start_inside = from->start_inside;
    to->filter_mask = from->filter_mask;
    to->filter_value = from->filter_value;
}

/* Copies for builds that do not inline these functions. */

extern inline bool oct9_rules_block(const oct9_rules_t *rules, oct9_state_t state,
                                    uint16_t payload);
extern inline bool oct9_rules_outside_blocks(const oct9_rules_t *rules);
