/* SPDX-License-Identifier: MIT */
/* Internal: what casts have in common, through maps and over linked leaves. */
#ifndef OCT9_SRC_CAST_H
#define OCT9_SRC_CAST_H

#include "oct9/cast.h"
#include "src/number/axes.h"
#include "src/query/rules.h"

/* True if a leaf blocks that is the `leaves`-th of the cast. */
static inline bool oct9_cast_blocks(const oct9_cast_input_t *input, oct9_state_t state,
                                    uint16_t payload, uint32_t leaves)
{
    return oct9_rules_block(&input->rules, state, payload) &&
           (input->rules.start_inside != OCT9_PASSES || leaves > 1 ||
            !oct9_point_inside(&input->from));
}

/* True if the outside does not block before the cast is in its first leaf. */
static inline bool oct9_cast_enters(const oct9_cast_input_t *input)
{
    return oct9_point_inside(&input->from) || !oct9_rules_outside_blocks(&input->rules);
}

/* Sets hit, face and fraction for a cast that no leaf has blocked. */
void oct9_cast_miss(const oct9_cast_input_t *input, oct9_cast_output_t *output);

#endif
