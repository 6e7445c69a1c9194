/* SPDX-License-Identifier: MIT */
/* What a walk costs on a board, in instructions: to begin, for each leaf step, and a whole cast;
 * over geb079's image, and over a tree of as much of it as a pool of 32,768 blocks holds. */
#include "bench/steps.h"
#include "boards/board.h"
#include "oct9/visit.h"

/* The tree's part of the building: the cells below this x. */
enum { TREE_END = 140 };

OCT9_POOL(static, pool, OCT9_BLOCKS_MAX);
static oct9_tree_t tree;
static oct9_image_t image;

static bool fill_tree(void)
{
    const oct9_map_t map = oct9_map_of_image(&image);
    const oct9_box_t part = { { 0, 0, 0 }, { TREE_END, OCT9_CELLS, OCT9_CELLS } };
    const oct9_region_t region = oct9_region_of_box(&part);
    oct9_visit_t leaves;
    oct9_leaf_t leaf;
    (void)oct9_tree_init(&tree, pool, OCT9_BLOCKS_MAX, NULL);
    (void)oct9_visit_begin(&leaves, &map, &region, OCT9_STATES_ALL);
    while (oct9_visit_next(&leaves, UINT32_MAX, &leaf) > 0) {
        const oct9_node_t node = { leaf.corner, leaf.level };
        if (leaf.state != OCT9_UNKNOWN && oct9_tree_set_node(&tree, &node, leaf.state) != OCT9_OK)
            return false;
    }
    return true;
}

int main(void)
{
    if (oct9_image_open(&image, oct9_map_geb079_80, oct9_map_geb079_80_size) != OCT9_OK ||
        board_counter_unit() != BOARD_INSTRUCTIONS || !fill_tree())
        return 1;
    const oct9_map_t of_image = oct9_map_of_image(&image), of_tree = oct9_map_of_tree(&tree);
    steps_measure("image", &of_image, OCT9_CELLS);
    steps_measure("image-part", &of_image, TREE_END);
    steps_measure("tree-part", &of_tree, TREE_END);
    return 0;
}
