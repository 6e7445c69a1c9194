/* SPDX-License-Identifier: MIT */
/* A floor that a scan names is not freed by beams that graze it. All else is as without it. */
#include "oct9/scan.h"

#include "tests/golden/robot.h"
#include "tests/test.h"

#include <stddef.h>

/* Cells of 100 mm. The floor lies at the lower border of layer 256, the sensor 300 mm above it, and
 * a wall 8 m ahead of it. */
enum {
    BLOCKS = 16384,
    MIDDLE = 256,
    NAMED = MIDDLE + 1,
    CELL = 64,
    WIDE = 49, /* beams across */
    HIGH = 41, /* beams in each column: down to the floor, and up the wall */
    WALL = 80, /* cells */
    FROM = 67,
    TO = 79, /* cells of the floor that are counted, */
    SIDE = 9 /* and so many to each side */
};

static oct9_block_t pool[BLOCKS], other_pool[BLOCKS];
static oct9_beam_t beams[WIDE * HIGH];
static oct9_occupancy_t map, other;
static const oct9_point_t sensor = { 32, 32, 3 * CELL };

static void reset(oct9_occupancy_t *to, uint32_t blocks, oct9_full_t full)
{
    oct9_model_t model = OCT9_MODEL_DEFAULT;
    model.full = full;
    CHECK_EQ(oct9_occupancy_init(to, to == &map ? pool : other_pool, blocks, &model, NULL),
             OCT9_OK);
}

/* Where a beam ends that goes to the wall at this height, which may lie below the floor: then on
 * the floor. */
static oct9_beam_t beam_to(int32_t y, int32_t z)
{
    const int32_t reach = WALL * CELL;
    oct9_beam_t beam = { .end = { (int16_t)(sensor.x + reach), (int16_t)y, (int16_t)z },
                         .met = OCT9_BEAM_HIT };
    if (z < 0) {
        const int32_t drop = sensor.z - z;
        beam.end.x = (int16_t)(sensor.x + reach * sensor.z / drop);
        beam.end.y = (int16_t)(sensor.y + (y - sensor.y) * sensor.z / drop);
        beam.end.z = 0;
    }
    return beam;
}

/* Heights at the wall: each 8 sub-cells from just above the floor; below it in steps that put ends
 * on the floor, from 2.8 to 6.2 m. */
static void make_beams(void)
{
    unsigned count = 0;
    for (int32_t across = 0; across < WIDE; across++)
        for (int32_t up = 0; up < HIGH; up++) {
            const int32_t y = sensor.y + (across - WIDE / 2) * 33;
            beams[count++] = beam_to(y, up < 21 ? up * 8 + 1 : (20 - up) * 18 - 38);
        }
}

static oct9_status_t scan_once(oct9_occupancy_t *to, uint16_t named, uint32_t budget)
{
    oct9_scan_t scan;
    oct9_status_t status;
    make_beams();
    CHECK_EQ(oct9_scan_begin(&scan, to, &sensor, beams, WIDE * HIGH), OCT9_OK);
    CHECK_EQ(scan.floor, 0);
    scan.floor = named;
    do
        status = oct9_scan_run(&scan, budget);
    while (status == OCT9_AGAIN);
    return status;
}

static unsigned floor_cells(oct9_state_t state)
{
    unsigned count = 0;
    for (unsigned x = FROM; x < TO; x++)
        for (int y = -SIDE; y <= SIDE; y++)
            count += robot_leaf(&map, MIDDLE + x, (unsigned)(MIDDLE + y), MIDDLE).state == state;
    return count;
}

/* As it was seen from above. */
static void see_floor(void)
{
    reset(&map, BLOCKS, OCT9_COARSEN);
    for (uint16_t x = FROM; x < TO; x++)
        for (int y = -SIDE; y <= SIDE; y++) {
            const oct9_cell_t cell = { (uint16_t)(MIDDLE + x), (uint16_t)(MIDDLE + y), MIDDLE };
            for (unsigned i = 0; i < 5; i++)
                CHECK_EQ(oct9_occupancy_observe(&map, cell, true), OCT9_OK);
        }
}

static void a_grazed_floor_is_kept(void)
{
    const unsigned all = (TO - FROM) * (2 * SIDE + 1);
    see_floor();
    for (unsigned i = 0; i < 50; i++)
        CHECK_EQ(scan_once(&map, 0, UINT32_MAX), OCT9_OK);
    CHECK_EQ(all, 228);
    CHECK_EQ(floor_cells(OCT9_FREE), all);
    see_floor();
    for (unsigned i = 0; i < 50; i++)
        CHECK_EQ(scan_once(&map, NAMED, i + 1), OCT9_OK);
    CHECK_EQ(floor_cells(OCT9_FREE), 0);
    CHECK_EQ(floor_cells(OCT9_OCCUPIED), all);
}

/* In each layer, in turn: below the floor no cell that was not hit has changed, and from it on all
 * is as without it. */
static void all_else_is_as_without(void)
{
    for (uint16_t named = MIDDLE - 3; named < MIDDLE + 12; named++) {
        reset(&map, BLOCKS, OCT9_REFUSE);
        reset(&other, BLOCKS, OCT9_REFUSE);
        CHECK_EQ(scan_once(&map, named, 3), OCT9_OK);
        CHECK_EQ(scan_once(&other, 0, UINT32_MAX), OCT9_OK);
        for (unsigned z = MIDDLE - 4; z < MIDDLE + 14; z++)
            for (unsigned x = 0; x <= WALL; x++)
                for (unsigned y = MIDDLE - 10; y < MIDDLE + 10; y++) {
                    const uint16_t is = robot_leaf(&map, MIDDLE + x, y, z).payload;
                    const oct9_leaf_t was = robot_leaf(&other, MIDDLE + x, y, z);
                    const bool counts = z >= named || was.state == OCT9_OCCUPIED;
                    CHECK_EQ(is, counts ? was.payload : 0);
                }
    }
}

/* The fewest blocks that a scan takes where the model refuses. */
static uint32_t fewest(uint16_t named)
{
    uint32_t low = 1, high = BLOCKS;
    while (low < high) {
        const uint32_t blocks = (low + high) / 2;
        reset(&map, blocks, OCT9_REFUSE);
        if (scan_once(&map, named, UINT32_MAX) == OCT9_OK)
            high = blocks;
        else
            low = blocks + 1;
    }
    return low;
}

/* What is counted is what is split: a floor above all takes fewer blocks than none, one among the
 * beams more, as it cuts leaves that were passed as a whole. */
static void blocks_are_counted_alike(void)
{
    static const uint16_t floors[] = { 0, NAMED, MIDDLE + 16 };
    uint32_t blocks[3];
    for (unsigned i = 0; i < 3; i++) {
        blocks[i] = fewest(floors[i]);
        reset(&map, blocks[i] - 1, OCT9_REFUSE);
        CHECK_EQ(scan_once(&map, floors[i], UINT32_MAX), OCT9_ERR_POOL_FULL);
        CHECK_EQ(map.tree.used, 0);
        reset(&map, blocks[i], OCT9_REFUSE);
        CHECK_EQ(scan_once(&map, floors[i], UINT32_MAX), OCT9_OK);
        CHECK_EQ(map.grown, 0);
    }
    CHECK(blocks[2] < blocks[0]);
    CHECK(blocks[1] > blocks[0]);
}

int main(void)
{
    RUN(a_grazed_floor_is_kept);
    RUN(all_else_is_as_without);
    RUN(blocks_are_counted_alike);
    return test_end();
}
