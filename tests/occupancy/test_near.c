/* SPDX-License-Identifier: MIT */
/* Forgetting keeps obstacles near the robot, of any age, and counts those that it forgets:
 * a robot that turns in place, and never looks at a part of its room. */
#include "oct9/occupancy.h"

#include "tests/golden/robot.h"
#include "tests/random.h"
#include "tests/test.h"

#include <stddef.h>
#include <stdlib.h>

enum { BLOCKS = 4096, ROUNDS = 100, MIDDLE = 256, NEAR = 20, ROOM = 40 };

static oct9_block_t pool[BLOCKS];
static oct9_beam_t beam;
static oct9_occupancy_t map;

/* As the mapper's: an obstacle keeps its log-odds for a round, then loses 16 in each. */
static void reset(void)
{
    const oct9_model_t model = { 17, 8, -16, 51, -1, 1, 1, 16, OCT9_COARSEN };
    CHECK_EQ(oct9_occupancy_init(&map, pool, BLOCKS, &model, NULL), OCT9_OK);
    CHECK_EQ(map.near_cells, 0);
    CHECK_EQ(map.forgot, 0);
}

static void hit(unsigned x, unsigned y, unsigned z)
{
    const oct9_cell_t cell = { (uint16_t)x, (uint16_t)y, (uint16_t)z };
    for (unsigned i = 0; i < 3; i++)
        CHECK_EQ(oct9_occupancy_observe(&map, cell, true), OCT9_OK);
}

static oct9_leaf_t at(unsigned x, unsigned y, unsigned z)
{
    return robot_leaf(&map, x, y, z);
}

static void whole_round(uint32_t budget)
{
    while (oct9_occupancy_forget(&map, budget) == OCT9_AGAIN)
        continue;
}

/* Looks from the cube's middle up, where nothing is: that is where the robot is. */
static void look_up(int32_t cells)
{
    const oct9_point_t origin = { 20, 30, 40 };
    oct9_scan_t scan;
    beam.end = origin;
    beam.end.z = (int16_t)(beam.end.z + 64 * cells);
    beam.met = OCT9_BEAM_CLEAR;
    CHECK_EQ(oct9_scan_begin(&scan, &map, &origin, &beam, 1), OCT9_OK);
    CHECK_EQ(oct9_scan_run(&scan, UINT32_MAX), OCT9_OK);
}

/* The walls of a room, at that many cells to each side, as points on them. */
static unsigned build(int32_t half)
{
    unsigned count = 0;
    for (int32_t along = -half; along <= half; along += 4)
        for (int32_t side = -1; side <= 1; side += 2, count += 2) {
            hit((unsigned)(MIDDLE + side * half), (unsigned)(MIDDLE + along), MIDDLE);
            hit((unsigned)(MIDDLE + along), (unsigned)(MIDDLE + side * half), MIDDLE + 1);
        }
    return count;
}

static unsigned still_there(int32_t half)
{
    unsigned count = 0;
    for (int32_t along = -half; along <= half; along += 4)
        for (int32_t side = -1; side <= 1; side += 2) {
            count +=
                at((unsigned)(MIDDLE + side * half), (unsigned)(MIDDLE + along), MIDDLE).state ==
                OCT9_OCCUPIED;
            count += at((unsigned)(MIDDLE + along), (unsigned)(MIDDLE + side * half), MIDDLE + 1)
                         .state == OCT9_OCCUPIED;
        }
    return count;
}

static void what_is_near_stays(void)
{
    reset();
    const unsigned near = build(NEAR - 1), far = build(NEAR), farther = build(ROOM);
    map.near_cells = NEAR;
    for (unsigned round = 0; round < ROUNDS; round++) {
        look_up(5);
        whole_round(1 + round % 7);
        CHECK_EQ(still_there(NEAR - 1), near);
        CHECK_EQ(at(MIDDLE + NEAR - 1, MIDDLE + NEAR - 3, MIDDLE).payload,
                 oct9_occupancy_payload(51, 0)); /* neither fades nor ages */
    }
    CHECK_EQ(still_there(NEAR), 0);
    CHECK_EQ(still_there(ROOM), 0);
    CHECK_EQ(map.forgot, far + farther);
}

