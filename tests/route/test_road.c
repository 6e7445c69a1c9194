/* SPDX-License-Identifier: MIT */
/* Road maps that are written here, number by number. Those that are damaged or forged: each rule
 * that is broken has its status, and what is opened is what a second reading of the rules allows,
 * and can be searched. And the search against Dijkstra's on the same graph, with joins that are
 * blocked at random, with all budgets. SEED=7 changes the road maps. */
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
    HEADER_WORDS = sizeof(oct9_route_road_header_t) / 4,
    MOST_WORDS = HEADER_WORDS + MOST + (MOST / 8 + 1 + 31 * MOST + 4) / 2 + 1,
    START = MOST,
    GOAL,
    ALL
};

static struct {
    uint32_t words[MOST_WORDS];
    uint32_t places[MOST]; /* as in the words, without the degree */
    bool edge[MOST][MOST];
    uint32_t count, edges, borders, bytes;
} table;
static oct9_image_header_t map_header;
static oct9_image_t image;
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
    uint32_t rows = 2 * (HEADER_WORDS + table.count), edges = 0;
    for (uint32_t i = 0; i < table.count; i++) {
        table.words[HEADER_WORDS + i] = table.places[i] | degree_of(i) << 27;
        if (i % 8 == 0)
            put_half(rows + i / 8, edges);
        edges += degree_of(i);
    }
    uint32_t at = rows + (table.count + 7) / 8;
    for (uint32_t i = 0; i < table.count; i++)
        for (uint32_t j = 0; j < table.count; j++)
            if (table.edge[i][j])
                put_half(at++, j);
    at += table.borders;
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
                                            0,
                                            table.count << 16,
                                            edges | table.borders << 16 };
    memcpy(table.words, header, sizeof header);
    sign();
}

/* Places near each other and far away, in ascending order, and edges between some of them. */
static void make_table(uint32_t count)
{
    uint32_t place = random_below(&rng, 1000);
    memset(table.edge, 0, sizeof table.edge);
    table.count = count;
    table.borders = random_below(&rng, 3);
    for (uint32_t i = 0; i < count; i++) {
        table.places[i] = place;
        place += 1 + random_below(&rng, 1u << random_below(&rng, 22));
    }
    for (uint32_t i = 0; i < count * 3; i++) {
        const uint32_t a = random_below(&rng, count), b = random_below(&rng, count);
        if (a != b && degree_of(a) < 31 && degree_of(b) < 31)
            table.edge[a][b] = table.edge[b][a] = true;
    }
    write_table();
}

static oct9_status_t open(oct9_route_road_t *road)
{
    return oct9_route_road_open(road, oct9_rom_of_ram(table.words), table.bytes, &image, RADIUS);
}

