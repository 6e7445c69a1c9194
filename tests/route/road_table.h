/* SPDX-License-Identifier: MIT */
/* A road map that is written byte by byte: vertices on a square, each with edges to those beside
 * it. */
#ifndef TESTS_ROUTE_ROAD_TABLE_H
#define TESTS_ROUTE_ROAD_TABLE_H

#include "oct9/road.h"

enum {
    EDGE = 5, /* vertices on a square of so many by so many, each with edges to those beside it */
    VERTICES = EDGE * EDGE,
    EDGES = 4 * EDGE * (EDGE - 1),
    ROWS = (VERTICES + 7) / 8,
    HEADER = sizeof(oct9_road_header_t),
    PLACES = HEADER + sizeof(oct9_road_tile_t),
    ROW = PLACES + 4 * VERTICES,
    FIRST = ROW + 2 * ROWS,
    BYTES = (FIRST + 2 * EDGES + 3) / 4 * 4,
    RADIUS = 100,
    IMAGE_CRC = 0x5A17
};

static struct {
    _Alignas(4) uint8_t bytes[BYTES];
} table;
static struct {
    _Alignas(4) uint8_t bytes[32];
} map_bytes;
static oct9_image_t image;
static oct9_road_t road;

static void put(uint8_t *bytes, unsigned size, uint32_t number)
{
    for (unsigned i = 0; i < size; i++)
        bytes[i] = (uint8_t)(number >> 8 * i);
}

static void sign(void)
{
    put(table.bytes + 4, 4, oct9_rom_crc32(0, oct9_rom_of_ram(table.bytes + 8), BYTES - 8));
}

static oct9_status_t open(void)
{
    return oct9_road_open(&road, oct9_rom_of_ram(table.bytes), BYTES, &image, RADIUS);
}

static void write_header(void)
{
    static const uint32_t words[] = { OCT9_ROAD_MAGIC,
                                      0,
                                      OCT9_ROAD_VERSION,
                                      BYTES,
                                      5,
                                      6,
                                      7,
                                      1000,
                                      IMAGE_CRC,
                                      RADIUS,
                                      1 | (uint32_t)VERTICES << 16,
                                      EDGES,
                                      0,
                                      0 };
    for (unsigned i = 0; i < PLACES / 4; i++)
        put(table.bytes + 4 * i, 4, words[i]);
    put(map_bytes.bytes + 4, 4, IMAGE_CRC);
    for (unsigned i = 4; i < 8; i++)
        put(map_bytes.bytes + 4 * i, 4, words[i]);
    image.bytes = oct9_rom_of_ram(map_bytes.bytes);
}

/* The vertices beside one, in ascending order. */
static unsigned beside(unsigned vertex, unsigned others[4])
{
    unsigned count = 0;
    if (vertex >= EDGE)
        others[count++] = vertex - EDGE;
    if (vertex % EDGE != 0)
        others[count++] = vertex - 1;
    if (vertex % EDGE != EDGE - 1)
        others[count++] = vertex + 1;
    if (vertex + EDGE < VERTICES)
        others[count++] = vertex + EDGE;
    return count;
}

static void write_table(void)
{
    unsigned at = 0, others[4];
    write_header();
    for (unsigned i = 0; i < VERTICES; i++) {
        const unsigned degree = beside(i, others);
        const uint32_t place = 200 + 10u * (i % EDGE) + ((uint32_t)(100 + 7u * (i / EDGE)) << 9) +
                               ((uint32_t)50 << 18);
        put(table.bytes + PLACES + 4 * i, 4, place | (uint32_t)degree << 27);
        if (i % 8 == 0)
            put(table.bytes + ROW + 2 * (i / 8), 2, at);
        for (unsigned j = 0; j < degree; j++)
            put(table.bytes + FIRST + 2 * at++, 2, others[j]);
    }
    sign();
}

#endif
