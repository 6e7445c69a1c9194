/* SPDX-License-Identifier: MIT */
/* Random road maps, of one map or of the tiles of a world, written number by number. */
#ifndef TESTS_ROUTE_ROAD_RANDOM_H
#define TESTS_ROUTE_ROAD_RANDOM_H

#include "src/route/road.h"

#include "tests/random.h"
#include "tests/test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    MOST = 60, /* vertices */
    RADIUS = 120,
    HEADER_WORDS = sizeof(oct9_road_header_t) / 4,
    TILES = 9,
    MOST_WORDS = HEADER_WORDS + 2 * TILES + MOST + (MOST / 8 + 1 + 31 * MOST + 4) / 2 + 1
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

#endif
