/* SPDX-License-Identifier: MIT */
/* The corridor's simulated sensor before a wall, near the rim of the cube and away from it. */
#include "examples/corridor/sensor.h"
#include "oct9/tree.h"
#include "tests/test.h"

enum { BLOCKS = 20000, WALL_CELLS = 25, CELL_MM = 80, MIDDLE_RAY = 3 * SENSOR_ZONES + 3 };

OCT9_POOL(static, pool, BLOCKS);
static oct9_tree_t tree;
static oct9_point_t rays[SENSOR_RAYS];
static sensor_frame_t seen;

/* What a sensor that looks along x from the low face of this cell says of a wall 2 m on. */
static oct9_status_t look(uint16_t cell)
{
    const oct9_frame_t frame = { { 0, 0, 0 }, CELL_MM * 1000 };
    const uint16_t at = (uint16_t)(cell + WALL_CELLS);
    const oct9_box_t wall = { { at, 192, 192 }, { (uint16_t)(at + 1), 320, 320 } };
    const sensor_pose_t pose = { { (int16_t)(cell * 64), 256 * 64, 256 * 64 }, 16383, 0 };
    CHECK_EQ(oct9_tree_init(&tree, pool, BLOCKS, NULL), OCT9_OK);
    CHECK_EQ(oct9_tree_fill_box(&tree, &wall, 2), OCT9_OK);
    const oct9_map_t map = oct9_map_of_tree(&tree);
    return sensor_simulate(rays, &map, &frame, &pose, &seen);
}

static void a_wall_is_where_it_is(void)
{
    CHECK_EQ(look(256), OCT9_OK);
    CHECK(seen.distance_mm[MIDDLE_RAY] >= 2000 && seen.distance_mm[MIDDLE_RAY] < 2010);
}

static void rays_that_cannot_be_written_are_refused(void)
{
    for (uint16_t cell = 463; cell + WALL_CELLS < OCT9_CELLS; cell++)
        CHECK_EQ(look(cell), OCT9_ERR_RANGE);
}

int main(void)
{
    RUN(a_wall_is_where_it_is);
    RUN(rays_that_cannot_be_written_are_refused);
    return test_end();
}
