/* SPDX-License-Identifier: MIT */
/* Exports: by hand, and the same bytes on every machine. test_export_oracle reads them. */
#include "oct9/export.h"
#include "oct9/mm.h"
#include "tests/golden/query.h"
#include "tests/golden/suites.h"
#include "tests/test.h"

enum { SIDE = 24, CELL_UM = 1000 };

static oct9_export_bt_t bt;
static oct9_export_grid_t grid;
static uint8_t bytes[80];
static size_t written;
static int32_t shift_um[3];
static int8_t data[SIDE * SIDE];

static oct9_frame_t frame_at(int32_t x, int32_t y, int32_t z, uint32_t cell_um)
{
    const oct9_mm_t origin = { x, y, z };
    oct9_frame_t frame;
    CHECK_EQ(oct9_mm_frame(&frame, &origin, cell_um), OCT9_OK);
    return frame;
}

/* Begins with the cube's corner at a cell of 1 mm on each axis. */
static oct9_status_t begin_at(const oct9_map_t *map, int32_t cell)
{
    const oct9_frame_t frame = frame_at(cell, cell, cell, CELL_UM);
    return oct9_export_bt_begin(&bt, map, &frame, shift_um);
}

static oct9_status_t run(uint32_t budget, size_t size)
{
    return oct9_export_bt_run(&bt, budget, bytes, size, &written);
}

/* The digest of what is left of the stream. */
static uint32_t stream(uint32_t budget, size_t size)
{
    uint32_t digest = DIGEST_BEGIN;
    oct9_status_t status;
    do {
        status = run(budget, size);
        for (size_t i = 0; i < written; i++)
            digest = digest_add(digest, bytes[i]);
    } while (status == OCT9_AGAIN);
    CHECK_EQ(status, OCT9_OK);
    return digest;
}

/* Empties the tree and fills the cells from `lo` up to `hi` on each axis. */
static void make_box(uint16_t lo, uint16_t hi, uint16_t payload)
{
    const oct9_box_t box = { { lo, lo, lo }, { hi, hi, hi } };
    CHECK_EQ(oct9_tree_init(&world_tree, world_pool, WORLD_BLOCKS, NULL), OCT9_OK);
    if (lo < hi)
        CHECK_EQ(oct9_tree_fill_box(&world_tree, &box, payload), OCT9_OK);
}

/* --- OctoMap's -------------------------------------------------------------------------------- */

static bool text_is(const char *text)
{
    for (size_t i = 0; i < OCT9_EXPORT_BT_HEADER; i++)
        if (bytes[i] != (uint8_t)text[i])
            return false;
    return written >= OCT9_EXPORT_BT_HEADER && text[OCT9_EXPORT_BT_HEADER] == 0;
}

/* An occupied cell at the world's zero: the last child of the root, then the first ones. */
static void one_cell(void)
{
    make_box(0, 1, 2);
    CHECK_EQ(begin_at(&world_map, 0), OCT9_OK);
    CHECK_EQ(run(UINT32_MAX, OCT9_EXPORT_BT_HEADER), OCT9_AGAIN);
    CHECK(text_is("# Octomap OcTree binary file\nid OcTree\nsize         17\nres  0.001000\n"
                  "data\n"));
    CHECK_EQ(run(UINT32_MAX, sizeof bytes), OCT9_OK);
    CHECK_EQ(written, 32);
    for (unsigned i = 0; i < 16; i++) {
        CHECK_EQ(bytes[2 * i], i == 0 ? 0 : i == 15 ? 2 : 3);
        CHECK_EQ(bytes[2 * i + 1], i == 0 ? 0xC0 : 0);
    }
    CHECK_EQ(run(1, 1), OCT9_OK);
    CHECK_EQ(written, 0);
}

/* Eight free cells are one node of OctoMap's where they lie at even keys, else eight. It does not
 * matter that they have two payloads. */
