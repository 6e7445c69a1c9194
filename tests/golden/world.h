/* SPDX-License-Identifier: MIT */
/* The world that the golden suites share: a small random map, as a tree made here and as an
 * image baked from the same tree at build time. */
#ifndef TESTS_GOLDEN_WORLD_H
#define TESTS_GOLDEN_WORLD_H

#include "oct9/map.h"
#include "tests/random.h"

#include <stddef.h>

enum { WORLD_BLOCKS = 192 }; /* 3 KB: fits the smallest boards */

extern oct9_block_t world_pool[WORLD_BLOCKS];
extern uint8_t world_seen[(WORLD_BLOCKS + 7) / 8];
extern oct9_tree_t world_tree;
extern const oct9_map_t world_map; /* of the tree */

/* A coordinate, and a point, in sub-cells from the cube's low corner: cell i begins at 64 i. All
 * that is worked out by hand is written so. */
#define AT(q6) ((int16_t)(OCT9_LOW_Q6 + (q6)))
#define POINT(x, y, z)      \
    {                       \
        AT(x), AT(y), AT(z) \
    }

/* Made at build time by tests/golden/generate/bake_world.c. */
extern OCT9_IN_ROM const unsigned char oct9_map_world[];
extern const size_t oct9_map_world_size;

/* Fills the tree with nodes of random sizes and states, until the pool is nearly full. */
void world_build(uint32_t seed);

/* The same in a pool of that many blocks, WORLD_BLOCKS at most. */
void world_build_within(uint32_t seed, uint32_t blocks);

/* An int16_t of one of many kinds: anywhere, inside, on planes, on the cube's rims, outside below
 * and above. */
int16_t world_coordinate(random_t *random);
oct9_point_t world_point(random_t *random);

/* As POINT, of numbers that are not constant. */
static inline oct9_point_t world_at(int32_t x, int32_t y, int32_t z)
{
    const oct9_point_t point = POINT(x, y, z);
    return point;
}

/* A point so many sub-cells within a face of the cube (oct9_face_t), outside if `depth` is below
 * 0. */
oct9_point_t world_at_face(unsigned face, int32_t depth);

/* Segments that pass an edge of the cube, at half time: the first alone has a point in the cube,
 * the one on the edge of two low faces. At the others each axis is outside when the other is
 * inside. */
enum { WORLD_EDGES = 4 };
void world_edge(unsigned i, oct9_point_t *from, oct9_point_t *to);

/* Mixes a value into a digest (FNV-1a over its bytes, low one first). */
uint32_t digest_add(uint32_t digest, uint32_t value);
#define DIGEST_BEGIN 2166136261u

#endif
