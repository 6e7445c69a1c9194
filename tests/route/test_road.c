/* SPDX-License-Identifier: MIT */
/* Road maps that are written here, number by number. Those that are damaged or forged: each rule
 * that is broken has its status, and what is opened is what a second reading of the rules allows,
 * and can be searched. And the search against Dijkstra's on the same graph, of one tile or of many,
 * with joins that are blocked and edges that are shut at random, with all budgets. SEED=7 changes
 * the road maps. */
#include "src/route/road.h"

#include "tests/random.h"
#include "tests/test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    ROADS = 400,
    ROUTES = 8, /* through each */
    FORGED = 40000,
    MOST = 60, /* vertices */
    RADIUS = 120,
    HEADER_WORDS = sizeof(oct9_road_header_t) / 4,
    TILES = 9,
    MOST_WORDS = HEADER_WORDS + 2 * TILES + MOST + (MOST / 8 + 1 + 31 * MOST + 4) / 2 + 1,
    START = MOST,
    GOAL,
    ALL
};

static struct {
    uint32_t words[MOST_WORDS];
    uint32_t places[MOST]; /* as in the words, without the degree */
    bool edge[MOST][MOST];
    uint32_t count, edges, bytes;
    uint32_t tiles, first[TILES + 1];
    int16_t tile[TILES][3];
} table;
static oct9_image_header_t map_header;
static oct9_image_t image;
static oct9_world_header_t world_header;
static oct9_world_input_t world_input;
static oct9_world_t world;
static random_t rng;

/* --- road maps ------------------------------------------------------------------------------ */

static uint32_t crc_of(const unsigned char *bytes, size_t size)
{
    uint32_t crc = 0xFFFFFFFFu;
    for (size_t i = 0; i < 8 * size; i++) {
        const uint32_t bit = (crc ^ (uint32_t)bytes[i / 8] >> i % 8) & 1u;
        crc = crc >> 1 ^ (bit ? 0xEDB88320u : 0);
    }
    return ~crc;
}

static void sign(void)
{
    table.words[1] = crc_of((const unsigned char *)table.words + 8, table.bytes - 8);
}

static uint32_t degree_of(uint32_t vertex)
{
    uint32_t degree = 0;
    for (uint32_t i = 0; i < table.count; i++)
        degree += table.edge[vertex][i];
    return degree;
}

static void put_half(uint32_t half, uint32_t number)
{
    table.words[half / 2] |= number << half % 2 * 16;
}

static void write_table(void)
{
    memset(table.words, 0, sizeof table.words);
    const uint32_t vertices = HEADER_WORDS + 2 * table.tiles;
    uint32_t rows = 2 * (vertices + table.count), edges = 0;
    for (uint32_t i = 0; i < table.tiles; i++) {
        for (unsigned a = 0; a < 3; a++)
            put_half(2 * HEADER_WORDS + 4 * i + a, (uint16_t)table.tile[i][a]);
        put_half(2 * HEADER_WORDS + 4 * i + 3, table.first[i]);
    }
    for (uint32_t i = 0; i < table.count; i++) {
        table.words[vertices + i] = table.places[i] | degree_of(i) << 27;
        if (i % 8 == 0)
            put_half(rows + i / 8, edges);
        edges += degree_of(i);
    }
    uint32_t at = rows + (table.count + 7) / 8;
    for (uint32_t i = 0; i < table.count; i++)
        for (uint32_t j = 0; j < table.count; j++)
            if (table.edge[i][j])
                put_half(at++, j);
    table.edges = edges;
    table.bytes = 4 * ((at + 1) / 2);
    const uint32_t header[HEADER_WORDS] = { OCT9_ROAD_MAGIC,
                                            0,
                                            OCT9_ROAD_VERSION,
                                            table.bytes,
                                            (uint32_t)-1500,
                                            20,
                                            3,
                                            80000,
                                            map_header.crc,
                                            RADIUS,
                                            table.tiles | table.count << 16,
                                            edges };
    memcpy(table.words, header, sizeof header);
    sign();
}

static void one_tile(void)
{
    table.tiles = 1;
    table.first[0] = 0;
    table.first[1] = table.count;
    memset(table.tile, 0, sizeof table.tile);
}

/* Tiles in ascending order, each with some vertices: side by side, or far away. */
static void many_tiles(uint32_t tiles)
{
    const uint32_t far = random_below(&rng, 4) == 0 ? 200 : 3;
    table.tiles = tiles < table.count ? tiles : table.count;
    for (uint32_t i = 0; i < table.tiles; i++) {
        table.first[i] = i * table.count / table.tiles;
        table.tile[i][0] = (int16_t)((int)random_below(&rng, far) - 1);
        table.tile[i][1] = (int16_t)((int)(i % 3) - 2);
        table.tile[i][2] = (int16_t)((int)(i / 3) * (int)(1 + far / 50) - 1);
    }
    table.first[table.tiles] = table.count;
}

