/* SPDX-License-Identifier: MIT */
/* Regions: their check. */
#include "src/query/region.h"

#include "oct9/pose.h"
#include "port/oct9_port.h"
#include "src/query/reach.h"

static bool plane_good(const oct9_plane_t *plane)
{
    int32_t any = 0;
    for (unsigned a = 0; a < 3; a++) {
        const int32_t n = plane->normal[a];
        if (n < -OCT9_ONE_Q14 || n > OCT9_ONE_Q14)
            return false;
        any |= n;
    }
    return any != 0;
}

static bool frustum_good(const oct9_frustum_t *frustum)
{
    for (unsigned i = 0; i < 6; i++)
        if (!plane_good(&frustum->plane[i]))
            return false;
    return true;
}

oct9_status_t oct9_region_check(const oct9_region_t *region)
{
    if (!region || region->kind == OCT9_REGION_ALL)
        return OCT9_OK;
    const oct9_point_t *lo = &region->lo, *hi = &region->hi;
    switch (region->kind) {
    case OCT9_REGION_BOX:
        return lo->x > hi->x || lo->y > hi->y || lo->z > hi->z ? OCT9_REFUSE() : OCT9_OK;
    case OCT9_REGION_SPHERE: return region->radius_q6 > OCT9_RADIUS_MAX ? OCT9_REFUSE() : OCT9_OK;
    case OCT9_REGION_FRUSTUM:
        OCT9_ASSERT(region->frustum);
        return frustum_good(region->frustum) ? OCT9_OK : OCT9_REFUSE();
    default: return OCT9_REFUSE();
    }
}
