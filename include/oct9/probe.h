/* SPDX-License-Identifier: MIT */
/* Probes: the state at a point, and the states that occur in a node.
 *
 * Example, with (const oct9_map_t *map, oct9_point_t point, void (*go)(void)):
 *
 *     const oct9_probe_point_input_t input = { .point = point };
 *     oct9_probe_point_output_t output;
 *     if (oct9_probe_point(map, &input, &output) == OCT9_OK && output.hit == OCT9_HIT_NONE)
 *         go();
 *
 * A point probe is one descent to a leaf; a node probe searches below a node. */
#ifndef OCT9_PROBE_H
#define OCT9_PROBE_H

#include "oct9/detail/probe.h"
#include "oct9/rules.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Input of a point probe. */
typedef struct {
    oct9_point_t point;
    oct9_rules_t rules; /* start_inside PASSES: no leaf ever blocks; LEAVES: as BLOCKS */
} oct9_probe_point_input_t;

/* Output of a point probe. */
typedef struct {
    oct9_hit_t hit;         /* whether the leaf of the point, or the outside, blocks */
    oct9_leaf_t leaf;       /* the leaf of the point; not set outside the cube */
    bool inside;            /* the point is in the cube */
    uint32_t leaves, nodes; /* visited: leaves 1 or 0, nodes at most 9 */
} oct9_probe_point_output_t;

/* Finds the leaf of a point, and whether it blocks. Exact: cells are half-open, so that a point of
 * the cube is in exactly one leaf. Visits at most 9 levels.
 * Fails as oct9_rules_check does; with OCT9_ERR_STALE iff a write is in progress, or was while it
 * read: the output is undefined then.
 * Stack: M0 104 bytes. Reentrant. */
oct9_status_t oct9_probe_point(const oct9_map_t *map, const oct9_probe_point_input_t *input,
                               oct9_probe_point_output_t *output);

/* Input of a node probe. */
typedef struct {
    oct9_node_t node;
    uint16_t filter_mask, filter_value; /* as in rules.h */
} oct9_probe_node_input_t;

/* Output of a node probe. */
typedef struct {
    uint8_t states;         /* the states that occur in the node, as bits 1 << state */
    uint32_t leaves, nodes; /* visited */
} oct9_probe_node_output_t;

/* Finds which states occur in a node: is any leaf in it occupied, unknown or free? Keeps its state,
 * an oct9_probe_node_t, on the stack.
 * Fails with OCT9_ERR_OUTSIDE iff a coordinate of the corner is above 511, OCT9_ERR_ARGUMENT iff
 * the level is above 9, the corner is not aligned to the node's size, or no occupied leaf of the
 * map can match the filter (as oct9_rules_check). The search ends as soon as it has found all three
 * states.
 * Stack: M0 296 bytes. Reentrant. */
oct9_status_t oct9_probe_node(const oct9_map_t *map, const oct9_probe_node_input_t *input,
                              oct9_probe_node_output_t *output);

/* Begins a node probe in slices. Keeps the input by pointer.
 * Fails as oct9_probe_node does.
 * Stack: M0 112 bytes. Reentrant. */
oct9_status_t oct9_probe_node_begin(oct9_probe_node_t *below, const oct9_map_t *map,
                                    const oct9_probe_node_input_t *input);

/* Visits at most `budget` nodes and leaves. Returns OCT9_OK when `output` is filled; OCT9_AGAIN
 * when the budget is used up: then only the counts of `output` are set, call again.
 * Fails with OCT9_ERR_ARGUMENT iff budget is 0, OCT9_ERR_STALE iff the map was written to since the
 * probe began.
 * Stack: M0 96 bytes. Reentrant. */
oct9_status_t oct9_probe_node_run(oct9_probe_node_t *below, uint32_t budget,
                                  oct9_probe_node_output_t *output);

#ifdef __cplusplus
}
#endif
#endif
