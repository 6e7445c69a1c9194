/* SPDX-License-Identifier: MIT */
/* Internal: a node as a sweep sees it, with each axis mirrored that the way descends. */
#ifndef OCT9_SRC_SWEEP_H
#define OCT9_SRC_SWEEP_H

#include "oct9/sweep.h"
#include "src/query/search.h"

/* The low face of the node that was found, on an axis, 0..32704. */
static inline int32_t oct9_sweep_low(const oct9_sweep_t *sweep, unsigned axis)
{
    const int32_t low = oct9_search_low(&sweep->search, axis);
    return sweep->axis[axis].mirrored ? OCT9_CUBE_Q6 - low - oct9_search_size(&sweep->search) : low;
}

/* oct9_sweep_run, which takes what it visits from the budget. */
oct9_status_t oct9_sweep_go(oct9_sweep_t *sweep, uint32_t *budget, oct9_sweep_output_t *output);

/* The next leaf that the way meets, grown by the shape, and not after sweep->first: as
 * oct9_search_next. sweep->in tells when, sweep->starts whether it starts in it. */
int oct9_sweep_next_leaf(oct9_sweep_t *sweep, uint32_t *budget);

#endif
