/* SPDX-License-Identifier: MIT */
/* Worlds: three tiles that `load` makes of the suites' image, the same answers on every machine;
 * and by hand what is refused, what a failure leaves, and when the cube moves. test_world_oracle
 * checks the answers. */
#include "oct9/cast.h"
#include "oct9/layered.h"
#include "oct9/sweep.h"
#include "oct9/world.h"
#include "port/oct9_port.h"
#include "tests/golden/query.h"
#include "tests/golden/suites.h"
#include "tests/golden/tiles.h"
#include "tests/golden/world.h"
#include "tests/test.h"

enum { QUESTIONS = 40 };

static oct9_status_t at(int32_t x, int32_t y, int32_t z, uint32_t reach)
{
    const oct9_mm_t place = { x, y, z };
    return oct9_world_at(&tiles_world, &place, reach);
}

static unsigned state_at(int x, int y, int z)
{
    const oct9_map_t map = oct9_world_map(&tiles_world);
    const oct9_cell_t cell = { (uint16_t)x, (uint16_t)y, (uint16_t)z };
    oct9_leaf_t leaf;
    CHECK_EQ(oct9_map_locate(&map, cell, &leaf), OCT9_OK);
    return leaf.state;
}

static uint32_t ask(uint32_t digest, random_t *random)
{
    static oct9_cast_t cast;
    static oct9_sweep_t sweep;
    const oct9_map_t map = oct9_world_map(&tiles_world);
    const oct9_rules_t rules = { .unknown = OCT9_PASSES, .outside = OCT9_FREE };
    const oct9_cast_input_t ray = { world_point(random), world_point(random), rules };
    const oct9_sphere_input_t ball = { { ray.from, ray.to, query_radius(random) }, rules, false };
    oct9_cast_output_t hit;
    oct9_sweep_output_t met;
    CHECK_EQ(oct9_cast_begin(&cast, &map, &ray), OCT9_OK);
    CHECK_EQ(oct9_cast_run(&cast, UINT32_MAX, &hit), OCT9_OK);
    CHECK_EQ(oct9_sweep_sphere_begin(&sweep, &map, &ball), OCT9_OK);
    CHECK_EQ(oct9_sweep_run(&sweep, UINT32_MAX, &met), OCT9_OK);
    digest = digest_add(digest, (uint32_t)hit.hit << 8 | (uint32_t)met.hit);
    digest = query_add_fraction(digest, &hit.fraction);
    digest = query_add_fraction(digest, &met.fraction);
    return digest_add(digest, hit.leaves << 16 | hit.nodes);
}

/* About the tiles' corner, along an edge, and in the middle of a tile. */
static void answers(void)
{
    static const oct9_mm_t about[] = { { 64000, 64000, 16000 },
                                       { 63000, 30000, 20000 },
                                       { 96000, 32000, 32000 },
                                       { 20000, 70000, 10 } };
    random_t random = { 44 };
    uint32_t digest = DIGEST_BEGIN;
    tiles_make();
    CHECK_EQ(tiles_open(TILES_SLOTS), OCT9_OK);
    for (unsigned i = 0; i < 4; i++) {
        CHECK(oct9_world_at(&tiles_world, &about[i], 10000) != OCT9_ERR_RANGE);
        CHECK_EQ(tiles_finish(1 + 1000 * (i % 2)), OCT9_OK);
        CHECK_EQ(oct9_world_at(&tiles_world, &about[i], 10000), OCT9_OK);
        for (unsigned k = 0; k < QUESTIONS / 4; k++)
            digest = ask(digest, &random);
        digest = digest_add(digest, (uint32_t)oct9_world_frame(&tiles_world)->origin_mm.x);
    }
    TEST_DIGEST("tiles", digest);
}

