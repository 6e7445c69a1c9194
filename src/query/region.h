/* SPDX-License-Identifier: MIT */
/* Internal: what all queries with a region share. */
#ifndef OCT9_SRC_REGION_H
#define OCT9_SRC_REGION_H

#include "oct9/region.h"

/* Returns OCT9_ERR_ARGUMENT iff lo is above hi on an axis of a box, or the radius of a sphere is
 * above 32767, or a normal of a frustum is zero or has a coordinate beyond +-OCT9_ONE_Q14, or the
 * kind is not in its enum. NULL is good and means everywhere. */
oct9_status_t oct9_region_check(const oct9_region_t *region);

#endif
