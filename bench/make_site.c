/* SPDX-License-Identifier: MIT */
/* Makes up a place for routes, always the same: a building of offices along corridors, with stairs,
 * a shaft and a hall, in cells of 80 mm; or hills with trees and bushes, in cells of 160 mm.
 * Usage: make_site offices|trees OUT.o9 */
#include "tests/random.h"
#include "tools/format/bake.h"
#include "tools/format/map_file.h"

#include <stdlib.h>
#include <string.h>

typedef struct {
    int low[3], high[3]; /* cells, [low, high) */
} part_t;

static random_t random = { 20261129 };
static grid_t grid;

static int between(int low, int high)
{
    return low + (int)random_below(&random, (uint32_t)(high - low + 1));
}

static void fill(part_t part, oct9_state_t state)
{
    for (int z = part.low[2]; z < part.high[2]; z++)
        for (int y = part.low[1]; y < part.high[1]; y++)
            for (int x = part.low[0]; x < part.high[0]; x++)
                grid_set(&grid, (unsigned)x, (unsigned)y, (unsigned)z, state);
}

/* --- offices: all is solid, then rooms and doors are made ----------------------------------------
 *
 * The corridor of a storey goes along x. Above it, in y, are the stairs, the shaft and offices,
 * below it offices; the hall is at its end. */

enum {
    STOREYS = 3,
    STOREY = 36,
    SLAB = 3,
    LENGTH = 250,
    WIDTH = 150,
    WALL = 2,
    CORRIDOR_LOW = 63,
    CORRIDOR_HIGH = 87,
    STAIRS_END = 58,
    SHAFT_END = 82,
    HALL = 190,
    DOOR = 12,
    DOOR_HEIGHT = 26
};

/* A desk, a table with room below it, or a cupboard. */
static void furnish(part_t room)
{
    part_t piece = room;
    const int kind = between(0, 2);
    for (unsigned a = 0; a < 2; a++) {
        const int size = between(6, 20);
        piece.low[a] = between(room.low[a], room.high[a] - size);
        piece.high[a] = piece.low[a] + size;
    }
    piece.high[2] = room.low[2] + (kind == 2 ? 24 : 10);
    if (kind == 1)
        piece.low[2] = piece.high[2] - 1;
    fill(piece, OCT9_OCCUPIED);
}

/* Offices from `x` to `end` on one side of the corridor; one of eight has its door shut. */
static void make_offices(int x, int end, int floor, bool above)
{
    while (end - x >= 30) {
        const int width = end - x < 90 ? end - x : between(30, 60);
        const part_t room = { { x, above ? CORRIDOR_HIGH + WALL : WALL, floor },
                              { x + width - WALL, above ? WIDTH - WALL : CORRIDOR_LOW - WALL,
                                floor + STOREY - SLAB } };
        const int door = between(x, x + width - WALL - DOOR);
        const int wall = above ? CORRIDOR_HIGH : CORRIDOR_LOW - WALL;
        const part_t gap = { { door, wall, floor },
                             { door + DOOR, wall + WALL, floor + DOOR_HEIGHT } };
        fill(room, OCT9_FREE);
        if (between(0, 7) != 0)
            fill(gap, OCT9_FREE);
        for (int i = 0; i < 4; i++)
            furnish(room);
        x += width;
    }
}

/* The stairs to the next storey: every other flight is in the same half. Above it is no slab. */
static void make_stairs(int storey, int floor)
{
    const int low = storey % 2 == 0 ? CORRIDOR_HIGH + WALL : 119, high = low + 29;
    const part_t well = { { WALL, CORRIDOR_HIGH + WALL, floor },
                          { STAIRS_END, WIDTH - WALL, floor + STOREY - SLAB } };
    const part_t door = { { 20, CORRIDOR_HIGH, floor },
                          { 40, CORRIDOR_HIGH + WALL, floor + DOOR_HEIGHT } };
    const part_t hole = { { WALL, low, floor + STOREY - SLAB },
                          { STAIRS_END, high, floor + STOREY } };
    fill(well, OCT9_FREE);
    fill(door, OCT9_FREE);
    if (storey == STOREYS - 1)
        return;
    fill(hole, OCT9_FREE);
    for (int x = 6; x < STAIRS_END - 6; x++) {
        const part_t step = { { x, low, floor }, { x + 1, high, floor + (x - 6) * STOREY / 46 } };
        fill(step, OCT9_OCCUPIED);
    }
}

static void make_columns(int floor, int ceiling)
{
    for (int i = 0; i < 6; i++) {
        const int x = HALL + 12 + i % 2 * 30, y = 25 + i / 2 * 48;
        const part_t column = { { x, y, floor }, { x + 5, y + 5, ceiling } };
        fill(column, OCT9_OCCUPIED);
    }
}

/* The hall is as high as the lower two storeys; above it is another. */
static void make_hall(int storey, int floor)
{
    const int ceiling = floor + STOREY - SLAB + (storey == 0 ? STOREY : 0);
    const part_t hall = { { HALL, WALL, floor }, { LENGTH - WALL, WIDTH - WALL, ceiling } };
    if (storey == 1)
        return;
    fill(hall, OCT9_FREE);
    make_columns(floor, ceiling);
}

