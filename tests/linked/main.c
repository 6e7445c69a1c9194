/* SPDX-License-Identifier: MIT */
/* Linked leaves on a board, in whole buildings: the walks of 100,000 segments over a map, compared
 * with oct9_walk_next's, and 100,000 lines over a scene, compared with oct9_scene_cast. The host's
 * oracles do the same with maps that they make. */
#include "bench/scene_places.h"
#include "oct9/image.h"
#include "oct9/linked_scene.h"
#include "oct9/walk.h"
#include "tests/test.h"

extern const unsigned char oct9_map_geb079_320[], oct9_linked_map_geb079_320[];
extern const uint32_t oct9_map_geb079_320_size, oct9_linked_map_geb079_320_size;
extern const unsigned char oct9_scene_fixture[], oct9_linked_map_fixture[];
extern const uint32_t oct9_scene_fixture_size, oct9_linked_map_fixture_size;

enum { SEGMENTS = 100000, SEED = 57, HITS = 4 };

static oct9_linked_t linked;

static bool same_point(const oct9_point_t *a, const oct9_point_t *b)
{
    return a->x == b->x && a->y == b->y && a->z == b->z;
}

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

static void lines_equal_those_of_the_scene(void)
{
    random_t random = { SEED };
    oct9_scene_t scene;
    oct9_linked_scene_t over;
    oct9_scene_hit_t first[HITS], second[HITS];
    oct9_scene_output_t a, b;
    uint32_t hits = 0;
    CHECK_EQ(oct9_scene_open(&scene, oct9_scene_fixture, oct9_scene_fixture_size, NULL), OCT9_OK);
    CHECK_EQ(oct9_linked_open(&linked, oct9_linked_map_fixture, oct9_linked_map_fixture_size),
             OCT9_OK);
    CHECK_EQ(oct9_linked_scene_open(&over, &linked, &scene), OCT9_OK);
    for (uint32_t i = 0; i < SEGMENTS; i++) {
        const scene_place_t place = scene_place(&scene_fixture, &random);
        oct9_scene_cast_input_t input = { .motion = { .from = place.at, .to = place.far },
                                          .capacity = (uint16_t)(1u + i % HITS),
                                          .hits = first };
        CHECK_EQ(oct9_linked_scene_cast(&over, &input, &a), OCT9_OK);
        input.hits = second;
        CHECK_EQ(oct9_scene_cast(&scene, &input, &b), OCT9_OK);
        CHECK(a.count == b.count && a.more == b.more);
        for (unsigned k = 0; k < a.count; k++) {
            CHECK(first[k].index == second[k].index);
            CHECK_EQ(first[k].contact.num, second[k].contact.num);
            CHECK(same_point(&first[k].contact.point, &second[k].contact.point));
        }
        hits += a.count;
    }
    CHECK(hits > SEGMENTS / 4);
}

int main(void)
{
    RUN(walks_equal_those_of_the_map);
    RUN(lines_equal_those_of_the_scene);
    return test_end();
}
