/* SPDX-License-Identifier: MIT */
/* A search through a road map against Dijkstra's on the same graph, of one tile or of many, with
 * joins that are blocked and edges that are shut at random, with all budgets. SEED=7 changes the
 * road maps. */
#include "tests/route/road_random.h"

enum {
    ROADS = 400,
    ROUTES = 8, /* through each */
    START = MOST,
    GOAL,
    ALL
};

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

int main(void)
{
    const char *given = getenv("SEED");
    rng.state = given ? (uint32_t)strtoul(given, NULL, 10) : 1;
    printf("seed %lu\n", (unsigned long)rng.state);
    make_image();
    RUN(searches);
    RUN(long_paths);
    return test_end();
}
