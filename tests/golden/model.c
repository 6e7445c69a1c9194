/* SPDX-License-Identifier: MIT */
#include "tests/golden/model.h"

#include "oct9/visit.h"
#include "tests/test.h"

static uint8_t cells[MODEL_EDGE][MODEL_EDGE][MODEL_EDGE]; /* [z][y][x] */

void model_reset(uint32_t blocks)
{
    CHECK_EQ(oct9_tree_init(&world_tree, world_pool, blocks, NULL), OCT9_OK);
    const oct9_box_t all = { { 0, 0, 0 }, { MODEL_EDGE, MODEL_EDGE, MODEL_EDGE } };
    model_fill(&all, 0);
}

void model_fill(const oct9_box_t *box, uint16_t payload)
{
    for (unsigned z = box->lo.z; z < box->hi.z; z++)
        for (unsigned y = box->lo.y; y < box->hi.y; y++)
            for (unsigned x = box->lo.x; x < box->hi.x; x++)
                cells[z][y][x] = (uint8_t)payload;
}

static void compare_cell(unsigned x, unsigned y, unsigned z)
{
    const oct9_cell_t cell = { (uint16_t)x, (uint16_t)y, (uint16_t)z };
    oct9_leaf_t leaf;
    CHECK_EQ(oct9_map_locate(&world_map, cell, &leaf), OCT9_OK);
    CHECK_EQ(leaf.payload, cells[z][y][x]);
    CHECK(leaf.corner.x <= x && x < leaf.corner.x + (unsigned)oct9_leaf_size(&leaf));
    CHECK(leaf.corner.y <= y && y < leaf.corner.y + (unsigned)oct9_leaf_size(&leaf));
    CHECK(leaf.corner.z <= z && z < leaf.corner.z + (unsigned)oct9_leaf_size(&leaf));
}

void model_compare(void)
{
    for (unsigned i = 0; i < MODEL_EDGE * MODEL_EDGE * MODEL_EDGE; i++)
        compare_cell(i % MODEL_EDGE, i / MODEL_EDGE % MODEL_EDGE, i / MODEL_EDGE / MODEL_EDGE);
    uint32_t volume = 0;
    oct9_visit_t leaves;
    oct9_leaf_t leaf;
    CHECK_EQ(oct9_visit_begin(&leaves, &world_map, NULL, OCT9_STATES_ALL), OCT9_OK);
    while (oct9_visit_next(&leaves, UINT32_MAX, &leaf) > 0)
        volume += (uint32_t)1 << 3u * leaf.level;
    CHECK_EQ(volume, (uint32_t)1 << 27);
}

uint32_t model_pool_digest(void)
{
    const oct9_tree_t *t = &world_tree;
    uint32_t digest = DIGEST_BEGIN;
    for (uint32_t i = 0; i < t->capacity; i++)
        for (unsigned s = 0; s < 8; s++)
            digest = digest_add(digest, t->pool[i].slot[s]);
    digest = digest_add(digest, t->generation);
    digest = digest_add(digest, (uint32_t)t->used << 16 | t->peak);
    return digest_add(digest, (uint32_t)t->free_head << 16 | t->root);
}

static bool uniform(unsigned x, unsigned y, unsigned z, unsigned edge)
{
    for (unsigned i = 0; i < edge * edge * edge; i++)
        if (cells[z + i / edge / edge][y + i / edge % edge][x + i % edge] != cells[z][y][x])
            return false;
    return true;
}

/* Every node that is not uniform is a block; above the array the rest is payload 0. */
uint32_t model_blocks(void)
{
    uint32_t blocks = 0;
    for (unsigned edge = 2; edge <= MODEL_EDGE; edge *= 2)
        for (unsigned z = 0; z < MODEL_EDGE; z += edge)
            for (unsigned y = 0; y < MODEL_EDGE; y += edge)
                for (unsigned x = 0; x < MODEL_EDGE; x += edge)
                    blocks += !uniform(x, y, z, edge);
    return uniform(0, 0, 0, MODEL_EDGE) && cells[0][0][0] == 0 ? blocks : blocks + 6;
}

static void copy_cells(uint8_t *to, const uint8_t *from)
{
    for (uint32_t i = 0; i < sizeof cells; i++)
        to[i] = from[i];
}

uint32_t model_blocks_after(const oct9_box_t *box, uint16_t payload)
{
    static uint8_t kept[sizeof cells];
    copy_cells(kept, &cells[0][0][0]);
    model_fill(box, payload);
    const uint32_t blocks = model_blocks();
    copy_cells(&cells[0][0][0], kept);
    return blocks;
}

oct9_box_t model_node_box(const oct9_node_t *node)
{
    const uint16_t size = (uint16_t)(1u << node->level);
    oct9_box_t box = { node->corner, node->corner };
    box.hi.x = (uint16_t)(box.hi.x + size);
    box.hi.y = (uint16_t)(box.hi.y + size);
    box.hi.z = (uint16_t)(box.hi.z + size);
    return box;
}

static void random_range(random_t *random, uint32_t edge, uint16_t *lo, uint16_t *hi)
{
    const uint32_t a = random_below(random, edge + 1), b = random_below(random, edge);
    const uint32_t c = b < a ? b : b + 1; /* never a again: no empty box */
    *lo = (uint16_t)(a < c ? a : c);
    *hi = (uint16_t)(a < c ? c : a);
}

oct9_box_t model_random_box(random_t *random, uint32_t edge)
{
    oct9_box_t box;
    random_range(random, edge, &box.lo.x, &box.hi.x);
    random_range(random, edge, &box.lo.y, &box.hi.y);
    random_range(random, edge, &box.lo.z, &box.hi.z);
    return box;
}

static uint32_t common_length(uint32_t lo, uint32_t size, uint32_t box_lo, uint32_t box_hi)
{
    const uint32_t from = lo > box_lo ? lo : box_lo;
    const uint32_t to = lo + size < box_hi ? lo + size : box_hi;
    return from < to ? to - from : 0;
}

uint32_t model_common_volume(const oct9_leaf_t *leaf, const oct9_box_t *box)
{
    const uint32_t size = oct9_leaf_size(leaf);
    return common_length(leaf->corner.x, size, box->lo.x, box->hi.x) *
           common_length(leaf->corner.y, size, box->lo.y, box->hi.y) *
           common_length(leaf->corner.z, size, box->lo.z, box->hi.z);
}
