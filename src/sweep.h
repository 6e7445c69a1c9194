/* SPDX-License-Identifier: MIT */
/* Internal: a node as a sweep sees it, with each axis mirrored that the way descends. */
#ifndef OCT9_SRC_SWEEP_H
#define OCT9_SRC_SWEEP_H

#include "oct9/sweep.h"
#include "src/search.h"

/* The low face of the node that was found, on an axis, 0..32704. */
static inline int32_t oct9_sweep_low(const oct9_sweep_t *sweep, unsigned axis)
{
    const int32_t low = oct9_search_low(&sweep->search, axis);
    return sweep->axis[axis].mirrored ? OCT9_CUBE_Q6 - low - oct9_search_size(&sweep->search)
                                      : low;
}

/* oct9_sphere_begin, by parts. */
oct9_status_t oct9_sweep_begin_sphere(oct9_sweep_t *sweep, const oct9_map_t *map,
                                      const oct9_point_t *from, const oct9_point_t *to,
                                      uint16_t radius, const oct9_rules_t *rules);

/* The time while the shape, as a point, is in a grown node, and whether it starts in it. */
typedef struct {
    oct9_fraction_t in, out;
    bool starts;
} oct9_stay_t;

/* The next leaf that the way meets, grown by the shape, and not after sweep->first where sweep->hit
 * says that something was met: as oct9_search_next. */
int oct9_sweep_next_leaf(oct9_sweep_t *sweep, uint32_t *budget, oct9_stay_t *stay);

#endif
