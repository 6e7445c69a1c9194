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
#include "tests/golden/world.h"
#include "tests/test.h"

enum { QUESTIONS = 40, TILE_BYTES = 3072, TILES = 3, SLOTS = 3, CELL_UM = 125000, EDGE_MM = 64000 };

typedef struct {
    oct9_world_header_t header;
    oct9_world_tile_t tile[TILES];
} file_t;

static _Alignas(4) file_t file;
static _Alignas(4) unsigned char memory[SLOTS][TILE_BYTES];
static oct9_world_slot_t slots[SLOTS];
static oct9_world_t world;
static oct9_world_input_t input;
static oct9_status_t answer; /* of `load` */
static unsigned loads;
static unsigned damaged; /* the byte that is another one */

/* Native to little-endian, and back. */
static uint32_t word(uint32_t value)
{
    return oct9_port_le32(value);
}

/* The places of the tiles, in the table's order. */
static const oct9_world_place_t places[TILES] = { { 0, 0, 0 }, { 1, 0, 0 }, { 1, 1, 0 } };

/* The suites' image, at another place. */
static void make_tile(const oct9_world_tile_t *tile, void *bytes, uint32_t cell_um)
{
    oct9_image_header_t *const header = bytes;
    unsigned char *const byte = bytes;
    for (uint32_t i = 0; i < oct9_map_world_size; i++)
        byte[i] = oct9_port_byte(OCT9_ROM(oct9_map_world), i);
    header->origin_mm[0] = (int32_t)word((uint32_t)(-500 + tile->x * (int32_t)EDGE_MM));
    header->origin_mm[1] = (int32_t)word((uint32_t)(tile->y * (int32_t)EDGE_MM));
    header->origin_mm[2] = (int32_t)word((uint32_t)(250 + tile->z * (int32_t)EDGE_MM));
    header->cell_um = word(cell_um);
    header->crc = word(oct9_rom_crc32(0, oct9_rom_of_ram(byte + 8), oct9_map_world_size - 8u));
}

static oct9_status_t load(void *context, const oct9_world_tile_t *tile, void *bytes)
{
    CHECK(context == &world);
    CHECK(tile->bytes == oct9_map_world_size && tile->reserved == 0);
    loads++;
    make_tile(tile, bytes, CELL_UM);
    if (damaged != 0)
        ((unsigned char *)bytes)[damaged] = (unsigned char)~((unsigned char *)bytes)[damaged];
    return answer;
}

/* The table's words, little-endian. */
static void put_tile(unsigned i, const oct9_world_tile_t *tile)
{
    uint32_t *const words = (uint32_t *)(void *)&file.tile[i];
    words[0] = word((uint32_t)(uint16_t)tile->x | (uint32_t)(uint16_t)tile->y << 16);
    words[1] = word((uint16_t)tile->z);
    words[2] = word(tile->offset);
    words[3] = word(tile->bytes);
    words[4] = word(tile->crc);
}

static void seal(void)
{
    file.header.crc = word(oct9_rom_crc32(0, oct9_rom_of_ram(&file.header.version),
                                          sizeof file - offsetof(oct9_world_header_t, version)));
}

static void make_file(void)
{
    file.header.magic = word(OCT9_WORLD_MAGIC);
    file.header.version = word(OCT9_WORLD_VERSION);
    file.header.tile_count = word(TILES);
    file.header.origin_mm[0] = (int32_t)word((uint32_t)-500);
    file.header.origin_mm[1] = 0;
    file.header.origin_mm[2] = (int32_t)word(250);
    file.header.cell_um = word(CELL_UM);
    for (unsigned i = 0; i < TILES; i++) {
        oct9_world_tile_t tile = { places[i].x, places[i].y, places[i].z, 0, 0, 0, 0 };
        tile.bytes = (uint32_t)oct9_map_world_size;
        make_tile(&tile, memory[0], CELL_UM);
        tile.crc = oct9_port_word(oct9_rom_words(oct9_rom_of_ram(memory[0])), 1);
        put_tile(i, &tile);
    }
    seal();
    answer = OCT9_OK;
    damaged = 0;
    loads = 0;
}

static oct9_status_t open_world(uint16_t slot_count)
{
    const oct9_world_input_t fresh = { .bytes = oct9_rom_of_ram(&file),
                                       .size = sizeof file,
                                       .slots = slots,
                                       .slot_count = slot_count,
                                       .load = load,
                                       .context = &world };
    input = fresh;
    for (unsigned i = 0; i < SLOTS; i++) {
        slots[i].memory = memory[i];
        slots[i].size = TILE_BYTES;
    }
    return oct9_world_open(&world, &input);
}

