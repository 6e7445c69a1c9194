/* SPDX-License-Identifier: MIT */
/* Internal: which leaves block, and whether the outside blocks. */
#ifndef OCT9_SRC_RULES_H
#define OCT9_SRC_RULES_H

#include "oct9/rules.h"

#include <stdbool.h>

/* True if the policies and the state are in their enums, and OCT9_LEAVES is that of the start. */
static inline bool oct9_rules_good(const oct9_rules_t *rules)
{
    return (unsigned)rules->unknown <= OCT9_PASSES &&
           (unsigned)rules->start_inside <= OCT9_LEAVES &&
           (unsigned)rules->outside <= OCT9_OCCUPIED;
}

/* True if some payload from `least` on can match: the greatest that does has all bits that are not
 * in the mask. */
static inline bool oct9_filter_reaches(uint16_t least, uint16_t mask, uint16_t value)
{
    return (value & ~(unsigned)mask) == 0 && value <= OCT9_PAYLOAD_MAX &&
           (value | (OCT9_PAYLOAD_MAX & ~(unsigned)mask)) >= least;
}

void oct9_rules_copy(oct9_rules_t *to, const oct9_rules_t *from);

/* True if some occupied leaf of such a map can match. */
bool oct9_filter_good(const oct9_map_t *map, uint16_t mask, uint16_t value);

/* True if a leaf of that state and payload blocks. */
inline bool oct9_rules_block(const oct9_rules_t *rules, oct9_state_t state, uint16_t payload)
{
    return state == OCT9_OCCUPIED ? (payload & rules->filter_mask) == rules->filter_value
                                  : state == OCT9_UNKNOWN && rules->unknown == OCT9_BLOCKS;
}

/* True if the space outside the cube blocks. */
inline bool oct9_rules_outside_blocks(const oct9_rules_t *rules)
{
    return rules->outside == OCT9_OCCUPIED ||
           (rules->outside == OCT9_UNKNOWN && rules->unknown == OCT9_BLOCKS);
}

#endif
