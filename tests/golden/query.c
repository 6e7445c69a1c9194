/* SPDX-License-Identifier: MIT */
#include "tests/golden/query.h"

#include "tests/test.h"

enum { PAINT = 0x5A };

const uint32_t query_budgets[QUERY_BUDGETS] = { 1, 2, 7, 100 };

const query_bad_rules_t query_bad_rules[QUERY_BAD_RULES] = {
    { { .unknown = OCT9_LEAVES }, OCT9_ERR_ARGUMENT },
    { { .outside = (oct9_state_t)3 }, OCT9_ERR_ARGUMENT },
    { { .start_inside = (oct9_policy_t)3 }, OCT9_ERR_ARGUMENT },
    { { .filter_mask = 6, .filter_value = 1 }, OCT9_ERR_ARGUMENT },
    { { .filter_mask = 0, .filter_value = 32767 }, OCT9_ERR_ARGUMENT },
    { { .filter_mask = 65535, .filter_value = 32768 }, OCT9_ERR_ARGUMENT }
};

oct9_status_t query_open(oct9_image_t *image)
{
    return oct9_image_open(image, OCT9_ROM(oct9_map_world), oct9_map_world_size);
}

void query_world(oct9_map_t maps[2])
{
    static oct9_image_t image;
    world_build(1);
    CHECK_EQ(query_open(&image), OCT9_OK);
    maps[0] = oct9_map_of_tree(&world_tree);
    maps[1] = oct9_map_of_image(&image);
}

void query_room(void)
{
    static const oct9_node_t cube = { { 0, 0, 0 }, 9 }, block = { { 8, 8, 8 }, 3 };
    static const oct9_node_t glass = { { 32, 8, 8 }, 3 }, fog = { { 64, 8, 8 }, 3 };
    CHECK_EQ(oct9_tree_init(&world_tree, world_pool, WORLD_BLOCKS, NULL), OCT9_OK);
    CHECK_EQ(oct9_tree_set_node(&world_tree, &cube, 1), OCT9_OK);
    CHECK_EQ(oct9_tree_set_node(&world_tree, &block, 2), OCT9_OK);
    CHECK_EQ(oct9_tree_set_node(&world_tree, &glass, 6), OCT9_OK);
    CHECK_EQ(oct9_tree_set_node(&world_tree, &fog, 0), OCT9_OK);
}

oct9_rules_t query_rules(random_t *random)
{
    const uint32_t bits = random_u32(random);
    oct9_rules_t rules = { .unknown = bits & 1u ? OCT9_PASSES : OCT9_BLOCKS,
                           .outside = (bits >> 1 & 3u) == 0 ? OCT9_OCCUPIED
                                    : (bits >> 1 & 3u) == 1 ? OCT9_UNKNOWN
                                                            : OCT9_FREE,
                           .start_inside = (bits >> 3 & 3u) == 0 ? OCT9_PASSES : OCT9_BLOCKS };
    if ((bits >> 5 & 7u) == 0) { /* a filter that the world's obstacles match */
        rules.filter_mask = (uint16_t)(bits >> 8 & 3u);
        rules.filter_value = (uint16_t)(OCT9_OCCUPIED & rules.filter_mask);
    }
    return rules;
}

uint16_t query_radius(random_t *random)
{
    static const uint32_t below[4] = { 1, 128, 2048, 32768 };
    const uint32_t kind = random_below(random, 8);
    return (uint16_t)random_below(random, below[kind < 4 ? kind : 2]);
}

static int16_t step(random_t *random, int32_t from)
{
    const int32_t to = from + (int32_t)random_below(random, 1025) - 512;
    return (int16_t)(to < INT16_MIN ? INT16_MIN : to > INT16_MAX ? INT16_MAX : to);
}

oct9_point_t query_step(random_t *random, const oct9_point_t *point)
{
    oct9_point_t to;
    if (random_below(random, 2))
        return world_point(random);
    to.x = step(random, point->x);
    to.y = step(random, point->y);
    to.z = step(random, point->z);
    return to;
}

oct9_rotation_t query_rotation(random_t *random)
{
    oct9_rotation_t r;
    do {
        int32_t q[4];
        uint32_t sum = 0;
        for (unsigned i = 0; i < 4; i++) {
            q[i] = (int32_t)random_below(random, 16384) - 8192;
            sum += (uint32_t)(q[i] * q[i]);
        }
        const int32_t length = sum < 4096 ? 1 : oct9_point_isqrt(sum);
        r.w = (int16_t)(q[0] * OCT9_ONE_Q14 / length);
        r.x = (int16_t)(q[1] * OCT9_ONE_Q14 / length);
        r.y = (int16_t)(q[2] * OCT9_ONE_Q14 / length);
        r.z = (int16_t)(q[3] * OCT9_ONE_Q14 / length);
    } while (oct9_pose_check(&r) != OCT9_OK);
    return r;
}

uint32_t query_add_point(uint32_t digest, const oct9_point_t *point)
{
    digest = digest_add(digest, (uint32_t)(uint16_t)point->x << 16 | (uint16_t)point->y);
    return digest_add(digest, (uint16_t)point->z);
}

uint32_t query_add_leaf(uint32_t digest, const oct9_leaf_t *leaf)
{
    digest = digest_add(digest, (uint32_t)leaf->corner.x << 16 | leaf->corner.y);
    digest = digest_add(digest, (uint32_t)leaf->corner.z << 16 | leaf->payload);
    return digest_add(digest, (uint32_t)leaf->level << 8 | leaf->state);
}

uint32_t query_add_fraction(uint32_t digest, const oct9_fraction_t *fraction)
{
    return digest_add(digest_add(digest, fraction->num), fraction->den);
}

bool query_point_is(const oct9_point_t *point, int32_t x, int32_t y, int32_t z)
{
    return point->x == x && point->y == y && point->z == z;
}

bool query_point_at(const oct9_point_t *point, int32_t x, int32_t y, int32_t z)
{
    return query_point_is(point, OCT9_LOW_Q6 + x, OCT9_LOW_Q6 + y, OCT9_LOW_Q6 + z);
}

bool query_leaf_is(const oct9_leaf_t *a, const oct9_leaf_t *b)
{
    return a->corner.x == b->corner.x && a->corner.y == b->corner.y && a->corner.z == b->corner.z &&
           a->payload == b->payload && a->level == b->level && a->state == b->state;
}

void query_paint(void *output, size_t size)
{
    unsigned char *bytes = output;
    for (size_t i = 0; i < size; i++)
        bytes[i] = PAINT;
}

bool query_painted(const void *output, size_t size)
{
    const unsigned char *bytes = output;
    for (size_t i = 0; i < size; i++)
        if (bytes[i] != PAINT)
            return false;
    return true;
}
