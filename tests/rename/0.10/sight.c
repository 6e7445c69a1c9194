/* SPDX-License-Identifier: MIT */
/* The first program of docs/guide/sight.md of 0.10. */
#include "oct9.h"
#include <stdio.h>

enum { GRID = 4, EDGE = (1 << GRID) + 1, SEEN = 1024, BLOCKS = 128 };
OCT9_POOL(static, pool, BLOCKS);
static oct9_tree_t tree;
static oct9_view_t view;
static oct9_view_seen_t list;
static oct9_view_leaf_t leaf;
static oct9_view_pixel_t pixels[EDGE * EDGE];
static oct9_view_entry_t seen[SEEN];
static const oct9_view_sensor_t camera = { .tan_y_q14 = 11472,
                                           .tan_z_q14 = 7640, /* 70 x 50 degrees */
                                           .range_q6 = 56 * 64,
                                           .grid = GRID,
                                           .frames = 1,
                                           .rules = { .unknown = OCT9_PASSES,
                                                      .outside = OCT9_OCCUPIED } };
static const oct9_pose_t poses[2] = { { { 640, 2080, 1056 }, OCT9_ROTATION_NONE }, /* along x */
                                      { { 3456, 3456, 1056 },
                                        { -6270, 0, 0, 15137 } } }; /* by 225 degrees */

int main(void)
{
    const oct9_box_t walls = { { 256, 256, 256 },
                               { 320, 320, 288 } }, /* cell 256 begins at point 0 */
        room = { { 264, 264, 264 }, { 312, 312, 280 } },
                     rack = { { 288, 272, 264 }, { 292, 304, 280 } },
                     behind = { { 292, 272, 264 }, { 308, 304, 280 } };
    if (oct9_tree_init(&tree, pool, BLOCKS, NULL) != OCT9_OK ||
        oct9_view_init(&view, &camera, pixels, seen, SEEN) != OCT9_OK ||
        oct9_tree_fill_box(&tree, &walls, 2) != OCT9_OK ||
        oct9_tree_fill_box(&tree, &room, 1) != OCT9_OK ||
        oct9_tree_fill_box(&tree, &rack, 2) != OCT9_OK ||
        oct9_tree_fill_box(&tree, &behind, 0) != OCT9_OK)
        return 1;
    const oct9_map_t map = oct9_map_of_tree(&tree);
    for (unsigned i = 0; i < 2; i++) {
        unsigned long stopped = 0, revealed = 0; /* leaves, cells */
        if (oct9_view_begin(&view, &map, &poses[i]) != OCT9_OK ||
            oct9_view_run(&view, UINT32_MAX) != OCT9_OK)
            return 1;
        oct9_view_seen_begin(&list, &view);
        while (oct9_view_seen_next(&list, UINT32_MAX, &leaf) > 0) {
            stopped += leaf.stopped;
            revealed += leaf.state == OCT9_UNKNOWN ? oct9_view_cells(&leaf) : 0;
        }
        printf("pose %u: depth %u cells ahead, %lu leaves stop rays, %lu unknown cells\n", i,
               pixels[EDGE * EDGE / 2].depth_q6 / 64u, stopped, revealed);
    }
}
