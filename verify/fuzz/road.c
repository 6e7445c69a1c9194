/* SPDX-License-Identifier: MIT */
/* Target: a road map of hostile bytes is refused, or a search through it ends, with any answers of
 * its caller, and what it finds leads along edges from one end to the other, of which none is
 * shut. */
#include "src/route/road.h"
#include "verify/fuzz/fuzz.h"

#include <stdlib.h>
#include <string.h>

#define AT(field) offsetof(oct9_road_header_t, field)
#define HEADER sizeof(oct9_road_header_t)

static oct9_world_header_t header;
static oct9_world_input_t input;
static oct9_world_t world;

static uint16_t half_at(const uint8_t *bytes, size_t at)
{
    uint16_t half;
    memcpy(&half, bytes + at, 2);
    return half;
}

static void set_half(uint8_t *bytes, size_t at, uint32_t value)
{
    const uint16_t half = (uint16_t)value;
    memcpy(bytes + at, &half, 2);
}

static void repair_header(uint8_t *bytes)
{
    set_word(bytes, AT(magic), OCT9_ROAD_MAGIC);
    set_word(bytes, AT(version), OCT9_ROAD_VERSION);
    set_word(bytes, AT(cell_um), word_at(bytes, AT(cell_um)) % 1000000u + 1u);
    set_half(bytes, AT(radius_q6), half_at(bytes, AT(radius_q6)) % 32768u);
    set_half(bytes, AT(unknown), half_at(bytes, AT(unknown)) % 2u);
    set_half(bytes, AT(reserved), 0);
}

static uint32_t rows_of(uint32_t vertices)
{
    return (vertices + OCT9_ROAD_ROW - 1u) / OCT9_ROAD_ROW;
}

/* Where the vertices begin. */
static size_t vertices_at(const uint8_t *bytes)
{
    return HEADER + sizeof(oct9_road_tile_t) * half_at(bytes, AT(tile_count));
}

/* One tile, or a few: each with as many vertices, in ascending order. */
static void repair_tiles(uint8_t *bytes, size_t size)
{
    const uint32_t vertices = half_at(bytes, AT(vertex_count));
    const uint32_t tiles = half_at(bytes, AT(tile_count));
    for (uint32_t i = 0; i < tiles && HEADER + 8u * i + 8u <= size; i++) {
        set_half(bytes, HEADER + 8u * i + 4u, i / 4u);
        set_half(bytes, HEADER + 8u * i + 2u, i % 4u);
        set_half(bytes, HEADER + 8u * i + 6u, i * vertices / tiles);
    }
}

/* Counts that take up all bytes; vertices are a sixth of it. */
static void repair_counts(uint8_t *bytes, size_t size)
{
    const uint32_t all = (uint32_t)(size - HEADER) / 4u;
    const uint32_t tiles = 1u + half_at(bytes, AT(tile_count)) % 9u;
    const uint32_t words = all > 2u * tiles ? all - 2u * tiles : 0;
    const uint32_t most = words / 2u < 60000u ? words / 2u : 60000u;
    set_half(bytes, AT(tile_count), tiles);
    uint32_t vertices = half_at(bytes, AT(vertex_count));
    if (vertices > most || vertices == 0)
        vertices = vertices % (most + 1u) + (most == 0);
    const uint32_t halves = vertices <= words ? 2u * (words - vertices) : 0;
    const uint32_t rows = rows_of(vertices);
    const uint32_t edges = halves > rows ? halves - rows : 0;
    set_half(bytes, AT(vertex_count), vertices);
    set_half(bytes, AT(edge_count), edges < UINT16_MAX ? edges : UINT16_MAX - 1u);
    set_word(bytes, AT(bytes), (uint32_t)HEADER + 4u * (2u * tiles + words));
}

/* Places in ascending order. */
static void repair_places(uint8_t *bytes, uint32_t vertices)
{
    const size_t from = vertices_at(bytes);
    uint32_t least = 0;
    for (uint32_t i = 0; i < vertices; i++) {
        const uint32_t word = word_at(bytes, from + 4u * i);
        uint32_t place = word & 0x7FFFFFFu;
        if (place < least || place > 0x7F00000u)
            place = least + (place & 0xFFFu);
        set_word(bytes, from + 4u * i, (word & 0xF8000000u) | place);
        least = place + 1u;
    }
}

/* Whether vertex i has an edge to vertex j: for some of those close to each other in number. */
static bool has_edge(const uint8_t *bytes, uint32_t vertices, int64_t i, int64_t j)
{
    const int64_t first = i < j ? i : j, apart = i < j ? j - i : i - j;
    return first >= 0 && first + apart < vertices && apart >= 1 && apart <= 4 &&
           (word_at(bytes, vertices_at(bytes) + 4u * (size_t)first) >> (2 * apart) & 1u) != 0;
}

/* Edges, rows and degrees of that graph; what does not fit in is left out, and refused. */
static void repair_edges(uint8_t *bytes, size_t size, uint32_t vertices)
{
    const size_t from = vertices_at(bytes), rows = from + 4u * vertices,
                 first = rows + 2u * rows_of(vertices);
    uint32_t count = 0;
    for (uint32_t i = 0; i < vertices; i++) {
        uint32_t degree = 0;
        if (i % OCT9_ROAD_ROW == 0)
            set_half(bytes, rows + 2u * (i / OCT9_ROAD_ROW), count);
        for (int64_t j = (int64_t)i - 4; j <= (int64_t)i + 4; j++)
            if (has_edge(bytes, vertices, i, j) && first + 2u * count + 2u <= size) {
                set_half(bytes, first + 2u * count++, (uint32_t)j);
                degree++;
            }
        const uint32_t word = word_at(bytes, from + 4u * i);
        set_word(bytes, from + 4u * i, (word & 0x7FFFFFFu) | degree << 27);
    }
    const uint32_t halves = rows_of(vertices) + count;
    set_half(bytes, AT(edge_count), count);
    set_word(bytes, AT(bytes), (uint32_t)from + 4u * (vertices + (halves + 1u) / 2u));
}

