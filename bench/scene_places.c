/* SPDX-License-Identifier: MIT */
#include "bench/scene_places.h"

enum { DIRECTION = 1024 };

/* The cube begins at -1024 mm, a sub-cell is 1/16 mm. The box is 0.1 m around the table and what
 * stands on it; below it the table alone would be met. */
enum { FIXTURE_MM = 16 };
#define FIXTURE_AT(mm) (OCT9_LOW_Q6 + ((mm) + 1024) * FIXTURE_MM)

const scene_site_t scene_fixture = { .name = "fixture",
                                     .low = { FIXTURE_AT(-350), FIXTURE_AT(-600),
                                              FIXTURE_AT(-100) },
                                     .high = { FIXTURE_AT(950), FIXTURE_AT(600), FIXTURE_AT(440) },
                                     .radius_q6 = 50 * FIXTURE_MM,
                                     .move_q6 = 250 * FIXTURE_MM,
                                     .line_q6 = 500 * FIXTURE_MM,
                                     .range_q6 = 500 * FIXTURE_MM,
                                     .places = 2000 };

/* The cube begins at -1760 -14080 -28160 mm, a sub-cell is 55/32 mm. The box is the level. */
#define LEVEL_Q6(mm) ((mm)*32 / 55)
#define LEVEL_AT(mm, origin_mm) (OCT9_LOW_Q6 + LEVEL_Q6((mm) - (origin_mm)))

const scene_site_t scene_level = {
    .name = "level",
    .low = { LEVEL_AT(0, -1760), LEVEL_AT(0, -14080), LEVEL_AT(0, -28160) },
    .high = { LEVEL_AT(53000, -1760), LEVEL_AT(42000, -14080), LEVEL_AT(7800, -28160) },
    .radius_q6 = LEVEL_Q6(300),
    .move_q6 = LEVEL_Q6(1000),
    .line_q6 = LEVEL_Q6(5000),
    .range_q6 = LEVEL_Q6(2000),
    .places = 200
};

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

scene_place_t scene_place(const scene_site_t *site, random_t *random)
{
    int32_t at[3], v[3];
    for (unsigned a = 0; a < 3; a++)
        at[a] = between(random, site->low[a], site->high[a]);
    const int32_t of = direction(random, v);
    const scene_place_t place = { moved(at, v, of, 0), moved(at, v, of, site->move_q6),
                                  moved(at, v, of, site->line_q6) };
    return place;
}
