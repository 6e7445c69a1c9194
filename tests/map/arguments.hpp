/* SPDX-License-Identifier: MIT */
/* Part of tests/calls/public_call.hpp: a good argument of each type. */
ASKED(oct9_map_t, world.map, MAP)
ASKED(oct9_tree_t, world.occupancy.tree, TREE)
GOOD(oct9_image_t, image)
GOOD(oct9_thresholds_t, thresholds)
GOOD(oct9_box_t, cells)
FILLED(oct9_block_t)
FILLED(oct9_image_open_t)
FILLED(oct9_leaf_t)
FILLED(oct9_node_t)