static oct9_status_t at(int32_t x, int32_t y, int32_t z, uint32_t reach)
{
    const oct9_mm_t place = { x, y, z };
    return oct9_world_at(&world, &place, reach);
}

static oct9_status_t finish(uint32_t budget)
{
    oct9_status_t status;
    do
        status = oct9_world_run(&world, budget);
    while (status == OCT9_AGAIN);
    return status;
}

static unsigned state_at(int x, int y, int z)
{
    const oct9_map_t map = oct9_world_map(&world);
    const oct9_cell_t cell = { (uint16_t)x, (uint16_t)y, (uint16_t)z };
    oct9_leaf_t leaf;
    CHECK_EQ(oct9_map_locate(&map, cell, &leaf), OCT9_OK);
    return leaf.state;
}

static uint32_t ask(uint32_t digest, random_t *random)
{
    static oct9_cast_t cast;
    static oct9_sweep_t sweep;
    const oct9_map_t map = oct9_world_map(&world);
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
    make_file();
    CHECK_EQ(open_world(SLOTS), OCT9_OK);
    for (unsigned i = 0; i < 4; i++) {
        CHECK(oct9_world_at(&world, &about[i], 10000) != OCT9_ERR_RANGE);
        CHECK_EQ(finish(1 + 1000 * (i % 2)), OCT9_OK);
        CHECK_EQ(oct9_world_at(&world, &about[i], 10000), OCT9_OK);
        for (unsigned k = 0; k < QUESTIONS / 4; k++)
            digest = ask(digest, &random);
        digest = digest_add(digest, (uint32_t)oct9_world_frame(&world)->origin_mm.x);
    }
    TEST_DIGEST("tiles", digest);
}

static void bad_files(void)
{
    make_file();
    CHECK_EQ(open_world(0), OCT9_ERR_ARGUMENT);
    input.slot_count = 1;
    input.absent = OCT9_OCCUPIED;
    CHECK_EQ(oct9_world_open(&world, &input), OCT9_ERR_ARGUMENT);
    input.absent = OCT9_UNKNOWN;
    input.size = sizeof(oct9_world_header_t) - 1;
    CHECK_EQ(oct9_world_open(&world, &input), OCT9_ERR_IMAGE_SHORT);
    input.size = sizeof file - 1;
    CHECK_EQ(oct9_world_open(&world, &input), OCT9_ERR_IMAGE_SHORT);
    file.header.tile_count = 0;
    CHECK_EQ(open_world(1), OCT9_ERR_IMAGE_COUNT);
    file.header.tile_count = word(65536);
    CHECK_EQ(open_world(1), OCT9_ERR_IMAGE_COUNT);
    file.header.tile_count = word(TILES);
    file.header.cell_um = word(CELL_UM + 1);
    CHECK_EQ(open_world(1), OCT9_ERR_IMAGE_STATE);
    file.header.cell_um = word(CELL_UM);
    file.header.version = word(2);
    CHECK_EQ(open_world(1), OCT9_ERR_IMAGE_VERSION);
    file.header.magic = 0;
    CHECK_EQ(open_world(1), OCT9_ERR_IMAGE_MAGIC);
}

/* The table is checked in slices: no tile before. */
static void bad_tables(void)
{
    make_file();
    file.header.crc ^= 1;
    CHECK_EQ(open_world(SLOTS), OCT9_OK);
    CHECK_EQ(at(96000, 32000, 32000, 1000), OCT9_AGAIN);
    CHECK_EQ(oct9_world_run(&world, 0), OCT9_ERR_ARGUMENT);
    CHECK_EQ(oct9_world_run(&world, TILES), OCT9_AGAIN);
    CHECK_EQ(finish(1), OCT9_ERR_IMAGE_CRC);
    CHECK_EQ(oct9_world_run(&world, 1), OCT9_ERR_IMAGE_CRC);
    CHECK_EQ(at(96000, 32000, 32000, 1000), OCT9_ERR_IMAGE_CRC);
    CHECK_EQ(loads, 0);
    const oct9_world_tile_t twice = { 0, 0, 0, 0, 0, 0, 0 };
    put_tile(1, &twice);
    seal();
    CHECK_EQ(open_world(SLOTS), OCT9_OK);
    CHECK_EQ(finish(100), OCT9_ERR_WORLD_ORDER);
}

