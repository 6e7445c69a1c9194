/* SPDX-License-Identifier: MIT */
#include "src/query/visit.h"

#include "port/oct9_port.h"
#include "src/map/map.h"
#include "src/number/axes.h"
#include "src/number/morton.h"
#include "src/query/reach.h"
#include "src/query/search.h"

enum { BOX, SPHERE, FRUSTUM };

static OCT9_APART void begin(oct9_visit_t *visit, const oct9_map_t *map, unsigned kind,
                             unsigned states)
{
    OCT9_ASSERT(visit && map);
    oct9_search_begin(&visit->search, map, states);
    visit->kind = (uint8_t)kind;
}

static bool states_good(unsigned states)
{
    return states != 0 && states <= OCT9_STATES_ALL;
}

oct9_status_t oct9_visit_box(oct9_visit_t *visit, const oct9_map_t *map, const oct9_box_t *box,
                             unsigned states)
{
    if (box && !oct9_box_good(box))
        return OCT9_ERR_BOX;
    if (!states_good(states))
        return OCT9_ERR_STATES;
    begin(visit, map, BOX, states);
    if (box)
        oct9_search_box(&visit->search, box);
    oct9_search_start(&visit->search);
    return OCT9_OK;
}

oct9_status_t oct9_visit_sphere(oct9_visit_t *visit, const oct9_map_t *map,
                                const oct9_point_t *centre, uint16_t radius_q6, unsigned states)
{
    OCT9_ASSERT(centre);
    if (radius_q6 > OCT9_RADIUS_MAX)
        return OCT9_ERR_RADIUS;
    if (!states_good(states))
        return OCT9_ERR_STATES;
    begin(visit, map, SPHERE, states);
    oct9_point_copy(&visit->centre, centre);
    oct9_reach_span(&visit->search, centre, radius_q6);
    visit->radius_q6 = radius_q6;
    oct9_search_start(&visit->search);
    return OCT9_OK;
}

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

bool oct9_frustum_good(const oct9_frustum_t *frustum)
{
    for (unsigned i = 0; i < 6; i++)
        if (!plane_good(&frustum->plane[i]))
            return false;
    return true;
}

oct9_status_t oct9_visit_frustum(oct9_visit_t *visit, const oct9_map_t *map,
                                 const oct9_frustum_t *frustum, unsigned states)
{
    OCT9_ASSERT(frustum);
    if (!oct9_frustum_good(frustum))
        return OCT9_ERR_PLANE;
    if (!states_good(states))
        return OCT9_ERR_STATES;
    begin(visit, map, FRUSTUM, states);
    visit->frustum = frustum;
    oct9_search_start(&visit->search);
    return OCT9_OK;
}

/* The node has a point on the inner side of the plane: its inmost corner. Each product is within
 * 2^14 * 2^15. */
static bool reaches_in(const oct9_search_t *search, const oct9_plane_t *plane)
{
    int32_t sum = 0;
    for (unsigned a = 0; a < 3; a++) {
        const int32_t normal = plane->normal[a], low = oct9_search_low(search, a);
        sum += normal * (normal > 0 ? low + oct9_search_size(search) : low);
    }
    return sum >= plane->offset;
}

static bool meets(const oct9_visit_t *visit)
{
    const oct9_search_t *search = &visit->search;
    if (visit->kind == SPHERE)
        return oct9_reach_distance2(search, &visit->centre, visit->radius_q6) != UINT32_MAX;
    if (visit->kind == FRUSTUM)
        for (unsigned i = 0; i < 6; i++)
            if (!reaches_in(search, &visit->frustum->plane[i]))
                return false;
    return true;
}

int oct9_visit_next(oct9_visit_t *visit, uint32_t budget, oct9_leaf_t *leaf)
{
    OCT9_ASSERT(visit && leaf);
    if (budget == 0)
        return OCT9_ERR_BUDGET;
    if (oct9_search_stale(&visit->search))
        return OCT9_ERR_STALE;
    int found;
    while ((found = oct9_search_next(&visit->search, &budget)) > 0) {
        if (!meets(visit))
            continue;
        if (found == OCT9_FOUND_LEAF) {
            oct9_search_leaf(&visit->search, leaf);
            return 1;
        }
        oct9_search_open(&visit->search, 0);
    }
    return found;
}
