/* SPDX-License-Identifier: MIT */
/* A pole of one cell at the edge of two sectors, from 1 to 4.8 m, in cells of 0.08 m: each of 240
 * is seen in both sectors. Rays in the sectors' middles miss most of them,
 * as poles are thinner than the gaps. */
#include "oct9/cast.h"
#include "oct9/sectors.h"
#include "oct9/tree.h"
#include "tests/shared/from_low.h"
#include "tests/test.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { SECTORS = 72, EDGES = 12, DISTANCES = 20, BLOCKS = 512, RANGE_Q6 = 4000, M_Q6 = 800 };

static const double turn = 6.283185307179586;
static oct9_block_t pool[BLOCKS];
static oct9_tree_t tree;
static oct9_map_t map;
static uint16_t obstacle_q6[SECTORS], free_q6[SECTORS];

/* In the middle of a cell, and not. */
static oct9_point_t robot(unsigned edge)
{
    return edge % 2u ? point_from_low(16384 + 37, 16384 + 5, 16384 + 11)
                     : point_from_low(16384 + 32, 16384 + 32, 16384 + 32);
}

static int cell_of(int q6)
{
    return (q6 - OCT9_LOW_Q6) / OCT9_CELL_Q6;
}

/* All is free but the pole, 8 cells high about the robot, where the edge is so far away. */
static oct9_cell_t put_pole(const oct9_point_t *at, double angle, double distance_q6)
{
    const oct9_box_t cube = { { 0, 0, 0 }, { OCT9_CELLS, OCT9_CELLS, OCT9_CELLS } };
    const oct9_cell_t cell = { (uint16_t)cell_of(at->x + (int)lround(distance_q6 * cos(angle))),
                               (uint16_t)cell_of(at->y + (int)lround(distance_q6 * sin(angle))),
                               (uint16_t)(cell_of(at->z) - 4) };
    const oct9_box_t pole = {
        cell, { (uint16_t)(cell.x + 1), (uint16_t)(cell.y + 1), (uint16_t)(cell.z + 8) }
    };
    CHECK_EQ(oct9_tree_fill_box(&tree, &cube, 1), OCT9_OK);
    CHECK_EQ(oct9_tree_fill_box(&tree, &pole, 2), OCT9_OK);
    return cell;
}

/* How far the pole's nearest point is. */
static double nearest(const oct9_point_t *at, const oct9_cell_t *cell)
{
    const double x = fmax(fmax(CELL_LOW(cell->x) - at->x, at->x - CELL_LOW(cell->x + 1)), 0);
    const double y = fmax(fmax(CELL_LOW(cell->y) - at->y, at->y - CELL_LOW(cell->y + 1)), 0);
    return sqrt(x * x + y * y);
}

static bool seen_by_sectors(const oct9_point_t *at, unsigned edge, double near)
{
    static const int16_t band[2] = { -240, 240 };
    const oct9_sectors_input_t input = { .point = *at,
                                         .range_q6 = RANGE_Q6,
                                         .sectors = SECTORS,
                                         .layers = 1,
                                         .borders = band,
                                         .obstacle_q6 = obstacle_q6,
                                         .free_q6 = free_q6 };
    CHECK_EQ(oct9_sectors_find(&map, &input), OCT9_OK);
    unsigned first = OCT9_SECTORS_NONE, count = 0;
    for (unsigned s = 0; s < SECTORS; s++) {
        CHECK_EQ(free_q6[s], obstacle_q6[s]);
        count += obstacle_q6[s] != OCT9_SECTORS_NONE;
        first = obstacle_q6[s] < first ? obstacle_q6[s] : first;
    }
    CHECK(first == OCT9_SECTORS_NONE || (first <= near && first >= near - 2));
    CHECK(count <= 4);
    return obstacle_q6[edge] != OCT9_SECTORS_NONE &&
           obstacle_q6[(edge + SECTORS - 1u) % SECTORS] != OCT9_SECTORS_NONE;
}

/* A ray in the middle of each sector. */
static bool seen_by_rays(const oct9_point_t *at)
{
    for (unsigned s = 0; s < SECTORS; s++) {
        const double angle = turn * (s + 0.5) / SECTORS;
        const oct9_cast_input_t input = { .from = *at,
                                          .to = { (int16_t)(at->x + lround(RANGE_Q6 * cos(angle))),
                                                  (int16_t)(at->y + lround(RANGE_Q6 * sin(angle))),
                                                  at->z },
                                          .rules = { .unknown = OCT9_PASSES } };
        oct9_cast_output_t output;
        CHECK_EQ(oct9_cast_ray(&map, &input, &output), OCT9_OK);
        if (output.hit == OCT9_HIT_LEAF)
            return true;
    }
    return false;
}

static void poles(void)
{
    unsigned missed = 0, missed_by_rays = 0;
    CHECK_EQ(oct9_tree_init(&tree, pool, BLOCKS, NULL), OCT9_OK);
    map = oct9_map_of_tree(&tree);
    for (unsigned e = 0; e < EDGES; e++)
        for (unsigned d = 0; d < DISTANCES; d++) {
            const unsigned edge = (6u * e + d) % SECTORS;
            const oct9_point_t at = robot(e);
            const oct9_cell_t cell = put_pole(&at, turn * edge / SECTORS, M_Q6 * (1 + 0.2 * d));
            missed += !seen_by_sectors(&at, edge, nearest(&at, &cell));
            missed_by_rays += !seen_by_rays(&at);
        }
    CHECK_EQ(missed, 0);
    CHECK(missed_by_rays > EDGES * DISTANCES / 2);
    printf("%u poles: sectors miss %u, %u rays miss %u\n", EDGES * DISTANCES, missed, SECTORS,
           missed_by_rays);
}

int main(void)
{
    RUN(poles);
    return test_end();
}
