/* SPDX-License-Identifier: MIT */
/* Routes in few nodes: along a road map that is written here, through a pocket of cells, and in a
 * map that is written to after each number of steps. */
#include "oct9/road.h"
#include "oct9/sweep.h"
#include "tests/test.h"

enum { NODES = 64, FEW = 16, MANY = 256, ROOM = 16, RADIUS = 20, BLOCKS = 4096 };

static oct9_block_t pool[BLOCKS];
static oct9_tree_t tree;
static oct9_map_t map;
static oct9_route_node_t nodes[MANY];
static oct9_point_t points[ROOM];
static oct9_route_t route;
static oct9_route_input_t input;
static oct9_route_output_t output;

static oct9_point_t middle_of(int x, int y, int z)
{
    const oct9_point_t point = { (int16_t)(OCT9_LOW_Q6 + 64 * x + 32),
                                 (int16_t)(OCT9_LOW_Q6 + 64 * y + 32),
                                 (int16_t)(OCT9_LOW_Q6 + 64 * z + 32) };
    return point;
}

static void fill(int x, int y, int z, int to_x, int to_y, int to_z, uint16_t payload)
{
    const oct9_box_t box = { { (uint16_t)x, (uint16_t)y, (uint16_t)z },
                             { (uint16_t)to_x, (uint16_t)to_y, (uint16_t)to_z } };
    CHECK_EQ(oct9_tree_fill_box(&tree, &box, payload), OCT9_OK);
}

/* A cube of that payload: 1 is free, 2 occupied. */
static void begin(uint16_t payload)
{
    static const oct9_thresholds_t thresholds = { 2, 2 };
    const oct9_route_input_t nothing = { .body = { .radius_q6 = RADIUS },
                                         .nodes = nodes,
                                         .nodes_count = FEW,
                                         .points = points,
                                         .points_room = ROOM };
    CHECK_EQ(oct9_tree_init(&tree, pool, BLOCKS, &thresholds), OCT9_OK);
    map = oct9_map_of_tree(&tree);
    fill(0, 0, 0, 512, 512, 512, payload);
    input = nothing;
}

static oct9_status_t run(uint32_t budget)
{
    oct9_status_t status;
    do
        status = oct9_route_run(&route, budget, &output);
    while (status == OCT9_AGAIN);
    return status;
}

static bool same(const oct9_point_t *a, const oct9_point_t *b)
{
    return a->x == b->x && a->y == b->y && a->z == b->z;
}

/* The points are clear, and lead from one end to the other if they should. */
static void check_points(void)
{
    const oct9_path_input_t in = { .points = points, .count = output.count, .radius_q6 = RADIUS };
    oct9_path_t path;
    oct9_path_output_t met;
    CHECK(output.count >= 1 && same(&points[0], &input.from));
    if (output.result == OCT9_ROUTE_FOUND)
        CHECK(same(&points[output.count - 1], &input.to));
    CHECK_EQ(oct9_sweep_path_begin(&path, &map, &in), OCT9_OK);
    CHECK_EQ(oct9_sweep_path_run(&path, UINT32_MAX, &met), OCT9_OK);
    CHECK_EQ(met.sweep.hit, OCT9_HIT_NONE);
}

static oct9_route_result_t go(uint32_t budget)
{
    CHECK_EQ(oct9_route_begin(&route, &map, &input), OCT9_OK);
    CHECK_EQ(run(budget), OCT9_OK);
    if (output.result == OCT9_ROUTE_FOUND || output.result == OCT9_ROUTE_FULL)
        check_points();
    return output.result;
}

/* --- a road map ------------------------------------------------------------------------------- */

enum { LEFT, MIDDLE, RIGHT, ALONE, VERTICES };

#define VERTEX(x, y, z, degree) ((x) | (y) << 9 | (uint32_t)(z) << 18 | (uint32_t)(degree) << 27)

static const uint32_t vertices[VERTICES] = { VERTEX(240, 404, 404, 1), VERTEX(260, 404, 404, 2),
                                             VERTEX(270, 404, 404, 1), VERTEX(500, 500, 500, 0) };
static const uint32_t lonely[VERTICES] = { VERTEX(240, 404, 404, 0), VERTEX(260, 404, 404, 0),
                                           VERTEX(270, 404, 404, 0), VERTEX(500, 500, 500, 0) };
static const uint16_t tiles[] = { 0, 0, 0, 0 };
static const uint16_t rows[] = { 0 };
static const uint16_t edges[] = { MIDDLE, LEFT, RIGHT, MIDDLE };
static oct9_road_t road;

/* A wall across the cube with a door of 8 by 8 cells, and a question through it. */
static void begin_wall(void)
{
    begin(1);
    fill(256, 0, 0, 264, 512, 512, 2);
    fill(256, 400, 400, 264, 408, 408, 1);
    input.from = middle_of(235, 250, 256);
    input.to = middle_of(275, 262, 256);
    road.tiles = tiles;
    road.tile_count = 1;
    road.vertices = vertices;
    road.rows = rows;
    road.edges = edges;
    road.vertex_count = VERTICES;
    road.edge_count = sizeof edges / sizeof edges[0];
    road.radius_q6 = RADIUS;
    road.unknown = OCT9_BLOCKS;
    input.road = &road;
}