static void merged(void)
{
    const oct9_cell_t corner = { 3, 3, 3 };
    for (unsigned odd = 0; odd < 2; odd++) {
        make_box(2, 4, 1);
        world_tree.thresholds.occupied_from = 9;
        world_tree.thresholds.free_below = 9;
        CHECK_EQ(oct9_tree_set_cell(&world_tree, corner, 5), OCT9_OK);
        CHECK_EQ(begin_at(&world_map, (int32_t)odd), OCT9_OK);
        CHECK_EQ(run(UINT32_MAX, OCT9_EXPORT_BT_HEADER), OCT9_AGAIN);
        /* The root and a path of 15; or 13 to the node of 8, below which eight of 3 part. */
        CHECK(bytes[52] == (odd ? '3' : '1'));
        CHECK(bytes[53] == (odd ? '8' : '6'));
    }
}

static void nothing(void)
{
    make_box(0, 0, 0);
    CHECK_EQ(begin_at(&world_map, 5), OCT9_OK);
    CHECK_EQ(run(UINT32_MAX, sizeof bytes), OCT9_OK);
    CHECK_EQ(written, OCT9_EXPORT_BT_HEADER);
    CHECK(text_is("# Octomap OcTree binary file\nid OcTree\nsize          0\nres  0.001000\n"
                  "data\n"));
}

static void cell_sizes(void)
{
    make_box(0, 0, 0);
    const oct9_frame_t widest = frame_at(0, 0, 0, OCT9_CELL_UM_MAX);
    CHECK_EQ(oct9_export_bt_begin(&bt, &world_map, &widest, shift_um), OCT9_OK);
    CHECK_EQ(run(UINT32_MAX, sizeof bytes), OCT9_OK);
    CHECK(text_is("# Octomap OcTree binary file\nid OcTree\nsize          0\nres 67.108863\n"
                  "data\n"));
    const oct9_frame_t smallest = frame_at(0, 0, 0, 1);
    CHECK_EQ(oct9_export_bt_begin(&bt, &world_map, &smallest, shift_um), OCT9_OK);
    CHECK_EQ(run(UINT32_MAX, sizeof bytes), OCT9_OK);
    CHECK(text_is("# Octomap OcTree binary file\nid OcTree\nsize          0\nres  0.000001\n"
                  "data\n"));
}

/* The nearest cell of 10 mm, half up. */
static void shifts(void)
{
    static const int32_t by[][2] = { { 4, -4 },  { 5, 5 }, { 6, 4 },   { -4, 4 }, { -5, 5 },
                                     { -6, -4 }, { 0, 0 }, { -10, 0 }, { 14, -4 } };
    make_box(0, 1, 2);
    for (unsigned i = 0; i < sizeof by / sizeof by[0]; i++) {
        const oct9_frame_t frame = frame_at(by[i][0], 10, -by[i][0], 10000);
        CHECK_EQ(oct9_export_bt_begin(&bt, &world_map, &frame, shift_um), OCT9_OK);
        CHECK_EQ(shift_um[0], by[i][1] * 1000L);
        CHECK_EQ(shift_um[1], 0);
        const bool half = by[i][0] == 5 || by[i][0] == -5;
        CHECK_EQ(shift_um[2], (half ? 5 : -by[i][1]) * 1000L);
    }
}

/* All cells have keys, or the map is refused and nothing is changed. */
static void keys(void)
{
    static const int32_t good[] = { -32768, 32256 };
    static const int32_t bad[] = { -32769, 32257, INT32_MIN, INT32_MAX };
    make_box(0, 1, 2);
    for (unsigned i = 0; i < 2; i++) {
        CHECK_EQ(begin_at(&world_map, good[i]), OCT9_OK);
        (void)stream(UINT32_MAX, sizeof bytes);
        CHECK_EQ(bytes[written - 2], 2);
    }
    for (unsigned i = 0; i < 12; i++) {
        const int32_t x = i / 4 == 0 ? bad[i % 4] : 0, y = i / 4 == 1 ? bad[i % 4] : 0;
        const oct9_frame_t frame = frame_at(x, y, i / 4 == 2 ? bad[i % 4] : 0, CELL_UM);
        query_paint(shift_um, sizeof shift_um);
        CHECK_EQ(oct9_export_bt_begin(&bt, &world_map, &frame, shift_um), OCT9_ERR_RANGE);
        CHECK(query_painted(shift_um, sizeof shift_um));
    }
}