static void bad_files(void)
{
    tiles_make();
    CHECK_EQ(tiles_open(0), OCT9_ERR_ARGUMENT);
    tiles_input.slot_count = 1;
    tiles_input.absent = OCT9_OCCUPIED;
    CHECK_EQ(oct9_world_open(&tiles_world, &tiles_input), OCT9_ERR_ARGUMENT);
    tiles_input.absent = OCT9_UNKNOWN;
    tiles_input.size = sizeof(oct9_world_header_t) - 1;
    CHECK_EQ(oct9_world_open(&tiles_world, &tiles_input), OCT9_ERR_IMAGE_SHORT);
    tiles_input.size = sizeof tiles_file - 1;
    CHECK_EQ(oct9_world_open(&tiles_world, &tiles_input), OCT9_ERR_IMAGE_SHORT);
    tiles_file.header.tile_count = 0;
    CHECK_EQ(tiles_open(1), OCT9_ERR_IMAGE_COUNT);
    tiles_file.header.tile_count = tiles_word(65536);
    CHECK_EQ(tiles_open(1), OCT9_ERR_IMAGE_COUNT);
    tiles_file.header.tile_count = tiles_word(TILES_COUNT);
    tiles_file.header.cell_um = tiles_word(TILES_CELL_UM + 1);
    CHECK_EQ(tiles_open(1), OCT9_ERR_IMAGE_STATE);
    tiles_file.header.cell_um = tiles_word(TILES_CELL_UM);
    tiles_file.header.version = tiles_word(2);
    CHECK_EQ(tiles_open(1), OCT9_ERR_IMAGE_VERSION);
    tiles_file.header.magic = 0;
    CHECK_EQ(tiles_open(1), OCT9_ERR_IMAGE_MAGIC);
}

/* The table is checked in slices: no tile before. */
static void bad_tables(void)
{
    tiles_make();
    tiles_file.header.crc ^= 1;
    CHECK_EQ(tiles_open(TILES_SLOTS), OCT9_OK);
    CHECK_EQ(at(96000, 32000, 32000, 1000), OCT9_AGAIN);
    CHECK_EQ(oct9_world_run(&tiles_world, 0), OCT9_ERR_ARGUMENT);
    CHECK_EQ(oct9_world_run(&tiles_world, TILES_COUNT), OCT9_AGAIN);
    CHECK_EQ(tiles_finish(1), OCT9_ERR_IMAGE_CRC);
    CHECK_EQ(oct9_world_run(&tiles_world, 1), OCT9_ERR_IMAGE_CRC);
    CHECK_EQ(at(96000, 32000, 32000, 1000), OCT9_ERR_IMAGE_CRC);
    CHECK_EQ(tiles_loads, 0);
    const oct9_world_tile_t twice = { 0, 0, 0, 0, 0, 0, 0 };
    tiles_put(1, &twice);
    tiles_seal();
    CHECK_EQ(tiles_open(TILES_SLOTS), OCT9_OK);
    CHECK_EQ(tiles_finish(100), OCT9_ERR_WORLD_ORDER);
}

/* What cannot be had is unknown; the others are there, and it is tried again. */
static void bad_tiles(void)
{
    tiles_make();
    CHECK_EQ(tiles_open(TILES_SLOTS), OCT9_OK);
    CHECK_EQ(at(64000, 60000, 16000, 10000), OCT9_AGAIN);
    tiles_answer = OCT9_ERR_STORE_READ;
    CHECK_EQ(tiles_finish(100), OCT9_ERR_STORE_READ);
    tiles_answer = OCT9_OK;
    tiles_damaged = 2000;
    CHECK_EQ(tiles_finish(100), OCT9_ERR_IMAGE_CRC);
    tiles_damaged = 0;
    CHECK_EQ(tiles_finish(100), OCT9_OK);

    tiles_make();
    tiles_file.tile[1].crc ^= 1;
    tiles_seal();
    CHECK_EQ(tiles_open(TILES_SLOTS), OCT9_OK);
    CHECK_EQ(at(64000, 60000, 16000, 10000), OCT9_AGAIN);
    CHECK_EQ(tiles_finish(UINT32_MAX), OCT9_ERR_WORLD_TILE);
    CHECK_EQ(at(64000, 60000, 16000, 10000), OCT9_AGAIN); /* the others */
    CHECK_EQ(tiles_finish(UINT32_MAX), OCT9_ERR_WORLD_TILE);
    CHECK_EQ(at(64000, 60000, 16000, 10000), OCT9_ERR_WORLD_TILE);
    /* A slot too small, and too few. */
    tiles_make();
    CHECK_EQ(tiles_open(1), OCT9_OK);
    CHECK_EQ(at(64000, 60000, 16000, 10000), OCT9_AGAIN);
    CHECK_EQ(tiles_finish(100), OCT9_ERR_WORLD_SLOTS);
    CHECK_EQ(tiles_open(TILES_SLOTS), OCT9_OK);
    for (unsigned i = 0; i < TILES_SLOTS; i++)
        tiles_slots[i].size = (uint32_t)oct9_map_world_size - 1u;
    CHECK_EQ(at(64000, 60000, 16000, 10000), OCT9_AGAIN);
    CHECK_EQ(tiles_finish(100), OCT9_ERR_WORLD_SLOTS);
}

