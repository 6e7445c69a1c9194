/* SPDX-License-Identifier: MIT */
/* A traversal by planes between any points in a tree of any slots. */
#include "oct9/planes.h"

#include "tree.h"

int main(void)
{
    oct9_tree_t tree;
    oct9_point_t from, to;
    oct9_planes_t planes;
    oct9_leaf_t leaf;
    any_tree(&tree);
    ANY(from);
    ANY(to);
    const oct9_map_t map = oct9_map_of_tree(&tree);
    if (oct9_planes_begin(&planes, &map, &from, &to))
        do
            oct9_planes_leaf(&planes, &leaf);
        while (oct9_planes_next(&planes) > 0);
    return 0;
}