static uint32_t tile_of(uint32_t vertex)
{
    uint32_t tile = 0;
    while (table.first[tile + 1] <= vertex)
        tile++;
    return tile;
}

/* Places near each other and far away, in each tile in ascending order, and edges between some of
 * them. */
static void make_table(uint32_t count, uint32_t tiles)
{
    uint32_t place = random_below(&rng, 1000);
    memset(table.edge, 0, sizeof table.edge);
    table.count = count;
    one_tile();
    if (tiles > 1)
        many_tiles(tiles);
    for (uint32_t i = 0; i < count; i++) {
        if (table.first[tile_of(i)] == i)
            place = random_below(&rng, 1000);
        table.places[i] = place;
        place += 1 + random_below(&rng, 1u << random_below(&rng, 22));
    }
    const uint32_t most = count * (1 + random_below(&rng, 6)) / 2;
    for (uint32_t i = 0; i < most; i++) {
        const uint32_t a = random_below(&rng, count), b = random_below(&rng, count);
        if (a != b && degree_of(a) < 31 && degree_of(b) < 31)
            table.edge[a][b] = table.edge[b][a] = true;
    }
    write_table();
}

static oct9_status_t open(oct9_road_t *road)
{
    return oct9_road_open(road, oct9_rom_of_ram(table.words), table.bytes, &image, RADIUS);
}

static oct9_status_t open_world(oct9_road_t *road)
{
    return oct9_road_open_world(road, oct9_rom_of_ram(table.words), table.bytes, &world, RADIUS);
}

/* A map and a world with the same frame and CRC. */
static void make_image(void)
{
    world_header.crc = 0x12345678u;
    world_input.bytes = oct9_rom_of_ram(&world_header);
    world.input = &world_input;
    (void)oct9_mm_frame(&world.base, &(oct9_mm_t){ -1500, 20, 3 }, 80000);
    map_header.crc = 0x12345678u;
    map_header.origin_mm[0] = -1500;
    map_header.origin_mm[1] = 20;
    map_header.origin_mm[2] = 3;
    map_header.cell_um = 80000;
    image.bytes = oct9_rom_of_ram(&map_header);
}

/* --- the rules, read once more ---------------------------------------------------------------- */

static uint32_t half_of(uint32_t half)
{
    return table.words[half / 2] >> half % 2 * 16 & 0xFFFFu;
}

static uint32_t tiles_of_words(void)
{
    return table.words[10] & 0xFFFFu;
}

static uint32_t word_of(uint32_t vertex)
{
    return table.words[HEADER_WORDS + 2 * tiles_of_words() + vertex];
}

