/* SPDX-License-Identifier: MIT */
/* Internal: what thresholds are good, and the state that a payload means by them. */
#ifndef OCT9_SRC_THRESHOLDS_H
#define OCT9_SRC_THRESHOLDS_H

#include "oct9/tree.h"

#include <stdbool.h>

static inline bool oct9_thresholds_good(const oct9_thresholds_t *thresholds)
{
    return thresholds->free_below - 1u < thresholds->occupied_from &&        /* 0 wraps */
           thresholds->occupied_from <= OCT9_PAYLOAD_MAX;
}

static inline oct9_state_t oct9_thresholds_state(const oct9_thresholds_t *thresholds,
                                                 uint16_t payload)
{
    if (payload >= thresholds->occupied_from)
        return OCT9_OCCUPIED;
    return payload - 1u < thresholds->free_below - 1u ? OCT9_FREE : OCT9_UNKNOWN;
}

#endif
