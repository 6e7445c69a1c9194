/* SPDX-License-Identifier: MIT */
/* Linked leaves of a whole building on a board: the walks of 100,000 segments, compared with
 * oct9_walk_next's. The host's oracle does the same with maps that it makes. */
#include "oct9/image.h"
#include "oct9/linked.h"
#include "oct9/walk.h"
#include "tests/random.h"
#include "tests/test.h"

extern const unsigned char oct9_map_geb079_320[], oct9_linked_map_geb079_320[];
extern const uint32_t oct9_map_geb079_320_size, oct9_linked_map_geb079_320_size;

enum { SEGMENTS = 100000, SEED = 57 };

static oct9_linked_t linked;

/* Compares the leaves of a segment, and counts those that are occupied. */
static void same_walk(const oct9_map_t *map, const oct9_point_t *from, const oct9_point_t *to,
                      uint32_t *occupied)
{
    oct9_linked_walk_t over;
    oct9_walk_t walk;
    bool more = oct9_linked_begin(&over, &linked, from, to);
    CHECK_EQ(more, oct9_walk_begin(&walk, map, from, to));
    while (more) {
        oct9_leaf_t a, b;
        oct9_linked_leaf(&over, &a);
        oct9_walk_leaf(&walk, &b);
        CHECK(a.corner.x == b.corner.x && a.corner.y == b.corner.y && a.corner.z == b.corner.z);
        CHECK(a.level == b.level && a.payload == b.payload && a.state == b.state);
        *occupied += a.state == OCT9_OCCUPIED;
        more = oct9_linked_next(&over);
        CHECK_EQ(more, oct9_walk_next(&walk));
    }
}

/* Any point of the cube: some segments do not enter the building. */
static oct9_point_t anywhere(random_t *random)
{
    oct9_point_t point;
    point.x = (int16_t)((int32_t)random_below(random, 32768) + OCT9_LOW_Q6);
    point.y = (int16_t)((int32_t)random_below(random, 32768) + OCT9_LOW_Q6);
    point.z = (int16_t)((int32_t)random_below(random, 32768) + OCT9_LOW_Q6);
    return point;
}

static void walks_equal_those_of_the_map(void)
{
    random_t random = { SEED };
    oct9_image_t image;
    uint32_t occupied = 0;
    CHECK_EQ(oct9_image_open(&image, OCT9_ROM(oct9_map_geb079_320), oct9_map_geb079_320_size),
             OCT9_OK);
    const oct9_map_t map = oct9_map_of_image(&image);
    CHECK_EQ(oct9_linked_open(&linked, oct9_linked_map_geb079_320, oct9_linked_map_geb079_320_size),
             OCT9_OK);
    for (uint32_t i = 0; i < SEGMENTS; i++) {
        const oct9_point_t from = anywhere(&random), to = anywhere(&random);
        same_walk(&map, &from, &to, &occupied);
    }
    CHECK(occupied > SEGMENTS / 10);
}

int main(void)
{
    RUN(walks_equal_those_of_the_map);
    return test_end();
}
