/* SPDX-License-Identifier: MIT */
#include "oct9.h"
#include <stdio.h>
OCT9_POOL(static, pool, 64); /* the map: 1 KB of RAM */
int main(void)
{
    oct9_tree_t tree; /* 512 x 512 x 512 cells, all unknown */
    const oct9_box_t hall = { { 256, 256, 256 }, { 512, 512, 512 } };
    const oct9_box_t post = { { 406, 352, 256 }, { 410, 356, 320 } };
    if (oct9_tree_init(&tree, pool, 64, NULL) != OCT9_OK ||
        oct9_tree_fill_box(&tree, &hall, OCT9_FREE) != OCT9_OK ||
        oct9_tree_fill_box(&tree, &post, OCT9_OCCUPIED) != OCT9_OK)
        return 1; /* the pool is too small */
    const oct9_map_t map = oct9_map_of_tree(&tree);
    /* A sphere of 3 cells goes along x. Points are in 64ths of a cell; cell 256 begins at 0. */
    const oct9_sphere_input_t robot = {
        .motion = { .from = { 640, 6400, 640 }, .to = { 12800, 6400, 640 }, .radius_q6 = 192 }
    };
    oct9_sweep_output_t met;
    if (oct9_sweep_sphere(&map, &robot, &met) == OCT9_OK)
        printf("%s at cell %d\n", met.hit == OCT9_HIT_NONE ? "clear" : "blocked",
               256 + met.at.x / 64);
}