/* As before it was so: all fades. Then it counts all. */
static void without_it_all_fades(void)
{
    reset();
    const unsigned near = build(NEAR - 1), far = build(NEAR);
    for (unsigned round = 1; round <= 5; round++) {
        CHECK_EQ(still_there(NEAR - 1), near);
        look_up(5);
        whole_round(UINT32_MAX);
    }
    CHECK_EQ(still_there(NEAR - 1), 0);
    CHECK_EQ(still_there(NEAR), 0);
    CHECK_EQ(map.forgot, near + far);
}

/* Free space fades near the robot, too, which counts as nothing; and what is occupied ends there by
 * looking. */
static void looking_ends_it(void)
{
    reset();
    map.near_cells = NEAR;
    hit(MIDDLE, MIDDLE, MIDDLE + 3);
    hit(MIDDLE, MIDDLE, MIDDLE - 3);
    for (unsigned round = 0; round < 8; round++) {
        look_up(10);
        whole_round(UINT32_MAX);
    }
    CHECK_EQ(at(MIDDLE, MIDDLE, MIDDLE + 3).state, OCT9_FREE);
    CHECK_EQ(at(MIDDLE, MIDDLE, MIDDLE - 3).state, OCT9_OCCUPIED);
    for (unsigned round = 0; round < 8; round++)
        whole_round(UINT32_MAX);
    CHECK_EQ(at(MIDDLE, MIDDLE, MIDDLE + 3).state, OCT9_UNKNOWN);
    CHECK_EQ(at(MIDDLE, MIDDLE, MIDDLE - 3).state, OCT9_OCCUPIED);
    CHECK_EQ(map.forgot, 0);
    CHECK_EQ(oct9_occupancy_forget_free(&map, UINT32_MAX), OCT9_OK);
    CHECK_EQ(at(MIDDLE, MIDDLE, MIDDLE - 3).state, OCT9_OCCUPIED);
}

/* Each leaf of any size by itself, as its distance has it, worked out cell by cell on each axis. */
static void leaves_of_all_sizes(void)
{
    random_t random = { 5 };
    for (unsigned i = 0; i < 400; i++) {
        const unsigned level = random_below(&random, 8), edge = 1u << level;
        const oct9_cell_t corner = { (uint16_t)(random_below(&random, 512 / edge) * edge),
                                     (uint16_t)(random_below(&random, 512 / edge) * edge),
                                     (uint16_t)(random_below(&random, 512 / edge) * edge) };
        const int32_t low[3] = { corner.x, corner.y, corner.z };
        const oct9_box_t box = { corner,
                                 { (uint16_t)(corner.x + edge), (uint16_t)(corner.y + edge),
                                   (uint16_t)(corner.z + edge) } };
        int32_t away = 0;
        reset();
        look_up(1);
        CHECK_EQ(oct9_tree_fill_box(&map.tree, &box, oct9_occupancy_payload(30, 2)), OCT9_OK);
        for (unsigned a = 0; a < 3; a++) {
            int32_t least = 512;
            for (int32_t cell = low[a]; cell < low[a] + (int32_t)edge; cell++)
                if (abs(cell - MIDDLE) < least)
                    least = abs(cell - MIDDLE);
            away = least > away ? least : away;
        }
        map.near_cells = (uint16_t)(away + (int32_t)random_below(&random, 2));
        whole_round(UINT32_MAX);
        const bool kept = away < map.near_cells;
        CHECK_EQ(at(corner.x, corner.y, corner.z).payload,
                 kept ? oct9_occupancy_payload(30, 2) : oct9_occupancy_payload(14, 3));
        whole_round(UINT32_MAX);
        CHECK_EQ(map.forgot, !kept);
    }
}

int main(void)
{
    RUN(what_is_near_stays);
    RUN(without_it_all_fades);
    RUN(looking_ends_it);
    RUN(leaves_of_all_sizes);
    return test_end();
}
