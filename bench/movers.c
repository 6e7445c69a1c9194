/* SPDX-License-Identifier: MIT */
#include "bench/movers.h"

static int16_t between(random_t *random, int32_t low, int32_t high)
{
    return (int16_t)(low + (int32_t)random_below(random, (uint32_t)(high - low + 1)));
}

oct9_point_t movers_point(random_t *random, movers_range_t range)
{
    oct9_point_t point;
    point.x = between(random, range.low, range.high);
    point.y = between(random, range.low, range.high);
    point.z = between(random, range.low, range.high);
    return point;
}

/* The edge in cells of the cube that gives each of them as much room as 1,000 have in 128 cells. */
static int32_t edge_of(uint32_t count)
{
    const uint32_t room = 128u * 128u * 128u / 1000u * count;
    uint32_t edge = 1;
    while (edge * edge * edge < room)
        edge++;
    return (int32_t)edge;
}

movers_range_t movers_make(mover_t *movers, uint32_t count)
{
    random_t random = { 77 };
    const int32_t edge = edge_of(count) * OCT9_CELL_Q6;
    const movers_range_t range = { (int16_t)(OCT9_LOW_Q6 + (OCT9_CUBE_Q6 - edge) / 2),
                                   (int16_t)(OCT9_LOW_Q6 + (OCT9_CUBE_Q6 + edge) / 2 - 1) };
    for (uint32_t i = 0; i < count; i++) {
        oct9_bounds_t *bounds = &movers[i].bounds;
        bounds->centre = movers_point(&random, range);
        bounds->kind = (uint16_t)random_below(&random, 2);
        for (unsigned a = 0; a < 3; a++) {
            const int16_t step = between(&random, OCT9_CELL_Q6 / 2, OCT9_CELL_Q6 * 3 / 2);
            bounds->half_q6[a] = (uint16_t)between(&random, OCT9_CELL_Q6 / 2, OCT9_CELL_Q6 * 8);
            movers[i].step[a] = (int16_t)(random_below(&random, 2) ? step : -step);
        }
    }
    return range;
}

static void advance(int16_t *at, int16_t *step, movers_range_t range)
{
    const int32_t to = (int32_t)*at + *step;
    if (to < range.low || to > range.high)
        *step = (int16_t) - *step;
    *at = (int16_t)(*at + *step);
}

void movers_advance(mover_t *movers, uint32_t count, movers_range_t range)
{
    for (uint32_t i = 0; i < count; i++) {
        oct9_point_t *centre = &movers[i].bounds.centre;
        advance(&centre->x, &movers[i].step[0], range);
        advance(&centre->y, &movers[i].step[1], range);
        advance(&centre->z, &movers[i].step[2], range);
    }
}