static void random_streams(void)
{
    oct9_map_t maps[2];
    uint32_t digest = DIGEST_BEGIN, of_map[QUERY_BUDGETS];
    query_world(maps);
    for (unsigned i = 0; i < QUERY_BUDGETS; i++) {
        const int32_t corner = i % 2 ? -256 : 512;
        CHECK_EQ(begin_at(&maps[i / 2], corner), OCT9_OK);
        of_map[i] = stream(query_budgets[i], i == 0 ? 1 : sizeof bytes);
        digest = digest_add(digest, of_map[i]);
    }
    CHECK_EQ(of_map[0], of_map[2]);
    CHECK_EQ(of_map[1], of_map[3]);
    make_box(3, 9, 2);
    for (int32_t corner = -5; corner < 4; corner++) {
        CHECK_EQ(begin_at(&world_map, corner), OCT9_OK);
        digest = digest_add(digest, stream(100, 50));
    }
    TEST_DIGEST("export_bt", digest);
}

/* --- grids ------------------------------------------------------------------------------------ */

static oct9_export_grid_input_t input_at(int32_t x, int32_t y, int32_t z, int32_t height)
{
    const oct9_export_grid_input_t input = { .lo = { x, y, z },
                                             .hi = { x + SIDE, y + SIDE, z + height },
                                             .data = data,
                                             .room = sizeof data };
    return input;
}

static void fill_grid(const oct9_map_t *map, const oct9_export_grid_input_t *input, uint32_t budget)
{
    oct9_status_t status;
    CHECK_EQ(oct9_export_grid_begin(&grid, map, input), OCT9_OK);
    do
        status = oct9_export_grid_run(&grid, budget);
    while (status == OCT9_AGAIN);
    CHECK_EQ(status, OCT9_OK);
}

/* The room of query.h: cells 8 to 15 on y and z; on x 8 to 15 are occupied, 32 to 39, 64 to 71
 * unknown. */
static void room_grid(void)
{
    oct9_export_grid_input_t input = input_at(-4, 4, 15, 1);
    query_room();
    fill_grid(&world_map, &input, 1);
    for (int32_t y = 0; y < SIDE; y++)
        for (int32_t x = 0; x < SIDE; x++) {
            const bool block = x >= 12 && x < 20 && y >= 4 && y < 12;
            CHECK_EQ(data[y * SIDE + x], x < 4 ? -1 : block ? 100 : 0);
        }
    input.lo.z = 16; /* above */
    input.hi.z = 20;
    fill_grid(&world_map, &input, UINT32_MAX);
    CHECK_EQ(data[8 * SIDE + 14], 0);
    input.lo.z = -1; /* and partly below the cube, as all of it */
    fill_grid(&world_map, &input, 3);
    CHECK_EQ(data[8 * SIDE + 14], 100);
    CHECK_EQ(data[0], -1);
    CHECK_EQ(data[SIDE * SIDE - 1], -1);
    const oct9_export_grid_input_t fog = input_at(60, 4, 15, 1);
    fill_grid(&world_map, &fog, 7);
    CHECK_EQ(data[8 * SIDE + 4], -1);
    CHECK_EQ(data[8 * SIDE + 3], 0);
}

