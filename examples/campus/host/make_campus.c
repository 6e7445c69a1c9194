/* SPDX-License-Identifier: MIT */
/* Makes the campus, or a part of it: make_campus BUILDING.o9 OUT X0 Y0 X1 Y1, where tiles
 * X0 <= x < X1 and Y0 <= y < Y1 of it go to a world (oct9/world.h). OUT.c is a C array. The
 * building has cells of the campus, and stands in each tile, turned. */
#include "examples/campus/campus.h"
#include "oct9/region.h"
#include "oct9/visit.h"
#include "port/oct9_port.h"
#include "tools/fail.h"
#include "tools/format/bake.h"
#include "tools/format/map_file.h"
#include "tools/format/world_file.h"

#include <stdlib.h>
#include <string.h>

enum { CELLS = OCT9_CELLS, GROUND = 8, HEDGE_HEIGHT = 12, BUILDING_X = 256, BUILDING_Y = 184 };

static grid_t grid;
static map_file_t building;

/* --- a tile ----------------------------------------------------------------------------------- */

static void fill(bool odd, const int low[3], const int high[3], oct9_state_t state)
{
    for (int z = low[2]; z < high[2]; z++)
        for (int y = low[1]; y < high[1]; y++)
            for (int x = low[0]; x < high[0]; x++)
                grid_set(&grid, (unsigned)x, (unsigned)(odd ? CELLS - 1 - y : y), (unsigned)z,
                         state);
}

/* A block that stands on the floor. */
static void stand(bool odd, int x0, int y0, int x1, int y1, int height)
{
    const int low[3] = { x0, y0, CAMPUS_FLOOR }, high[3] = { x1, y1, CAMPUS_FLOOR + height };
    fill(odd, low, high, OCT9_OCCUPIED);
}

/* The cells of a leaf of the building, which is turned by quarter turns about its middle. */
static void put_leaf(bool odd, unsigned turns, const oct9_leaf_t *leaf)
{
    const uint16_t *const extent = building.extent;
    const int floor = -building.image.frame.origin_mm.z / CAMPUS_CELL_MM;
    const int size = oct9_leaf_size(leaf);
    for (int i = 0; i < size * size * size; i++) {
        int x = leaf->corner.x + i % size - (extent[0] + extent[3]) / 2;
        int y = leaf->corner.y + i / size % size - (extent[1] + extent[4]) / 2;
        const int z = leaf->corner.z + i / size / size - floor;
        for (unsigned turn = 0; turn < turns; turn++) {
            const int before = x;
            x = -y;
            y = before;
        }
        const int at[3] = { BUILDING_X + x, BUILDING_Y + y, CAMPUS_FLOOR + z };
        const int end[3] = { at[0] + 1, at[1] + 1, at[2] + 1 };
        if (z >= 0 && z < CAMPUS_HEIGHT)
            fill(odd, at, end, (oct9_state_t)leaf->state);
    }
}

static void put_building(bool odd, unsigned turns)
{
    const uint16_t *const e = building.extent;
    const oct9_box_t box = { { e[0], e[1], e[2] }, { e[3], e[4], e[5] } };
    const oct9_region_t region = oct9_region_of_box(&box);
    oct9_visit_t leaves;
    oct9_leaf_t leaf;
    oct9_visit_begin(&leaves, &building.map, &region, OCT9_STATES_ALL);
    while (oct9_visit_next(&leaves, UINT32_MAX, &leaf) > 0)
        put_leaf(odd, turns, &leaf);
}