/* What cannot be had is unknown; the others are there, and it is tried again. */
static void bad_tiles(void)
{
    make_file();
    CHECK_EQ(open_world(SLOTS), OCT9_OK);
    CHECK_EQ(at(64000, 60000, 16000, 10000), OCT9_AGAIN);
    answer = OCT9_ERR_STORE_READ;
    CHECK_EQ(finish(100), OCT9_ERR_STORE_READ);
    answer = OCT9_OK;
    damaged = 2000;
    CHECK_EQ(finish(100), OCT9_ERR_IMAGE_CRC);
    damaged = 0;
    CHECK_EQ(finish(100), OCT9_OK);

    make_file();
    file.tile[1].crc ^= 1;
    seal();
    CHECK_EQ(open_world(SLOTS), OCT9_OK);
    CHECK_EQ(at(64000, 60000, 16000, 10000), OCT9_AGAIN);
    CHECK_EQ(finish(UINT32_MAX), OCT9_ERR_WORLD_TILE);
    CHECK_EQ(at(64000, 60000, 16000, 10000), OCT9_AGAIN); /* the others */
    CHECK_EQ(finish(UINT32_MAX), OCT9_ERR_WORLD_TILE);
    CHECK_EQ(at(64000, 60000, 16000, 10000), OCT9_ERR_WORLD_TILE);
    /* A slot too small, and too few. */
    make_file();
    CHECK_EQ(open_world(1), OCT9_OK);
    CHECK_EQ(at(64000, 60000, 16000, 10000), OCT9_AGAIN);
    CHECK_EQ(finish(100), OCT9_ERR_WORLD_SLOTS);
    CHECK_EQ(open_world(SLOTS), OCT9_OK);
    for (unsigned i = 0; i < SLOTS; i++)
        slots[i].size = (uint32_t)oct9_map_world_size - 1u;
    CHECK_EQ(at(64000, 60000, 16000, 10000), OCT9_AGAIN);
    CHECK_EQ(finish(100), OCT9_ERR_WORLD_SLOTS);
}

/* While `load` brings a tile, it is unknown, and a move gives it up. */
static void slow_tiles(void)
{
    make_file();
    CHECK_EQ(open_world(SLOTS), OCT9_OK);
    CHECK_EQ(at(10000, 10000, 10000, 1000), OCT9_AGAIN);
    answer = OCT9_AGAIN;
    for (unsigned i = 0; i < 10; i++)
        CHECK_EQ(oct9_world_run(&world, UINT32_MAX), OCT9_AGAIN);
    CHECK_EQ(loads, 10);
    CHECK_EQ(state_at(256, 256, 256), OCT9_UNKNOWN);
    CHECK_EQ(at(1000000, 10000, 10000, 1000), OCT9_AGAIN);
    CHECK_EQ(oct9_world_run(&world, 1000), OCT9_AGAIN); /* it is still being brought */
    CHECK_EQ(loads, 11);
    answer = OCT9_OK;
    CHECK_EQ(finish(100), OCT9_OK); /* the world has nothing there */
    CHECK_EQ(at(10000, 10000, 10000, 1000), OCT9_AGAIN);
    CHECK_EQ(finish(100), OCT9_OK);
    CHECK_EQ(loads, 12); /* and it was kept */
    input.absent = OCT9_FREE;
    CHECK_EQ(oct9_world_open(&world, &input), OCT9_OK);
    CHECK_EQ(at(1000000, 10000, 10000, 1000), OCT9_AGAIN);
    CHECK_EQ(state_at(1, 1, 1), OCT9_UNKNOWN);
    CHECK_EQ(finish(100), OCT9_OK);
    CHECK_EQ(state_at(1, 1, 1), OCT9_FREE);
}

static void ranges(void)
{
    make_file();
    CHECK_EQ(open_world(SLOTS), OCT9_OK);
    const oct9_mm_t before = oct9_world_frame(&world)->origin_mm;
    CHECK_EQ(at(0, 0, 0, EDGE_MM / 2), OCT9_ERR_RANGE);
    CHECK_EQ(at(0, 0, 0, UINT32_MAX), OCT9_ERR_RANGE);
    CHECK_EQ(at(INT32_MAX, 0, 0, 10), OCT9_ERR_RANGE);
    CHECK_EQ(at(0, INT32_MIN, 0, 10), OCT9_ERR_RANGE);
    CHECK_EQ(at(0, 0, 32767 * (int32_t)EDGE_MM + EDGE_MM / 2 + 250, 10), OCT9_ERR_RANGE);
    CHECK_EQ(oct9_world_frame(&world)->origin_mm.x, before.x);
    CHECK_EQ(at(0, 0, -32767 * (int32_t)EDGE_MM, 10), OCT9_AGAIN);
    CHECK_EQ(finish(100), OCT9_OK);
}

