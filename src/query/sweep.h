/* SPDX-License-Identifier: MIT */
/* Internal: a node in a sweep's mirrored coordinates. Each axis on which the motion descends is
 * mirrored. */
#ifndef OCT9_SRC_SWEEP_H
#define OCT9_SRC_SWEEP_H

#include "oct9/sweep.h"
#include "src/query/search.h"

/* The low face of the current node on an axis. */
static OCT9_INLINE int32_t oct9_sweep_low(const oct9_sweep_t *sweep, unsigned axis)
{
    const int32_t low = oct9_search_low(&sweep->search, axis);
    return sweep->axis[axis].mirrored ? -low - oct9_search_size(&sweep->search) : low;
}

/* As oct9_sweep_sphere_begin. */
oct9_status_t oct9_sweep_start(oct9_sweep_t *sweep, const oct9_map_t *map,
                               const oct9_motion_t *motion, const oct9_rules_t *rules,
                               bool any_contact);

/* As oct9_sweep_run; what it visits is taken from `budget`. With NULL for the output the state
 * alone says what was hit. */
oct9_status_t oct9_sweep_go(oct9_sweep_t *sweep, uint32_t *budget, oct9_sweep_output_t *output);

/* The next leaf that, grown by the shape, the path meets not after sweep->first. Returns what
 * oct9_search_next does. sweep->in is the time of entry; sweep->starts is true if the shape starts
 * in the grown leaf. */
int oct9_sweep_next_leaf(oct9_sweep_t *sweep, uint32_t *budget);

#endif
