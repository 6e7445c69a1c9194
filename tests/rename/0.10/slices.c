/* SPDX-License-Identifier: MIT */
/* The first program of docs/guide/time.md of 0.10. */
#include "oct9.h"

#include <stdio.h>

enum { BUDGET = 14, DEADLINE = 12, BLOCKS = 128 }; /* nodes and leaves of a slice; ticks */
OCT9_POOL(static, pool, BLOCKS);
static oct9_tree_t tree;
static oct9_sweep_t sweep; /* the query between two slices */

int main(void)
{
    const oct9_box_t room = { { 256, 256, 256 },
                              { 320, 320, 288 } }, /* cell 256 begins at point 0 */
        shelf = { { 272, 264, 256 }, { 304, 286, 272 } };
    const oct9_sphere_input_t motion = { { 512, 2304, 640 },
                                         { 3328, 2304, 640 },
                                         .radius_q6 = 260 };
    const oct9_cell_t news = { 316, 316, 266 };
    oct9_sweep_output_t output;
    if (oct9_tree_init(&tree, pool, BLOCKS, NULL) != OCT9_OK ||
        oct9_tree_fill_box(&tree, &room, 1) != OCT9_OK ||
        oct9_tree_fill_box(&tree, &shelf, 2) != OCT9_OK)
        return 1;
    const oct9_map_t map = oct9_map_of_tree(&tree);
    oct9_status_t status = oct9_sweep_sphere_begin(&sweep, &map, &motion);
    bool ready = false;
    for (unsigned tick = 1; tick <= DEADLINE && !ready; tick++) {
        if (tick == 3)
            oct9_tree_set_cell(&tree, news, 2); /* the map is written to */
        status = oct9_sweep_run(&sweep, BUDGET, &output);
        ready = status != OCT9_AGAIN && status != OCT9_ERR_STALE;
        printf("tick %u: %s\n", tick, ready ? "ready" : status == OCT9_AGAIN ? "again" : "stale");
        if (status == OCT9_ERR_STALE)
            oct9_sweep_sphere_begin(&sweep, &map, &motion);
    }
    if (ready && status == OCT9_OK && output.hit == OCT9_HIT_NONE)
        printf("clear: %lu nodes and leaves\n", (unsigned long)(output.nodes + output.leaves));
    else
        printf("do not drive\n"); /* a hit, an error, or no result in time */
}