static uint32_t begin_of(uint32_t vertex)
{
    uint32_t begin = 0;
    for (uint32_t i = 0; i < vertex; i++)
        begin += word_of(i) >> 27;
    return begin;
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

/* --- the search ------------------------------------------------------------------------------- */

/* In sub-cells from the corner of tile 0 0 0. */
typedef struct {
    int32_t at[3];
} place_t;

static oct9_route_node_t nodes[MOST + 2];
static place_t ends[2];
static oct9_road_edge_t shut[5];
static uint16_t shut_count;
static bool joined[2][MOST]; /* START and GOAL */

static uint32_t number_of(uint16_t node)
{
    return node == 0 ? START : node == 1 ? GOAL : node - 2u;
}

static place_t place_of(uint32_t number)
{
    place_t place;
    if (number >= START)
        return ends[number - START];
    for (unsigned a = 0; a < 3; a++)
        place.at[a] = table.tile[tile_of(number)][a] * 32768 +
                      (int32_t)(table.places[number] >> 9 * a & 511u) * 64 + 32;
    return place;
}

static uint64_t square_of(uint32_t a, uint32_t b)
{
    const place_t from = place_of(a), to = place_of(b);
    uint64_t sum = 0;
    for (unsigned i = 0; i < 3; i++) {
        const uint64_t part = (uint64_t)abs(from.at[i] - to.at[i]) / 4;
        sum += part * part;
    }
    return sum;
}

static uint32_t length_of(uint32_t a, uint32_t b)
{
    const uint64_t square = square_of(a, b);
    uint64_t root = 0;
    for (uint64_t bit = (uint64_t)1 << 30; bit != 0; bit /= 2)
        if ((root + bit) * (root + bit) <= square)
            root += bit;
    return (uint32_t)root;
}

static bool is_shut(uint32_t a, uint32_t b)
{
    for (unsigned i = 0; i < shut_count; i++)
        if ((shut[i].a == a && shut[i].b == b) || (shut[i].a == b && shut[i].b == a))
            return true;
    return false;
}

static bool may_go(uint32_t a, uint32_t b)
{
    if (a >= START)
        return b < START && joined[a - START][b];
    if (b >= START)
        return joined[b - START][a];
    return table.edge[a][b] && !is_shut(a, b);
}

/* The length of the shortest route; UINT32_MAX: there is none. */
static uint32_t shortest(void)
{
    uint32_t far[ALL];
    bool done[ALL] = { false };
    for (uint32_t i = 0; i < ALL; i++)
        far[i] = i == START ? 0 : UINT32_MAX;
    for (;;) {
        uint32_t best = ALL;
        for (uint32_t i = 0; i < ALL; i++)
            if (!done[i] && far[i] != UINT32_MAX && (best == ALL || far[i] < far[best]))
                best = i;
        if (best == ALL || best == GOAL)
            return far[GOAL];
        done[best] = true;
        for (uint32_t i = 0; i < ALL; i++)
            if ((i >= START || i < table.count) && best != i && may_go(best, i) &&
                far[best] + length_of(best, i) < far[i])
                far[i] = far[best] + length_of(best, i);
    }
}

static int go(oct9_route_graph_t *search)
{
    int status;
    for (unsigned slices = 0; slices < 100000; slices++) {
        uint32_t budget = 1 + random_below(&rng, 40);
        status = oct9_road_go(search, &budget);
        if (status != OCT9_AGAIN)
            return status;
        CHECK_EQ(budget, 0);
    }
    CHECK(false);
    return OCT9_AGAIN;
}

/* Each end asks for the vertices near it, the nearest first, and for none that is shut. If it can
 * go to none it joins four. */
static int answer_all(oct9_route_graph_t *search, uint32_t clear_of_8)
{
    uint32_t nearest[2][4], asked[2] = { 0, 0 }, joins[2] = { 0, 0 };
    uint64_t last = 0;
    int status;
    memset(joined, 0, sizeof joined);
    while ((status = go(search)) == OCT9_ROAD_ASKS) {
        place_t from, to;
        const bool first = oct9_road_asks(search, from.at, to.at);
        const place_t *const end = first ? &from : &to, *const other = first ? &to : &from;
        uint32_t vertex = 0;
        for (; vertex < table.count; vertex++) {
            const place_t place = place_of(vertex);
            if (memcmp(&place, other, sizeof place) == 0)
                break;
        }
        CHECK(vertex < table.count && memcmp(end, &ends[first ? 0 : 1], sizeof *end) == 0);
        CHECK(!is_shut(first ? 65534 : 65535, vertex));
        const uint64_t square = square_of(vertex, first ? START : GOAL);
        last = asked[!first] == 0 ? 0 : last;
        CHECK(square >= last || square >= (uint64_t)1 << 30); /* those are nearly in order */
        last = square;
        if (asked[!first] < 4)
            nearest[!first][asked[!first]] = vertex;
        asked[!first]++;
        const bool clear = random_below(&rng, 8) < clear_of_8;
        joined[first ? 0 : 1][vertex] = clear;
        joins[!first] += clear;
        oct9_road_answer(search, clear);
    }
    for (unsigned i = 0; i < 2; i++)
        for (unsigned j = 0; joins[i] == 0 && j < 4 && j < asked[i]; j++)
            joined[i][nearest[i][j]] = true;
    return status;
}

static uint32_t found_length(void)
{
    uint32_t length = 0;
    uint16_t node = 0;
    for (unsigned i = 0; node != 1 && i <= ALL; i++) {
        const uint16_t next = nodes[node].parent;
        CHECK(next < table.count + 2u && next != 0 && may_go(number_of(node), number_of(next)));
        length += length_of(number_of(node), number_of(next));
        node = next;
    }
    CHECK_EQ(node, 1);
    CHECK_EQ(nodes[1].parent, OCT9_ROAD_END);
    return length;
}

/* In a tile, or beside it. */
static place_t any_place(void)
{
    const int16_t *const tile = table.tile[random_below(&rng, table.tiles)];
    place_t place;
    for (unsigned a = 0; a < 3; a++)
        place.at[a] = tile[a] * 32768 + (int32_t)random_below(&rng, 40000) - 3000;
    return place;
}

/* Edges, and joins of both ends. */
static void any_shut(void)
{
    shut_count = sizeof shut / sizeof shut[0];
    for (unsigned i = 0; i < shut_count; i++) {
        shut[i].a = (uint16_t)(i < 2 ? OCT9_ROAD_START + i : random_below(&rng, MOST));
        shut[i].b = (uint16_t)random_below(&rng, MOST);
    }
}

static void begin_search(oct9_route_graph_t *search, const oct9_road_t *road)
{
    memcpy(search->end, ends, sizeof ends);
    search->shut = shut;
    search->shut_count = shut_count;
    oct9_road_begin(search, road, nodes);
}

/* The distance of two places of tiles, at most, in units. */
static uint32_t farthest(void)
{
    int low = 0, high = 0;
    for (uint32_t i = 0; i < 3 * table.tiles; i++) {
        const int at = table.tile[i / 3][i % 3];
        low = at < low ? at : low;
        high = at > high ? at : high;
    }
    return (uint32_t)(high - low + 2) * 8192;
}

/* Rounding lets a route be longer by some units for each node, that is 1 if all is near. */
static void search_road(const oct9_road_t *road, uint32_t *found, uint32_t *none)
{
    oct9_route_graph_t search;
    ends[0] = any_place();
    ends[1] = any_place();
    any_shut();
    begin_search(&search, road);
    const int status = answer_all(&search, 1 + random_below(&rng, 8));
    const uint32_t least = shortest();
    if (status == OCT9_ROAD_FOUND) {
        const uint32_t length = found_length();
        CHECK(length >= least && length <= least + ALL * (2 + farthest() / 8192));
        CHECK_EQ(go(&search), OCT9_ROAD_FOUND);
        ++*found;
    } else {
        CHECK_EQ(status, OCT9_ROAD_NONE);
        CHECK_EQ(least, UINT32_MAX);
        ++*none;
    }
}

static void searches(void)
{
    uint32_t found = 0, none = 0;
    for (uint32_t i = 0; i < ROADS; i++) {
        oct9_road_t road;
        make_table(i < 4 ? i + 1 : 1 + random_below(&rng, MOST), i % 2 * random_below(&rng, TILES));
        CHECK_EQ(i % 2 == 0 ? open(&road) : open_world(&road), OCT9_OK);
        CHECK_EQ(road.vertex_count, table.count);
        CHECK_EQ(road.edge_count, table.edges);
        for (uint32_t v = 0; v < table.count; v++) {
            CHECK_EQ(oct9_road_vertex(&road, v), table.places[v] | degree_of(v) << 27);
            CHECK_EQ(oct9_road_edges(&road, v), begin_of(v));
        }
        for (unsigned route = 0; route < ROUTES; route++)
            search_road(&road, &found, &none);
    }
    printf("%lu found, %lu none\n", (unsigned long)found, (unsigned long)none);
    CHECK(found > ROADS && none > ROADS / 4);
}

/* A chain of edges from corner to corner of the cube. Only the start may go to its first vertex,
 * and the goal to its last. */
static int search_chain(uint32_t links)
{
    oct9_road_t road;
    oct9_route_graph_t search;
    int status;
    make_table(1, 1);
    table.count = table.first[1] = links + 1;
    for (uint32_t i = 0; i <= links; i++)
        table.places[i] = i <= links / 2 ? i : 0x7FFFFFFu - (links - i);
    for (uint32_t i = 0; i < links; i++) {
        const uint32_t a = i / 2, b = links / 2 + 1 + i / 2, c = i % 2 == 0 ? a : a + 1;
        table.edge[c][b] = table.edge[b][c] = true;
    }
    write_table();
    CHECK_EQ(open(&road), OCT9_OK);
    const uint32_t last = links % 2 == 0 ? links / 2 : links;
    ends[0] = place_of(0);
    ends[1] = place_of(last);
    shut_count = 0;
    begin_search(&search, &road);
    while ((status = go(&search)) == OCT9_ROAD_ASKS) {
        place_t from, to;
        const bool first = oct9_road_asks(&search, from.at, to.at);
        const place_t at = place_of(first ? 0 : last), *other = first ? &to : &from;
        oct9_road_answer(&search, memcmp(&at, other, sizeof at) == 0);
    }
    return status;
}

/* Each link is as long as the cube's diagonal. */
static void long_paths(void)
{
    for (uint32_t links = 1; links < 40; links++)
        CHECK_EQ(search_chain(links), OCT9_ROAD_FOUND);
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
    RUN(searches);
    RUN(long_paths);
    return test_end();
}
