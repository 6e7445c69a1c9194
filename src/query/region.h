/* SPDX-License-Identifier: MIT */
/* Internal: what all queries with a region share. */
#ifndef OCT9_SRC_REGION_H
#define OCT9_SRC_REGION_H

#include "oct9/region.h"

#include <stdbool.h>

/* Returns OCT9_ERR_ARGUMENT iff lo is above hi on an axis of a box, or the radius of a sphere is
 * above 32767, or a normal of a frustum is zero or has a coordinate beyond +-OCT9_ONE_Q14, or the
 * kind is not in its enum. NULL is good and means everywhere. */
oct9_status_t oct9_region_check(const oct9_region_t *region);

/* True if the cube at `low`, with edges of length `edge`, has for each plane a point on its inner
 * side. All numbers are within +-40960, so a sum is within 3 * 2^14 * 40960 < 2^31. */
bool oct9_frustum_reached(const oct9_frustum_t *frustum, const int32_t low[3], int32_t edge);

#endif
