/* SPDX-License-Identifier: MIT */
/* Internal: the rule OCT9_LEAVES, in one place. All queries that know the rule ask
 * oct9_leaving_blocks of what they touch at their start.
 *
 * The distance of a point that moves on a line from a closed convex set is convex in time. So a
 * slope that is not below 0 at the start stays so: the point does not come nearer afterwards. The
 * square of the distance has a slope of the same sign, but where the distance is 0. */
#ifndef OCT9_SRC_LEAVING_H
#define OCT9_SRC_LEAVING_H

#include "oct9/detail/sweep.h"

#include <stdbool.h>

/* True if what a shape touches at its start blocks. `inside`: it contains the shape's reference
 * point, on its surface, too. `slope`: the sign of the slope of the distance to that point. */
static inline bool oct9_leaving_blocks(bool inside, int32_t slope)
{
    return inside || slope < 0;
}

/* The same of the search's current leaf, a closed box, which the shape touches. The reference point
 * goes from `from` to `to`; where `box` is not NULL, it is the middle of the box whose low corner
 * does, by what that box grows a leaf by. */
bool oct9_leaving_leaf_blocks(const oct9_search_t *search, const oct9_point_t *from,
                              const oct9_point_t *to, const oct9_sweep_axis_t *box);

#endif
