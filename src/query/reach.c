/* SPDX-License-Identifier: MIT */
/* Distances from a point to nodes. */
#include "src/query/reach.h"

#include "port/oct9_port.h"
#include "src/number/axes.h"
#include "src/query/search.h"

/* A closed cell also touches what is at its boundary, so the cell below a plane counts. Sums stay
 * within 2^17. */
void oct9_reach_span(oct9_search_t *search, const oct9_point_t *point, uint16_t radius)
{
    OCT9_ASSERT(radius <= OCT9_RADIUS_MAX);
    for (unsigned a = 0; a < 3; a++) {
        const int32_t at = oct9_point_axis(point, a);
        oct9_search_span(search, a, at - radius - 1, at + radius);
    }
}

/* The number from `low` to `high` that is nearest to `at`. */
static inline int32_t clamp(int32_t at, int32_t low, int32_t high)
{
    return at < low ? low : at > high ? high : at;
}

uint32_t oct9_reach_distance2(const oct9_search_t *search, const oct9_point_t *point,
                              uint16_t radius)
{
    OCT9_ASSERT(radius <= OCT9_RADIUS_MAX && search->level <= OCT9_LEVELS);
    const int32_t size = oct9_search_size(search), reach = radius;
    uint32_t sum = 0;
    OCT9_UNROLL
    for (unsigned a = 0; a < 3; a++) {
        const int32_t low = oct9_search_low(search, a), at = oct9_point_axis(point, a);
        const int32_t gap = at - clamp(at, low, low + size);
        if (gap > reach || gap < -reach)
            return UINT32_MAX;
        sum += (uint32_t)(gap * gap); /* the sum of three is at most 3 * 2^30 */
    }
    return sum <= (uint32_t)(reach * reach) ? sum : UINT32_MAX;
}

/* The sets of axes, as bits of a byte by their numbers, of which the sum of `more` is at most
 * `left`. The result is random: where a mispredicted branch costs much, all sums are compared. */
static inline unsigned sums_within(const uint32_t more[3], uint32_t left)
{
    const uint32_t x = more[0], y = more[1], z = more[2];
    unsigned sets = 1;
    if (!OCT9_FEW_BRANCHES && x + y + z <= left)
        return 255;
    if (x <= left)
        sets |= 2u;
    if (OCT9_FEW_BRANCHES || y <= left) {
        if (y <= left)
            sets |= 4u;
        if (x + y <= left)
            sets |= 8u;
    }
    if (OCT9_FEW_BRANCHES || z <= left) {
        if (z <= left)
            sets |= 16u;
        if (x + z <= left)
            sets |= 32u;
        if (y + z <= left)
            sets |= 64u;
    }
    if (x + y + z <= left)
        sets |= 128u;
    return sets;
}

/* |x|, for an x of random sign. */
static inline uint32_t size_without_branch(int32_t x)
{
    return oct9_port_pick(x >= 0, (uint32_t)x, 0u - (uint32_t)x);
}

/* A point is at most 49152 from the middle of a node on an axis, and half a node is at most 16384,
 * so that squares are below 2^32. `more` is at most 16384 * (2 * 49152 - 16384), and the sum of
 * three is below 2^32, too. */
unsigned oct9_reach_children(uint32_t corner, unsigned level, const oct9_point_t *point,
                             uint32_t reach2)
{
    const int32_t half = (int32_t)OCT9_CELL_Q6 << level, middle = OCT9_LOW_Q6 + half;
    uint32_t octant = 0, more[3];
    OCT9_UNROLL
    for (unsigned a = 0; a < 3; a++) {
        const int32_t low = (int32_t)((corner >> 10u * a) % OCT9_CELLS * OCT9_CELL_Q6);
        const int32_t away = oct9_point_axis(point, a) - middle - low;
        const uint32_t far = size_without_branch(away);
        oct9_port_add_if(away >= 0, &octant, OCT9_REACH_OCTANT << a);
        more[a] = far * far;
        if (far > (uint32_t)half) {
            const uint32_t near = far - (uint32_t)half;
            if (near * near > reach2)
                return 0;
            reach2 -= near * near;
            more[a] -= near * near;
        }
    }
    return (unsigned)octant + sums_within(more, reach2);
}

void oct9_reach_open(oct9_search_t *search, const oct9_point_t *point, uint32_t reach2)
{
    const unsigned near = oct9_reach_children(search->corner, search->level - 1u, point, reach2);
    if (near == 0)
        return;
    oct9_search_open(search, near / OCT9_REACH_OCTANT);
    oct9_search_level_t *const children = &search->at[search->level];
    children->pending = (uint8_t)(children->pending & near);
}

void oct9_reach_nearest(const oct9_leaf_t *leaf, const oct9_point_t *point, oct9_point_t *nearest)
{
    OCT9_ASSERT(leaf->level <= OCT9_LEVELS);
    const int32_t size = (int32_t)OCT9_CELL_Q6 << leaf->level;
    for (unsigned a = 0; a < 3; a++) {
        const int32_t low = oct9_cell_low(oct9_cell_axis(&leaf->corner, a));
        oct9_point_set_axis(nearest, a, clamp(oct9_point_axis(point, a), low, low + size));
    }
}