static void repair(uint8_t *bytes, size_t size, unsigned bits)
{
    if (bits & 1u)
        repair_header(bytes);
    if (bits & 2u)
        repair_counts(bytes, size);
    const uint32_t vertices = half_at(bytes, AT(vertex_count));
    if (vertices_at(bytes) + 4u * vertices + 2u * rows_of(vertices) > size)
        return;
    if (bits & 16u)
        repair_tiles(bytes, size);
    if (bits & 4u)
        repair_places(bytes, vertices);
    if (bits & 8u)
        repair_edges(bytes, size, vertices);
}

/* The world that the header names. */
static void name_world(const uint8_t *bytes)
{
    header.crc = word_at(bytes, AT(map_crc));
    input.bytes = &header;
    world.input = &input;
    world.base.origin_mm.x = (int32_t)word_at(bytes, AT(origin_mm));
    world.base.origin_mm.y = (int32_t)word_at(bytes, AT(origin_mm) + 4u);
    world.base.origin_mm.z = (int32_t)word_at(bytes, AT(origin_mm) + 8u);
    world.base.cell_um = word_at(bytes, AT(cell_um));
}

/* --- the search ------------------------------------------------------------------------------- */

static bool leads(const oct9_road_t *road, uint16_t from, uint16_t to)
{
    const uint32_t begin = oct9_road_edges(road, from - 2u);
    const uint32_t end = begin + (oct9_road_vertex(road, from - 2u) >> 27);
    for (uint32_t i = begin; i < end; i++)
        if (road->edges[i] + 2u == to)
            return true;
    return false;
}

static bool is_shut(const oct9_road_edge_t *edge, uint16_t from, uint16_t to)
{
    return (edge->a + 2 == from && edge->b + 2 == to) || (edge->a + 2 == to && edge->b + 2 == from);
}

static void check_found(const oct9_road_t *road, const oct9_route_node_t *nodes,
                        const oct9_road_edge_t *shut)
{
    uint32_t left = road->vertex_count + 2u;
    uint16_t node = 0;
    while (node != 1) {
        const uint16_t next = nodes[node].parent;
        FUZZ_CHECK(left-- != 0 && next < road->vertex_count + 2u && next != 0);
        FUZZ_CHECK(node == 0 || next == 1 ||
                   (leads(road, node, next) && !is_shut(shut, node, next)));
        node = next;
    }
    FUZZ_CHECK(nodes[1].parent == OCT9_ROAD_END);
}

/* In slices, to the end or to a question; *steps must suffice. */
static int go(oct9_route_graph_t *search, uint32_t *steps, uint32_t slice)
{
    for (;;) {
        uint32_t budget = slice < *steps ? slice : *steps;
        const uint32_t before = budget;
        const int status = oct9_road_go(search, &budget);
        FUZZ_CHECK(budget <= before);
        *steps -= before - budget;
        if (status != OCT9_AGAIN)
            return status;
        FUZZ_CHECK(budget == 0 && *steps != 0);
    }
}

static void search_road(const oct9_road_t *road, questions_t *questions)
{
    const uint32_t vertices = road->vertex_count;
    uint32_t steps = vertices / 4u + 2u * vertices + road->edge_count + 100u;
    oct9_route_node_t *nodes = malloc((vertices + 2u) * sizeof *nodes);
    oct9_route_graph_t search;
    if (!nodes)
        abort();
    const oct9_road_edge_t shut = { question_u8(questions) % 16u, question_u8(questions) % 16u };
    for (unsigned a = 0; a < 6; a++)
        search.end[a / 3][a % 3] = (int32_t)(question_u16(questions) * 64u) -
                                   (int32_t)(question_u8(questions) << 12);
    const uint32_t slice = 1u + question_u8(questions);
    uint32_t answers = question_u16(questions) | 1u;
    search.shut = &shut;
    search.shut_count = 1;
    oct9_road_begin(&search, road, nodes);
    int status;
    while ((status = go(&search, &steps, slice)) == OCT9_ROAD_ASKS) {
        int32_t a[3], b[3];
        (void)oct9_road_asks(&search, a, b);
        answers = answers * 1664525u + 1013904223u;
        oct9_road_answer(&search, answers >> 30 != 0);
    }
    if (status == OCT9_ROAD_FOUND)
        check_found(road, nodes, &shut);
    free(nodes);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    questions_t questions;
    oct9_road_t road;
    uint8_t *bytes = hostile_image(&questions, data, &size, HEADER, AT(bytes), repair);
    uint16_t radius_q6 = 0;
    if (size >= HEADER) {
        name_world(bytes);
        radius_q6 = half_at(bytes, AT(radius_q6));
    }
    if (oct9_road_open_world(&road, bytes, size, &world, radius_q6) == OCT9_OK)
        search_road(&road, &questions);
    free(bytes);
    return 0;
}
