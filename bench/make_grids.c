/* SPDX-License-Identifier: MIT */
/* Writes a map as the peers of bench/grids.h hold it, and rays through it, as C.
 * Usage: make_grids IMAGE RANGE_M RANGE_M >OUT.c */
#include "bench/grids.h"
#include "oct9/visit.h"
#include "tools/format/map_file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    EDGE = 8,
    CELLS = OCT9_CELLS * OCT9_CELLS * OCT9_CELLS,
    BRICKS_MAX = 65535,
    GUARD_BYTES = 4
};

/* Whether each cell of the cube belongs to a plane, z above y above x. */
static uint8_t cells[GRID_PLANES][CELLS];
static brick_t brick[BRICKS_MAX];
static uint32_t brick_count;

static void set_leaf(const oct9_leaf_t *leaf)
{
    const uint32_t size = oct9_leaf_size(leaf);
    for (uint32_t z = 0; z < size; z++)
        for (uint32_t y = 0; y < size; y++) {
            const size_t row = (leaf->corner.z + z) << 18 | (leaf->corner.y + y) << 9;
            memset(&cells[GRID_OCCUPIED][row + leaf->corner.x], leaf->state == OCT9_OCCUPIED, size);
            memset(&cells[GRID_CLOSED][row + leaf->corner.x], leaf->state == OCT9_OCCUPIED, size);
        }
}

/* Sets all cells, and the extent of what is known, [low, high). */
static void set_cells(const oct9_map_t *map, int32_t low[3], int32_t high[3])
{
    oct9_visit_t leaves;
    oct9_leaf_t leaf;
    for (unsigned axis = 0; axis < 3; axis++) {
        low[axis] = OCT9_CELLS;
        high[axis] = 0;
    }
    memset(cells[GRID_CLOSED], 1, CELLS);
    (void)oct9_visit_begin(&leaves, map, NULL, OCT9_STATES_FREE | OCT9_STATES_OCCUPIED);
    while (oct9_visit_next(&leaves, UINT32_MAX, &leaf) > 0) {
        const int32_t corner[3] = { leaf.corner.x, leaf.corner.y, leaf.corner.z };
        const int32_t size = oct9_leaf_size(&leaf);
        for (unsigned axis = 0; axis < 3; axis++) {
            low[axis] = low[axis] < corner[axis] ? low[axis] : corner[axis];
            high[axis] = high[axis] > corner[axis] + size ? high[axis] : corner[axis] + size;
        }
        set_leaf(&leaf);
    }
}

/* A cell of a plane, or of the guard outside [low, high). */
static bool is_set(unsigned plane, const int32_t low[3], const int32_t high[3], int32_t x,
                   int32_t y, int32_t z)
{
    if (x < low[0] || y < low[1] || z < low[2] || x >= high[0] || y >= high[1] || z >= high[2])
        return true;
    return cells[plane][z << 18 | y << 9 | x];
}

static void print_extent(const grid_extent_t *extent)
{
    printf("{ { %d, %d, %d }, { %u, %u, %u } }", extent->low[0], extent->low[1], extent->low[2],
           extent->size[0], extent->size[1], extent->size[2]);
}

/* Of places of `edge` cells, with the guard. */
static grid_extent_t extent_of(const int32_t low[3], const int32_t high[3], int32_t edge)
{
    grid_extent_t extent;
    for (unsigned axis = 0; axis < 3; axis++) {
        extent.low[axis] = (int16_t)(low[axis] / edge - 1);
        extent.size[axis] = (uint16_t)((high[axis] + edge - 1) / edge + 1 - extent.low[axis]);
    }
    return extent;
}

static uint32_t print_bits(unsigned plane, const int32_t low[3], const int32_t high[3],
                           const grid_extent_t *extent)
{
    uint32_t count = 0, byte = 0;
    printf("static const uint8_t bits_%u[] = {", plane);
    for (int32_t z = low[2] - 1; z <= high[2]; z++)
        for (int32_t y = low[1] - 1; y <= high[1]; y++)
            for (int32_t x = low[0] - 1; x < low[0] - 1 + extent->size[0]; x++) {
                byte |= (uint32_t)is_set(plane, low, high, x, y, z) << (count & 7);
                if ((++count & 7) == 0) {
                    printf("%u,", byte);
                    byte = 0;
                }
            }
    printf("%u, 0, 0, 0, 0 };\n", byte);
    return (count + 7) / 8 + GUARD_BYTES;
}

