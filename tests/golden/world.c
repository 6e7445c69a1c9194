/* SPDX-License-Identifier: MIT */
#include "tests/golden/world.h"

oct9_block_t world_pool[WORLD_BLOCKS];
uint8_t world_seen[(WORLD_BLOCKS + 7) / 8];
oct9_tree_t world_tree;
const oct9_map_t world_map = { &world_tree, NULL };

void world_build_within(uint32_t seed, uint32_t blocks)
{
    random_t random = { seed };
    (void)oct9_tree_init(&world_tree, world_pool, blocks, NULL);
    while (world_tree.used + (uint32_t)OCT9_LEVELS <= blocks) {
        oct9_node_t node;
        node.level = (uint8_t)random_below(&random, 7);
        const uint32_t mask = ~((1u << node.level) - 1u) & 511u;
        node.corner.x = (uint16_t)(random_u32(&random) & mask);
        node.corner.y = (uint16_t)(random_u32(&random) & mask);
        node.corner.z = (uint16_t)(random_u32(&random) & mask);
        (void)oct9_tree_set_node(&world_tree, &node, (uint16_t)random_below(&random, 3));
    }
}

void world_build(uint32_t seed)
{
    world_build_within(seed, WORLD_BLOCKS);
}

int16_t world_coordinate(random_t *random)
{
    static const int16_t special[] = { INT16_MIN, AT(-64),   AT(-1),    AT(0),
                                       AT(1),     AT(63),    AT(64),    AT(16383),
                                       AT(16384), AT(32703), AT(32704), AT(32767),
                                       AT(32768), AT(32769), AT(32832), INT16_MAX };
    const uint32_t value = random_u32(random);
    switch (random_below(random, 8)) {
    case 0: return (int16_t)((int32_t)(value & 0xFFFFu) - 32768);
    case 1: return special[value % (sizeof special / sizeof special[0])];
    case 2: return AT((int32_t)(value & 0x7FC0u));        /* a cell's plane */
    case 3: return AT((int32_t)(value & 0x7C00u));        /* a larger node's plane */
    case 4: return AT((int32_t)((value & 0x7FC0u) + 32)); /* a cell's centre */
    default: return AT((int32_t)(value & 0x7FFFu));
    }
}

oct9_point_t world_point(random_t *random)
{
    oct9_point_t point;
    point.x = world_coordinate(random);
    point.y = world_coordinate(random);
    point.z = world_coordinate(random);
    return point;
}

oct9_point_t world_at_face(unsigned face, int32_t depth)
{
    int16_t at[3] = { 1000, 2000, 3000 };
    at[face / 2] = AT(face & 1u ? OCT9_CUBE_Q6 - depth : depth);
    return (oct9_point_t){ at[0], at[1], at[2] };
}

void world_edge(unsigned i, oct9_point_t *from, oct9_point_t *to)
{
    const int32_t x = i & 1u ? 32768 : 0, y = i & 2u ? 32768 : 0;
    const int32_t by_x = i & 1u ? -100 : 100, by_y = i & 2u ? 100 : -100;
    *from = world_at(x - by_x, y - by_y, 500);
    *to = world_at(x + by_x, y + by_y, 500);
}

uint32_t digest_add(uint32_t digest, uint32_t value)
{
    for (unsigned i = 0; i < 4; i++) {
        digest = (digest ^ (value & 0xFFu)) * 16777619u;
        value >>= 8;
    }
    return digest;
}
