/* SPDX-License-Identifier: MIT */
/* Extreme numbers: every query with coordinates, radii, extents, rotations, planes and rules from
 * the ends of their types, under the sanitizers. An input is refused iff it is bad by the headers,
 * and then the output is not touched; otherwise the output must be possible at all.
 *
 * tests/THING/extremes.h has a function try_NAME for each query; build/generated/extremes.h
 * lists them. */
#include "build/generated/all_extremes.h"

#include <stdio.h>

static void all_queries(void)
{
    static void (*const tries[])(const oct9_map_t *map) = {
#define TRY(name) name,
#include "build/generated/extremes.h"
    };
    oct9_map_t maps[2];
    query_world(maps);
    for (uint32_t i = 0; i < CALLS; i++)
        tries[i % COUNT(tries)](&maps[i / COUNT(tries) % 2]);
    CHECK(answered > CALLS / 4 && refused > CALLS / 16);
    printf("extremes: seed %d, %u answered, %u refused\n", SEED, answered, refused);
}

int main(void)
{
    RUN(all_queries);
    return test_end();
}