/* The cube stays where it will do, and a query that began before a move is stale; so is one of a
 * layered map over it. */
static void moves(void)
{
    static oct9_walk_t walk;
    static oct9_layered_t layered;
    const oct9_point_t from = POINT(0, 0, 0), to = POINT(0, 0, 32000);
    make_file();
    CHECK_EQ(open_world(SLOTS), OCT9_OK);
    CHECK(at(0, 32000, 32000, 1000) == OCT9_AGAIN && finish(1000) == OCT9_OK);
    CHECK_EQ(oct9_tree_init(&world_tree, world_pool, 1, NULL), OCT9_OK);
    const oct9_map_t map = oct9_world_map(&world);
    CHECK_EQ(oct9_layered_init(&layered, &world_tree, NULL, &map, NULL, OCT9_LAYERED_UNION),
             OCT9_OK);
    CHECK_EQ(oct9_layered_place(&layered, &(const oct9_offset_t){ 0, 0, 0 }, 1), OCT9_ERR_ARGUMENT);
    const oct9_map_t both = oct9_layered_map(&layered);
    const int32_t corner = oct9_world_frame(&world)->origin_mm.x;
    CHECK_EQ(corner, -32500);
    CHECK(oct9_walk_begin(&walk, &map, &from, &to));
    const uint32_t seen = oct9_map_read_begin(&map), seen_both = oct9_map_read_begin(&both);
    CHECK_EQ(at(30000, 32000, 32000, 1000), OCT9_OK);
    CHECK_EQ(at(-31000, 32000, 32000, 1000), OCT9_OK);
    CHECK_EQ(oct9_world_frame(&world)->origin_mm.x, corner);
    CHECK_EQ(oct9_map_read_end(&map, seen), OCT9_OK);
    CHECK_EQ(oct9_walk_next(&walk), 1);
    CHECK_EQ(at(31000, 32000, 32000, 1000), OCT9_OK); /* the same tiles */
    CHECK_EQ(oct9_world_frame(&world)->origin_mm.x, corner + (int32_t)EDGE_MM / 2);
    CHECK_EQ(oct9_map_read_end(&map, seen), OCT9_ERR_STALE);
    CHECK_EQ(oct9_map_read_end(&both, seen_both), OCT9_ERR_STALE);
    CHECK_EQ(oct9_walk_next(&walk), OCT9_ERR_STALE);
    const unsigned before = loads;
    CHECK(at(90000, 32000, 32000, 1000) == OCT9_AGAIN && finish(1000) == OCT9_OK);
    CHECK(at(0, 32000, 32000, 1000) == OCT9_AGAIN && finish(1000) == OCT9_OK);
    CHECK_EQ(loads, before + 2); /* those of the other place: its slots still had the first */
}

/* What the upper map takes for free is not free with the union, before the tile below is there. */
static void layered_before_the_tile(void)
{
    static oct9_layered_t layered;
    const oct9_cell_t cell = { 100, 100, 100 };
    oct9_leaf_t leaf;
    make_file();
    CHECK_EQ(open_world(SLOTS), OCT9_OK);
    CHECK_EQ(at(32000, 32000, 32000, 1000), OCT9_AGAIN);
    CHECK_EQ(oct9_tree_init(&world_tree, world_pool, WORLD_BLOCKS, NULL), OCT9_OK);
    CHECK_EQ(oct9_tree_set_cell(&world_tree, cell, 1), OCT9_OK);
    const oct9_map_t map = oct9_world_map(&world);
    for (unsigned policy = 0; policy < 2; policy++) {
        CHECK_EQ(oct9_layered_init(&layered, &world_tree, NULL, &map, NULL,
                                   (oct9_layered_policy_t)policy),
                 OCT9_OK);
        const oct9_map_t both = oct9_layered_map(&layered);
        CHECK_EQ(oct9_map_locate(&both, cell, &leaf), OCT9_OK);
        CHECK_EQ(leaf.state, policy == OCT9_LAYERED_UNION ? OCT9_UNKNOWN : OCT9_FREE);
    }
    CHECK_EQ(at(32000, 32000, -96000, 1000), OCT9_AGAIN); /* no tile is there */
    CHECK_EQ(finish(100), OCT9_OK);
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