/* While `load` brings a tile, it is unknown, and a move gives it up. */
static void slow_tiles(void)
{
    tiles_make();
    CHECK_EQ(tiles_open(TILES_SLOTS), OCT9_OK);
    CHECK_EQ(at(10000, 10000, 10000, 1000), OCT9_AGAIN);
    tiles_answer = OCT9_AGAIN;
    for (unsigned i = 0; i < 10; i++)
        CHECK_EQ(oct9_world_run(&tiles_world, UINT32_MAX), OCT9_AGAIN);
    CHECK_EQ(tiles_loads, 10);
    CHECK_EQ(state_at(256, 256, 256), OCT9_UNKNOWN);
    CHECK_EQ(at(1000000, 10000, 10000, 1000), OCT9_AGAIN);
    CHECK_EQ(oct9_world_run(&tiles_world, 1000), OCT9_AGAIN); /* it is still being brought */
    CHECK_EQ(tiles_loads, 11);
    tiles_answer = OCT9_OK;
    CHECK_EQ(tiles_finish(100), OCT9_OK); /* the tiles_world has nothing there */
    CHECK_EQ(at(10000, 10000, 10000, 1000), OCT9_AGAIN);
    CHECK_EQ(tiles_finish(100), OCT9_OK);
    CHECK_EQ(tiles_loads, 12); /* and it was kept */
    tiles_input.absent = OCT9_FREE;
    CHECK_EQ(oct9_world_open(&tiles_world, &tiles_input), OCT9_OK);
    CHECK_EQ(at(1000000, 10000, 10000, 1000), OCT9_AGAIN);
    CHECK_EQ(state_at(1, 1, 1), OCT9_UNKNOWN);
    CHECK_EQ(tiles_finish(100), OCT9_OK);
    CHECK_EQ(state_at(1, 1, 1), OCT9_FREE);
}

static void ranges(void)
{
    tiles_make();
    CHECK_EQ(tiles_open(TILES_SLOTS), OCT9_OK);
    const oct9_mm_t before = oct9_world_frame(&tiles_world)->origin_mm;
    CHECK_EQ(at(0, 0, 0, TILES_EDGE_MM / 2), OCT9_ERR_RANGE);
    CHECK_EQ(at(0, 0, 0, UINT32_MAX), OCT9_ERR_RANGE);
    CHECK_EQ(at(INT32_MAX, 0, 0, 10), OCT9_ERR_RANGE);
    CHECK_EQ(at(0, INT32_MIN, 0, 10), OCT9_ERR_RANGE);
    CHECK_EQ(at(0, 0, 32767 * (int32_t)TILES_EDGE_MM + TILES_EDGE_MM / 2 + 250, 10),
             OCT9_ERR_RANGE);
    CHECK_EQ(oct9_world_frame(&tiles_world)->origin_mm.x, before.x);
    CHECK_EQ(at(0, 0, -32767 * (int32_t)TILES_EDGE_MM, 10), OCT9_AGAIN);
    CHECK_EQ(tiles_finish(100), OCT9_OK);
}

/* The cube stays where it will do, and a query that began before a move is stale; so is one of a
 * layered map over it. */
