/* SPDX-License-Identifier: MIT */
/* How old a pixel is whose rays are spread over two frames: as many frames where each frame ends,
 * but more where frames end because the map was written to. The pixel itself says it. */
#include "oct9.h"
#include "tests/test.h"

enum { GRID = 2, EDGE = (1 << GRID) + 1, PIXELS = EDGE * EDGE, TABLE = 64, BLOCKS = 64 };

static oct9_block_t pool[BLOCKS];
static oct9_tree_t tree;
static oct9_view_t view;
static oct9_view_pixel_t pixels[PIXELS];
static oct9_view_entry_t table[TABLE];
static const oct9_view_sensor_t sensor = { .tan_y_q14 = 9000,
                                           .tan_z_q14 = 9000,
                                           .range_q6 = 700,
                                           .differ_q6 = 65535,
                                           .grid = GRID,
                                           .frames = 2,
                                           .rules = { .unknown = OCT9_PASSES } };

static void write_cell(uint16_t payload)
{
    const oct9_cell_t cell = { 1, 2, 3 };
    CHECK_EQ(oct9_tree_set_cell(&tree, cell, payload), OCT9_OK);
}

static void begin(void)
{
    CHECK_EQ(oct9_tree_init(&tree, pool, BLOCKS, NULL), OCT9_OK);
    CHECK_EQ(oct9_view_init(&view, &sensor, pixels, table, TABLE), OCT9_OK);
}

/* A frame, which ends as it should or by a write after a few steps. */
static void look(bool ends, uint16_t payload)
{
    const oct9_map_t map = oct9_map_of_tree(&tree);
    const oct9_pose_t pose = { { 0, 0, 0 }, OCT9_ROTATION_NONE };
    CHECK_EQ(oct9_view_begin(&view, &map, &pose), OCT9_OK);
    if (!ends) {
        CHECK_EQ(oct9_view_run(&view, 3), OCT9_AGAIN);
        write_cell(payload);
    }
    CHECK_EQ(oct9_view_run(&view, UINT32_MAX), ends ? OCT9_OK : OCT9_ERR_STALE);
}

/* The frames that were begun since the oldest pixel was set. */
static unsigned oldest(void)
{
    unsigned most = 0;
    for (unsigned i = 0; i < PIXELS; i++) {
        const uint8_t age = (uint8_t)(view.frame - pixels[i].frame);
        CHECK(pixels[i].depth_q6 != OCT9_DEPTH_UNSEEN);
        most = age > most ? age : most;
    }
    return most;
}

static void frames_that_end(void)
{
    begin();
    look(true, 0);
    for (uint16_t i = 0; i < 20; i++) {
        look(true, i);
        CHECK(oldest() < sensor.frames);
    }
}

static void frames_that_are_stale(void)
{
    begin();
    look(true, 0);
    look(true, 0);
    for (uint16_t i = 0; i < 20; i++)
        look(false, (uint16_t)(1u + i % 2u));
    CHECK(oldest() > 10u * sensor.frames);
    look(true, 0);
    look(true, 0);
    CHECK(oldest() < sensor.frames);
}

int main(void)
{
    RUN(frames_that_end);
    RUN(frames_that_are_stale);
    return test_end();
}
