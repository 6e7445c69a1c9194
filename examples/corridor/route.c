/* SPDX-License-Identifier: MIT */
#include "examples/corridor/route.h"

/* Along the corridor's northern side, where the scan left no holes, toward its far end. */
const oct9_mm_t route[] = {
    { -5000, 400, 960 }, { -3000, 880, 960 }, { 9000, 880, 960 }, { 14000, 200, 960 }
};
const uint32_t route_length = sizeof route / sizeof route[0];

/* Level, in mm; legs are at most 46 m long, so that squares stay below 2^32. */
static uint32_t leg_length(const oct9_mm_t *from, const oct9_mm_t *to)
{
    const int32_t dx = to->x - from->x, dy = to->y - from->y;
    return oct9_point_isqrt((uint32_t)(dx * dx) + (uint32_t)(dy * dy));
}

uint32_t route_steps(const oct9_mm_t *from, const oct9_mm_t *to, uint32_t step_mm)
{
    return leg_length(from, to) / step_mm + 1u;
}

oct9_mm_t route_place(const oct9_mm_t *from, const oct9_mm_t *to, uint32_t i, uint32_t n)
{
    const int32_t a = (int32_t)i, b = (int32_t)n;
    const oct9_mm_t place = { from->x + (to->x - from->x) * a / b,
                              from->y + (to->y - from->y) * a / b,
                              from->z + (to->z - from->z) * a / b };
    return place;
}

void route_heading(const oct9_mm_t *from, const oct9_mm_t *to, int16_t *x, int16_t *y)
{
    const int32_t length = (int32_t)leg_length(from, to);
    *x = (int16_t)((to->x - from->x) * 16383 / length);
    *y = (int16_t)((to->y - from->y) * 16383 / length);
}
