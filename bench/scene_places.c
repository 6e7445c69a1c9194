/* SPDX-License-Identifier: MIT */
#include "bench/scene_places.h"

enum { ORIGIN_MM = -1024, DIRECTION = 1024 };

/* 0.1 m around the table and what stands on it; below it the table alone would be met. */
static const struct {
    int32_t low_mm, high_mm;
} span[3] = { { -350, 950 }, { -600, 600 }, { -100, 440 } };

static int32_t between(random_t *random, int32_t low, int32_t high)
{
    return low + (int32_t)random_below(random, (uint32_t)(high - low) + 1u);
}

/* A vector in the ball of DIRECTION, all directions alike; its length. */
static int32_t direction(random_t *random, int32_t v[3])
{
    uint32_t square;
    do {
        square = 0;
        for (unsigned a = 0; a < 3; a++) {
            v[a] = between(random, -DIRECTION, DIRECTION);
            square += (uint32_t)(v[a] * v[a]);
        }
    } while (square > DIRECTION * DIRECTION || square < DIRECTION);
    return (int32_t)oct9_point_isqrt(square);
}

/* |v| times the length is below 2^24. */
static oct9_point_t moved(const int32_t from[3], const int32_t v[3], int32_t of, int32_t length)
{
    const oct9_point_t to = { (int16_t)(from[0] + v[0] * length / of),
                              (int16_t)(from[1] + v[1] * length / of),
                              (int16_t)(from[2] + v[2] * length / of) };
    return to;
}

scene_place_t scene_place(random_t *random)
{
    int32_t at[3], v[3];
    for (unsigned a = 0; a < 3; a++)
        at[a] = OCT9_LOW_Q6 + between(random, (span[a].low_mm - ORIGIN_MM) * SCENE_MM_Q6,
                                      (span[a].high_mm - ORIGIN_MM) * SCENE_MM_Q6);
    const int32_t of = direction(random, v);
    const scene_place_t place = { moved(at, v, of, 0), moved(at, v, of, SCENE_MOVE_Q6),
                                  moved(at, v, of, SCENE_LINE_Q6) };
    return place;
}
