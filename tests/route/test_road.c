/* SPDX-License-Identifier: MIT */
/* Road maps that are damaged or forged: each rule that is broken has its status, and what is opened
 * is what a second reading of the rules allows. SEED=7 changes the road maps. */
#include "tests/route/road_random.h"

enum { FORGED = 40000 };

/* --- the rules, read once more ---------------------------------------------------------------- */

static uint32_t half_of(uint32_t half)
{
    return table.words[half / 2] >> half % 2 * 16 & 0xFFFFu;
}

/* The first vertex of a tile of bytes whose header is good, and its place as a number. */
static uint32_t first_of(uint32_t tile)
{
    return half_of(2 * HEADER_WORDS + 4 * tile + 3);
}

static int64_t order_of(uint32_t tile)
{
    int64_t order = 0;
    for (unsigned a = 3; a-- > 0;)
        order = order * 65536 + (int16_t)half_of(2 * HEADER_WORDS + 4 * tile + a);
    return order;
}

static bool tiles_good(void)
{
    const uint32_t tiles = tiles_of_words(), count = table.words[10] >> 16;
    for (uint32_t i = 0; i < tiles; i++)
        if ((i == 0 ? first_of(i) != 0 : first_of(i) <= first_of(i - 1)) || first_of(i) >= count ||
            (i > 0 && order_of(i) <= order_of(i - 1)))
            return false;
    return true;
}

static bool begins_tile(uint32_t vertex)
{
    for (uint32_t i = 0; i < tiles_of_words(); i++)
        if (first_of(i) == vertex)
            return true;
    return false;
}

/* The vertices and edges of bytes whose header and tiles are good. */
static bool graph_good(void)
{
    const uint32_t count = table.words[10] >> 16, edges = table.words[11] & 0xFFFFu;
    const uint32_t rows = 2 * (HEADER_WORDS + 2 * tiles_of_words() + count);
    const uint32_t first = rows + (count + 7) / 8;
    bool stands[MOST][MOST] = { { false } };
    for (uint32_t i = 0; i < count; i++)
        if ((i % 8 == 0 && half_of(rows + i / 8) != begin_of(i)) ||
            (!begins_tile(i) && (word_of(i) & 0x7FFFFFFu) <= (word_of(i - 1) & 0x7FFFFFFu)))
            return false;
    if (begin_of(count) != edges)
        return false;
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t at = begin_of(i); at < begin_of(i + 1); at++) {
            const uint32_t to = half_of(first + at);
            if (to >= count || to == i || (at > begin_of(i) && half_of(first + at - 1) >= to))
                return false;
            stands[i][to] = true;
        }
    for (uint32_t i = 0; i < count * count; i++)
        if (stands[i / count][i % count] != stands[i % count][i / count])
            return false;
    return true;
}

static bool forged_good(void)
{
    const uint32_t count = table.words[10] >> 16, tiles = tiles_of_words(),
                   halves = (count + 7) / 8 + (table.words[11] & 0xFFFFu);
    return table.words[0] == OCT9_ROAD_MAGIC && table.words[2] == 2 &&
           table.words[3] <= table.bytes && count > 0 && tiles > 0 && tiles <= count &&
           table.words[3] == 4 * (HEADER_WORDS + 2 * tiles + count + (halves + 1) / 2) &&
           table.words[7] == 80000 && table.words[4] == (uint32_t)-1500 && table.words[5] == 20 &&
           table.words[6] == 3 && table.words[8] == map_header.crc &&
           (table.words[9] & 0xFFFFu) + 1u - RADIUS <= 2 && table.words[9] >> 16 <= 1 &&
           table.words[11] >> 16 == 0 && tiles_good() && graph_good();
}

/* Of one map: of the tile 0 0 0 alone. */
static bool of_a_map(void)
{
    return tiles_of_words() == 1 && order_of(0) == 0;
}

static void fits(void)
{
    const oct9_heights_t heights = { 0, 0 };
    oct9_route_body_t body = { .radius_q6 = RADIUS };
    oct9_road_t road;
    make_table(40, 1);
    CHECK_EQ(open(&road), OCT9_OK);
    CHECK(oct9_road_fits(&road, &body, 42));
    CHECK(!oct9_road_fits(&road, &body, 41));
    body.rules.unknown = OCT9_PASSES;
    CHECK(!oct9_road_fits(&road, &body, 42));
    body.rules.unknown = OCT9_BLOCKS;
    body.heights = &heights;
    CHECK(!oct9_road_fits(&road, &body, 42));
    body.heights = NULL;
    body.radius_q6 = RADIUS - 2;
    CHECK(!oct9_road_fits(&road, &body, 42));
    body.radius_q6 = RADIUS;
    CHECK_EQ(open_world(&road), OCT9_OK);
    CHECK(!oct9_road_fits(&road, &body, 42)); /* the map is a cube of a world */
}

/* --- what is refused -------------------------------------------------------------------------- */

static void refused(uint32_t word, uint32_t number, oct9_status_t status)
{
    oct9_road_t road = { .vertex_count = 7 };
    const uint32_t before = table.words[word];
    table.words[word] = number;
    if (word >= 2)
        sign();
    CHECK_EQ(open(&road), status);
    CHECK_EQ(road.vertex_count, 7);
    table.words[word] = before;
    sign();
}

/* Vertices 0, 1 and 2, with edges from 0 to the others. */
static void make_small(void)
{
    make_table(3, 1);
    memset(table.edge, 0, sizeof table.edge);
    table.edge[0][1] = table.edge[1][0] = table.edge[0][2] = table.edge[2][0] = true;
    write_table();
}