static void print_dense(const int32_t low[3], const int32_t high[3])
{
    const grid_extent_t extent = extent_of(low, high, 1);
    uint32_t bytes[GRID_PLANES];
    for (unsigned plane = 0; plane < GRID_PLANES; plane++)
        bytes[plane] = print_bits(plane, low, high, &extent);
    printf("const dense_t grid_dense = { ");
    print_extent(&extent);
    printf(", { bits_0, bits_1 } };\nconst uint32_t grid_dense_bytes[] = { %u, %u };\n", bytes[0],
           bytes[1]);
}

/* Its number plus 1, or 0 if nothing is set in it. */
static uint32_t brick_at(unsigned plane, const int32_t at[3])
{
    uint8_t *now = brick[brick_count];
    bool none = true;
    memset(now, 0, sizeof brick[0]);
    for (int32_t i = 0; i < EDGE * EDGE * EDGE; i++) {
        const int32_t z = at[2] * EDGE + i / EDGE / EDGE, y = at[1] * EDGE + i / EDGE % EDGE;
        const bool set = cells[plane][z << 18 | y << 9 | (at[0] * EDGE + i % EDGE)];
        now[i / EDGE] = (uint8_t)(now[i / EDGE] | (unsigned)set << i % EDGE);
        none = none && !set;
    }
    if (none)
        return 0;
    if (memcmp(now, brick[0], sizeof brick[0]) == 0)
        return 1;
    if (++brick_count == BRICKS_MAX)
        exit(1);
    return brick_count;
}

/* The bytes of the plane's table and bricks. */
static uint32_t print_table(unsigned plane, const grid_extent_t *extent)
{
    const uint32_t before = brick_count;
    uint32_t count = 0;
    int32_t at[3];
    printf("static const uint16_t table_%u[] = {", plane);
    for (int32_t z = 0; z < extent->size[2]; z++)
        for (int32_t y = 0; y < extent->size[1]; y++)
            for (int32_t x = 0; x < extent->size[0]; x++, count++) {
                const bool guard = x == 0 || y == 0 || z == 0 || x == extent->size[0] - 1 ||
                                   y == extent->size[1] - 1 || z == extent->size[2] - 1;
                at[0] = x + extent->low[0];
                at[1] = y + extent->low[1];
                at[2] = z + extent->low[2];
                printf("%u,", guard ? 1 : brick_at(plane, at));
            }
    printf("};\n");
    return 2 * count + (uint32_t)sizeof brick[0] * (brick_count - before);
}

static void print_bricks(const int32_t low[3], const int32_t high[3])
{
    const grid_extent_t extent = extent_of(low, high, EDGE);
    uint32_t bytes[GRID_PLANES];
    memset(brick[0], 0xFF, sizeof brick[0]);
    brick_count = 1;
    for (unsigned plane = 0; plane < GRID_PLANES; plane++)
        bytes[plane] = print_table(plane, &extent);
    printf("static const brick_t brick[] = {");
    for (uint32_t i = 0; i < brick_count; i++) {
        printf("{");
        for (unsigned byte = 0; byte < sizeof brick[0]; byte++)
            printf("%u,", brick[i][byte]);
        printf("},");
    }
    printf("};\nconst bricks_t grid_bricks = { ");
    print_extent(&extent);
    printf(", { table_0, table_1 }, brick };\nconst uint32_t grid_bricks_bytes[] = { %u, %u };\n",
           bytes[0] + (uint32_t)sizeof brick[0], bytes[1]);
}

static void print_rays(const oct9_map_t *map, double range_cells)
{
    static bench_ray_t rays[GRID_RAYS];
    if (bench_rays(map, range_cells, GRID_RAYS, rays) == 0)
        exit(1);
    printf("{");
    for (unsigned i = 0; i < GRID_RAYS; i++)
        printf("{ { %d, %d, %d }, { %d, %d, %d } },\n", rays[i].from.x, rays[i].from.y,
               rays[i].from.z, rays[i].to.x, rays[i].to.y, rays[i].to.z);
    printf("},");
}

int main(int argc, char **argv)
{
    int32_t low[3], high[3];
    map_file_t file;
    if (argc != 2 + GRID_RANGES)
        return 2;
    if (!map_file_open(&file, argv[1]))
        return 1;
    set_cells(&file.map, low, high);
    printf("#include \"bench/grids.h\"\n");
    print_dense(low, high);
    print_bricks(low, high);
    printf("const uint8_t grid_range_m[] = { %s, %s };\n"
           "const bench_ray_t grid_ray[GRID_RANGES][GRID_RAYS] = {",
           argv[2], argv[3]);
    for (int i = 2; i < argc; i++)
        print_rays(&file.map, strtod(argv[i], NULL) * 1e6 / file.image.frame.cell_um);
    printf("};\n");
    map_file_close(&file);
    return 0;
}