static void make_tile(int x, int y)
{
    static const int low[3] = { 0, 0, CAMPUS_FLOOR - GROUND }, floor[3] = { 0, 0, CAMPUS_FLOOR };
    static const int ground[3] = { CELLS, CELLS, CAMPUS_FLOOR };
    static const int high[3] = { CELLS, CELLS, CAMPUS_FLOOR + CAMPUS_HEIGHT };
    const bool odd = y % 2 != 0;
    const int set_back = (x * 3 + y) % 3 * 8;
    memset(grid.bricks, 0, sizeof *grid.bricks * GRID_BRICKS * GRID_BRICKS * GRID_BRICKS);
    fill(false, low, ground, OCT9_OCCUPIED);
    fill(false, floor, high, OCT9_FREE);
    put_building(odd, (unsigned)(x + y / 2) % 4u);
    stand(odd, 0, CAMPUS_HEDGE, CELLS, CAMPUS_STREET, HEDGE_HEIGHT);
    stand(odd, CAMPUS_PASSAGE_HALF, CAMPUS_HOUSES + set_back, 256 - CAMPUS_PASSAGE_HALF, CELLS,
          CAMPUS_HEIGHT);
    stand(odd, 256 + CAMPUS_PASSAGE_HALF, CAMPUS_HOUSES + 16 - set_back,
          CELLS - CAMPUS_PASSAGE_HALF, CELLS, CAMPUS_HEIGHT);
    for (int lamp = 64; lamp < CELLS; lamp += 128)
        stand(odd, lamp, CAMPUS_STREET + 8, lamp + 2, CAMPUS_STREET + 10, CAMPUS_HEIGHT);
}

/* --- the world -------------------------------------------------------------------------------- */

typedef struct {
    int x0, y0, x1, y1; /* tiles */
    unsigned char *bytes;
    size_t size;
    world_file_t file; /* what is known of them so far */
} part_t;

/* Bakes a tile behind those that are there. */
static bool add_tile(part_t *part, int x, int y)
{
    enum { EDGE_MM = CELLS * CAMPUS_CELL_MM };
    const oct9_frame_t frame = OCT9_FRAME(x * EDGE_MM, y * EDGE_MM, CAMPUS_LOW_MM,
                                          CAMPUS_CELL_MM * 1000);
    const uint16_t extent[6] = { 0,     0,     CAMPUS_FLOOR - GROUND,
                                 CELLS, CELLS, CAMPUS_FLOOR + CAMPUS_HEIGHT };
    unsigned char *image;
    size_t size;
    make_tile(x, y);
    if (!bake_image(&grid, &frame, extent, &image, &size))
        return false;
    unsigned char *const bytes = realloc(part->bytes, part->size + size);
    if (bytes) {
        const oct9_world_tile_t tile = {
            .x = (int16_t)x,
            .y = (int16_t)y,
            .offset = (uint32_t)part->size / 4u,
            .bytes = (uint32_t)size,
            .crc = oct9_port_le32(((const oct9_image_header_t *)(const void *)image)->crc)
        };
        part->file.tiles[part->file.tile_count++] = tile;
        memcpy(bytes + part->size, image, size);
        part->bytes = bytes;
        part->size += size;
    }
    free(image);
    return bytes != NULL;
}

static bool put_head(part_t *part)
{
    unsigned char *const head = world_file_head(&part->file);
    if (head)
        memcpy(part->bytes, head, world_file_begin(part->file.tile_count));
    free(head);
    return head != NULL;
}

static bool make_part(part_t *part)
{
    const uint32_t count = (uint32_t)((part->x1 - part->x0) * (part->y1 - part->y0));
    part->file.cell_um = CAMPUS_CELL_MM * 1000;
    part->file.origin_mm[2] = CAMPUS_LOW_MM;
    part->file.tiles = calloc(count, sizeof *part->file.tiles);
    part->size = world_file_begin(count);
    part->bytes = malloc(part->size);
    bool good = part->bytes && part->file.tiles;
    for (int y = part->y0; good && y < part->y1; y++)
        for (int x = part->x0; good && x < part->x1; x++)
            good = add_tile(part, x, y);
    good = good && put_head(part);
    world_file_free(&part->file);
    return good || fail("campus", "not enough memory");
}

int main(int argc, char **argv)
{
    if (argc != 7 || !map_file_open(&building, argv[1]))
        return 2;
    part_t part = {
        .x0 = atoi(argv[3]), .y0 = atoi(argv[4]), .x1 = atoi(argv[5]), .y1 = atoi(argv[6])
    };
    grid = grid_new();
    const bool good = grid.bricks && make_part(&part) &&
                      map_file_write_as(argv[2], "world", part.bytes, part.size);
    free(part.bytes);
    grid_free(&grid);
    map_file_close(&building);
    return good ? 0 : 1;
}
