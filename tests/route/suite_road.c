/* SPDX-License-Identifier: MIT */
/* Road maps: one that is written here byte by byte is read back, refused with each error by its
 * name, and searched, with answers that follow from the places. */
#include "oct9/tree.h"
#include "src/route/road.h"
#include "tests/golden/suites.h"
#include "tests/golden/world.h"
#include "tests/route/road_table.h"
#include "tests/test.h"

enum { ROUTES = 6 };

enum { POOL = 12 };

static oct9_block_t pool[POOL];
static oct9_tree_t tree;
static oct9_map_t map;
static oct9_frame_t frame;
static oct9_road_place_t places[VERTICES + 1];
static oct9_road_find_t find;
static oct9_route_node_t nodes[VERTICES + 2];
static oct9_route_graph_t search;

static uint32_t get(unsigned at, unsigned size)
{
    uint32_t number = 0;
    for (unsigned i = 0; i < size; i++)
        number |= (uint32_t)table.bytes[at + i] << 8 * i;
    return number;
}

/* --- the search --------------------------------------------------------------------------- */

static uint32_t go(uint32_t digest, int *status)
{
    do {
        uint32_t budget = 7;
        *status = oct9_road_go(&search, &budget);
        digest = digest_add(digest, budget);
        if (*status == OCT9_ROAD_ASKS) {
            int32_t from[3], to[3];
            const bool first = oct9_road_asks(&search, from, to);
            digest = digest_add(digest, (uint32_t)from[0] ^ (uint32_t)to[0] << 16);
            oct9_road_answer(&search, ((uint32_t)from[0] + (uint32_t)to[1]) % 3u != 0 || first);
        }
    } while (*status == OCT9_AGAIN || *status == OCT9_ROAD_ASKS);
    return digest;
}

static void found(void)
{
    uint32_t digest = DIGEST_BEGIN;
    int status;
    write_table();
    CHECK_EQ(open(), OCT9_OK);
    CHECK_EQ(road.vertex_count, VERTICES);
    CHECK_EQ(road.edge_count, EDGES);
    for (unsigned i = 0; i < VERTICES; i++)
        digest = digest_add(digest, oct9_road_vertex(&road, i) + oct9_road_edges(&road, i));
    for (int i = 0; i < ROUTES; i++) {
        const int32_t from[3] = { 12884 + 500 * i, 6484, 3384 };
        const int32_t to[3] = { 15384 - 400 * i, 8384, 3284 };
        for (unsigned a = 0; a < 3; a++) {
            search.end[0][a] = from[a];
            search.end[1][a] = to[a];
        }
        oct9_road_begin(&search, &road, nodes);
        digest = go(digest, &status);
        CHECK_EQ(status, OCT9_ROAD_FOUND);
        for (uint16_t node = 0; node != 1; node = nodes[node].parent) {
            int32_t at[3];
            oct9_road_at(&search, node, at);
            digest = digest_add(digest, (uint32_t)at[0] ^ (uint32_t)at[1] << 16);
        }
    }
    TEST_DIGEST("road", digest);
}

/* --- places -------------------------------------------------------------------------------- */

/* Free cells among unknown ones that pass, and some that block. */
static void make_map(void)
{
    const oct9_box_t wall = { { 203, 90, 48 }, { 205, 130, 53 } };
    CHECK_EQ(oct9_tree_init(&tree, pool, POOL, NULL), OCT9_OK);
    (void)oct9_tree_fill_box(&tree, &wall, OCT9_OCCUPIED);
    map = oct9_map_of_tree(&tree);
    CHECK_EQ(oct9_mm_frame(&frame, &(oct9_mm_t){ 5, 6, 7 }, 1000), OCT9_OK);
}

static oct9_road_input_t question(int number)
{
    static const oct9_road_edge_t shut[] = { { 6, 7 },
                                             { OCT9_ROAD_START, 0 },
                                             { 23, OCT9_ROAD_GOAL } };
    const oct9_road_input_t input = { .road = &road,
                                      .map = &map,
                                      .frame = &frame,
                                      .rules = { .unknown = OCT9_PASSES },
                                      .from_mm = { 201 + 8 * number, 107, 56 },
                                      .to_mm = { 246 - 7 * number, 135, 58 },
                                      .shut = shut,
                                      .shut_count = 3,
                                      .nodes = nodes,
                                      .nodes_count = VERTICES + 2,
                                      .places = places,
                                      .places_room = VERTICES + 1 };
    return input;
}

