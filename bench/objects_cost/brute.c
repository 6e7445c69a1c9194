/* SPDX-License-Identifier: MIT */
/* The same exact test as in the library: boxes first, then squares that fit 32 bits. */
#include "bench/objects_cost/brute.h"

static inline uint32_t half_of(const oct9_bounds_t *bounds, unsigned axis)
{
    return bounds->half_q6[bounds->kind == OCT9_BOUND_BOX ? axis : 0];
}

static inline bool boxes_meet_on(int32_t apart, uint32_t a_half, uint32_t b_half)
{
    const uint32_t sum = a_half + b_half;
    return (uint32_t)(apart + (int32_t)sum) <= sum * 2u;
}

static inline bool boxes_meet(const oct9_bounds_t *a, const oct9_bounds_t *b)
{
    return boxes_meet_on(a->centre.x - b->centre.x, half_of(a, 0), half_of(b, 0)) &&
           boxes_meet_on(a->centre.y - b->centre.y, half_of(a, 1), half_of(b, 1)) &&
           boxes_meet_on(a->centre.z - b->centre.z, half_of(a, 2), half_of(b, 2));
}

/* Takes from what is left the square of the gap between the cores: a sphere's is its centre. */
static bool take_gap(uint32_t *left, int32_t apart, uint32_t core)
{
    const uint32_t between = (uint32_t)(apart < 0 ? -apart : apart);
    const uint32_t gap = between > core ? between - core : 0;
    if (gap * gap > *left)
        return false;
    *left -= gap * gap;
    return true;
}

static bool meet(const oct9_bounds_t *a, const oct9_bounds_t *b)
{
    const bool a_box = a->kind == OCT9_BOUND_BOX, b_box = b->kind == OCT9_BOUND_BOX;
    const uint32_t radius = (a_box ? 0u : a->half_q6[0]) + (b_box ? 0u : (uint32_t)b->half_q6[0]);
    uint32_t left = radius * radius, core[3];
    for (unsigned i = 0; i < 3; i++)
        core[i] = (a_box ? a->half_q6[i] : 0u) + (b_box ? (uint32_t)b->half_q6[i] : 0u);
    return (a_box && b_box) || (take_gap(&left, a->centre.x - b->centre.x, core[0]) &&
                                take_gap(&left, a->centre.y - b->centre.y, core[1]) &&
                                take_gap(&left, a->centre.z - b->centre.z, core[2]));
}

uint32_t brute_pairs(const mover_t *movers, uint32_t count)
{
    uint32_t pairs = 0;
    for (uint32_t a = 0; a < count; a++)
        for (uint32_t b = a + 1; b < count; b++)
            if (boxes_meet(&movers[a].bounds, &movers[b].bounds) &&
                meet(&movers[a].bounds, &movers[b].bounds))
                pairs++;
    return pairs;
}