static void random_grids(void)
{
    static const int32_t at[] = { 0, 64, 250, 256, 400, 500 };
    oct9_map_t maps[2];
    uint32_t digest = DIGEST_BEGIN;
    query_world(maps);
    for (unsigned i = 0; i < 24; i++) {
        const oct9_export_grid_input_t input = input_at(at[i % 6], at[i / 6 % 6], at[i % 5],
                                                        i % 2 ? 3 : 60);
        uint32_t of_map[2] = { DIGEST_BEGIN, DIGEST_BEGIN };
        for (unsigned m = 0; m < 2; m++) {
            fill_grid(&maps[m], &input, query_budgets[(i + m) % QUERY_BUDGETS]);
            for (unsigned k = 0; k < sizeof data; k++)
                of_map[m] = digest_add(of_map[m], (uint8_t)data[k]);
        }
        CHECK_EQ(of_map[0], of_map[1]);
        digest = digest_add(digest, of_map[0]);
    }
    TEST_DIGEST("export_grid", digest);
}

/* --- errors ----------------------------------------------------------------------------------- */

static void bad_arguments(void)
{
    const oct9_frame_t frame = frame_at(0, 0, 0, CELL_UM);
    oct9_frame_t bad = frame;
    oct9_export_grid_input_t input = input_at(0, 0, 0, 1);
    make_box(0, 1, 2);
    bad.cell_um = CELL_UM + 1;
    CHECK_EQ(oct9_export_bt_begin(&bt, &world_map, &bad, shift_um), OCT9_ERR_ARGUMENT);
    CHECK_EQ(oct9_export_bt_begin(&bt, &world_map, &frame, shift_um), OCT9_OK);
    query_paint(&written, sizeof written);
    CHECK_EQ(run(0, sizeof bytes), OCT9_ERR_ARGUMENT);
    CHECK_EQ(run(1, 0), OCT9_ERR_ARGUMENT);
    CHECK(query_painted(&written, sizeof written));
    input.room = sizeof data - 1;
    CHECK_EQ(oct9_export_grid_begin(&grid, &world_map, &input), OCT9_ERR_ARGUMENT);
    input.room = sizeof data;
    input.hi.z = 0;
    CHECK_EQ(oct9_export_grid_begin(&grid, &world_map, &input), OCT9_ERR_ARGUMENT);
    input.lo.z = -32769;
    CHECK_EQ(oct9_export_grid_begin(&grid, &world_map, &input), OCT9_ERR_RANGE);
    input.lo.z = -32768;
    CHECK_EQ(oct9_export_grid_begin(&grid, &world_map, &input), OCT9_OK);
    CHECK_EQ(oct9_export_grid_run(&grid, 0), OCT9_ERR_ARGUMENT);
}

/* A write at any time: between the slices of the count and of the stream, and after them. */
static void written_to(void)
{
    const oct9_cell_t cell = { 300, 1, 2 };
    const oct9_export_grid_input_t input = input_at(0, 0, 0, 1);
    for (unsigned slices = 0; slices < 40; slices += 3) {
        make_box(0, 3, 2);
        CHECK_EQ(begin_at(&world_map, -256), OCT9_OK);
        CHECK_EQ(oct9_export_grid_begin(&grid, &world_map, &input), OCT9_OK);
        for (unsigned i = 0; i < slices; i++) {
            (void)run(20, 9);
            (void)oct9_export_grid_run(&grid, 1);
        }
        CHECK_EQ(oct9_tree_set_cell(&world_tree, cell, 2), OCT9_OK);
        CHECK_EQ(run(20, 9), OCT9_ERR_STALE);
        CHECK_EQ(oct9_export_grid_run(&grid, 1), OCT9_ERR_STALE);
    }
}

GOLDEN_SUITE(export)
{
    RUN(one_cell);
    RUN(merged);
    RUN(nothing);
    RUN(cell_sizes);
    RUN(shifts);
    RUN(keys);
    RUN(random_streams);
    RUN(room_grid);
    RUN(random_grids);
    RUN(bad_arguments);
    RUN(written_to);
}
