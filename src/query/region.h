/* SPDX-License-Identifier: MIT */
/* Internal: what every query with a region asks of it. */
#ifndef OCT9_SRC_REGION_H
#define OCT9_SRC_REGION_H

#include "oct9/region.h"

#include <stdbool.h>

/* OCT9_ERR_ARGUMENT iff lo is above hi on an axis of a box, the radius of a sphere is above 32767,
 * a normal of a frustum is zero or has a coordinate beyond +-OCT9_ONE_Q14, or its enum lacks the
 * kind. NULL is good: everywhere. */
oct9_status_t oct9_region_check(const oct9_region_t *region);

/* The cube from `low`, as long as `edge` on each axis, has for each plane a point on its inner
 * side. All within +-40960: then a sum is within 3 * 2^14 * 40960 < 2^31. */
bool oct9_frustum_reached(const oct9_frustum_t *frustum, const int32_t low[3], int32_t edge);

#endif