static void moves(void)
{
    static oct9_walk_t walk;
    static oct9_layered_t layered;
    const oct9_point_t from = POINT(0, 0, 0), to = POINT(0, 0, 32000);
    tiles_make();
    CHECK_EQ(tiles_open(TILES_SLOTS), OCT9_OK);
    CHECK(at(0, 32000, 32000, 1000) == OCT9_AGAIN && tiles_finish(1000) == OCT9_OK);
    CHECK_EQ(oct9_tree_init(&world_tree, world_pool, 1, NULL), OCT9_OK);
    const oct9_map_t map = oct9_world_map(&tiles_world);
    CHECK_EQ(oct9_layered_init(&layered, &world_tree, NULL, &map, NULL, OCT9_LAYERED_UNION),
             OCT9_OK);
    CHECK_EQ(oct9_layered_place(&layered, &(const oct9_offset_t){ 0, 0, 0 }, 1), OCT9_ERR_ARGUMENT);
    const oct9_map_t both = oct9_layered_map(&layered);
    const int32_t corner = oct9_world_frame(&tiles_world)->origin_mm.x;
    CHECK_EQ(corner, -32500);
    CHECK(oct9_walk_begin(&walk, &map, &from, &to));
    const uint32_t seen = oct9_map_read_begin(&map), seen_both = oct9_map_read_begin(&both);
    CHECK_EQ(at(30000, 32000, 32000, 1000), OCT9_OK);
    CHECK_EQ(at(-31000, 32000, 32000, 1000), OCT9_OK);
    CHECK_EQ(oct9_world_frame(&tiles_world)->origin_mm.x, corner);
    CHECK_EQ(oct9_map_read_end(&map, seen), OCT9_OK);
    CHECK_EQ(oct9_walk_next(&walk), 1);
    CHECK_EQ(at(31000, 32000, 32000, 1000), OCT9_OK); /* the same tiles */
    CHECK_EQ(oct9_world_frame(&tiles_world)->origin_mm.x, corner + (int32_t)TILES_EDGE_MM / 2);
    CHECK_EQ(oct9_map_read_end(&map, seen), OCT9_ERR_STALE);
    CHECK_EQ(oct9_map_read_end(&both, seen_both), OCT9_ERR_STALE);
    CHECK_EQ(oct9_walk_next(&walk), OCT9_ERR_STALE);
    const unsigned before = tiles_loads;
    CHECK(at(90000, 32000, 32000, 1000) == OCT9_AGAIN && tiles_finish(1000) == OCT9_OK);
    CHECK(at(0, 32000, 32000, 1000) == OCT9_AGAIN && tiles_finish(1000) == OCT9_OK);
    CHECK_EQ(tiles_loads,
             before + 2); /* those of the other place: its tiles_slots still had the first */
}

/* What the upper map takes for free is not free with the union, before the tile below is there. */
static void layered_before_the_tile(void)
{
    static oct9_layered_t layered;
    const oct9_cell_t cell = { 100, 100, 100 };
    oct9_leaf_t leaf;
    tiles_make();
    CHECK_EQ(tiles_open(TILES_SLOTS), OCT9_OK);
    CHECK_EQ(at(32000, 32000, 32000, 1000), OCT9_AGAIN);
    CHECK_EQ(oct9_tree_init(&world_tree, world_pool, WORLD_BLOCKS, NULL), OCT9_OK);
    CHECK_EQ(oct9_tree_set_cell(&world_tree, cell, 1), OCT9_OK);
    const oct9_map_t map = oct9_world_map(&tiles_world);
    for (unsigned policy = 0; policy < 2; policy++) {
        CHECK_EQ(oct9_layered_init(&layered, &world_tree, NULL, &map, NULL,
                                   (oct9_layered_policy_t)policy),
                 OCT9_OK);
        const oct9_map_t both = oct9_layered_map(&layered);
        CHECK_EQ(oct9_map_locate(&both, cell, &leaf), OCT9_OK);
        CHECK_EQ(leaf.state, policy == OCT9_LAYERED_UNION ? OCT9_UNKNOWN : OCT9_FREE);
    }
    CHECK_EQ(at(32000, 32000, -96000, 1000), OCT9_AGAIN); /* no tile is there */
    CHECK_EQ(tiles_finish(100), OCT9_OK);
    const oct9_offset_t shift = { 0, 0, 1024 };
    CHECK_EQ(oct9_layered_init(&layered, &world_tree, NULL, &map, NULL, OCT9_LAYERED_UNION),
             OCT9_OK);
    CHECK_EQ(oct9_layered_place(&layered, &shift, 0), OCT9_OK);
    const oct9_map_t both = oct9_layered_map(&layered);
    CHECK_EQ(oct9_map_locate(&both, cell, &leaf), OCT9_OK);
    CHECK_EQ(leaf.state, OCT9_FREE);
}

GOLDEN_SUITE(tiles)
{
    RUN(answers);
    RUN(bad_files);
    RUN(bad_tables);
    RUN(bad_tiles);
    RUN(slow_tiles);
    RUN(ranges);
    RUN(moves);
    RUN(layered_before_the_tile);
}
