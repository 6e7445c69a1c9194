/* SPDX-License-Identifier: MIT */
/* Rules: what blocks a query. Each query has its own rules; the map has none.
 *
 * Example, with (const oct9_map_t *map, oct9_point_t a, oct9_point_t b, void (*explore)(void)):
 *
 *     const oct9_cast_input_t ray = { .from = a, .to = b, .rules = { .unknown = OCT9_PASSES } };
 *     oct9_cast_output_t hit;
 *     if (oct9_cast_ray(map, &ray, &hit) == OCT9_OK && hit.hit == OCT9_HIT_NONE)
 *         explore();
 *
 * A query runs in one call, which keeps its state on the stack, or in slices. In slices, _begin
 * initializes a state that the caller owns; then call _run until it no longer returns OCT9_AGAIN.
 * The result does not depend on the budgets. The query keeps its input by pointer: until it has
 * ended, do not change the input or what it points to, and do not move or copy the state. A slice
 * looks for a write when it begins: it fails with OCT9_ERR_STALE if the map was written to since
 * the query began. A query in one call fails so, too, if it interrupts a write; its comment does
 * not list this again. An image alone is never stale.
 *
 * A write that interrupts a slice or a call may pass unseen, except in oct9_probe_point. And
 * oct9_map_locate and the _begin of a walk or of planes never look for a write. Where a write can
 * be missed, use oct9_map_read_begin (map.h). */
#ifndef OCT9_RULES_H
#define OCT9_RULES_H

#include "oct9/map.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Whether something stops a query. Zero is the careful choice. OCT9_LEAVES is for `start_inside`
 * only, and lets a shape get away from what it touches:
 *
 * What the shape touches at its start does not block if the motion does not come nearer to it. The
 * distance is that of the shape's reference point (the centre of a sphere, the middle of a box or
 * of a turned box, the start of a ray) to the closed leaf. On a line it is convex, so that its
 * slope at the start decides, exactly: what has a slope below 0 blocks at the start, and so does
 * what contains the reference point, on its surface, too; all else that is touched at the start
 * never blocks, anywhere on the line. A shape at rest has slope 0. What it does not touch at its
 * start blocks as it always does. On a path the rule applies anew to each segment, with what is
 * touched where that begins. A turned box that turns, too, is blocked by all that it touches at its
 * start. The outside is no leaf: it still blocks, also a shape that leaves it. A ray touches the
 * leaf of its start alone, which contains it: LEAVES is BLOCKS there. */
typedef enum { OCT9_BLOCKS = 0, OCT9_PASSES = 1, OCT9_LEAVES = 2 } oct9_policy_t;

/* Part of the input of every query. All zero is the careful choice: everything blocks except what
 * is known to be free.
 *
 * The filter selects kinds of obstacles: an occupied leaf whose payload does not match counts as
 * free. The filter does not apply to unknown space; only `unknown` decides about it. */
typedef struct {
    oct9_policy_t unknown;              /* for leaves of unknown state: BLOCKS or PASSES */
    oct9_state_t outside;               /* the state of the space outside the cube. Unknown (zero):
                                           `unknown` decides; free passes; occupied blocks */
    oct9_policy_t start_inside;         /* PASSES: a leaf that the query meets at its start never
                                           blocks, anywhere on the segment, even if it is as large
                                           as the cube. LEAVES: as above. The outside is no leaf:
                                           it still blocks */
    uint16_t filter_mask, filter_value; /* an occupied leaf matches iff (payload & mask) == value */
} oct9_rules_t;

/* What stopped a query. */
typedef enum {
    OCT9_HIT_NONE,   /* nothing: clear */
    OCT9_HIT_LEAF,   /* a leaf; the output names it */
    OCT9_HIT_OUTSIDE /* the space outside the cube; the output names no leaf */
} oct9_hit_t;

/* Checks rules against a map. Every query does this itself.
 * Fails with OCT9_ERR_ARGUMENT iff a policy or the state is not in its enum, `unknown` is
 * OCT9_LEAVES, or no occupied leaf of that map can match the filter. Occupied leaves have payload 2
 * in an image and in a layered map; in a tree they have any payload from thresholds.occupied_from
 * to OCT9_PAYLOAD_MAX.
 * Stack: M0 16 bytes. Reentrant. */
oct9_status_t oct9_rules_check(const oct9_rules_t *rules, const oct9_map_t *map);

#ifdef __cplusplus
}
#endif
#endif
