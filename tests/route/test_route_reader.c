/* SPDX-License-Identifier: MIT */
/* A search for a route that the map's writer interrupts within its only slice: what it finds is
 * swept once more, in the next slice. */
#define _DEFAULT_SOURCE

#include "oct9/route.h"
#include "oct9/sweep.h"
#include "tests/shared/interrupted.h"

enum { BLOCKS = 1024, NODES = 256, POINTS = 16, RADIUS = 100 };

static _Alignas(PAGE) oct9_block_t pool[BLOCKS];
static oct9_tree_t tree;
static oct9_map_t map;
static oct9_route_node_t nodes[NODES];
static oct9_point_t points[POINTS];
static oct9_route_input_t input;
static oct9_route_t route;
static oct9_route_output_t found;

static void fill(uint16_t low, uint16_t high, uint16_t payload)
{
    const oct9_box_t wall = { { 280, low, low }, { 282, high, high } };
    CHECK_EQ(oct9_tree_fill_box(&tree, &wall, payload), OCT9_OK);
}

static void wall_comes(void)
{
    fill(246, 266, tree.thresholds.occupied_from);
}

/* Free; from one place to another 64 cells on. */
static void begin(void)
{
    const oct9_node_t all = { { 0, 0, 0 }, OCT9_LEVELS };
    CHECK_EQ(oct9_tree_init(&tree, pool, BLOCKS, NULL), OCT9_OK);
    CHECK_EQ(oct9_tree_set_node(&tree, &all, OCT9_FREE), OCT9_OK);
    fill(300, 302, tree.thresholds.occupied_from);
    map = oct9_map_of_tree(&tree);
    input = (oct9_route_input_t){ .body = { .radius_q6 = RADIUS },
                                  .from = { 32, 32, 32 },
                                  .to = { 64 * 64 + 32, 32, 32 },
                                  .nodes = nodes,
                                  .nodes_count = NODES,
                                  .points = points,
                                  .points_room = POINTS };
    CHECK_EQ(oct9_route_begin(&route, &map, &input), OCT9_OK);
}

/* A slice in which the writer comes when the map is read first. */
static oct9_status_t slice_with(void (*write)(void))
{
    guard(pool, sizeof pool, PROT_NONE, write, false);
    const oct9_status_t status = oct9_route_run(&route, UINT32_MAX, &found);
    unguard();
    CHECK_EQ(interrupts, 1);
    return status;
}

static void a_write_in_the_last_slice(void)
{
    oct9_path_output_t met;
    begin();
    CHECK_EQ(slice_with(wall_comes), OCT9_AGAIN);
    CHECK_EQ(oct9_route_run(&route, UINT32_MAX, &found), OCT9_OK);
    CHECK_EQ(found.result, OCT9_ROUTE_FOUND);
    CHECK(found.count > 2);
    const oct9_path_input_t in = { .points = points, .count = found.count, .radius_q6 = RADIUS };
    CHECK_EQ(oct9_sweep_path(&map, &in, &met), OCT9_OK);
    CHECK_EQ(met.sweep.hit, OCT9_HIT_NONE);
}

static void a_write_in_each_slice(void)
{
    begin();
    CHECK_EQ(slice_with(wall_comes), OCT9_AGAIN);
    CHECK_EQ(slice_with(wall_comes), OCT9_ERR_STALE);
}

int main(void)
{
    RUN(a_write_in_the_last_slice);
    RUN(a_write_in_each_slice);
    return test_end();
}