static void rules(void)
{
    oct9_road_t road = { .vertex_count = 7 };
    make_small();
    const uint32_t size = table.bytes, vertices = HEADER_WORDS + 2, halves = vertices + 3;
    CHECK_EQ(size, 4 * (HEADER_WORDS + 2 + 3 + 3));
    CHECK_EQ(oct9_road_open(&road, oct9_rom_of_ram((char *)table.words + 2), size, &image, RADIUS),
             OCT9_ERR_ARGUMENT);
    for (uint32_t less = 1; less <= size; less++)
        CHECK_EQ(oct9_road_open(&road, oct9_rom_of_ram(table.words), size - less, &image, RADIUS),
                 OCT9_ERR_IMAGE_SHORT);
    CHECK_EQ(oct9_road_open(&road, oct9_rom_of_ram(table.words), size, &image, RADIUS + 2),
             OCT9_ERR_ARGUMENT);
    CHECK_EQ(road.vertex_count, 7);
    refused(0, OCT9_ROAD_MAGIC ^ 1u, OCT9_ERR_IMAGE_MAGIC);
    refused(1, table.words[1] ^ 0x10u, OCT9_ERR_IMAGE_CRC);
    refused(2, 1, OCT9_ERR_IMAGE_VERSION);
    refused(3, size + 4, OCT9_ERR_IMAGE_SHORT);
    refused(3, size - 4, OCT9_ERR_IMAGE_COUNT);
    for (uint32_t word = 4; word < 7; word++)
        refused(word, table.words[word] + 1, OCT9_ERR_ARGUMENT);
    refused(7, 0, OCT9_ERR_IMAGE_STATE);
    refused(7, OCT9_CELL_UM_MAX + 1u, OCT9_ERR_IMAGE_STATE);
    refused(7, 80001, OCT9_ERR_ARGUMENT);
    refused(8, map_header.crc + 1, OCT9_ERR_ARGUMENT);
    refused(9, 32768, OCT9_ERR_IMAGE_STATE);
    refused(9, RADIUS - 2, OCT9_ERR_ARGUMENT);
    refused(9, RADIUS | 2u << 16, OCT9_ERR_IMAGE_STATE);
    refused(10, 1, OCT9_ERR_IMAGE_COUNT);
    refused(10, 1u | 2u << 16, OCT9_ERR_IMAGE_COUNT);
    refused(10, 1u | 65535u << 16, OCT9_ERR_IMAGE_COUNT);
    refused(10, 0u | 3u << 16, OCT9_ERR_IMAGE_COUNT);
    refused(10, 2u | 3u << 16, OCT9_ERR_IMAGE_COUNT);
    refused(11, 6, OCT9_ERR_IMAGE_COUNT);
    refused(11, table.words[11] | 1u << 16, OCT9_ERR_IMAGE_STATE);
    refused(HEADER_WORDS, 1, OCT9_ERR_ARGUMENT); /* a tile of a world */
    refused(HEADER_WORDS + 1, 1, OCT9_ERR_ARGUMENT);
    refused(HEADER_WORDS + 1, 1u << 16, OCT9_ERR_IMAGE_COUNT);
    refused(vertices, table.words[vertices] + (1u << 27), OCT9_ERR_IMAGE_COUNT);
    refused(vertices + 1, (table.words[vertices] & 0x7FFFFFFu) | 1u << 27, OCT9_ERR_IMAGE_INDEX);
    refused(halves, table.words[halves] + 1, OCT9_ERR_IMAGE_COUNT); /* a row */
    refused(halves, 0u | 2u << 16, OCT9_ERR_IMAGE_INDEX);           /* 0 to 2 and 2 */
    refused(halves, 0u | 0u << 16, OCT9_ERR_IMAGE_INDEX);           /* 0 to 0 and 2 */
    refused(halves + 1, 3u | 0u << 16, OCT9_ERR_IMAGE_INDEX);       /* 0 to 1 and 3 */
    refused(halves + 1, 2u | 2u << 16, OCT9_ERR_IMAGE_INDEX);       /* 1 to 2 alone */
    CHECK_EQ(open(&road), OCT9_OK);
    CHECK_EQ(road.radius_q6, RADIUS);
}

/* The CRC is right, so that all that opens was checked by the rules alone. */
static void forged(void)
{
    uint32_t opened = 0;
    for (uint32_t i = 0; i < FORGED; i++) {
        oct9_road_t road;
        if (i % 50 == 0)
            make_table(1 + random_below(&rng, 20), i % 100 == 0 ? 1 : 4);
        const uint32_t word = 2 + random_below(&rng, table.bytes / 4 - 2);
        const uint32_t before = table.words[word];
        table.words[word] ^= 1u << random_below(&rng, 32);
        sign();
        const bool good = open_world(&road) == OCT9_OK;
        CHECK_EQ(good, forged_good());
        CHECK_EQ(open(&road) == OCT9_OK, good && of_a_map());
        opened += good;
        table.words[word] = before;
    }
    CHECK(opened > 0 && opened < FORGED);
}

int main(void)
{
    const char *given = getenv("SEED");
    rng.state = given ? (uint32_t)strtoul(given, NULL, 10) : 1;
    printf("seed %lu\n", (unsigned long)rng.state);
    make_image();
    RUN(rules);
    RUN(forged);
    RUN(fits);
    return test_end();
}
