/* SPDX-License-Identifier: MIT */
#include "src/way.h"

void oct9_way_down(oct9_tree_t *tree, uint32_t code, oct9_way_t *way)
{
    uint16_t *const children = tree->pool[*way->slot[way->level]].slot;
    way->level--;
    way->slot[way->level] = &children[oct9_morton_child(code, way->level)];
}

void oct9_way_find(oct9_tree_t *tree, uint32_t code, unsigned level, oct9_way_t *way)
{
    way->level = OCT9_LEVELS;
    way->slot[OCT9_LEVELS] = &tree->root;
    while (way->level > level && *oct9_way_end(way) < OCT9_SLOT_LEAF)
        oct9_way_down(tree, code, way);
}

void oct9_way_merge(oct9_tree_t *tree, const oct9_way_t *way)
{
    for (unsigned level = way->level + 1u; level <= OCT9_LEVELS; level++) {
        if (!oct9_tree_merge(tree, way->slot[level]))
            return;
    }
}
