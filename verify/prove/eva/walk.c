/* SPDX-License-Identifier: MIT */
/* A walk between any points, and a probe of any point, in a tree of any slots. */
#include "oct9/probe.h"
#include "oct9/walk.h"

#include "tree.h"

int main(void)
{
    oct9_tree_t tree;
    oct9_point_t from, to;
    oct9_probe_point_input_t input;
    oct9_probe_point_output_t output;
    oct9_walk_t walk;
    oct9_leaf_t leaf;
    any_tree(&tree);
    ANY(from);
    ANY(to);
    ANY(input);
    const oct9_map_t map = oct9_map_of_tree(&tree);
    if (oct9_walk_begin(&walk, &map, &from, &to))
        do
            oct9_walk_leaf(&walk, &leaf);
        while (oct9_walk_next(&walk) > 0);
    return oct9_probe_point(&map, &input, &output);
}
