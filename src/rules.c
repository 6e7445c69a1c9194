/* SPDX-License-Identifier: MIT */
#include "src/rules.h"

bool oct9_filter_good(uint16_t mask, uint16_t value)
{
    return (value & ~(unsigned)mask) == 0 && value <= OCT9_PAYLOAD_MAX;
}

oct9_status_t oct9_rules_check(const oct9_rules_t *rules)
{
    if ((unsigned)rules->unknown > OCT9_PASSES || (unsigned)rules->start_inside > OCT9_PASSES ||
        (unsigned)rules->outside > OCT9_OCCUPIED)
        return OCT9_ERR_POLICY;
    return oct9_filter_good(rules->filter_mask, rules->filter_value) ? OCT9_OK : OCT9_ERR_FILTER;
}

extern inline bool oct9_rules_block(const oct9_rules_t *rules, oct9_state_t state,
                                    uint16_t payload);

bool oct9_rules_outside_blocks(const oct9_rules_t *rules)
{
    return rules->outside == OCT9_OCCUPIED ||
           (rules->outside == OCT9_UNKNOWN && rules->unknown == OCT9_BLOCKS);
}