static void over_places(void)
{
    uint32_t digest = DIGEST_BEGIN;
    write_table();
    CHECK_EQ(open(), OCT9_OK);
    make_map();
    road.unknown = OCT9_PASSES;
    for (int i = 0; i < ROUTES; i++) {
        const oct9_road_input_t input = question(i);
        oct9_road_output_t output;
        oct9_status_t status;
        CHECK_EQ(oct9_road_find_begin(&find, &input), OCT9_OK);
        while ((status = oct9_road_find_run(&find, 9, &output)) == OCT9_AGAIN) {
        }
        CHECK_EQ(status, OCT9_OK);
        CHECK_EQ(output.result, OCT9_ROAD_FOUND);
        digest = digest_add(digest, output.sweeps ^ (uint32_t)output.all << 16 ^
                                        (uint32_t)output.from << 8);
        for (unsigned j = 0; j < output.count; j++) {
            const oct9_mm_t *at = &places[j].at_mm;
            digest = digest_add(digest, (uint32_t)at->x ^ (uint32_t)at->y << 10 ^
                                            (uint32_t)at->z << 20 ^ places[j].vertex);
        }
    }
    TEST_DIGEST("places", digest);
}

/* --- errors ------------------------------------------------------------------------------- */

static void refused(unsigned at, unsigned size, uint32_t number, oct9_status_t status)
{
    const uint32_t before = get(at, size);
    put(table.bytes + at, size, number);
    if (at >= 8)
        sign();
    CHECK_EQ(open(), status);
    put(table.bytes + at, size, before);
    sign();
}

static void errors(void)
{
    write_table();
    CHECK_EQ(oct9_road_open(&road, oct9_rom_of_ram(table.bytes + 2), BYTES, &image, RADIUS),
             OCT9_ERR_ARGUMENT);
    CHECK_EQ(oct9_road_open(&road, oct9_rom_of_ram(table.bytes), BYTES - 1, &image, RADIUS),
             OCT9_ERR_IMAGE_SHORT);
    CHECK_EQ(oct9_road_open(&road, oct9_rom_of_ram(table.bytes), BYTES, &image, RADIUS + 2),
             OCT9_ERR_ARGUMENT);
    refused(0, 1, 'x', OCT9_ERR_IMAGE_MAGIC);
    refused(4, 1, table.bytes[4] ^ 1u, OCT9_ERR_IMAGE_CRC);
    refused(8, 4, OCT9_ROAD_VERSION + 1u, OCT9_ERR_IMAGE_VERSION);
    refused(12, 4, BYTES - 4, OCT9_ERR_IMAGE_COUNT);
    refused(20, 4, 0, OCT9_ERR_ARGUMENT);
    refused(28, 4, 0, OCT9_ERR_IMAGE_STATE);
    refused(32, 4, 0, OCT9_ERR_ARGUMENT);
    refused(36, 2, 0x8000u, OCT9_ERR_IMAGE_STATE);
    refused(38, 2, 2, OCT9_ERR_IMAGE_STATE);
    refused(40, 2, 2, OCT9_ERR_IMAGE_COUNT);
    refused(42, 2, 0, OCT9_ERR_IMAGE_COUNT);
    refused(44, 2, EDGES + 2, OCT9_ERR_IMAGE_COUNT);
    refused(46, 2, 1, OCT9_ERR_IMAGE_STATE);
    refused(HEADER, 2, 1, OCT9_ERR_ARGUMENT);
    refused(HEADER + 6, 2, 1, OCT9_ERR_IMAGE_COUNT);
    refused(PLACES + 4, 4, get(PLACES, 4), OCT9_ERR_IMAGE_COUNT);
    refused(PLACES + 4, 3, get(PLACES, 3), OCT9_ERR_IMAGE_INDEX);
    refused(ROW + 2, 2, 0, OCT9_ERR_IMAGE_COUNT);
    refused(FIRST, 2, 2, OCT9_ERR_IMAGE_INDEX);
    refused(FIRST + 2, 2, VERTICES, OCT9_ERR_IMAGE_INDEX);
    CHECK_EQ(open(), OCT9_OK);
}

GOLDEN_SUITE(road)
{
    RUN(found);
    RUN(over_places);
    RUN(errors);
}
