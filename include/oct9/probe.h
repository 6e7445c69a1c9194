/* SPDX-License-Identifier: MIT */
/* Probes: what is at a point, and what is anywhere below a node. */
#ifndef OCT9_PROBE_H
#define OCT9_PROBE_H

#include "oct9/detail/probe.h"
#include "oct9/rules.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What a point is asked. */
typedef struct {
    oct9_point_t point;
    oct9_rules_t rules; /* start_inside PASSES: no leaf ever blocks */
} oct9_probe_point_input_t;

/* What it answers. */
typedef struct {
    oct9_hit_t hit;         /* whether the point's leaf, or the outside, blocks */
    oct9_leaf_t leaf;       /* that it lies in; not set outside the cube */
    bool inside;            /* the point lies in the cube */
    uint32_t leaves, nodes; /* visited: 1 or 0, and at most 9 */
} oct9_probe_point_output_t;

/* Is this point clear? Exact: cells are half-open, so a point lies in one leaf.
 * Fails as oct9_rules_check does. Cost: at most 9 levels. Reentrant. */
oct9_status_t oct9_probe_point(const oct9_map_t *map, const oct9_probe_point_input_t *input,
                               oct9_probe_point_output_t *output);

/* What a node is asked. */
typedef struct {
    oct9_node_t node;
    uint16_t filter_mask, filter_value; /* as in rules.h */
} oct9_probe_node_input_t;

/* What it answers. */
typedef struct {
    uint8_t states;         /* those that occur in the node: bits 1 << state */
    uint32_t leaves, nodes; /* visited */
} oct9_probe_node_output_t;

/* Which states occur anywhere in a node: is anything below it occupied, unknown, free? In one call,
 * its state, an oct9_probe_node_t, on the stack.
 * Fails with OCT9_ERR_OUTSIDE iff a coordinate is above 511, OCT9_ERR_ARGUMENT iff the level is
 * above 9, the corner is not aligned to the size, or as oct9_rules_check does of a filter. Cost:
 * ends as soon as all three are found. Reentrant. */
oct9_status_t oct9_probe_node(const oct9_map_t *map, const oct9_probe_node_input_t *input,
                              oct9_probe_node_output_t *output);

/* The same in slices. The input is kept by pointer. */
oct9_status_t oct9_probe_node_begin(oct9_probe_node_t *below, const oct9_map_t *map,
                                    const oct9_probe_node_input_t *input);

/* Visits at most `budget` nodes and leaves. OCT9_OK: the output is filled. OCT9_AGAIN: it is used
 * up, the output's counts alone are set. OCT9_ERR_ARGUMENT iff budget is 0, OCT9_ERR_STALE iff the
 * map was written to since the question began. */
oct9_status_t oct9_probe_node_run(oct9_probe_node_t *below, uint32_t budget,
                                  oct9_probe_node_output_t *output);

#ifdef __cplusplus
}
#endif
#endif