static void along_the_road(void)
{
    const oct9_point_t left = middle_of(240, 404, 404), right = middle_of(270, 404, 404);
    begin_wall();
    input.road = NULL;
    CHECK_EQ(go(UINT32_MAX), OCT9_ROUTE_FULL);
    input.road = &road;
    for (uint32_t budget = 1; budget < 40; budget++) {
        CHECK_EQ(go(budget), OCT9_ROUTE_FOUND);
        CHECK(output.count == 5 && same(&points[1], &left) && same(&points[3], &right));
        CHECK_EQ(output.nodes_used, VERTICES + 2);
    }
}

/* Three vertices need room for six points. */
static void room_for_the_road(void)
{
    begin_wall();
    input.points_room = 6;
    CHECK_EQ(go(UINT32_MAX), OCT9_ROUTE_FOUND);
    input.points_room = 5;
    CHECK_EQ(go(UINT32_MAX), OCT9_ROUTE_FULL);
}

/* What the search does not follow leaves it as it is without. */
static void no_such_road(void)
{
    static const oct9_heights_t heights = { INT16_MIN, INT16_MAX };
    const oct9_point_t beside = middle_of(236, 250, 256);
    begin_wall();
    input.body.heights = &heights;
    CHECK_EQ(go(UINT32_MAX), OCT9_ROUTE_FULL);
    input.body.heights = NULL;
    input.guide = &beside;
    input.guide_count = 1;
    CHECK_EQ(go(UINT32_MAX), OCT9_ROUTE_FULL);
    input.guide_count = 0;
    road.radius_q6 = RADIUS - 2;
    CHECK_EQ(go(UINT32_MAX), OCT9_ROUTE_FULL);
    road.radius_q6 = RADIUS;
    CHECK_EQ(go(UINT32_MAX), OCT9_ROUTE_FOUND);
    road.vertices = lonely;
    road.edge_count = 0;
    CHECK_EQ(go(UINT32_MAX), OCT9_ROUTE_FULL);
}

/* A pillar in the door: around it, beside the road. */
static void around_what_blocks_the_road(void)
{
    begin_wall();
    input.nodes_count = MANY;
    fill(256, 403, 403, 264, 406, 406, 2);
    CHECK_EQ(go(UINT32_MAX), OCT9_ROUTE_FOUND);
    CHECK(output.count > 4);
    input.road = NULL;
    CHECK_EQ(go(UINT32_MAX), OCT9_ROUTE_FULL);
}

/* --- a pocket --------------------------------------------------------------------------------- */

/* The goal is in the middle of a node of four cells, and of its cells only those in its middle and
 * at one face are free: a tree comes to the node, and to none within. Through cells there are 24
 * places. */
static void a_pocket_of_cells(void)
{
    begin(2);
    fill(64, 64, 64, 128, 128, 128, 1);
    fill(201, 201, 201, 203, 203, 203, 1);
    fill(200, 200, 200, 201, 204, 204, 1);
    input.body.radius_q6 = RADIUS;
    input.from = middle_of(96, 96, 96);
    input.to = middle_of(201, 201, 201);
    CHECK_EQ(go(UINT32_MAX), OCT9_ROUTE_FULL);
    CHECK_EQ(output.nodes_used, FEW);
    CHECK(output.count > 1 && points[output.count - 1].x > input.from.x);
    input.nodes_count = NODES;
    CHECK_EQ(go(UINT32_MAX), OCT9_ROUTE_NONE);
    CHECK_EQ(output.count, 0);
}

/* --- a map that is written to ----------------------------------------------------------------- */

/* One write, far away, after each number of steps. */
static void written_to_after_each_step(void)
{
    begin(1);
    fill(250, 250, 250, 256, 256, 256, 2);
    input.nodes_count = NODES;
    input.from = middle_of(245, 253, 253);
    input.to = middle_of(260, 253, 253);
    input.sweeps = 9;
    oct9_status_t status = OCT9_AGAIN;
    for (unsigned steps = 1; status == OCT9_AGAIN; steps++) {
        CHECK_EQ(oct9_route_begin(&route, &map, &input), OCT9_OK);
        status = OCT9_AGAIN;
        for (unsigned i = 0; i < steps && status == OCT9_AGAIN; i++)
            status = oct9_route_run(&route, 1, &output);
        if (status == OCT9_AGAIN) {
            fill(500, 500, 500, 501, 501, 501, (uint16_t)(1 + steps % 2));
            CHECK_EQ(run(1), OCT9_OK);
        }
        CHECK_EQ(output.result, OCT9_ROUTE_FOUND);
        check_points();
    }
    CHECK_EQ(status, OCT9_OK);
}

int main(void)
{
    RUN(along_the_road);
    RUN(room_for_the_road);
    RUN(no_such_road);
    RUN(around_what_blocks_the_road);
    RUN(a_pocket_of_cells);
    RUN(written_to_after_each_step);
    return test_end();
}
