/* SPDX-License-Identifier: MIT */
#include "src/reach.h"

#include "port/oct9_port.h"
#include "src/search.h"

/* A closed cell touches what is at its rim: the cell below a plane counts with it. Sums stay
 * within 2^17. */
void oct9_reach_span(oct9_search_t *search, const int32_t point[3], uint16_t radius)
{
    for (unsigned a = 0; a < 3; a++)
        oct9_search_span(search, a, point[a] - radius - 1, point[a] + radius);
}

uint32_t oct9_reach_distance2(const oct9_search_t *search, const int32_t point[3],
                              uint16_t radius)
{
    const int32_t size = oct9_search_size(search), reach = radius;
    uint32_t sum = 0;
    OCT9_UNROLL
    for (unsigned a = 0; a < 3; a++) {
        const int32_t low = oct9_search_low(search, a);
        const int32_t gap = point[a] - oct9_reach_clamp(point[a], low, low + size);
        if (gap > reach || gap < -reach)
            return UINT32_MAX;
        sum += (uint32_t)(gap * gap);     /* three times 2^30 */
    }
    return sum <= (uint32_t)(reach * reach) ? sum : UINT32_MAX;
}

unsigned oct9_reach_octant(const oct9_search_t *search, const int32_t point[3])
{
    const int32_t half = oct9_search_size(search) / 2;
    unsigned child = 0;
    OCT9_UNROLL
    for (unsigned a = 0; a < 3; a++)
        if (point[a] >= oct9_search_low(search, a) + half)
            child |= 1u << a;
    return child;
}