static void make_image(void)
{
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

static uint32_t begin_of(uint32_t vertex)
{
    uint32_t begin = 0;
    for (uint32_t i = 0; i < vertex; i++)
        begin += table.words[HEADER_WORDS + i] >> 27;
    return begin;
}

/* The vertices and edges of bytes whose header is good. */
static bool graph_good(void)
{
    const uint32_t count = table.words[11] >> 16, edges = table.words[12] & 0xFFFFu;
    const uint32_t rows = 2 * (HEADER_WORDS + count), first = rows + (count + 7) / 8;
    bool stands[MOST][MOST] = { { false } };
    for (uint32_t i = 0; i < count; i++)
        if ((i % 8 == 0 && half_of(rows + i / 8) != begin_of(i)) ||
            (i > 0 && (table.words[HEADER_WORDS + i] & 0x7FFFFFFu) <=
                          (table.words[HEADER_WORDS + i - 1] & 0x7FFFFFFu)))
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
    const uint32_t count = table.words[11] >> 16,
                   halves = (count + 7) / 8 + (table.words[12] & 0xFFFFu) + (table.words[12] >> 16);
    return table.words[0] == OCT9_ROAD_MAGIC && table.words[2] == 1 &&
           table.words[3] <= table.bytes && count > 0 &&
           table.words[3] == 4 * (HEADER_WORDS + count + (halves + 1) / 2) &&
           table.words[7] == 80000 && table.words[4] == (uint32_t)-1500 && table.words[5] == 20 &&
           table.words[6] == 3 && table.words[8] == map_header.crc &&
           (table.words[9] & 0xFFFFu) + 1u - RADIUS <= 2 && table.words[9] >> 16 <= 1 &&
           graph_good();
}

/* --- the search ------------------------------------------------------------------------------- */

static oct9_route_node_t nodes[MOST + 2];
static oct9_point_t ends[2];
static bool joined[2][MOST]; /* START and GOAL */

static uint32_t number_of(uint16_t node)
{
    return node == 0 ? START : node == 1 ? GOAL : node - 2u;
}

static oct9_point_t point_of(uint32_t number)
{
    if (number >= START)
        return ends[number - START];
    const uint32_t place = table.places[number];
    const oct9_point_t point = { (int16_t)((int)(place & 511u) * 64 - 16384 + 32),
                                 (int16_t)((int)(place >> 9 & 511u) * 64 - 16384 + 32),
                                 (int16_t)((int)(place >> 18 & 511u) * 64 - 16384 + 32) };
    return point;
}

static uint32_t square_of(uint32_t a, uint32_t b)
{
    const oct9_point_t from = point_of(a), to = point_of(b);
    const int x = abs(from.x - to.x) / 4, y = abs(from.y - to.y) / 4, z = abs(from.z - to.z) / 4;
    return (uint32_t)(x * x + y * y + z * z);
}

static uint32_t length_of(uint32_t a, uint32_t b)
{
    const uint32_t square = square_of(a, b);
    uint32_t root = 0;
    while ((root + 1) * (root + 1) <= square)
        root++;
    return root;
}

static bool may_go(uint32_t a, uint32_t b)
{
    if (a >= START)
        return b < START && joined[a - START][b];
    return b >= START ? joined[b - START][a] : table.edge[a][b];
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

/* Each end asks for the vertices near it, the nearest first, which it joins if it can go to none.
 */
static int answer_all(oct9_route_graph_t *search, uint32_t clear_of_8)
{
    uint32_t last = 0, nearest[2] = { 0, 0 }, joins[2] = { 0, 0 };
    int status, side = -1;
    memset(joined, 0, sizeof joined);
    while ((status = go(search)) == OCT9_ROAD_ASKS) {
        oct9_point_t from, to;
        const bool first = oct9_road_asks(search, &from, &to);
        const oct9_point_t *const end = first ? &from : &to, *const other = first ? &to : &from;
        uint32_t vertex = 0;
        while (vertex < table.count &&
               memcmp(&(oct9_point_t){ point_of(vertex).x, point_of(vertex).y, point_of(vertex).z },
                      other, sizeof *other) != 0)
            vertex++;
        CHECK(vertex < table.count && memcmp(end, &ends[first ? 0 : 1], sizeof *end) == 0);
        if (side != !first)
            nearest[!first] = vertex;
        last = side == !first ? last : 0;
        side = !first;
        CHECK(square_of(vertex, first ? START : GOAL) >= last);
        last = square_of(vertex, first ? START : GOAL);
        const bool clear = random_below(&rng, 8) < clear_of_8;
        joined[first ? 0 : 1][vertex] = clear;
        joins[!first] += clear;
        oct9_road_answer(search, clear);
    }
    for (unsigned i = 0; i < 2; i++)
        if (joins[i] == 0)
            joined[i][nearest[i]] = true;
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

static int16_t any_axis(void)
{
    return (int16_t)((int)random_below(&rng, OCT9_CUBE_Q6) + OCT9_LOW_Q6);
}

/* Rounding lets a route be longer by a unit for each node at most. */
static void search_road(const oct9_route_road_t *road, uint32_t *found, uint32_t *none)
{
    oct9_route_graph_t search;
    for (unsigned i = 0; i < 2; i++)
        ends[i] = (oct9_point_t){ any_axis(), any_axis(), any_axis() };
    oct9_road_begin(&search, road, nodes, &ends[0], &ends[1]);
    const int status = answer_all(&search, 1 + random_below(&rng, 8));
    const uint32_t least = shortest();
    if (status == OCT9_ROAD_FOUND) {
        const uint32_t length = found_length();
        CHECK(length >= least && length <= least + 2 * ALL);
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
        oct9_route_road_t road;
        make_table(i < 4 ? i + 1 : 1 + random_below(&rng, MOST));
        CHECK_EQ(open(&road), OCT9_OK);
        CHECK_EQ(road.vertex_count, table.count);
        CHECK_EQ(road.edge_count, table.edges);
        for (uint32_t v = 0; v < table.count; v++) {
            CHECK_EQ(oct9_road_vertex(&road, v), table.places[v] | degree_of(v) << 27);
            CHECK_EQ(oct9_road_edges(&road, v), begin_of(v));
        }
        for (unsigned route = 0; route < ROUTES; route++)
            search_road(&road, &found, &none);
    }
    CHECK(found > ROADS && none != 0);
}

/* A chain of edges from corner to corner of the cube. Only the start may go to its first vertex,
 * and the goal to its last. */
static int search_chain(uint32_t links)
{
    oct9_route_road_t road;
    oct9_route_graph_t search;
    int status;
    make_table(1);
    table.count = links + 1;
    table.borders = 0;
    for (uint32_t i = 0; i <= links; i++)
        table.places[i] = i <= links / 2 ? i : 0x7FFFFFFu - (links - i);
    for (uint32_t i = 0; i < links; i++) {
        const uint32_t a = i / 2, b = links / 2 + 1 + i / 2, c = i % 2 == 0 ? a : a + 1;
        table.edge[c][b] = table.edge[b][c] = true;
    }
    write_table();
    CHECK_EQ(open(&road), OCT9_OK);
    const uint32_t last = links % 2 == 0 ? links / 2 : links;
    ends[0] = point_of(0);
    ends[1] = point_of(last);
    oct9_road_begin(&search, &road, nodes, &ends[0], &ends[1]);
    while ((status = go(&search)) == OCT9_ROAD_ASKS) {
        oct9_point_t from, to;
        const bool first = oct9_road_asks(&search, &from, &to);
        const oct9_point_t at = point_of(first ? 0 : last), *other = first ? &to : &from;
        oct9_road_answer(&search, memcmp(&at, other, sizeof at) == 0);
    }
    return status;
}

/* Each link is 14,162 units long, and costs end at 65,535. */
static void costs_end(void)
{
    for (uint32_t links = 1; links < 12; links++)
        CHECK_EQ(search_chain(links), links <= 4 ? OCT9_ROAD_FOUND : OCT9_ROAD_NONE);
}

static void fits(void)
{
    const oct9_heights_t heights = { 0, 0 };
    oct9_route_body_t body = { .radius_q6 = RADIUS };
    oct9_route_road_t road;
    make_table(40);
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
}

/* --- what is refused -------------------------------------------------------------------------- */

static void refused(uint32_t word, uint32_t number, oct9_status_t status)
{
    oct9_route_road_t road = { .vertex_count = 7 };
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
    make_table(3);
    memset(table.edge, 0, sizeof table.edge);
    table.borders = 0;
    table.edge[0][1] = table.edge[1][0] = table.edge[0][2] = table.edge[2][0] = true;
    write_table();
}

static void rules(void)
{
    oct9_route_road_t road = { .vertex_count = 7 };
    make_small();
    const uint32_t size = table.bytes, vertices = HEADER_WORDS, halves = vertices + 3;
    CHECK_EQ(size, 4 * (HEADER_WORDS + 3 + 3));
    CHECK_EQ(
        oct9_route_road_open(&road, oct9_rom_of_ram((char *)table.words + 2), size, &image, RADIUS),
        OCT9_ERR_ARGUMENT);
    for (uint32_t less = 1; less <= size; less++)
        CHECK_EQ(
            oct9_route_road_open(&road, oct9_rom_of_ram(table.words), size - less, &image, RADIUS),
            OCT9_ERR_IMAGE_SHORT);
    CHECK_EQ(oct9_route_road_open(&road, oct9_rom_of_ram(table.words), size, &image, RADIUS + 2),
             OCT9_ERR_ARGUMENT);
    CHECK_EQ(road.vertex_count, 7);
    refused(0, OCT9_ROAD_MAGIC ^ 1u, OCT9_ERR_IMAGE_MAGIC);
    refused(1, table.words[1] ^ 0x10u, OCT9_ERR_IMAGE_CRC);
    refused(2, 2, OCT9_ERR_IMAGE_VERSION);
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
    refused(11, 0, OCT9_ERR_IMAGE_COUNT);
    refused(11, 2u << 16, OCT9_ERR_IMAGE_COUNT);
    refused(11, 65535u << 16, OCT9_ERR_IMAGE_COUNT);
    refused(12, 6, OCT9_ERR_IMAGE_COUNT);
    refused(12, 3 | 1u << 16, OCT9_ERR_IMAGE_COUNT);
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
        oct9_route_road_t road;
        if (i % 50 == 0)
            make_table(1 + random_below(&rng, 20));
        const uint32_t word = 2 + random_below(&rng, table.bytes / 4 - 2);
        const uint32_t before = table.words[word];
        table.words[word] ^= 1u << random_below(&rng, 32);
        sign();
        const bool good = open(&road) == OCT9_OK;
        CHECK_EQ(good, forged_good());
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
    RUN(costs_end);
    return test_end();
}