static void make_building(void)
{
    const part_t solid = { { 0, 0, 0 }, { LENGTH, WIDTH, STOREYS * STOREY + SLAB } };
    const part_t shaft = { { STAIRS_END + WALL, CORRIDOR_HIGH + WALL, SLAB },
                           { SHAFT_END, CORRIDOR_HIGH + WALL + 24, STOREYS * STOREY } };
    fill(solid, OCT9_OCCUPIED);
    for (int storey = 0; storey < STOREYS; storey++)
        make_hall(storey, storey * STOREY + SLAB);
    for (int storey = 0; storey < STOREYS; storey++) {
        const int floor = storey * STOREY + SLAB;
        const part_t corridor = { { WALL, CORRIDOR_LOW, floor },
                                  { HALL, CORRIDOR_HIGH, floor + STOREY - SLAB } };
        const part_t door = { { 65, CORRIDOR_HIGH, floor },
                              { 65 + DOOR, CORRIDOR_HIGH + WALL, floor + DOOR_HEIGHT } };
        fill(corridor, OCT9_FREE);
        fill(door, OCT9_FREE);
        make_stairs(storey, floor);
        make_offices(WALL, HALL, floor, false);
        make_offices(SHAFT_END + WALL, HALL, floor, true);
    }
    fill(shaft, OCT9_FREE);
}

/* --- trees ------------------------------------------------------------------------------------ */

enum { FIELD = 256, TOP = 64, HILL = 32, HILLS = FIELD / HILL + 1, TREES = 70, BUSHES = 50 };

static int hill[HILLS][HILLS];

/* The height of the ground, between the four nearest. */
static int ground(int x, int y)
{
    const int i = y / HILL, j = x / HILL, v = y % HILL, u = x % HILL;
    return ((hill[i][j] * (HILL - u) + hill[i][j + 1] * u) * (HILL - v) +
            (hill[i + 1][j] * (HILL - u) + hill[i + 1][j + 1] * u) * v) /
           (HILL * HILL);
}

static void make_ball(int x, int y, int z, int radius)
{
    for (int i = -radius; i <= radius; i++)
        for (int j = -radius; j <= radius; j++)
            for (int k = -radius; k <= radius; k++)
                if (i * i + j * j + k * k <= radius * radius && x + i >= 0 && x + i < FIELD &&
                    y + j >= 0 && y + j < FIELD && z + k >= 0 && z + k < TOP)
                    grid_set(&grid, (unsigned)(x + i), (unsigned)(y + j), (unsigned)(z + k),
                             OCT9_OCCUPIED);
}

static void make_tree(void)
{
    const int x = between(4, FIELD - 8), y = between(4, FIELD - 8), thick = between(1, 4);
    const int foot = ground(x, y), height = between(16, 34), reach = between(5, 12);
    const part_t trunk = { { x, y, foot }, { x + thick, y + thick, foot + height } };
    fill(trunk, OCT9_OCCUPIED);
    for (int i = 0; i < 8; i++) {
        const int east = x + between(-reach, reach), north = y + between(-reach, reach);
        const int radius = between(2, 6), top = foot + height - between(0, 10);
        make_ball(east, north, top, radius);
    }
}

static void make_field(void)
{
    for (int i = 0; i < HILLS; i++)
        for (int j = 0; j < HILLS; j++)
            hill[i][j] = between(3, 22);
    for (int y = 0; y < FIELD; y++)
        for (int x = 0; x < FIELD; x++) {
            const part_t earth = { { x, y, 0 }, { x + 1, y + 1, ground(x, y) } };
            const part_t air = { { x, y, ground(x, y) }, { x + 1, y + 1, TOP } };
            fill(earth, OCT9_OCCUPIED);
            fill(air, OCT9_FREE);
        }
    for (int i = 0; i < TREES; i++)
        make_tree();
    for (int i = 0; i < BUSHES; i++) {
        const int x = between(0, FIELD - 1), y = between(0, FIELD - 1);
        make_ball(x, y, ground(x, y), between(2, 6));
    }
}

int main(int argc, char **argv)
{
    unsigned char *bytes = NULL;
    size_t size;
    if (argc != 3)
        return 2;
    const bool trees = strcmp(argv[1], "trees") == 0;
    const oct9_frame_t frame = OCT9_FRAME(0, 0, 0, trees ? 160000 : 80000);
    const uint16_t offices[6] = { 0, 0, 0, LENGTH, WIDTH, STOREYS * STOREY + SLAB };
    const uint16_t field[6] = { 0, 0, 0, FIELD, FIELD, TOP };
    grid = grid_new();
    if (!grid.bricks)
        return 1;
    if (trees)
        make_field();
    else
        make_building();
    const bool good = bake_image(&grid, &frame, trees ? field : offices, &bytes, &size) &&
                      map_file_write(argv[2], bytes, size);
    free(bytes);
    grid_free(&grid);
    return good ? 0 : 1;
}
