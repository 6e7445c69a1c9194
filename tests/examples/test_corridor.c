/* SPDX-License-Identifier: MIT */
/* The corridor's simulated sensor before a wall, near the faces of the cube and away from them. */
#include "examples/corridor/sensor.h"
#include "oct9/tree.h"
#include "tests/shared/from_low.h"
#include "tests/test.h"

enum {
    BLOCKS = 20000,
    WALL_CELLS = 25,
    RANGE_CELLS = 50,
    OUTSIDE_CELLS = 256,
    CELL_MM = 80,
    MIDDLE_RAY = 3 * SENSOR_ZONES + 3
};

OCT9_POOL(static, pool, BLOCKS);
static oct9_tree_t tree;
static oct9_point_t rays[SENSOR_RAYS];
static sensor_frame_t seen;

/* What a sensor that looks up or down along x from this cell's low face says of a wall 2 m on, if
 * there is room for one. */
static oct9_status_t look(int cell, int direction)
{
    const oct9_frame_t frame = OCT9_FRAME(0, 0, 0, CELL_MM * 1000);
    const int at = direction > 0 ? cell + WALL_CELLS : cell - WALL_CELLS - 1;
    const oct9_box_t wall = { { (uint16_t)at, 192, 192 }, { (uint16_t)(at + 1), 320, 320 } };
    const sensor_pose_t pose = { cell_corner(cell, 256, 256), (int16_t)(direction * 16383), 0 };
    CHECK_EQ(oct9_tree_init(&tree, pool, BLOCKS, NULL), OCT9_OK);
    if (at >= 0 && at < OCT9_CELLS)
        CHECK_EQ(oct9_tree_fill_box(&tree, &wall, 2), OCT9_OK);
    const oct9_map_t map = oct9_map_of_tree(&tree);
    return sensor_simulate(rays, &map, &frame, &pose, &seen);
}

static void wall_is_seen(int cell, int direction)
{
    CHECK_EQ(look(cell, direction), OCT9_OK);
    CHECK(seen.distance_mm[MIDDLE_RAY] >= 2000 && seen.distance_mm[MIDDLE_RAY] < 2010);
}

static void a_wall_is_where_it_is(void)
{
    wall_is_seen(256, 1);
    wall_is_seen(256, -1);
}

/* The rays go on beyond the wall and out of the cube; the sensor may be outside itself. */
static void also_at_the_faces(void)
{
    for (int wall = 0; wall < 2 * RANGE_CELLS; wall++) {
        const int high = OCT9_CELLS - 1 - wall;
        wall_is_seen(high - WALL_CELLS, 1);
        wall_is_seen(wall + 1 + WALL_CELLS, -1);
        wall_is_seen(wall - WALL_CELLS, 1);
        wall_is_seen(high + 1 + WALL_CELLS, -1);
    }
}

static void rays_that_cannot_be_written_are_refused(void)
{
    for (int cell = 0; cell < OUTSIDE_CELLS; cell++) {
        const oct9_status_t up = look(OCT9_CELLS + cell, 1), down = look(-cell, -1);
        CHECK_EQ(up, cell + RANGE_CELLS <= OUTSIDE_CELLS ? OCT9_OK : OCT9_ERR_RANGE);
        CHECK_EQ(up, down);
        CHECK(up != OCT9_OK || seen.distance_mm[MIDDLE_RAY] == SENSOR_NOTHING);
    }
}

int main(void)
{
    RUN(a_wall_is_where_it_is);
    RUN(also_at_the_faces);
    RUN(rays_that_cannot_be_written_are_refused);
    return test_end();
}
