/* SPDX-License-Identifier: MIT */
/* What may stop a robot: decided with each query, never by the map.
 *
 * A query is asked in one call, which holds its state on the stack, or in slices: its _begin takes
 * a state of the caller's, whatever that holds, and its _run is called until it no longer returns
 * OCT9_AGAIN. The answer does not depend on how it is cut. The input is kept by pointer: it, and
 * what it points to, must not change until the query has ended; nor may the state be moved or
 * copied. */
#ifndef OCT9_RULES_H
#define OCT9_RULES_H

#include "oct9/map.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What a kind of place does. Zero is the careful answer. */
typedef enum { OCT9_BLOCKS = 0, OCT9_PASSES = 1 } oct9_policy_t;

/* Part of every query's input; all zero is the careful choice: everything blocks but what is
 * known to be free.
 *
 * The filter chooses kinds of obstacle: an occupied leaf whose payload does not match it counts as
 * free. Unknown space is no kind of obstacle: `unknown` alone decides about it. */
typedef struct {
    oct9_policy_t unknown;              /* what is of unknown state */
    oct9_state_t outside;               /* what the space outside the cube counts as: if unknown
                                           (zero), `unknown` decides; occupied always blocks */
    oct9_policy_t start_inside;         /* PASSES: a leaf met at the very start never blocks,
                                           anywhere on the way, and it may be as large as the
                                           cube; the outside is no leaf and still blocks */
    uint16_t filter_mask, filter_value; /* an occupied leaf matches iff (payload & mask) == value */
} oct9_rules_t;

/* What stopped a query. */
typedef enum {
    OCT9_HIT_NONE,   /* nothing: clear */
    OCT9_HIT_LEAF,   /* a leaf, which the output names */
    OCT9_HIT_OUTSIDE /* the space outside the cube; no leaf is named */
} oct9_hit_t;

/* Rules for a map: every query checks its own.
 * Fails with OCT9_ERR_ARGUMENT iff a policy or state is not one of its enum's or no
 * occupied leaf of that map can match: they have payload 2 in an image, and in a tree any from
 * thresholds.occupied_from to OCT9_PAYLOAD_MAX. */
oct9_status_t oct9_rules_check(const oct9_rules_t *rules, const oct9_map_t *map);

#ifdef __cplusplus
}
#endif
#endif
